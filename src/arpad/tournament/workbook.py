"""An event as a workbook: entries, starting list, pairings, results, standings, crosstable, teams and prizes as sheets.

Numbers are numbers, and the title is in the header of the printed page, so that a sheet can be read in again.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, get_args

from arpad.domain.event import Event, half_points_of
from arpad.formats.sheets import WrittenSheet, write_book
from arpad.i18n import ArpadError, Language, text
from arpad.rating.examine import RatedReport
from arpad.rating.model import PlayerRating
from arpad.rating.performance import performance_in
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.table import StandingsTable
from arpad.standings.tables import crosstable_of, crosstable_rows
from arpad.tournament.acts.checks import round_at
from arpad.tournament.as_report import event_of
from arpad.tournament.documents import seen_round, side_name
from arpad.tournament.entries import RATINGS
from arpad.tournament.prizes import prize_table
from arpad.tournament.standings import Ranked, last_counted, standings_after, table_of_group
from arpad.tournament.state import Entry, EventState
from arpad.tournament.times import event_times
from arpad.untrusted import exact

SheetName = Literal["entries", "start", "pairings", "results", "standings", "crosstable", "teams", "prizes"]
SHEET_NAMES: tuple[SheetName, ...] = get_args(SheetName)
RESULTS = {"1/2": "½-½"}
SIGNS: Mapping[str, str] = {"1": "1", "W": "1", "=": "½", "D": "½", "0": "0", "L": "0", "+": "+", "-": "-"}
"""What a player of a team has of a game, by the code of the result in a report."""
LEAST_DIGITS = 4
PLAYER = ("number", "title", "name", "fide_id", "federation", "rating")


class EventWorkbook:
    """Writes sheets of an event for a reader. `number` is the round of pairings and results, and the one after which
    the standings are; without it, the last one. `rated` rates the games so far, for K and the changes."""

    def __init__(
        self,
        state: EventState,
        language: Language,
        made: dt.datetime,
        *,
        number: int | None = None,
        group: str = "",
        library: TieBreakLibrary | None = None,
        rated: Callable[[], Sequence[RatedReport]] = lambda: (),
    ) -> None:
        self.state, self.language, self.made, self.rated = state, language, made, rated
        self.number, self.group, self.library = number, group, library
        self.numbers = {entry: place for place, entry in enumerate(state.numbers, 1)}
        self.makers: Mapping[SheetName, Callable[[], WrittenSheet]] = {
            "entries": self._entries,
            "start": self._start,
            "pairings": self._pairings,
            "results": self._results,
            "standings": self._standings,
            "crosstable": self._crosstable,
            "teams": self._teams,
            "prizes": self._prizes,
        }

    def write(self, *names: SheetName) -> bytes:
        """Return a workbook with these sheets."""
        return write_book([self.makers[name]() for name in names], self.made)

    def possible(self) -> list[SheetName]:
        """Return the sheets that the event has by now."""
        names: list[SheetName] = ["entries", "start"]
        if self.state.last_published:
            names += ["pairings", "results"]
            names += ["standings", "crosstable"] if self.state.event_rules.system != "knockout" else []
            names += ["prizes"] if self.state.event_rules.prizes else []
        return names + (["teams"] if self.state.event_rules.team else [])

    @property
    def _columns(self) -> tuple[str, ...]:
        """The columns of a player: the ids are FIDE's, or those of another list."""
        ids = [entry.id for entry in self.state.entries.values() if entry.id]
        fide = all(id_.isascii() and id_.isdigit() and len(id_) >= LEAST_DIGITS for id_ in ids)
        return PLAYER if fide else tuple("id" if name == "fide_id" else name for name in PLAYER)

    def _sheet(self, name: SheetName, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> WrittenSheet:
        """A sheet under headings: words of the catalogue, or codes and numbers as they are."""
        headings = [self._word(column) if column in WORDS else column for column in columns]
        when = event_times(self.state.event_rules).local(self.made.isoformat())
        title = f"{self.state.event_rules.name} · {self._word(f'tab-{name}')} · {when:%Y-%m-%d %H:%M}"
        round_ = f" {self.number}" if self.number and name not in ("entries", "start", "teams") else ""
        return WrittenSheet(f"{self._word(f'tab-{name}')}{round_}", headings, rows, title)

    def _word(self, name: str) -> str:
        return text(f"workbook.column.{name}", self.language)

    # Players.

    def _player(self, entry: Entry | None) -> list[object]:
        if entry is None:
            return [""] * len(PLAYER)
        id_: object = int(entry.id) if entry.id.isascii() and entry.id.isdigit() and entry.id[0] != "0" else entry.id
        return [self.numbers.get(entry.entry), entry.title, entry.name, id_, entry.federation, entry.rating or None]

    def _entries(self) -> WrittenSheet:
        rows = [
            [
                *self._player(entry),
                entry.ratings.get(RATINGS[1]),
                dt.date.fromisoformat(entry.birthday) if entry.birthday else entry.born,
                self._word(f"sex-{entry.sex}") if entry.sex else "",
                entry.club,
                ", ".join(entry.groups) or entry.labels.get("category", ""),
                text(f"tournament.entry-state.{entry.state}", self.language),
                entry.paid or None,
            ]
            for entry in self._in_order(self.state.entries.values())
            if entry.state != "removed"
        ]
        columns = (*self._columns, "national", "born", "sex", "club", "category", "state", "paid")
        return self._sheet("entries", columns, rows)

    def _start(self) -> WrittenSheet:
        playing = [entry for entry in self.state.entries.values() if entry.playing]
        rows = [[*self._player(entry), entry.club] for entry in self._in_order(playing)]
        return self._sheet("start", (*self._columns, "club"), rows)

    def _in_order(self, entries: Any) -> list[Entry]:
        return sorted(entries, key=lambda entry: (self.numbers.get(entry.entry, len(self.numbers) + 1), entry.entry))

    # Rounds.

    def _pairings(self) -> WrittenSheet:
        return self._round("pairings", results=False)

    def _results(self) -> WrittenSheet:
        return self._round("results", results=True)

    def _round(self, name: SheetName, *, results: bool) -> WrittenSheet:
        self.number = self.number or self.state.last_published
        round_at(self.state, self.number)
        seen = seen_round(self.state, self.number)
        rows: list[list[object]] = []
        for pair in seen.pairs:
            white, black = (self.state.entries.get(entry) for entry in (pair.white_entry, pair.black_entry))
            result = RESULTS.get(pair.result or "", pair.result or "") if results else ""
            left, right = self._side(white, pair.white_points), self._side(black, pair.black_points)
            rows.append([pair.board, *left, result, *right[::-1]])
        rows += [["", *side] for side in self._byes()]
        side = ("number", "title", "name", "rating", "points")
        columns = ["board", *side[:2], "white", *side[3:], "result", "points", "rating", "black", "title", "number"]
        return self._sheet(name, columns, rows)

    def _side(self, entry: Entry | None, points: object) -> list[object]:
        if entry is None:
            return [""] * 5
        return [self.numbers.get(entry.entry), entry.title, entry.name, entry.rating or None, _amount(points)]

    def _byes(self) -> Iterator[list[object]]:
        """Those who do not play: a player without an opponent, or the name of a team."""
        assert self.number is not None
        event_round = self.state.rounds[self.number]
        left = ({} if event_round.bye is None else {event_round.bye: "bye"}) | dict(event_round.absent)
        for side, kind in left.items():
            player = None if self.state.event_rules.team else self.state.entries.get(side)
            own = self._side(player, None) if player else ["", "", side_name(self.state, side), None, None]
            word = "rest" if self.state.event_rules.by_table and kind == "Z" else kind
            yield [*own, text(f"web.event-page.absent-{word}", self.language)]

    # Tables.

    def _ranked(self) -> Ranked:
        ranked = standings_after(self.state, self.number, self.library)
        self.number = self.number or last_counted(self.state)
        if not self.group:
            return ranked
        return Ranked(table_of_group(self.state, ranked.table, ranked.event, self.group), ranked.event)

    def _known(self, number: int) -> Entry | None:
        """The player with a number in the standings; none in those of teams."""
        return None if self.state.event_rules.team else self.state.entries[self.state.numbers[number - 1]]

    def _standings(self) -> WrittenSheet:
        if self.state.event_rules.team:
            return self._team_standings(self._ranked().table)
        table, event = self._ranked()
        lines = self._lines()
        rows = []
        for row in table.rows:
            player, rated = self.state.entries[self.state.numbers[row.number - 1]], lines.get(row.number)
            change = None if rated is None or rated.change is None else Fraction(rated.change, 100)
            about = [
                row.rank,
                row.number,
                player.title,
                row.name,
                player.federation,
                player.rating or None,
                player.club,
            ]
            values = [_amount(row.points), *map(_amount, row.values.values())]
            k = None if rated is None else rated.k
            rows.append([*about, *values, _performance(event, row.number), k, _amount(change)])
        columns = ["rank", "number", "title", "name", "federation", "rating", "club", "points", *table.tie_breaks]
        return self._sheet("standings", [*columns, "performance", "k", "change"], rows)

    def _lines(self) -> Mapping[int, PlayerRating]:
        """What the games so far are worth to each player, by number; nothing of an earlier round, or if they cannot be
        rated."""
        if self.number != last_counted(self.state):
            return {}
        try:
            return {line.rank: line for report in self.rated() for line in report.players}
        except ArpadError:
            return {}

    def _team_standings(self, table: StandingsTable) -> WrittenSheet:
        rows = []
        for row in table.rows:
            records = table.competition.contestants[row.number].records
            halves = [record.half for record in records if record.opponent is not None]
            counts = [len(halves), *map(halves.count, (2, 1, 0))]
            totals = map(_amount, table.totals(row.number))
            rows.append([row.rank, row.number, row.name, *counts, *totals, *map(_amount, row.values.values())])
        columns = ["rank", "number", "team", "matches", "+", "=", "-", "MP", "GP", *table.tie_breaks]
        return self._sheet("standings", columns, rows)

    def _crosstable(self) -> WrittenSheet:
        table = self._ranked().table
        cross = crosstable_of(table)
        rows = []
        for row, cells in zip(cross.rows, crosstable_rows(cross, self.language), strict=True):
            player = self._known(row.number)
            about = ["", ""] if player is None else [player.rating or None, player.federation]
            more = [] if row.row is None else [_amount(row.row.points), *map(_amount, row.row.values.values())]
            rows.append([row.rank, row.number, row.name, *about, *cells, *more])
        columns = ["rank", "number", "name", "rating", "federation", *(str(at + 1) for at in range(cross.width))]
        return self._sheet("crosstable", [*columns, "points", *table.tie_breaks], rows)

    def _teams(self) -> WrittenSheet:
        if not self.state.event_rules.team:
            raise ArpadError("event-no-teams")
        rounds = range(1, (self.number or self.state.last_published) + 1)
        event = event_of(self.state, rounds.stop - 1)
        rows = []
        for team in self.state.teams.values():
            for board, entry in enumerate(team.players, 1):
                player = event.player(self.numbers.get(entry, 0))
                cells = player.rounds if player is not None else ()
                signs = {cell.round: SIGNS.get(cell.result or "", "") for cell in cells if cell.opponent is not None}
                about = self._player(self.state.entries[entry])[1:]
                points = _amount(Fraction(half_points_of(cells), 2)) if signs else None
                rows.append([team.name, board, *about, *(signs.get(number, "") for number in rounds), points])
        return self._sheet("teams", ["team", "board", *self._columns[1:], *map(str, rounds), "points"], rows)

    def _prizes(self) -> WrittenSheet:
        table = prize_table(self.state, self.library)
        if table is None:
            raise ArpadError("event-no-prizes")
        self.number = table.round
        rows = [
            [
                prize.rank, prize.number, prize.name, _amount(prize.points), _amount(prize.amount),
                ", ".join(prize.things), prize.category,
            ]
            for prize in table.prizes
        ]  # fmt: skip
        columns = ["rank", "number", "team" if self.state.event_rules.team else "name", "points"]
        return self._sheet("prizes", [*columns, f"{self._word('prize')} ({table.currency})", "thing", "category"], rows)


WORDS = frozenset((
    *PLAYER, "id", "national", "born", "sex", "club", "category", "state", "paid", "board", "white", "black", "result",
    "points", "rank", "team", "matches", "performance", "k", "change", "thing",
))  # fmt: skip
"""Columns with a word of their own."""


def _performance(event: Event, number: int) -> int | None:
    """Rp over the games of a player; None without a game against somebody rated."""
    found = performance_in(event, number)
    return None if found is None else found.performance


def _amount(value: object) -> object:
    """A number as a number; a text that is one too."""
    if isinstance(value, str):
        try:
            value = exact(value)
        except ValueError:
            return value
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value
