"""The rules need nothing but the standard library and numpy, and know neither photos nor pages."""

import ast
import sys
from pathlib import Path

import pytest

import rules

MODULES = sorted(Path(rules.__file__).parent.glob("*.py"))
ALLOWED = {*sys.stdlib_module_names, "numpy", "rules"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_imports(path: Path) -> None:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    assert found <= ALLOWED


def test_short_public_face() -> None:
    assert all(hasattr(rules, name) for name in rules.__all__)
    assert rules.evaluate(rules.parse_hand("3C 6S 8H 4H 8C")).label == "Double-Ox 8"
