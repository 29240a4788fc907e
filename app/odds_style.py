"""How odds look: tables that are charts too, each row with its bar, readable without seeing it."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from app.chances import Chance, Cost
from app.i18n import decimal, percent, rules_language, say, t
from rules.house import HouseRules
from rules.kinds import Kind
from rules.odds import Odds
from rules.sentences import kind_name, option_said

_ROLES = (
    ("<thead", "rowgroup"),
    ("<tbody", "rowgroup"),
    ("<tr", "row"),
    ('<th scope="col"', "columnheader"),
    ('<th class="bar"', "columnheader"),
    ('<th scope="row"', "rowheader"),
    ("<td", "cell"),
)
"""What the parts of a table are; on a phone its rows are grids, and browsers then forget it."""


def facts(exact: Odds, house: HouseRules) -> str:
    """The figures that people ask for first."""
    shown = (
        (edge_text(exact.dealer_edge, house), edge_unit(house)),
        (percent(float(exact.higher), 2), t("of deals the player's hand is higher, as often the dealer's")),
        (percent(float(exact.equal), 2), t("of deals the hands are equal")),
        (amount_text(exact.moved, house), t("change hands per deal and player")),
    )
    cells = "".join(
        f'<div class="ox-fact"><b>{escape(text)}</b><span>{escape(what)}</span></div>' for text, what in shown
    )
    return f'<div class="ox-facts">{cells}</div>'


def kinds_table(rows: Sequence[Chance], house: HouseRules) -> str:
    """The chance and the payment of each kind."""
    return _chances([row for row in rows if not row.part], house, t("How often each kind comes"))


def strengths_table(rows: Sequence[Chance], house: HouseRules) -> str:
    """The chance and the payment of each kind and strength."""
    return _chances(rows, house, t("How often each strength comes"))


def costs_table(found: Sequence[Cost], house: HouseRules) -> str:
    """What each other rule would change; bars to the right are in the dealer's favour."""
    widest = max((abs(cost.edge) for cost in found), default=Fraction(0)) or Fraction(1)
    body = []
    for cost in found:
        share = float(abs(cost.edge) / widest) * 100
        bar = f'<i class="{"bad" if cost.edge > 0 else ""}" style="width:{share:.1f}%"></i>'
        sides = ("", bar) if cost.edge > 0 else (bar, "")
        body.append(
            f'<tr><th scope="row">{escape(option_said(cost.option, cost.value, rules_language()))}</th>'
            f"<td>{percent(float(cost.amounts), 2)}</td>"
            f"<td>{escape(edge_text(cost.edge, house, signed=True))}</td>"
            f'<td class="bar" aria-hidden="true"><div class="split"><div>{sides[0]}</div>'
            f"<div>{sides[1]}</div></div></td></tr>"
        )
    heads = (t("If the table played"), t("deals that change"), t("dealer's edge"))
    more = f'<th class="bar">{escape(t("player ← who gains → dealer"))}</th>'
    return _table("", heads, more, body)


def edge_text(edge: Fraction, house: HouseRules, *, signed: bool = False) -> str:
    """An edge as a share of the stake, or in points."""
    points = house.settle_by == "points"
    size = float(abs(edge)) if signed else float(edge)
    text = decimal(size, 3) if points else percent(size, 2)
    shown_as_zero = round(size, 3 if points else 4) == 0
    sign = "" if not signed or shown_as_zero else "+" if edge > 0 else "−"
    return sign + text


def edge_unit(house: HouseRules) -> str:
    """What an edge is counted in."""
    if house.settle_by == "points":
        return t("points the dealer wins per deal from each player")
    return t("of the stake the dealer wins per deal from each player")


def amount_text(amount: Fraction, house: HouseRules) -> str:
    """An amount in stakes or points."""
    if house.settle_by == "points":
        return t("{amount} points", amount=decimal(float(amount), 2))
    return t("{amount} stakes", amount=decimal(float(amount), 2))


def _chances(rows: Sequence[Chance], house: HouseRules, caption: str) -> str:
    widest = max(row.share for row in rows)
    body = []
    for row in rows:
        share = float(row.share / widest) * 100
        body.append(
            f'<tr class="{"part" if row.part else ""}"><th scope="row">{escape(_name(row))}</th>'
            f"<td>{percent(float(row.share), 3)}</td><td>{_one_in(row.share)}</td>"
            f"<td>{escape(_pays(row, house))}</td>"
            f'<td class="bar" aria-hidden="true"><i style="width:{share:.1f}%"></i></td></tr>'
        )
    heads = (t("Hand"), t("chance"), t("one in"), t("points") if house.settle_by == "points" else t("pays"))
    return _table(caption, heads, '<th class="bar"></th>', body)


def _table(caption: str, heads: Sequence[str], more: str, body: Sequence[str]) -> str:
    named = f"<caption>{escape(caption)}</caption>" if caption else ""
    cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    table = f"{named}<thead><tr>{cells}{more}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    for start, role in _ROLES:
        table = table.replace(start, f'{start} role="{role}"')
    return f'<div class="ox-scroll"><table class="ox-odds" role="table">{table}</div>'


def _name(row: Chance) -> str:
    if row.part or row.strength is not None:
        return kind_name(row.kind, row.strength, rules_language())
    text = (
        say(f"class.{row.kind}")
        if row.kind in (Kind.SINGLE, Kind.DOUBLE)
        else say(f"kind.{row.kind}", strength="")
    )
    return text.strip()


def _one_in(share: Fraction) -> str:
    often = float(1 / share)
    return decimal(often, 1 if often < 100 else 0)


def _pays(row: Chance, house: HouseRules) -> str:
    least, most = decimal(row.pays[0]), decimal(row.pays[-1])
    text = least if least == most else f"{least}–{most}"
    return text if house.settle_by == "points" else f"{text}×"
