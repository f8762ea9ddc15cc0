"""The table of standings of an event or a group of its players, and writing it into a TRF26 report."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import UNSET, UnsetType

from arpad.documents.document import ArticleNumber, Document, ShownAs, or_unset, replace, shows
from arpad.documents.fields import Table
from arpad.documents.findings import FindingsIfAny
from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.formats.codes import is_team_event
from arpad.formats.consistency import points
from arpad.formats.report import LEFT_COMMENT, Report
from arpad.formats.trf_write import write_ranked
from arpad.i18n import ArpadError, number
from arpad.rating.results import half_up
from arpad.regulations.articles import Article
from arpad.regulations.tiebreak_editions import EventKind, TieBreakEdition, TieBreakLibrary, tie_break_library
from arpad.standings._calculation import Calculation, TieBreakColumn
from arpad.standings._tie_breaks import column_of
from arpad.standings.codes import FORE_CODES, TWO_DECIMALS, ChosenList, Origin, TieBreak, chosen_list, score_alone
from arpad.standings.competition import competition
from arpad.standings.conditions import parse_condition, profile_of
from arpad.standings.model import GAME_POINTS, MATCH_POINTS, Competition, without_withdrawn
from arpad.standings.order import GivenOrder, Ordering, order

# The standings of an event: rank, number, score and the values of the tie-breaks, for tables, JSON and pages.


class Departure(Document, frozen=True):
    """How somebody left an event, and the first round without them; None if that is not known."""

    kind: Literal["withdrawn", "expelled"]
    round: int | None = None

    @property
    def mark(self) -> str:
        """W3: withdrawn before round 3; X3: expelled before it."""
        return f"{'W' if self.kind == 'withdrawn' else 'X'}{self.round or ''}"


class NotRanked(Document, frozen=True):
    """Somebody who is shown below the standings, without a place, and the article by which."""

    number: int
    name: str
    points: Fraction
    left: Departure
    article: ArticleNumber
    entry: int | UnsetType = UNSET
    team: int | UnsetType = UNSET


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a user asks for beside the report; the report and its start decide the rest.

    `withdrawn` withdrew from a round robin (C.05 6.6); `given` are orders that no report says, by LOT or PLAYOFF;
    `left` are all who withdrew or were expelled, which the file may say too;
    `of_rules`: the tie-breaks are those of a tournament's own rules;
    `by_points`: an event from before the first edition is ranked by its score alone, and not refused.
    """

    round: int | None = None
    tie_breaks: str | None = None
    edition: str | None = None
    system: str | None = None
    withdrawn: tuple[int, ...] = ()
    given: Mapping[str, GivenOrder] = field(default_factory=dict)
    left: Mapping[int, Departure] = field(default_factory=dict)
    by_points: bool = False
    of_rules: bool = False


class StandingsRow(Document, frozen=True):
    """A contestant in the standings. `values` are exact decimals by tie-break, None if undefined; `decided` is the
    place in the list of the tie-break that separates them from the row above, None for the first and in a tie that
    stays. `left` is there if they withdrew or were expelled; `id`, `entry` or `team` if they are known."""

    shown = shows("rank", "number", "name", "points", "values", "left", "id", "entry", "team")
    rank: int
    number: int
    name: str
    points: Fraction
    values: Mapping[str, str | None]
    decided: int | None = None
    left: Departure | UnsetType = UNSET
    id: str | UnsetType | None = UNSET
    entry: int | UnsetType = UNSET
    team: int | UnsetType = UNSET


class StandingsTable(Document, frozen=True):
    """The standings under one edition, with all that explains them. `codes` is the whole list; `tie_breaks` and the
    values of the rows leave out the score that it begins with."""

    shown = shows(
        "edition", "round", "system", "tie_breaks", "list_from", "dropped", "rows", "shared", "not_ranked", "findings"
    )
    library: TieBreakLibrary
    calculation: Calculation
    chosen: ChosenList
    ordering: Ordering
    rows: tuple[StandingsRow, ...]
    findings: FindingsIfAny
    given: Mapping[str, GivenOrder]
    left: Mapping[int, Departure]
    not_ranked: Annotated[tuple[NotRanked, ...], ShownAs(tuple[NotRanked, ...] | UnsetType, or_unset)]

    def narrowed(self, rows: Collection[StandingsRow], contestants: Collection[int]) -> "StandingsTable":
        """Return the table with these rows alone; of players who left it names those of the contestants only."""
        return replace(
            self,
            rows=tuple(rows),
            left={number: departure for number, departure in self.left.items() if number in contestants},
            not_ranked=tuple([one for one in self.not_ranked if one.number in contestants]),
        )

    def without_place(self, contestant: int) -> NotRanked | None:
        """Why a contestant has no place in the standings; None if they have one."""
        return next((one for one in self.not_ranked if one.number == contestant), None)

    def mark_of(self, contestant: int) -> str:
        """The mark behind a name: [W3] for somebody who withdrew before round 3; empty for all who stayed."""
        return f" [{self.left[contestant].mark}]" if contestant in self.left else ""

    @property
    def competition(self) -> Competition:
        return self.calculation.competition

    @property
    def codes(self) -> tuple[TieBreak, ...]:
        return self.chosen.codes

    @property
    def rules(self) -> TieBreakEdition:
        return self.calculation.edition

    @property
    def edition(self) -> str | None:
        """The edition that ranks; None if none was in force and the score alone counts."""
        return None if self.chosen.origin == "score" else self.rules.id

    @property
    def round(self) -> int:
        return self.competition.counted

    @property
    def system(self) -> EventKind:
        return self.competition.kind

    @property
    def list_from(self) -> Origin:
        return self.chosen.origin

    @property
    def dropped(self) -> tuple[str, ...]:
        """The codes that cannot be used, as somebody has no rating."""
        return tuple(tie_break.code for tie_break in self.chosen.dropped)

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The codes after the score; one that stands twice is numbered."""
        return numbered(self.codes[leading(self.codes) :])

    @property
    def shared(self) -> tuple[int, ...]:
        """The ranks that stay tied."""
        return tuple(rank for rank, count in sorted(Counter(row.rank for row in self.rows).items()) if count > 1)

    def totals(self, team: int) -> tuple[Fraction, Fraction]:
        """Return the match points and the game points of a team, with penalties."""
        penalty = self.competition.contestants[team].penalty
        match, game = (self.calculation.scores(score)[team] + penalty[score] for score in (MATCH_POINTS, GAME_POINTS))
        return self.competition.points(match), self.competition.points(game)

    def places_of(self, contestants: Collection[int]) -> "StandingsTable":
        """Return the table with the rows of these contestants alone, in their order, or their words if not ranked."""
        ranked = [number for number in contestants if self.without_place(number) is None]
        return self.narrowed([self.row(number) for number in ranked], contestants)

    @property
    def by_number(self) -> "StandingsTable":
        """The table in the order of the starting numbers."""
        return replace(self, rows=tuple(sorted(self.rows, key=lambda row: row.number)))

    def with_ids(self, ids: Mapping[int, str] | None) -> "StandingsTable":
        """Return the table with the players of the office by their starting numbers, if they are known."""
        if ids is None:
            return self
        return replace(self, rows=tuple(replace(row, id=ids.get(row.number)) for row in self.rows))

    def exact_values(self, row: StandingsRow) -> dict[str, Fraction | tuple[Fraction, ...] | None]:
        """Return the values of a row as numbers, those of boards one after the other."""
        return {
            name: self._exact_value(tie_break, row.number, row.values[name])
            for name, tie_break in zip(row.values, self.codes[leading(self.codes) :], strict=True)
        }

    def _exact_value(
        self, tie_break: TieBreak, contestant: int, written: str | None
    ) -> Fraction | tuple[Fraction, ...] | None:
        if written is None or tie_break.by_group:
            return None if written is None else Fraction(written)
        column = column_of(self.calculation, tie_break)
        value = column.values[contestant]
        if isinstance(value, tuple):
            return tuple(Fraction(part, column.parts) for part in value)
        return _exact(tie_break.name in TWO_DECIMALS, value, column.parts)

    def row(self, contestant: int) -> StandingsRow:
        """The row of a contestant."""
        for row in self.rows:
            if row.number == contestant:
                return row
        raise ArpadError("standings.nobody", number=contestant)


def leading(codes: Collection[TieBreak]) -> int:
    """How many codes at the beginning are the score, and not tie-breaks: one or none."""
    return int(bool(codes) and next(iter(codes)).name == "PTS")


def numbered(codes: Collection[TieBreak]) -> tuple[str, ...]:
    """The codes as names of columns."""
    seen: dict[str, int] = {}
    found = []
    for tie_break in codes:
        seen[tie_break.code] = seen.get(tie_break.code, 0) + 1
        times = seen[tie_break.code]
        found.append(tie_break.code if times == 1 else f"{tie_break.code} ({times})")
    return tuple(found)


def standings(
    report: Report,
    wishes: Wishes | None = None,
    library: TieBreakLibrary | None = None,
) -> StandingsTable:
    """The standings of a report. In a team event record 192 says which score decides, or a record 212 that begins with
    one."""
    wishes, library = wishes or Wishes(), library or tie_break_library()
    edition, findings = edition_of(report.event, wishes.edition, library, by_points=wishes.by_points)
    alone = any(finding.code == "tie-break-edition-none" for finding in findings)
    left = {**left_by_comments(report), **wishes.left}
    everybody = competition(report, wishes.round, wishes.system)
    gone = {number: departure for number, departure in left.items() if number in everybody.contestants}
    leaving = wishes.withdrawn or (tuple(sorted(gone)) if everybody.round_robin else ())
    whole, withdrawn = without_withdrawn(everybody, leaving, edition)
    gone = {**dict.fromkeys(leaving, Departure("withdrawn")), **gone}
    listed = score_alone(report, whole) if alone else chosen_list(report, whole, edition, library, wishes.tie_breaks)
    if wishes.of_rules and listed.origin == "told":
        listed = replace(listed, origin="rules")
    chosen = with_given(listed, wishes.given)
    if whole.teams and chosen.codes[0].name == "PTS" and chosen.codes[0].score:
        whole = replace(whole, primary=GAME_POINTS if chosen.codes[0].score == "GP" else MATCH_POINTS)
    findings += [*withdrawn, *report_findings(report, whole, edition, chosen)]
    return standings_of(whole, edition, library, chosen, findings, wishes.given, gone)


def report_findings(
    report: Report, whole: Competition, edition: TieBreakEdition, chosen: ChosenList
) -> Iterator[Finding]:
    """Find points that contradict the results, and a missing number of rounds if a tie-break needs it."""
    has_points = any(player.points is not None and player.line for player in report.event.players)
    if not whole.teams and (has_points or whole.counted == report.event.all_rounds):
        yield from points(report.event)
    capped = edition.unplayed.own.value == "dummy-capped"
    asking = capped or any(tie_break.name in FORE_CODES or tie_break.fore for tie_break in chosen.codes)
    if asking and not whole.round_robin and report.pairing.rounds is None:
        yield Finding("rounds-assumed", "info", edition.unplayed.own.article.number, values={"rounds": whole.rounds})


def with_given(chosen: ChosenList, given: Mapping[str, GivenOrder]) -> ChosenList:
    """Return the list with a play-off after the score and lots at the end, unless it names them itself."""
    codes = list(chosen.codes)
    named = {tie_break.name for tie_break in codes}
    if "PLAYOFF" in given and "PLAYOFF" not in named:
        codes.insert(leading(codes), TieBreak("PLAYOFF"))
    if "LOT" in given and "LOT" not in named:
        codes.append(TieBreak("LOT"))
    return replace(chosen, codes=tuple(codes))


def edition_of(
    event: Event, given: str | None, library: TieBreakLibrary, *, by_points: bool = False
) -> tuple[TieBreakEdition, list[Finding]]:
    """The edition given, or the one in force when the event started; the newest, if the report does not say when. An
    event from before the first edition is refused, or ranked `by_points`: the finding says that it is."""
    if given is not None:
        return library.edition(given), []
    if event.start is None:
        newest = library.editions()[-1]
        return newest, [Finding("tie-break-edition-assumed", "warning", values={"edition": newest.id})]
    try:
        edition = library.edition_for(event.start)
    except ArpadError as problem:
        if not by_points:
            raise
        first = library.edition(str(problem.values["first"]))
        return first, [Finding("tie-break-edition-none", "warning", values=dict(problem.values))]
    others = [edition.id for edition in library.also_used(event.start)]
    values = {"edition": edition.id, "others": ", ".join(others)}
    return edition, [Finding("tie-break-edition-both", "info", values=values)] if others else []


def standings_of(
    whole: Competition,
    edition: TieBreakEdition,
    library: TieBreakLibrary,
    chosen: ChosenList,
    findings: Collection[Finding] = (),
    given: Mapping[str, GivenOrder] | None = None,
    left: Mapping[int, Departure] | None = None,
) -> StandingsTable:
    """The standings of a competition by a list of tie-breaks. Who was expelled is not ranked if the edition says so:
    the results stand, and the others close up."""
    given, left = given or {}, left or {}
    expelled: tuple[int, ...] = ()
    if not whole.round_robin and edition.leaving.expelled.value == "not-ranked":
        expelled = tuple(sorted(number for number, departure in left.items() if departure.kind == "expelled"))
    calculation = Calculation(whole, edition)
    ordering = order(calculation, chosen.codes, given)
    without_place = [
        *((number, edition.round_robin.withdrawn_below.article) for number in whole.taken_out),
        *((number, edition.leaving.expelled.article) for number in expelled),
    ]
    return StandingsTable(
        library,
        calculation,
        chosen,
        ordering,
        tuple(_rows(calculation, chosen.codes, ordering, expelled, left)),
        (*findings, *chosen.findings),
        given,
        left,
        tuple([_not_ranked(whole, number, left, article) for number, article in without_place]),
    )


def _not_ranked(whole: Competition, contestant: int, left: Mapping[int, Departure], article: Article) -> NotRanked:
    """Somebody without a place, with the points of all their results."""
    one, primary = (whole.complete or whole.contestants)[contestant], whole.primary if whole.teams else 0
    parts = sum(record.points[primary] for record in one.records) + one.penalty[primary]
    return NotRanked(contestant, one.name, whole.points(parts), left.get(contestant, Departure("withdrawn")), article)


LEFT_KINDS: Mapping[str, Literal["withdrawn", "expelled"]] = {"Withdrawal": "withdrawn", "Expulsion": "expelled"}


def left_by_comments(report: Report) -> dict[int, Departure]:
    """Return players who left, from the comments of a file: `### Withdrawal @ Round 3: 5`. The last one on
    a player counts."""
    left: dict[int, Departure] = {}
    for line in () if is_team_event(report.event) else report.lines:
        if comment := LEFT_COMMENT.match(line):
            left[int(comment[3])] = Departure(LEFT_KINDS[comment[1]], int(comment[2]))
    return left


def _rows(
    calculation: Calculation,
    codes: tuple[TieBreak, ...],
    ordering: Ordering,
    expelled: Collection[int],
    left: Mapping[int, Departure],
) -> list[StandingsRow]:
    first = leading(codes)
    score = column_of(calculation, codes[0] if first else TieBreak("PTS"))
    columns: dict[str, Mapping[int, str | None]] = {
        name: {number: str(at) for number, at in ordering.within[place].items()}
        if tie_break.by_group
        else texts(tie_break, column_of(calculation, tie_break))
        for place, (name, tie_break) in enumerate(zip(numbered(codes[first:]), codes[first:], strict=True), first)
    }
    points = {parts: Fraction(parts, score.parts) for parts in set(score.values.values())}
    rows: list[StandingsRow] = []
    rank = 1
    for everybody in ordering.groups:
        group = [contestant for contestant in everybody if contestant not in expelled]
        for contestant in group:
            rows.append(
                StandingsRow(
                    rank,
                    contestant,
                    calculation.contestants[contestant].name,
                    points[score.values[contestant]],
                    {name: column[contestant] for name, column in columns.items()},
                    ordering.decided(rows[-1].number, contestant) if rows else None,
                    left.get(contestant, UNSET),
                )
            )
        rank += len(group)
    return rows


def texts(tie_break: TieBreak, column: TieBreakColumn) -> dict[int, str | None]:
    """All values of a column as texts, equal ones written once."""
    first = {value: number for number, value in column.values.items()}
    written = {value: value_text(tie_break, column, number) for value, number in first.items()}
    return {number: written[value] for number, value in column.values.items()}


def printed_value(tie_break: TieBreak, column: TieBreakColumn, contestant: int) -> Fraction | str | None:
    """A value as it is printed, for a sentence."""
    value = column.values[contestant]
    if isinstance(value, tuple):
        return value_text(tie_break, column, contestant)
    return None if value is None else _exact(tie_break.name in TWO_DECIMALS, value, column.parts)


def value_text(tie_break: TieBreak, column: TieBreakColumn, contestant: int) -> str | None:
    """A value as an exact decimal, those of AOB and SSSC with two digits; the values of boards one after the other."""
    value = column.values[contestant]
    if isinstance(value, tuple):
        return " ".join(decimal_text(Fraction(part, column.parts)) for part in value)
    return None if value is None else _written(tie_break.name in TWO_DECIMALS, value, column.parts)


@lru_cache(maxsize=4096)
def _written(two_decimals: bool, value: Any, parts: int) -> str:
    return decimal_text(_exact(two_decimals, value, parts))


def _exact(two_decimals: bool, value: Any, parts: int) -> Fraction:
    exact = Fraction(value) / parts
    if not two_decimals:
        return exact
    return Fraction(half_up(exact.numerator * 100, exact.denominator), 100)


def decimal_text(value: Fraction) -> str:
    """A decimal with a hyphen for a minus sign, as programs read it."""
    return ("-" if value < 0 else "") + number(abs(value))


def standings_rows(table: StandingsTable) -> Table:
    """The standings for a CSV file: one row for each contestant, undefined values empty. If somebody has left, a last
    column has the marks, and those without a place come last."""
    marked = bool(table.left)
    rows: list[Sequence[object]] = [
        (row.rank, row.number, row.name, decimal_text(row.points), *row.values.values())
        + (row.left.mark if row.left else "",) * marked
        for row in table.rows
    ]
    for gone in table.not_ranked if marked else ():
        none = [""] * len(table.tie_breaks)
        rows.append(("", gone.number, gone.name, decimal_text(gone.points), *none, gone.left.mark))
    return Table(["rank", "number", "name", "points", *table.tie_breaks, *["left"] * marked], rows)


# Standings of a group: women, under 16, a band of ratings, a federation. They keep the order of the whole event.


def group_table(
    table: StandingsTable, event: Event, condition: str, columns: Mapping[str, Mapping[int, str]] | None = None
) -> StandingsTable:
    """Return the standings of the players who meet a condition, ranked among themselves. `columns` are what else a
    condition may ask for: each with its values by the numbers of players."""
    if table.competition.teams:
        raise ArpadError("standings.group-of-teams")
    known = columns or {}
    wanted = parse_condition(condition, known)
    players = {player.rank: player for player in event.players}

    def meets(number: int, points: Fraction, rank: int | None = None) -> bool:
        others = {name: values.get(number, "") for name, values in known.items()}
        return wanted.holds(profile_of(players[number], points, rank, event.start, others))

    found = [row for row in table.rows if meets(row.number, row.points, row.rank)]
    without_place = [player.number for player in table.not_ranked if meets(player.number, player.points)]
    return table.narrowed(ranked_again(found), {*(row.number for row in found), *without_place})


def ranked_again(rows: list[StandingsRow]) -> tuple[StandingsRow, ...]:
    """Rows of a larger table with ranks of their own: 1, 2, 2, 4."""
    found: list[StandingsRow] = []
    for place, row in enumerate(rows, 1):
        tied = found and rows[place - 2].rank == row.rank
        found.append(replace(row, rank=found[-1].rank if tied else place))
    return tuple(found)


# The standings written into the report they were made from (TRF26).


def ranked_report(report: Report, table: StandingsTable) -> tuple[bytes, tuple[Finding, ...]]:
    """The report with the tie-breaks of the table and its ranks: of players in 001, of teams in 310 with their
    scores."""
    codes = [tie_break.code for tie_break in table.codes]
    ranks = {row.number: row.rank for row in table.rows}
    if not table.competition.teams:
        return write_ranked(report, codes, ranks, {})
    teams = {number: (rank, *table.totals(number)) for number, rank in ranks.items()}
    return write_ranked(report, codes, {}, teams)
