"""A tournament file checked whole, in one answer: pairings, standings, the file itself, whether it can be rated, norms.

Nothing is computed here: rounds are paired again by `pairing`, ranks by `standings`, the file is examined by
`examination`. Here it is decided what all of it says together, and what a comment or a record of the file explains.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Annotated, Any, Literal, NamedTuple, NotRequired

from arpad.documents.document import Document, InWords, shows
from arpad.documents.findings import ShownFindings
from arpad.domain.event import Event, ResultCode
from arpad.domain.findings import Finding
from arpad.eligibility.facts import Facts
from arpad.examination import examine, ordered, own_findings
from arpad.formats.codes import BAKU, is_called, tournament_type, type_of_code, type_of_words
from arpad.formats.consistency import CONTRADICTIONS
from arpad.formats.read import read_report
from arpad.formats.report import Report, tie_break_records
from arpad.i18n import ArpadError, Language, Words, number, text
from arpad.library.files import Source, name_of, report_bytes
from arpad.library.results import Comparable, public
from arpad.pairing.check import (
    BoardDifference,
    CheckedRound,
    CheckedRoundDocument,
    FittingEditionDocument,
    check_given,
    checked_document,
    given_round,
    is_paired_as,
    reason,
)
from arpad.pairing.colours import baku
from arpad.pairing.compare import (
    FittingEdition,
    fitting_document,
    fitting_editions,
    fitting_words,
)
from arpad.pairing.engines import Seat
from arpad.pairing.files import PairingWishes, report_source
from arpad.pairing.forensics import with_results
from arpad.pairing.state import Tournament, accelerated, played_out
from arpad.pairing.systems import SwissSystem, baku_rule, handling
from arpad.pairing.team_tables import NOBODY, departing_seats, shown_tables, table_seats
from arpad.rating.examine import report_system
from arpad.regulations.rating_editions import Regulations, regulations
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.check import CheckedStandings, check_standings
from arpad.standings.competition import competition
from arpad.standings.model import Competition
from arpad.standings.table import Wishes, left_by_comments, standings
from arpad.standings.tables import WordsColumn, WordsTable
from arpad.titles.norms import achieved_norms
from arpad.tournament.results import SIDE_CODES

Verdict = Literal["right", "differs", "unreadable"]
ROUND_ROBIN = "round-robin"
Sentence = Annotated[Words, InWords(str, lambda words, language: words.text(language))]
Results = dict[tuple[int, int], ResultCode]

# What somebody asks for, and the answer.


@dataclass(frozen=True, slots=True)
class CheckWishes:
    """What somebody says about a file: its pairing system (`round-robin` for a table), its tie-breaks and their
    edition, how many rounds it has, other readings; and the regulations to go by."""

    system: str | None = None
    tie_breaks: str | None = None
    edition: str | None = None
    rounds: int | None = None
    readings: Sequence[str] = ()
    regulations: Regulations | None = None
    library: TieBreakLibrary | None = None


class RoundVerdictDocument(CheckedRoundDocument):
    """A round that was checked, and what explains it."""

    explained: NotRequired[str]


class RoundVerdict(NamedTuple):
    """A round: who met whom, and who should have. `explained`: what the file itself says about it. A round that only
    an earlier result makes right has no differences."""

    number: int
    given: Mapping[int, Seat]
    differences: tuple[BoardDifference, ...] = ()
    checked: CheckedRound | None = None
    explained: Words | None = None

    @property
    def right(self) -> bool:
        """Whether nothing differs that the file does not explain."""
        return not self.differences or self.explained is not None

    def why(self, language: Language) -> str:
        """Return the criterion by which the given round is worse, or what explains it."""
        if self.explained is not None:
            return self.explained.text(language)
        return text("check.not-the-table", language) if self.checked is None else reason(self.checked, language)

    def pairs(self, *, expected: bool) -> list[tuple[int, int]]:
        """Return the pairs of the file or those of the rules, White first; 0 is the bye of somebody who was paired."""
        seats = dict(self.given)
        if expected:
            seats |= {one.player: one.expected for one in self.differences}
        pairs = [(rank, opponent) for rank, (opponent, colour) in seats.items() if opponent and colour != "b"]
        free = [(rank, 0) for rank, (opponent, _) in seats.items() if not opponent]
        return sorted(pair for pair in pairs if pair[0] < pair[1] or seats[pair[0]][1] == "w") + free

    def document(self, language: Language) -> RoundVerdictDocument:
        if self.checked is not None and not self.checked.ok:
            shown: Any = checked_document(self.checked, language)
        else:
            seats = [("given", "given"), ("expected", "expected")]
            differences: list[Any] = [
                {"player": one.player}
                | {key: dict(zip(("opponent", "colour"), getattr(one, name), strict=True)) for key, name in seats}
                for one in self.differences
            ]
            shown = {"round": self.number, "ok": not differences, "differences": differences}
            if differences:
                shown |= {"reason": text("check.not-the-table", language)}
        document: RoundVerdictDocument = dict(shown)  # type: ignore[assignment]
        if self.explained is not None:
            document["explained"] = self.explained.text(language)
        return document


class Note(Document, frozen=True):
    """Something that the records of a file say: `differs` if they contradict each other or the rules."""

    differs: bool
    article: str | None
    message: Sentence


class NormNamed(Document, frozen=True):
    """A norm that the file gives."""

    player: int
    name: str
    title: str


class CheckedFile(Comparable, Document, frozen=True, eq=False):
    """A file that was checked. `verdict`: whether everything is right, something differs, or it cannot be checked, for
    the `problem`. `edition` is that of the pairing system, or the table of a round robin."""

    shown = shows(
        "file", "sha256", "name", "system", "edition", "rounds", "fits", "standings", "notes", "file_findings",
        "rated_by", "ratable", "norms", "problem", "verdict",
    )  # fmt: skip
    file: str
    sha256: str
    name: str = ""
    system: str | None = None
    edition: str | None = None
    rounds: Annotated[
        tuple[RoundVerdict, ...],
        InWords(list[RoundVerdictDocument], lambda rounds, language: [one.document(language) for one in rounds]),
    ] = ()
    fits: Annotated[tuple[FittingEdition, ...], InWords(list[FittingEditionDocument], fitting_document)] = ()
    standings: CheckedStandings | None = None
    notes: tuple[Note, ...] = ()
    file_findings: ShownFindings = ()
    rated_by: str | None = None
    ratable: bool = False
    norms: tuple[NormNamed, ...] = ()
    problem: Annotated[
        ArpadError | None, InWords(str | None, lambda problem, language: problem and problem.text(language))
    ] = None
    names: Mapping[int, str] = {}
    event: Event = Event()

    @property
    def standings_right(self) -> bool:
        """Whether every rank and every score that is printed follows from the results."""
        return self.standings is None or self.standings.equal

    @property
    def file_right(self) -> bool:
        """Whether the records of the file agree with each other."""
        grave = CONTRADICTIONS | {"points-sum", "tie-breaks-differ"}
        return not any(note.differs for note in self.notes) and not any(
            finding.code in grave for finding in self.file_findings
        )

    @property
    def verdict(self) -> Verdict:
        if self.problem is not None:
            return "unreadable"
        right = all(one.right for one in self.rounds) and self.standings_right and self.file_right
        return "right" if right else "differs"

    def seat_words(self, seat: Seat, language: Language) -> str:
        opponent, colour = seat
        if opponent is None:
            return text("pairing.nobody", language)
        return text("pairing.black" if colour == "b" else "pairing.white", language, opponent=opponent)

    def in_words(self, language: Language) -> WordsTable:
        """Return the answer as a table for people: a row for each round that differs or is explained, one for all
        others, one for each value of the standings that differs, one for each note."""
        rows = list(self._rows(language))
        kinds = {"what": "title", "answer": "title", "details": "details"}
        columns = [WordsColumn(text(f"check.column.{name}", language), kind) for name, kind in kinds.items()]
        title = text(f"check.verdict.{self.verdict}", language, file=self.name or self.file)
        legend = [fitting_words(one, language) for one in self.fits]
        return WordsTable(title, tuple(columns), tuple(rows), tuple(range(1, len(rows) + 1)), tuple(legend))

    def _rows(self, language: Language) -> Iterator[tuple[str, str, str]]:
        right, differs = text("check.right", language), text("check.differs", language)
        if self.problem is not None:
            yield text("check.file", language), text("check.unreadable", language), self.problem.text(language)
        plain = [one.number for one in self.rounds if not one.differences and one.explained is None]
        if plain:
            which = ", ".join(map(str, plain))
            yield text("check.rounds", language, rounds=which, count=len(plain)), right, self._paired_by(language)
        for one in self.rounds:
            if one.number in plain:
                continue
            answer = differs if not one.right else text("check.explained", language)
            yield text("check.rounds", language, rounds=one.number, count=1), answer, one.why(language)
            for seat in one.differences:
                given, expected = (self.seat_words(side, language) for side in (seat.given, seat.expected))
                who = f"{seat.player} {self.names.get(seat.player, '')}".rstrip()
                yield "", "", text("check.seat", language, who=who, given=given, expected=expected)
        if self.standings is not None:
            what = text("check.standings", language, round=self.standings.round)
            codes = ", ".join(self.standings.tie_breaks) or text("check.score-alone", language)
            words = text("check.compared", language, count=self.standings.compared, tie_breaks=codes)
            yield what, right if self.standings_right else differs, f"{words} ({self.standings.edition})"
            for value in self.standings.differences:
                if not value.within_tie:
                    field = text(f"standings.field.{value.field}", language)
                    key = "check.value-by" if value.decided_by else "check.value"
                    given, ours = number(value.given, language), number(value.ours, language)
                    who = f"{value.number} {value.name}".rstrip()
                    words = text(key, language, who=who, field=field, given=given, ours=ours, by=value.decided_by or "")
                    yield "", "", words
        for note in self.notes:
            article = f" ({note.article})" if note.article else ""
            answer = differs if note.differs else ""
            yield text("check.file", language), answer, note.message.text(language) + article
        for title in dict.fromkeys(norm.title for norm in self.norms):
            who = ", ".join(f"{norm.player} {norm.name}".rstrip() for norm in self.norms if norm.title == title)
            yield text("check.norms", language), title, who
        if self.rated_by:
            ratable = text("label.ratable" if self.ratable else "label.not-ratable", language, edition=self.rated_by)
            yield text("check.rating", language), "", ratable

    def _paired_by(self, language: Language) -> str:
        if self.system == ROUND_ROBIN:
            return text(f"check.table.{self.edition}", language)
        return text("check.paired-by", language, system="-".join(filter(None, (self.system, self.edition))))


@public()
def check(
    source: Source,
    *,
    system: str | None = None,
    tie_breaks: str | None = None,
    edition: str | None = None,
    rounds: int | None = None,
    readings: Sequence[str] = (),
) -> CheckedFile:
    """Return whether the pairings and the standings of a file are as the rules have them, and what else it says.
    `system`, `rounds` and `readings` say what the file leaves open, `tie_breaks` and `edition` how it is ranked."""
    return check_file(source, CheckWishes(system, tie_breaks, edition, rounds, tuple(readings)))


def check_file(source: Source, wishes: CheckWishes) -> CheckedFile:
    """Check a file; what cannot be read is an answer, too."""
    name, data = name_of(source), report_bytes(source)
    digest = hashlib.sha256(data).hexdigest()
    try:
        report = read_report(data)
    except ArpadError as problem:
        return CheckedFile(name, digest, problem=problem)
    return _Checking(report, wishes).answer(name, digest)


# One report: its rounds by a Swiss system or a table, its ranks, its records, the rest.

REMARK = re.compile(r"###\s*([A-Za-z][A-Za-z -]*) @ Round (\d+):? ?(.*)")
EARLIER = re.compile(
    r"(?P<white>\d+)-(?P<black>\d+) (?:(?P<drawn>drawn) for the pairing of round|(?P<was>\S+) to \S+ after the pairing "
    r"of round) (?P<next>\d+)"
)
BY_HAND: Mapping[str, str] = {"MPA": "by-hand", "Substitution": "by-hand", "Import": "imported"}
"""The comments on a round that was not made by the rules, and the words for them."""
UNUSABLE = frozenset({
    f"standings.{key}" for key in ("unknown-code", "unknown-modifier", "no-modifier", "code-nowhere", "forbidden")
})  # fmt: skip
"""Why the tie-breaks that a file names cannot be used."""
FORBIDDEN = "pairs forbidden after the start"
OBEYED = ("260", "XXP", "240", "XXZ", "250", "XXA")


class _Checking:
    """The check of one report."""

    def __init__(self, report: Report, wishes: CheckWishes) -> None:
        self.report, self.wishes, self.event = report, wishes, report.event
        self.remarks = [found for line in report.lines if (found := REMARK.match(line.strip()))]
        self.notes: list[Note] = []
        self.fits: tuple[FittingEdition, ...] = ()
        self.played: str | None = None
        self.names: Mapping[int, str] = {player.rank: player.name for player in self.event.players}

    def note(self, key: str, /, *, differs: bool = False, article: str | None = None, **values: object) -> None:
        self.notes.append(Note(differs, article, Words(f"check.note.{key}", **values)))

    def answer(self, name: str, digest: str) -> CheckedFile:
        own = own_findings(self.report)
        contradicting = any(finding.code in CONTRADICTIONS for finding in own)
        rounds: tuple[RoundVerdict, ...] = ()
        system: tuple[str | None, str | None] = (None, None)
        problem, ranked = None, None
        try:
            if self.report.format != "feda" and not any(
                cell.opponent for one in self.event.players for cell in one.rounds
            ):
                raise ArpadError("check-no-rounds")
            by_table = self._by_table()
            rounds, system = self._table_rounds(by_table) if by_table else self._swiss_rounds()
            ranked = self._standings()
        except ArpadError as trouble:
            problem = None if contradicting else trouble
        self._records()
        regulations_ = self.wishes.regulations or regulations()
        facts = Facts(system=report_system(self.report, None))
        examined = examine(self.report, facts, regulations_)
        shown = [one for one in examined.findings if one.code != "rank-not-by-tie-breaks"]
        more = self._new(ranked.findings if ranked is not None else (), shown)
        norms = [] if problem is not None or self.report.format == "feda" else achieved_norms(self.event)
        return CheckedFile(
            name, digest, self.event.name, *system, rounds, self.fits, ranked, tuple(self.notes),
            ordered([*shown, *more], self.event), examined.edition.id if examined.edition else None, examined.ratable,
            tuple(NormNamed(norm.player, self.names.get(norm.player, ""), norm.title) for norm in norms), problem,
            self.names, self.event,
        )  # fmt: skip

    @staticmethod
    def _new(found: Sequence[Finding], known: Sequence[Finding]) -> list[Finding]:
        codes = {(one.code, one.player, one.round) for one in known}
        return [one for one in found if (one.code, one.player, one.round) not in codes]

    def _said(self) -> Iterator[tuple[str, str, str]]:
        """Yield the kind, the round and the words of each comment on what happened."""
        yield from ((remark[1], remark[2], remark[3]) for remark in self.remarks)

    # Standings: by the list of the file or the one asked for; without either only by the score.

    def _standings(self) -> CheckedStandings | None:
        codes = self.wishes.tie_breaks
        if codes is None and not tie_break_records(self.report):
            codes = "PTS"
            self.note("by-score")
        wishes = Wishes(tie_breaks=codes, edition=self.wishes.edition, system=self.played, by_points=True)
        try:
            return self._compared(wishes)
        except ArpadError as trouble:
            if codes is not None or trouble.key not in UNUSABLE:
                raise
            self.note("tie-breaks", differs=trouble.key == "standings.forbidden", problem=trouble)
            return self._compared(replace(wishes, tie_breaks="PTS"))

    def _compared(self, wishes: Wishes) -> CheckedStandings | None:
        try:
            return check_standings(standings(self.report, wishes, self.wishes.library), self.report)
        except ArpadError as trouble:
            if trouble.key not in ("standings.nothing-printed", "standings.no-results"):
                raise
            self.note("no-standings")
            return None

    # Swiss systems: every round paired again, and what the comments of the file explain.

    def _swiss_rounds(self) -> tuple[tuple[RoundVerdict, ...], tuple[str, str]]:
        system = self.wishes.system or self._worded_system()
        wishes = PairingWishes(self.wishes.rounds, system, readings=self.wishes.readings)
        source = report_source(self.report, wishes)
        assert source.whole is not None
        whole, swiss = played_out(source.whole), source.system
        self._handling(swiss, whole)
        self.names = {rank: name.partition(" ")[2] for rank, name in source.names().items()}
        rounds = []
        for round_number in range(1, whole.paired + 1):
            state, given = given_round(whole, round_number)
            checked = check_given(state, given)
            verdict = RoundVerdict(round_number, given, checked.differences, checked)
            rounds.append(verdict if checked.ok else self._explained(verdict, wishes))
        judged = [one.checked for one in rounds if one.checked is not None and one.explained is None]
        self.fits = tuple(fitting_editions(source, judged))
        return tuple(rounds), (swiss.name, swiss.title.partition("-")[2])

    def _worded_system(self) -> str | None:
        """Return the system that 092 names, if no code does: the Lim system has none, and older files have no 192."""
        stated, words = tournament_type(self.event), type_of_words(self.event.type)
        if stated is None or words is None or (stated.record == "192" and stated.system != "custom-swiss"):
            return None
        names = {"dutch": "dutch", "dubov": "dubov", "burstein": "burstein", "lim": "lim", "double-swiss": "double"}
        return names.get(words.system)

    def _explained(self, verdict: RoundVerdict, wishes: PairingWishes) -> RoundVerdict:
        """Pair a round again by the results as they were when it was drawn: games that were adjourned or corrected
        later. If it was not made by the rules, a comment may say so."""
        for only in (True, False):
            results, games = self._earlier(verdict.number, only=only)
            if not results:
                continue
            report = replace(self.report, event=with_results(self.event, results))
            if self._fits(report, wishes, verdict.number):
                words = Words("check.earlier", games=", ".join(games))
                return RoundVerdict(verdict.number, verdict.given, (), None, words)
        if (before := self._before_the_ban(verdict)) is not None and self._fits(before, wishes, verdict.number):
            return RoundVerdict(verdict.number, verdict.given, (), None, Words("check.before-ban"))
        for finding in self.report.findings:
            if finding.code == "swiss-manager-by-hand" and finding.round == verdict.number:
                return verdict._replace(explained=Words(f"finding.{finding.code}", **finding.values))
        for kind, round_number, said in self._said():
            if kind in BY_HAND and int(round_number) == verdict.number:
                words = Words(f"check.{BY_HAND[kind]}", text=said or "–")
                return verdict._replace(explained=words)
        return verdict

    @staticmethod
    def _fits(report: Report, wishes: PairingWishes, number: int) -> bool:
        """Whether a changed file has a round as the rules have it."""
        whole = report_source(report, wishes).whole
        assert whole is not None
        return is_paired_as(*given_round(played_out(whole), number))

    def _before_the_ban(self, verdict: RoundVerdict) -> Report | None:
        """Return the file without the pairs of a round that were forbidden only later, as a comment says."""
        later = [
            number for kind, number, said in self._said() if kind == "Configuration" and said.startswith(FORBIDDEN)
        ]
        if not any(int(number) > verdict.number for number in later):
            return None
        pairing = self.report.pairing
        kept = [one for one in pairing.forbidden if not self._met(one.players, verdict.given)]
        return replace(self.report, pairing=replace(pairing, forbidden=tuple(kept)))

    @staticmethod
    def _met(players: Sequence[int], given: Mapping[int, Seat]) -> bool:
        return any(given.get(one, NOBODY)[0] in players for one in players)

    def _earlier(self, before: int, *, only: bool) -> tuple[Results, list[str]]:
        """Return the results that comments give for the pairing of a round, or of this one and those before it."""
        results: Results = {}
        games: list[str] = []
        for kind, round_number, said in self._said():
            game = EARLIER.match(said)
            if game is None or int(round_number) >= before or (only and int(game["next"]) != before):
                continue
            was = "1/2" if game["drawn"] or game["was"] == "=" else game["was"]
            sides = SIDE_CODES.get(was)
            if kind in ("Adjournment", "Correction") and sides and sides.white and sides.black:
                results[int(game["white"]), int(round_number)] = sides.white
                results[int(game["black"]), int(round_number)] = sides.black
                games.append(f"{game['white']}-{game['black']} {was} ({round_number})")
        return results, games

    def _handling(self, system: SwissSystem, whole: Tournament) -> None:
        """C.04.2, 1.1 to 1.4: systems without an approved program with a free checker, and what is not declared."""
        rule, start = handling(), self.event.start
        virtual = self._acceleration(whole)
        if start is None or start < rule.since:
            return
        if tournament_type(self.event) is None:
            self.note("undeclared", article=rule.declared)
        if virtual == "own":
            self.note("acceleration", article=rule.authorisation)
        if system.name not in rule.checkers:
            self.note(
                "deprecated",
                article=rule.deprecated,
                system=Words(f"check.system.{system.name}"),
                day=rule.known.isoformat(),
            )

    def _acceleration(self, whole: Tournament) -> str:
        """Say whether the virtual points of 250 or XXA are those of Baku, and compare them if 192 says Baku. A player
        with a zero-point bye in round 1 may have entered late, or not have been there: comments tell, or either is
        right."""
        written = _nonzero(whole.records.virtual)
        if not written or whole.system.name in ("team", "double"):
            return ""
        late = {int(said) for kind, _, said in self._said() if kind == "Late entry" and said.isdecimal()}
        present = sorted(set(whole.cells) - late)
        ways = (
            accelerated(whole.system, whole.cells, whole.records, whole.rounds, Fraction(1)),
            baku(whole.system, whole.rounds, present, sorted(late & set(whole.cells))),
        )
        same = any(written == _nonzero(way) for way in ways)
        if self.event.type_code.upper().endswith(BAKU) and not same:
            self.note("baku-differs", differs=True, article=baku_rule(whole.system)["article"])
        return "baku" if same else "own"

    # Round robins: the table of Berger or of Scheveningen that the rounds show.

    def _by_table(self) -> Competition | None:
        """Return the competition of a round robin, with all rounds that are paired; None if it is a Swiss."""
        stated = tournament_type(self.event)
        asked = self.wishes.system == ROUND_ROBIN
        if self.wishes.system is not None and not asked:
            return None
        if stated is not None and not asked and stated.system not in (ROUND_ROBIN, "scheveningen", "team", "other"):
            return None
        paired = max(
            (cell.round for player in self.event.players for cell in player.rounds if cell.opponent), default=0
        )
        try:
            whole = competition(self.report, paired or None)
            if not whole.round_robin and (asked or (stated is not None and stated.system == ROUND_ROBIN)):
                self.played = "double-round-robin" if is_called(self.event, "double") else ROUND_ROBIN
                whole = competition(self.report, paired or None, self.played)
        except ArpadError:
            return None
        return whole if whole.round_robin else None

    def _table_rounds(self, whole: Competition) -> tuple[tuple[RoundVerdict, ...], tuple[str, str]]:
        given: list[dict[int, Seat]] = [
            {
                rank: (record.opponent, record.colour) if record.opponent is not None else NOBODY
                for rank, one in whole.contestants.items()
                for record in one.records
                if record.round == round_number
            }
            for round_number in range(1, whole.counted + 1)
        ]
        self.names = {rank: one.name for rank, one in whole.contestants.items()}
        gone = {rank for rank in left_by_comments(self.report) if rank in whole.contestants}
        best: tuple[int, str, Mapping[object, int], list[dict[int, Seat]]] | None = None
        for name, table, labels in shown_tables(
            sorted(whole.contestants), whole.cycles, given, self._sides(given) if not whole.cycles else None
        ):
            expected = [table_seats(table_round, labels) for table_round in table]
            right = sum(not departing_seats(own, seats, gone) for own, seats in zip(given, expected, strict=False))
            if best is None or right > best[0]:
                best = right, name, labels, expected
            if right == len(given) and len(expected) >= len(given):
                break
        if best is None:
            raise ArpadError("check-system", known="Berger, Varma, Scheveningen")
        _, name, labels, expected = best
        rounds = []
        for round_number, own in enumerate(given, 1):
            seats = expected[round_number - 1] if round_number <= len(expected) else {}
            differences = tuple(
                BoardDifference(rank, own.get(rank, NOBODY), seats.get(rank, NOBODY))
                for rank in departing_seats(own, seats, gone)
            )
            rounds.append(self._set_by_hand(RoundVerdict(round_number, own, differences)))
        if any(label != rank for label, rank in labels.items() if isinstance(label, int)):
            pairs = ", ".join(f"{rank} = {label}" for label, rank in sorted(labels.items(), key=lambda one: one[1]))
            self.note("drawn-numbers", numbers=pairs)
        self._meetings(whole, given, gone)
        return tuple(rounds), (ROUND_ROBIN, name)

    def _set_by_hand(self, verdict: RoundVerdict) -> RoundVerdict:
        for kind, round_number, said in self._said():
            if verdict.differences and kind in BY_HAND and int(round_number) == verdict.number:
                return verdict._replace(explained=Words(f"check.{BY_HAND[kind]}", text=said or "–"))
        return verdict

    def _sides(self, given: Sequence[Mapping[int, Seat]]) -> tuple[list[int], list[int]] | None:
        """Return the two teams of a match in which everybody meets everybody of the other team."""
        if len(self.event.teams) == 2:
            one, other = (list(team.players) for team in self.event.teams)
        else:
            first = min(given[0])
            other = sorted({opponent for seats in given if (opponent := seats[first][0]) is not None})
            one = sorted(set(given[0]) - set(other))
        return (one, other) if len(one) == len(other) > 1 else None

    def _meetings(self, whole: Competition, given: Sequence[Mapping[int, Seat]], gone: set[int]) -> None:
        """C.05: after all rounds everybody has met everybody, as often as the tournament says."""
        size = len(whole.contestants)
        if not whole.cycles or len(given) < (size - 1 + size % 2) * whole.cycles:
            return
        met = Counter(
            (rank, opponent) for seats in given for rank, (opponent, _) in seats.items() if opponent and rank < opponent
        )
        wrong = [
            f"{one}-{other} {met[one, other]}"
            for one, other in combinations(sorted(whole.contestants), 2)
            if met[one, other] != whole.cycles and not gone & {one, other}
        ]
        if wrong:
            self.note("meetings", differs=True, pairs=", ".join(wrong), times=whole.cycles)

    # Records that do not agree, and those that the pairings obey.

    def _records(self) -> None:
        event = self.event
        coded = type_of_code(event.type_code) if event.type_code.strip() else None
        worded = type_of_words(event.type)
        if (
            coded
            and worded
            and coded.system != worded.system
            and not {coded.system, worded.system} & {"other", "team", "custom-swiss"}
        ):
            self.note("types", differs=True, code=coded.text, words=worded.text)
        announced = self.report.pairing.rounds or event.rounds
        columns = max((cell.round for player in event.players for cell in player.rounds if cell.opponent), default=0)
        if announced and columns > announced and "XXR" not in {record.code for record in self.report.records}:
            self.note("more-rounds", differs=True, announced=announced, found=columns)
        obeyed = dict.fromkeys(record.code for record in self.report.records if record.code in OBEYED)
        if obeyed:
            self.note("obeyed", records=", ".join(obeyed))
        for rank, departure in left_by_comments(self.report).items():
            self.note(f"left-{departure.kind}", number=rank, round=departure.round)


def _nonzero(virtual: Mapping[int, Mapping[int, Fraction]]) -> dict[tuple[int, int], Fraction]:
    return {
        (round_number, rank): points for round_number, own in virtual.items() for rank, points in own.items() if points
    }
