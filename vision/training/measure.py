"""Measuring a network on real photos while it is being trained (extra `train`)."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from torch import nn

from vision.evaluation.scoring import read_truth, score_photos, total
from vision.networks.models import Manifest, load_manifest
from vision.pipeline import CardReader
from vision.training.export import FILES, describe, export_model, export_network

Figures = dict[str, float]


def measure_on(kind: str, truth: Path, checkpoints: Path, models: Path) -> Callable[[nn.Module], Figures]:
    """A function that reads the listed photos with a model in training and returns its figures.

    The other network of the pair is the checkpoint beside it, or else the shipped one.

    Args:
        kind: network in training, `finder` or `reader`.
        truth: CSV with the columns `path` and `cards`.
        checkpoints: folder where the other network's checkpoint may lie.
        models: folder of the shipped pair.

    Raises:
        ImageError: the list cannot be read.
        ModelError: there is neither another checkpoint nor a shipped pair.
    """
    truths = read_truth(truth)
    other = "reader" if kind == "finder" else "finder"

    def measure(model: nn.Module) -> Figures:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            export_model(kind, model, folder / FILES[kind])
            if (checkpoints / f"{other}.pt").exists():
                export_network(other, checkpoints / f"{other}.pt", folder / FILES[other])
            else:
                shutil.copy(load_manifest(models).folder / FILES[other], folder)
            finder, reader = (describe(part, folder / FILES[part]) for part in ("finder", "reader"))
            Manifest("in training", finder, reader, folder).save()
            score = total(score_photos(truths, CardReader(folder).read))
        return {
            "recall": round(score.recall, 4),
            "precision": round(score.precision, 4),
            "exact": round(score.exact_share, 4),
            "answered": score.answered,
            "wrong_answers": score.wrong_answers,
        }

    return measure
