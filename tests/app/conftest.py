"""A card reader without networks, which knows photos by their first pixel; and the words of pages."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from app import service
from rules.cards import Card
from vision.reading import Guess, Reading, Reason, SeenCard, SeenHand

EXAMPLE = "3C 6S 8H 4H 8C"


def seen(text: str, confidence: float = 0.99, place: int = 0, runner_up: str = "KD") -> SeenCard:
    """A card as it was read, lying at the given place of a row."""
    left = 40 + 110 * place
    quad = np.array([[left, 60], [left + 100, 60], [left + 100, 200], [left, 200]], np.float32)
    guess = Guess(runner_up, round(1 - confidence, 3), Card.parse(runner_up))
    return SeenCard(Card.parse(text), confidence, guess, quad, indices=2)


def reading(cards: str, *reasons: Reason, hand_reasons: tuple[Reason, ...] = ()) -> Reading:
    """A reading with one hand that holds all of the cards; without cards there is no hand."""
    row = tuple(seen(text, place=place) for place, text in enumerate(cards.split()))
    hands = (SeenHand(tuple(range(len(row))), hand_reasons),) if row else ()
    return Reading((640, 320), reasons, row, hands, model={"name": "test"}, timing_ms={"find": 2.0})


@dataclass
class FakeReader:
    """Reads what a test told it to read."""

    by_colour: dict[int, Reading] = field(default_factory=dict)
    by_decks: dict[int, Reading] = field(default_factory=dict)
    decks: list[int] = field(default_factory=list)

    def read(self, image: npt.NDArray[np.uint8], decks: int) -> Reading:
        """The reading for this number of decks, or else for the blue of the first pixel."""
        self.decks.append(decks)
        known = self.by_decks.get(decks) or self.by_colour[int(image[0, 0, 0])]
        return replace(known, size=(image.shape[1], image.shape[0]))


@dataclass
class Table:
    """Photos on disk and the reader that knows them."""

    reader: FakeReader
    folder: Path

    def photo(self, name: str, what: Reading) -> Path:
        """Write a photo that the reader reads in the given way."""
        path = self.folder / name
        path.write_bytes(self.photo_bytes(what))
        return path

    def photo_bytes(self, what: Reading) -> bytes:
        """A PNG file that the reader reads in the given way."""
        blue = 10 + 20 * len(self.reader.by_colour)
        self.reader.by_colour[blue] = what
        made = BytesIO()
        Image.new("RGB", (640, 320), (30, 90, blue)).save(made, "PNG")
        return made.getvalue()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Photos and a reader for them, in place of the shipped networks."""
    reader = FakeReader()
    monkeypatch.setattr(service, "load_reader", lambda: reader)
    folder = tmp_path / "photos"
    folder.mkdir()
    return Table(reader, folder)


@pytest.fixture
def run_oxeye(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run the command line in this process: exit status, standard output, standard error."""

    def run(*words: object) -> tuple[int, str, str]:
        from app.cli import main

        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        status = ended.value.code
        said = capsys.readouterr()
        return (status if isinstance(status, int) else 0 if status is None else 1), said.out, said.err

    return run


def run(page: Any) -> Any:
    """Draw a page (an `AppTest`) once more; an exception in it fails the test."""
    page.run()
    assert not page.exception, page.exception
    return page


def text(page: Any) -> str:
    """All words in the HTML of a page, those of different elements parted by a blank."""
    bodies = " ".join(element.proto.body for element in page.get("html")).replace("\ufe0e", "")
    bodies = re.sub(r"<(style|script)>.*?</\1>", " ", bodies, flags=re.DOTALL)
    bodies = re.sub(r'<span class="ox-suit[^>]*>(.)</span>', r"\1", bodies)
    return " ".join(re.sub(r"<[^>]+>", " ", bodies).split())
