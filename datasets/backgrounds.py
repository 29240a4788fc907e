"""Turn the files of a package into pictures of backgrounds."""

import base64
import re
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import cv2
import numpy as np
from sources import Entry, MissingError, Picture, draw

LONG_SIDE = 1024
"""Pixels to which a larger picture is reduced."""
TILED = (1024, 768)
"""Width and height that a small pattern is repeated to."""
# A drawing that is all transparency over one colour comes out flat; the renderer has plain tables already.
_FLAT = 2.0


def write_backgrounds(entry: Entry, folder: Path, out: Path, scratch: Path) -> int:
    """Write one set as JPEG files and return how many of its files gave no picture.

    Args:
        entry: table `background.NAME` of the recipe.
        folder: the unpacked package.
        out: folder for the pictures.
        scratch: folder for temporary files.

    Raises:
        MissingError: no file matches or none can be read.
    """
    useless = 0
    for name, path in _files(entry, folder, scratch).items():
        pictures = list(_pictures(entry["how"], path, scratch))
        useless += not pictures
        for number, picture in enumerate(pictures):
            scale = min(1.0, LONG_SIDE / max(picture.shape[:2]))
            small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            suffix = f"_{number}" if len(pictures) > 1 else ""
            cv2.imwrite(str(out / f"{name}{suffix}.jpg"), small, [cv2.IMWRITE_JPEG_QUALITY, 92])
    if not any(out.iterdir()):
        raise MissingError("the package no longer holds pictures where the recipe looks, or none can be read")
    return useless


def _files(entry: Entry, folder: Path, scratch: Path) -> dict[str, Path]:
    """The files of a set by a short name: their path below the folder that all of them share."""
    if "archive" in entry:
        if not (folder / entry["archive"]).is_file():
            raise MissingError(f"the package no longer holds {entry['archive']}")
        with zipfile.ZipFile(folder / entry["archive"]) as archive:
            wanted = [n for n in archive.namelist() if any(fnmatchcase(n, p) for p in entry["files"])]
            archive.extractall(scratch, wanted)
        folder = scratch
    skip = entry.get("skip", [])
    found = sorted({path for pattern in entry["files"] for path in folder.glob(pattern) if path.is_file()})
    kept = [path for path in found if not any(fnmatchcase(path.name, pattern) for pattern in skip)]
    shared = set.intersection(*(set(path.parents) for path in kept)) if kept else set()
    top = max(shared, key=lambda path: len(path.parts), default=folder)
    return {"-".join(path.relative_to(top).with_suffix("").parts): path for path in kept}


def _pictures(how: str, path: Path, scratch: Path) -> Iterator[Picture]:
    """The backgrounds made of one file, (h, w, 3) uint8 BGR; none if it is unreadable or of one colour."""
    if how == "panorama":
        yield from views(read_panorama(path.read_bytes(), scratch))
        return
    if path.suffix == ".svg":
        picture = draw(path, LONG_SIDE)[:, :, :3]
    elif path.suffix == ".pat":
        picture = read_pattern(path.read_bytes())
    else:
        picture = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR)
    if picture is not None and picture.std() > _FLAT:
        yield tile(picture) if how == "tile" else np.asarray(picture, np.uint8)


def tile(picture: Picture) -> Picture:
    """A pattern repeated to `TILED` pixels."""
    height, width = picture.shape[:2]
    return np.tile(picture, (-(-TILED[1] // height), -(-TILED[0] // width), 1))[: TILED[1], : TILED[0]]


def read_pattern(data: bytes) -> Picture:
    """A GIMP pattern: big-endian header size, version, width, height, channels, "GPAT", name; then pixels."""
    start, _, width, height, channels = np.frombuffer(data, ">u4", 5).astype(int)
    pixels = np.frombuffer(data, np.uint8, width * height * channels, start).reshape(height, width, channels)
    return np.repeat(pixels, 3, 2) if channels < 3 else np.ascontiguousarray(pixels[:, :, 2::-1])


def read_panorama(data: bytes, scratch: Path) -> Picture:
    """An OpenEXR picture inside a JavaScript module, with its brightness brought to that of a photo."""
    try:
        import OpenEXR
    except ImportError as error:
        raise MissingError("the Python package OpenEXR is not installed: pip install OpenEXR") from error
    found = re.search(rb"base64,([\w+/=]+)", data)
    if found is None:
        raise MissingError("the package no longer holds its pictures as base64")
    path = scratch / "panorama.exr"
    path.write_bytes(base64.b64decode(found[1]))
    with OpenEXR.File(str(path)) as file:
        light = file.channels()["RGB"].pixels[:, :, ::-1].astype(np.float32)
    path.unlink()
    light = np.clip(light / max(float(np.quantile(light, 0.97)), 1e-6), 0, 1)
    return (255 * light ** (1 / 2.2)).astype(np.uint8)


def views(panorama: Picture) -> Iterator[Picture]:
    """Six views out of a 360 degree picture, 75 degrees wide and looking somewhat down, as at a table."""
    height, width = panorama.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, 960), np.linspace(-0.75, 0.75, 720))
    z, pitch = 1 / np.tan(np.radians(37.5)), np.radians(15)
    down, ahead = y * np.cos(pitch) + z * np.sin(pitch), z * np.cos(pitch) - y * np.sin(pitch)
    across = np.arctan2(x, ahead) / (2 * np.pi)
    row = (np.arctan2(down, np.hypot(x, ahead)) / np.pi + 0.5) * height
    for turn in range(6):
        column = (across + turn / 6) % 1 * width
        mapped = (column.astype(np.float32), row.astype(np.float32))
        yield np.asarray(cv2.remap(panorama, *mapped, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP), np.uint8)
