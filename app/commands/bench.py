"""`oxeye bench`: how well photos are read, how fast, and how fast hands are judged."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from app.commands.progress import progress_bar
from rules.errors import OxeyeError


def command(
    photos: Annotated[
        Path | None,
        typer.Option(
            metavar="CSV|DIR",
            help="Read labelled photos: a CSV with the columns path and cards, or the folder that holds it.",
        ),
    ] = None,
    speed: Annotated[bool, typer.Option("--speed", help="Measure reading a 12-megapixel photo.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Measure judging hands.")] = False,
) -> None:
    """Measure: card recall, precision and photos exactly right; time and memory; hands judged a second."""
    if photos is None and not (speed or rules):
        raise OxeyeError("say what to measure: --photos CSV|DIR, --speed or --rules")
    if photos is not None:
        _bench_photos(photos)
    if speed:
        _bench_speed()
    if rules:
        _bench_rules()


def _bench_photos(photos: Path) -> None:
    from vision.evaluation.benchmark import format_scores
    from vision.evaluation.scoring import read_truth, score_photos
    from vision.pipeline import CardReader

    truths = read_truth(photos)
    reader = CardReader()
    with progress_bar("photos", len(truths)) as tick:
        outcomes = score_photos(truths, reader.read, lambda _: tick())
    print(*format_scores(outcomes), sep="\n")


def _bench_speed() -> None:
    from tempfile import TemporaryDirectory

    from app.places import sample_photo
    from vision.evaluation.speed import format_speed, measure_speed

    with TemporaryDirectory() as folder:
        measured = measure_speed(
            sample_photo(), Path(folder), command=[sys.executable, "-m", "app.cli", "read"]
        )
    print(*format_speed(measured), sep="\n")


def _bench_rules() -> None:
    from rules.benchmark import format_rules, measure_rules

    print(*format_rules(measure_rules()), sep="\n")
