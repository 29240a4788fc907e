"""Counting cards right and wrong, by multisets of names."""

import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import ImageError
from vision.evaluation.benchmark import format_cost, format_scores
from vision.evaluation.scoring import Outcome, Truth, by_folder, outcome, read_truth, score_photos, total
from vision.networks.models import load_manifest
from vision.networks.reader import card_of, guess_of
from vision.reading import CLASSES, Reading, Reason, SeenCard, SeenHand


def truth(*cards: str, folder: str = "a") -> Truth:
    return Truth(Path(f"{folder}/photo.jpg"), folder, cards)


def reading(*cards: str, status: tuple[Reason, ...] = (), doubtful: tuple[str, ...] = ()) -> Reading:
    seen = []
    for name in (*cards, *doubtful):
        card = card_of(CLASSES.index(name))
        assert card is not None
        quad = np.zeros((4, 2), np.float32)
        seen.append(SeenCard(card, 0.9, guess_of(0, 0.1), quad, 1, accepted=name not in doubtful))
    return Reading((10, 10), (), tuple(seen), (SeenHand(tuple(range(len(seen))), status),), {}, {"find": 2.0})


def test_copies_count_one_by_one() -> None:
    one = Outcome(truth("AS", "AS", "KD"), ("AS", "KD", "KD"), answered=True)
    assert one.missed == ("AS",)
    assert one.wrong == ("KD",)
    assert not one.exact


def test_order_does_not_matter() -> None:
    assert Outcome(truth("AS", "KD"), ("KD", "AS"), answered=False).exact


def test_totals() -> None:
    outcomes = [
        Outcome(truth("AS", "KD", "2C", "3C", "4C"), ("AS", "KD", "2C", "3C", "4C"), answered=True),
        Outcome(truth("AS", "KD", folder="b"), ("AS", "QD", "9H"), answered=True),
        Outcome(truth("JS", folder="b"), (), answered=False),
    ]
    score = total(outcomes)
    assert (score.photos, score.exact, score.answered, score.wrong_answers) == (3, 1, 2, 1)
    assert score.recall == pytest.approx(6 / 8)
    assert score.precision == pytest.approx(6 / 8)
    assert score.exact_share == pytest.approx(1 / 3)
    assert list(by_folder(outcomes)) == ["a", "b"]
    assert by_folder(outcomes)["a"].exact_share == 1
    empty = total([])
    assert (empty.recall, empty.precision, empty.exact_share) == (1, 1, 0)


def test_a_rank_alone_fits_any_suit() -> None:
    one = Outcome(truth("K", "K", "10", "AS"), ("KS", "KD", "9H", "AS"), answered=False)
    assert one.missed == ("10",)
    assert one.wrong == ("9H",)


def test_ranks_count_whatever_the_suit() -> None:
    assert Outcome(truth("AS", "KD", "10", "joker"), ("AC", "KD", "10H"), answered=False).ranks == 3


def test_corners_of_one_card_are_joined_or_not() -> None:
    """Of 8C two corners are two cards; KD has two corners, AS one; 2C lies there twice and cannot tell."""
    seen = reading("8C", "8C", "KD", "AS", "2C", "2C")
    cards = tuple(replace(card, indices=2) if str(card.card) == "KD" else card for card in seen.cards)
    one = outcome(truth("8C", "KD", "AS", "2C", "2C"), replace(seen, cards=cards))
    assert one.joined == (2, 1)
    assert any(line.strip().startswith("indices of one card joined 50.0%") for line in format_scores([one]))


def test_what_reading_costs() -> None:
    one = Outcome(truth("AS"), ("AS",), answered=True, milliseconds=12.0)
    assert re.fullmatch(
        r"a photo is read in 12 ms in the median; the networks together: \d+\.\d MB",
        format_cost([one], load_manifest()),
    )


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Two photos in a folder of their own, listed in a CSV."""
    (tmp_path / "dark").mkdir()
    for name, value in (("one.jpg", 200), ("dark/two.jpg", 10)):
        cv2.imwrite(str(tmp_path / name), np.full((40, 60, 3), value, np.uint8))
    (tmp_path / "truth.csv").write_text("path,cards\none.jpg,AS KD 2C 3C 4C\ndark/two.jpg,10H\n")
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    return tmp_path


def test_photos_are_read_and_compared(photos: Path) -> None:
    def read(image: np.ndarray) -> Reading:
        if image.mean() > 100:
            return reading("4C", "3C", "2C", "KD", "AS")
        return reading("9H", status=(Reason.TOO_FEW_CARDS,), doubtful=("10H",))

    reported: list[Outcome] = []
    outcomes = score_photos(read_truth(photos), read, reported.append)
    assert outcomes == reported
    assert [one.exact for one in outcomes] == [True, False]
    assert [one.answered for one in outcomes] == [True, False]
    assert outcomes[1].missed == ("10H",)  # a card in doubt does not count as read
    assert outcomes[1].wrong == ("9H",)
    assert outcomes[0].milliseconds == 2.0
    table = "\n".join(format_scores(outcomes))
    assert "too_few_cards" in table
    assert "two.jpg: missed 10H; wrong 9H" in table
    assert "one.jpg" not in table
    assert table.splitlines()[3].split()[:2] == ["all", "2"]


def test_a_wrong_answer_is_called_out() -> None:
    table = format_scores([Outcome(truth("AS"), ("KS",), answered=True)])
    assert table[-1].endswith("missed AS; wrong KS; ANSWERED")
    assert table[1].split()[-1] == "1"


def test_list_by_its_file_and_by_its_folder(photos: Path) -> None:
    assert read_truth(photos) == read_truth(photos / "truth.csv")
    assert [one.folder for one in read_truth(photos)] == [".", "dark"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("path,cards\none.jpg,AS XX\n", r"line 2: 'XX' is not a card"),
        ("path,cards\none.jpg,none\n", "not a card"),
        ("path,cards\none.jpg,\n", "must be filled"),
        ("file,cards\none.jpg,AS\n", "must be filled"),
        ("path,cards\n", "lists no photos"),
    ],
)
def test_lists_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "truth.csv"
    path.write_text(text)
    with pytest.raises(ImageError, match=message):
        read_truth(path)


def test_list_that_is_missing_or_not_alone(tmp_path: Path) -> None:
    with pytest.raises(ImageError, match="cannot be read"):
        read_truth(tmp_path / "none.csv")
    with pytest.raises(ImageError, match="it has none"):
        read_truth(tmp_path)
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("path,cards\nx.jpg,AS\n")
    with pytest.raises(ImageError, match=r"it has a\.csv, b\.csv"):
        read_truth(tmp_path)
