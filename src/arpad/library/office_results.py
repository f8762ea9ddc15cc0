"""The answers of an office: versions of lists, verdicts, players and sheets. Events and proofs are those of the office
itself."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from arpad.documents.document import Document
from arpad.documents.findings import findings_json
from arpad.documents.steps import Explanation
from arpad.domain.findings import Finding as DomainFinding
from arpad.i18n import Language
from arpad.library import values
from arpad.library.editions import class_of
from arpad.library.files import Target, write
from arpad.library.results import Finding, Passed, Reasoned, ResultDocument, findings_of, public
from arpad.lists.list_versions import SHORT, ListVersion
from arpad.office.records import (
    ClosedPeriod,
    HistoryEntry,
    ListChanges,
    OfficeEvent,
    PlayerRecord,
    Replay,
    Submitted,
)

if TYPE_CHECKING:
    from arpad.office.proof.sheets import PeriodSheet

Sources = Mapping[str, Mapping[str, str]]
Record = TypeVar("Record", bound=Document)


class OfficeResult(ResultDocument, Generic[Record]):
    """A result around the record of the office."""

    __slots__ = ("_record",)

    def __init__(self, record: Record) -> None:
        self._record = record

    def _document(self, language: Language) -> object:
        return self._record.document(language)


class Version(OfficeResult[ListVersion]):
    """A version of a list. `state` is "provisional" or "published"; the digest covers everything it was made from."""

    __slots__ = ("_changes", "_count", "_found")

    def __init__(
        self,
        record: ListVersion,
        found: Sequence[DomainFinding] | None = None,
        count: int = 0,
        changes: ListChanges | None = None,
    ) -> None:
        super().__init__(record)
        self._found, self._count, self._changes = found, count, changes

    period = Passed[dt.date]("_record.period", "The day of the list.")
    number = Passed[int]("_record.number")
    state = Passed[str]("_record.state")
    digest = Passed[str]("_record.digest")
    players = Passed[int]("_record.players")

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was odd about an imported list."""
        return findings_of(self._found or ())

    @property
    def changes(self) -> dict[str, Any]:
        """What an imported list changes: `against` which version, the `counts` of changed, first and gone ratings by
        time class, and the `largest` changes of each."""
        return {} if self._changes is None else self._changes.document()

    def _document(self, language: Language) -> object:
        document = self._record.document()
        if self._found is None:
            return document
        findings = {"findings": findings_json(self._found, language), "findings_count": self._count}
        return document | findings | self.changes

    def __repr__(self) -> str:
        made = f"{self.period:%Y-%m}, version {self.number}, {self.state}"
        return f"<Version {made}: {self.players} players, {self.digest[:SHORT]}>"


class SubmittedReport(OfficeResult[Submitted]):
    """The verdict on a report: accepted or refused, with everything that was found."""

    __slots__ = ()
    accepted = Passed[bool]("_record.accepted")
    event = Passed[OfficeEvent]("_record.event")
    findings = Passed[tuple[Finding, ...]]("_record.findings", made=findings_of)

    def __bool__(self) -> bool:
        return self.accepted

    def __repr__(self) -> str:
        verdict = "accepted" if self.accepted else "refused"
        return f"<SubmittedReport {self.event.name}: {verdict}, {len(self.findings)} findings>"


class ClosedList(OfficeResult[ClosedPeriod]):
    """A period that was closed: its list is provisional until `publish()` makes it official."""

    __slots__ = ("_publish",)

    def __init__(self, closed: ClosedPeriod, publish: Callable[[], Version]) -> None:
        super().__init__(closed)
        self._publish = publish

    version = Passed[Version]("_record", made=Version)
    reports = Passed[int]("_record.reports")
    games = Passed[int]("_record.games")

    @property
    def findings(self) -> tuple[Finding, ...]:
        return findings_of([finding for _, finding in self._record.findings])

    def publish(self) -> Version:
        """Make the list official, for ever."""
        return self._publish()

    def __repr__(self) -> str:
        period = f"{self._record.period:%Y-%m}"
        return f"<ClosedList {period}: {self.reports} reports, {self.games} games, {self._record.players} players>"


class OfficePlayer(OfficeResult[PlayerRecord]):
    """A player of an office, as on the newest list, with all lists before."""

    __slots__ = ()
    id = Passed[str]("_record.id")
    name = Passed[str]("_record.name")
    federation = Passed[str]("_record.federation")
    title = Passed[str]("_record.title")
    last_list = Passed[dt.date | None](
        "_record.last_list", "The day of the last list with a player who is not on the newest one."
    )

    @property
    def rating(self) -> int | None:
        """The standard rating on the newest list; None for a player who left it."""
        history = self.history()
        return history[-1].rating if history and self.last_list is None else None

    def history(self, time_class: str = "standard") -> tuple[HistoryEntry, ...]:
        """Return every version of every list: period, version, rating, k, games and change."""
        return self._record.histories.get(class_of(time_class), ())

    def __repr__(self) -> str:
        return f"<OfficePlayer {self.id} {self.name} {self.rating or 'unrated'}>"


class OfficeSheet(ResultDocument, Reasoned):
    """Why a player has this rating on a list: the games, the sums, the rounding, each with its article."""

    __slots__ = ("_found", "_sources")

    def __init__(self, found: "PeriodSheet", sources: Sources) -> None:
        self._found, self._sources = found, sources

    @property
    def before(self) -> int | None:
        return self._found.rating_before or None

    @property
    def after(self) -> int | None:
        return self._found.standing.rating or None

    @public("pdf")
    def pdf(self, file: Target | None = None, language: str = "en") -> bytes:
        """Return the sheet as PDF; written to a file too, if one is given."""
        from arpad.papers.period_sheet import period_sheet

        sheet = self._found
        return write(period_sheet(sheet, sheet.version, self._sources, values.language(language)), file)

    def _steps(self) -> Explanation:
        from arpad.papers.period_sheet import event_parts, period_reasons

        games = [step for part in event_parts(self._found, "en") for step in part.steps]
        return (*games, *period_reasons(self._found))

    def _document(self, language: Language) -> object:
        from arpad.office.proof.sheets import sheet_document

        return sheet_document(self._found, language)

    def __repr__(self) -> str:
        return f"<OfficeSheet {self._found.after.name}: {self.before or 'unrated'} → {self.after or 'unrated'}>"


class Replayed(OfficeResult[Replay]):
    """What a correction changed: the new versions of the lists, and how many ratings differ on each."""

    __slots__ = ()
    changed = Passed[tuple[int, ...]]("_record.changed")

    @property
    def accepted(self) -> bool:
        """Whether the correction was accepted; a refused report changes nothing."""
        return self._record.submitted is None or self._record.submitted.accepted

    @property
    def versions(self) -> tuple[Version, ...]:
        return tuple(map(Version, self._record.versions))

    def __repr__(self) -> str:
        if not self.accepted:
            return "<Replayed: refused, nothing was changed>"
        return f"<Replayed {len(self.versions)} lists, {sum(self.changed)} ratings changed>"
