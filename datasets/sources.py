"""Fetch packages by name with the ordinary clients, and draw SVG files with librsvg."""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Entry = dict[str, Any]
"""One table of the recipe."""

_TOOLS = {
    "npm": "install Node.js",
    "apt-get": "this source needs Debian or a relative of it",
    "dpkg-deb": "this source needs Debian or a relative of it",
    "tar": "install tar",
    "rsvg-convert": "install librsvg's tools (Debian: librsvg2-bin)",
    "fc-match": "install fontconfig",
}


_NOISE = re.compile(r"\s*$|W:|npm (notice|warn)", re.IGNORECASE)


class MissingError(Exception):
    """A deck or a set of backgrounds cannot be made here; the message says what is missing."""


def run(*command: str | Path, cwd: Path | None = None, send: bytes = b"") -> bytes:
    """Output of a program that is sent `send`.

    Raises:
        MissingError: the program is not installed, fails, or needs more than 15 minutes.
    """
    tool = str(command[0])
    if shutil.which(tool) is None:
        raise MissingError(f"{tool} is not installed: {_TOOLS[tool]}")
    try:
        return subprocess.run(
            command, cwd=cwd, input=send, capture_output=True, check=True, timeout=900
        ).stdout
    except subprocess.TimeoutExpired as error:
        raise MissingError(f"{tool} {command[1]} did not end within 15 minutes") from error
    except subprocess.CalledProcessError as error:
        lines = [
            line for line in error.stderr.decode(errors="replace").splitlines() if not _NOISE.match(line)
        ]
        said = "; ".join(lines[:2]) or "no message"
        raise MissingError(f"{' '.join(map(str, command))} failed: {said}") from error


def fetch(package: Entry, store: Path) -> Path:
    """Folder with the unpacked package, downloaded by its name unless it is there already."""
    folder = store / re.sub(r"[^\w.-]+", "_", package["name"]).strip("_")
    if folder.is_dir():
        return folder
    print(f"fetching {package['name']}", flush=True)
    store.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=store, prefix=".part-") as name:
        part, unpacked = Path(name), Path(name) / "unpacked"
        unpacked.mkdir()
        if package["kind"] == "npm":
            run("npm", "pack", "--ignore-scripts", f"{package['name']}@{package['version']}", cwd=part)
            run("tar", "-xzf", next(part.glob("*.tgz")), "-C", unpacked)
        else:
            run("apt-get", "download", package["name"], cwd=part)
            run("dpkg-deb", "-x", next(part.glob("*.deb")), unpacked)
        unpacked.rename(folder)
    return folder


def draw(source: Path, width: int, *options: str, remove: str | None = None) -> Picture:
    """An SVG or SVGZ file, (h, w, 4) uint8 BGRA, `width` pixels wide, without what matches `remove`."""
    if not source.is_file():
        raise MissingError(f"the package no longer holds {source.name}")
    data = source.read_bytes()
    if remove is not None:
        data = re.sub(remove.encode(), b"", data)
    png = run("rsvg-convert", "--width", str(width), "--keep-aspect-ratio", *options, send=data)
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise MissingError(f"rsvg-convert drew nothing from {source.name} {' '.join(options)}")
    if picture.shape[2] == 3:  # a drawing without see-through parts
        picture = cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return np.asarray(picture, np.uint8)
