"""The indexes of players, one for each system: the file of the newest published list, mapped."""

import threading

from arpad.lists.player_search import NameIndex
from arpad.office.desk import Desk, looking
from arpad.office.lists import newest_digest


class Indexes:
    """The index of the newest published list. While another is being made, the one before answers."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, NameIndex]] = {}
        self._making = threading.Lock()

    def of(self, desk: Desk) -> NameIndex | None:
        """Return the index of a system; None if no list is published yet."""
        digest = newest_digest(desk)
        if digest is None:
            with looking(desk, published=True):  # refused if there is no such system
                return None
        known = self._known.get(desk.system)
        if known is None:
            with self._making:
                if desk.system not in self._known:
                    self._make(desk)
                return self._known[desk.system][1]
        if known[0] != digest and self._making.acquire(blocking=False):
            threading.Thread(target=self._made_again, args=(desk,), daemon=True).start()
        return known[1]

    def _made_again(self, desk: Desk) -> None:
        try:
            self._make(desk)
        finally:
            self._making.release()

    def _make(self, desk: Desk) -> None:
        with looking(desk, published=True) as shelf:
            last = shelf.last()
            assert last is not None
            self._known[desk.system] = (last.digest, shelf.index(last) or NameIndex.of(shelf.ledger(last)))
