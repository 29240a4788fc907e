import pytest

from app.texts import REASON_TEXTS, reason_text
from vision.reading import Reason


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_says_what_was_seen_and_what_to_do(reason):
    text = REASON_TEXTS[reason]
    assert text.seen.endswith(".")
    assert text.advice.endswith(".")
    assert reason_text(reason) == f"{text.seen} {text.advice}"
    assert "_" not in str(text), "a reason's name is no text for people"


def test_texts_are_all_different():
    assert len({str(text) for text in REASON_TEXTS.values()}) == len(Reason) == len(REASON_TEXTS)
