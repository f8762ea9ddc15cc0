"""The answers of an office: versions of lists, events, players, sheets and proofs."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arpad.documents.findings import findings_json
from arpad.documents.steps import Explanation
from arpad.domain.findings import Finding as DomainFinding
from arpad.i18n import Language
from arpad.library import values
from arpad.library.editions import class_of
from arpad.library.files import Target, write
from arpad.library.results import Finding, Passed, Reasoned, ResultDocument, findings_of, public
from arpad.office.documents import (
    EVENT,
    SHORT,
    VERSION,
    changes_document,
    closed_document,
    player_document,
    replay_document,
    submitted_document,
    verified_document,
)
from arpad.office.records import (
    ClosedPeriod,
    EventRecord,
    HistoryEntry,
    ListChanges,
    PlayerRecord,
    Replay,
    Submitted,
    Verified,
    VersionRecord,
)

if TYPE_CHECKING:
    from arpad.office.proof.sheets import PeriodSheet

Sources = Mapping[str, Mapping[str, str]]


class Version(ResultDocument):
    """A version of a list. `state` is "provisional" or "published"; the digest covers everything it was made from."""

    __slots__ = ("_changes", "_count", "_found", "_record")

    def __init__(
        self,
        record: VersionRecord,
        found: Sequence[DomainFinding] | None = None,
        count: int = 0,
        changes: ListChanges | None = None,
    ) -> None:
        self._record, self._found, self._count, self._changes = record, found, count, changes

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
        return {} if self._changes is None else dict(changes_document(self._changes))

    def _document(self, language: Language) -> object:
        document = VERSION.document(self._record)
        if self._found is None:
            return document
        findings = {"findings": findings_json(self._found, language), "findings_count": self._count}
        return document | findings | self.changes

    def __repr__(self) -> str:
        made = f"{self.period:%Y-%m}, version {self.number}, {self.state}"
        return f"<Version {made}: {self.players} players, {self.digest[:SHORT]}>"


class OfficeEvent(ResultDocument):
    """An event of an office. `period` is the list it was rated for, `due` the one in which it counts or will count,
    `late_for` the one that its report missed."""

    __slots__ = ("_record",)

    def __init__(self, record: EventRecord) -> None:
        self._record = record

    id = Passed[int]("_record.id")
    name = Passed[str]("_record.name")
    state = Passed[str]("_record.state", "registered, accepted, refused, rated, corrected or withdrawn.")
    period = Passed[dt.date | None]("_record.period")
    due = Passed[dt.date | None]("_record.due")
    late_for = Passed[dt.date | None]("_record.late_for")

    def _document(self, language: Language) -> object:  # noqa: ARG002  (the document has no words)
        return EVENT.document(self._record)

    def __repr__(self) -> str:
        return f"<OfficeEvent {self.id} {self.name}: {self.state}>"


class SubmittedReport(ResultDocument):
    """The verdict on a report: accepted or refused, with everything that was found."""

    __slots__ = ("_submitted",)

    def __init__(self, submitted: Submitted) -> None:
        self._submitted = submitted

    accepted = Passed[bool]("_submitted.accepted")
    event = Passed[OfficeEvent]("_submitted.event", made=OfficeEvent)
    findings = Passed[tuple[Finding, ...]]("_submitted.revision.findings", made=findings_of)

    def __bool__(self) -> bool:
        return self.accepted

    def _document(self, language: Language) -> object:
        return submitted_document(self._submitted, language)

    def __repr__(self) -> str:
        verdict = "accepted" if self.accepted else "refused"
        return f"<SubmittedReport {self._submitted.event.name}: {verdict}, {len(self.findings)} findings>"


class ClosedList(ResultDocument):
    """A period that was closed: its list is provisional until `publish()` makes it official."""

    __slots__ = ("_closed", "_publish")

    def __init__(self, closed: ClosedPeriod, publish: Callable[[], Version]) -> None:
        self._closed, self._publish = closed, publish

    version = Passed[Version]("_closed.version", made=Version)
    reports = Passed[int]("_closed.reports")
    games = Passed[int]("_closed.games")

    @property
    def findings(self) -> tuple[Finding, ...]:
        return findings_of([finding for _, finding in self._closed.findings])

    def publish(self) -> Version:
        """Make the list official, for ever."""
        return self._publish()

    def _document(self, language: Language) -> object:
        return closed_document(self._closed, language)

    def __repr__(self) -> str:
        period = f"{self._closed.version.period:%Y-%m}"
        return f"<ClosedList {period}: {self.reports} reports, {self.games} games, {self.version.players} players>"


class OfficePlayer(ResultDocument):
    """A player of an office, as on the newest list, with all lists before."""

    __slots__ = ("_record",)

    def __init__(self, record: PlayerRecord) -> None:
        self._record = record

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
        return self._record.history.get(class_of(time_class), ())

    def _document(self, language: Language) -> object:  # noqa: ARG002  (the document has no words)
        return player_document(self._record)

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
        from arpad.office.proof.sheets import list_version
        from arpad.papers.period_sheet import period_sheet

        spoken = values.language(language)
        return write(period_sheet(self._found, list_version(self._found), self._sources, spoken), file)

    def _steps(self) -> Explanation:
        from arpad.papers.period_sheet import event_parts, period_reasons

        games = [step for part in event_parts(self._found, "en") for step in part.steps]
        return (*games, *period_reasons(self._found))

    def _document(self, language: Language) -> object:
        from arpad.office.proof.sheets import sheet_document

        return sheet_document(self._found, language)

    def __repr__(self) -> str:
        return f"<OfficeSheet {self._found.after.name}: {self.before or 'unrated'} → {self.after or 'unrated'}>"


class Replayed(ResultDocument):
    """What a correction changed: the new versions of the lists, and how many ratings differ on each."""

    __slots__ = ("_replay",)

    def __init__(self, replay: Replay) -> None:
        self._replay = replay

    @property
    def accepted(self) -> bool:
        """Whether the correction was accepted; a refused report changes nothing."""
        return self._replay.submitted is None or self._replay.submitted.accepted

    @property
    def versions(self) -> tuple[Version, ...]:
        return tuple(Version(record) for record in self._replay.versions)

    changed = Passed[tuple[int, ...]]("_replay.changed")

    def _document(self, language: Language) -> object:
        return replay_document(self._replay, language)

    def __repr__(self) -> str:
        if not self.accepted:
            return "<Replayed: refused, nothing was changed>"
        return f"<Replayed {len(self.versions)} lists, {sum(self.changed)} ratings changed>"


class Proof(ResultDocument):
    """Lists recomputed from everything that they were made from."""

    __slots__ = ("_found",)

    def __init__(self, found: Sequence[Verified]) -> None:
        self._found = found

    @property
    def proved(self) -> bool:
        """Whether every version came out the same; imported ones are kept as they came."""
        return all(version.sound for version in self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __bool__(self) -> bool:
        return self.proved

    def _document(self, language: Language) -> dict[str, Any]:
        return dict(verified_document(self._found, language))

    def __repr__(self) -> str:
        return f"<Proof: {sum(version.proved for version in self._found)} of {len(self)} versions proved>"
