"""Clips of one hand under a moving camera: rendered from a photo, and read back frame by frame.

A clip is a file of JPEG pictures one after the other (MJPEG), which browsers take as a camera in tests and
`oxeye bench --live` plays back.
"""

import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import ImageError

BgrImage = npt.NDArray[np.uint8]

RATE = 30.0
"""Pictures a second of a clip that does not tell."""
QUALITY = 85
TABLE = (46, 78, 44)
"""Blue, green, red around the photo: a table's cloth."""
_START, _END = b"\xff\xd8\xff", b"\xff\xd9"
_MOST_FRAMES = 3000


def moving_camera(
    photo: BgrImage, frames: int, size: tuple[int, int] = (1280, 720), sway: float = 1.0, fill: float = 0.94
) -> Iterator[BgrImage]:
    """Pictures of a photo that lies on a table, seen by a camera in a hand: it drifts, turns, comes and goes.

    The path is closed, so that the clip can be played again and again.

    Args:
        photo: (H, W, 3) uint8 BGR.
        frames: how many pictures.
        size: width and height of the pictures.
        sway: how much the hand moves; 0 holds still.
        fill: share of the picture's height or width that the photo takes.
    """
    height, width = photo.shape[:2]
    scale = fill * min(size[0] / width, size[1] / height)
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    centred = (flat - (width / 2, height / 2)) * scale
    for number in range(frames):
        turn = 2 * math.pi * number / frames
        angle = 0.04 * sway * math.sin(turn)
        nearer = 1 - 0.04 * sway * (1 - math.cos(turn))
        tilt = 0.03 * sway * math.sin(2 * turn)
        rotation = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        seen = centred @ rotation.T * nearer
        seen *= 1 + tilt * seen[:, 1:] / size[1]
        drift = 0.02 * sway * np.array([math.sin(2 * turn), math.cos(turn)]) * size
        goal = np.asarray(seen + drift + np.array(size) / 2, np.float32)
        matrix = cv2.getPerspectiveTransform(flat, goal)
        picture = cv2.warpPerspective(
            photo, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=TABLE
        )
        yield np.asarray(picture, np.uint8)


def write_mjpeg(path: Path, pictures: Iterator[BgrImage], quality: int = QUALITY) -> int:
    """Write a clip; the number of its pictures."""
    count = 0
    with path.open("wb") as file:
        for picture in pictures:
            file.write(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())
            count += 1
    return count


def read_clip(path: Path) -> tuple[list[bytes], float]:
    """The pictures of a clip as JPEG files, and how many it shows a second.

    MJPEG files are split as they are; any other video is decoded by OpenCV and compressed again.

    Raises:
        ImageError: the file cannot be read, or holds no picture.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"{path}: {error.strerror}. Name a clip, MJPEG or any common video.") from error
    frames, rate = (split_mjpeg(data), RATE) if data.startswith(_START) else _decode(path)
    if not frames:
        raise ImageError(f"{path} holds no picture that can be read. Name a clip, MJPEG or any common video.")
    return frames, rate


def split_mjpeg(data: bytes) -> list[bytes]:
    """The JPEG files in a row of them; pictures inside of a picture, such as thumbnails, stay there."""
    parts = data.split(_END + _START)
    if len(parts) == 1:
        return parts
    whole = [(b"" if not place else _START) + part + _END for place, part in enumerate(parts[:-1])]
    return [*whole, _START + parts[-1]]


def _decode(path: Path) -> tuple[list[bytes], float]:
    video = cv2.VideoCapture(str(path))
    frames: list[bytes] = []
    try:
        while len(frames) < _MOST_FRAMES:
            more, picture = video.read()
            if not more:
                break
            frames.append(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())
        return frames, video.get(cv2.CAP_PROP_FPS) or RATE
    finally:
        video.release()
