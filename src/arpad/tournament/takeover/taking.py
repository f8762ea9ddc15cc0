"""What the take-over of an event of players and that of an event of teams have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from arpad.domain.findings import Finding
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.pairing.state import Records, Tournament, read_records
from arpad.tournament.fold import after_changes
from arpad.tournament.log import LogChange
from arpad.tournament.rules import EventRules
from arpad.tournament.schedules import drawn_table
from arpad.tournament.state import EventState
from arpad.tournament.takeover.entries import entered

IMPORTED = "import"
"""The engine of a round that was taken over: it is proved as what the file had, not as a draw."""
BY_HAND = "manual"


class Taker(ABC):
    """One take-over. `paired` is the last round of the file; `sides` are the entries, or the teams, by their numbers in
    it."""

    def __init__(
        self, report: Report, rules: EventRules, whole: Tournament | None, found: list[Finding], paired: int
    ) -> None:
        self.report, self.rules, self.whole, self.found, self.paired = report, rules, whole, found, paired
        self.records: Records = read_records(report)
        self.entries, self.entry_of = entered(report)
        self.sides: Mapping[int, int] = self.entry_of

    @abstractmethod
    def changes(self, rules_data: dict[str, Any]) -> list[LogChange]:
        """Return all lines of the log from the entries on."""

    def forbidden(self) -> list[LogChange]:
        """The lines that keep players, or teams, apart."""
        lines = []
        for number, one in enumerate(self.records.forbidden, 1):
            sides = [self.sides[side] for side in one.players if side in self.sides]
            told = {"id": number, "entries": sides, "first": one.first, "last": one.last, "hard": True}
            lines.append(LogChange("pairs.forbidden", told))
        return lines

    def table(
        self,
        rules_data: dict[str, Any],
        before: Sequence[LogChange],
        rounds: Mapping[int, Iterable[tuple[int, int]]],
    ) -> dict[int, Mapping[str, Any]]:
        """The rounds of a table, drawn whole, if the pairs of the file are its first ones. A round robin that is not
        played by its table goes on by hand."""
        table: dict[int, Mapping[str, Any]] = {}
        if self.rules.by_table:
            with suppress(ArpadError):  # too few sides, or sides of different sizes, have no table
                table = drawn_table(after_changes(EventState(), [LogChange("event.created", rules_data), *before]))
        for number, pairs in rounds.items():
            drawn = table.get(number, {})
            seats = {(white, black) for _, white, black in drawn.get("matches") or drawn.get("boards", ())}
            if seats != {(self.sides[white], self.sides[black]) for white, black in pairs}:
                table = {}
        if not self.rules.swiss and not table:
            rules_data["system"] = BY_HAND
            self.found.append(Finding("import-by-hand", "warning", values={"system": self.rules.system}))
        return table

    def rounds_to_come(self, table: Mapping[int, Mapping[str, Any]]) -> list[LogChange]:
        """The rounds of a table that the file does not have yet; a file that has some is told that boards may have had
        other numbers."""
        if self.paired:
            self.found.append(Finding("import-boards", "info"))
        return [LogChange("round.drawn", data) for number, data in sorted(table.items()) if number > self.paired]

    def tell_adjourned(self, number: int, games: Sequence[str]) -> None:
        """Tell which games of an earlier round have no result and are taken over as adjourned."""
        if games:
            values = {"round": number, "games": ", ".join(games)}
            self.found.append(Finding("import-adjourned", "info", round=number, values=values))
