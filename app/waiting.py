"""Taking turns: one photo is read at a time and one is drawn on; who waits is told how many are before them.

The networks use all cores for one photo, so reading two at once would be no faster for anybody, and twenty
large photos in memory at once would be too many for a small computer. Drawing takes a moment only, so that
it has a line of its own: nobody waits for the reading of other people's photos to save a picture.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Tell = Callable[[int], None]
"""Called with the number of people before the one who waits; with 0 when it is their turn at last."""

HEARTBEAT_S = 1.0
"""How often the one who waits is told again, so that whoever has gone away in the meantime is noticed."""

_tell: ContextVar[Tell | None] = ContextVar("tell", default=None)


class Line:
    """First come, first served.

    Args:
        places: how many may be served at once.
        heartbeat_s: seconds after which a waiting one is told again.
    """

    def __init__(self, places: int = 1, heartbeat_s: float = HEARTBEAT_S) -> None:
        if places < 1:
            raise ValueError(f"places: {places}; at least 1")
        self._places, self._heartbeat_s = places, heartbeat_s
        self._changed = threading.Condition()
        self._waiting: deque[object] = deque()
        self._served = 0
        self._mine = threading.local()

    def __len__(self) -> int:
        """How many are waiting or being served."""
        with self._changed:
            return len(self._waiting) + self._served

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, and have it until the end of the block; a turn within a turn is the same one.

        The function set by `telling` is called in this thread, without a lock. Whatever it raises ends the
        waiting and leaves the line, as when a person has closed the page.
        """
        depth = getattr(self._mine, "depth", 0)
        if not depth:
            self._wait()
        self._mine.depth = depth + 1
        try:
            yield
        finally:
            self._mine.depth = depth
            if not depth:
                with self._changed:
                    self._served -= 1
                    self._changed.notify_all()

    def _wait(self) -> None:
        tell, ticket, told = _tell.get(), object(), False
        with self._changed:
            self._waiting.append(ticket)
        try:
            while True:
                with self._changed:
                    if self._may_go(ticket):
                        self._waiting.popleft()
                        self._served += 1
                        self._changed.notify_all()
                        break
                    before = self._waiting.index(ticket) + self._served
                if tell is not None:
                    tell(before)
                    told = True
                self._sleep(ticket, before)
        except BaseException:
            self._leave(ticket)
            raise
        if tell is not None and told:
            try:
                tell(0)
            except BaseException:
                with self._changed:
                    self._served -= 1
                    self._changed.notify_all()
                raise

    def _may_go(self, ticket: object) -> bool:
        return self._waiting[0] is ticket and self._served < self._places

    def _sleep(self, ticket: object, before: int) -> None:
        """Sleep until something changes for this one, or the heartbeat."""
        until = time.monotonic() + self._heartbeat_s
        with self._changed:
            while not self._may_go(ticket) and self._waiting.index(ticket) + self._served == before:
                left = until - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    return

    def _leave(self, ticket: object) -> None:
        with self._changed:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
            self._changed.notify_all()


@contextmanager
def telling(tell: Tell) -> Iterator[None]:
    """While the block runs, this function hears how many are before whoever waits in this thread."""
    token = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(token)


LINE = Line()
"""The line of this process to read a photo; `app.service.read_photo` takes its turn here."""

DRAWING = Line()
"""The line of this process to draw on a photo in its own size."""
