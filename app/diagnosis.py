"""What `oxeye doctor` finds out: one line for each thing that reading, the page and the camera depend on."""

import hashlib
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from app.opencv import require_opencv
from rules.errors import OxeyeError

GOOD, NOTE, BAD = "ok", "note", "problem"
PACKAGES = ("numpy", "onnxruntime", "opencv-python", "pillow", "pillow-heif", "streamlit", "typer", "rich")
EXTRAS = ("torch", "ultralytics", "onnx", "openvino", "playwright")
RIVALS = ("opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")
"""Distributions that install `cv2` into the same folder as opencv-python; both are broken when one goes."""
LEAST_MEMORY_MB = 500
SIGNS = "A♣♦♥♠×牛Ж"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        about: what it is, in a word or two.
        state: `ok`, `note` for what may be as wanted, or `problem` for what keeps Oxeye from working.
        text: what was found, and what to do about a problem.
        details: the same for programs.
    """

    about: str
    state: str
    text: str
    details: dict[str, Any]


def oxeye_version() -> str:
    """Version of the installed distribution; `not installed` in a bare clone."""
    return _version("oxeye") or "not installed"


def examine() -> Iterator[Finding]:
    """Look at everything, each thing for itself, so that one failure hides no other."""
    looks: tuple[tuple[str, Callable[[], Finding]], ...] = (
        ("oxeye", _system),
        ("packages", _packages),
        ("opencv", _opencv),
        ("formats", _formats),
        ("networks", _networks),
        ("reading", _reading),
        ("memory", _memory),
        ("fonts", _fonts),
        ("camera", _camera),
        ("https", _https),
        ("privacy", _privacy),
    )
    for about, look in looks:
        try:
            yield look()
        except OxeyeError as error:
            yield Finding(about, BAD, str(error), {"error": str(error)})
        except Exception as error:  # noqa: BLE001 - a report about what is broken must not break
            text = f"{type(error).__name__}: {error}"
            yield Finding(about, BAD, text, {"error": text})


def _version(distribution: str) -> str | None:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _short(path: Path) -> str:
    """A path without the name of the person in whose home it lies: reports are sent to others."""
    home = Path.home()
    return str(Path("~", path.relative_to(home))) if path.is_relative_to(home) else str(path)


def _system() -> Finding:
    from vision.networks.models import usable_cores

    details = {
        "version": oxeye_version(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": usable_cores(),
    }
    text = "{version} · Python {python} · {system} · {cores} cores".format(**details)
    return Finding("oxeye", GOOD, text, details)


def _packages() -> Finding:
    found = {name: _version(name) for name in PACKAGES}
    extras = {name: _version(name) for name in EXTRAS}
    rivals = [name for name in RIVALS if _version(name)]
    missing = [name for name, has in found.items() if has is None]
    text = " · ".join(f"{name} {has}" for name, has in {**found, **extras}.items() if has)
    state = GOOD
    if missing:
        state, text = BAD, f"missing: {', '.join(missing)}; install Oxeye again. {text}"
    elif rivals:
        state, text = BAD, f"{', '.join(rivals)} shares its folder with opencv-python; uninstall it. {text}"
    return Finding("packages", state, text, {**found, **extras, "rivals": rivals})


def _opencv() -> Finding:
    require_opencv()
    import cv2

    return Finding("opencv", GOOD, f"{cv2.__version__} loads", {"version": cv2.__version__})


def _formats() -> Finding:
    from importlib.util import find_spec

    from PIL import features

    can = {
        "WebP": features.check("webp"),
        "AVIF": features.check("avif"),
        "HEIC": bool(find_spec("pillow_heif")),
    }
    lacking = [name for name, has in can.items() if not has]
    if lacking:
        return Finding(
            "formats", NOTE, f"{', '.join(lacking)} cannot be read here; install Pillow again", can
        )
    return Finding("formats", GOOD, "JPEG, PNG, WebP, HEIC, AVIF, BMP and TIFF", can)


def _networks() -> Finding:
    from vision.networks.models import MODELS_DIR, load_manifest

    manifest = load_manifest()
    details: dict[str, Any] = {"name": manifest.name, "folder": _short(MODELS_DIR)}
    changed = []
    for part, network in (("finder", manifest.finder), ("reader", manifest.reader)):
        path = manifest.folder / network.file
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        details[part] = {"file": network.file, "sha256": digest, "whole": digest == network.sha256}
        if digest != network.sha256:
            changed.append(f"{_short(path)} is {'missing' if not digest else 'changed'}")
    if changed:
        return Finding("networks", BAD, f"{'; '.join(changed)}. Install Oxeye again.", details)
    digests = " · ".join(f"{part} {details[part]['sha256'][:12]}…" for part in ("finder", "reader"))
    return Finding("networks", GOOD, f"{manifest.name} · {digests}, as the manifest says", details)


def _reading() -> Finding:
    """Read the sample twice, cold and warm, and compare it with what it shows."""
    require_opencv()
    from app import service
    from app.places import sample_photo
    from rules.house import HouseRules

    start = time.perf_counter()
    reader = service.load_reader()
    times = []
    for _ in range(2):
        _, given = service.read_answer("sample", sample_photo(), reader, HouseRules())
        times.append(time.perf_counter() - start)
        start = time.perf_counter()
    seen = sorted(str(card.card) for card in given.reading.cards)
    details = {
        "cards": seen,
        "answered": given.answered,
        "cold_s": round(times[0], 3),
        "warm_s": round(times[1], 3),
    }
    if not given.answered:
        return Finding("reading", BAD, f"the sample was refused, read as {' '.join(seen)}", details)
    return Finding("reading", GOOD, f"the sample in {times[0]:.2f} s, then in {times[1]:.2f} s", details)


def _memory() -> Finding:
    free = free_memory_mb()
    details = {"free_mb": free}
    if free is None:
        return Finding("memory", NOTE, "this system does not tell how much is free", details)
    if free < LEAST_MEMORY_MB:
        return Finding("memory", NOTE, f"{free} MB free; large photos may need {LEAST_MEMORY_MB}", details)
    return Finding("memory", GOOD, f"{free} MB free", details)


def free_memory_mb() -> int | None:
    """Memory that programs may still take, or `None` where the system does not tell it."""
    table = Path("/proc/meminfo")
    if table.is_file():
        for line in table.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) // 1024
    names = os.sysconf_names if hasattr(os, "sysconf_names") else {}
    if "SC_AVPHYS_PAGES" in names:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 1024**2
    return None


def _fonts() -> Finding:
    """Pictures carry OpenCV's own fonts; a sign without a glyph is drawn like one that nobody has."""
    require_opencv()
    import numpy as np

    from vision.overlay.ink import WHITE, write

    def drawn(sign: str) -> bytes:
        canvas = np.zeros((64, 64, 3), np.uint8)
        write(canvas, sign, (8, 8), 40, WHITE)
        return canvas.tobytes()

    nothing = {drawn("\U0010fffd"), np.zeros((64, 64, 3), np.uint8).tobytes()}
    lacking = [sign for sign in SIGNS if drawn(sign) in nothing]
    details = {"drawn": SIGNS, "lacking": lacking}
    if lacking:
        return Finding(
            "fonts", BAD, f"{' '.join(lacking)} cannot be drawn; install opencv-python 5 again", details
        )
    return Finding("fonts", GOOD, f"{' '.join(SIGNS)} can be drawn", details)


def _camera() -> Finding:
    """Only looked for, never opened: a light that goes on unasked frightens people."""
    if not sys.platform.startswith("linux"):
        return Finding("camera", NOTE, "the browser asks for it; allow it there", {"devices": None})
    devices = sorted(str(path) for path in Path("/dev").glob("video*"))
    closed = [device for device in devices if not os.access(device, os.R_OK | os.W_OK)]
    details = {"devices": devices, "closed": closed}
    if closed:
        return Finding(
            "camera", NOTE, f"{', '.join(closed)} may not be opened; join the group video", details
        )
    if not devices:
        return Finding(
            "camera", NOTE, "none at this computer; a phone may use its own (oxeye app --lan)", details
        )
    return Finding("camera", GOOD, ", ".join(devices), details)


def _https() -> Finding:
    from app.lan import lan_addresses
    from app.places import data_folder

    addresses = list(lan_addresses())
    details: dict[str, Any] = {"addresses": addresses, "certificate": None}
    path = data_folder() / "https" / "certificate.pem"
    if path.is_file():
        from cryptography import x509

        ends = x509.load_pem_x509_certificate(path.read_bytes()).not_valid_after_utc
        details["certificate"] = {"file": _short(path), "expires": ends.isoformat()}
        made = f"certificate until {ends:%Y-%m-%d}"
    else:
        made = "a certificate is made when it is needed"
    if not addresses:
        return Finding(
            "https", NOTE, f"no local network, so phones cannot reach this computer; {made}", details
        )
    return Finding("https", GOOD, f"oxeye app --lan would serve {', '.join(addresses)}; {made}", details)


def _privacy() -> Finding:
    from vision.networks.models import runtime

    name = "ORT_DISABLE_TELEMETRY"
    runtime()
    details = {"onnxruntime_statistics": os.environ.get(name) != "1", "streamlit_statistics": False}
    return Finding(
        "privacy", GOOD, "nothing is sent; usage statistics of onnxruntime and Streamlit are off", details
    )
