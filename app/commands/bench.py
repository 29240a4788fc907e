"""`oxeye bench`: how well and how fast photos are read, the live view, and how fast hands are judged."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from app.commands.progress import progress_bar
from rules.errors import OxeyeError

_SAMPLE_FRAMES = 120


def command(
    clip: Annotated[
        Path | None,
        typer.Argument(
            metavar="[CLIP]",
            help="With --live: a clip, MJPEG or any common video; the sample hand under a moving camera "
            "if left out.",
            show_default=False,
        ),
    ] = None,
    photos: Annotated[
        Path | None,
        typer.Option(
            metavar="CSV|DIR",
            help="Read labelled photos: a CSV with the columns path and cards, or the folder that holds it.",
        ),
    ] = None,
    speed: Annotated[bool, typer.Option("--speed", help="Measure reading a 12-megapixel photo.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Measure judging hands.")] = False,
    live: Annotated[bool, typer.Option("--live", help="Play a clip as the camera of the live view.")] = False,
    seconds: Annotated[float, typer.Option(min=1, help="With --live: how long to play.")] = 10,
) -> None:
    """Measure: cards and photos read right; time and memory; the live view; hands judged a second."""
    if photos is None and not (speed or rules or live):
        raise OxeyeError("say what to measure: --photos CSV|DIR, --speed, --live [CLIP] or --rules")
    if clip is not None and not live:
        raise OxeyeError(f"{clip} is only used with --live; photos are given by --photos CSV|DIR")
    if photos is not None:
        _bench_photos(photos)
    if speed:
        _bench_speed()
    if live:
        _bench_live(clip, seconds)
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


def _bench_live(clip: Path | None, seconds: float) -> None:
    from tempfile import TemporaryDirectory

    from app.clips import moving_camera, read_clip, write_mjpeg
    from app.live import LiveView
    from app.live_bench import format_live, play
    from app.places import sample_photo
    from app.service import load_reader
    from vision.photo.image import load_photo

    with TemporaryDirectory() as folder:
        if clip is None:
            clip = Path(folder) / "sample.mjpeg"
            write_mjpeg(clip, moving_camera(load_photo(sample_photo()).image, _SAMPLE_FRAMES))
        frames, rate = read_clip(clip)
    reader = load_reader()
    LiveView(reader, 1).look(frames[0], 0)  # the first reading is slower; it is no part of the view
    print(*format_live(play(frames, rate, LiveView(reader, 1), seconds)), sep="\n")


def _bench_rules() -> None:
    from rules.benchmark import format_rules, measure_rules

    print(*format_rules(measure_rules()), sep="\n")
