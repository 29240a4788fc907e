"""Reading cards: whatever people write is read where it is unambiguous, and refused with one clear error."""

import pytest

from rules.cards import DECK, Card, Rank, Suit, parse_cards, parse_hand
from rules.errors import HandError, OxeyeError

WANTED = "3C 6S 8H 4H 10D"


@pytest.mark.parametrize(
    "text",
    [
        "3C 6S 8H 4H 10D",
        "3c 6s 8h 4h 10d",
        "3C 6S 8H 4H TD",
        "3c,6s,8h,4h,td",
        "3C, 6S, 8H, 4H and".replace(" and", ", 10D"),
        "3C6S8H4H10D",
        "3c6s8h4htd",
        "3♣ 6♠ 8♥ 4♥ 10♦",
        "♣3 ♠6 ♥8 ♥4 ♦10",
        "3♣️ 6♠️ 8♥️ 4❤️ 10♦️",
        "3♧6♤8♡4♡10♢",
        "C3 S6 H8 H4 D10",
        "３Ｃ　６Ｓ　８Ｈ　４Ｈ　１０Ｄ",
        "３ｃ，６ｓ，８ｈ，４ｈ，１０ｄ",
        "梅花3 黑桃6 红心8 紅桃4 方块10",
        "草花3、葵扇6、红桃8、紅心4、方塊10",
        "梅3黑6红8紅4方10",
        "3梅花 6黑桃 8红桃 4红桃 T方片",
        "  3C\t6S\n8H ; 4H / 阶砖10 ",
        "3 C 6 S 8 H 4 H 10 D",
        "梅花 3，黑桃 6，红桃 8，♥ 4，♦ 10",
        "3C-6S-8H-4H-10D",
        "[3C, 6S, 8H] (4H 10D)",
        "3♣\ufe0e\r\n6♠\ufe0e\r\n8♥\ufe0e\u00a04♥\ufe0e\u300010♦\ufe0e",
        "\ufeff3C\u200b 6S\u200e 8H\u2060 4H 10D\u200b",
    ],
)
def test_ways_of_writing(text: str) -> None:
    assert " ".join(map(str, parse_hand(text))) == WANTED


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3C 6S 8H 4H", "exactly 5 cards, but 4 were given: 3♣ 6♠ 8♥ 4♥"),
        ("3C 6S 8H 4H 8C 9C", "exactly 5 cards, but 6 were given"),
        ("", "exactly 5 cards, but 0 were given: none"),
        ("1S 6S 8H 4H 8C", "'1S' is not a card: there is no rank 1 \\(did you mean A\\?\\)"),
        ("S1 6S 8H 4H 8C", "'S1' is not a card: there is no rank 1"),
        ("12S 6S 8H 4H 8C", "no rank 12 \\(did you mean Q\\?\\)"),
        ("0S 6S 8H 4H 8C", "no rank 0 \\(did you mean 10\\?\\)"),
        ("10X 6S 8H 4H 8C", "'10X' is not a card: 'X' is no suit"),
        ("10 6S 8H 4H 8C", "'10' has no suit"),
        ("3 C 6 S 8 H 4 H 8", "'8' has no suit"),
        ("1 S 6S 8H 4H 8C", "'1' is not a card"),
        ("黑桃 6S 8H 4H 8C", "'黑桃' is not a card"),
        ("joker 6S 8H 4H 8C", "'joker' is not a card"),
        ("KK 6S 8H 4H 8C", "'KK' is not a card"),
        ("3C6 6S 8H 4H 8C", "'3C6' is not a card"),
        ("7C 7♣ 8H 4H 8C", "7♣ appears 2 times, but one deck has only 1"),
    ],
)
def test_bad_hands(text: str, said: str) -> None:
    with pytest.raises(HandError, match=said):
        parse_hand(text)


def test_copies_of_a_card_up_to_the_number_of_decks() -> None:
    assert parse_hand("7C 7C 8H 4H 8C", decks=2)[0] == parse_hand("7C 7C 8H 4H 8C", decks=2)[1]
    with pytest.raises(HandError, match="7♣ appears 3 times, but 2 decks have only 2"):
        parse_hand("7C 7C 7C 4H 8C", decks=2)


def test_errors_are_oxeye_errors_and_value_errors() -> None:
    assert issubclass(HandError, OxeyeError)
    assert issubclass(HandError, ValueError)


@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_card_reads_back(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert Card.parse(card.symbol) == card
    assert Card.parse(f"{card.suit.symbol}{card.rank}".lower()) == card
    assert Rank.of(card.rank.number) is card.rank


def test_one_card_is_one_card() -> None:
    with pytest.raises(HandError, match="is 2 cards; give one card"):
        Card.parse("3C4C")
    with pytest.raises(HandError):
        Card.parse("")


def test_deck() -> None:
    assert len(set(DECK)) == 52
    assert DECK[0] == Card(Rank.ACE, Suit.CLUBS)
    assert DECK[51] == Card(Rank.KING, Suit.SPADES)
    assert [str(card) for card in parse_cards("2C 2C")] == ["2C", "2C"]
