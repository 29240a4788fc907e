"""What is built for others holds all that Oxeye needs, and nothing of the workshop."""

import hashlib
import json
import os
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

build = pytest.importorskip("hatchling.build", reason="hatchling is not installed (the dev extra has it)")

ROOT = Path(__file__).parents[2]
MOST_MEGABYTES = 50
MOVED = {"models": "vision/shipped", "datasets/samples": "app/samples"}


def built(source: Path, target: Path, kind: str) -> Path:
    before = Path.cwd()
    os.chdir(source)
    try:
        return target / getattr(build, f"build_{kind}")(str(target))
    finally:
        os.chdir(before)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    return root


@pytest.fixture(scope="module")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel as it is built from the sdist, which is what pip does where it finds no wheel."""
    return zipfile.ZipFile(built(unpacked, tmp_path_factory.mktemp("wheel"), "wheel"))


def ours(*folders: str) -> set[str]:
    """Files of the project in these folders, without caches and what tools leave behind."""
    return {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    }


def test_wheel_has_the_three_packages_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {PurePosixPath(name).parts[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"rules", "vision", "app"}
    assert not [name for name in wheel.namelist() if name.endswith((".pt", ".csv")) or "test" in name]


def test_wheel_has_every_file_of_the_packages(wheel: zipfile.ZipFile) -> None:
    wanted = {name for name in ours("rules", "vision", "app") if not name.startswith("app/screenshots/")}
    assert wanted <= set(wheel.namelist())


def test_wheel_has_the_texts_of_every_language(wheel: zipfile.ZipFile) -> None:
    from app.i18n import LANGUAGES

    catalogues = {
        name for name in wheel.namelist() if name.startswith("app/locales/") and name.endswith("po")
    }
    assert {name.split("/")[2] for name in catalogues} == set(LANGUAGES) - {"en"}


def test_wheel_has_the_networks_of_its_manifest(wheel: zipfile.ZipFile) -> None:
    manifest = json.loads(wheel.read("vision/shipped/manifest.json"))
    for part in ("finder", "reader"):
        data = wheel.read(f"vision/shipped/{manifest[part]['file']}")
        assert hashlib.sha256(data).hexdigest() == manifest[part]["sha256"]
    assert "vision/shipped/README.md" in wheel.namelist()
    assert "app/samples/hand.jpg" in wheel.namelist()


def test_wheel_is_small_enough_and_has_its_command(wheel: zipfile.ZipFile) -> None:
    assert sum(entry.compress_size for entry in wheel.infolist()) < MOST_MEGABYTES * 1024**2
    (points,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "oxeye = app.cli:main" in wheel.read(points).decode()


def test_sdist_can_be_built_and_tested(unpacked: Path) -> None:
    for name in ("conftest.py", "pyproject.toml", "README.md", "CONTRIBUTING.md", "LICENSE"):
        assert (unpacked / name).is_file(), name
    for name in ours("tests", "datasets", "rules", "vision", "app"):
        assert (unpacked / name).is_file(), name
