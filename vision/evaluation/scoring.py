"""How well photos are read: cards found, cards right, photos exactly right, verdicts that are wrong.

Photos are compared as multisets of card names, so that neither place nor order matters and a second copy
of a card counts as what it is. A truth may name the rank alone where nobody noted the suit.
"""

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rules.cards import DECK, HAND_SIZE
from vision.errors import ImageError
from vision.photo.image import load_photo
from vision.reading import CLASSES, Reading

_COLUMNS = ("path", "cards")
_NAMES = {*CLASSES[:-1], *(name[:-1] for name in CLASSES[: len(DECK)])}


@dataclass(frozen=True)
class Truth:
    """What a photo shows.

    Attributes:
        path: the photo.
        folder: folder of the photo below the list, for totals.
        cards: names such as `10H`, or `10` where the suit is not known; each copy once.
    """

    path: Path
    folder: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """One photo read.

    Attributes:
        truth: what it shows.
        cards: names of the accepted cards.
        doubted: names of cards that were read, but not surely enough.
        confidences: of `cards`, then of `doubted`.
        answered: whether there was no reason against a verdict.
        reasons: those there were.
        milliseconds: time of the reading, without decoding.
    """

    truth: Truth
    cards: tuple[str, ...]
    answered: bool
    reasons: tuple[str, ...] = ()
    milliseconds: float = 0.0
    doubted: tuple[str, ...] = ()
    confidences: tuple[float, ...] = ()
    joined: tuple[int, int] = (0, 0)

    @property
    def missed(self) -> tuple[str, ...]:
        """Cards of the photo that were not read."""
        return compare(self.truth.cards, self.cards)[0]

    @property
    def wrong(self) -> tuple[str, ...]:
        """Cards read that the photo does not show."""
        return compare(self.truth.cards, self.cards)[1]

    @property
    def ranks(self) -> int:
        """Cards of the photo whose rank was read, whatever the suit."""
        return (Counter(map(_rank, self.truth.cards)) & Counter(map(_rank, self.cards))).total()

    @property
    def hand(self) -> bool:
        """True when the photo shows as many cards as a hand has."""
        return len(self.truth.cards) == HAND_SIZE

    @property
    def exact(self) -> bool:
        """True when exactly the right cards were read."""
        return not self.missed and not self.wrong


@dataclass(frozen=True)
class Score:
    """Totals over photos."""

    photos: int
    exact: int
    answered: int
    wrong_answers: int
    hands: int
    hands_answered: int
    cards: int
    found: int
    ranks: int
    read: int
    joined: tuple[int, int]

    @property
    def recall(self) -> float:
        """Share of the cards shown that were read; 1 when none is shown."""
        return self.found / self.cards if self.cards else 1.0

    @property
    def precision(self) -> float:
        """Share of the cards read that were right; 1 when none was read."""
        return self.found / self.read if self.read else 1.0

    @property
    def exact_share(self) -> float:
        """Share of the photos read exactly right; 0 when there are none."""
        return self.exact / self.photos if self.photos else 0.0


def compare(truth: Sequence[str], read: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Cards that were missed, and cards that were read but are not there.

    Args:
        truth: names; a rank alone fits a card of any suit.
        read: names with suits.

    >>> compare(["10H", "K", "K"], ["10H", "KS", "9S"])
    (('K',), ('9S',))
    """
    missed, wrong = Counter(truth) - Counter(read), Counter(read) - Counter(truth)
    for name in [name for name in wrong.elements() if missed[name[:-1]] > 0]:
        missed[name[:-1]] -= 1
        wrong[name] -= 1
    return tuple(missed.elements()), tuple(wrong.elements())


def read_truth(source: Path, root: Path | None = None) -> list[Truth]:
    """Read what photos show from a CSV with the columns `path` and `cards`.

    Args:
        source: the CSV, or a folder that holds exactly one such file.
        root: folder that paths in it are relative to; its own when `None`.

    Raises:
        ImageError: the file is missing, is not such a list, or names an unknown card.
    """
    path = _truth_file(source) if source.is_dir() else source
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ImageError(f"{path} cannot be read as a list of photos ({error}). Name a CSV file.") from error
    truths = []
    for number, row in enumerate(rows, start=2):
        if any(not row.get(column) for column in _COLUMNS):
            raise ImageError(f"{path}, line {number}: the columns `path` and `cards` must be filled.")
        cards = tuple(row["cards"].split())
        unknown = [card for card in cards if card not in _NAMES]
        if unknown:
            raise ImageError(f"{path}, line {number}: {unknown[0]!r} is not a card. Write cards like 10H.")
        truths.append(Truth((root or path.parent) / row["path"], Path(row["path"]).parent.as_posix(), cards))
    if not truths:
        raise ImageError(f"{path} lists no photos. Give it the columns `path` and `cards`.")
    return truths


def _truth_file(folder: Path) -> Path:
    lists = []
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            if set(_COLUMNS) <= {name.strip() for name in file.readline().split(",")}:
                lists.append(path)
    if len(lists) != 1:
        names = ", ".join(path.name for path in lists) or "none"
        raise ImageError(f"{folder} must hold one CSV with the columns `path` and `cards`; it has {names}.")
    return lists[0]


def outcome(truth: Truth, reading: Reading) -> Outcome:
    """Compare a reading with the truth; only accepted cards count as read."""
    sure = [seen for seen in reading.cards if seen.accepted]
    doubted = [seen for seen in reading.cards if not seen.accepted]
    return Outcome(
        truth,
        tuple(str(seen.card) for seen in sure),
        reading.answered,
        tuple(str(reason) for reason in reading.reasons),
        sum(reading.timing_ms.values()),
        tuple(str(seen.card) for seen in doubted),
        tuple(seen.confidence for seen in (*sure, *doubted)),
        _joined(truth.cards, reading),
    )


def _joined(truth: Sequence[str], reading: Reading) -> tuple[int, int]:
    """Of the cards that the photo shows once: those with two or more indices, and those seen as one card."""
    shown = Counter(truth)
    alone = {str(card) for card in DECK if shown[str(card)] + shown[_rank(str(card))] == 1}
    seen = Counter(str(card.card) for card in reading.cards)
    indices: Counter[str] = Counter()
    for card in reading.cards:
        indices[str(card.card)] += card.indices
    several = [name for name in alone & set(seen) if indices[name] > 1]
    return len(several), sum(seen[name] == 1 for name in several)


def _rank(name: str) -> str:
    """The rank in the name of a card, with or without suit; "joker" is its own."""
    return name[:-1] if name in CLASSES[: len(DECK)] else name


def score_photos(
    truths: Iterable[Truth],
    read: Callable[[npt.NDArray[np.uint8]], Reading],
    report: Callable[[Outcome], None] | None = None,
) -> list[Outcome]:
    """Read photos and compare.

    Args:
        truths: what they show.
        read: reads an upright (H, W, 3) uint8 BGR photo.
        report: is told each outcome as it comes.

    Raises:
        ImageError: a photo cannot be read.
    """
    outcomes = []
    for truth in truths:
        outcomes.append(outcome(truth, read(load_photo(truth.path).image)))
        if report is not None:
            report(outcomes[-1])
    return outcomes


def total(outcomes: Sequence[Outcome]) -> Score:
    """Totals over photos."""
    return Score(
        photos=len(outcomes),
        exact=sum(one.exact for one in outcomes),
        answered=sum(one.answered for one in outcomes),
        wrong_answers=sum(one.answered and not one.exact for one in outcomes),
        hands=sum(one.hand for one in outcomes),
        hands_answered=sum(one.hand and one.answered for one in outcomes),
        cards=sum(len(one.truth.cards) for one in outcomes),
        found=sum(len(one.cards) - len(one.wrong) for one in outcomes),
        ranks=sum(one.ranks for one in outcomes),
        read=sum(len(one.cards) for one in outcomes),
        joined=(sum(one.joined[0] for one in outcomes), sum(one.joined[1] for one in outcomes)),
    )


def by_folder(outcomes: Sequence[Outcome]) -> dict[str, Score]:
    """Totals for each folder, in order of name."""
    folders = sorted({one.truth.folder for one in outcomes})
    return {folder: total([one for one in outcomes if one.truth.folder == folder]) for folder in folders}
