"""For each house option a hand that it decides, and what that hand is worth under each of its values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.i18n import rules_language, say, t
from rules.cards import Card
from rules.compare import compare
from rules.errors import HandError
from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.laid import judge_laid
from rules.options import OPTIONS
from rules.sentences import kind_name, option_said
from rules.verdict import Verdict
from rules.wording import join_parts, pays_text


@dataclass(frozen=True)
class Example:
    """A hand that an option decides.

    Attributes:
        hand: five cards; with `dealer`, the player's.
        dealer: the dealer's five cards, for options that compare hands; else empty.
        laid: the three cards laid down as the ox, for options about them; else empty.
        given: options that the example needs beside the table's own.
    """

    hand: str
    dealer: str = ""
    laid: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)


EXAMPLES: Mapping[str, Example] = {
    "decks": Example("KC QD JH 7C 7C"),
    "flex36": Example("4H JS 3D 3S 4C"),
    "pair36": Example("KS 10D JS 3D 6D"),
    "trips": Example("3S 6S 6D 3D 6C"),
    "ten_in_five_dukes": Example("KH KS QH 10D KC"),
    "ten_in_tonku": Example("AS 10H 6C 7D 10C"),
    "five_dukes": Example("JC QS KS JS QD"),
    "five_small": Example("AS 2D 4D AD AC"),
    "five_small_max_sum": Example("4H 4S 4D 3C 3D"),
    "five_small_six": Example("6H 2H 2C AH 2D"),
    "bomb": Example("8C 8D 8H 8S 5C"),
    "tonku": Example("KD 6C 4S AH QC"),
    "nenku": Example("KD AC KC 5D 5S"),
    "double_ox": Example("QS 5C QD 2S 3C"),
    "double_ace": Example("KD QC 10H AC AD", "KS QS 10S 8C 8D"),
    "double_compare": Example("KD QC 10H 9C 9D", "KS QS 10S 4C 4D"),
    "single_zero": Example("KD QC 10H 8C 2D", "KS QS 10S 7C 2H"),
    "settle_by": Example("KD 10C QH 8S 8H"),
    "suited": Example("KH QD JC 5S 2S"),
    "suited_kinds": Example("10D 6C 4H AS KS", given={"suited": "strength"}),
    "suited_factor": Example("KH QD JC 5S 2S", given={"suited": "strength"}),
    "choose_by": Example("5S 9H 4H 3H 8H", given={"suited": "strength"}),
    "tie": Example("KS QC JH 2S 5C", "KD QH 10D 2C 5H"),
    "tie_five_dukes": Example("KD QS QD QH JH", "KC JS QC JD KH"),
    "cards_speak": Example("3C 6S 8H 4H 8C", laid="8H 4H 8C"),
}
"""Examples by option. The order of the kinds and the pay tables show themselves."""

MORE_VALUES: Mapping[str, tuple[Any, ...]] = {"suited_factor": (3,)}
"""Values of whole numbers that an example shows beside those worth comparing."""


@dataclass(frozen=True)
class Line:
    """What an example is worth under one value of its option.

    Attributes:
        said: the value as a statement.
        result: what comes of the example.
        now: whether the table plays this value.
    """

    said: str
    result: str
    now: bool


def lines(option: str, house: HouseRules) -> list[Line]:
    """What the example of an option is worth under each value, with all other options as at the table."""
    example = EXAMPLES[option]
    now = getattr(house, option)
    needed = {
        key: value for key, value in example.given.items() if getattr(house, key) == OPTIONS[key].default
    }
    values = dict.fromkeys([*OPTIONS[option].values, *MORE_VALUES.get(option, ()), now])
    return [
        Line(
            option_said(option, value, rules_language()),
            _result(example, house.with_options(name=house.name, **needed, **{option: value})),
            value == now and type(value) is type(now),
        )
        for value in values
    ]


def shown_cards(option: str) -> list[tuple[str, tuple[Card, ...]]]:
    """The cards of an example: whose they are, and the cards."""
    example = EXAMPLES[option]
    hands = [(t("Player"), _cards(example.hand)), (t("Dealer"), _cards(example.dealer))]
    if not example.dealer:
        hands = [("", _cards(example.hand)), (t("laid down as the ox"), _cards(example.laid))]
    return [(whose, cards) for whose, cards in hands if cards]


def given_said(option: str) -> str:
    """What else must be played for the example to be decided; empty if nothing."""
    given = EXAMPLES[option].given
    language = rules_language()
    return join_parts((option_said(key, value, language) for key, value in given.items()), language)


def _result(example: Example, house: HouseRules) -> str:
    try:
        if example.dealer:
            return _duel(evaluate(_cards(example.hand), house), evaluate(_cards(example.dealer), house))
        if example.laid:
            verdict = judge_laid(_cards(example.hand), _cards(example.laid), house).verdict
        else:
            verdict = evaluate(_cards(example.hand), house)
    except HandError:
        return t("such a hand cannot be dealt")
    name = kind_name(verdict.kind, verdict.strength, rules_language())
    return say("pays.result", label=name, pays=pays_text(verdict, rules_language()))


def _duel(player: Verdict, dealer: Verdict) -> str:
    duel = compare(player, dealer)
    if duel.winner == "push":
        return t("nobody pays")
    winner = t("the player wins {multiple}×") if duel.winner == "player" else t("the dealer wins {multiple}×")
    return winner.format(multiple=duel.multiple)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())
