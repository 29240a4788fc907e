"""Short versions of what `tests.load.growth` and `tests.load.crowd` do at length."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app import service
from app.places import sample_photo
from app.waiting import telling
from rules.house import HouseRules
from tests.load.growth import MOST_GROWTH_MB, resident_megabytes
from vision.networks.models import MANIFEST, MODELS_DIR

ROOT = Path(__file__).parents[2]
PEOPLE = 20

pytestmark = pytest.mark.skipif(not (MODELS_DIR / MANIFEST).is_file(), reason="no networks are shipped yet")


def test_readings_do_not_grow() -> None:
    """In a process of its own, since other tests leave memory to be used again."""
    script = "from tests.load.growth import measure; print(measure(50))"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=250, check=True
    )
    assert float(run.stdout) <= MOST_GROWTH_MB


def test_twenty_people_at_once_all_get_their_own_answer_and_are_told_their_place() -> None:
    reader, photo = service.load_reader(), sample_photo()
    answers: dict[int, dict[str, object]] = {}
    heard: dict[int, list[int]] = {person: [] for person in range(PEOPLE)}
    errors: list[BaseException] = []
    together = threading.Barrier(PEOPLE)

    def person(number: int) -> None:
        together.wait(60)
        try:
            with telling(heard[number].append):
                _, given = service.read_answer(
                    f"photo {number}", photo, reader, HouseRules(decks=1 + number % 2)
                )
            answers[number] = json.loads(json.dumps(given.to_json()))
        except BaseException as error:  # noqa: BLE001 - reported below, in the thread of the test
            errors.append(error)

    before = resident_megabytes()
    threads = [threading.Thread(target=person, args=(number,)) for number in range(PEOPLE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(200)
    assert errors == []
    assert sorted(answers) == list(range(PEOPLE))
    for number, given in answers.items():
        assert given["photo"] == f"photo {number}"
        (seen,) = given["hands"]
        assert seen["verdict"]["label"] == "Single-Ox 7"
        assert seen["verdict"]["rules"]["options"]["decks"] == 1 + number % 2
    places = [told for told in heard.values() if told]
    assert len(places) >= PEOPLE - 2
    assert max(told[0] for told in places) >= PEOPLE // 2
    assert all(told[-1] == 0 for told in places)
    assert resident_megabytes() - before < 400
