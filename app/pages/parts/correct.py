"""The part of the page where a person corrects what was read: change, remove, add, confirm, undo."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from app.corrections import HAND_SIZE, Corrections, counted_reasons, origins, too_often
from app.i18n import t
from app.page_style import RED
from app.service import Answer, HandAnswer
from rules.cards import Card, Rank, Suit
from vision.reading import Reading, SeenCard

Keep = Callable[[Corrections], None]

ADD = -1
"""Choice of the picker that stands for a card that is missing."""


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


def correct_hand(desk: Desk) -> None:
    """Draw the widgets that correct one hand."""
    cards = [desk.given.reading.cards[position] for position in desk.hand.cards]
    if _may_vouch(desk, cards):
        st.button(
            t("I looked: {cards} is right", cards=" ".join(coloured(seen.card) for seen in cards)),
            key=f"{desk.key}:vouch",
            width="stretch",
            on_click=lambda: desk.keep(desk.corrections.with_vouched(desk.number)),
        )
    label = t("Correct a card") if len(cards) >= HAND_SIZE else t("Correct or add a card")
    with st.expander(label, expanded=bool(desk.given.status), key=f"{desk.key}:open"):
        picked = st.pills(
            t("Which card?"),
            [*range(len(cards)), *([ADD] if len(cards) < HAND_SIZE else [])],
            format_func=lambda place: _name(cards, place),
            key=f"{desk.key}:pick",
        )
        if picked is not None:
            _choose(desk, cards, picked)
        if desk.corrections:
            st.button(
                t("Undo all corrections"),
                key=f"{desk.key}:undo",
                type="tertiary",
                on_click=lambda: _done(desk, Corrections()),
            )


def likely_cards(seen: SeenCard) -> list[Card]:
    """Cards that this one may really be: its runner-up first, then its rank in other suits."""
    first = [] if seen.runner_up.card is None else [seen.runner_up.card]
    same_rank = [Card(seen.card.rank, suit) for suit in Suit]
    return [card for card in dict.fromkeys([*first, *same_rank]) if card != seen.card]


def coloured(card: Card) -> str:
    """A card's name for a widget's label, red where it is red."""
    return f":red[{card.symbol}]" if card.suit in RED else card.symbol


def _suit_sign(suit: Suit) -> str:
    return f":red[{suit.symbol}]" if suit in RED else suit.symbol


def _may_vouch(desk: Desk, cards: list[SeenCard]) -> bool:
    """A person can vouch for a refused hand once its cards are a legal hand."""
    named = [seen.card for seen in cards]
    everything = [seen.card for seen in desk.given.reading.cards]
    legal = not counted_reasons(named, too_often(everything, desk.decks))
    return desk.hand.verdict is None and legal and desk.number not in desk.corrections.vouched


def _choose(desk: Desk, cards: list[SeenCard], picked: int) -> None:
    if picked == ADD:
        st.caption(t("The missing card is:"))
    else:
        seen = cards[picked]
        st.caption(t("{card} is really:", card=coloured(seen.card)))
        with st.container(horizontal=True, gap="small"):
            for card in likely_cards(seen):
                st.button(
                    coloured(card),
                    key=f"{desk.key}:likely:{picked}:{card}",
                    on_click=_set_card,
                    args=(desk, picked, card),
                )
            st.button(
                t("Not part of this hand"),
                key=f"{desk.key}:drop:{picked}",
                on_click=_drop_card,
                args=(desk, picked),
            )
        st.caption(t("or any other card:"))
    keys = f"{desk.key}:rank:{picked}", f"{desk.key}:suit:{picked}"
    for key, options, label in zip(keys, (list(Rank), list(Suit)), (t("Rank"), t("Suit")), strict=True):
        st.pills(
            label,
            options,
            format_func=lambda part: _suit_sign(part) if isinstance(part, Suit) else str(part),
            key=key,
            label_visibility="collapsed",
            on_change=_set_when_complete,
            args=(desk, picked, *keys),
        )


def _set_when_complete(desk: Desk, picked: int, rank_key: str, suit_key: str) -> None:
    rank, suit = st.session_state.get(rank_key), st.session_state.get(suit_key)
    if rank is not None and suit is not None:
        _set_card(desk, picked, Card(Rank(rank), Suit(suit)))


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
    """Keep the corrections and close the picker."""
    desk.keep(corrections)
    st.session_state[f"{desk.key}:pick"] = None


def _name(cards: list[SeenCard], place: int) -> str:
    """A card's name in the picker; a second copy says so, because choices need different names."""
    if place == ADD:
        return t("+ missing card")
    symbol = coloured(cards[place].card)
    copies = sum(1 for other in cards[:place] if other.card == cards[place].card)
    return f"{symbol} ({copies + 1})" if copies else symbol
