"""Errors of reading photos; the whole tree is drawn in `rules.errors`."""

from rules.errors import OxeyeError


class ImageError(OxeyeError):
    """The file is not a photo that Oxeye can read."""


class ModelError(OxeyeError):
    """A network is missing, changed, or cannot run here."""
