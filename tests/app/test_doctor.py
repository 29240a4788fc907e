"""`oxeye doctor` finds what is missing, and tells of it without failing itself."""

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app import diagnosis, opencv
from app.diagnosis import BAD, GOOD, NOTE
from vision.networks import models
from vision.networks.models import MANIFEST, MODELS_DIR

ROOT = Path(__file__).parents[2]
ABOUTS = [
    "oxeye",
    "packages",
    "opencv",
    "formats",
    "networks",
    "reading",
    "memory",
    "fonts",
    "camera",
    "https",
    "privacy",
]
needs_networks = pytest.mark.skipif(
    not (MODELS_DIR / MANIFEST).is_file(), reason="no networks are shipped yet"
)


@needs_networks
def test_all_is_well_here(run_oxeye):
    status, out, err = run_oxeye("doctor")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in lines] == ABOUTS
    assert not any(BAD in line.split()[1] for line in lines)
    assert "as the manifest says" in out
    assert "can be drawn" in out


@needs_networks
def test_json_for_bug_reports(run_oxeye, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    status, out, _ = run_oxeye("doctor", "--json")
    report = json.loads(out)
    assert status == 0
    assert list(report["findings"]) == ABOUTS
    assert report["findings"]["networks"]["finder"]["whole"] is True
    assert len(report["findings"]["networks"]["reader"]["sha256"]) == 64
    assert report["findings"]["reading"]["answered"] is True
    assert report["findings"]["privacy"]["onnxruntime_statistics"] is False
    assert str(tmp_path) not in out


@needs_networks
def test_changed_and_missing_networks_are_named(run_oxeye, tmp_path, monkeypatch):
    folder = tmp_path / "models"
    folder.mkdir()
    for name in ("finder.onnx", "reader.onnx", MANIFEST):
        shutil.copy(MODELS_DIR / name, folder / name)
    with (folder / "finder.onnx").open("ab") as file:
        file.write(b"\0")
    (folder / "reader.onnx").unlink()
    monkeypatch.setattr(models, "MODELS_DIR", folder)
    status, out, _ = run_oxeye("doctor", "--json")
    findings = json.loads(out)["findings"]
    assert status == 2
    assert findings["networks"]["state"] == BAD
    assert "finder.onnx is changed" in findings["networks"]["text"]
    assert "reader.onnx is missing" in findings["networks"]["text"]
    assert findings["reading"]["state"] == BAD
    assert "Install Oxeye again" in findings["reading"]["text"]


LIBRARY = "libGL.so.1: cannot open shared object file: No such file or directory"


@pytest.fixture
def no_library(monkeypatch):
    """A server without libGL."""

    def fail(name):
        if name == "cv2":
            raise ImportError(LIBRARY)
        return real(name)

    real = importlib.import_module
    monkeypatch.setattr(opencv.importlib, "import_module", fail)


def test_missing_system_library_says_what_to_install(no_library):
    findings = {finding.about: finding for finding in diagnosis.examine()}
    for about in ("opencv", "reading", "fonts"):
        assert findings[about].state == BAD
        assert "apt-get install libgl1 libglib2.0-0" in findings[about].text
    assert findings["oxeye"].state == GOOD


def test_reading_without_the_library_is_one_message(run_oxeye, tmp_path, monkeypatch):
    from app import service

    def fail(*_):
        raise ImportError(LIBRARY)

    monkeypatch.setattr(service, "load_reader", fail)
    status, out, err = run_oxeye("read", tmp_path / "x.jpg")
    assert (status, out) == (2, "")
    assert "apt-get install libgl1" in err


def test_page_without_the_library_says_what_to_install_before_it_is_served(tmp_path):
    (tmp_path / "cv2.py").write_text(f"raise ImportError({LIBRARY!r})", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "app.entry.serve", "run", "page.py"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 2
    assert "apt-get install libgl1" in run.stderr
    assert "Traceback" not in run.stderr


def test_missing_opencv_says_how_to_install_it():
    error = ImportError("No module named 'cv2'", name="cv2")
    assert opencv.concerns_opencv(error)
    assert "pip install --force-reinstall opencv-python" in opencv.explain_import(error)
    assert not opencv.concerns_opencv(ImportError("No module named 'torch'", name="torch"))


def test_two_builds_of_opencv_are_a_problem(monkeypatch):
    monkeypatch.setattr(diagnosis, "version", lambda name: "5.0")
    finding = diagnosis._packages()
    assert finding.state == BAD
    assert "opencv-python-headless" in finding.text


def test_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(diagnosis, "_version", lambda name: None)
    assert diagnosis._packages().text.startswith("missing: numpy, onnxruntime")
    assert diagnosis.oxeye_version() == "not installed"


@pytest.mark.parametrize(("free", "state"), [(None, NOTE), (100, NOTE), (4000, GOOD)])
def test_memory(free, state, monkeypatch):
    monkeypatch.setattr(diagnosis, "free_memory_mb", lambda: free)
    assert diagnosis._memory().state == state


def test_free_memory_is_plausible():
    free = diagnosis.free_memory_mb()
    assert free is None or 1 < free < 10_000_000


def test_a_look_that_fails_hides_no_other(monkeypatch):
    monkeypatch.setattr(diagnosis, "_camera", lambda: 1 / 0)
    monkeypatch.setattr(diagnosis, "_reading", lambda: diagnosis.Finding("reading", GOOD, "", {}))
    findings = {finding.about: finding for finding in diagnosis.examine()}
    assert list(findings) == ABOUTS
    assert "ZeroDivisionError" in findings["camera"].text
