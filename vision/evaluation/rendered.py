"""How well rendered scenes are read, whose every card and hidden part is known, by what is hard in them.

A card counts as shown when one of its indices is visible; one of which less can be seen may be read or not,
but a verdict without it is counted apart.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from rules.cards import DECK, HAND_SIZE
from vision.assembly.drafts import Draft, Kind, draft_cards
from vision.assembly.geometry import card_width
from vision.assembly.trust import Trust
from vision.evaluation.calibration import Said, format_fit
from vision.evaluation.intervals import format_share
from vision.networks.finder import OnnxFinder
from vision.networks.models import load_manifest
from vision.networks.reader import IndexReader, OnnxReader
from vision.pipeline import CardReader
from vision.reading import FoundIndex, ReadIndex, Reading, Reason
from vision.synth.decks import JOKER
from vision.synth.scene import VISIBLE, WHOLE, IndexLabel, Scene, Studio

SLICES = (
    *("fan", "held", "row", "ox", "heap", "grid", "hands"),
    *("small", "dark", "sheen", "uneven", "four-colour", "jumbo", "four corners", "two decks"),
)
"""Traits of scenes that have a line of their own."""
_CLOSE = 0.05
_MOST_COPIES = 2


@dataclass(frozen=True)
class SceneOutcome:
    """One scene read.

    Attributes:
        traits: see `Scene.traits`.
        shown: cards with a visible index.
        found: those that were read.
        read: cards that were read.
        right: those that lie in the scene.
        exact: all shown cards were read, and nothing that does not lie there.
        whole: hands of five cards with a visible index each, nothing else in the photo.
        answered: hands with a verdict.
        wrong: those whose cards are not those of a hand in the scene.
        short: those of a hand of which a further card can be seen, but not its index.
        joined: cards with two or more of their visible indices found, and those of them taken for one card.
        mixed: drafts that hold indices of several cards.
        corner_errors: mean distance of a drafted card's corners from the truth, in card widths.
        said: cards that were read, for calibration; without those that geometry doubts.
    """

    traits: frozenset[str]
    shown: int
    found: int
    read: int
    right: int
    exact: bool
    whole: bool
    answered: int
    wrong: int
    short: int
    joined: tuple[int, int]
    mixed: int
    corner_errors: tuple[float, ...]
    said: tuple[Said, ...]


class _Recorder:
    """A reader that keeps what it read first in a photo."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader
        self.reads: list[ReadIndex] | None = None

    def read(self, image: npt.NDArray[np.uint8], found: Sequence[FoundIndex]) -> list[ReadIndex]:
        reads = self._reader.read(image, found)
        if self.reads is None:
            self.reads = reads
        return reads


def read_scenes(
    numbers: Iterable[int], seed: int, art: Path | None = None, size: int = 640, models: Path | None = None
) -> Iterator[SceneOutcome]:
    """Render scenes that no training used, as long as its seed was another, and read them.

    Scenes with a card more than twice are left out.

    Raises:
        FileNotFoundError: the art is missing.
        ModelError: a network is missing or was changed.
    """
    studio, manifest = Studio.open(art), load_manifest(models)
    recorder = _Recorder(OnnxReader(manifest.reader, manifest.folder))
    trust = Trust.of(manifest.reader)
    reader = CardReader.of(OnnxFinder(manifest.finder, manifest.folder), recorder, trust)
    for number in numbers:
        scene = studio.render(seed, number, size)
        copies = max(Counter(card.label for card in scene.cards if card.label >= 0).values(), default=1)
        if copies > _MOST_COPIES:
            continue
        recorder.reads = None
        reading = reader.read(scene.image, copies)
        yield judge_scene(scene, reading, draft_cards(recorder.reads or [], copies, trust))


def judge_scene(scene: Scene, reading: Reading, drafts: Sequence[Draft]) -> SceneOutcome:
    """Compare a reading with what lies in the scene."""
    seen = {index.card for index in scene.seen}
    shown = Counter(
        _name(card.label) for n, card in enumerate(scene.cards) if n in seen and _is_card(card.label)
    )
    lying = Counter(_name(card.label) for card in scene.cards if _is_card(card.label))
    read = Counter(str(card.card) for card in reading.cards if card.accepted)
    hands = _hands(scene, seen)
    wrong = short = answered = 0
    for hand in reading.hands:
        if hand.status or reading.status:
            continue
        answered += 1
        cards = Counter(str(reading.cards[position].card) for position in hand.cards)
        fitting = [true for true in hands if true.must <= cards <= true.must + true.may]
        wrong += not fitting
        short += bool(fitting) and all(true.unread - cards for true in fitting)
    printed = [[_nearest(scene, index) for index in draft.indices] for draft in drafts]
    ones = _by_card(printed)
    several = [places for places in _by_card(printed, VISIBLE).values() if len(places) > 1]
    mixed = Counter(draft for places in ones.values() for draft in set(places))
    return SceneOutcome(
        traits=scene.traits,
        shown=shown.total(),
        found=(shown & read).total(),
        read=read.total(),
        right=(lying & read).total(),
        exact=shown <= read <= lying,
        whole=len(hands) == 1 and len(scene.cards) == HAND_SIZE and hands[0].must.total() == HAND_SIZE,
        answered=answered,
        wrong=wrong,
        short=short,
        joined=(len(several), sum(len(set(places)) == 1 for places in several)),
        mixed=sum(count > 1 for count in mixed.values()),
        corner_errors=tuple(
            _corner_error(scene.cards[card].quad, drafts[places[0]].quad)
            for card, places in ones.items()
            if len(set(places)) == 1
        ),
        said=tuple(_said(drafts, printed)),
    )


@dataclass(frozen=True)
class _Hand:
    """Cards of one hand: with a visible index, with less, and such of the latter as can be seen well."""

    must: Counter[str]
    may: Counter[str]
    unread: Counter[str]


def _hands(scene: Scene, seen: set[int]) -> list[_Hand]:
    made = []
    for hand in sorted({card.hand for card in scene.cards}):
        cards = [(n, card) for n, card in enumerate(scene.cards) if card.hand == hand]
        must = Counter(_name(card.label) for n, card in cards if n in seen)
        may = Counter(_name(card.label) for n, card in cards if n not in seen)
        unread = Counter(_name(c.label) for n, c in cards if n not in seen and c.visible >= WHOLE)
        made.append(_Hand(must, may, unread))
    return made


Printed = Sequence[Sequence[IndexLabel | None]]
"""For each draft, what is printed where its indices were found; `None` for nothing."""


def _by_card(printed: Printed, visible: float = 0.0) -> dict[int, list[int]]:
    """For each card, the drafts that its indices went to, those of which at least a share is visible."""
    ones: dict[int, list[int]] = {}
    for number, truths in enumerate(printed):
        for true in truths:
            if true is not None and true.visible >= visible:
                ones.setdefault(true.card, []).append(number)
    return ones


def _said(drafts: Sequence[Draft], printed: Printed) -> Iterator[Said]:
    """Cards that were read; right where one of their indices is printed as they were read."""
    for draft, truths in zip(drafts, printed, strict=True):
        if draft.kind is Kind.CARD and draft.reasons <= {Reason.LOW_CONFIDENCE}:
            right = any(true is not None and true.label == draft.label for true in truths)
            yield Said(draft.probability, len(draft.indices), right)


def _nearest(scene: Scene, found: FoundIndex) -> IndexLabel | None:
    """The printed index where one was found, or `None` when there is none."""
    if not scene.indices:
        return None
    centres = np.array([index.index_quad.mean(0) for index in scene.indices])
    gaps = np.linalg.norm(centres - found.index_quad.mean(0), axis=1)
    true = scene.indices[int(gaps.argmin())]
    return true if gaps.min() < np.linalg.norm(true.index_quad[3] - true.index_quad[0]) / 2 else None


def _corner_error(true: npt.NDArray[np.float32], seen: npt.NDArray[np.float32]) -> float:
    """Mean distance of corners in card widths, upside down or not."""
    gaps = [np.linalg.norm(true - np.roll(seen, turn, 0), axis=1).mean() for turn in (0, 2)]
    return float(min(gaps)) / card_width(true)


def _is_card(label: int) -> bool:
    return 0 <= label < JOKER


def _name(label: int) -> str:
    return str(DECK[label]) if _is_card(label) else ("joker" if label == JOKER else "back")


def format_scenes(outcomes: Sequence[SceneOutcome]) -> list[str]:
    """A line per slice, then geometry and wrong verdicts with their intervals."""
    width = max(map(len, SLICES))
    lines = [f"{'slice':<{width}}  scenes  recall  precision   exact  answered whole hands  verdicts  wrong"]
    for name in (*SLICES, "all"):
        part = [one for one in outcomes if name == "all" or name in one.traits]
        if part:
            lines.append(f"{name:<{width}}  {_format_slice(part)}")
    joined = np.sum([one.joined for one in outcomes], 0)
    errors = [error for one in outcomes for error in one.corner_errors]
    close = sum(error <= _CLOSE for error in errors)
    answered = sum(one.answered for one in outcomes)
    return [
        *lines,
        "",
        f"visible indices of one card joined: {format_share(int(joined[1]), int(joined[0]), 2)}",
        f"cards made of two cards' indices: {sum(one.mixed for one in outcomes)}",
        f"cards' corners within 5 % of the card width on average: {format_share(close, len(errors))}",
        f"wrong verdicts: {format_share(sum(one.wrong for one in outcomes), answered, 2)}",
        f"verdicts though a further card of the hand lay there unread: {sum(one.short for one in outcomes)}",
        "",
        *format_fit([said for one in outcomes for said in one.said]),
    ]


def _format_slice(part: Sequence[SceneOutcome]) -> str:
    shown, found = sum(one.shown for one in part), sum(one.found for one in part)
    read, right = sum(one.read for one in part), sum(one.right for one in part)
    whole = [one for one in part if one.whole]
    answers = f"{sum(one.answered > 0 for one in whole)} of {len(whole)}"
    return (
        f"{len(part):>6}  {found / max(shown, 1):>6.1%}  {right / max(read, 1):>9.2%}"
        f"  {sum(one.exact for one in part) / len(part):>6.1%}  {answers:>20}"
        f"  {sum(one.answered for one in part):>8}  {sum(one.wrong for one in part):>5}"
    )
