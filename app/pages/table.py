"""Table: a dealer and players; hands from photos or typed; who pays whom how much, and the running score."""

from dataclasses import dataclass
from decimal import Decimal

import streamlit as st

from app import page_style as style
from app import session, table_style
from app.corrections import Corrections
from app.i18n import t
from app.pages.parts.board import Board, player_name
from app.pages.parts.board_photos import photos_of_hands
from app.pages.parts.keep import forget_record, keep_ruling
from app.pages.parts.photo import Taken, all_corrections, restore_corrections
from app.pages.parts.seat_fields import hand_field, laid_field, person_fields
from app.records.cases import MOST_SIDES, NAME_LENGTH, clean
from app.records.ruling_html import certainty_html, hand_html, totals_html
from app.records.rulings import Ruling, rule
from app.scores import Scores, played
from app.seats import Held, Seat, Told, labels, name_troubles, stake_troubles
from rules.errors import HandError
from rules.house import HouseRules

BOARD = Board("table")

SCORES_KEY = "table:scores"
DEALER_KEY = "table:dealer"
"""Number of the dealer's seat."""

SHOWN_ROUNDS = 5
"""How many rounds the score shows one by one."""


@dataclass(frozen=True)
class Before:
    """What lay on the table when a round was added to the score."""

    seats: tuple[Seat, ...]
    photos: tuple[Taken, ...]
    dealt: dict[str, Told]
    corrections: dict[Told, Corrections]


def show() -> None:
    """Draw the page."""
    st.html(style.title(t("Settle a round")))
    house = session.house()
    _begin()
    st.html(table_style.rules_line(house))
    answers = photos_of_hands(BOARD, house)
    if answers is None:
        return
    hands = BOARD.hands(answers, house)
    st.html(table_style.section(t("Who plays")))
    _choose_dealer()
    with st.container(key="table-seats"):
        for hand in hands:
            _show_seat(hand)
    if len(hands) < MOST_SIDES:
        st.button(t("Add a player"), icon=":material/person_add:", key="table:add", on_click=_add_player)
    st.html(table_style.section(t("Who pays whom")))
    _settle(hands, house)
    _show_scores()


def scores() -> Scores:
    """The rounds of this session that count."""
    return st.session_state.setdefault(SCORES_KEY, Scores())


def _begin() -> None:
    if not BOARD.seats:
        for number in range(4):
            BOARD.add_seat(player_name(number))
    if st.session_state.get(DEALER_KEY) not in {seat.number for seat in BOARD.seats}:
        st.session_state[DEALER_KEY] = BOARD.seats[0].number


def _choose_dealer() -> None:
    names = labels(BOARD.seats)
    st.session_state["table:deals"] = st.session_state[DEALER_KEY]
    st.pills(
        t("Who deals?"),
        list(names),
        format_func=names.__getitem__,
        key="table:deals",
        required=True,
        on_change=_keep_dealer,
    )


def _keep_dealer() -> None:
    st.session_state[DEALER_KEY] = st.session_state["table:deals"]


def _add_player() -> None:
    stake = BOARD.seats[-1].stake
    BOARD.add_seat(player_name(BOARD.added), stake)


def _show_seat(hand: Held) -> None:
    seat = hand.seat
    dealer = seat.number == st.session_state[DEALER_KEY]
    with st.container(border=True, key=f"table-seat-{seat.number}", gap="small"):
        person_fields(BOARD, seat, dealer=dealer, stakes=True, removable=len(BOARD.seats) > 2)
        hand_field(BOARD, hand)
        if hand.cards and session.house().cards_speak == "as_laid":
            laid_field(BOARD, hand)


def _settle(hands: list[Held], house: HouseRules) -> None:
    """Draw the payments of all players whose hands are known, and who still lacks one."""
    dealer = st.session_state[DEALER_KEY]
    ordered = sorted(hands, key=lambda hand: hand.seat.number != dealer)
    troubles = name_troubles([hand.seat for hand in ordered], dealer)
    refused = [hand for hand in ordered if not hand.known]
    known = [hand for hand in ordered if hand.known]
    stakes = stake_troubles([hand.seat for hand in ordered], dealer)
    troubles += stakes
    troubles += [
        t("{name}: {trouble}", name=hand.seat.shown_name, trouble=trouble)
        for hand in refused
        for trouble in hand.troubles
    ]
    if troubles:
        st.html(table_style.hint_panel(t("Not settled yet:"), troubles))
    if not ordered[0].known or len(known) < 2 or name_troubles([hand.seat for hand in known], dealer):
        return
    if stakes:
        return
    try:
        case = BOARD.case(known, house)
        ruling = rule(case)
    except HandError as error:
        st.html(style.error_panel(t("This round cannot be settled"), str(error)))
        return
    _show_payments(ruling)
    if refused:
        st.caption(t("The round can be added to the score when every hand is known."))
        return
    st.button(
        t("Add this round to the score"),
        key="table:count",
        icon=":material/add_task:",
        type="primary",
        width="stretch",
        on_click=_count,
        args=(ruling, {clean(hand.seat.name, NAME_LENGTH): hand.seat.number for hand in known[1:]}),
    )
    keep_ruling(BOARD.page, case, BOARD.photos)


def _show_payments(ruling: Ruling) -> None:
    settled = ruling.settled
    assert settled is not None
    dealer, *players = ruling.case.sides
    for outcome, player in zip(settled.outcomes, players, strict=True):
        by_person = [side.name for side in (dealer, player) if ruling.case.is_corrected(side)]
        st.html(table_style.payment_panel(settled, outcome, by_person))
    st.html(totals_html(settled, ruling.case.sides[0].name))
    with st.expander(t("Every hand with its reasons")):
        for place, hand in enumerate(ruling.hands):
            st.html(table_style.ruling_piece(hand_html(hand, ruling.case, dealer=place == 0)))
        st.html(table_style.ruling_piece(certainty_html(ruling)))


def _count(ruling: Ruling, numbers: dict[str, int]) -> None:
    """Add the round to the score, and clear the table for the next one."""
    assert ruling.settled is not None
    dealer = st.session_state[DEALER_KEY]
    before = Before(
        BOARD.seats,
        BOARD.photos,
        BOARD.dealt,
        all_corrections({photo.sha256 for photo in BOARD.photos}),
    )
    one = played(ruling.settled, dealer, numbers, ruling.case.sides[0].name, before)
    st.session_state[SCORES_KEY] = scores().with_round(one)
    BOARD.clear()
    forget_record(BOARD.page)


def _undo() -> None:
    """Take the last round back; if it is not long ago, its hands lie on the table again."""
    last = scores().rounds[-1]
    st.session_state[SCORES_KEY] = scores().without_last()
    if last.before is None:
        return
    there = {seat.number for seat in last.before.seats}
    BOARD.photos = last.before.photos
    BOARD.seats = (*last.before.seats, *(seat for seat in BOARD.seats if seat.number not in there))
    BOARD.dealt = last.before.dealt
    restore_corrections({photo.sha256 for photo in last.before.photos}, last.before.corrections)
    st.session_state[DEALER_KEY] = last.dealer


def _show_scores() -> None:
    kept = scores()
    if not kept.rounds:
        return
    st.html(table_style.section(t("Score")))
    names = {**kept.names(), **{seat.number: seat.name for seat in BOARD.seats}}
    totals = kept.totals()
    last = kept.rounds[-SHOWN_ROUNDS:]
    rows = [
        (names[number], [one.received.get(number, Decimal(0)) for one in last], total)
        for number, total in totals.items()
    ]
    st.html(table_style.score_table(rows, len(kept.rounds) - len(last) + 1))
    st.button(t("Undo the last round"), key="table:undo", icon=":material/undo:", on_click=_undo)
