"""A verdict as JSON, as one line for a picture, and read back from JSON."""

from collections.abc import Mapping
from typing import Any

from rules.cards import Card
from rules.errors import RulesError
from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.kinds import Kind
from rules.options import value_text
from rules.sentences import kind_name, say
from rules.text import verdict_text as verdict_text
from rules.verdict import Grouping, Verdict
from rules.whatif import Change, would_change
from rules.whatif_duel import DuelChange
from rules.wording import counted_names, ox_text, pays_text

_WORDS = {Kind.DOUBLE: "pair"}


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict with every reason, as plain JSON values.

    `ox` and `left` have empty lists when the whole hand counts or there is no ox. `counted_as` lists every 3
    and 6 of the ox and the left cards; in `alternatives` only the changed ones. `would_change_under` lists
    each option value that touches the hand, those first that change its result or payment: for `order` the
    nearest order for each other result, with the kinds that go `above` others; for an entry of the pay table
    the nearest amount, and the `range` of amounts with the same result. `option=value` can be set as it is.
    """
    made = verdict.grouping
    laid = {"laid": {"cards": _cards(verdict, verdict.laid), "positions": list(verdict.laid)}}
    return {
        "cards": [str(card) for card in verdict.cards],
        "kind": str(verdict.kind),
        "strength": verdict.strength,
        "label": verdict.label,
        "ox": {
            "cards": _cards(verdict, made.ox),
            "positions": list(made.ox),
            "by": made.by,
            "total": made.total,
        },
        "left": {
            "cards": _cards(verdict, made.left),
            "positions": list(made.left),
            "total": made.left_total,
        },
        "counted_as": _counted(verdict, made),
        "points": verdict.points,
        "multiple": verdict.multiple,
        "suited": verdict.suited,
        "equal_groupings": verdict.equal_groupings,
        "alternatives": [_alternative(verdict, other) for other in verdict.alternatives if other.ox],
        "all_choices": [
            {
                "cards": _cards(verdict, choice.positions),
                "positions": list(choice.positions),
                "totals": list(choice.totals),
                "ox": choice.by != "none",
            }
            for choice in verdict.all_choices
        ],
        "would_change_under": [
            {
                **change_json(change),
                "label": change.label,
                "multiple": change.multiple,
                "changes": change.changes,
            }
            for change in would_change(verdict)
        ],
        **(laid if verdict.laid else {}),
        "rules": rules_json(verdict.rules),
    }


def change_json(change: Change | DuelChange) -> dict[str, Any]:
    """Option and value of a change, as `option=value` is set; also what moved, or the range of amounts."""
    found: dict[str, Any] = {"option": change.option, "value": change.value}
    if change.moves:
        found["value"] = value_text(change.value)
        found["above"] = [[str(high), str(low)] for high, low in change.moves]
    if change.amounts:
        found["range"] = [change.amounts.least, change.amounts.most]
    return found


def rules_json(house: HouseRules) -> dict[str, Any]:
    """The rule set that travels with every answer: name, id and all options."""
    return {"name": house.name, "id": house.id, "options": house.options()}


def verdict_from_json(data: Mapping[str, Any]) -> Verdict:
    """Judge a stored answer again: its cards by its rules.

    Raises:
        HandError: the cards are not a legal hand.
        RulesError: cards or rules are missing, an option is not known any more, or the stored label or
            payment is not what these rules give.
    """
    try:
        cards = tuple(Card.parse(text) for text in data["cards"])
        house = HouseRules.from_options(data["rules"]["options"], data["rules"]["name"])
        laid = tuple(int(place) for place in data.get("laid", {}).get("positions", ()))
    except (KeyError, TypeError) as error:
        raise RulesError(f"this is no stored answer, it lacks {error}") from error
    verdict = evaluate(cards, house, laid)
    stored = data.get("label", verdict.label), data.get("multiple", verdict.multiple)
    if stored != (verdict.label, verdict.multiple):
        raise RulesError(
            f"the stored answer says {stored[0]} paying {stored[1]}, "
            f"but its own rules give {verdict.label} paying {verdict.multiple}; it was changed or is damaged"
        )
    return verdict


def verdict_line(verdict: Verdict, language: str = "en") -> str:
    """The verdict in one line, as drawn on a picture.

    >>> from rules.cards import parse_hand
    >>> verdict_line(evaluate(parse_hand("KD 4C 3S 8D 8C")))
    'K♦ + 4♣ + 3♠(6) = 20 · left 8♦ 8♣ · Double-Ox 8 · pays 3×'
    """
    made, cards = verdict.grouping, verdict.cards
    if made.ox:
        names = counted_names(cards, made, language, short=True)
        left = say("line.left", language, cards=" ".join(names[place] for place in made.left))
        parts = [ox_text(cards, made, language, short=True), left]
    else:
        parts = [" ".join(card.symbol for card in cards)]
    parts += [kind_name(verdict.kind, verdict.strength, language), pays_text(verdict, language)]
    return " · ".join(parts)


def _alternative(verdict: Verdict, other: Grouping) -> dict[str, Any]:
    compared, rule = _compared(verdict, other)
    return {
        "ox": _cards(verdict, other.ox),
        "left": _cards(verdict, other.left),
        "positions": {"ox": list(other.ox), "left": list(other.left)},
        "counted_as": [entry for entry in _counted(verdict, other) if "changed" in entry],
        "label": other.label,
        "compared": compared,
        "rule": rule,
    }


def _compared(verdict: Verdict, other: Grouping) -> tuple[str, str]:
    """How another arrangement stands against the one that counts, and by which rule."""
    best = verdict.grouping
    if (other.score, other.multiple) == (best.score, best.multiple):
        return "equal", "same_result"
    if other.score > best.score:
        return "stronger", "pays_less" if verdict.rules.choose_by == "payout" else "as_laid"
    if other.score == best.score:
        return "equal", "suited_pays_more"
    if other.kind is not best.kind:
        return "weaker", f"{_WORDS.get(best.kind, best.kind)}_beats_{_WORDS.get(other.kind, other.kind)}"
    if best.kind is Kind.SINGLE:
        zero = best.strength == 0 or other.strength == 0
        return "weaker", f"zero_{verdict.rules.single_zero}" if zero else "higher_digit"
    return "weaker", "higher_pair"


def _counted(verdict: Verdict, made: Grouping) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for counted in made.counted(verdict.cards):
        entry = {"card": str(counted.card), "position": counted.position, "value": counted.value}
        entries.append({**entry, "changed": True} if counted.changed else entry)
    return entries


def _cards(verdict: Verdict, positions: tuple[int, ...]) -> list[str]:
    return [str(verdict.cards[place]) for place in positions]
