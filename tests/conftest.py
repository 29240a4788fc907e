"""Nothing that a test does may reach another machine."""

import os
from collections.abc import Iterator

import pytest

from tests.network import anywhere_again, only_this_machine

os.environ["STREAMLIT_BROWSER_GATHER_USAGE_STATS"] = "false"
os.environ["YOLO_OFFLINE"] = "true"  # ultralytics looks for the internet when it is imported


@pytest.fixture(autouse=True, scope="session")
def no_outbound_connection() -> Iterator[None]:
    """Every connection that leaves this machine is an error while tests run."""
    only_this_machine()
    yield
    anywhere_again()
