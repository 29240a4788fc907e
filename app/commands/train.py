"""`oxeye train`: train the finder or the reader on rendered scenes, and export both for reading."""

from pathlib import Path
from typing import Annotated, Any

import typer

from rules.errors import OxeyeError

_DEFAULTS = {"finder": (4000, 1.5e-3), "reader": (2500, 2e-3)}


def command(
    network: Annotated[
        str | None, typer.Argument(help="finder or reader; may be left out with --export.")
    ] = None,
    batches: Annotated[
        int | None, typer.Option(min=1, help="Steps in all, those of earlier runs included.")
    ] = None,
    batch: Annotated[int, typer.Option(min=1, help="Pictures a step (finder).")] = 16,
    rate: Annotated[float | None, typer.Option(help="Peak learning rate.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of weights and scenes.")] = 1,
    art: Annotated[Path | None, typer.Option(help="Folder with decks/ and backgrounds/.")] = None,
    start: Annotated[Path | None, typer.Option(help="COCO-trained yolo11n.pt for a new finder.")] = None,
    out: Annotated[Path, typer.Option(help="Folder of checkpoints and curves.")] = Path("models/checkpoints"),
    photos: Annotated[Path | None, typer.Option(help="Truth CSV of real photos to measure on.")] = None,
    measure_every: Annotated[int, typer.Option(min=1, help="Steps between measurements.")] = 500,
    threads: Annotated[int | None, typer.Option(min=1, help="Processor threads of the network.")] = None,
    export: Annotated[bool, typer.Option("--export", help="Write models/*.onnx and the manifest.")] = False,
    models: Annotated[Path, typer.Option(help="Folder that --export writes to.")] = Path("models"),
) -> None:
    """Train a network, going on from its checkpoint if there is one; with --export ship the pair."""
    if network is None and not export:
        raise typer.BadParameter("name a network (finder or reader) or give --export")
    if network is not None and network not in _DEFAULTS:
        raise typer.BadParameter(f"{network!r} is not a network; choose finder or reader")
    try:
        import torch

        import vision.training.train
    except ImportError as error:
        raise OxeyeError(f"Training needs the extra `train` ({error}): pip install 'oxeye[train]'") from error
    if threads is not None:
        torch.set_num_threads(threads)
    if network is not None:
        steps, peak = _DEFAULTS[network]
        plan = vision.training.train.Plan(
            network,
            batches or steps,
            out,
            batch=batch,
            rate=rate or peak,
            seed=seed,
            art=art,
            start=start,
            measure_every=measure_every if photos else 0,
        )
        evaluate = None
        if photos is not None:
            from vision.training.measure import measure_on

            evaluate = measure_on(network, photos, out, models)
        try:
            vision.training.train.train(plan, evaluate, say=lambda line: typer.echo(line, err=True))
        except FileNotFoundError as error:
            raise OxeyeError(str(error)) from error
    if export:
        _export(out, models)


def _export(out: Path, models: Path) -> None:
    from vision.networks.models import MANIFEST, load_manifest
    from vision.training.export import export_pair

    thresholds: dict[str, Any] = {}
    provenance: dict[str, Any] = {}
    name = "oxeye"
    if (models / MANIFEST).exists():
        old = load_manifest(models)
        name = old.name
        thresholds = {"finder": old.finder.thresholds, "reader": old.reader.thresholds}
        provenance = {"finder": dict(old.finder.provenance), "reader": dict(old.reader.provenance)}
        for facts in provenance.values():
            facts.pop("steps", None)
    manifest = export_pair(out / "finder.pt", out / "reader.pt", models, name, thresholds, provenance)
    typer.echo(str(manifest.folder / MANIFEST))
