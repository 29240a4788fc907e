"""The shipped networks: their manifest, the check that they are the ones it names, and their sessions."""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.errors import ModelError

_INSTALLED = Path(__file__).resolve().parents[1] / "shipped"
MODELS_DIR = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).resolve().parents[2] / "models"
"""Where the shipped networks lie: inside this package when installed, else beside it in the repository."""
MANIFEST = "manifest.json"
_MAX_THREADS = 8
_MEND = "Install Oxeye again."


@dataclass(frozen=True)
class Network:
    """One network as the manifest describes it.

    Attributes:
        file: name of the ONNX file beside the manifest.
        sha256: hex digest of that file.
        classes: names of its classes, in output order.
        input_size: side of its input in pixels; for the finder the longest side of the first look.
        opset: ONNX operator set.
        thresholds: named numbers chosen on real photos: `score` and `iou` (finder), `accept` (reader).
        provenance: what it was trained on and started from.
    """

    file: str
    sha256: str
    classes: tuple[str, ...]
    input_size: int
    opset: int
    thresholds: Mapping[str, float] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def threshold(self, name: str, default: float) -> float:
        """A threshold of the manifest, or the default where it names none."""
        return float(self.thresholds.get(name, default))


@dataclass(frozen=True)
class Manifest:
    """What `models/manifest.json` says.

    Attributes:
        name: name and version of the pair of networks.
        folder: where the files lie.
    """

    name: str
    finder: Network
    reader: Network
    folder: Path

    @property
    def identity(self) -> dict[str, str]:
        """Name and digests, as a reading carries them."""
        return {"name": self.name, "finder": self.finder.sha256, "reader": self.reader.sha256}

    def to_json(self) -> dict[str, Any]:
        """The content of the manifest file."""
        return {"name": self.name, "finder": _as_json(self.finder), "reader": _as_json(self.reader)}

    def save(self) -> None:
        """Write the manifest into its folder."""
        text = json.dumps(self.to_json(), indent=2, ensure_ascii=False) + "\n"
        (self.folder / MANIFEST).write_text(text, encoding="utf-8")


def load_manifest(folder: Path | None = None) -> Manifest:
    """Read `manifest.json` in a folder, by default the shipped one.

    Raises:
        ModelError: it is missing, or not of the expected shape.
    """
    folder = MODELS_DIR if folder is None else folder
    path = folder / MANIFEST
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Manifest(str(data["name"]), _network(data["finder"]), _network(data["reader"]), folder)
    except OSError as error:
        raise ModelError(
            f"The networks are missing: {path} cannot be read ({error.strerror}). "
            "Install Oxeye again, or make them with `oxeye train`."
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{path} is not a manifest of Oxeye's networks ({error!r}). Install Oxeye again."
        ) from error


class NetworkSession:
    """A network ready to run, after a check that its bytes are those that the manifest names.

    Raises:
        ModelError: the file is missing, has another SHA-256, or cannot run here.
    """

    def __init__(self, network: Network, folder: Path) -> None:
        self._path = folder / network.file
        data = _read_checked(network, folder)
        try:
            import onnxruntime  # slow to load, and not needed where only a manifest is wanted

            providers = ["CPUExecutionProvider"]
            self._session = onnxruntime.InferenceSession(data, _options(), providers=providers)
            self._input = self._session.get_inputs()[0].name
        except Exception as error:  # onnxruntime's errors share no base class
            raise ModelError(
                f"The network {self._path} cannot run here ({_short(error)}). {_MEND}"
            ) from error

    def run(self, batch: npt.NDArray[np.float32], channels: int) -> npt.NDArray[np.float32]:
        """The network's output for a batch.

        Args:
            batch: its input.
            channels: length that the output's second axis must have.

        Raises:
            ModelError: the network failed, or its output has another shape.
        """
        try:
            output = self._session.run(None, {self._input: batch})[0]
        except Exception as error:  # onnxruntime's errors share no base class
            raise ModelError(
                f"The network {self._path} failed on an input {batch.shape} ({_short(error)}). {_MEND}"
            ) from error
        if output.ndim < 2 or output.shape[1] != channels:
            raise ModelError(
                f"The network {self._path} gave an output {output.shape} without {channels} channels. {_MEND}"
            )
        return np.asarray(output, np.float32)


def _read_checked(network: Network, folder: Path) -> bytes:
    path = folder / network.file
    if Path(network.file).name != network.file:
        raise ModelError(f"The manifest names {network.file!r}, a file outside its folder. {_MEND}")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"The network {path} cannot be read ({error.strerror}). {_MEND}") from error
    digest = hashlib.sha256(data).hexdigest()
    if digest != network.sha256:
        raise ModelError(
            f"The network {path} was changed: SHA-256 {digest[:12]}…, not {network.sha256[:12]}…. {_MEND}"
        )
    return data


def _options() -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(_MAX_THREADS, usable_cores())
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # an arena keeps the largest buffers of every input size, and photos come in many sizes
    options.enable_cpu_mem_arena = False
    # threads must not spin between runs: the stages in between need the cores
    options.add_session_config_entry("session.force_spinning_stop", "1")
    return options


def _short(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:160]


def usable_cores() -> int:
    """Cores that this process may use; onnxruntime would count all of the machine."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def _network(data: Mapping[str, Any]) -> Network:
    return Network(
        file=str(data["file"]),
        sha256=str(data["sha256"]),
        classes=tuple(str(name) for name in data["classes"]),
        input_size=int(data["input_size"]),
        opset=int(data["opset"]),
        thresholds={str(name): float(value) for name, value in data["thresholds"].items()},
        provenance=dict(data["provenance"]),
    )


def _as_json(network: Network) -> dict[str, Any]:
    return {
        "file": network.file,
        "sha256": network.sha256,
        "classes": list(network.classes),
        "input_size": network.input_size,
        "opset": network.opset,
        "thresholds": dict(network.thresholds),
        "provenance": dict(network.provenance),
    }
