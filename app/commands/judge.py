"""`oxeye judge`: the cards of a hand in, its verdict out."""

import codecs
import io
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from rules.cards import Card, parse_cards, parse_hand
from rules.errors import HandError
from rules.evaluate import evaluate
from rules.explain import verdict_json
from rules.house import HouseRules
from rules.laid import judge_laid, laid_json, laid_text
from rules.text import verdict_text

Rules = Annotated[str, typer.Option(metavar="NAME|FILE", help="House rules: a name or a TOML file.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change one house rule; may be repeated."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def judge(
    hand: Annotated[
        str | None, typer.Argument(help='Five cards, such as "3C 6S 8H 4H 8C".', show_default=False)
    ] = None,
    as_json: AsJson = False,
    rules: Rules = "DEFAULT",
    settings: Settings = None,
    laid: Annotated[
        str | None, typer.Option(metavar='"A B C"', help="The three cards that were laid down as the ox.")
    ] = None,
    batch: Annotated[
        str | None, typer.Option(metavar="FILE|-", help="One hand per line; prints one JSON object per line.")
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Also list the choices that are no ox.")] = False,
) -> None:
    """Judge a hand: the best ox, what it is worth, why, and which other rules would change it.

    With --batch, a line that is no legal hand gives an object with its line number and error, and the exit
    status is 2 at the end.
    """
    house = chosen_rules(rules, settings)
    if (hand is None) == (batch is None):
        raise HandError('give one hand, such as oxeye judge "3C 6S 8H 4H 8C", or --batch FILE')
    if batch is not None:
        if laid is not None:
            raise HandError("--laid belongs to one hand; leave it out with --batch")
        raise typer.Exit(_judge_lines(batch, house))
    print(_judged(parse_hand(hand or "", house.decks), laid, house, as_json=as_json, full=full))


command = judge


def chosen_rules(rules: str, settings: list[str] | None) -> HouseRules:
    """The rules named or in a file, changed by `--set`.

    Raises:
        RulesError: there are no such rules, or a setting is not allowed.
    """
    return HouseRules.find(rules).with_settings(settings or [])


def _judged(
    cards: tuple[Card, ...], laid: str | None, house: HouseRules, *, as_json: bool, full: bool = False
) -> str:
    """The answer for one hand, as JSON or as text."""
    if laid is None:
        verdict = evaluate(cards, house)
        if as_json:
            return json.dumps(verdict_json(verdict), ensure_ascii=False)
        return verdict_text(verdict, full=full, rules=True)
    judged = judge_laid(cards, parse_cards(laid), house)
    if as_json:
        return json.dumps({**verdict_json(judged.verdict), "laid": laid_json(judged)}, ensure_ascii=False)
    return f"{verdict_text(judged.verdict, full=full, rules=True)}\n  Laid  {laid_text(judged)}"


def _judge_lines(batch: str, house: HouseRules) -> int:
    """Judge one hand per line, skipping empty lines; the exit status."""
    failed = False
    for number, line in enumerate(_lines(batch), start=1):
        if not line.strip():
            continue
        try:
            answer = _judged(parse_hand(line, house.decks), None, house, as_json=True)
        except HandError as error:
            failed = True
            answer = json.dumps(
                {"line": number, "hand": line.strip(), "error": str(error)}, ensure_ascii=False
            )
        print(answer)
    return 2 if failed else 0


def _lines(batch: str) -> list[str]:
    """The lines of a file, or of standard input for `-`.

    Raises:
        HandError: it cannot be read, or is no text in UTF-8 or in UTF-16 with a byte order mark.
    """
    source = "standard input" if batch == "-" else batch
    try:
        if batch != "-":
            data = Path(batch).read_bytes()
        elif isinstance(sys.stdin, io.TextIOWrapper):
            # As a file is read, whatever the terminal's encoding.
            data = sys.stdin.buffer.read()
        else:
            return sys.stdin.read().splitlines()
    except OSError as error:
        raise HandError(f"cannot read the hands in {source}: {error.strerror}") from error
    # Windows editors call UTF-16 "Unicode"; its byte order mark tells it apart.
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise HandError(
            f"cannot read the hands in {source}: line {line} is not text in UTF-8; save the file as UTF-8"
        ) from error
    if "\0" in text:
        raise HandError(f"cannot read the hands in {source}: it is not text in UTF-8; save the file as UTF-8")
    return io.StringIO(text, newline=None).read().split("\n")
