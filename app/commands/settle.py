"""`oxeye settle`: the dealer's and the players' cards in, who pays whom how much out."""

import json
from dataclasses import replace
from typing import Annotated

import typer

from app.commands.judge import AsJson, Rules, Settings, chosen_rules
from rules.cards import Card, parse_cards, parse_hand
from rules.errors import HandError
from rules.settle import DEALER, Player, read_stake, settle_round
from rules.settle_text import round_json, round_text


def settle(
    dealer: Annotated[str, typer.Option(metavar="HAND", help="The dealer's five cards.")],
    player: Annotated[
        list[str],
        typer.Option(
            metavar="[NAME=]HAND", help="A player's five cards, with NAME@STAKE= for a stake of their own."
        ),
    ],
    stake: Annotated[str, typer.Option(metavar="N", help="Stake of every player.")] = "1",
    laid: Annotated[
        list[str] | None,
        typer.Option(
            metavar='"NAME=A B C"', help="The three cards that this player, or the dealer, laid as the ox."
        ),
    ] = None,
    rules: Rules = "DEFAULT",
    settings: Settings = None,
    as_json: AsJson = False,
    full: Annotated[bool, typer.Option("--full", help="Also list the choices that are no ox.")] = False,
) -> None:
    """Settle a round: who beats the dealer, by which rule, and who pays whom how much."""
    house = chosen_rules(rules, settings)
    players = [_player(text, number, stake, house.decks) for number, text in enumerate(player, start=1)]
    oxen = _laid(laid or [], [one.name for one in players])
    players = [replace(one, laid=oxen.get(one.name, ())) for one in players]
    settled = settle_round(parse_hand(dealer, house.decks), players, house, oxen.get(DEALER, ()))
    print(json.dumps(round_json(settled), ensure_ascii=False) if as_json else round_text(settled, full=full))


command = settle


def _laid(texts: list[str], names: list[str]) -> dict[str, tuple[Card, ...]]:
    """Read each `NAME=A B C`: the cards laid down, by player's name or `dealer`."""
    oxen: dict[str, tuple[Card, ...]] = {}
    for text in texts:
        name, _, cards = text.rpartition("=")
        name = DEALER if name.strip().casefold() == DEALER else name.strip()
        if name not in (DEALER, *names) or name in oxen:
            known = ", ".join((DEALER, *names))
            raise HandError(f"cannot tell who laid {text!r}; write NAME=A B C once for each of {known}")
        oxen[name] = parse_cards(cards)
    return oxen


def _player(text: str, number: int, stake: str, decks: int) -> Player:
    """Read `HAND`, `NAME=HAND` or `NAME@STAKE=HAND`."""
    name, _, hand = text.rpartition("=")
    name, at, own_stake = name.partition("@")
    name = name.strip() or f"Player {number}"
    try:
        return Player(name, parse_hand(hand, decks), read_stake(own_stake if at else stake))
    except HandError as error:
        raise HandError(f"{name}: {error}") from error
