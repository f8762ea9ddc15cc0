"""An office for a program: lists imported, reports submitted, periods closed and published, players looked up."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from arpad.clock import instant
from arpad.documents.findings import findings_json
from arpad.documents.steps import Explanation
from arpad.domain.findings import Finding as DomainFinding
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.library import values
from arpad.library.editions import Folder, class_of, library_of
from arpad.library.files import Source, Target, as_path, report_bytes, write
from arpad.library.lists import RatingList
from arpad.library.results import (
    Finding,
    LibraryResult,
    Plot,
    Reasoned,
    TableRows,
    findings_of,
    public,
    rating_plot,
    table_columns,
)
from arpad.library.values import Day, facts_given, system_given
from arpad.lists.list_versions import SHORT, ListVersion
from arpad.office.records import (
    ClosedPeriod,
    HistoryEntry,
    ListChanges,
    OfficeEvent,
    PlayerRecord,
    Proof,
    Replay,
    Submitted,
)

if TYPE_CHECKING:
    from types import TracebackType

    from arpad.office.context import Desk
    from arpad.office.proof.sheets import PeriodSheet
    from arpad.office.storage.database import Database
    from arpad.regulations.rating_editions import Regulations


DEFAULT_SYSTEM = "fide"
MOST_VERSIONS = 1_000_000
Which = Literal["listed", "inactive", "titled-unrated"]


class Office:
    """A rating office: `Office.memory()`, `Office.found(url)` or `Office.open(url)`, best in a `with` statement.

    Every method is one transaction, done whole or not at all. An office may be used by several threads at once: those
    who write wait for each other.
    """

    def __init__(
        self,
        database: "Database",
        library: "Regulations",
        system: str,
        who: str,
        at: dt.datetime | None,
        folder: Any = None,
    ) -> None:
        from arpad.office.storage.caches import LedgerCache

        self._database, self._library, self._system = database, library, system
        self._who, self._at, self._folder = who, at, folder
        self._ledgers = LedgerCache()
        self._closed = False

    @classmethod
    @public("office")
    def memory(
        cls,
        *,
        federation: str = "",
        system: str = DEFAULT_SYSTEM,
        who: str = "python",
        at: dt.datetime | None = None,
        regulations: Folder | None = None,
    ) -> Self:
        """Found an office that is gone at the end: its database is a temporary file. `federation` is the one whose
        office it is; `at` replaces the clock in its log; `regulations` is a folder with editions of your own."""
        from tempfile import TemporaryDirectory

        folder = TemporaryDirectory(prefix="arpad-")
        try:
            made = cls.found(
                f"sqlite:///{folder.name}/office.db",
                federation=federation,
                system=system,
                who=who,
                at=at,
                regulations=regulations,
            )
        except BaseException:
            folder.cleanup()
            raise
        made._folder = folder
        return made

    @classmethod
    @public("office")
    def found(
        cls,
        url: str,
        *,
        federation: str = "",
        system: str = DEFAULT_SYSTEM,
        who: str = "python",
        at: dt.datetime | None = None,
        regulations: Folder | None = None,
    ) -> Self:
        """Found an office in a database: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME."""
        from arpad.office.context import found_system
        from arpad.office.storage.database import Database

        own = parse.federation("federation", str(federation)) if federation else ""
        made = cls(Database(str(url)), library_of(regulations), system, values.who(who), at)
        found_system(made._desk(), own)
        return made

    @classmethod
    @public("office")
    def open(
        cls,
        url: str,
        *,
        system: str | None = None,
        who: str = "python",
        at: dt.datetime | None = None,
        regulations: Folder | None = None,
    ) -> Self:
        """Open an office that is there. `system` is needed only if it has several."""
        from arpad.office.context import system_named
        from arpad.office.storage.database import Database

        database = Database(str(url))
        return cls(database, library_of(regulations), system_named(database, system), values.who(who), at)

    def dispose(self) -> None:
        """Close all connections; an office in memory is gone."""
        self._closed = True
        self._database.dispose()
        if self._folder is not None:
            self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self.dispose()

    @property
    def system(self) -> str:
        return self._system

    # ---------------------------------------------------------------- what is done

    @public("office")
    def import_list(
        self,
        source: Source,
        date: Day,
        *,
        time_class: str = "standard",
        edition: str | None = None,
        reason: str = "",
        many_gone: bool = False,
        publish: bool = False,
    ) -> "Version":
        """Import a rating list as that of a day: "2023-09" is the list of 1 September 2023. Its K and games count until
        the office knows more. Imported again, with a reason, it is the next version. A list without many of the
        players before is refused, unless `many_gone` says that it is right. It is provisional until it is published,
        with `publish` at once; the first list of an office, and one that later lists follow, always are."""
        from arpad.formats.rating_lists.columns import Found
        from arpad.office.lists import list_changes
        from arpad.office.periods import import_list

        day, chosen, found = values.list_day("date", date), class_of(time_class), Found()
        desk = self._desk()
        with as_path(source) as file:
            version = import_list(
                desk,
                file,
                day,
                time_class=chosen,
                edition=edition,
                reason=reason,
                many_gone=many_gone,
                publish=publish,
                found=found,
            )
        changes = list_changes(desk, version.period, version.number)
        return Version.of(version, _found=found.in_order(), _count=found.count, _changes=changes)

    @public("office")
    def submit(
        self,
        source: Source,
        *,
        event: int | None = None,
        received: Day | None = None,
        format: str | None = None,  # noqa: A002  (the word of the command)
        time_class: str | None = None,
        edition: str | None = None,
        stages: Sequence[Source] = (),
        another_event: bool = False,
        **facts: Any,
    ) -> "SubmittedReport":
        """Submit a report; it is accepted or refused, with everything that was found. Facts that it does not have are
        given by their names, such as registered="2023-09-01" or hybrid=False. Games that another event has are refused
        with its number, unless you say that it is `another_event`."""
        from arpad.eligibility.facts import facts_at_registration
        from arpad.office.events import submit

        given = facts_given(facts)
        done = submit(
            self._desk(),
            report_bytes(source),
            event=None if event is None else values.whole("event", event, 1, parse.MOST),
            received=values.day_or_none("received", received),
            facts=facts_at_registration(given),
            system=system_given(format),
            time_class=None if time_class is None else class_of(time_class),
            edition=edition,
            stages=[report_bytes(stage) for stage in stages],
            another_event=another_event,
        )
        return SubmittedReport.of(done, findings=findings_of(done.findings))

    @public("office")
    def close(self, period: Day, *, edition: str | None = None) -> "ClosedList":
        """Close a period: "2023-10" makes the list of 1 October 2023 from all reports that are due. It is provisional
        until it is published."""
        from arpad.office.periods import close

        day = values.period("period", period)
        closed = close(self._desk(), day, edition=edition)
        return ClosedList.of(closed, version=Version.of(closed), _publish=lambda: self.publish(day))

    @public("office")
    def publish(self, period: Day, *, as_closed: bool = False) -> "Version":
        """Make a provisional list official, for ever. With `as_closed`, reports that came in since it was closed wait
        for the next list."""
        from arpad.office.periods import publish

        return Version.of(publish(self._desk(), values.period("period", period), as_closed=as_closed))

    @public("office")
    def discard(self, period: Day) -> "Version":
        """Take a provisional list back, as if it had never been made; the reports of a closed one wait again."""
        from arpad.office.periods import discard

        return Version.of(discard(self._desk(), values.period("period", period)))

    @public("office")
    def correct(self, event: int, source: Source, *, reason: str, another_event: bool = False) -> "Replayed":
        """Put another report in the place of an event's. Every list since then gets a new version. Games that another
        event has are refused, unless you say that it is `another_event`."""
        from arpad.office.decisions.corrections import CorrectReport
        from arpad.office.decisions.decisions import decide

        number = values.whole("event", event, 1, parse.MOST)
        return Replayed.of(decide(self._desk(), CorrectReport(number, report_bytes(source), reason, another_event)))

    # ---------------------------------------------------------------- what is looked up

    @public("office")
    def list(
        self,
        period: Day,
        *,
        version: int | None = None,
        time_class: str | None = "standard",
        which: Which = "listed",
    ) -> RatingList:
        """Return a list as it is published. `time_class` None is the combined list of all time classes; `which` are the
        listed players, or those listed apart."""
        from arpad.office.lists import published_list

        day = values.period("period", period)
        number = None if version is None else values.whole("version", version, 1, MOST_VERSIONS)
        chosen = None if time_class is None else class_of(time_class)
        values.chosen("which", which, get_args(Which))
        list_version, table = published_list(self._desk(), day, number, chosen, which)
        return RatingList(table, list_version.period)

    @public("office")
    def write_list(
        self, period: Day, file: str | Path, *, version: int | None = None, signed: bool = False
    ) -> "Version":
        """Write a published standard list into a file, whose ending decides the format; if `signed`, with the signature
        of the office beside it (FILE.sig), by which `arpad.verify` knows it."""
        from arpad.library.lists import SIGNATURE
        from arpad.office.proof.signatures import signed_file

        path, day = Path(file), values.period("period", period)
        self.list(day, version=version).write(path)
        if signed:
            signature = signed_file(self._desk(), day, version, path.name, path.read_bytes())
            write(signature.encode(), path.with_name(path.name + SIGNATURE))
        newest = [one for one in self.lists() if one.period == day and version in (None, one.number)]
        return newest[-1]

    @property
    def key(self) -> str:
        """The public key of the office, with which others verify its lists."""
        from arpad.office.proof.signatures import office_keys

        return office_keys(self._database)[0][-1].public

    @public("office")
    def lists(self) -> "tuple[Version, ...]":
        """Return every version of every list."""
        from arpad.office.lists import versions

        return tuple(map(Version.of, versions(self._desk())))

    @public("office")
    def player(self, id: str) -> "OfficePlayer":  # noqa: A002  (the word of the list)
        """Return a player with their history."""
        from arpad.office.lists import show_player

        return OfficePlayer.of(show_player(self._desk(), str(id)))

    @public("office")
    def events(self) -> "tuple[OfficeEvent, ...]":
        """Return all events, in the order in which they came."""
        from arpad.office.events import list_events

        return tuple(list_events(self._desk()))

    @public("office")
    def sheet(
        self,
        id: str,  # noqa: A002
        period: Day,
        *,
        version: int | None = None,
        time_class: str = "standard",
    ) -> "OfficeSheet":
        """Return why a player has this rating on a list."""
        from arpad.office.proof.sheets import sheet

        day = values.period("period", period)
        number = None if version is None else values.whole("version", version, 1, MOST_VERSIONS)
        period_sheet = sheet(self._desk(), str(id), day, number, class_of(time_class))
        return OfficeSheet.of(period_sheet, _sources=self._library.sources)

    @public("office")
    def verify(self, period: Day | None = None) -> "Proof":
        """Recompute the lists from everything that they were made from, one or all of them."""
        from arpad.office.proof.verification import verify

        return verify(self._desk(), None if period is None else values.period("period", period))

    @public("office")
    def time_zone(self, zone: str | None = None) -> str:
        """Return the time zone of the office, "" if it has none; set it first, if one is named ("Europe/Madrid").
        Events that are made here and name no zone of their own are in it."""
        from arpad.office.storage.database import office_zone, set_office_zone
        from arpad.office.storage.log_table import Acting

        desk = self._desk()
        if zone is None:
            return office_zone(desk.database)
        return set_office_zone(desk.database, str(zone), Acting(desk.who, desk.at))

    @public("office")
    def backup(self, file: str | Path) -> None:
        """Write the whole office into one file."""
        from arpad.office.storage.backups import backup, record_backup
        from arpad.office.storage.log_table import Acting

        desk = self._desk()
        head = backup(self._database, Path(file))
        record_backup(self._database, Acting(desk.who, desk.at), Path(file).name, head)

    def _desk(self) -> "Desk":
        from arpad.office.context import Desk

        if self._closed:
            raise ArpadError("surface.office-closed")
        at = instant() if self._at is None else self._at
        return Desk(self._database, self._library, self._system, self._who, at, self._ledgers)

    def __repr__(self) -> str:
        place = "in memory" if self._folder is not None else self._database.address.shown
        return f"<Office {self._system} {place}>"


Sources = Mapping[str, Mapping[str, str]]


class Version(LibraryResult, frozen=True):
    """A version of a list, of the day `period`. `state` is "provisional" or "published"; the digest covers everything
    it was made from."""

    _of: ListVersion
    period: dt.date
    number: int
    state: str
    digest: str
    players: int
    _found: Sequence[DomainFinding] | None = None
    _count: int = 0
    _changes: ListChanges | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was odd about an imported list."""
        return findings_of(self._found or ())

    @property
    def changes(self) -> dict[str, Any]:
        """What an imported list changes: `against` which version, the `counts` of changed, first and gone ratings by
        time class, and the `largest` changes of each."""
        return {} if self._changes is None else self._changes.document()

    def document(self, language: Language = "en") -> dict[str, Any]:
        document = self._of.document()
        if self._found is None:
            return document
        findings = {"findings": findings_json(self._found, language), "findings_count": self._count}
        return document | findings | self.changes

    def __repr__(self) -> str:
        made = f"{self.period:%Y-%m}, version {self.number}, {self.state}"
        return f"<Version {made}: {self.players} players, {self.digest[:SHORT]}>"


class SubmittedReport(LibraryResult, frozen=True):
    """The verdict on a report: accepted or refused, with everything that was found."""

    _of: Submitted
    accepted: bool
    event: OfficeEvent
    findings: tuple[Finding, ...]

    def __bool__(self) -> bool:
        return self.accepted

    def __repr__(self) -> str:
        verdict = "accepted" if self.accepted else "refused"
        return f"<SubmittedReport {self.event.name}: {verdict}, {len(self.findings)} findings>"


class ClosedList(LibraryResult, frozen=True):
    """A period that was closed: its list is provisional until `publish()` makes it official."""

    _of: ClosedPeriod
    _publish: Callable[[], Version]
    version: Version
    reports: int
    games: int

    @property
    def findings(self) -> tuple[Finding, ...]:
        return findings_of([finding for _, finding in self._of.findings])

    def publish(self) -> Version:
        """Make the list official, for ever."""
        return self._publish()

    def __repr__(self) -> str:
        period = f"{self._of.period:%Y-%m}"
        return f"<ClosedList {period}: {self.reports} reports, {self.games} games, {self._of.players} players>"


class OfficeHistory(TableRows[HistoryEntry]):
    """A player on every version of every list."""

    __slots__ = ()
    columns = table_columns(HistoryEntry)


class OfficePlayer(LibraryResult, frozen=True):
    """A player of an office, as on the newest list, with all lists before. `last_list` is the day of the last list with
    a player who is not on the newest one."""

    _of: PlayerRecord
    id: str
    name: str
    federation: str
    title: str
    last_list: dt.date | None

    @property
    def rating(self) -> int | None:
        """The standard rating on the newest list; None for a player who left it."""
        history = self.history()
        return history[-1].rating if history and self.last_list is None else None

    def history(self, time_class: str = "standard") -> "OfficeHistory":
        """Return every version of every list: period, version, rating, k, games and change."""
        return OfficeHistory(self._of.histories.get(class_of(time_class), ()))

    @public("tables")
    def plot(self, language: str = "en") -> Plot:
        """Return the ratings of all lists as a picture, a line for each time class."""
        spoken = values.language(language)
        lines = {
            text(f"time-class.{time_class}", spoken): [(entry.period, entry.rating) for entry in entries]
            for time_class, entries in self._of.histories.items()
        }
        return rating_plot(self.name, lines, spoken)

    def __repr__(self) -> str:
        return f"<OfficePlayer {self.id} {self.name} {self.rating or 'unrated'}>"


class OfficeSheet(LibraryResult, Reasoned, frozen=True):
    """Why a player has this rating on a list: the games, the sums, the rounding, each with its article."""

    _of: "PeriodSheet"
    _sources: Sources

    @property
    def before(self) -> int | None:
        return self._of.rating_before or None

    @property
    def after(self) -> int | None:
        return self._of.standing.rating or None

    @public("pdf")
    def pdf(self, file: Target | None = None, language: str = "en") -> bytes:
        """Return the sheet as PDF; written to a file too, if one is given."""
        from arpad.papers.period_sheet import period_sheet

        sheet = self._of
        return write(period_sheet(sheet, sheet.version, self._sources, values.language(language)), file)

    def _steps(self) -> Explanation:
        from arpad.papers.period_sheet import event_parts, period_reasons

        games = [step for part in event_parts(self._of, "en") for step in part.steps]
        return (*games, *period_reasons(self._of))

    def document(self, language: Language = "en") -> dict[str, Any]:
        from arpad.office.proof.sheets import sheet_document

        return sheet_document(self._of, language).document(language)

    def __repr__(self) -> str:
        return f"<OfficeSheet {self._of.after.name}: {self.before or 'unrated'} → {self.after or 'unrated'}>"


class Replayed(LibraryResult, frozen=True):
    """What a correction changed: the new versions of the lists, and how many ratings differ on each."""

    _of: Replay
    changed: tuple[int, ...]

    @property
    def accepted(self) -> bool:
        """Whether the correction was accepted; a refused report changes nothing."""
        return self._of.submitted is None or self._of.submitted.accepted

    @property
    def versions(self) -> tuple[Version, ...]:
        return tuple(map(Version.of, self._of.versions))

    def __repr__(self) -> str:
        if not self.accepted:
            return "<Replayed: refused, nothing was changed>"
        return f"<Replayed {len(self.versions)} lists, {sum(self.changed)} ratings changed>"
