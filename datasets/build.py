"""Rebuild the card art and backgrounds that training scenes are rendered with, from public packages.

    python datasets/build.py --out out/art

Writes `decks/DECK/AS.webp` ... `KD.webp`, `backgrounds/SET/*.jpg` and, to look at, `check/DECK.png` below
the folder given. What is there is kept, so an interrupted run goes on where it stopped. A source that
cannot be had is left out and named at the end. `recipe.toml` holds the sources, README.md explains it.
"""

import argparse
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from backgrounds import write_backgrounds
from sources import Entry, MissingError, Picture, draw, fetch, run

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
CARD_WIDTH = 360
"""Width in pixels at which a card is drawn; see-through edges are trimmed, so it may end up smaller."""


def trim(picture: Picture) -> Picture:
    """The part of a card's picture that is not see-through."""
    x, y, w, h = cv2.boundingRect((picture[:, :, 3] > 127).astype(np.uint8))
    return picture[y : y + h, x : x + w]


def deck_faces(deck: Entry, naming: Entry, folder: Path) -> Iterator[tuple[str, Picture]]:
    """The name and the picture of each card of a deck, (h, w, 4) uint8 BGRA, w at most `CARD_WIDTH`."""
    if "font" in deck and deck["font"] not in run("fc-match", "--format=%{family}", deck["font"]).decode():
        raise MissingError(f"its indices are text in the font {deck['font']}, which is not installed")
    if "rows" in naming:
        rows, columns = naming["rows"], naming["columns"]
        sheet = draw(folder / deck["file"], CARD_WIDTH * len(columns))
        tops = np.linspace(0, sheet.shape[0], len(rows) + 1).round().astype(int)
        for suit, top, bottom in zip(rows, tops, tops[1:], strict=False):
            for left, rank in enumerate(columns):
                if suit != "-":
                    yield rank + suit, trim(sheet[top:bottom, left * CARD_WIDTH : (left + 1) * CARD_WIDTH])
        return
    for suit, their_suit in zip(SUITS, naming["suits"], strict=True):
        for rank, their_rank in zip(RANKS, naming["ranks"], strict=True):
            fill = partial(str.format, rank=their_rank, suit=their_suit)
            options = ["--export-id", fill(deck["element"])] if "element" in deck else []
            source = folder / fill(deck["file"])
            face = trim(draw(source, CARD_WIDTH, *options, remove=deck.get("remove")))
            # The box of an element may be far wider than the card, because of hidden or clipped parts.
            if 0 < face.shape[1] < 0.95 * CARD_WIDTH:
                wide = CARD_WIDTH * CARD_WIDTH // face.shape[1]
                face = trim(draw(source, wide, *options, remove=deck.get("remove")))
            yield rank + suit, narrow(face)


def narrow(face: Picture) -> Picture:
    """A card's picture reduced to `CARD_WIDTH` where it is wider."""
    height, width = face.shape[:2]
    if width <= CARD_WIDTH:
        return face
    size = (CARD_WIDTH, round(height * CARD_WIDTH / width))
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)


def check_faces(faces: dict[str, Picture]) -> None:
    """Refuse a deck that is surely broken; whether it is right, only a person can see."""
    if set(faces) != {rank + suit for rank in RANKS for suit in SUITS}:
        raise MissingError(f"{len(faces)} cards instead of 52")
    for name, face in faces.items():
        height, width = face.shape[:2]
        if width < 0.75 * CARD_WIDTH or not 1.2 < height / width < 1.8:
            raise MissingError(f"{name} came out {width} x {height} pixels, which is no card")
    if len({face.tobytes() for face in faces.values()}) < len(faces):
        raise MissingError("two of its cards look the same")


def contact_sheet(faces: dict[str, Picture]) -> Picture:
    """All cards of a deck on green, a suit in each row, to be looked at by a person."""
    sheet = np.full((4 * 236, 13 * 164, 3), (90, 120, 60), np.uint8)
    for number, (suit, rank) in enumerate((suit, rank) for suit in SUITS for rank in RANKS):
        face = cv2.resize(faces[rank + suit], (160, 232), interpolation=cv2.INTER_AREA).astype(np.float32)
        top, left = number // 13 * 236 + 2, number % 13 * 164 + 2
        place, alpha = sheet[top : top + 232, left : left + 160], face[:, :, 3:] / 255
        place[:] = (face[:, :, :3] * alpha + place * (1 - alpha)).astype(np.uint8)
    return sheet


def build_deck(name: str, recipe: Entry, out: Path, part: Path) -> None:
    """Write one deck's pictures to `part` and its contact sheet to `out`."""
    deck = recipe["deck"][name]
    folder = fetch(recipe["package"][deck["package"]], out / "packages")
    faces = dict(deck_faces(deck, recipe["naming"][deck["naming"]], folder))
    check_faces(faces)
    for card, face in faces.items():
        cv2.imwrite(str(part / f"{card}.webp"), face, [cv2.IMWRITE_WEBP_QUALITY, 95])
    (out / "check").mkdir(exist_ok=True)
    cv2.imwrite(str(out / "check" / f"{name}.png"), contact_sheet(faces))


# ---- the command


def build(kind: str, name: str, recipe: Entry, out: Path) -> None:
    """Make one deck or one set of backgrounds, whole or not at all; one that is there is kept.

    Args:
        kind: "deck" or "background", the table of the recipe.
    """
    target = out / f"{kind}s" / name
    if target.is_dir():
        print(f"{kind} {name} is there", flush=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out, prefix=".part-") as folder:
        part, scratch = Path(folder) / "part", Path(folder) / "scratch"
        part.mkdir()
        scratch.mkdir()
        note = ""
        if kind == "deck":
            build_deck(name, recipe, out, part)
        else:
            entry = recipe["background"][name]
            package = fetch(recipe["package"][entry["package"]], out / "packages")
            useless = write_backgrounds(entry, package, part, scratch)
            note = f", {useless} files gave none" if useless else ""
        print(f"{kind} {name}: {len(list(part.iterdir()))} pictures{note}", flush=True)
        part.rename(target)


def main(arguments: list[str] | None = None) -> int:
    """Build all that can be had; 0 when that is everything, 3 when something was left out."""
    parser = argparse.ArgumentParser(description="Rebuild card art and backgrounds from public packages.")
    parser.add_argument("--out", type=Path, required=True, help="folder to fill; what is there is kept")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only these decks and background sets")
    parser.add_argument("--recipe", type=Path, default=Path(__file__).with_name("recipe.toml"))
    chosen = parser.parse_args(arguments)
    recipe = tomllib.loads(chosen.recipe.read_text("utf-8"))
    jobs = [(kind, name) for kind in ("deck", "background") for name in recipe[kind]]
    unknown = set(chosen.only or ()) - {name for _, name in jobs}
    if unknown:
        parser.error(f"not in the recipe: {', '.join(sorted(unknown))}")
    chosen.out.mkdir(parents=True, exist_ok=True)
    out = chosen.out.resolve()
    skipped = []
    for kind, name in jobs:
        if chosen.only and name not in chosen.only:
            continue
        try:
            build(kind, name, recipe, out)
        except MissingError as error:
            skipped.append(f"{kind} {name}: {error}")
    print(f"Look at every deck in {out / 'check'} before you train with it; README.md says what to look for.")
    if skipped:
        print("Left out:", *skipped, sep="\n  ", file=sys.stderr)
    return 3 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
