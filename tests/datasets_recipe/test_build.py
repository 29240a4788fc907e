"""Building from packages that lie there already, with drawings made up on the spot."""

import struct
import zipfile

import cv2
import numpy as np
import pytest

from rules.cards import DECK
from vision.synth.art import load_decks

RECIPE = """
[package.cards]
kind = "debian"
name = "cards"
[naming.sheet]
rows = ["S", "-", "H", "C", "D"]
columns = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
[naming.files]
ranks = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"]
suits = ["c", "d", "h", "s"]
[deck.one]
package = "cards"
naming = "sheet"
file = "sheet.svg"
[deck.two]
package = "cards"
naming = "files"
file = "all.svg"
element = "{rank}_{suit}"
[background.plain]
package = "cards"
files = ["pictures/**/*.png"]
skip = ["not*"]
how = "picture"
"""
CELL = (504, 360)


def face(row: int, column: int) -> np.ndarray:
    """A card with an index of its own: its row and column as blue and green."""
    card = np.full((*CELL, 4), 255, np.uint8)
    card[20:70, 20:50, :3] = card[90:130, 20:50, :3] = (row * 40, column * 15, 0)
    return card


@pytest.fixture
def out(tmp_path, scripts, monkeypatch):
    """A folder with the package unpacked, and a drawing program that needs no SVG."""
    pictures = tmp_path / "packages" / "cards" / "pictures" / "deep"
    pictures.mkdir(parents=True)
    noise = np.random.default_rng(1).integers(0, 255, (1500, 2000, 3), np.uint8)
    cv2.imwrite(str(pictures / "table.png"), noise)
    cv2.imwrite(str(pictures / "not-this.png"), noise)
    cv2.imwrite(str(pictures / "flat.png"), np.zeros((50, 50, 3), np.uint8))
    (pictures / "broken.png").write_bytes(b"no picture")
    (tmp_path / "recipe.toml").write_text(RECIPE)

    def draw(source, width, *options, remove=None):
        if options:
            rank, suit = options[1].split("_")
            # The box of an element is twice as wide as the card that it holds.
            height = round(width / 2 * CELL[0] / CELL[1])
            card = cv2.resize(face("cdhs".index(suit), int(rank)), (width // 2, height))
            return np.pad(card, ((0, 0), (0, width - width // 2), (0, 0)))
        assert width == 13 * CELL[1]
        return np.vstack([np.hstack([face(row, column) for column in range(13)]) for row in range(5)])

    monkeypatch.setattr(scripts.build, "draw", draw)
    return tmp_path


def build(scripts, out, *only):
    return scripts.build.main(["--out", str(out), "--recipe", str(out / "recipe.toml"), "--only", *only])


def mark(path) -> tuple[int, ...]:
    return tuple(int(value) for value in cv2.imread(str(path), cv2.IMREAD_COLOR)[40, 35])


def test_the_cards_of_a_sheet_are_cut_where_the_recipe_says(scripts, out):
    assert build(scripts, out, "one") == 0
    deck = out / "decks" / "one"
    assert {path.name for path in deck.iterdir()} == {f"{card}.webp" for card in DECK}
    assert mark(deck / "AS.webp") == pytest.approx((0, 0, 0), abs=6)
    assert mark(deck / "10H.webp") == pytest.approx((80, 60, 0), abs=6)
    assert mark(deck / "2D.webp") == pytest.approx((160, 180, 0), abs=6)
    assert (out / "check" / "one.png").is_file()
    assert [deck.name for deck in load_decks(out / "decks")] == ["one"]


def test_a_card_that_fills_a_part_of_its_element_is_drawn_again_at_full_size(scripts, out):
    assert build(scripts, out, "two") == 0
    picture = cv2.imread(str(out / "decks" / "two" / "KH.webp"), cv2.IMREAD_UNCHANGED)
    assert picture.shape[:2] == pytest.approx((504, 360), abs=2)
    assert mark(out / "decks" / "two" / "KH.webp") == pytest.approx((80, 195, 0), abs=6)


def test_pictures_are_reduced_named_by_their_path_and_useless_ones_counted(scripts, out, capsys):
    assert build(scripts, out, "plain") == 0
    (picture,) = (out / "backgrounds" / "plain").iterdir()
    assert picture.name == "table.jpg"
    assert cv2.imread(str(picture)).shape == (768, 1024, 3)
    assert "2 files gave none" in capsys.readouterr().out


def test_what_is_there_is_kept(scripts, out, monkeypatch):
    assert build(scripts, out, "one") == 0
    (out / "decks" / "one" / "AS.webp").write_bytes(b"my own")
    monkeypatch.delattr(scripts.build, "draw")
    assert build(scripts, out, "one") == 0
    assert (out / "decks" / "one" / "AS.webp").read_bytes() == b"my own"


def test_a_deck_that_cannot_be_made_is_left_out_whole_and_named(scripts, out, monkeypatch, capsys):
    monkeypatch.setattr(
        scripts.build, "draw", lambda *_, **__: np.full((5 * 504, 13 * 360, 4), 255, np.uint8)
    )
    assert build(scripts, out, "one", "plain") == 3
    assert "deck one: two of its cards look the same" in capsys.readouterr().err
    assert list((out / "decks").iterdir()) == []
    assert list(out.glob(".part-*")) == []
    assert (out / "backgrounds" / "plain").is_dir()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda faces: faces.pop("AS"), "51 cards"),
        (lambda faces: faces.update({"AS": face(1, 1)[:, :200]}), "AS came out 200 x 504"),
        (lambda faces: faces.update({"AS": faces["KD"]}), "look the same"),
    ],
)
def test_a_broken_deck_is_refused(scripts, change, message):
    faces = {str(card): face(number // 13, number % 13) for number, card in enumerate(DECK)}
    scripts.build.check_faces(faces)
    change(faces)
    with pytest.raises(scripts.sources.MissingError, match=message):
        scripts.build.check_faces(faces)


def test_a_name_outside_the_recipe_is_wrong_usage(scripts, out, capsys):
    with pytest.raises(SystemExit) as stop:
        build(scripts, out, "three")
    assert stop.value.code == 2
    assert "not in the recipe: three" in capsys.readouterr().err


def test_a_missing_program_is_named_with_what_to_install(scripts, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(scripts.sources.MissingError, match=r"rsvg-convert is not installed.*librsvg2-bin"):
        scripts.sources.run("rsvg-convert", "--version")


@pytest.mark.parametrize(
    ("package", "command"),
    [
        (
            {"kind": "npm", "name": "@some/cards", "version": "1.2.3"},
            ("npm", "pack", "--ignore-scripts", "@some/cards@1.2.3"),
        ),
        ({"kind": "debian", "name": "some-cards", "seen": "1:2"}, ("apt-get", "download", "some-cards")),
    ],
)
def test_packages_are_asked_for_by_name(scripts, tmp_path, monkeypatch, package, command):
    asked = []

    def run(*words, cwd=None, send=b""):
        asked.append(words)
        if cwd is not None:
            (cwd / "package.tgz").touch()
            (cwd / "package.deb").touch()

    monkeypatch.setattr(scripts.sources, "run", run)
    folder = scripts.sources.fetch(package, tmp_path)
    assert asked[0] == command
    assert folder.parent == tmp_path
    assert scripts.sources.fetch(package, tmp_path) == folder
    assert len(asked) == 2


def test_a_package_that_cannot_be_fetched_leaves_nothing_behind(scripts, tmp_path, monkeypatch):
    def run(*words, cwd=None, send=b""):
        raise scripts.sources.MissingError("no such package")

    monkeypatch.setattr(scripts.sources, "run", run)
    with pytest.raises(scripts.sources.MissingError, match="no such package"):
        scripts.sources.fetch({"kind": "debian", "name": "gone"}, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("channels", [1, 3, 4])
def test_gimp_patterns_are_read_with_their_colours(scripts, channels):
    pixels = np.random.default_rng(2).integers(0, 255, (5, 7, channels), np.uint8)
    header = struct.pack(">5I4s4s", 28, 1, 7, 5, channels, b"GPAT", b"abc\0")
    picture = scripts.backgrounds.read_pattern(header + pixels.tobytes())
    expected = np.repeat(pixels, 3, 2) if channels == 1 else pixels[:, :, 2::-1]
    assert np.array_equal(picture, expected)


def test_small_patterns_are_repeated(scripts):
    pattern = np.random.default_rng(3).integers(0, 255, (300, 500, 3), np.uint8)
    tiled = scripts.backgrounds.tile(pattern)
    assert tiled.shape == (768, 1024, 3)
    assert np.array_equal(tiled[300:600, 500:1000], pattern)


def test_views_of_a_panorama_look_around_and_down(scripts):
    panorama = np.zeros((180, 360, 3), np.uint8)
    panorama[:, :, 0] = np.arange(180)[:, None]
    panorama[:, :, 1] = np.arange(360)[None] // 2
    middles = [view[360, 480] for view in scripts.backgrounds.views(panorama)]
    assert [int(middle[0]) for middle in middles] == pytest.approx([105] * 6, abs=1)
    assert [int(middle[1]) for middle in middles] == pytest.approx([0, 30, 60, 90, 120, 150], abs=1)


def test_pictures_inside_an_archive_are_found(scripts, tmp_path):
    picture = np.random.default_rng(4).integers(0, 255, (40, 60, 3), np.uint8)
    with zipfile.ZipFile(tmp_path / "program.jar", "w") as archive:
        archive.writestr("deep/textures/wood.png", cv2.imencode(".png", picture)[1].tobytes())
        archive.writestr("deep/icons/other.png", cv2.imencode(".png", picture)[1].tobytes())
    entry = {"archive": "program.jar", "files": ["deep/textures/*.png"], "how": "tile"}
    for name in ("out", "scratch"):
        (tmp_path / name).mkdir()
    folders = (tmp_path, tmp_path / "out", tmp_path / "scratch")
    assert scripts.backgrounds.write_backgrounds(entry, *folders) == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["wood.jpg"]


def test_a_package_without_the_expected_files_is_reported(scripts, tmp_path):
    with pytest.raises(scripts.sources.MissingError, match="no longer holds pictures"):
        scripts.backgrounds.write_backgrounds(
            {"files": ["*.jpg"], "how": "picture"}, tmp_path, tmp_path, tmp_path
        )
