"""A tournament run from Python, on the log that the command line and the web keep."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from threading import Lock
from typing import Any, Literal, NamedTuple, Self, TypedDict, Unpack, get_args

from arpad.clock import instant
from arpad.documents.document import Document, OneDecimal
from arpad.documents.steps import Explanation
from arpad.domain.rating_list import RatingList as DomainList
from arpad.formats.trf_pairing import TrfVersion
from arpad.i18n import ArpadError
from arpad.library import values
from arpad.library.editions import library_of
from arpad.library.files import Source, Target, name_of, read_bytes, write
from arpad.library.lists import RatingList, ratings_of
from arpad.library.reports import RatedReport, Report, read
from arpad.library.results import (
    ByPlayer,
    LibraryResult,
    Reasoned,
    ResultColumn,
    TableRows,
    Tabular,
    part_rows,
    public,
    table_columns,
)
from arpad.library.standings import Board, Crosstable, Standings
from arpad.tournament.acts.absences import SetAbsence, WithdrawEntry
from arpad.tournament.acts.act import Act
from arpad.tournament.acts.event import Create, Finish, Reopen
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult, SetResults
from arpad.tournament.acts.rounds import NextRound, Publish
from arpad.tournament.as_report import lines_of, scores_of
from arpad.tournament.documents import EventRoundDocument, round_document
from arpad.tournament.drawing import explain_round
from arpad.tournament.ending import by_ratings, need_all_results, rate_so_far, rated_files
from arpad.tournament.entries import read_field, with_listed
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Confirmation, Confirmations, Decide, Journal, in_turn, state_digest
from arpad.tournament.log import Changes, LogLine, read_lines, write_lines
from arpad.tournament.prizes import EventPrizes, PrizeWon, prize_table
from arpad.tournament.results import TypedResult
from arpad.tournament.rules import slug_from
from arpad.tournament.standings import standings_after
from arpad.tournament.state import Entry, EventState
from arpad.tournament.takeover import take_over
from arpad.tournament.verification import sound_state

SCORES = {2: "1-0", 1: "1/2", 0: "0-1"}
"""A score of White as the result of a board."""
LARGEST = 1 << 26
"""The bytes that a log may have."""

# What a tournament consists of: its players, its rounds, its prizes.


class Entrant(Document, frozen=True):
    """A player of a tournament. `number` is the starting number, None until the list of players is closed; `state` is
    accepted, withdrawn, expelled, and so on."""

    number: int | None
    name: str
    title: str
    rating: int | None
    federation: str
    id: str
    sex: str
    born: int | None
    club: str
    points: OneDecimal | None
    state: str

    def __repr__(self) -> str:
        return f"<Entrant {self.number or '–'} {self.name} {self.rating or 'unrated'}>"


class Entrants(TableRows[Entrant]):
    """The players of a tournament: by starting number, or in the order of entry until they have one."""

    __slots__ = ()
    columns = table_columns(Entrant)


class TournamentBoard(Board, frozen=True):
    """A game of a round, with its result as "1-0", "1/2", "0-1", "+/-" and so on; None while it is open."""

    result: str | None

    def __repr__(self) -> str:
        return f"<{self.number}. {self.white_name} {self.result or '–'} {self.black_name}>"


class TournamentRound(LibraryResult, Reasoned, Tabular, frozen=True):
    """A round of a tournament: its boards, and the starting number of the player with the bye. `state` is drawn,
    published, playing, complete or locked; `why()` says why its pairs meet. As a table: a row for each board."""

    _of: EventRoundDocument
    _why: Callable[[], Explanation]
    number: int
    state: str
    bye: int | None
    boards: tuple[TournamentBoard, ...]

    @property
    def open(self) -> tuple[int, ...]:
        """The boards without a result."""
        return tuple(board.number for board in self.boards if board.result is None)

    def _steps(self) -> Explanation:
        return self._why()

    def __len__(self) -> int:
        return len(self.boards)

    def _columns(self) -> Sequence[ResultColumn]:
        return table_columns(TournamentBoard)

    def _rows(self) -> Sequence[Sequence[object]]:
        return part_rows(self._columns(), self.boards)

    def __repr__(self) -> str:
        bye = "" if self.bye is None else f", bye {self.bye}"
        return f"<Round {self.number}: {len(self)} boards{bye}, {self.state}>"


class Prize(LibraryResult, frozen=True):
    """What a player gets: money, objects, and the category of the prize; `rank` is the place."""

    _of: PrizeWon
    rank: int
    number: int
    name: str
    amount: Decimal
    things: tuple[str, ...]
    category: str

    def why(self, language: str = "en") -> str:
        """Return how the amount comes about."""
        spoken = values.language(language)
        return "\n".join(reason.text(spoken) for reason in self._of.reasons)

    def __repr__(self) -> str:
        return f"<Prize {self.rank}. {self.name}: {self.amount}>"


class TournamentPrizes(ByPlayer[Prize], LibraryResult, Tabular, frozen=True):
    """Who has which prize, provisional until the tournament is finished. As a table: a row for each player."""

    _of: EventPrizes
    currency: str
    provisional: bool
    total: Decimal
    prizes: tuple[Prize, ...]

    def _parts(self) -> Sequence[Prize]:
        return self.prizes

    def _columns(self) -> Sequence[ResultColumn]:
        fixed = (
            ResultColumn("rank"),
            ResultColumn("number"),
            ResultColumn("name", "text"),
            ResultColumn("amount", "hundredths"),
        )
        return (*fixed, ResultColumn("things", "text"), ResultColumn("category", "text"))

    def _rows(self) -> Sequence[Sequence[object]]:
        return [(one.rank, one.number, one.name, one.amount, " + ".join(one.things), one.category) for one in self]

    def __repr__(self) -> str:
        provisional = ", provisional" if self.provisional else ""
        return f"<TournamentPrizes {self.total} {self.currency}, {len(self)} players{provisional}>"


class _Named(NamedTuple):
    """How a player is found: by starting number, name or ID."""

    entry: int
    number: int | None
    name: str
    id: str


def _entered(
    state: EventState, confirmations: Confirmations, *, typed: Mapping[str, Any], ratings: DomainList | None
) -> Changes:
    """Enter a player, with what the list says if nothing was given."""
    return Enter(with_listed(typed, ratings, state.event_rules), ratings)(state, confirmations)


def _typed(value: object) -> str:
    """A field of an entry as somebody types it."""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _plain(value: Any) -> Any:
    """A rule as a file has it: a number with a point is exact."""
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if isinstance(value, str | int | Fraction | dt.date | None) else Fraction(str(value))


def _result(score: values.Score) -> str:
    """The result of a board: White's points, or a text as an arbiter types it."""
    return score if isinstance(score, str) else SCORES[values.half_points(score)]


def _reasons(state: EventState, lines: Sequence[LogLine], number: int) -> Explanation:
    return explain_round(state, lines, number).steps


# The tournament itself: each method is one act on the log, as a command or a form gives it.


Agreed = TypedDict("Agreed", {"yes": bool, "reason": str, "outside_rules": bool}, total=False)  # noqa: UP013
"""What comes with an act that asks for it: a yes, a reason, and that it leaves the rules."""


class Tournament:
    """A tournament: made, entered, paired, played, ranked, reported, saved and loaded.

    `rules` are those of the file of an event, such as `city`, `start`, `time_control`, `tie_breaks` or `prizes`.
    Nothing is kept but the log, to which every method adds its lines, or none if it is refused: `save` and `load` hold
    it, and `arpad event restore` takes it into an office. `who` and `at` stand in the log; without `at`, the clock.
    What a method warned about last is in `notes()`.
    """

    def __init__(
        self,
        name: str,
        *,
        rounds: int,
        system: str = "dutch",
        who: str = "python",
        at: dt.datetime | None = None,
        **rules: Any,
    ) -> None:
        self._begin(Journal(), who, at)
        data = {"slug": slug_from(str(name)), "name": str(name), "system": system, "rounds": rounds, **rules}
        if isinstance(data.get("tie_breaks"), str):
            data["tie_breaks"] = values.several(data["tie_breaks"])
        self._do(Create({key: _plain(value) for key, value in data.items() if value is not None}))

    def _begin(self, journal: Journal, who: str, at: dt.datetime | None) -> None:
        self._journal, self._who, self._at, self._lock = journal, values.who(who), at, Lock()
        self._notes: tuple[Any, ...] = ()

    @classmethod
    @public()
    def load(cls, source: Source, *, who: str = "python", at: dt.datetime | None = None) -> Self:
        """Return the tournament of a log, from `save` or `arpad event export --log`. Its chain is checked."""
        data = read_bytes(source, LARGEST + 1)
        try:
            lines = list(read_lines(data[: LARGEST + 1].decode()))
        except ValueError:
            raise ArpadError("event-log-line", line=1) from None
        if sound_state(lines).rules is None:
            raise ArpadError("event-log-empty")
        made = cls.__new__(cls)
        made._begin(Journal(lines), who, at)
        return made

    @classmethod
    @public()
    def take_over(
        cls,
        source: Source,
        *,
        rounds: int | None = None,
        system: str | None = None,
        who: str = "python",
        at: dt.datetime | None = None,
    ) -> Self:
        """Return the tournament of a report of another program, also in the middle of a round; `rounds` and `system`
        are what it leaves open."""
        data = read_bytes(source, LARGEST)
        made = cls.__new__(cls)
        made._begin(Journal(), who, at)
        taken = take_over(data, file=name_of(source), rounds=rounds, system=system)
        made._do(taken.command(), yes=True)
        return made

    # ---------------------------------------------------------------- what is done

    @public()
    def do(self, command: Decide, **agreed: Unpack[Agreed]) -> None:
        """Do anything that can be done in an event: the acts are in `arpad.tournament.acts`, a class each."""
        self._do(command, **agreed)

    @public()
    def enter(
        self,
        name: str = "",
        *,
        rating: int | None = None,
        id: str = "",  # noqa: A002  (the word of the list)
        federation: str = "",
        title: str = "",
        sex: str = "",
        born: int | None = None,
        club: str = "",
        ratings: RatingList | Source | None = None,
        yes: bool = False,
        **fields: Any,
    ) -> Entrant:
        """Enter a player. With `ratings`, a rating list says by the ID what is not given. Other fields are those of an
        entry, such as `national`, `birthday`, `groups`, `paid` or `from_round`."""
        given = {
            "rating": rating, "federation": federation, "title": title, "sex": sex, "born": born, "club": club,
        } | fields  # fmt: skip
        typed = {
            field: read_field(field, field, _typed(value)) for field, value in given.items() if value not in (None, "")
        }
        typed |= {"name": " ".join(str(name).split()), "id": str(id).strip()}
        listed = None if ratings is None else ratings_of(ratings, {typed["id"]} - {""})
        self._do(partial(_entered, typed=typed, ratings=listed), yes=yes)
        return (
            self.players[-1] if not self._state.closed else self._player(self._state.entries[max(self._state.entries)])
        )

    @public()
    def close(
        self, *, seed: int | None = None, initial: Literal["w", "b"] | None = None, **agreed: Unpack[Agreed]
    ) -> Entrants:
        """Close the list of players: they get their numbers. The colour of the first player is drawn by lot with the
        `seed`, or it is the `initial` one. A round robin is drawn whole."""
        self._do(CloseList(seed, initial), **agreed)
        return self.players

    @public()
    def pair(
        self,
        *,
        seed: int | None = None,
        initial: Literal["w", "b"] | None = None,
        adjourn_open: bool = False,
        **agreed: Unpack[Agreed],
    ) -> TournamentRound:
        """Pair the next round, and publish it. Before round 1 the list of players is closed first, if it is open; with
        `adjourn_open`, games without a result are adjourned."""
        steps: list[Decide] = [] if self._state.closed else [CloseList(seed, initial)]
        number = self._state.last_published + 1
        self._do(in_turn([*steps, NextRound(number, adjourn_open=adjourn_open), Publish(number)]), **agreed)
        return self.round(number)

    @public()
    def result(
        self,
        board: int | str,
        result: values.Score,
        *,
        round: int | None = None,  # noqa: A002
        **agreed: Unpack[Agreed],
    ) -> TournamentBoard:
        """Enter the result of a board of the current round, or of another one: White's points (1, 0.5, 0), "1-0",
        "1/2", "0-1"; "+/-", "-/+" and "-/-" without a game. The board is a number, or one of its players."""
        number = self._number(round)
        place = board if isinstance(board, int) else self._board_of(board, number)
        self._do(SetResult(number, place, _result(result)), **agreed)
        return next(one for one in self.round(number).boards if one.number == place)

    @public()
    def results(
        self,
        results: Mapping[int, values.Score] | Iterable[values.Score],
        *,
        round: int | None = None,  # noqa: A002
        **agreed: Unpack[Agreed],
    ) -> TournamentRound:
        """Enter the results of a round, all or none: by board, or one after the other down the boards that have
        none."""
        number = self._number(round)
        by_board: Iterable[tuple[int | None, values.Score]] = (
            results.items() if isinstance(results, Mapping) else ((None, one) for one in results)
        )
        self._do(SetResults(number, [TypedResult(board, _result(one)) for board, one in by_board]), **agreed)
        return self.round(number)

    @public()
    def absent(
        self,
        who: int | str,
        round: int | None = None,  # noqa: A002
        kind: Literal["Z", "H", "F", "none"] = "Z",
        **agreed: Unpack[Agreed],
    ) -> None:
        """Leave a player out of a round to come, the next one if none is named: with no point (Z), a half (H) or a
        whole one (F); "none" takes it back."""
        chosen = values.chosen("kind", kind, ("Z", "H", "F", "none"))
        number = self._state.last_drawn + 1 if round is None else round
        self._do(SetAbsence(self._entry(who), number, None if chosen == "none" else chosen), **agreed)

    @public()
    def withdraw(self, who: int | str, *, from_round: int | None = None, **agreed: Unpack[Agreed]) -> None:
        """Withdraw a player, who is not paired again."""
        self._do(WithdrawEntry(self._entry(who), from_round), **agreed)

    @public()
    def finish(self, **agreed: Unpack[Agreed]) -> None:
        """Finish the tournament: all rounds are complete, and everything is decided."""
        self._do(Finish(), **agreed)

    @public()
    def reopen(self, reason: str) -> None:
        """Open a finished tournament again."""
        self._do(Reopen(), reason=reason)

    # ---------------------------------------------------------------- what is looked up

    @property
    def name(self) -> str:
        return self._state.event_rules.name

    @property
    def finished(self) -> bool:
        return self._state.finished

    @property
    def digest(self) -> str:
        """The digest of everything that counts: the same for two logs that end in the same tournament."""
        return state_digest(self._state)

    @property
    def players(self) -> Entrants:
        """The players: by starting number, or in the order of entry until the list is closed."""
        order = self._state.numbers or tuple(self._state.entries)
        left = [entry for entry in self._state.entries if entry not in order]
        there = (self._state.entries[entry] for entry in (*order, *left))
        return Entrants(self._player(entry) for entry in there if entry.state != "removed")

    @property
    def rounds(self) -> tuple[TournamentRound, ...]:
        """The rounds that are drawn."""
        return tuple(self.round(number) for number in sorted(self._state.rounds))

    @public()
    def round(self, number: int) -> TournamentRound:
        """Return a round."""
        state, lines = self._state, self._journal.lines
        if number not in state.rounds:
            known = ", ".join(map(str, sorted(state.rounds))) or "–"
            raise ArpadError("event-round-unknown", round=number, known=known)
        document = round_document(state, number)
        names = {entry: state.name_of(entry) or "" for entry in state.entries}
        boards = tuple(
            TournamentBoard(
                pair.board, pair.white or 0, pair.black or 0, names.get(pair.white_entry, ""),
                names.get(pair.black_entry, ""), pair.result,
            )
            for pair in document.pairs
        )  # fmt: skip
        why = partial(_reasons, state, tuple(lines), number)
        return TournamentRound.of(document, number=number, boards=boards, _why=why)

    @public()
    def standings(self, round: int | None = None, *, edition: str | None = None) -> Standings:  # noqa: A002
        """Return the standings after the last complete round, or after another one, by the tie-breaks of the rules."""
        ranked = standings_after(self._state, round, edition=edition)
        return Standings.of_table(ranked.table, ranked.event.players)

    def crosstable(self, round: int | None = None) -> Crosstable:  # noqa: A002
        """Return the crosstable after the last complete round, or after another one."""
        return self.standings(round).crosstable()

    @public()
    def prizes(self) -> TournamentPrizes:
        """Return who has which of the prizes that the rules announce (`prizes`)."""
        found = prize_table(self._state)
        if found is None:
            raise ArpadError("event-no-prizes")
        won = tuple(Prize.of(prize, amount=Decimal(prize.amount)) for prize in found.prizes)
        return TournamentPrizes.of(found, total=Decimal(found.total), prizes=won)

    @public()
    def report(self) -> Report:
        """Return the report for rating, as a file would give it: `rate`, `norms`, `check` and `to_trf` are its."""
        need_all_results(self._state)
        return read(rated_files(self._state)[0].data)

    @public()
    def rate(self, *, ratings: RatingList | Source | None = None) -> RatedReport:
        """Rate what is finished, by the ratings of a list or those that players were entered with, and by what the
        rules of the tournament say (`rating_edition`, `registered`, `hybrid`)."""
        ids = {entry.id for entry in self._state.entries.values() if entry.id}
        listed = None if ratings is None else ratings_of(ratings, ids)
        library = library_of(None)
        (rated, *_) = rate_so_far(self._state, by_ratings(self._state, library, ratings=listed))
        return RatedReport.of(rated, _sources=library.sources)

    @public()
    def to_trf(
        self,
        version: TrfVersion = "trf26",
        file: Target | None = None,
        *,
        round: int | None = None,  # noqa: A002
    ) -> bytes:
        """Return the tournament as TRF26 or TRF16, up to a round; written to a file too, if one is given."""
        known = values.chosen("version", version, get_args(TrfVersion))
        return write(export_trf(self._state, known, upto=round).data, file)

    @public()
    def save(self, file: Target) -> None:
        """Write the log into a file."""
        write(write_lines(self._journal.lines).encode(), file)

    def notes(self, language: str = "en") -> tuple[str, ...]:
        """Return what the last act warned about."""
        spoken = values.language(language)
        return tuple(warning.message.text(spoken) for warning in self._notes)

    # ---------------------------------------------------------------- inside

    @property
    def _state(self) -> EventState:
        return self._journal.state

    @public()
    def _do(self, command: Decide, **agreed: Unpack[Agreed]) -> None:
        """Do an act: its lines are kept, or none of them."""
        with self._lock:
            now = instant() if self._at is None else self._at
            act = command.at_time(now) if isinstance(command, Act) else command
            self._notes = self._journal.act(act, self._who, now, Confirmation(**agreed)).warnings

    def _player(self, entry: Entry) -> Entrant:
        state, number = self._state, self._state.number_of(entry.entry)
        points = None
        if number is not None and state.last_published and not state.event_rules.team:
            only, last = (entry.entry,), state.last_published
            ((rank, rounds),) = lines_of(state, last, only=only).items()
            points = values.exact_decimal(scores_of(state, last, only=only).sum(rank, rounds))
        return Entrant(
            number, entry.name, entry.title, entry.rating or None, entry.federation, entry.id, entry.sex, entry.born,
            entry.club, points, entry.state,
        )  # fmt: skip

    def _entry(self, who: int | str) -> int:
        """The entry of a player, by starting number, name or ID."""
        there = [entry for entry in self._state.entries.values() if entry.state != "removed"]
        people = [_Named(one.entry, self._state.number_of(one.entry), one.name, one.id) for one in there]
        return values.find_part(people, who).entry

    def _board_of(self, who: str, number: int) -> int:
        entry = self._entry(who)
        seats = self._state.rounds[number].boards_of_entries if number in self._state.rounds else {}
        if entry not in seats:
            raise ArpadError("event-not-there", name=who, round=number)
        return seats[entry][0].number

    def _number(self, given: int | None) -> int:
        """The round that is named, or the first published one with an open board, or the last."""
        if given is not None:
            return given
        rounds = self._state.rounds
        published = [number for number, one in sorted(rounds.items()) if one.published_n is not None]
        return next((number for number in published if rounds[number].open_boards), max(published, default=1))

    def _repr_html_(self) -> str:
        return (
            self.standings() if any(one.complete for one in self._state.rounds.values()) else self.players
        )._repr_html_()

    def __repr__(self) -> str:
        state = self._state
        players = len([entry for entry in state.entries.values() if entry.playing])
        return (
            f"<Tournament {self.name}: {players} players, round {state.last_published} of {state.event_rules.rounds}>"
        )
