"""What leaves Oxeye tells of the cards and of nothing else: no owner, place or path; and nothing is sent."""

import base64
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from app import service
from app.pictures import annotated, encode_jpeg
from app.places import sample_photo
from app.records.card import picture_card
from app.records.cases import Case, Evidence, Place, Side
from app.records.evidence import drawn
from app.records.page import page_html
from app.records.record import make_record
from rules.cards import parse_hand
from rules.house import HouseRules
from tests.app.conftest import EXAMPLE, reading
from vision.networks.models import MANIFEST, MODELS_DIR

ROOT = Path(__file__).parents[2]
OWNER, CAMERA, PLACE = "Somebody Private", "Camera 4711", "Home Street 5"
SECRETS = (OWNER.encode(), CAMERA.encode(), PLACE.encode(), b"Exif", b"GPS", b"photoshop", b"http://ns.adobe")


@pytest.fixture
def photo(table) -> bytes:
    """A photo that tells in EXIF, XMP and a comment who took it where and with what."""
    table.photo_bytes(reading(EXAMPLE))
    exif = Image.Exif()
    exif[0x013B], exif[0x010F] = OWNER, CAMERA
    exif.get_ifd(0x8825).update({1: "N", 2: (3.0, 8.0, 20.0), 3: "E", 4: (101.0, 41.0, 12.0)})
    notes = PngInfo()
    notes.add_itxt("XML:com.adobe.xmp", f"<x:xmpmeta><dc:creator>{OWNER}</dc:creator></x:xmpmeta>")
    notes.add_text("Comment", PLACE)
    made = io.BytesIO()
    Image.new("RGB", (640, 320), (30, 90, 10)).save(made, "PNG", exif=exif, pnginfo=notes)
    assert all(secret.encode() in made.getvalue() for secret in (OWNER, CAMERA, PLACE))
    return made.getvalue()


def assert_silent(data: bytes, *more: str) -> None:
    for secret in (*SECRETS, *(text.encode() for text in more)):
        assert secret not in data, secret


def assert_bare(picture: bytes) -> None:
    """A JPEG with nothing but its picture and, at most, the digest of the photo."""
    assert_silent(picture)
    with Image.open(io.BytesIO(picture)) as opened:
        assert dict(opened.getexif()) == {}
        assert not {"exif", "xmp", "icc_profile", "photoshop"} & set(opened.info)
        comment = opened.info.get("comment", b"").decode()
    assert re.fullmatch(r"(oxeye photo [0-9a-f]{64})?", comment)


def test_annotated_pictures(table, photo) -> None:
    loaded, given = service.read_answer("a.png", photo, table.reader, HouseRules())
    assert_bare(encode_jpeg(annotated(loaded.image, given), given.sha256))
    assert_bare(encode_jpeg(loaded.image, None, 240))


def test_pictures_and_json_of_the_command_line(table, photo, run_oxeye, tmp_path, monkeypatch) -> None:
    folder = tmp_path / "private folder"
    folder.mkdir()
    (folder / "hand.png").write_bytes(photo)
    monkeypatch.chdir(folder)
    status, out, err = run_oxeye("read", "hand.png", "--json", "--out", tmp_path / "out")
    assert (status, err) == (0, "")
    assert_silent(out.encode(), str(tmp_path), "private folder")
    assert json.loads(out)["photo"] == "hand.png"
    (written,) = (tmp_path / "out").iterdir()
    assert_bare(written.read_bytes())
    assert str(tmp_path).encode() not in written.read_bytes()


def test_records(table, photo) -> None:
    loaded, read = service.read_photo(photo, table.reader, 1)
    evidence, house = Evidence(loaded.sha256, read), HouseRules()
    picture = drawn(loaded.image, evidence, house)
    assert_bare(picture)
    case = Case(house, (Side("Siti", parse_hand(EXAMPLE), place=Place(0, 0)),), (evidence,))
    record = make_record(case, [picture])
    page = page_html(record)
    assert_silent(page.encode(), str(ROOT), str(Path.home()) + os.sep)
    for embedded in re.findall(r"data:image/jpeg;base64,([A-Za-z0-9+/=]+)", page):
        assert_bare(base64.b64decode(embedded))
    assert_bare(picture_card(record, [picture]))


@pytest.mark.skipif(
    not shutil.which("strace"), reason="needs strace, which sees what libraries do by themselves"
)
@pytest.mark.skipif(not (MODELS_DIR / MANIFEST).is_file(), reason="no networks are shipped yet")
def test_reading_opens_no_socket_to_anywhere(tmp_path: Path) -> None:
    hidden = ("CI", "ORT_", "XDG_")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(hidden)}
    environment |= {"HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path / "tmp")}
    for name in ("home", "tmp"):
        (tmp_path / name).mkdir()
    calls = tmp_path / "calls"
    watch = ["strace", "-f", "-qq", "-e", "trace=socket,connect,sendto", "-o", calls]
    run = subprocess.run(
        [*watch, sys.executable, "-m", "app.cli", "read", sample_photo()],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        timeout=200,
        check=False,
    )
    if not calls.is_file() or b"ptrace" in run.stderr:
        pytest.skip("strace may not watch processes here")
    assert run.returncode == 0
    assert not re.search(r"AF_INET", calls.read_text())
    assert list((tmp_path / "home").rglob("*")) == []
    assert list((tmp_path / "tmp").rglob("*")) == []
