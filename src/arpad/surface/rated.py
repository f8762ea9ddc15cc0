"""A rated report: everybody's line, with its reasons and its sheet."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from arpad.documents.steps import Trail, as_json
from arpad.eligibility.checks import ratable as may_be_rated
from arpad.i18n import ArpadError, Language, number
from arpad.rating.event_documents import player_document, rating_document, reason_text
from arpad.rating.examine import RatedReport as Rated
from arpad.rating.model import NotRated, PlayerRating
from arpad.surface import values
from arpad.surface.documents import Column, Document, Finding, Passed, Reasoned, TableRows, Tabular, findings_of
from arpad.surface.players import FirstRating
from arpad.surface.targets import Target, write
from arpad.surface.who import find_player
from arpad.surface.wording import public

Sources = Mapping[str, Mapping[str, str]]


class RatedPlayer(Document, Reasoned):
    """A player's line of a rated report. A rated player has a change; one without a rating has a `first` rating."""

    __slots__ = ("_own", "_rated", "_sources")

    def __init__(self, own: PlayerRating, rated: Rated, sources: Sources) -> None:
        self._own, self._rated, self._sources = own, rated, sources

    rank = Passed[int]("_own.participant.player.rank")
    name = Passed[str]("_own.participant.player.name")
    id = Passed[str]("_own.participant.player.id")
    rating = Passed[int | None]("_own.participant.rating")
    k = Passed[int | None]("_own.k")
    games = Passed[int]("_own.games")
    score = Passed[Decimal]("_own.score", made=values.in_points)
    average = Passed[Fraction | None]("_own.average", "The average of the counted opponents, exact.")
    expected = Passed[Decimal | None]("_own.expected", made=values.in_decimals)
    change = Passed[Decimal | None]("_own.change", "K times the sum, exact.", made=values.in_decimals)
    rounded_change = Passed[int | None]("_own.rounded_change")
    new_rating = Passed[int | None]("_own.new_rating")

    @property
    def first(self) -> FirstRating | None:
        """The first rating of a player without one."""
        return None if self._own.initial is None else FirstRating(self._own.initial)

    @property
    def first_rating(self) -> int | None:
        """The number of the first rating, if it may be published."""
        found = self._own.initial
        return None if found is None or not found.publishable else found.rating

    @public("pdf")
    def pdf(self, file: Target | None = None, language: str = "en") -> bytes:
        """Return the player's sheet for a claim as PDF; written to a file too, if one is given."""
        from arpad.papers.player_sheet import player_sheet

        spoken = values.language(language)
        return write(player_sheet(self._rated.rating, self.rank, self._rated.edition, self._sources, spoken), file)

    def _steps(self) -> Trail:
        return self._own.steps

    def _document(self, language: Language) -> object:
        more = {"edition": self._rated.edition.id, "event": self._rated.rating.event.name}
        return player_document(self._own, language) | more | {"steps": as_json(self._own.steps, language)}

    def __repr__(self) -> str:
        who = f"{self.rank} {self.name}"
        if self._own.change is not None and self.rating is not None:
            return f"<RatedPlayer {who}: {self.rating} → {self.new_rating} ({number(self.change or 0, sign=True)})>"
        first = self._own.initial
        told = "–" if first is None or first.rating is None else f"{first.rating}{'' if first.publishable else '?'}"
        return f"<RatedPlayer {who}: first rating {told}>"


class RatedPlayers(TableRows[RatedPlayer]):
    """The players of a rated report, in the order of their starting ranks."""

    __slots__ = ()
    columns = (
        Column("rank"), Column("name", "text"), Column("id", "text"), Column("rating"), Column("k"), Column("games"),
        Column("score", "points"), Column("expected", "hundredths"), Column("change", "hundredths"),
        Column("rounded_change"), Column("new_rating"), Column("first_rating"),
    )  # fmt: skip


class NotRatedGame:
    """A game that is not rated, and why. Players by starting rank."""

    __slots__ = ("_found",)

    def __init__(self, found: NotRated) -> None:
        self._found = found

    round = Passed[int]("_found.game.round")
    white = Passed[int]("_found.game.white")
    black = Passed[int]("_found.game.black")
    article = Passed[str]("_found.article")

    def why(self, language: str = "en") -> str:
        """Return the reason in words."""
        return reason_text(self._found, values.language(language))

    def __repr__(self) -> str:
        return f"<Not rated: round {self.round}, {self.white}-{self.black}: {self.why()}>"


class RatedReport(Document, Tabular):
    """A report rated under an edition. `rated["Abad, Ana"]` is a player's line, by name, starting rank or ID."""

    __slots__ = ("_rated", "_sources")

    def __init__(self, rated: Rated, sources: Sources) -> None:
        self._rated, self._sources = rated, sources

    edition = Passed[str]("_rated.edition.id")

    @property
    def players(self) -> RatedPlayers:
        return RatedPlayers(RatedPlayer(own, self._rated, self._sources) for own in self._rated.rating.players)

    @property
    def not_rated(self) -> tuple[NotRatedGame, ...]:
        return tuple(NotRatedGame(game) for game in self._rated.rating.not_rated)

    findings = Passed[tuple[Finding, ...]]("_rated.findings", made=findings_of)
    ratable = Passed[bool](
        "_rated.findings",
        "Whether the event may be rated; if not, the findings say why, and the numbers are what it would give.",
        made=may_be_rated,
    )

    @public()
    def __getitem__(self, who: int | str) -> RatedPlayer:
        player = find_player(self._rated.report.event.players, who)
        own = self._rated.rating.player(player.rank)
        if own is None:
            raise ArpadError("surface.player-not-rated", player=player.name or player.rank)
        return RatedPlayer(own, self._rated, self._sources)

    def __iter__(self) -> Iterator[RatedPlayer]:
        return iter(self.players)

    def __len__(self) -> int:
        return len(self._rated.rating.players)

    def _document(self, language: Language) -> object:
        return rating_document(self._rated.edition, self._rated.rating, self._rated.findings, language)

    def _columns(self) -> Sequence[Column]:
        return RatedPlayers.columns

    def _rows(self) -> Sequence[Sequence[object]]:
        return self.players._rows()

    def __repr__(self) -> str:
        verdict = "" if self.ratable else ", not ratable"
        return f"<RatedReport {self._rated.rating.event.name}: {len(self)} players, {self.edition}{verdict}>"
