"""The vote over the frames of a live view: a hand is judged once it was read alike often enough.

Each physical card has a track, which keeps the readings that saw it. The vote follows cards by what they
are, not by where they lie, so a hand that moves keeps its votes, and a card that is exchanged begins with
none. A hand locks only on a frame whose own reading has no reason against it, and only while no other card
was seen a moment ago.
"""

from collections import Counter
from dataclasses import dataclass, replace

from rules.cards import Card
from vision.reading import Reading, Reason

NEEDED = 5
"""Readings that every card of a hand needs."""
WINDOW = 10
"""Readings after which a vote no longer counts."""
MEMORY = 4
"""Readings that a card stays in mind after it was last seen; while it does, no hand without it locks."""
PAUSE_S = 10.0
"""Seconds without a camera picture after which the vote begins anew."""
PATIENCE_S = 15.0
"""Seconds of one vote after which a person should be offered another way."""
CHANCES = 3 * NEEDED
"""Readings that a vote gets before that, so that slow networks are not taken for a difficult hand."""

DOUBTING = frozenset({Reason.CARD_TWICE, Reason.CORNERS_DISAGREE, Reason.JOKER_SEEN, Reason.MIRRORED})
"""Reasons that cast doubt on the cards that were read; such a frame has no votes to give.

The other reasons only say that something is missing."""

Key = tuple[Card, int]
"""A card and which copy of it, since several decks have several."""


@dataclass(frozen=True)
class Track:
    """One card over the last readings.

    Attributes:
        key: the card, and which copy of it.
        votes: numbers of the readings that read it without doubt, within the window.
        seen: number of the last reading that read it at all.
    """

    key: Key
    votes: tuple[int, ...]
    seen: int

    @property
    def card(self) -> Card:
        """What it was read as."""
        return self.key[0]


@dataclass(frozen=True)
class Ballot:
    """A vote in progress; `cast` adds a reading to it.

    Attributes:
        number: how many readings have been cast.
        tracks: the cards in mind.
        hands: the cards of each hand in the last reading without reasons, sorted; empty before there was one.
        recent: the reasons against the last readings, newest last.
        began: seconds, when the first picture of this vote was taken.
        ended: seconds, when the last reading was done.
        locked: true when the last reading settles the hand.
    """

    number: int = 0
    tracks: tuple[Track, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()
    recent: tuple[tuple[Reason, ...], ...] = ()
    began: float = 0.0
    ended: float = 0.0
    locked: bool = False

    @property
    def steady(self) -> int:
        """Votes of the weakest card of the hand, 0 to `NEEDED`; all of them only when the hand is locked."""
        return NEEDED if self.locked else min(NEEDED - 1, self._weakest())

    @property
    def weary(self) -> bool:
        """True when the vote takes so long that it is unlikely to end well."""
        late = self.ended - self.began > PATIENCE_S and self.number > CHANCES
        return late and not self.locked

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Reasons against the last reading; those that come and go are left out where others stay."""
        if not self.recent:
            return ()
        counts = Counter(reason for reasons in self.recent for reason in reasons)
        lasting = tuple(reason for reason in self.recent[-1] if 2 * counts[reason] > len(self.recent))
        return lasting or self.recent[-1]

    def votes(self, key: Key) -> int:
        """How many votes a card has."""
        return next((len(track.votes) for track in self.tracks if track.key == key), 0)

    def _weakest(self) -> int:
        wanted = keys_of([card for hand in self.hands for card in hand])
        return min((self.votes(key) for key in wanted), default=0)


def cast(ballot: Ballot, reading: Reading, taken: float, done: float) -> Ballot:
    """The vote with one more reading.

    Args:
        ballot: the vote so far.
        reading: of the newest frame.
        taken: seconds on any steady clock, when the frame was taken.
        done: seconds on the same clock, when it had been read.
    """
    if ballot.number == 0 or ballot.locked or taken - ballot.ended > PAUSE_S:
        ballot = Ballot(began=taken)
    number = ballot.number + 1
    seen = keys_of([card.card for card in reading.cards if card.accepted])
    hands = hands_of(reading) if reading.answered else ballot.hands
    tracks = {track.key: track for track in ballot.tracks if number - track.seen <= MEMORY}
    if _regrouped(ballot.hands, hands):
        tracks = {}
    doubted = not DOUBTING.isdisjoint(reading.reasons)
    for key in seen:
        old = tracks.get(key, Track(key, (), number))
        votes = old.votes if doubted else (*old.votes, number)
        tracks[key] = Track(key, votes, number)
    kept = tuple(
        replace(track, votes=tuple(vote for vote in track.votes if number - vote < WINDOW))
        for track in tracks.values()
    )
    cast_so_far = Ballot(
        number,
        kept,
        hands,
        (*ballot.recent, reading.reasons)[-MEMORY:],
        ballot.began,
        done,
    )
    return replace(cast_so_far, locked=reading.answered and _settled(cast_so_far, reading))


def keys_of(cards: list[Card]) -> list[Key]:
    """Each card with the number of its copy.

    >>> from rules.cards import Rank, Suit
    >>> ace, king = Card(Rank.ACE, Suit.SPADES), Card(Rank.KING, Suit.SPADES)
    >>> [copy for _, copy in keys_of([ace, king, ace])]
    [0, 0, 1]
    """
    counts: Counter[Card] = Counter()
    keys = []
    for card in cards:
        keys.append((card, counts[card]))
        counts[card] += 1
    return keys


def hands_of(reading: Reading) -> tuple[tuple[Card, ...], ...]:
    """The cards of each hand of a reading, in an order that does not depend on where they lie."""
    hands = (tuple(reading.cards[position].card for position in hand.cards) for hand in reading.hands)
    return tuple(sorted((tuple(sorted(hand, key=str)) for hand in hands), key=str))


def _settled(ballot: Ballot, reading: Reading) -> bool:
    """True when every card in mind is in this reading and has the votes it needs."""
    here = keys_of([reading.cards[position].card for hand in reading.hands for position in hand.cards])
    in_mind = [track.key for track in ballot.tracks]
    return Counter(here) == Counter(in_mind) and all(len(track.votes) >= NEEDED for track in ballot.tracks)


def _regrouped(before: tuple[tuple[Card, ...], ...], now: tuple[tuple[Card, ...], ...]) -> bool:
    """True when the same cards belong to other hands than before."""
    return before != now and _flat(before) == _flat(now)


def _flat(hands: tuple[tuple[Card, ...], ...]) -> Counter[Card]:
    return Counter(card for hand in hands for card in hand)
