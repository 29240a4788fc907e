"""From training checkpoints to the shipped ONNX files and their manifest (extra `train`).

ultralytics exports; then the weights are stored in half precision, each behind a cast back to single.
The runtime folds the casts when it opens the file, so reading is as fast as before at half the size.
"""

import hashlib
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.networks.crop import CROP_SIZE
from vision.networks.models import Manifest, Network
from vision.reading import CLASSES, FINDER_CLASSES
from vision.training.networks import build_finder, build_reader
from vision.training.train import Plan, load_checkpoint, save_checkpoint

OPSET = 17
_SMALL = 512  # tensors with fewer elements are kept in single precision

FILES = {"finder": "finder.onnx", "reader": "reader.onnx"}
LONGEST_LOOK = 960
"""Longest side in pixels of the finder's first look at a photo."""


def as_ultralytics(kind: str, checkpoint: Path, target: Path) -> int:
    """Write a checkpoint as a file that `ultralytics.YOLO` opens; returns the steps it was trained for.

    Args:
        kind: `finder` or `reader`.
    """
    model = build_finder() if kind == "finder" else build_reader()
    step = load_checkpoint(checkpoint, model)
    model.criterion = None
    model.task = "pose" if kind == "finder" else "classify"
    train_args = {"task": model.task, "imgsz": 640 if kind == "finder" else 64}
    model.args = train_args
    if kind == "reader":
        model.transforms = None
    torch.save({"model": model.half(), "train_args": train_args, "epoch": -1}, target)
    return step


def export_network(kind: str, checkpoint: Path, target: Path) -> int:
    """Export one network to ONNX with dynamic sizes; returns the steps it was trained for."""
    from ultralytics import YOLO

    with tempfile.TemporaryDirectory() as folder:
        weights = Path(folder) / f"{kind}.pt"
        step = as_ultralytics(kind, checkpoint, weights)
        size = 640 if kind == "finder" else 64
        exported = YOLO(weights).export(
            format="onnx", imgsz=size, dynamic=True, simplify=True, opset=OPSET, device="cpu", verbose=False
        )
        graph = onnx.load(exported)
    onnx.save(halve(graph), target)
    return step


def halve(graph: onnx.ModelProto) -> onnx.ModelProto:
    """Store large single-precision weights in half precision behind casts; changes and returns `graph`."""
    casts = []
    for tensor in graph.graph.initializer:
        if tensor.data_type != onnx.TensorProto.FLOAT or np.prod(tensor.dims) < _SMALL:
            continue
        values = numpy_helper.to_array(tensor)
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        casts.append(onnx.helper.make_node("Cast", [f"{name}.half"], [name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *graph.graph.node]
    del graph.graph.node[:]
    graph.graph.node.extend(nodes)
    onnx.checker.check_model(graph)
    return graph


def describe(
    kind: str,
    file: Path,
    thresholds: Mapping[str, float] | None = None,
    provenance: Mapping[str, Any] | None = None,
) -> Network:
    """The manifest's entry for an exported network.

    Args:
        kind: `finder` or `reader`.
        file: the ONNX file; its digest is taken.
        thresholds: see `vision.networks.models.Network.thresholds`.
        provenance: what it was trained on and started from.
    """
    finds = kind == "finder"
    return Network(
        file=file.name,
        sha256=hashlib.sha256(file.read_bytes()).hexdigest(),
        classes=FINDER_CLASSES if finds else CLASSES,
        input_size=LONGEST_LOOK if finds else CROP_SIZE,
        opset=OPSET,
        thresholds=dict(thresholds or {}),
        provenance=dict(provenance or {}),
    )


def export_pair(
    finder: Path,
    reader: Path,
    folder: Path,
    name: str,
    thresholds: Mapping[str, Mapping[str, float]] | None = None,
    provenance: Mapping[str, Mapping[str, Any]] | None = None,
) -> Manifest:
    """Export both networks into a folder and write their manifest.

    Args:
        finder: checkpoint of the finder.
        reader: checkpoint of the reader.
        folder: is made if need be.
        name: name and version of the pair.
        thresholds: per network (`finder`, `reader`), as `vision.networks.models.Network.thresholds`.
        provenance: per network, what it was trained on; the number of steps is added.
    """
    folder.mkdir(parents=True, exist_ok=True)
    networks = {}
    for kind, checkpoint in (("finder", finder), ("reader", reader)):
        file = folder / FILES[kind]
        facts = {"steps": export_network(kind, checkpoint, file), **(provenance or {}).get(kind, {})}
        networks[kind] = describe(kind, file, (thresholds or {}).get(kind), facts)
    manifest = Manifest(name, networks["finder"], networks["reader"], folder)
    manifest.save()
    return manifest


def export_model(kind: str, model: nn.Module, target: Path) -> None:
    """Export a model that is being trained, for a measurement on photos."""
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = Path(folder) / "now.pt"
        save_checkpoint(checkpoint, model, 0, Plan(kind, 0, Path(folder)))
        export_network(kind, checkpoint, target)
