"""A record holds as it was made, and no change of it goes unseen."""

import base64
import json
import re
import time
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.corrections import Corrections
from app.i18n import LANGUAGES
from app.records.cases import CLAIMS, Case, Claim, Evidence, Place, Side, clean
from app.records.page import JSON_END, JSON_START, page_html
from app.records.parts import RecordError
from app.records.record import Record, canonical, fingerprint, hashes_of, make_record, parse_record
from app.records.verifying import Report, verify
from rules.cards import DECK, parse_hand
from rules.errors import HandError
from rules.house import HouseRules
from rules.kinds import Kind
from tests.app.conftest import reading
from tests.app.records import samples
from tests.app.records.samples import MADE


def made(case: Case | None = None, language: str = "en") -> Record:
    return make_record(case or samples.typed(), [], language, MADE)


def photographed() -> Record:
    return make_record(*samples.photographed(), made=MADE)


def page(record: Record) -> bytes:
    return page_html(record).encode()


def failed(report: Report) -> set[str]:
    return {check.name for check in report.checks if not check.fine}


def found(data: bytes) -> bool:
    """Whether a change is found: by a check, or because the file is not even a record any more."""
    try:
        return not verify(data).fine
    except RecordError:
        return True


RECORDS = pytest.mark.parametrize(
    "record", [made(), photographed(), made(samples.challenged())], ids=["typed", "photo", "one"]
)


@RECORDS
def test_page_and_json_hold_as_made(record):
    for data in (page(record), canonical(record.data).encode(), json.dumps(record.data, indent=2).encode()):
        report = verify(data)
        assert report.fine, report.checks
        assert report.record.fingerprint == record.fingerprint
        assert report.record.data == record.data


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_holds_in_every_language(language):
    record = make_record(*samples.photographed(), language=language, made=MADE)
    assert f'<html lang="{language}">' in page_html(record)
    assert verify(page(record)).fine


def test_page_tells_the_ruling_in_the_order_of_an_argument():
    text = re.sub(r"<[^>]+>", "", page_html(photographed())).replace("\ufe0e", "")
    order = [
        "3♣ + 6♠(as 3) + 4♥ = 10",
        "8♥ 8♣ → pair of 8",
        "8♥ + 4♥ + 8♣ = 20",
        "Single-Ox 9",
        "Not an ox:",
        "Ah Meng against the dealer",
        "Double-Ox beats Single-Ox.",
        "Dealer pays Ah Meng 3 × 2.50 = 7.50",
        "For another winner the table would have to play:",
        "Dealer wins 1×",
        "How certain each card is:",
        "3♣\u00a099\u00a0%",
        "8♣ was chosen by a person; it was read as 9♣.",
    ]
    places, start = [], text.index("Ah Meng\n", text.index("Lim (dealer)"))
    for part in order:
        start = text.index(part, start)
        places.append(start)


def test_first_lines_of_a_page_tell_who_deals():
    lines = re.findall(r"<p>(.*?)</p>", page_html(made()))
    assert lines[0].startswith("Lim (dealer): ")
    assert lines[1].startswith("Ah Meng: ")
    (alone, *_) = re.findall(r"<p>(.*?)</p>", page_html(made(samples.challenged())))
    assert alone.startswith("Siti: ")


def test_card_that_a_person_took_away_is_told():
    six = reading(f"{samples.PLAYER} KD")
    evidence = Evidence("a1" * 32, six, Corrections().without_card(5))
    side = Side("Siti", parse_hand(samples.PLAYER), place=Place(0, 0))
    record = make_record(Case(HouseRules(), (side,), (evidence,)), [samples.picture()], made=MADE)
    text = re.sub(r"<[^>]+>", "", page_html(record)).replace("\ufe0e", "")
    assert "K♦ was taken away by a person." in text
    assert verify(page(record)).fine


def test_page_says_what_was_laid_and_claimed_and_what_that_would_need():
    claim = Claim(Kind.SINGLE, 9)
    text = re.sub(r"<[^>]+>", "", page_html(made(samples.typed(claim=claim)))).replace("\ufe0e", "")
    assert "8♥ + 4♥ + 8♣ = 20: legal, Single-Ox 9, but weaker than" in text
    assert "Single-Ox 9: that is not so, the hand is Double-Ox 8." in text
    assert "“no Double-Ox” instead of “a left pair is Double-Ox”" in text
    assert "“I said so”" in text


def test_right_claim_is_said_to_be_right():
    record = made(samples.challenged(claim=Claim(Kind.DOUBLE, 8)))
    assert "Double-Ox 8: that is right." in page_html(record)
    assert record.data["ruling"]["hands"][0]["claim"] == {"holds": True, "needs": []}


def test_page_loads_nothing_and_runs_nothing():
    text = page_html(photographed())
    assert not re.search(r"(?:src|href)\s*=\s*[\"'](?!data:image/jpeg;base64,)", text)
    assert re.findall(r"<script[^>]*>", text) == [JSON_START]
    assert "default-src 'none'" in text
    assert not re.search(r"\son\w+\s*=", text)


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "</script><script>x()</script>",
        "<!--<script>",
        '"><img src=x onerror=y>',
        "{t}%s{0}",
        "&lt;b&gt;",
        "\\u003c/script\\u003e",
    ],
)
def test_names_and_words_cannot_break_out_of_the_page(evil):
    record = made(Case(HouseRules(), (Side(evil, parse_hand(samples.PLAYER), words=evil),)))
    text = page_html(record)
    assert text.count("<script") == 1
    assert text.count("</script>") == 1
    assert "<img" not in text
    assert "<!--" not in text
    report = verify(text.encode())
    assert report.fine
    assert report.record.case.sides[0].name == evil


def test_sums_behind_a_name_written_to_the_left_run_to_the_right():
    page = page_html(made(samples.challenged("אבי שלום")))
    assert "<p><bdi>אבי שלום</bdi>: 3" in page


def test_no_file_name_exif_or_time_of_the_photo_is_in_a_record():
    record = photographed()
    assert set(record.data["photos"][0]) == {
        "sha256", "picture_sha256", "size", "status", "cards", "hands", "unread", "models", "corrections",
    }  # fmt: skip
    assert b"Exif" not in record.pictures[0]


def every_value(data, place=()):
    """Places of all values that are no containers, and of all empty containers."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from every_value(value, (*place, key))
    elif isinstance(data, list) and data:
        for number, value in enumerate(data):
            yield from every_value(value, (*place, number))
    else:
        yield place


def changed(value):
    """Another value of the same type where there is one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("b" if value[-1:] == "a" else "a")
    return 1 if value is None else ["x"] if value == [] else {"x": "y"}


def put(data, place, value):
    copy = json.loads(canonical(data))
    inner = copy
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return copy


def value_at(data, place):
    for key in place:
        data = data[key]
    return data


PHOTOGRAPHED = photographed()
PAGE = page(PHOTOGRAPHED)
PLACES = list(every_value(PHOTOGRAPHED.data))

FREE = re.compile(
    r"made|program\.version|hashes\..*|rules\.name|sides\.\d+\.(name|words|stake|laid|claim).*"
    r"|photos\.\d+\.(sha256|picture_sha256|size|models|cards\.\d+\.(confidence|quad|indices|accepted|runner_up)).*"
)
"""Who, when, what was said and what was seen: with new hashes these make another consistent record."""


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PLACES))
def test_any_changed_field_of_the_json_is_found(place):
    data = put(PHOTOGRAPHED.data, place, changed(value_at(PHOTOGRAPHED.data, place)))
    assert found(canonical(data).encode())


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([place for place in PLACES if not FREE.fullmatch(".".join(map(str, place)))]))
def test_what_follows_from_cards_and_rules_is_found_even_with_new_hashes(place):
    data = put(PHOTOGRAPHED.data, place, changed(value_at(PHOTOGRAPHED.data, place)))
    data["hashes"] = hashes_of(data)
    assert found(canonical(data).encode())


def test_another_name_in_the_json_changes_the_fingerprint_and_the_page():
    record = made()
    data = put(record.data, ("sides", 1, "name"), "Ah Beng")
    data["hashes"] = hashes_of(data)
    text = page_html(record)
    told = text[text.index(JSON_START) : text.index(JSON_END)]
    report = verify(text.replace(told, f"{JSON_START}\n{canonical(data)}\n").encode())
    assert {"ruling", "page"} <= failed(report)
    assert fingerprint(data["hashes"]["record"]) != record.fingerprint


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_any_changed_byte_of_a_page_is_found(data):
    whole = bytearray(PAGE)
    place = data.draw(st.integers(0, len(whole) - 1))
    whole[place] ^= data.draw(st.integers(1, 255))
    assert found(bytes(whole))


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_any_cut_or_doubled_part_of_a_page_is_found(data):
    start = data.draw(st.integers(0, len(PAGE) - 1))
    end = data.draw(st.integers(start + 1, min(len(PAGE), start + 4000)))
    for other in (PAGE[:start] + PAGE[end:], PAGE[:end] + PAGE[start:]):
        assert found(other)


def names():
    return st.text(min_size=1, max_size=40).map(lambda text: clean(text, 40)).filter(bool)


@settings(max_examples=25, deadline=None)
@given(
    st.permutations(DECK),
    names(),
    names(),
    st.text(max_size=300),
    st.sampled_from([None, *CLAIMS]),
    st.decimals("0.01", "100000", places=2),
    st.sampled_from(list(LANGUAGES)),
    st.booleans(),
)
def test_any_record_holds_after_a_round_trip(deck, one, other, words, claim, stake, language, alone):
    said = clean(words, 400)
    laid = tuple(deck[5:8])
    player = Side(other, tuple(deck[5:10]), stake, laid, claim, said)
    sides = (player,) if alone else (Side(one, tuple(deck[:5])), player)
    try:
        record = make_record(Case(HouseRules(), sides), [], language)
    except HandError:  # two of one name, or a player called dealer
        assert not alone
        return
    report = verify(page(record))
    assert report.fine, report.checks
    assert report.record.data == record.data
    assert parse_record(canonical(record.data)).case() == record.case


def test_changed_visible_text_is_named():
    text = page_html(made())
    report = verify(text.replace(">Double-Ox 8</div>", ">Double-Ox K</div>", 1).encode())
    assert failed(report) == {"page"}
    assert "“Double-Ox K”, but it should be “Double-Ox 8”" in report.checks[-1].said


def test_every_changed_line_is_named_and_no_other():
    text = page_html(made())
    report = verify(text.replace("<body>", "<body>\n<p>Paid</p>").replace("Made from", "Made of").encode())
    assert report.checks[-1].said == (
        "The page was changed: the page says “Paid”, but it should be “nothing”; "
        "the page says “Made of”, but it should be “Made from”."
    )


@pytest.mark.parametrize(
    "more",
    [
        "<p>same</p>\n" * 200_000,
        "<p>same</p>\n<p>other</p>\n" * 50_000,
        "<" * 2_000_000,
        "<script" * 300_000,
        "<script>" * 300_000,
        '"data:' * 300_000,
        "&#" + "9" * 100_000 + ";",
    ],
    ids=["equal", "pairs", "signs", "heads", "scripts", "data", "digits"],
)
def test_hostile_page_is_named_within_seconds(more):
    text = page_html(made()).replace("<h2>", f"{more}\n<h2>")
    began = time.monotonic()
    assert failed(verify(text.encode())) == {"page"}
    assert time.monotonic() - began < 10


def test_hidden_text_is_found():
    text = page_html(made())
    report = verify(text.replace("</style>", ".ox-power { display: none; }\n</style>").encode())
    assert failed(report) == {"page"}


def test_another_picture_is_found_and_named():
    record = photographed()
    other = base64.b64encode(samples.picture(200)).decode()
    text = re.sub(r"base64,[A-Za-z0-9+/=]+", f"base64,{other}", page_html(record))
    report = verify(text.encode())
    assert failed(report) == {"pictures"}
    assert "picture 1" in next(check.said for check in report.checks if not check.fine)


def test_changed_card_with_new_hashes_and_new_ruling_is_another_fingerprint():
    record = photographed()
    case, pictures = samples.photographed()
    sides = (case.sides[0], Side("Ah Meng", parse_hand("3C 6S 8H 4H 9C"), Decimal("2.50")))
    forged = make_record(Case(case.house, sides, case.evidence), pictures, made=MADE)
    assert verify(page(forged)).fine, "a whole new record is consistent"
    assert failed(verify(page(forged), record.fingerprint)) == {"fingerprint"}
    assert verify(page(record), record.fingerprint.lower().replace("-", " ")).fine


@pytest.mark.parametrize("held", [[0, 6, 7, 8, 9], [5, 5, 7, 8, 9], [6, 7, 8, 9]])
def test_card_of_a_photo_lies_in_one_hand(held):
    data = put(PHOTOGRAPHED.data, ("photos", 0, "hands", 1, "cards"), held)
    data["hashes"] = hashes_of(data)
    report = verify(canonical(data).encode())
    assert failed(report) == {"readable"}
    assert "in no hand, or in two" in report.checks[0].said


HOSTILE = [
    b"",
    b"\x00" * 100,
    b"{}",
    b"[]",
    b"\xff\xd8\xff\xe0 JPEG",
    b'{"format": "oxeye record 2"}',
    b"<html><body>Double-Ox 8</body></html>",
]


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_file_that_is_no_record_is_one_error(data):
    with pytest.raises(RecordError, match="no record of Oxeye"):
        verify(data)


DAMAGED = [
    '{"format": "oxeye record 1"',
    '{"format": "oxeye record 1"}',
    '{"format": "oxeye record 1", "format": "oxeye record 1"}',
    '["oxeye record 1"]',
    '"oxeye record 1"',
    '{"format": "oxeye record 1", "x": NaN}',
    '{"format": "oxeye record 1", "x": ' + "9" * 5000 + "}",
    '{"format": "oxeye record 1", "x": ' + "[" * 100_000 + "}",
    '{"format": "oxeye record 1", "x": "\\ud800"}',
    '{"format": "oxeye record 1", "language": 5, "made": [], "program": {}}',
    f"{JSON_START}{JSON_START}",
    JSON_START,
]


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_record_is_one_sentence(text):
    report = verify(text.encode())
    assert failed(report) == {"readable"}
    assert len(report.checks[0].said) < 500


WRONG = [None, True, -1, 10**30, 1.5, 1e308, "", "x" * 5000, [], [[]], {}, {"a": {}}]


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_wrong_type_or_size_anywhere_is_found_without_a_traceback(data):
    place = data.draw(st.sampled_from([place for place in PLACES if place[0] != "hashes"]))
    place = place[: data.draw(st.integers(1, len(place)))]
    value = data.draw(st.sampled_from(WRONG))
    other = put(PHOTOGRAPHED.data, place, value)
    other["hashes"] = hashes_of(other)
    same = canonical(value_at(PHOTOGRAPHED.data, place)) == canonical(value)
    free = FREE.match(".".join(map(str, place)))
    assert found(canonical(other).encode()) or same or free


def test_record_too_large_is_one_error(monkeypatch):
    monkeypatch.setattr("app.records.verifying.MOST_BYTES", 1000)
    with pytest.raises(RecordError, match="at most"):
        verify(b"oxeye-record" * 1000)


def test_fingerprint_is_short_and_speakable():
    assert re.fullmatch(r"([A-Z2-7]{4}-){5}[A-Z2-7]{4}", made().fingerprint)


def test_record_of_another_version_says_so():
    record = made()
    data = put(record.data, ("program", "version"), "99.0")
    data["hashes"] = hashes_of(data)
    report = verify(canonical(data).encode())
    assert report.fine
    assert "99.0" in report.notes[-1]
