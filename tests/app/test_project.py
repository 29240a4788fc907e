"""The README, the continuous check and the packaging say the same."""

import importlib
import re
import tomllib
from pathlib import Path

import pytest

from app.cli import COMMANDS
from app.commands import app_command
from app.places import sample_photo

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BLOCKS = re.findall(r"```sh\n(.*?)\n```", README, re.DOTALL)


def test_readme_has_two_commands_and_the_check_runs_both():
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    main_job, tests = BLOCKS
    assert f"{main_job} --sample" in run
    assert tests in run


def test_readme_names_every_command_for_users():
    for name in set(COMMANDS) - {"synth", "train"}:
        assert f"`oxeye {name}" in README


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_loaded(name):
    assert importlib.import_module(COMMANDS[name]).command


def test_licence_is_the_agpl():
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.lstrip().startswith("GNU AFFERO GENERAL PUBLIC LICENSE\n")
    assert PROJECT["project"]["license"] == "AGPL-3.0-or-later"


def test_reading_needs_no_training_library():
    needs = " ".join(PROJECT["project"]["dependencies"])
    assert not re.search(r"torch|ultralytics|pytest", needs)


def test_no_machine_path_or_registry_is_named():
    for name in ("README.md", "CONTRIBUTING.md", "pyproject.toml", ".ci/run"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"/(work|opt|root|home)/|index-url|pypi\.org", text), name


def test_sample_is_where_the_wheel_takes_it_from():
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["sources"]["datasets/samples"] == "app/samples"
    assert sample_photo() == ROOT / "datasets" / "samples" / "hand.jpg"


def test_page_is_private_and_shows_no_traceback():
    words = app_command.page_command(8600, browser=False)
    assert "--server.address=localhost" in words
    assert "--server.port=8600" in words
    assert "--server.maxUploadSize=25" in words
    assert "--browser.gatherUsageStats=false" in words
    assert "--client.showErrorDetails=none" in words
    assert "--server.headless=true" in words
    assert not any("headless" in word for word in app_command.page_command(8600, browser=True))


def test_no_words_are_smaller_than_can_be_read_at_arms_length():
    sheets = list((ROOT / "app").rglob("*.css"))
    sizes = {
        float(size)
        for sheet in sheets
        for size in re.findall(
            r"font(?:-size)?:[^;]*?(?<![\w.])(\d*\.?\d+)rem", sheet.read_text(encoding="utf-8")
        )
    }
    assert len(sheets) >= 3
    assert min(sizes) >= 0.75
