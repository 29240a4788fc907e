import json

import pytest

from app.places import sample_photo
from vision.networks.models import MANIFEST, MODELS_DIR

CARDS = {"4D", "7H", "KH", "8D", "8C"}


@pytest.mark.skipif(not (MODELS_DIR / MANIFEST).is_file(), reason="no networks are shipped yet")
def test_sample_is_read_and_judged_by_the_shipped_networks(run_oxeye):
    status, out, err = run_oxeye("read", sample_photo(), "--json")
    assert (status, err) == (0, "")
    answer = json.loads(out)
    assert {card["card"] for card in answer["cards"]} == CARDS
    verdict = answer["hands"][0]["verdict"]
    assert verdict["label"] == "Single-Ox 7"
    assert set(verdict["ox"]["cards"]) == {"4D", "8D", "8C"}
