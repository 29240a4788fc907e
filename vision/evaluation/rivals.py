"""The finder's one look beside ultralytics' own predict, and beside other ways to run the same network."""

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.evaluation.stages import RecordingSession, Spread, milliseconds
from vision.networks.finder import OnnxFinder
from vision.networks.looks import Look
from vision.networks.models import load_manifest, options, runtime, usable_cores

LOOK = 640
"""Longest side in pixels at which the finder is compared; ultralytics' own default."""
_CONFIDENCE, _OVERLAP = 0.25, 0.55
_REST_S = 0.1
"""Seconds between two ways: threads of the one before may spin on for a while and hold the cores."""


@dataclass(frozen=True)
class Compared:
    """Milliseconds of doing the same thing in several ways, in turn on the same picture.

    Attributes:
        what: what is done.
        times: way to time; the first is Oxeye's.
        missing: ways that could not be measured, and why.
    """

    what: str
    times: Mapping[str, Spread]
    missing: Mapping[str, str] = field(default_factory=dict)

    def ratio(self, way: str) -> float:
        """Time of a way as a multiple of Oxeye's."""
        return self.times[way].median / next(iter(self.times.values())).median


def compare_predict(
    image: npt.NDArray[np.uint8], rounds: int, models: Path | None = None, checkpoints: Path | None = None
) -> Compared | None:
    """One look of the finder against `ultralytics.YOLO.predict`; `None` without the train extra.

    Args:
        image: (H, W, 3) uint8 BGR.
        rounds: repetitions.
        models: folder of the networks, by default the shipped ones.
        checkpoints: folder with `finder.pt`, by default that beside the networks.
    """
    if not (find_spec("ultralytics") and find_spec("torch")):
        return None
    manifest = load_manifest(models)
    height, width = image.shape[:2]
    finder = OnnxFinder(manifest.finder, manifest.folder)
    look = Look((0, 0, width, height), LOOK)
    ways: dict[str, Callable[[], object]] = {"Oxeye": lambda: finder.look(image, look)}
    missing = {}
    weights = (checkpoints or manifest.folder / "checkpoints") / "finder.pt"
    network = manifest.folder / manifest.finder.file
    with tempfile.TemporaryDirectory() as folder, _offline():
        try:
            ways["ultralytics .pt"] = _predict(_as_ultralytics(weights, Path(folder)), image)
        except (OSError, RuntimeError) as error:  # torch's error for weights of another network
            missing["ultralytics .pt"] = f"{weights.name} does not fit this version ({type(error).__name__})"
        ways["ultralytics .onnx"] = _predict(network, image)
        return Compared(f"one look at {LOOK}", _time(ways, rounds), missing)


def _as_ultralytics(weights: Path, folder: Path) -> Path:
    from vision.training.export import as_ultralytics

    as_ultralytics("finder", weights, folder / "finder.pt")
    return folder / "finder.pt"


def _predict(network: Path, image: npt.NDArray[np.uint8]) -> Callable[[], object]:
    from ultralytics import YOLO

    runtime()  # ultralytics loads onnxruntime too
    yolo = YOLO(network, task="pose")
    return lambda: yolo.predict(
        image, imgsz=LOOK, conf=_CONFIDENCE, iou=_OVERLAP, device="cpu", verbose=False, save=False
    )


def compare_runtimes(image: npt.NDArray[np.uint8], rounds: int, models: Path | None = None) -> Compared:
    """The finder's bare run by settings of onnxruntime, and in OpenVINO where that is installed."""
    manifest = load_manifest(models)
    session = RecordingSession(manifest.finder, manifest.folder)
    height, width = image.shape[:2]
    OnnxFinder(manifest.finder, manifest.folder, session).look(image, Look((0, 0, width, height), LOOK))
    ((batch, _),) = session.inputs
    data = (manifest.folder / manifest.finder.file).read_bytes()
    ways: dict[str, Callable[[], object]] = {"as shipped": session.repetition()}
    for name, changed in _settings():
        ways[name] = _bare(data, changed, batch)
    if find_spec("openvino"):
        path = manifest.folder / manifest.finder.file
        ways["OpenVINO, exact"] = _openvino(path, batch, exact=True)
        ways["OpenVINO, as it likes"] = _openvino(path, batch, exact=False)
    return Compared(f"bare network, input {batch.shape[3]} x {batch.shape[2]}", _time(ways, rounds))


def _settings() -> Iterator[tuple[str, Any]]:
    """Options of onnxruntime that differ from ours in one thing each."""
    levels = runtime().GraphOptimizationLevel
    for threads in range(1, usable_cores() + 2):
        if threads != usable_cores():
            yield f"{threads} thread{'s' if threads > 1 else ''}", _with(intra_op_num_threads=threads)
    for name in ("ORT_DISABLE_ALL", "ORT_ENABLE_BASIC", "ORT_ENABLE_EXTENDED"):
        yield (
            f"graph {name.removeprefix('ORT_').lower()}",
            _with(graph_optimization_level=getattr(levels, name)),
        )
    yield "no arena", _with(enable_cpu_mem_arena=False)
    yield "memory patterns", _with(enable_mem_pattern=True)
    yield "spinning threads", options(spin=True)


def _with(**changed: Any) -> Any:
    made = options()
    for name, value in changed.items():
        setattr(made, name, value)
    return made


def _bare(data: bytes, chosen: Any, batch: npt.NDArray[np.float32]) -> Callable[[], object]:
    session = runtime().InferenceSession(data, chosen, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda: session.run(None, {name: batch})


def _openvino(path: Path, batch: npt.NDArray[np.float32], exact: bool) -> Callable[[], object]:
    """OpenVINO in single precision, or in the one that it chooses: bfloat16 where the processor has it."""
    import openvino

    core = openvino.Core()
    chosen = {"INFERENCE_NUM_THREADS": usable_cores(), "PERFORMANCE_HINT": "LATENCY"}
    if exact:
        chosen["INFERENCE_PRECISION_HINT"] = "f32"
    compiled = core.compile_model(core.read_model(path), "CPU", chosen)
    return lambda: compiled([batch])


def _time(ways: dict[str, Callable[[], object]], rounds: int) -> dict[str, Spread]:
    times: dict[str, list[float]] = {way: [] for way in ways}
    for number in range(rounds + 1):
        for way, job in ways.items():  # in turn, so that a slow moment hits all alike
            time.sleep(_REST_S)
            took = milliseconds(job)
            if number:  # the first round warms up
                times[way].append(took)
    return {way: Spread.of(took) for way, took in times.items()}


@contextmanager
def _offline() -> Iterator[None]:
    """Keep ultralytics from looking for a connection, for updates and for packages to install."""
    wanted = {"YOLO_OFFLINE": "true", "YOLO_AUTOINSTALL": "false", "YOLO_VERBOSE": "false"}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
