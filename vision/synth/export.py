"""Scenes on disk: pictures, YOLO pose labels, the data set file, and a contact sheet with labels drawn."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import CLASSES
from vision.synth.scene import VISIBLE, IndexLabel, Scene, Studio

_SHEET_COLUMNS, _SHEET_SIDE, _SHEET_MOST = 5, 320, 25
_GREEN, _RED, _BLUE = (60, 200, 60), (60, 60, 230), (230, 160, 30)


def yolo_pose_line(label: IndexLabel, width: int, height: int) -> str:
    """One line of a YOLO pose label file: class 0, box centre and size, 8 keypoints, all in 0..1.

    Keypoints outside the picture keep their values below 0 or above 1: the network learns them too.
    """
    x0, y0, x1, y1 = label.box
    box = np.array([(x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0]) / (width, height, width, height)
    points = np.vstack([label.card_quad, label.index_quad]) / (width, height)
    return " ".join(["0", *(f"{value:.6f}" for value in [*box, *points.ravel()])])


def write_scenes(
    studio: Studio, folder: Path, seed: int, count: int, size: int, tick: Callable[[], None] = lambda: None
) -> Path:
    """Render scenes 0 to `count` - 1 of a series into a folder.

    Writes `images/`, `labels/` (YOLO pose), `cards/` (one line per index: card name and visible share),
    `data.yaml` for ultralytics, and `contact-sheet.jpg`, whose path is returned.

    Args:
        size: side of the square pictures in pixels.
        tick: called after every scene.
    """
    for part in ("images", "labels", "cards"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    sheet = []
    for number in range(count):
        scene = studio.render(seed, number, size)
        name = f"{seed:04d}-{number:06d}"
        cv2.imwrite(str(folder / "images" / f"{name}.png"), scene.image)
        lines = [yolo_pose_line(label, size, size) for label in scene.seen]
        (folder / "labels" / f"{name}.txt").write_text("\n".join(lines))
        cards = [f"{CLASSES[label.label]} {label.visible:.2f}" for label in scene.seen]
        (folder / "cards" / f"{name}.txt").write_text("\n".join(cards))
        if number < _SHEET_MOST:
            small = cv2.resize(draw_labels(scene), (_SHEET_SIDE,) * 2, interpolation=cv2.INTER_AREA)
            sheet.append(np.asarray(small, np.uint8))
        tick()
    (folder / "data.yaml").write_text(
        "path: .\ntrain: images\nval: images\nkpt_shape: [8, 2]\nflip_idx: []\nnames: {0: index}\n"
    )
    target = folder / "contact-sheet.jpg"
    cv2.imwrite(str(target), _tile(sheet))
    return target


def draw_labels(scene: Scene) -> npt.NDArray[np.uint8]:
    """The picture with its labels: indices green, red when too hidden to be labelled, card edges blue."""
    picture = scene.image.copy()
    for label in scene.indices:
        seen = label.visible >= VISIBLE
        if seen:
            cv2.polylines(picture, [np.round(label.card_quad).astype(np.int32)], True, _BLUE, 1, cv2.LINE_AA)
        colour = _GREEN if seen else _RED
        cv2.polylines(picture, [np.round(label.index_quad).astype(np.int32)], True, colour, 1, cv2.LINE_AA)
        if seen:
            spot = np.round(label.index_quad.max(0)).astype(int).tolist()
            cv2.putText(
                picture, CLASSES[label.label], spot, cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1, cv2.LINE_AA
            )
    return picture


def _tile(pictures: list[npt.NDArray[np.uint8]]) -> npt.NDArray[np.uint8]:
    blank = np.zeros((_SHEET_SIDE, _SHEET_SIDE, 3), np.uint8)
    columns = min(_SHEET_COLUMNS, max(1, len(pictures)))
    padded = [*pictures, *[blank] * (-len(pictures) % columns)] or [blank]
    return np.vstack([np.hstack(padded[i : i + columns]) for i in range(0, len(padded), columns)])
