"""Where the sample photo is, in a clone and in an installed copy."""

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
