"""Every message has a translation in every language, with the same values to fill in."""

from decimal import Decimal
from string import Formatter

import pytest
from babel.messages.plurals import get_plural

from app import i18n
from app.error_texts import TEMPLATES, error_text, matched
from app.i18n import LANGUAGES, decimal, nt, percent, rules_language, speaking, t
from app.locales.collect import load, messages, untranslated, update
from app.records.ruling_html import totals_html
from app.table_style import payment_panel, signed
from app.texts import REASON_TEXTS
from app.wording import label, reason_rows
from rules.cards import parse_hand
from rules.errors import HandError, RulesError
from rules.evaluate import evaluate
from rules.house import HouseRules
from rules.near import near_misses
from rules.sentences import CATALOGUES
from rules.sentences_en import ENGLISH
from rules.settle import Player, settle_round
from rules.wording import join_parts, join_words, pays_text
from vision.errors import ImageError
from vision.photo.image import load_photo
from vision.reading import Reason

OTHERS = [code for code in LANGUAGES if code != "en"]


def fields(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name)


@pytest.fixture(scope="module")
def catalogues():
    return {code: load(code) for code in OTHERS}


@pytest.mark.parametrize("code", OTHERS)
def test_catalogue_has_every_message_of_today_and_no_other(catalogues, code):
    expected = {(message.context, message.id) for message in messages() if message.id}
    found = {(message.context, message.id) for message in catalogues[code] if message.id}
    assert found == expected, "run: python -m app.locales.collect"


@pytest.mark.parametrize("code", OTHERS)
def test_no_message_lacks_a_translation(catalogues, code):
    assert untranslated(catalogues[code]) == []
    assert untranslated(update(code)) == []


@pytest.mark.parametrize("code", OTHERS)
def test_translations_have_the_placeholders_of_their_message(catalogues, code):
    for message in catalogues[code]:
        if not message.id:
            continue
        plural = isinstance(message.id, tuple)
        wanted = fields(message.id[1] if plural else message.id)
        for string in message.string if plural else [message.string]:
            assert fields(string) == wanted, message.id


@pytest.mark.parametrize("code", OTHERS)
def test_plural_forms_are_those_of_the_language(catalogues, code):
    forms = get_plural(code).num_plurals
    assert catalogues[code].num_plurals == forms
    assert all(len(message.string) == forms for message in catalogues[code] if isinstance(message.id, tuple))


def test_sentences_of_the_rules_are_taught_to_rules():
    for code in OTHERS:
        with speaking(code):
            assert rules_language() == code
        assert set(CATALOGUES[code]) == set(ENGLISH) - _same_in(code)


def _same_in(code: str) -> set[str]:
    found = load(code)
    return {key for key, text in ENGLISH.items() if found.get(text, f"rules:{key}").string == text}


@pytest.mark.parametrize(
    ("code", "power", "pays", "why"),
    [
        ("en", "Double-Ox 8", "pays 3×", "pair of 8"),
        ("ms", "Ngau Kembar 8", "bayar 3×", "sepasang 8"),
        ("zh", "孖宝 8", "赔 3 倍", "一对 8"),
        ("ru", "Двойной бык 8", "платят 3×", "пара 8"),
    ],
)
def test_verdict_is_told_in_the_language(code, power, pays, why):
    verdict = evaluate(parse_hand("3C 6S 8H 4H 8C"))
    with speaking(code):
        assert label(verdict) == power
        assert pays_text(verdict, rules_language()) == pays
        assert why in reason_rows(verdict)[1][1]


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("KC QD JH JS KD", "五公"),
        ("KD 4C 3S AS QC", "牛冬菇"),
        ("KC QS 10H 9H AC", "十点"),
        ("KC QS 10H 9H 8C", "7 点"),
        ("2C 4D 5H 9S QC", "无牛"),
    ],
)
def test_names_of_the_game_in_chinese(hand, name):
    with speaking("zh"):
        assert label(evaluate(parse_hand(hand))) == name


def test_near_misses_are_told_in_the_language():
    verdict = evaluate(parse_hand("4D 8D 7H 8C KH"))
    with speaking("ru"):
        said = near_misses(verdict, rules_language())
    assert any("Двойной бык 8" in sentence for sentence in said)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("reason", list(Reason))
def test_refusals_are_told_in_the_language(code, reason):
    english = str(REASON_TEXTS[reason])
    with speaking(code):
        assert str(REASON_TEXTS[reason]) != english


def test_russian_has_three_plural_forms():
    with speaking("ru"):
        assert [nt("{n} card", "{n} cards", n) for n in (1, 2, 5, 21)] == [
            "1 карта",
            "2 карты",
            "5 карт",
            "21 карта",
        ]


def test_numbers_are_written_as_the_language_writes_them():
    shown = {}
    for code in LANGUAGES:
        with speaking(code):
            shown[code] = decimal(12345.5, 1), percent(0.0519, 2)
    assert shown["en"] == ("12,345.5", "5.19%")
    assert shown["ru"] == ("12\u00a0345,5", "5,19\u00a0%")
    assert shown["ms"] == ("12,345.5", "5.19%")
    assert shown["zh"] == ("12,345.5", "5.19%")


def test_amounts_are_written_as_the_language_writes_them():
    player = Player("Ли", parse_hand("AS KD 5D 5H 10C"), Decimal("2.50"))
    settled = settle_round(parse_hand("KC QS 10H 9H AC"), [player], HouseRules())
    with speaking("ru"):
        assert "5 × 2,50 = 12,50" in payment_panel(settled, settled.outcomes[0], [])
        assert "12,50" in totals_html(settled, "Лим")
        assert signed(Decimal("-2.5")) == "−2,50"
    assert "5 × 2.50 = 12.50" in payment_panel(settled, settled.outcomes[0], [])


def test_message_without_translation_is_said_in_english():
    with speaking("ru"):
        assert t("No catalogue has this.") == "No catalogue has this."


def test_language_ends_with_its_block():
    with speaking("ru"):
        pass
    assert i18n.language() == "en"


@pytest.mark.parametrize(
    ("message", "values"),
    [
        ("The file has 30.1 MB; at most 25 MB are read. Send a smaller copy.", ("30.1", "25")),
        ("house rule tie = 'x': allowed is dealer, push, high_card", ("tie", "high_card")),
        ("stake 'abc' is not a number; write such as 20 or 2.50", ("'abc'",)),
    ],
)
def test_errors_are_told_in_the_language_with_their_values(message, values):
    assert error_text(message) == message
    with speaking("ru"):
        said = error_text(message)
    assert said != message
    assert all(value in said for value in values)


@pytest.mark.parametrize(
    "typed",
    ["3C 4C", "3C 3C 4D 5D 6D", "3C 4C 5C 6C 7", "3C 4C 5C 6C 1D", "3C 4C 5C 6C 7X", "3C 4C 5C 6C zz"],
)
def test_errors_of_typed_cards_are_told_in_the_language(typed):
    with pytest.raises(HandError) as raised:
        parse_hand(typed)
    assert matched(str(raised.value)), "the sentence of the rules has changed: change its template too"


def test_cards_on_the_table_too_often_are_told_with_the_people_who_hold_them():
    cards = parse_hand("KC QS 10H 9H AC")
    for names, told in (
        (["Ann"], "（庄家 和 'Ann'）"),
        (["Ann and Bob"], "（庄家 和 'Ann and Bob'）"),
        (
            ["the dealer and O'Neill", 'a "b" \'c\\'],
            "（庄家、\"the dealer and O'Neill\" 和 'a \"b\" \\'c\\\\'）",
        ),
    ):
        with pytest.raises(HandError) as raised:
            settle_round(cards, [Player(name, cards, Decimal(1)) for name in names], HouseRules())
        with speaking("zh"):
            assert told in error_text(str(raised.value))


def test_kinds_of_files_are_listed_as_the_language_lists():
    with pytest.raises(ImageError) as raised:
        load_photo(b"GIF89a" + bytes(64))
    with speaking("zh"):
        assert "JPEG、PNG、" in error_text(str(raised.value))


@pytest.mark.parametrize("text", ["multiples.tonku = 'x'", "tie = 'x'", "decks = 99", "dexs = 1"])
def test_errors_of_rules_files_are_told_in_the_language(text):
    with pytest.raises(RulesError) as raised:
        HouseRules.from_toml(text)
    with speaking("ru"):
        said = error_text(str(raised.value))
    assert not any(english in said for english in ("allowed", "known", "mean"))


def test_lists_have_the_commas_of_the_language():
    assert join_words("abc") == "a, b and c"
    assert join_words("abc", "zh") == "a、b 和 c"
    assert join_parts("abc", "zh") == "a；b；c"


def test_every_template_of_an_error_finds_itself():
    for template in TEMPLATES:
        assert matched(template.format(**dict.fromkeys(fields(template), "x"))) == template
