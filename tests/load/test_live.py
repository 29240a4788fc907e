"""A short version of what `tests.load.live` does for an hour, and what it takes for growth."""

import itertools
from dataclasses import replace

import pytest

from tests.browser.conftest import MISSING
from tests.load.live import MOST_GROWTH, Plan, Sample, growth_of, row, watch
from vision.networks.models import MANIFEST, MODELS_DIR

HOUR = [
    Sample(
        seconds=60.0 * minute,
        frames=150 * minute,
        locked=5 * minute,
        server_mb=min(280 + 8 * minute, 350) + minute % 3,
        threads=14 + minute % 2,
        files=11,
        page_mb=430 + 10 * (minute % 4),
        heap_mb=12 + minute % 2,
        nodes=700 + minute % 5,
    )
    for minute in range(61)
]
"""An hour in which everything settles."""
SHORT = Plan(minutes=1 / 3, every=4, hands=1)


def test_figures_that_settle_and_swing_are_no_growth():
    assert growth_of(HOUR) == []
    assert growth_of(HOUR[:1]) == []


@pytest.mark.parametrize("name", MOST_GROWTH)
def test_each_figure_that_goes_on_growing_is_named(name):
    step = MOST_GROWTH[name] / 10
    leaking = [replace(one, **{name: 300 + step * minute}) for minute, one in enumerate(HOUR)]
    (said,) = growth_of(leaking)
    assert said.startswith(name)


def test_lines_of_the_table_tell_the_time():
    assert row(HOUR[60]).split()[:3] == ["60:00", "9000", "300"]


@pytest.mark.browser
@pytest.mark.skipif(not (MODELS_DIR / MANIFEST).is_file(), reason="no networks are shipped yet")
@pytest.mark.skipif(bool(MISSING), reason="; ".join(MISSING))
def test_the_live_view_goes_on_without_a_leak_of_threads_files_or_the_page(tmp_path):
    samples, wrong = watch(SHORT, tmp_path, lambda one: None)
    assert wrong == []
    assert len(samples) >= 2
    assert all(later.frames >= one.frames for one, later in itertools.pairwise(samples))
    first, last = samples[0], samples[-1]
    assert last.frames > first.frames
    for name in ("threads", "files", "nodes"):
        assert getattr(last, name) - getattr(first, name) <= MOST_GROWTH[name]
    assert last.server_mb - first.server_mb < 200, "room for the networks, which the first frames ask for"
