"""`oxeye odds`: how often each result comes under a rule set, and what a deal is worth to the dealer."""

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.commands.judge import AsJson, Rules, Settings, chosen_rules
from rules.explain import rules_json
from rules.kinds import NAMES
from rules.options import value_text

if TYPE_CHECKING:
    from rules.effects import Effect
    from rules.odds import Odds


def odds(
    rules: Rules = "DEFAULT",
    settings: Settings = None,
    decks: Annotated[int | None, typer.Option(min=1, max=8, help="Number of decks in play.")] = None,
    with_effects: Annotated[
        bool, typer.Option("--effects", help="Also say what each other house rule would change.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Exact odds: every kind and strength, equal hands, and the dealer's edge for one player."""
    from rules.effects import effects
    from rules.odds import odds as exact_odds

    house = chosen_rules(rules, [*(settings or []), *([] if decks is None else [f"decks={decks}"])])
    if house.suited != "off" or with_effects:
        typer.echo("counting all hands …", err=True)
    exact = exact_odds(house)
    changes = list(effects(house)) if with_effects else []
    if as_json:
        print(json.dumps(_json(exact, changes), ensure_ascii=False))
    else:
        print("\n".join(_lines(exact, changes)))


command = odds


def _json(exact: "Odds", changes: list["Effect"]) -> dict[str, Any]:
    return {
        "hands": exact.hands,
        "by_kind": {NAMES[kind]: count for kind, count in exact.by_kind().items()},
        "by_strength": exact.by_label(),
        "player_higher": float(exact.higher),
        "dealer_higher": float(exact.higher),
        "equal": float(exact.equal),
        "dealer_edge": float(exact.dealer_edge),
        "player_expects": -float(exact.dealer_edge),
        "moved": float(exact.moved),
        "effects": [
            {
                "option": change.option,
                "value": change.value,
                "hands": float(change.hands),
                "winners": float(change.winners),
                "amounts": float(change.amounts),
                "dealer_edge": float(change.dealer_edge),
            }
            for change in changes
        ],
        "rules": rules_json(exact.house),
    }


def _lines(exact: "Odds", changes: list["Effect"]) -> list[str]:
    unit = "points" if exact.house.settle_by == "points" else "stakes"
    lines = [f"{exact.house.name} ({exact.house.id}): {exact.hands:,} hands"]
    kinds = exact.by_kind()
    for kind, count in kinds.items():
        lines.append(f"{NAMES[kind]:<16}{count:>16,}  {_percent(count, exact.hands)}")
        strengths = {name: n for name, n in exact.by_label().items() if name.startswith(f"{NAMES[kind]} ")}
        lines += [f"  {name:<14}{n:>16,}  {_percent(n, exact.hands)}" for name, n in strengths.items()]
    edge, moved = float(exact.dealer_edge), float(exact.moved)
    lines += [
        f"player higher {_share(exact.higher)}, dealer higher as often, equal {_share(exact.equal)}",
        f"the dealer wins {edge:.5f} {unit} per deal from each player; {moved:.4f} change hands",
    ]
    if changes:
        head = f"{'other rule':<30}{'hands':>10}{'winners':>10}{'amounts':>10}{'edge':>10}"
        lines += [
            "",
            "what another rule would change (share of hands and of deals, dealer's edge)",
            head,
        ]
    for change in changes:
        shares = (change.hands, change.winners, change.amounts)
        cells = "".join(f"{_share(share):>10}" for share in shares)
        rule = f"{change.option}={value_text(change.value)}"
        lines.append(f"{rule:<30}{cells}{float(change.dealer_edge):>10.5f}")
    return lines


def _percent(count: int, total: int) -> str:
    return f"{count / total:9.4%}"


def _share(share: Fraction) -> str:
    return f"{float(share):.3%}"
