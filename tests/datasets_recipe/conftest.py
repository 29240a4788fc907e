"""The scripts of `datasets/` as modules; they are no package, and find each other by their folder."""

import importlib
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

FOLDER = Path(__file__).parents[2] / "datasets"
NAMES = ("sources", "backgrounds", "build")


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The modules `sources`, `backgrounds` and `build`, imported anew."""
    monkeypatch.syspath_prepend(str(FOLDER))
    for name in NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    modules: dict[str, ModuleType] = {name: importlib.import_module(name) for name in NAMES}
    yield SimpleNamespace(**modules)
    for name in NAMES:
        sys.modules.pop(name, None)
