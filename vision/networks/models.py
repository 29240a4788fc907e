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
FORMAT = 1
"""Version of the manifest's own form; a newer one may mean something by what this version would overlook."""
NEWEST_OPSET = 22
"""Newest ONNX operator set of a network that this version knows how to run."""
_MAX_THREADS = 8
_ONNX_START = b"\x08"
"""First byte of every ONNX file: the field that tells the version of its form."""
_FOREIGN = ((b"\x80", "a Python pickle"), (b"PK", "an archive, as PyTorch saves networks"))


@dataclass(frozen=True)
class Network:
    """One network as the manifest describes it.

    Attributes:
        file: name of the ONNX file beside the manifest.
        sha256: hex digest of that file.
        classes: names of its classes, in output order.
        input_size: side of its input in pixels; for the finder the longest side of the first look.
        opset: ONNX operator set.
        thresholds: named numbers that belong to these weights: `score` and `iou` (finder), and for the reader
            those of `vision.assembly.trust.Trust`.
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
        networks = {"finder": _as_json(self.finder), "reader": _as_json(self.reader)}
        return {"format": FORMAT, "name": self.name, **networks}

    def save(self) -> None:
        """Write the manifest into its folder."""
        text = json.dumps(self.to_json(), indent=2, ensure_ascii=False) + "\n"
        (self.folder / MANIFEST).write_text(text, encoding="utf-8")


def load_manifest(folder: Path | None = None) -> Manifest:
    """Read `manifest.json` in a folder, by default the shipped one.

    Raises:
        ModelError: it is missing, of a newer form, or not of the expected shape.
    """
    folder = MODELS_DIR if folder is None else folder
    path = folder / MANIFEST
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if int(data.get("format", FORMAT)) > FORMAT:
            raise ModelError(
                f"{path} is for a newer Oxeye (form {data['format']}; this one knows {FORMAT}). "
                "Install a newer Oxeye."
            )
        return Manifest(str(data["name"]), _network(data["finder"]), _network(data["reader"]), folder)
    except OSError as error:
        raise ModelError(
            f"The networks are missing: {path} cannot be read ({error.strerror}). {_mend(folder)}"
        ) from error
    except ModelError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise ModelError(
            f"{path} is not a manifest of Oxeye's networks ({error!r:.160}). {_mend(folder)}"
        ) from error


class NetworkSession:
    """A network ready to run, after a check that its bytes are those that the manifest names.

    Raises:
        ModelError: the file is missing, has another SHA-256, or cannot run here.
    """

    def __init__(self, network: Network, folder: Path) -> None:
        self._path = folder / network.file
        self._mend = _mend(folder)
        data = _read_checked(network, folder)
        try:
            onnxruntime = runtime()
            providers = ["CPUExecutionProvider"]
            self._session = onnxruntime.InferenceSession(data, options(), providers=providers)
            self._input = self._session.get_inputs()[0].name
        except Exception as error:  # onnxruntime's errors share no base class
            raise ModelError(
                f"The network {self._path} cannot run here ({_short(error)}). {self._mend}"
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
                f"The network {self._path} failed on an input {batch.shape} ({_short(error)}). {self._mend}"
            ) from error
        if output.ndim < 2 or output.shape[1] != channels:
            raise ModelError(
                f"The network {self._path} gave an output {output.shape} without {channels} channels. "
                f"{self._mend}"
            )
        return np.asarray(output, np.float32)


def runtime() -> Any:
    """The module `onnxruntime`, with its usage statistics switched off.

    Its builds report to their maker which networks are run, and keep an identifier and a database in the
    person's home, unless this variable is set before the library is loaded.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # slow to load, and not needed where only a manifest is wanted

    onnxruntime.disable_telemetry_events()  # what builds with Windows' own tracing listen to
    return onnxruntime


def _read_checked(network: Network, folder: Path) -> bytes:
    """The bytes of a network, after a check that they are those of the manifest and an ONNX file."""
    path = folder / network.file
    mend = _mend(folder)
    if Path(network.file).name != network.file:
        raise ModelError(f"The manifest names {network.file!r}, a file outside its folder. {mend}")
    if network.opset > NEWEST_OPSET:
        raise ModelError(
            f"The network {path} is too new: operator set {network.opset}, and this Oxeye knows "
            f"{NEWEST_OPSET}. Install a newer Oxeye."
        )
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"The network {path} cannot be read ({error.strerror}). {mend}") from error
    digest = hashlib.sha256(data).hexdigest()
    if digest != network.sha256:
        raise ModelError(
            f"The network {path} was changed: SHA-256 {digest[:12]}…, not {network.sha256[:12]}…. {mend}"
        )
    if not data.startswith(_ONNX_START):
        seems = next((what for start, what in _FOREIGN if data.startswith(start)), "something else")
        raise ModelError(f"The network {path} is no ONNX file but {seems}; only ONNX is opened. {mend}")
    return data


def _mend(folder: Path) -> str:
    """What to do about a bad file in a folder of networks."""
    if folder == MODELS_DIR:
        return "Install Oxeye again."
    return f"Check the folder of networks {folder}, or leave it out to use those of Oxeye."


def options(spin: bool = False) -> Any:
    """How onnxruntime runs a network here; chosen by measurement (`oxeye bench --speed`).

    Args:
        spin: whether threads keep their cores busy between runs, although the stages in between need them.
    """
    chosen = runtime().SessionOptions()
    chosen.intra_op_num_threads = min(_MAX_THREADS, usable_cores())
    chosen.inter_op_num_threads = 1
    chosen.log_severity_level = 4
    # looks come in many sizes: without an arena each run asks the system for large buffers anew, and plans of
    # memory, which are kept for every size, make the arena grow
    chosen.enable_cpu_mem_arena = True
    chosen.enable_mem_pattern = False
    chosen.add_session_config_entry("session.force_spinning_stop", "0" if spin else "1")
    return chosen


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
