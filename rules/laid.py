"""The arrangement that a player laid down: legal or not, the best or weaker, and what counts (X21)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rules.cards import Card
from rules.choices import SPLITS, Choice
from rules.errors import HandError
from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.kinds import WHOLE_HAND
from rules.sentences import kind_name, say
from rules.text import failed_sum
from rules.verdict import Grouping, Verdict
from rules.wording import ox_text, sums_text

Standing = Literal["best", "equal", "weaker", "unpaid", "not_ox", "whole_hand"]


@dataclass(frozen=True)
class Laid:
    """What a player's own arrangement is worth.

    Attributes:
        best: The verdict by the best arrangement.
        verdict: The verdict that counts: by the best arrangement, or as laid down if the rules say so.
        choice: The three cards laid down as the ox, with the sums that they can make.
        standing: `best` and `equal` are right; `weaker` and `unpaid` (as strong or stronger, but paid less)
            are legal; `not_ox` is not; with `whole_hand` any arrangement is right.
    """

    best: Verdict
    verdict: Verdict
    choice: Choice
    standing: Standing


def judge_laid(hand: Sequence[Card], ox: Sequence[Card], house: HouseRules) -> Laid:
    """Judge a hand whose player laid down three cards as the ox.

    Args:
        hand: Five cards.
        ox: The three of them that were laid down as the ox, in any order.
        house: The table's rules; with `cards_speak = as_laid` the result is that of this arrangement.

    Raises:
        HandError: the hand is not legal, or the ox is not three of its cards.
    """
    best = evaluate(hand, house)
    positions = _positions(best.cards, ox)
    choice = next(choice for choice in best.all_choices if choice.positions == positions)
    made = next((made for made in best.groupings if made.ox == positions), None)
    standing = _standing(best, made)
    return Laid(best, evaluate(hand, house, positions), choice, standing)


def laid_text(laid: Laid, language: str = "en") -> str:
    """What there is to say about the arrangement, one or two sentences."""
    best = laid.best
    made = _made(laid)
    if laid.standing == "not_ox":
        cards = failed_sum(best, laid.choice, language)
        text = say("laid.not_ox", language, sum=cards, totals=sums_text(laid.choice.totals, language))
    elif made is None:
        names = " ".join(best.cards[place].symbol for place in laid.choice.positions)
        text = say("laid.whole_hand", language, ox=names, label=_label(best.grouping, language))
    else:
        text = say(
            f"laid.{laid.standing}",
            language,
            ox=ox_text(best.cards, made, language),
            label=_label(made, language),
            best_ox=ox_text(best.cards, best.grouping, language) if best.ox else "",
            best=_label(best.grouping, language),
        )
    if laid.standing in ("weaker", "unpaid", "not_ox"):
        counts = "laid" if best.rules.cards_speak == "as_laid" else "best"
        text = f"{text} {say(f'laid.counts_{counts}', language)}"
    return text


def laid_json(laid: Laid) -> dict[str, Any]:
    """The arrangement as plain JSON values; its result is empty if it is not an ox."""
    made = _made(laid)
    return {
        "cards": [str(laid.best.cards[place]) for place in laid.choice.positions],
        "positions": list(laid.choice.positions),
        "totals": list(laid.choice.totals),
        "standing": laid.standing,
        "label": "" if laid.standing == "not_ox" else (made or laid.best.grouping).label,
        "best": laid.best.label,
        "text": laid_text(laid),
    }


def _made(laid: Laid) -> Grouping | None:
    if laid.standing == "whole_hand":
        return None
    return next((made for made in laid.best.groupings if made.ox == laid.choice.positions), None)


def _standing(best: Verdict, made: Grouping | None) -> Standing:
    if best.kind in WHOLE_HAND:
        return "whole_hand"
    if made is None:
        return "not_ox"
    if made.ox == best.ox:
        return "best"
    if _worth(made) == _worth(best.grouping):
        return "equal"
    return "weaker" if made.score < best.score else "unpaid"


def _worth(made: Grouping) -> tuple[int, int]:
    return made.score, made.multiple


def _positions(cards: tuple[Card, ...], ox: Sequence[Card]) -> tuple[int, int, int]:
    """Positions of the ox cards in the hand, ascending; of identical cards the earliest."""
    free = list(range(len(cards)))
    taken = []
    for card in ox:
        place = next((place for place in free if cards[place] == card), None)
        if place is None:
            shown = " ".join(card.symbol for card in cards)
            raise HandError(f"{card.symbol} was laid down, but {shown} has no such card left")
        free.remove(place)
        taken.append(place)
    if len(taken) != 3:
        raise HandError(f"an ox is laid down with exactly 3 cards, but {len(taken)} were given")
    wanted = tuple(sorted(taken))
    return next(split[:3] for split in SPLITS if split[:3] == wanted)


def _label(made: Grouping, language: str) -> str:
    return kind_name(made.kind, made.strength, language)
