"""`oxeye synth`: render labelled scenes of cards to a folder."""

from pathlib import Path
from typing import Annotated

import typer

from app.commands.progress import progress_bar


def command(
    out: Annotated[Path, typer.Option(help="Folder for pictures, labels and the contact sheet.")],
    count: Annotated[int, typer.Option(min=1, help="How many scenes.")] = 25,
    size: Annotated[
        int, typer.Option(min=128, max=2048, help="Side of the square pictures in pixels.")
    ] = 640,
    seed: Annotated[int, typer.Option(min=0, help="Series; the same seed gives the same scenes.")] = 1,
    art: Annotated[
        Path | None, typer.Option(help="Folder with decks/ and backgrounds/; without it all is painted.")
    ] = None,
) -> None:
    """Render scenes of cards with exact labels, as the networks are trained on."""
    from vision.synth.export import write_scenes
    from vision.synth.scene import Studio

    try:
        studio = Studio.open(art)
    except FileNotFoundError as error:
        raise typer.BadParameter(
            f"{error}. datasets/README.md says how to build it.", param_hint="--art"
        ) from error
    with progress_bar("scenes", count) as tick:
        sheet = write_scenes(studio, out, seed, count, size, tick)
    print(sheet)
