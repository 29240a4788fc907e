"""`oxeye read`: photos in, verdicts out."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rules.errors import OxeyeError

if TYPE_CHECKING:
    from app.service import Answer

EXIT_ANSWERED = 0
EXIT_USAGE = 2
EXIT_REFUSED = 3
_RANKING = (EXIT_ANSWERED, EXIT_REFUSED, EXIT_USAGE)


def command(
    photos: Annotated[list[Path], typer.Argument(help="Photos of five cards.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per photo.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the photos with the verdict drawn on them.")
    ] = None,
    decks: Annotated[int | None, typer.Option(min=1, max=8, help="Number of decks in play.")] = None,
    rules: Annotated[
        str | None, typer.Option(metavar="NAME|FILE", help="House rules: a name or a TOML file.")
    ] = None,
    models: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Read with networks of your own: ONNX files and their manifest.json."
        ),
    ] = None,
) -> None:
    """Read photos: the cards, the best ox, its power and payout, or why there is no verdict.

    Exit status: 0 every photo was answered; 3 at least one was refused; 2 a file could not be read, or the
    command was wrong. A photo that cannot be read does not stop the others.
    """
    raise typer.Exit(read_photos(photos, as_json=as_json, out=out, decks=decks, rules=rules, models=models))


def read_photos(
    photos: Sequence[Path],
    *,
    as_json: bool = False,
    out: Path | None = None,
    decks: int | None = None,
    rules: str | None = None,
    models: Path | None = None,
) -> int:
    """Read photos one after the other and print what was found; the exit status.

    Raises:
        OxeyeError: the rules, the output folder or a network is unusable, so that no photo can be read.
    """
    from app import service
    from app.messages import complain, printable

    house = service.house_rules(rules, decks)
    if out is not None:
        _make_folder(out)
    reader = service.load_reader() if models is None else service.load_reader(models)
    worst = EXIT_ANSWERED
    for path in photos:
        try:
            photo, given = service.read_answer(str(path), path, reader, house)
            _print_answer(given, as_json)
            if models is not None and not as_json:
                print(f"  Read with the networks {given.reading.model.get('name', '?')} of {models}")
            if not given.answered:
                worst = max(worst, EXIT_REFUSED, key=_RANKING.index)
            if out is not None:
                from app.pictures import annotated, save_picture

                save_picture(annotated(photo.image, given), out, path.stem, given.sha256)
        except OxeyeError as error:
            complain(f"{printable(str(path))}: {error}")
            worst = EXIT_USAGE
    return worst


def _print_answer(given: "Answer", as_json: bool) -> None:
    if as_json:
        print(json.dumps(given.to_json(), ensure_ascii=False), flush=True)
    else:
        _show(given)


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OxeyeError(
            f"--out {out}: the folder cannot be made ({error.strerror}); name another one"
        ) from error


def _show(given: "Answer") -> None:
    """Print an answer for people."""
    from rich.console import Console
    from rich.text import Text

    from app import texts, wording
    from app.messages import printable
    from rules.text import rules_text, verdict_text

    console = Console(highlight=False, soft_wrap=True)
    console.print(Text(printable(given.photo), "bold"))
    for number, hand in enumerate(given.hands, start=1):
        title = f"HAND {number}" if len(given.hands) > 1 else ""
        seen = [given.reading.cards[position] for position in hand.cards]
        if hand.verdict is None:
            console.print(Text(f"{title}  no verdict".strip(), "bold yellow"))
        else:
            head, *rest = verdict_text(hand.verdict, title=title).splitlines()
            console.print(Text(head, "bold green"))
            console.print(Text("\n".join(rest)))
        if seen:
            named = [f"{card.card.symbol} {wording.certainty_text(card)}" for card in seen]
            console.print(Text(f"  Seen  {' · '.join(named)}"))
        if hand.verdict is not None:
            console.print(Text(f"  Rules {rules_text(hand.verdict.rules)}", "dim"))
    if not given.hands:
        console.print(Text("no verdict", "bold yellow"))
    for reason in given.status:
        console.print(Text(f"  - {texts.reason_text(reason)}"))
    for hand in given.hands:
        if hand.outlook is not None:
            console.print(Text(f"  - {wording.outlook_said(hand.outlook)}"))
