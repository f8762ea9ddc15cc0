"""What an office must hold, by its documentation alone: no import of Arpad.

The documentation is docs/manuals/office/office.md and docs/manuals/tournaments/tournament.md.

A deed is a dictionary with `do`, its time `at`, and what it is about. `view` is what everybody must find after some
deeds: events with their states and reports, lists with their versions, a tournament with its results, and the times of
which the log must tell.
"""

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Deed = Mapping[str, Any]
View = dict[str, Any]
CLOSED = ("rated", "corrected")


class ModelOffice:
    """An office as the documentation tells it."""

    def __init__(self) -> None:
        self.events: dict[int, dict[str, Any]] = {}
        self.lists: dict[str, list[str]] = {}
        self.tournament: dict[str, Any] = {"players": [], "closed": False, "rounds": 0, "published": 0, "results": {}}
        self.times: list[str] = []

    def do(self, deed: Deed) -> None:
        own: Mapping[str, Callable[[Deed], None]] = {
            "import": self._import, "submit": self._submit, "close": self._close, "publish": self._publish,
            "correct": self._correct, "withdraw": self._withdraw, "enter": self._enter, "result": self._result,
            "close-entries": self._close_entries, "draw": self._draw, "publish-round": self._publish_round,
        }  # fmt: skip
        own[deed["do"]](deed)
        self.times.append(deed["at"])

    def view(self) -> View:
        events = {number: {name: event[name] for name in ("state", "reports")} for number, event in self.events.items()}
        return copy.deepcopy(
            {"events": events, "lists": self.lists, "tournament": self.tournament, "times": sorted(self.times)}
        )

    def _import(self, deed: Deed) -> None:
        """Import the first list: it is published at once."""
        self.lists[deed["period"]] = ["published"]

    def _submit(self, deed: Deed) -> None:
        """Keep the report byte for byte, refused ones too. An event of which nobody knows when it began is refused."""
        state = "accepted" if deed["complete"] else "refused"
        period = deed["period"] if deed["complete"] else None
        self.events[deed["event"]] = {"state": state, "due": period, "reports": [deed["sha256"]]}

    def _close(self, deed: Deed) -> None:
        """Take every accepted report that is due. A provisional list is closed again in its place."""
        for event in self.events.values():
            if event["state"] == "accepted" and event["due"] <= deed["period"]:
                event["state"] = "rated"
        if self.lists.setdefault(deed["period"], ["provisional"])[-1] == "published":
            self.lists[deed["period"]].append("provisional")

    def _publish(self, deed: Deed) -> None:
        self.lists[deed["period"]][-1] = "published"

    def _correct(self, deed: Deed) -> None:
        event = self.events[deed["event"]]
        event["reports"].append(deed["sha256"])
        if event["state"] in CLOSED:
            event["state"] = "corrected"
            self._replay(event["due"])

    def _withdraw(self, deed: Deed) -> None:
        event = self.events[deed["event"]]
        if event["state"] in CLOSED:
            self._replay(event["due"])
        event["state"] = "withdrawn"

    def _replay(self, since: str) -> None:
        """Compute every list since then again, as new versions. The old versions stay; provisional ones do not."""
        for period, versions in self.lists.items():
            if period >= since and versions[-1] == "published":
                versions.append("published")

    def _enter(self, deed: Deed) -> None:
        self.tournament["players"].append(deed["name"])

    def _close_entries(self, _deed: Deed) -> None:
        self.tournament["closed"] = True

    def _draw(self, _deed: Deed) -> None:
        self.tournament["rounds"] += 1

    def _publish_round(self, deed: Deed) -> None:
        self.tournament["published"] = deed["round"]

    def _result(self, deed: Deed) -> None:
        self.tournament["results"][deed["board"]] = deed["result"]


def after(deeds: Iterable[Deed]) -> View:
    """What must be found after these deeds."""
    office = ModelOffice()
    for deed in deeds:
        office.do(deed)
    return office.view()


def differences(found: View, wanted: View) -> list[str]:
    """What is not as it must be."""
    return [f"{name}: {found[name]} instead of {value}" for name, value in wanted.items() if found[name] != value]
