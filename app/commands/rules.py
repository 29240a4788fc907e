"""`oxeye rules`: list, show, write and check rule sets."""

import json
from pathlib import Path
from typing import Annotated

import typer

from app.commands.judge import AsJson, Settings, chosen_rules
from rules.errors import RulesError
from rules.explain import rules_json
from rules.house import HouseRules
from rules.options import OPTIONS, value_text
from rules.presets import PRESETS

rules_app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="List, show, write and check rule sets."
)
command = rules_app

Name = Annotated[str, typer.Argument(metavar="NAME|FILE", help="Rule set: a name or a TOML file.")]


@rules_app.command("list")
def list_rules(as_json: AsJson = False) -> None:
    """List the named rule sets and their friendly names."""
    for preset in PRESETS.values():
        if as_json:
            changes = HouseRules.named(preset.name).changes()
            entry = {"name": preset.name, "also": preset.also, "about": preset.about, "changes": changes}
            print(json.dumps(entry, ensure_ascii=False))
        else:
            also = f" [{', '.join(preset.also)}]" if preset.also else ""
            print(f"{preset.name:<20} {preset.about}{also}")


@rules_app.command("show")
def show_rules(name: Name = "DEFAULT", settings: Settings = None, as_json: AsJson = False) -> None:
    """Show every option of a rule set, what it decides, and what else is allowed."""
    house = chosen_rules(name, settings)
    if as_json:
        print(json.dumps(rules_json(house), ensure_ascii=False))
        return
    print(f"{house.name} ({house.id})")
    changes = house.changes()
    for key, option in OPTIONS.items():
        mark = "*" if key in changes else " "
        print(f"{mark} {key} = {value_text(getattr(house, key))}")
        print(f"      {option.meaning} ({option.clause}); allowed: {option.allowed()}")
    if changes:
        print("* differs from the default rules")


@rules_app.command("new")
def new_rules(
    file: Annotated[Path, typer.Argument(help="TOML file to write.")],
    base: Annotated[
        str, typer.Option("--from", metavar="NAME|FILE", help="Rules to begin with.")
    ] = "DEFAULT",
    settings: Settings = None,
    name: Annotated[str | None, typer.Option(help="Name of the rules; by default that of the file.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Write a rule set to a TOML file that can be edited and shared."""
    if file.exists() and not force:
        raise RulesError(f"{file} exists already; choose another name or add --force")
    chosen_rules(base, settings).with_options(name=(name or "").strip() or file.stem).save(file)
    typer.echo(f"wrote {file}", err=True)


@rules_app.command("check")
def check_rules(name: Name, as_json: AsJson = False) -> None:
    """Check a rule set, and say in what it differs from the default rules."""
    house = HouseRules.find(name)
    if as_json:
        print(json.dumps({**rules_json(house), "changes": house.changes()}, ensure_ascii=False))
        return
    print(f"{house.name} ({house.id}) is valid")
    for key, value in house.changes().items():
        default = OPTIONS[key].default
        if isinstance(value, dict):
            default = {entry: default.pay_of(entry) for entry in value}
        print(f"  {key} = {value_text(value)} (default {value_text(default)})")
