"""Reading cards from a photo.

The public face is small: `load_photo` turns any picture file into an upright array, `CardReader` reads
its cards, `draw` writes the verdict on it. The names are loaded when they are used, because parts of
this package are wanted where neither OpenCV nor a network is.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.overlay.overlay import HandCaption, draw
    from vision.photo.image import Photo, load_photo
    from vision.pipeline import CardReader

__all__ = ["CardReader", "HandCaption", "Photo", "draw", "load_photo"]

_HOMES = {
    "CardReader": "vision.pipeline",
    "HandCaption": "vision.overlay.overlay",
    "Photo": "vision.photo.image",
    "draw": "vision.overlay.overlay",
    "load_photo": "vision.photo.image",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'vision' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
