"""Networks are opened only when they are the ones that the manifest names."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.tiny_onnx import channel_means
from vision.errors import ModelError
from vision.networks.models import MANIFEST, Manifest, Network, NetworkSession, load_manifest, usable_cores
from vision.networks.reader import CLASSES, OnnxReader

TINY = channel_means()


@pytest.fixture
def manifest(tmp_path: Path) -> Manifest:
    """A folder with two tiny networks and their manifest."""
    for name in ("finder.onnx", "reader.onnx"):
        (tmp_path / name).write_bytes(TINY)
    digest = hashlib.sha256(TINY).hexdigest()
    finder = Network("finder.onnx", digest, ("index",), 960, 13, {"score": 0.3}, {"steps": 5})
    reader = Network("reader.onnx", digest, CLASSES, 64, 13, {"accept": 0.6}, {"decks": ["any"]})
    made = Manifest("tiny 1", finder, reader, tmp_path)
    made.save()
    return made


def test_manifest_is_read_as_it_was_written(manifest: Manifest) -> None:
    assert load_manifest(manifest.folder) == manifest
    assert manifest.identity == {
        "name": "tiny 1",
        "finder": manifest.finder.sha256,
        "reader": manifest.reader.sha256,
    }
    assert manifest.finder.threshold("score", 0.25) == 0.3
    assert manifest.finder.threshold("iou", 0.55) == 0.55


def test_missing_manifest(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        load_manifest(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("reader"),
        lambda data: data["finder"].pop("sha256"),
        lambda data: data["finder"].update(input_size="wide"),
        lambda data: data["reader"].update(thresholds=[0.5]),
        lambda data: data.update(finder="finder.onnx"),
    ],
)
def test_broken_manifest(manifest: Manifest, change: object) -> None:
    data = manifest.to_json()
    change(data)  # type: ignore[operator]
    (manifest.folder / MANIFEST).write_text(json.dumps(data))
    with pytest.raises(ModelError, match="not a manifest"):
        load_manifest(manifest.folder)


def test_manifest_that_is_no_json(manifest: Manifest) -> None:
    (manifest.folder / MANIFEST).write_bytes(b"\xff\xfe{")
    with pytest.raises(ModelError, match="not a manifest"):
        load_manifest(manifest.folder)


def test_network_runs(manifest: Manifest) -> None:
    batch = np.zeros((2, 3, 8, 6), np.float32)
    batch[1, 2] = 0.5
    output = NetworkSession(manifest.finder, manifest.folder).run(batch, 3)
    np.testing.assert_allclose(output, [[0, 0, 0], [0, 0, 0.5]])


def test_changed_network_is_refused(manifest: Manifest) -> None:
    path = manifest.folder / "finder.onnx"
    path.write_bytes(TINY + b"\x00")
    with pytest.raises(ModelError, match=r"changed: SHA-256 .* Install"):
        NetworkSession(manifest.finder, manifest.folder)


def test_missing_network(manifest: Manifest) -> None:
    (manifest.folder / "reader.onnx").unlink()
    with pytest.raises(ModelError, match="cannot be read"):
        NetworkSession(manifest.reader, manifest.folder)


def test_network_outside_its_folder_is_refused(manifest: Manifest) -> None:
    with pytest.raises(ModelError, match="outside its folder"):
        NetworkSession(replace(manifest.reader, file="../reader.onnx"), manifest.folder)


def test_file_that_is_no_network(manifest: Manifest) -> None:
    junk = b"not a network"
    (manifest.folder / "finder.onnx").write_bytes(junk)
    network = replace(manifest.finder, sha256=hashlib.sha256(junk).hexdigest())
    with pytest.raises(ModelError, match="cannot run here"):
        NetworkSession(network, manifest.folder)


def test_failing_run_and_unexpected_output(manifest: Manifest) -> None:
    session = NetworkSession(manifest.finder, manifest.folder)
    with pytest.raises(ModelError, match="failed on an input"):
        session.run(np.zeros((2, 3), np.float32), 3)
    with pytest.raises(ModelError, match="without 21 channels"):
        session.run(np.zeros((1, 3, 4, 4), np.float32), 21)


def test_reader_with_other_classes_is_refused(manifest: Manifest) -> None:
    swapped = (CLASSES[1], CLASSES[0], *CLASSES[2:])
    with pytest.raises(ModelError, match="another order"):
        OnnxReader(replace(manifest.reader, classes=swapped), manifest.folder)


def test_cores() -> None:
    assert usable_cores() >= 1
