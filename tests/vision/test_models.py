"""Networks are opened only when they are the ones that the manifest names."""

import hashlib
import io
import json
import os
import pickle
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.tiny_onnx import channel_means
from vision.errors import ModelError
from vision.networks import models
from vision.networks.models import (
    FORMAT,
    MANIFEST,
    MODELS_DIR,
    Manifest,
    Network,
    NetworkSession,
    load_manifest,
    usable_cores,
)
from vision.networks.reader import CLASSES, OnnxReader
from vision.pipeline import CardReader

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
    with pytest.raises(ModelError, match=r"changed: SHA-256 .* Check the folder"):
        NetworkSession(manifest.finder, manifest.folder)


def test_missing_network(manifest: Manifest) -> None:
    (manifest.folder / "reader.onnx").unlink()
    with pytest.raises(ModelError, match="cannot be read"):
        NetworkSession(manifest.reader, manifest.folder)


def test_network_outside_its_folder_is_refused(manifest: Manifest) -> None:
    with pytest.raises(ModelError, match="outside its folder"):
        NetworkSession(replace(manifest.reader, file="../reader.onnx"), manifest.folder)


def test_file_that_is_no_network(manifest: Manifest) -> None:
    network = put(manifest, b"\x08not a network")
    with pytest.raises(ModelError, match="cannot run here"):
        NetworkSession(network, manifest.folder)


def put(manifest: Manifest, data: bytes) -> Network:
    """Replace the finder by other bytes, and its digest with it, as somebody who means it would."""
    (manifest.folder / "finder.onnx").write_bytes(data)
    return replace(manifest.finder, sha256=hashlib.sha256(data).hexdigest())


class Explosive:
    """Leaves a trace when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Path.touch, (Path("unpickled"),)


def archive() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as file:
        file.writestr("archive/data.pkl", pickle.dumps(Explosive()))
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (pickle.dumps(Explosive()), "a Python pickle"),
        (archive(), "an archive, as PyTorch saves networks"),
        (b"", "something else"),
    ],
)
def test_only_onnx_is_opened(
    manifest: Manifest, data: bytes, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    network = put(manifest, data)
    with pytest.raises(ModelError, match=f"no ONNX file but {what}; only ONNX is opened"):
        NetworkSession(network, manifest.folder)
    assert not Path("unpickled").exists()


def test_swapped_files_are_refused(manifest: Manifest) -> None:
    finder, reader = (manifest.folder / name for name in ("finder.onnx", "reader.onnx"))
    finder.write_bytes(channel_means(opset=12))
    other = replace(manifest, finder=replace(manifest.finder, sha256=digest_of(finder)))
    first, second = finder.read_bytes(), reader.read_bytes()
    finder.write_bytes(second)
    reader.write_bytes(first)
    for network in (other.finder, other.reader):
        with pytest.raises(ModelError, match="was changed"):
            NetworkSession(network, manifest.folder)


def test_manifest_with_swapped_networks_is_refused(manifest: Manifest) -> None:
    replace(manifest, finder=manifest.reader, reader=manifest.finder).save()
    with pytest.raises(ModelError, match="classes"):
        CardReader(manifest.folder)


def test_networks_of_other_shapes_are_one_message_when_they_run(manifest: Manifest) -> None:
    reader = CardReader(manifest.folder)
    with pytest.raises(ModelError, match=r"gave an output .* Check the folder"):
        reader.read(np.zeros((64, 64, 3), np.uint8))


def digest_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_manifest_of_a_newer_oxeye(manifest: Manifest) -> None:
    data = manifest.to_json() | {"format": FORMAT + 1, "finder": "in another form"}
    (manifest.folder / MANIFEST).write_text(json.dumps(data))
    with pytest.raises(ModelError, match=r"newer Oxeye \(form 2; .*Install a newer Oxeye"):
        load_manifest(manifest.folder)


def test_manifest_without_a_form_is_of_the_first(manifest: Manifest) -> None:
    data = manifest.to_json()
    del data["format"]
    (manifest.folder / MANIFEST).write_text(json.dumps(data))
    assert load_manifest(manifest.folder) == manifest


def test_network_with_a_newer_operator_set(manifest: Manifest) -> None:
    with pytest.raises(ModelError, match=r"too new: operator set 99.*Install a newer Oxeye"):
        NetworkSession(replace(manifest.finder, opset=99), manifest.folder)


def test_operator_set_that_the_manifest_hides(manifest: Manifest) -> None:
    network = put(manifest, channel_means(opset=99))
    with pytest.raises(ModelError, match=r"cannot run here .*Check the folder"):
        NetworkSession(network, manifest.folder)


@pytest.mark.parametrize("text", ["[]", "3", '"x"', "[" * 100_000, '{"format": "new"}', '{"format": 1e400}'])
def test_manifests_of_any_other_form(manifest: Manifest, text: str) -> None:
    (manifest.folder / MANIFEST).write_text(text)
    with pytest.raises(ModelError, match="not a manifest"):
        load_manifest(manifest.folder)


def test_shipped_networks_ask_to_install_again(manifest: Manifest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "MODELS_DIR", manifest.folder)
    (manifest.folder / "finder.onnx").write_bytes(TINY + b"\x00")
    with pytest.raises(ModelError, match="Install Oxeye again"):
        NetworkSession(manifest.finder, manifest.folder)


def test_the_runtime_reports_to_nobody(tmp_path: Path) -> None:
    """Its builds keep an identifier and a database in the home of whoever does not forbid it."""
    hidden = ("CI", "GITHUB_", "TF_BUILD", "ORT_", "XDG_", "JENKINS", "BUILD_")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(hidden)}
    environment |= {"HOME": str(tmp_path), "TMPDIR": str(tmp_path), "PYTHONPATH": str(MODELS_DIR.parent)}
    script = (
        "from vision import CardReader; import numpy; CardReader().read(numpy.zeros((64, 64, 3), 'uint8'))"
    )
    subprocess.run([sys.executable, "-c", script], env=environment, check=True, timeout=120)
    assert list(tmp_path.rglob("*")) == []


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
