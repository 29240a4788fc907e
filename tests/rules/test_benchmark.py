"""The speed report, and the speed that is promised."""

import numpy as np
import pytest

from rules import benchmark
from rules.benchmark import RulesSpeed, format_rules, measure_rules


def test_measured_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "_SAMPLE", 400)
    measured = measure_rules()
    assert measured.hands == 2_598_960
    assert measured.table_s < 2
    assert measured.suited_s < 2
    # The promise is 60 µs on a quiet machine; a busy one gets room, a slow algorithm does not.
    assert measured.single_us < 180


@pytest.mark.parametrize(("pokerkit_us", "last"), [(10.0, "all at once"), (float("nan"), "not installed")])
def test_report(pokerkit_us: float, last: str) -> None:
    lines = format_rules(RulesSpeed(100, 20.0, 2_598_960, 0.1, 0.3, pokerkit_us))
    assert "20.0 µs" in lines[0]
    assert last in lines[-1]
    assert np.isnan(pokerkit_us) or "0.50" in lines[-2]
