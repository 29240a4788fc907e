"""The part of a page where a person corrects what was read: change, remove, add, confirm, undo.

A card is chosen on the picture or in the row of cards; a dialog then asks what it really is.
"""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from app.corrections import HAND_SIZE, Corrections, counted_reasons, origins, too_often
from app.i18n import t
from app.page_style import RED, roles_key
from app.pages.parts.tapping import Spot
from app.service import Answer, HandAnswer
from app.wording import certainty_text, literal
from rules.cards import Card, Rank, Suit
from rules.errors import OxeyeError
from vision.reading import Reading, SeenCard

Keep = Callable[[Corrections], None]

ADD = -1
"""Place in a hand that stands for a card that is missing."""

OPEN_KEY = "correcting"
"""Which card the dialog is open for: the desk's key and the place in the hand."""


@dataclass(frozen=True)
class Desk:
    """All that the correction of one hand needs.

    Attributes:
        key: prefix of the widgets' keys, different for every photo and hand.
        number: which hand of the photo.
        reading: the reading before any change.
        corrections: what was changed so far.
        given: the answer with these changes.
        hand: the hand's part of the answer.
        keep: stores new corrections.
        decks: number of decks in play.
    """

    key: str
    number: int
    reading: Reading
    corrections: Corrections
    given: Answer
    hand: HandAnswer
    keep: Keep
    decks: int

    @property
    def cards(self) -> list[SeenCard]:
        """The cards of the hand."""
        return [self.given.reading.cards[position] for position in self.hand.cards]


def correct_hand(desk: Desk) -> None:
    """Draw the cards of a hand, each a button that opens the dialog, and what else corrects the hand."""
    cards = desk.cards
    if _may_vouch(desk, cards):
        st.button(
            t("I looked: {cards} is right", cards=" ".join(coloured(seen.card) for seen in cards)),
            key=f"{desk.key}:vouch",
            width="stretch",
            on_click=lambda: desk.keep(desk.corrections.with_vouched(desk.number)),
        )
    if cards:
        _card_row(desk, cards)
    with st.container(horizontal=True, gap="small"):
        if len(cards) < HAND_SIZE:
            st.button(
                t("Add a card"),
                icon=":material/add:",
                key=f"{desk.key}:add",
                on_click=open_dialog,
                args=(desk.key, ADD),
            )
        if desk.corrections:
            st.button(
                t("Undo all corrections"),
                key=f"{desk.key}:undo",
                type="tertiary",
                on_click=lambda: desk.keep(Corrections()),
            )
    opened = st.session_state.get(OPEN_KEY)
    if opened is not None and opened[0] == desk.key:
        if opened[1] == ADD or opened[1] < len(cards):
            st.dialog(t("Which card is it?"), on_dismiss=close_dialog)(_dialog)(desk, opened[1])
        else:
            close_dialog()


def spots(desk: Desk) -> list[Spot]:
    """The cards of a hand that can be tapped on the picture."""
    return [
        Spot(seen.quad, t("Correct {card}", card=seen.card.symbol), open_dialog, (desk.key, place))
        for place, seen in enumerate(desk.cards)
        if len(seen.quad)
    ]


def open_dialog(key: str, place: int) -> None:
    """Ask what the card at this place of a hand really is."""
    st.session_state[OPEN_KEY] = key, place


def close_dialog() -> None:
    """Ask no more."""
    st.session_state[OPEN_KEY] = None


def likely_cards(seen: SeenCard) -> list[Card]:
    """Cards that this one may really be: its runner-up first, then its rank in other suits."""
    first = [] if seen.runner_up.card is None else [seen.runner_up.card]
    same_rank = [Card(seen.card.rank, suit) for suit in Suit]
    return [card for card in dict.fromkeys([*first, *same_rank]) if card != seen.card]


def coloured(card: Card) -> str:
    """A card's name for a widget's label, red where it is red."""
    return f":red[{card.symbol}]" if card.suit in RED else card.symbol


def _card_row(desk: Desk, cards: list[SeenCard]) -> None:
    """The cards of a hand with their certainty, framed by what they are in the verdict."""
    verdict = desk.hand.verdict
    with st.container(key=f"tiles-{desk.key}", horizontal=True, gap="small"):
        for place, seen in enumerate(cards):
            role = "plain"
            if verdict is not None:
                role = "ox" if place in verdict.ox else "left" if place in verdict.left else role
            elif not seen.accepted:
                role = "doubt"
            st.button(
                f"{coloured(seen.card)} :small[{certainty_text(seen)}]",
                key=f"tile-{role}-{desk.key}:{place}",
                wrap=True,
                on_click=open_dialog,
                args=(desk.key, place),
            )
    hint = t("A wrong card? Tap it here or on the picture.")
    st.html(
        (roles_key() if verdict is not None and verdict.left else "") + f'<div class="ox-key">{hint}</div>'
    )


def _suit_sign(suit: Suit) -> str:
    return f":red[{suit.symbol}]" if suit in RED else suit.symbol


def _may_vouch(desk: Desk, cards: list[SeenCard]) -> bool:
    """A person can vouch for a refused hand once its cards are a legal hand."""
    named = [seen.card for seen in cards]
    everything = [seen.card for seen in desk.given.reading.cards]
    legal = not counted_reasons(named, too_often(everything, desk.decks))
    return desk.hand.verdict is None and legal and desk.number not in desk.corrections.vouched


def _dialog(desk: Desk, picked: int) -> None:
    """Ask what a card really is: one of its likely alternatives, any of the 52, or no card of this hand."""
    if st.session_state.get(OPEN_KEY) != (desk.key, picked):
        st.rerun()
    if picked == ADD:
        st.write(t("The missing card is:"))
    else:
        seen = desk.cards[picked]
        st.write(t("{card} is really:", card=coloured(seen.card)))
        with st.container(horizontal=True, gap="small"):
            for card in likely_cards(seen):
                st.button(
                    coloured(card),
                    key=f"tile-likely-{desk.key}:likely:{picked}:{card}",
                    on_click=_set_card,
                    args=(desk, picked, card),
                )
        st.write(t("or any other card:"))
    keys = f"{desk.key}:rank:{picked}", f"{desk.key}:suit:{picked}"
    for key, options, label in zip(keys, (list(Rank), list(Suit)), (t("Rank"), t("Suit")), strict=True):
        st.pills(
            label,
            options,
            format_func=lambda part: _suit_sign(part) if isinstance(part, Suit) else str(part),
            key=key,
            on_change=_set_when_complete,
            args=(desk, picked, *keys),
        )
    typed = f"{desk.key}:typed:{picked}"
    st.text_input(
        t("or type it, such as 8C or 10♥"), key=typed, on_change=_set_typed, args=(desk, picked, typed)
    )
    if st.session_state.get(typed):
        wrong = literal(st.session_state[typed])
        st.error(t("“{text}” is no card. Type its rank and suit, such as QS.", text=wrong))
    if picked != ADD:
        st.button(
            t("Not part of this hand"),
            icon=":material/close:",
            key=f"{desk.key}:drop:{picked}",
            on_click=_drop_card,
            args=(desk, picked),
        )


def _set_when_complete(desk: Desk, picked: int, rank_key: str, suit_key: str) -> None:
    rank, suit = st.session_state.get(rank_key), st.session_state.get(suit_key)
    if rank is not None and suit is not None:
        _set_card(desk, picked, Card(Rank(rank), Suit(suit)))


def _set_typed(desk: Desk, picked: int, typed: str) -> None:
    try:
        card = Card.parse(st.session_state[typed].strip())
    except OxeyeError:
        return
    _set_card(desk, picked, card)


def _set_card(desk: Desk, picked: int, card: Card) -> None:
    if picked == ADD:
        return _done(desk, desk.corrections.with_added(desk.number, card))
    added, origin = origins(desk.reading, desk.corrections)[desk.hand.cards[picked]]
    if added:
        without = desk.corrections.without_added(origin)
        return _done(desk, without.with_added(desk.number, card))
    return _done(desk, desk.corrections.with_card(origin, card))


def _drop_card(desk: Desk, picked: int) -> None:
    added, origin = origins(desk.reading, desk.corrections)[desk.hand.cards[picked]]
    before = desk.corrections
    _done(desk, before.without_added(origin) if added else before.without_card(origin))


def _done(desk: Desk, corrections: Corrections) -> None:
    """Keep the corrections and close the dialog."""
    desk.keep(corrections)
    close_dialog()
