"""`oxeye bench`: how well and how fast photos are read, the live view, and how fast hands are judged."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.commands.progress import progress_bar
from rules.errors import OxeyeError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.service import Answer
    from vision.evaluation.contact import Picture
    from vision.evaluation.scoring import Outcome
    from vision.photo.image import Photo
    from vision.reading import Reading

_SAMPLE_FRAMES = 120
_SCENES_SEED = 2**41
"""Series of rendered scenes that is kept for measuring; training counts its seeds up from 1."""


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
    root: Annotated[
        Path | None, typer.Option(metavar="DIR", help="With --photos: folder that the paths are relative to.")
    ] = None,
    decks: Annotated[
        int, typer.Option(min=1, help="With --photos: how often one card may appear in a photo.")
    ] = 1,
    sheet: Annotated[
        Path | None,
        typer.Option(metavar="JPG", help="With --photos: write a contact sheet of failures to this file."),
    ] = None,
    rendered: Annotated[
        int, typer.Option(min=0, metavar="N", help="Read N rendered scenes that no training used.")
    ] = 0,
    art: Annotated[
        Path | None, typer.Option(metavar="DIR", help="With --rendered: decks and backgrounds.")
    ] = None,
    speed: Annotated[
        bool, typer.Option("--speed", help="Measure each stage of reading, and compare.")
    ] = False,
    rounds: Annotated[int, typer.Option(min=1, help="With --speed: repetitions of each measurement.")] = 7,
    rules: Annotated[bool, typer.Option("--rules", help="Measure judging hands.")] = False,
    live: Annotated[bool, typer.Option("--live", help="Play a clip as the camera of the live view.")] = False,
    seconds: Annotated[float, typer.Option(min=1, help="With --live: how long to play.")] = 10,
) -> None:
    """Measure: cards and photos read right; time and memory; the live view; hands judged a second."""
    if photos is None and not (rendered or speed or rules or live):
        raise OxeyeError(
            "say what to measure: --photos CSV|DIR, --rendered N, --speed, --live [CLIP] or --rules"
        )
    if clip is not None and not live:
        raise OxeyeError(f"{clip} is only used with --live; photos are given by --photos CSV|DIR")
    if photos is not None:
        _bench_photos(photos, root, decks, sheet)
    if rendered:
        _bench_rendered(rendered, art)
    if speed:
        _bench_speed(rounds)
    if live:
        _bench_live(clip, seconds)
    if rules:
        _bench_rules()


def _bench_photos(photos: Path, root: Path | None, decks: int, sheet: Path | None) -> None:
    from vision.assembly.trust import Trust
    from vision.evaluation.benchmark import format_cost, format_scores
    from vision.evaluation.confidence import Named, format_reliability, format_risk
    from vision.evaluation.scoring import read_truth, score_photos
    from vision.networks.models import load_manifest
    from vision.pipeline import CardReader

    truths = read_truth(photos, root)
    reader, manifest = CardReader(), load_manifest()

    def read(image: "Picture") -> "Reading":
        return reader.read(image, decks)

    with progress_bar("photos", len(truths)) as tick:
        outcomes = score_photos(truths, read, lambda _: tick())
    named = Named.of(outcomes)
    print(*format_scores(outcomes), "", format_cost(outcomes, manifest), sep="\n")
    print("", *format_reliability(named), "", *format_risk(named, Trust.of(manifest.reader).accept), sep="\n")
    if sheet is not None:
        _write_sheet(sheet, outcomes, read)


def _write_sheet(path: Path, outcomes: "Sequence[Outcome]", read: "Callable[[Picture], Reading]") -> None:
    from app.pictures import encode_jpeg
    from vision.evaluation.contact import contact_sheet

    picture = contact_sheet(outcomes, read)
    if picture is None:
        print("no failures, no contact sheet")
        return
    try:
        path.write_bytes(encode_jpeg(picture))
    except OSError as error:
        raise OxeyeError(
            f"the contact sheet {path} cannot be written ({error.strerror}); choose another place"
        ) from error
    print(f"contact sheet of the failures: {path}")


def _bench_rendered(number: int, art: Path | None) -> None:
    from vision.evaluation.rendered import format_scenes, read_scenes

    outcomes = []
    with progress_bar("scenes", number) as tick:
        for outcome in read_scenes(range(number), _SCENES_SEED, art):
            outcomes.append(outcome)
            tick()
    print(*format_scenes(outcomes), sep="\n")


def _bench_speed(rounds: int) -> None:
    from tempfile import TemporaryDirectory

    from app.places import sample_photo
    from vision.evaluation.speed import format_speed, measure_speed

    with TemporaryDirectory() as folder:
        measured = measure_speed(
            sample_photo(),
            Path(folder),
            command=[sys.executable, "-m", "app.cli", "read"],
            after={"judging": _judge, "drawing": _draw},
            rounds=rounds,
        )
    print(*format_speed(measured), sep="\n")


def _judge(photo: "Photo", reading: "Reading") -> "Answer":
    from app.service import answer
    from rules.house import HouseRules

    return answer("photo", photo.sha256, reading, HouseRules())


def _draw(photo: "Photo", reading: "Reading") -> None:
    from app.pictures import annotated, encode_jpeg

    encode_jpeg(annotated(photo.image, _judge(photo, reading)), photo.sha256)


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
