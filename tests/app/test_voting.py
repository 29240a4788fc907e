"""What may lock and what must not."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.voting import CHANCES, DOUBTING, MEMORY, NEEDED, PATIENCE_S, PAUSE_S, WINDOW, Ballot, cast, hands_of
from rules.cards import DECK
from tests.app.conftest import EXAMPLE, reading, seen
from vision.reading import Reading, Reason, SeenHand

OTHER = "3C 6S 8H 4H KD"
STEP = 0.3


def run(readings, ballot=None, start=0.0, step=STEP):
    """All ballots of a row of readings, each taken when the one before was done."""
    ballots = [] if ballot is None else [ballot]
    for number, one in enumerate(readings):
        before = ballots[-1] if ballots else Ballot()
        taken = start + number * step
        ballots.append(cast(before, one, taken, taken + step))
    return ballots if ballot is None else ballots[1:]


def moved(one: Reading, x: float, y: float) -> Reading:
    """The same reading with all cards elsewhere in the picture."""
    cards = tuple(replace(card, quad=card.quad + np.float32([x, y])) for card in one.cards)
    return replace(one, cards=cards)


def short(cards: str, *reasons: Reason) -> Reading:
    return reading(cards, hand_reasons=(Reason.TOO_FEW_CARDS, *reasons))


def test_a_steady_hand_locks_after_five_readings():
    ballots = run([reading(EXAMPLE)] * NEEDED)
    assert [ballot.steady for ballot in ballots] == [1, 2, 3, 4, 5]
    assert [ballot.locked for ballot in ballots] == [False] * 4 + [True]


def test_a_moved_hand_keeps_its_votes():
    path = [moved(reading(EXAMPLE), 90 * step, 40 * step) for step in range(NEEDED)]
    assert run(path)[-1].locked


def test_a_swapped_card_restarts_the_vote():
    ballots = run([reading(EXAMPLE)] * 4 + [reading(OTHER)] * 5)
    assert [ballot.steady for ballot in ballots] == [1, 2, 3, 4, 1, 2, 3, 4, 5]
    assert [ballot.locked for ballot in ballots] == [False] * 8 + [True]


def test_two_hands_in_turn_never_lock():
    assert not any(ballot.locked for ballot in run([reading(EXAMPLE), reading(OTHER)] * 20))


def test_a_sixth_card_is_not_forgotten_at_once():
    six = reading(EXAMPLE + " KD", hand_reasons=(Reason.TOO_MANY_CARDS,))
    ballots = run([six] * NEEDED + [reading(EXAMPLE)] * (MEMORY + 1))
    assert [ballot.locked for ballot in ballots] == [False] * (NEEDED + MEMORY) + [True]


def test_a_covered_card_holds_the_vote_and_does_not_end_it():
    ballots = run([reading(EXAMPLE)] * 3 + [short("3C 6S 8H 4H")] * 2 + [reading(EXAMPLE)] * 2)
    assert [ballot.steady for ballot in ballots] == [1, 2, 3, 3, 3, 4, 5]
    assert ballots[-1].locked


def test_cards_gather_votes_in_frames_that_miss_another_one():
    ballots = run([short("3C 6S 8H 4H"), short("6S 8H 4H 8C"), short("3C 8H 4H 8C")] * 3 + [reading(EXAMPLE)])
    assert ballots[-2].steady == 0, "no frame showed the whole hand yet"
    assert ballots[-1].locked


def test_four_cards_never_lock():
    assert not any(ballot.locked or ballot.steady for ballot in run([short("3C 6S 8H 4H")] * 20))


@pytest.mark.parametrize("reason", list(Reason))
def test_no_reading_with_a_reason_locks(reason):
    good, bad = reading(EXAMPLE), reading(EXAMPLE, reason)
    assert not run([good] * 4 + [bad])[-1].locked
    assert not run([good] * 4 + [reading(EXAMPLE, hand_reasons=(reason,))])[-1].locked
    assert not any(ballot.locked for ballot in run([bad] * 20))


@pytest.mark.parametrize("reason", sorted(DOUBTING))
def test_frames_that_cast_doubt_give_no_votes(reason):
    ballots = run([reading(EXAMPLE, reason)] * 5 + [reading(EXAMPLE)])
    assert ballots[-1].steady == 1


def test_a_card_of_low_confidence_has_no_vote():
    weak = reading(EXAMPLE, hand_reasons=(Reason.LOW_CONFIDENCE,))
    weak = replace(weak, cards=(*weak.cards[:4], replace(weak.cards[4], accepted=False)))
    ballots = run([weak] * 5 + [reading(EXAMPLE)])
    assert ballots[-1].steady == 1


def test_other_cards_of_the_picture_hold_the_lock():
    loose = replace(reading(EXAMPLE + " KD"), hands=(SeenHand((0, 1, 2, 3, 4)),))
    assert loose.answered
    assert not any(ballot.locked for ballot in run([loose] * 12))


def test_two_hands_lock_together_and_a_new_grouping_restarts_them():
    row = tuple(seen(card, place=place) for place, card in enumerate((EXAMPLE + " KD QD JD KC KS").split()))
    both = Reading((1200, 320), (), row, (SeenHand((0, 1, 2, 3, 4)), SeenHand((5, 6, 7, 8, 9))))
    mixed = replace(both, hands=(SeenHand((0, 1, 2, 3, 5)), SeenHand((4, 6, 7, 8, 9))))
    turned = replace(both, hands=tuple(reversed(both.hands)))
    assert run([both, turned, both, turned, both])[-1].locked
    assert [ballot.steady for ballot in run([both] * 4 + [mixed] * 5)] == [1, 2, 3, 4, 1, 2, 3, 4, 5]


def test_copies_of_a_card_are_counted():
    twins = "3C 3C 8H 4H 8C"
    single = short("3C 8H 4H 8C")
    ballots = run([single] * 5 + [reading(twins)])
    assert ballots[-1].steady == 1
    assert run([reading(twins)] * NEEDED)[-1].locked


def test_a_pause_starts_anew_and_a_slow_model_does_not():
    first = run([reading(EXAMPLE)] * 4)
    late = cast(first[-1], reading(EXAMPLE), first[-1].ended + PAUSE_S + 0.1, first[-1].ended + PAUSE_S + 0.4)
    assert late.steady == 1
    assert run([reading(EXAMPLE)] * NEEDED, step=3 * PAUSE_S)[-1].locked


def test_after_a_lock_the_next_vote_begins():
    ballots = run([reading(EXAMPLE)] * (NEEDED + 1))
    assert (ballots[-1].steady, ballots[-1].locked, ballots[-1].number) == (1, False, 1)


def test_a_vote_that_does_not_end_says_so():
    ballots = run([short("3C 6S 8H 4H")] * int(PATIENCE_S / STEP + 2))
    assert not ballots[10].weary
    assert ballots[-1].weary
    slow = run([short("3C 6S 8H 4H")] * (CHANCES + 1), step=5.0)
    assert [ballot.weary for ballot in slow] == [False] * CHANCES + [True]


def test_reasons_that_flicker_are_left_out_where_others_stay():
    steady = short("3C 6S 8H 4H")
    ballots = run([steady, steady, steady, short("3C 6S 8H 4H", Reason.BLURRED)])
    assert ballots[-1].reasons == (Reason.TOO_FEW_CARDS,)
    alone = run([reading(EXAMPLE)] * 3 + [reading("", Reason.NO_CARDS)])
    assert alone[-1].reasons == (Reason.NO_CARDS,)


cards_in_hand = st.lists(st.sampled_from(DECK[:8]), min_size=4, max_size=6, unique=True)
reasons = st.sampled_from([(), (), (), (Reason.BLURRED,), (Reason.CORNERS_DISAGREE,), (Reason.TOO_DARK,)])


@st.composite
def readings(draw) -> Reading:
    """A reading of four to six cards out of eight, now and then with a reason or a weak card."""
    named = draw(cards_in_hand)
    row = [seen(str(card), place=place) for place, card in enumerate(named)]
    against = set(draw(reasons))
    if draw(st.integers(0, 4)) == 0:
        row[0] = replace(row[0], accepted=False)
        against.add(Reason.LOW_CONFIDENCE)
    if len(row) != 5:
        against.add(Reason.TOO_FEW_CARDS if len(row) < 5 else Reason.TOO_MANY_CARDS)
    told = tuple(reason for reason in Reason if reason in against)
    return Reading((640, 320), (), tuple(row), (SeenHand(tuple(range(len(row))), told),))


@given(st.lists(readings(), max_size=25), st.integers(0, 6), st.data())
def test_whatever_was_seen_a_lock_means_five_votes_and_no_other_card(before, same, data):
    last = data.draw(readings())
    row = [*before, *[last] * same]
    for number, ballot in enumerate(run(row)):
        assert 0 <= ballot.steady <= NEEDED
        assert (ballot.steady == NEEDED) == ballot.locked
        if not ballot.locked:
            continue
        history = row[max(0, number - WINDOW + 1) : number + 1]
        locked_on = row[number]
        assert locked_on.answered
        votes = Counter(
            card.card
            for one in history
            if not DOUBTING & set(one.reasons)
            for card in one.cards
            if card.accepted
        )
        held = {card for hand in hands_of(locked_on) for card in hand}
        assert all(votes[card] >= NEEDED for card in held)
        for one in row[max(0, number - ballot.number + 1, number - MEMORY) : number + 1]:
            assert {card.card for card in one.cards if card.accepted} <= held


@given(
    st.lists(readings(), max_size=25), st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)
)
def test_whatever_was_seen_five_good_readings_lock(before, named):
    good = reading(" ".join(map(str, named)))
    ballots = run([*before, *[good] * NEEDED])
    assert any(ballot.locked for ballot in ballots[-NEEDED:])


@given(st.lists(readings(), min_size=1, max_size=20), st.integers(-500, 500), st.integers(-500, 500))
def test_where_the_hand_lies_does_not_matter(row, x, y):
    here = [(ballot.steady, ballot.locked) for ballot in run(row)]
    path = [moved(one, x * number, y * number) for number, one in enumerate(row)]
    assert here == [(ballot.steady, ballot.locked) for ballot in run(path)]


@given(st.lists(readings(), max_size=40))
def test_memory_is_bounded(row):
    for ballot in run(row):
        assert len(ballot.tracks) <= 6 * (MEMORY + 1)
        assert all(len(track.votes) <= WINDOW for track in ballot.tracks)
        assert len(ballot.recent) <= MEMORY
