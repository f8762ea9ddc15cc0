"""Tournament reports in the Python library: read, check, rate, rank, pair and write them."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

from arpad.documents.document import Document, OneDecimal, TwoDecimals, shows
from arpad.domain.event import Event
from arpad.domain.event import Game as DomainGame
from arpad.domain.event import Player as DomainPlayer
from arpad.domain.findings import Finding as DomainFinding
from arpad.examination import GivenRatings, ReportExamination, examine, ordered, own_findings
from arpad.formats.documents import report_document, result_of
from arpad.formats.feda import feda_lines, pool_reports, write_feda
from arpad.formats.report import Report as ReadReport
from arpad.formats.trf_pairing import TrfVersion
from arpad.formats.trf_write import write_trf
from arpad.i18n import ArpadError, Language, number
from arpad.library import values
from arpad.library.editions import Edition, edition_of, library_of
from arpad.library.files import Source, Target, load_report, name_of, write
from arpad.library.players import FirstRating
from arpad.library.results import (
    ByPlayer,
    Finding,
    LibraryResult,
    Reasoned,
    ResultColumn,
    TableRows,
    Tabular,
    findings_of,
    public,
    table_columns,
)
from arpad.library.values import facts_given, find_player, system_given
from arpad.rating.examine import RatedReport as Rated
from arpad.rating.examine import report_class, report_system
from arpad.rating.model import NotRated, PlayerRating, not_rated_text
from arpad.rating.performance import performance_in

if TYPE_CHECKING:
    from arpad.domain.rating_list import RatingList as DomainList
    from arpad.library.forensics import ReportForensics
    from arpad.library.lists import RatingList
    from arpad.library.norms import Norms
    from arpad.library.standings import Round, Standings


# A rated report: everybody's line, with its reasons and its sheet.

Sources = Mapping[str, Mapping[str, str]]


class RatedPlayer(LibraryResult, Reasoned, frozen=True):
    """A player's line of a rated report. A rated player has a change; one without a rating has a `first` rating.

    `number` is the starting number, `average` that of the counted opponents and `change` K times the sum, both exact.
    """

    _of: PlayerRating
    _rated: Rated
    _sources: Sources
    number: int
    name: str
    id: str
    rating: int | None
    k: int | None
    games: int
    score: OneDecimal
    average: Fraction | None
    expected: TwoDecimals | None
    change: TwoDecimals | None
    rounded_change: int | None
    new_rating: int | None

    @property
    def first(self) -> FirstRating | None:
        """The first rating of a player without one."""
        return None if self._of.initial is None else FirstRating.of(self._of.initial)

    @property
    def first_rating(self) -> int | None:
        """The number of the first rating, if it may be published."""
        return self.first.rating if self.first is not None and self.first.publishable else None

    @property
    def performance(self) -> int | None:
        """The performance rating over the games against rated opponents; None without one."""
        ratings = {line.number: line.rating for line in self._rated.rating.players}
        found = performance_in(self._rated.event, self.number, ratings)
        return None if found is None else found.performance

    @public("pdf")
    def pdf(self, file: Target | None = None, language: str = "en") -> bytes:
        """Return the player's sheet for a claim as PDF; written to a file too, if one is given."""
        from arpad.papers.player_sheet import player_sheet

        spoken = values.language(language)
        return write(player_sheet(self._rated.rating, self.number, self._rated.edition, self._sources, spoken), file)

    def document(self, language: Language = "en") -> dict[str, Any]:
        return self._rated.explained(self._of).document(language)

    def __repr__(self) -> str:
        who = f"{self.number} {self.name}"
        if self.change is not None and self.rating is not None:
            return f"<RatedPlayer {who}: {self.rating} → {self.new_rating} ({number(self.change, sign=True)})>"
        first = self.first
        rating = "–" if first is None or first.rating is None else f"{first.rating}{'' if first.publishable else '?'}"
        return f"<RatedPlayer {who}: first rating {rating}>"


class RatedPlayers(TableRows[RatedPlayer]):
    """The players of a rated report, in the order of their starting numbers."""

    __slots__ = ()
    columns = table_columns(
        RatedPlayer,
        shows(
            "number", "name", "id", "rating", "k", "games", "score", "expected", "change", "rounded_change",
            "new_rating", "first_rating", "performance",
        ),
    )  # fmt: skip


class NotRatedGame(LibraryResult, frozen=True):
    """A game that is not rated, and why. Players by starting number."""

    _of: NotRated
    round: int
    white: int
    black: int
    article: str

    def why(self, language: str = "en") -> str:
        """Return the reason in words."""
        return not_rated_text(self._of, values.language(language))

    def __repr__(self) -> str:
        return f"<Not rated: round {self.round}, {self.white}-{self.black}: {self.why()}>"


class RatedReport(ByPlayer[RatedPlayer], LibraryResult, Tabular, frozen=True):
    """A report rated under an edition. `rated["Abad, Ana"]` is a player's line, by name, starting number or ID.

    `ratable` says whether the event may be rated; if not, the findings say why, and the numbers are what it would give.
    """

    _of: Rated
    _sources: Sources
    ratable: bool

    @property
    def edition(self) -> str:
        return self._of.edition.id

    @property
    def players(self) -> RatedPlayers:
        return RatedPlayers(map(self._player, self._of.players))

    @property
    def not_rated(self) -> tuple[NotRatedGame, ...]:
        return tuple(map(NotRatedGame.of, self._of.not_rated))

    @property
    def findings(self) -> tuple[Finding, ...]:
        return findings_of(self._of.findings)

    def _player(self, line: PlayerRating) -> RatedPlayer:
        return RatedPlayer.of(line, _rated=self._of, _sources=self._sources)

    @public()
    def __getitem__(self, who: int | str) -> RatedPlayer:
        player = find_player(self._of.report.event.players, who)
        line = self._of.rating.player(player.rank)
        if line is None:
            raise ArpadError("surface.player-not-rated", player=player.name or player.rank)
        return self._player(line)

    def _parts(self) -> Sequence[RatedPlayer]:
        return tuple(self.players)

    def __len__(self) -> int:
        return len(self._of.players)

    def _columns(self) -> Sequence[ResultColumn]:
        return RatedPlayers.columns

    def _rows(self) -> Sequence[Sequence[object]]:
        return self.players._rows()

    def __repr__(self) -> str:
        verdict = "" if self.ratable else ", not ratable"
        return f"<RatedReport {self._of.event.name}: {len(self)} players, {self.edition}{verdict}>"


# Reports of tournaments: read, checked, rated, ranked, paired, written again.


class Player(Document, frozen=True):
    """A player of a report. `number` is the starting number, `points` and `final_rank` are those that the report
    gives."""

    number: int
    name: str
    title: str
    rating: int | None
    federation: str
    id: str
    sex: Literal["m", "f"] | None
    born: int | None
    points: OneDecimal | None
    final_rank: int | None

    @classmethod
    def of(cls, player: DomainPlayer) -> "Player":
        values_of = {"number": player.rank} | {name: getattr(player, name) for name in cls.__struct_fields__[1:]}
        points = None if player.points is None else values.exact_decimal(player.points)
        return cls(**values_of | {"points": points})

    def __repr__(self) -> str:
        return f"<Player {self.number} {self.name} {self.rating or 'unrated'}>"


class ReportPlayers(TableRows[Player]):
    """The players of a report, in the order of their starting numbers."""

    __slots__ = ()
    columns = table_columns(Player)


class Game(Document, frozen=True):
    """A game of a report: players by starting number and by name, the result as "1-0", "1/2-1/2", "0-1" or None, and
    the points of White. `played` is False for a forfeit."""

    round: int
    white: int
    black: int
    white_name: str
    black_name: str
    result: str | None
    white_points: OneDecimal | None
    played: bool

    @classmethod
    def of(cls, game: DomainGame, names: dict[int, str]) -> "Game":
        won = values.in_points_or_none(game.score)
        known = (names.get(game.white, ""), names.get(game.black, ""))
        return cls(game.round, game.white, game.black, *known, result_of(game), won, game.played)

    def __repr__(self) -> str:
        return f"<Game {self.round}: {self.white_name} {self.result or '*'} {self.black_name}>"


class ReportGames(TableRows[Game]):
    """The games of a report, round by round."""

    __slots__ = ()
    columns = table_columns(Game)


class Checked(LibraryResult, frozen=True):
    """Whether a report may be rated, and everything that was found. Without an edition for the day of the event,
    `edition` is None."""

    _of: ReportExamination
    edition: str | None
    ratable: bool
    findings: tuple[Finding, ...]

    def __repr__(self) -> str:
        verdict = "ratable" if self.ratable else "not ratable"
        return f"<Checked {verdict} ({self.edition}, {len(self.findings)} findings)>"


class Report(LibraryResult, frozen=True, dict=True):
    """A tournament report, as `arpad.read` gives it. `format` is the format of the file: trf06, trf16, trf26,
    swiss-manager or feda."""

    _of: Event
    _read: ReadReport
    _file: str
    _stages: int
    name: str
    city: str
    federation: str
    start: dt.date | None
    end: dt.date | None
    rounds: int
    format: str

    @property
    def system(self) -> str:
        """How the event was played: swiss, round-robin, double-round-robin, match, team or scheveningen."""
        return report_system(self._read, None)

    @property
    def time_class(self) -> str:
        return report_class(self._of, None)

    @property
    def players(self) -> ReportPlayers:
        return ReportPlayers(Player.of(player) for player in self._of.players)

    @property
    def games(self) -> ReportGames:
        names = {player.rank: player.name for player in self._of.players}
        return ReportGames(Game.of(game, names) for game in self._of.games())

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is odd about the file by itself, the gravest first; `check` also asks the regulations."""
        return findings_of(self._own_findings)

    @cached_property
    def _own_findings(self) -> tuple[DomainFinding, ...]:
        return ordered(own_findings(self._read), self._of)

    @public()
    def player(self, who: int | str) -> Player:
        """Return a player by starting number, name or ID."""
        return Player.of(find_player(self._of.players, who))

    @public("pdf")
    def form(
        self,
        number: Literal[1, 2] = 1,
        file: Target | None = None,
        *,
        player: int | str | None = None,
        language: str = "en",
    ) -> bytes:
        """Return a form of FIDE as PDF; written to a file too, if one is given. Form 1 is the crosstable with
        tie-breaks, the category and the points for norms of a round robin; form 2 has a pairing card for each player,
        or for one."""
        from arpad.papers.old_forms import form_1, form_2, form_tables

        which = values.chosen("number", str(number), ("1", "2"))
        spoken, report = values.language(language), self._with_games()
        tables = form_tables(report, by_round=which == "2")
        if which == "1":
            return write(form_1(report.event, None, spoken, tables), file)
        ranks = None if player is None else [find_player(report.event.players, player).rank]
        return write(form_2(report.event, ranks, None, spoken, tables), file)

    @public()
    def check(
        self,
        *,
        edition: Edition | str | None = None,
        ratings: "RatingList | Source | None" = None,
        format: str | None = None,  # noqa: A002  (the word of the command)
        system: str = "fide",
        **facts: Any,
    ) -> Checked:
        """Return whether the report may be rated. Facts that it does not have are given by their names, such as
        registered="2024-05-01" or hybrid=False; `ratings` is the list whose ratings count."""
        examined = self._examined(edition, ratings, format, system, facts)
        id_ = None if examined.edition is None else examined.edition.id
        return Checked.of(examined, edition=id_, findings=findings_of(examined.findings))

    @public()
    def rate(
        self,
        *,
        edition: Edition | str | None = None,
        ratings: "RatingList | Source | None" = None,
        format: str | None = None,  # noqa: A002
        system: str = "fide",
        **facts: Any,
    ) -> RatedReport:
        """Return everybody's change or first rating, by the edition in force when the event started or the one named.

        `ratings` is the list whose ratings and K count instead of the report's; facts are as for `check`.
        """
        library = edition._library if isinstance(edition, Edition) else library_of(None)
        rated = self._examined(edition, ratings, format, system, facts).rated()
        return RatedReport.of(rated, _sources=library.sources)

    @public()
    def norms(
        self,
        *,
        player: int | str | None = None,
        titles: str | Sequence[str] = (),
        host: str = "",
        kind: str = "ordinary",
        registered: values.Day | None = None,
        approved: bool = False,
        edition: str | None = None,
    ) -> "Norms":
        """Return the norms: those of everybody that are achieved, undecided or near; or all answers for one player.

        `host` is the federation that registered the event, `kind` says which kind of event it is, and `approved` that
        FIDE has approved its system.
        """
        from arpad.library.norms import find_norms

        facts = {"host": host, "kind": kind, "registered": registered, "approved": approved}
        return find_norms(self._with_games(), player, titles, edition, facts)

    @public()
    def standings(
        self,
        *,
        round: int | None = None,  # noqa: A002  (the word of the report)
        tie_breaks: str | Sequence[str] | None = None,
        edition: str | None = None,
    ) -> "Standings":
        """Return the standings after all rounds or after one of them. `tie_breaks` are codes, as a text "BH/C1,SB" or
        a list; without them, the report's own or those that the edition recommends."""
        from arpad.library.standings import standings_of

        return standings_of(self._with_games(), round, ",".join(values.several(tie_breaks)) or None, edition)

    @public()
    def pair(self, *, rounds: int | None = None, system: str | None = None, adjourn_open: bool = False) -> "Round":
        """Return the next round. `rounds` is how many the event has and `system` the Swiss system, if the report does
        not say so; with `adjourn_open`, games without a result count as draws for the pairing."""
        from arpad.library.standings import pair_next

        return pair_next(self._with_games(), rounds, system, adjourn_open)

    @public()
    def forensics(self, *, all_systems: bool = False) -> "ReportForensics":
        """Return which edition made each round, or what explains the round. The editions of the Dutch system are tried,
        or of that for teams; with `all_systems` those of every Swiss system."""
        from arpad.library.forensics import report_forensics

        return report_forensics(self._with_games(), library_of(None), self._file, all_systems=all_systems)

    @public()
    def to_trf(self, version: Literal["trf16", "trf26"] = "trf26", file: Target | None = None) -> bytes:
        """Return the report as TRF16 or TRF26; written to a file too, if one is given."""
        return write(write_trf(self._read, values.chosen("version", version, get_args(TrfVersion)))[0], file)

    @public()
    def to_feda(self, file: Target | None = None) -> bytes:
        """Return the report as FEDA's text; written to a file too, if one is given."""
        return write(write_feda(self._read.feda or feda_lines(self._of))[0], file)

    def document(self, language: Language = "en") -> dict[str, Any]:
        return report_document(self._read, self._own_findings, language)

    def _examined(
        self,
        edition: Edition | str | None,
        ratings: "RatingList | Source | None",
        played: str | None,
        system: str,
        facts: dict[str, Any],
    ) -> ReportExamination:
        return examine(
            self._read,
            replace(facts_given(facts), system=report_system(self._read, system_given(played))),
            library_of(None),
            GivenRatings(self._ratings(ratings)),
            edition=None if edition is None else edition_of(edition)._of,
            system=system,
            stages=bool(self._stages),
        )

    def _ratings(self, given: "RatingList | Source | None") -> "DomainList | None":
        """The players of the event from a list."""
        if given is None:
            return None
        from arpad.library.lists import ratings_of

        return ratings_of(given, {player.id for player in self._of.players if player.id})

    def _with_games(self) -> ReadReport:
        if self._read.format == "feda":
            raise ArpadError("surface.report-needs-games")
        return self._read

    def __repr__(self) -> str:
        event = self._of
        days = " ".join(day.isoformat() for day in (event.start,) if day)
        return f"<Report {event.name or self._file} {days}: {len(event.players)} players, {len(event.games())} games>"


@public()
def read(source: Source, *, stages: Sequence[Source] = ()) -> Report:
    """Read a tournament report: TRF of 2006, 2016 and 2026, or FEDA's text. `source` is a path, bytes or an open file;
    `stages` are the reports of further stages of the same event."""
    reports = [load_report(file) for file in (source, *stages)]
    whole = pool_reports(reports)
    return Report.of(whole.event, format=whole.format, _read=whole, _file=name_of(source), _stages=len(stages))
