"""The page with networks that take a second for each picture, for the test that the live view keeps up."""

import time

from app import service
from app.page import main

PAUSE_S = 1.0


class SlowReader:
    """Reads as the shipped networks do, but slowly."""

    def __init__(self, reader):
        self._reader = reader

    def read(self, image, decks):
        time.sleep(PAUSE_S)
        return self._reader.read(image, decks)


if __name__ == "__main__":  # Streamlit runs it as the main script
    if not hasattr(service, "load_quickly"):
        service.load_quickly = service.load_reader
        service.load_reader = lambda: SlowReader(service.load_quickly())
    main()
