"""OpenCV's native part: what to install where it cannot be loaded."""

import importlib
import sys

from rules.errors import OxeyeError

_LIBRARIES = {"libGL.so": "libgl1", "libgthread": "libglib2.0-0", "libglib": "libglib2.0-0"}
"""System libraries that a bare server lacks, and the packages of Debian and Ubuntu that have them."""


class OpenCvError(OxeyeError):
    """OpenCV is missing, or a system library that it needs is."""


def require_opencv() -> None:
    """Load OpenCV.

    Raises:
        OpenCvError: it cannot be loaded; the message says what to install.
    """
    try:
        importlib.import_module("cv2")
    except ImportError as error:
        raise OpenCvError(explain_import(error)) from error


def concerns_opencv(error: ImportError) -> bool:
    """True when it is OpenCV, or a system library of it, that could not be loaded."""
    return (
        error.name == "cv2"
        or "cv2" in str(error.path or "")
        or any(name in str(error) for name in _LIBRARIES)
    )


def explain_import(error: ImportError) -> str:
    """What is missing, and what to do.

    >>> explain_import(ImportError("libGL.so.1: cannot open shared object file"))[-55:]
    ' Debian and Ubuntu: apt-get install libgl1 libglib2.0-0'
    """
    if any(name in str(error) for name in _LIBRARIES):
        return (
            f"OpenCV lacks a system library ({error}). A desktop has it; on a server, on Debian and Ubuntu: "
            f"apt-get install {' '.join(dict.fromkeys(_LIBRARIES.values()))}"
        )
    return (
        f"OpenCV cannot be loaded ({error}). Install it again: "
        f"{sys.executable} -m pip install --force-reinstall opencv-python"
    )
