"""Where the sample photo is, in a clone and in an installed copy, and where Oxeye keeps its own files."""

import os
import sys
from pathlib import Path

import app

SAMPLE_NAME = "hand.jpg"
"""File name of the sample: a scene rendered by this project, with five cards on a table."""


def sample_photo() -> Path:
    """The sample photo: `app/samples` when installed (see `pyproject.toml`), else `datasets/samples`."""
    package = Path(app.__path__[0])
    installed = package / "samples"
    folder = installed if installed.is_dir() else package.parent / "datasets" / "samples"
    return folder / SAMPLE_NAME


def data_folder() -> Path:
    """The folder for what Oxeye keeps on this computer for its user; it may not exist yet."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "oxeye"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "oxeye"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "oxeye"
