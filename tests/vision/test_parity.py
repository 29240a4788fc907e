"""Our run-time path against ultralytics' own predict, on the same weights and pictures."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.networks.detections import box_iou
from vision.networks.finder import OnnxFinder
from vision.networks.looks import Look
from vision.networks.models import load_manifest
from vision.networks.reader import CLASSES, OnnxReader
from vision.synth.scene import Studio

pytest.importorskip("ultralytics", reason="needs the train extra")
pytestmark = [pytest.mark.train, pytest.mark.filterwarnings("ignore")]

CHECKPOINTS = Path(__file__).parents[2] / "models" / "checkpoints"
SCENES = 20
SIZE = 640


@pytest.fixture(scope="module")
def scenes():
    return [Studio().render(77, number, SIZE) for number in range(SCENES)]


@pytest.fixture(scope="module")
def ours():
    manifest = load_manifest()
    return OnnxFinder(manifest.finder, manifest.folder), OnnxReader(manifest.reader, manifest.folder)


def reference(kind, folder):
    from ultralytics import YOLO

    from vision.training.export import as_ultralytics

    target = folder / f"{kind}.pt"
    as_ultralytics(kind, CHECKPOINTS / f"{kind}.pt", target)
    return YOLO(target)


@pytest.fixture(scope="module")
def lenient():
    """The finder without suppression: which of two that score alike survives is decided by rounding."""
    manifest = load_manifest()
    network = replace(manifest.finder, thresholds={**manifest.finder.thresholds, "iou": 1.0})
    return OnnxFinder(network, manifest.folder)


def test_finder_gives_ultralytics_boxes_and_keypoints(scenes, ours, lenient, tmp_path):
    finder, _ = ours
    yolo = reference("finder", tmp_path)
    compared = 0
    for scene in scenes:
        mine = finder.look(scene.image, Look((0, 0, SIZE, SIZE), SIZE))
        everything = lenient.look(scene.image, Look((0, 0, SIZE, SIZE), SIZE))
        clipped = everything.boxes.clip(0, SIZE)  # as ultralytics does
        theirs = yolo.predict(scene.image, imgsz=SIZE, conf=0.25, iou=0.55, device="cpu", verbose=False)[0]
        boxes, points = theirs.boxes.xyxy.numpy(), theirs.keypoints.xy.numpy()
        for box, score, keypoints in zip(boxes, theirs.boxes.conf.numpy(), points, strict=True):
            if score < 0.3:  # near the threshold rounding decides
                continue
            assert box_iou(box, mine.boxes).max() > 0.8
            gaps = np.abs(clipped - box).max(1) + np.abs(everything.scores - score)
            nearest = gaps.argmin()
            assert gaps[nearest] <= 2
            inside = (keypoints > 0).all(1) & (keypoints < SIZE).all(1)  # ultralytics clips to the picture
            assert np.abs(everything.points[nearest] - keypoints)[inside].max(initial=0) <= 3
            compared += 1
        assert abs(len(mine) - len(boxes)) <= 1
    assert compared > 100


def test_reader_gives_ultralytics_classes(scenes, ours, tmp_path):
    from vision.networks.crop import cut_index

    _, reader = ours
    yolo = reference("reader", tmp_path)
    crops = [cut_index(scene.image, label.index_quad) for scene in scenes for label in scene.seen]
    mine = reader.classify(crops)
    theirs = yolo.predict(crops, imgsz=64, device="cpu", verbose=False)
    assert [CLASSES[row.argmax()] for row in mine] == [result.names[result.probs.top1] for result in theirs]
    assert np.abs(mine.max(1) - [float(result.probs.top1conf) for result in theirs]).max() < 0.02
    assert len(crops) > 100
