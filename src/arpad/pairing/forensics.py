"""Which edition made each round of a report, and if none did, which single change explains the round.

Every round is paired again by every candidate, from the results of the file. A round that no candidate gives is
explained by the first that works: a pair that the file marks as set by hand, another reading of the text, another
number of a player, a result that was changed later, a player who was taken out or put in. Nothing is called wrong here:
a round is as a system has it, departs from it, or is explained.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Annotated, Literal, cast

from arpad.documents.document import Document, InWords, ShownAs, shows
from arpad.domain.event import Event, Game, Player, ResultCode, RoundResult
from arpad.domain.findings import Finding
from arpad.formats.codes import BAKU, tournament_type
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language, Words
from arpad.pairing.check import given_round, reason_words
from arpad.pairing.engines import Pairing, Seat, pair_round, reason_of
from arpad.pairing.files import PairingWishes, report_tournament
from arpad.pairing.state import PairingState, Tournament, last_paired, played_out, points
from arpad.pairing.systems import SwissSystem, editions_of, in_force, last_day, readings_of, systems, with_readings

Explanation = Literal["by-hand", "reading", "renumbered", "result-changed", "absent", "engine-not-used"]
Sureness = Literal["certain", "several", "stated", "explained", "unexplained"]
TrialKind = Literal["by-hand", "reading", "moved", "exchanged", "result", "taken-out", "put-in"]
NOT_SWISS = ("round-robin", "scheveningen", "schiller", "knock-out")
MOST_TRIALS = 2_000
"""How many changes are tried for a report before the search ends."""
MOST_WORK = 200_000
"""The players that are paired in all trials together: trials of a large report take longer."""
ROUNDS_BACK = 3
"""A result that was changed later is looked for in so many rounds before."""
BY_FORFEIT: Sequence[tuple[ResultCode, ResultCode]] = (("+", "-"), ("-", "+"))
PLAYED: Sequence[tuple[ResultCode, ResultCode]] = (("1", "0"), ("=", "="), ("0", "1"))
OTHER_BYES: Mapping[str, str] = {"H": "ZF", "Z": "HF", "F": "HZ", "U": "H"}
"""What else a round without an opponent may have been."""


Sentence = Annotated[Words, InWords(str, lambda words, language: words.text(language))]
Value = Annotated[int | Fraction | None, ShownAs(str | None, lambda value: None if value is None else str(value))]


class SystemDeparture(Document, frozen=True):
    """Why a candidate does not give a round: the article and the bracket where the round is worse, the value that it
    has there and the one that it should have, and all in words."""

    shown = shows("system", "criterion", "why", "bracket", "given", "best")
    system: str
    criterion: str
    why: Sentence
    bracket: Value = None
    given: Value = None
    best: Value = None
    order: bool = False


class Trial(Document, frozen=True):
    """The single change that explains a round. `players` are starting ranks; one who was moved stood between the second
    and the third, of which 0 is nobody. A result of `round` was the first and is now the second of `results`."""

    change: TrialKind
    players: tuple[int, ...] = ()
    round: int | None = None
    results: tuple[str, ...] = ()
    reading: str = ""


class RoundForensics(Document, frozen=True):
    """A round: the systems that give it, what else explains it and how sure that is, and where each of the others
    departs. `criterion` and `bracket` are those of the first of them."""

    shown = shows("round", "fits", "explained_by", "verdict", "sure", "why", "criterion", "bracket", "trial", "departs")
    round: int
    fits: tuple[str, ...]
    explained_by: Explanation | None
    verdict: Sentence
    why: tuple[Sentence, ...]
    trial: Trial | None
    departs: tuple[SystemDeparture, ...]

    @property
    def criterion(self) -> str:
        return self.departs[0].criterion if self.departs else ""

    @property
    def bracket(self) -> Value:
        return self.departs[0].bracket if self.departs else None

    @property
    def sure(self) -> Sureness:
        """How sure the verdict is."""
        if self.explained_by is not None:
            return "stated" if self.explained_by in ("by-hand", "engine-not-used") else "explained"
        return "certain" if self.fits and self.departs else "several" if self.fits else "unexplained"


class Forensics(Document, frozen=True):
    """A report: every round, the systems that give all rounds that nothing else explains, and the rounds that tell them
    apart. `acceleration` is what the rounds show if the file says something else; `trials` how many changes were tried,
    and `cut_short` whether the search ended before all were."""

    name: str
    in_force: str
    fits: tuple[str, ...]
    telling: tuple[int, ...]
    made_by: str | None
    acceleration: Literal["baku", "none"] | None
    trials: int
    cut_short: bool
    summary: Sentence
    rounds: tuple[RoundForensics, ...]


def examine_rounds(report: Report, *, all_systems: bool = False, most_trials: int = MOST_TRIALS) -> Forensics:
    """Say of every round of a report which edition made it, or what explains it: of changes, only with trials."""
    return _Examination(report, all_systems, most_trials).answer()


class RoundsNote(Document, frozen=True):
    """What is worth a note about the rounds of a report, for those who ask something else of it."""

    made_by: str | None
    in_force: str
    departing: tuple[int, ...]
    summary: Sentence

    @property
    def finding(self) -> Finding:
        """The same as a finding."""
        rounds = ", ".join(map(str, self.departing))
        code = "rounds-depart" if rounds else "rounds-of-another-edition"
        return Finding(code, "info", values={"rounds": rounds, "count": len(self.departing), "summary": self.summary})


def quickly_examined(report: Report, most_work: int = 0) -> Forensics | None:
    """Examine the rounds of a report, with few trials or none. None if it is no Swiss, or has no rounds."""
    try:
        found = examine_rounds(report, most_trials=most_work // max(1, len(report.event.players)))
    except ArpadError:
        return None
    return found if found.rounds else None


def rounds_note(report: Report, found: Forensics | None = None) -> RoundsNote | None:
    """Return a note if rounds of a report depart, or if another edition made them than the one in force; None if most
    rounds depart, or it is no Swiss. `found` is what was found already; otherwise no change of the file is tried, and
    other editions only if the one in force does not give every round."""
    if found is None:
        try:
            examination = _Examination(report, all_systems=False, most_trials=0)
            fits = {} if examination.as_in_force() else examination.fitting()
            if _is_foreign(list(fits.values())):
                return None
            found = examination.answer(fits)
        except ArpadError:
            return None
    departing = tuple(round_.round for round_ in found.rounds if not round_.fits)
    if _is_foreign([round_.fits for round_ in found.rounds]):
        return None
    if not departing and found.made_by in (None, found.in_force):
        return None
    return RoundsNote(found.made_by, found.in_force, departing, found.summary)


def _is_foreign(fits: Sequence[Sequence[str]]) -> bool:
    """Whether nothing is known of the rounds: there are none, or no system gives most of them."""
    return not fits or 2 * sum(not names for names in fits) > len(fits)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A system that may have made the rounds; of teams with a kind of colour preferences, if the file names none."""

    system: SwissSystem
    colours: str | None = None

    @property
    def id(self) -> str:
        return self.system.id if self.colours is None else f"{self.system.id} ({self.colours})"


@dataclass(frozen=True, slots=True)
class _Change:
    """A single change of the file that may explain a round: the file with it, and what it is."""

    report: Report
    words: Words
    trial: Trial


_Found = tuple[Explanation, tuple[Words, ...], Trial | None]


class _Examination:
    """One report with all candidates. `renumbering` is the change of numbers that explains earlier rounds, if any."""

    def __init__(self, report: Report, all_systems: bool, most_trials: int) -> None:
        self.report = report
        usual = self._usual_system()
        self.teams = usual == "team"
        names = sorted({system.name for system in systems().values()} - {"team"}) if all_systems else [usual]
        self.due = in_force(editions_of(usual), report.event.start)
        self.baku: bool | None = None
        self.tournaments: dict[str, Tournament] = {}
        self.systems: list[_Candidate] = []
        for candidate in (one for name in (["team"] if self.teams else names) for one in self._candidates(name)):
            try:
                self.tournaments[candidate.id] = self.tournament(report, candidate)
            except ArpadError:
                continue
            self.systems.append(candidate)
        if not self.systems:
            self.tournament(report, _Candidate(self.due))
        self.paired = max(whole.paired for whole in self.tournaments.values())
        self.by_hand: set[tuple[int, int, int]] = {
            (finding.round or 0, int(str(finding.values["white"])), int(str(finding.values["black"])))
            for finding in report.findings
            if finding.code == "swiss-manager-by-hand"
        }
        self.marked = {number for number, *_ in self.by_hand}
        self.renumbering: Report | None = None
        self.without_engine = {
            int(number)
            for finding in report.findings
            if finding.code == "swiss-manager-not-by-engine"
            for number in str(finding.values["rounds"]).split(", ")
        }
        self.trials = 0
        self.most = min(most_trials, MOST_WORK // max(1, len(report.event.players)))
        self.cut_short = False
        self.given = cache(self._given)
        self.read: dict[tuple[str, tuple[str, ...]], Tournament] = {}

    def _usual_system(self) -> str:
        """Return the system that is tried unless all are asked for: the Dutch one, or that of teams. A round robin or a
        knock-out is refused: nobody pairs its rounds."""
        stated = tournament_type(self.report.event)
        if stated is not None and stated.system in NOT_SWISS:
            raise ArpadError("forensics-not-swiss", text=stated.text)
        return "team" if stated is not None and stated.system == "team" else "dutch"

    def _candidates(self, name: str) -> Iterator[_Candidate]:
        """Yield the editions of a system; of teams, each with every kind of colour preferences that the file may
        mean."""
        kinds: list[str | None] = [None]
        if name == "team":
            from arpad.pairing.matches_files import colour_types  # noqa: PLC0415  (not loaded for players)

            kinds = colour_types(self.report.event.type_code)
        yield from (_Candidate(system, colours) for system in editions_of(name) for colours in kinds)

    def tournament(self, report: Report, candidate: _Candidate) -> Tournament:
        event = report.event
        if self.baku is not None:
            code = event.type_code.upper().removesuffix(BAKU) + (BAKU if self.baku else "")
            report = replace(report, event=replace(event, type_code=code))
        rounds = event.rounds or (last_paired({one.rank: one.rounds for one in event.players}) if self.baku else None)
        wishes = PairingWishes(rounds=rounds or None, edition=candidate.system, colours=candidate.colours)
        return played_out(report_tournament(report, wishes))

    def _given(self, id_: str, number: int) -> tuple[PairingState, dict[int, Seat]]:
        return given_round(self.tournaments[id_], number)

    def gives(self, report: Report, candidate: _Candidate, number: int) -> bool:
        """Whether a candidate gives a round of a file, changed or not: that of the report itself is read once."""
        try:
            if report is not self.report:
                return _same(*given_round(self.tournament(report, candidate), number))
            key = candidate.id, tuple(candidate.system.readings)
            whole = self.read[key] = self.read.get(key) or self.tournament(report, candidate)
            return _same(*given_round(whole, number))
        except ArpadError:
            return False

    def _tried(self, parts: int = 1) -> bool:
        """Count a trial; False once there were too many: of a search that may only take a part of them, before."""
        if self.trials >= self.most // parts:
            self.cut_short = self.most > 0
            return False
        self.trials += 1
        return True

    # Every round by every candidate, then the rounds that nobody gives.

    def fitting(self) -> dict[int, list[str]]:
        """Return the candidates that give each round, accelerated or not."""
        fits = self._fits()
        return fits if all(fits.values()) else self._otherwise_accelerated(fits)

    def answer(self, fits: dict[int, list[str]] | None = None) -> Forensics:
        """Return the examination; `fits` are the candidates that give each round, if they are known."""
        fits = self.fitting() if fits is None else fits
        unexplained = [number for number, names in fits.items() if not names and number not in self.without_engine]
        found: dict[int, _Found] = {}
        found |= {number: reading for number in unexplained if (reading := self._by_reading(number))}
        if not self.teams:
            found |= self._renumbered([number for number in unexplained if number not in found], fits)
        for number in unexplained:
            if number in self.marked:
                found[number] = self._by_hand(number)
            elif number not in found and (change := self._single_change(number)) is not None:
                found[number] = change
        rounds = tuple(self._round(number, fits[number], found.get(number)) for number in fits)
        return self._summary(rounds, fits, found)

    def as_in_force(self) -> bool:
        """Whether the edition in force gives every round."""
        known = any(one.id == self.due.id for one in self.systems)
        return known and all(_same(*self.given(self.due.id, number)) for number in range(1, self.paired + 1))

    def _fits(self) -> dict[int, list[str]]:
        """The candidates that give each round."""
        return {
            number: [one.id for one in self.systems if _same(*self.given(one.id, number))]
            for number in range(1, self.paired + 1)
        }

    def _otherwise_accelerated(self, fits: dict[int, list[str]]) -> dict[int, list[str]]:
        """Try the Baku acceleration if the file has no virtual points and does not name it, and the other way round. It
        is taken if more rounds fit then."""
        if self.report.pairing.accelerations:
            return fits
        before = self.tournaments
        self.baku = not self.report.event.type_code.upper().endswith(BAKU)
        try:
            self.tournaments = {one.id: self.tournament(self.report, one) for one in self.systems}
            self.given = cache(self._given)
            other = self._fits()
        except ArpadError:
            other = {}
        if sum(map(bool, other.values())) > sum(map(bool, fits.values())):
            return other
        self.baku, self.tournaments, self.given = None, before, cache(self._given)
        return fits

    def _round(self, number: int, fits: Sequence[str], found: _Found | None) -> RoundForensics:
        explained, why, trial = found or (None, (), None)
        departing = tuple(self._departure(one, number) for one in self.systems if one.id not in fits)
        if explained is None and number in self.without_engine and len(fits) < len(self.systems):
            explained, why = "engine-not-used", (Words("forensics.engine-not-used"),)
        verdict = verdict_words(fits, explained, len(self.systems))
        return RoundForensics(number, tuple(fits), explained, verdict, why, trial, departing)

    def _departure(self, candidate: _Candidate, number: int) -> SystemDeparture:
        state, given = self.given(candidate.id, number)
        reason = reason_of(pair_round(state), given)
        if reason is None:
            return SystemDeparture(candidate.id, "", Words("forensics.departs-unknown"))
        bracket = None if reason.score is None else points(state, reason.score)
        words = _Reasons(state, reason)
        by_order = reason.kind in BY_ORDER
        return SystemDeparture(candidate.id, reason.article, words, bracket, reason.given, reason.best, by_order)

    # Step 3 a: pairs that the file marks as set by hand.

    def _by_hand(self, number: int) -> _Found:
        """Say which pairs are marked, and whether the others are as the rules have them."""
        pairs = [(white, black) for round_number, white, black in sorted(self.by_hand) if round_number == number]
        named = ", ".join(f"{white}-{black}" for white, black in pairs)
        rest = "fit" if self._rest_fits(self.report, number) else "depart"
        if rest == "depart" and self.renumbering is not None and self._rest_fits(self.renumbering, number):
            rest = "renumbered"
        trial = Trial("by-hand", tuple(rank for pair in pairs for rank in pair), number)
        return "by-hand", (Words("forensics.by-hand", pairs=named), Words(f"forensics.others-{rest}")), trial

    # Step 3 b: another reading of the text.

    def _by_reading(self, number: int) -> _Found | None:
        for one in self.systems:
            for name in readings_of(one.system):
                if self.gives(self.report, replace(one, system=with_readings(one.system, [name])), number):
                    reading = Words(f"pairing.reading.{name}")
                    words = Words("forensics.reading", system=one.id, reading=reading)
                    return "reading", (words,), Trial("reading", reading=name)
        return None

    # Step 3 c: a player had another number.

    def _renumbered(self, rounds: Sequence[int], fits: Mapping[int, Sequence[str]]) -> dict[int, _Found]:
        """Look for one player who was moved to another number, or two who were exchanged, after the first rounds. It
        must explain every departing round before some round, and break none that fits. If a player may have stood at
        several numbers, those come first that explain the others of a round with a pair set by hand."""
        aside = self.marked | self.without_engine
        first = next((number for number in rounds if number not in aside), None)
        if first is None or any(number < first and not names and number not in aside for number, names in fits.items()):
            return {}
        found: list[tuple[_Change, list[int]]] = []
        for change in self._renumberings(first):
            if (found and change.trial.players[0] != found[0][0].trial.players[0]) or not self._tried(2):
                break
            if explained := self._explained_by(change, first, rounds, fits):
                found.append((change, explained))
        if not found:
            return {}
        change, explained = next((pair for pair in found if self._others_fit(pair[0].report)), found[0])
        self.renumbering = change.report
        words = (change.words, *((Words("forensics.several", count=len(found)),) if len(found) > 1 else ()))
        return dict.fromkeys(explained, ("renumbered", words, change.trial))

    def _explained_by(
        self, change: _Change, first: int, rounds: Sequence[int], fits: Mapping[int, Sequence[str]]
    ) -> list[int]:
        """Return the departing rounds that a change of numbers explains: all before some round, or none."""
        aside = self.marked | self.without_engine
        explained: list[int] = []
        for number in (first, *range(1, self.paired + 1)):
            if number in aside:
                continue
            if not any(self.gives(change.report, one, number) for one in self.systems):
                break
            explained += [number] if not fits[number] and number not in explained else []
        before = [number for number in rounds if number not in aside and number <= max(explained, default=0)]
        return explained if sorted(explained) == before else []

    def _others_fit(self, report: Report) -> bool:
        """Whether the players beside pairs set by hand are as a system has them, in every round with such pairs."""
        return bool(self.marked) and all(self._rest_fits(report, number) for number in self.marked)

    def _rest_fits(self, report: Report, number: int) -> bool:
        new = {player.line: player.rank for player in report.event.players}
        lines = {player.rank: player.line for player in self.report.event.players}
        apart = {new[lines[rank]] for round_, *pair in self.by_hand if round_ == number for rank in pair}
        for one in self.systems:
            names = [name for name in readings_of(one.system) if name == "tpn"]
            for read in (one.system, *(with_readings(one.system, [name]) for name in names)):
                state, given = given_round(self.tournament(report, replace(one, system=read)), number)
                if _same(*_without(state, given, apart)):
                    return True
        return False

    def _renumberings(self, number: int) -> Iterator[_Change]:
        """Yield the players of the boards that differ at every other number, then two of them exchanged. A number can
        explain the round only if the given one is as good and comes later in the order, or for players whose place in
        the list is open: those without a rating, or with the same as somebody else."""
        concerned = self._differing(number)
        order = [player.rank for player in self.report.event.players]
        if not any(self._departure(one, number).order for one in self.systems):
            rated = Counter(player.rating or 0 for player in self.report.event.players)
            ratings = {player.rank: player.rating or 0 for player in self.report.event.players}
            concerned = [rank for rank in concerned if not ratings[rank] or rated[ratings[rank]] > 1]
        for rank in concerned:
            others = [other for other in order if other != rank]
            for place in range(len(order)):
                moved = [*others[:place], rank, *others[place:]]
                if moved != order:
                    after, before = (moved[place - 1] if place else 0), (moved[place + 1 : place + 2] or [0])[0]
                    words = Words("forensics.moved", player=rank, after=after or "–", before=before or "–")
                    trial = Trial("moved", (rank, after, before))
                    yield _Change(renumbered_report(self.report, moved), words, trial)
        for one, two in combinations(concerned, 2):
            swap = {one: two, two: one}
            swapped = [swap.get(rank, rank) for rank in order]
            words = Words("forensics.exchanged", one=one, two=two)
            yield _Change(renumbered_report(self.report, swapped), words, Trial("exchanged", (one, two)))

    def _differing(self, number: int) -> list[int]:
        """Return the players whose opponents or colours differ from those of the first candidate."""
        state, given = self.given(self.systems[0].id, number)
        answer = pair_round(state)
        expected = answer.seats() if isinstance(answer, Pairing) else {}
        return sorted(rank for rank, seat in given.items() if expected.get(rank) != seat)

    # Steps 3 d and e: a result was changed later, a player was taken out or put in.

    def _single_change(self, number: int) -> _Found | None:
        """Look for the only change of a result that gives a round: results of games first, then forfeits and byes. Then
        for the only player who was taken out after the pairing, or put in."""
        for changes in (self._other_results(number), self._other_scores(number)):
            fitting: list[_Change] = []
            for change in changes:
                if not self._tried():
                    return None
                if any(self.gives(change.report, one, number) for one in self.systems):
                    fitting.append(change)
            if len(fitting) == 1:
                return "result-changed", (fitting[0].words,), fitting[0].trial
        tried = [] if self.teams else list(self._other_players(number))
        moved = [trial for trial in tried if trial.change == "taken-out"] or tried
        if self.cut_short or len(moved) != 1:
            return None
        return "absent", (Words(f"forensics.{moved[0].change}", player=moved[0].players[0]),), moved[0]

    def _other_results(self, number: int) -> Iterator[_Change]:
        """Yield the file with another result of one game of the last rounds."""
        for game in self.report.event.games():
            if game.round in range(max(1, number - ROUNDS_BACK), number) and game.played and game.score is not None:
                for white, black in PLAYED:
                    if white != "0=1"[game.score]:
                        yield self._with_result(game, white, black)

    def _other_scores(self, number: int) -> Iterator[_Change]:
        """Yield the file with a forfeit for a game or a game for a forfeit, or with another bye, in the last rounds."""
        rounds = range(max(1, number - ROUNDS_BACK), number)
        for game in self.report.event.games():
            if game.round in rounds and game.score is not None and (game.played or game.score != 1):
                for white, black in BY_FORFEIT if game.played else (*PLAYED, *BY_FORFEIT):
                    if game.played or white != "+-"[game.score == 0]:
                        yield self._with_result(game, white, black)
        for player in () if self.teams else self.report.event.players:
            for cell in player.rounds:
                if cell.round in rounds and cell.opponent is None and cell.result is not None:
                    for other in OTHER_BYES.get(cell.result, ""):
                        changed = with_results(self.report.event, {(player.rank, cell.round): other})
                        trial = Trial("result", (player.rank,), cell.round, (other, cell.result))
                        words = Words(
                            "forensics.bye-changed",
                            player=player.rank, round=cell.round,
                            was=Words(f"forensics.bye-{other}"), now=Words(f"forensics.bye-{cell.result}"),
                        )  # fmt: skip
                        yield _Change(replace(self.report, event=changed), words, trial)

    def _with_result(self, game: Game, white: ResultCode, black: ResultCode) -> _Change:
        """The file with another result of a game."""
        stands = "0=1"[game.score or 0] if game.played else "-+"[game.score == 2]
        results = {(game.white, game.round): white, (game.black, game.round): black}
        was, now = _score(white), _score(stands)
        words = Words(
            "forensics.result-changed", white=game.white, black=game.black, round=game.round, was=was, now=now
        )
        trial = Trial("result", (game.white, game.black), game.round, (was, now))
        return _Change(replace(self.report, event=with_results(self.report.event, results)), words, trial)

    def _other_players(self, number: int) -> Iterator[Trial]:
        """Yield the players who were taken out of a round after it had been paired, or put in: everybody else sits as a
        system has it, but for the one player whom that left alone, or gave an opponent."""
        found: set[tuple[TrialKind, int]] = set()
        for one in self.systems:
            state, given = self.given(one.id, number)
            for player in self.report.event.players:
                if not self._tried():
                    return
                if player.rank in given:
                    change: TrialKind = "put-in"
                    left = tuple(other for other in state.entrants if other.rank != player.rank)
                    tried = replace(state, entrants=left)
                else:
                    change = "taken-out"
                    tried = given_round(_with_player(self.tournaments[one.id], player.rank, number), number)[0]
                if _but_for(tried, given, player.rank):
                    found.add((change, player.rank))
        yield from (Trial(change, (rank,), number) for change, rank in sorted(found))

    # The report as a whole.

    def _summary(
        self, rounds: tuple[RoundForensics, ...], fits: Mapping[int, Sequence[str]], found: Mapping[int, _Found]
    ) -> Forensics:
        open_rounds = [number for number in fits if number not in found]
        every = tuple(one.id for one in self.systems if all(one.id in fits[number] for number in open_rounds))
        proving = [number for number in open_rounds if number not in self.without_engine]
        telling = tuple(number for number in proving if fits[number] and len(fits[number]) < len(self.systems))
        of_engine = [one for one in self.systems if all(one.id in fits[number] for number in proving)]
        made_by = of_engine[0] if telling and len(of_engine) == 1 else None
        counts = ", ".join(f"{one.id}: {sum(one.id in names for names in fits.values())}" for one in self.systems)
        departing = not all(fits[number] for number in open_rounds)
        verdict = self._event_verdict(made_by, telling, departing=departing)
        key = "summary-explained" if found else "summary"
        words = Words(
            f"forensics.{key}", rounds=len(rounds), counts=counts, verdict=verdict,
            explained=", ".join(map(str, sorted(found))),
        )  # fmt: skip
        acceleration: Literal["baku", "none"] | None = None if self.baku is None else "baku" if self.baku else "none"
        return Forensics(
            self.report.event.name, self.due.id, every, telling, None if made_by is None else made_by.id, acceleration,
            self.trials, self.cut_short, words, rounds,
        )  # fmt: skip

    def _event_verdict(self, made_by: _Candidate | None, telling: Sequence[int], *, departing: bool) -> Words:
        if made_by is None:
            return Words("forensics.none-fits" if telling or departing else "forensics.nothing-tells")
        values = {"system": made_by.id, "rounds": ", ".join(map(str, telling)), "count": len(telling)}
        if made_by.system.id == self.due.id:
            return Words("forensics.made-by", **values)
        ended = last_day(made_by.system)
        start = self.report.event.start
        if ended is not None and start is not None and ended < start:
            return Words("forensics.made-by-former", **values, ended=ended.isoformat())
        return Words("forensics.made-by-other", **values, due=self.due.id)


def verdict_words(fits: Sequence[str], explained: str | None, tried: int) -> Words:
    """Say the verdict of a round: the systems that give it, out of so many that were tried, and what explains it."""
    if explained == "engine-not-used" and fits:
        return Words("forensics.verdict-by-the-rules", systems=", ".join(fits))
    if explained not in (None, "engine-not-used"):
        return Words(f"forensics.verdict-{explained}")
    if not fits:
        return Words("forensics.verdict-neither")
    if len(fits) == tried > 1:
        return Words("forensics.verdict-both" if tried == 2 else "forensics.verdict-all", count=tried)
    return Words("forensics.verdict-fits", systems=", ".join(fits))


BY_ORDER = ("order", "bye-order", "colour")
"""Why a round departs although it is as good by every criterion: numbers decide what comes first."""


class _Reasons(Words):
    """Where a round is worse than that of a system, in words."""

    def __init__(self, state: PairingState, reason: object) -> None:
        super().__init__("forensics.departs")
        self.state, self.reason = state, reason

    def text(self, language: Language = "en") -> str:
        return reason_words(self.state, self.reason, language)  # type: ignore[arg-type]


def _same(state: PairingState, given: Mapping[int, Seat]) -> bool:
    """Whether the rules give exactly this round."""
    answer = pair_round(state)
    return isinstance(answer, Pairing) and answer.seats() == dict(given)


def _without(state: PairingState, given: Mapping[int, Seat], apart: set[int]) -> tuple[PairingState, dict[int, Seat]]:
    """Return a round without some players and without the boards that they sit at."""
    gone = apart | {opponent for rank in apart if (opponent := given[rank][0]) is not None}
    left = tuple(player for player in state.entrants if player.rank not in gone)
    return replace(state, entrants=left), {rank: seat for rank, seat in given.items() if rank not in gone}


def _but_for(state: PairingState, given: Mapping[int, Seat], rank: int) -> bool:
    """Whether the rules give a round but for one player who is in only one of the two, and for whom that left alone."""
    answer = pair_round(state)
    if not isinstance(answer, Pairing):
        return False
    expected = dict(answer.seats())
    with_them = given if rank in given else expected
    opponent = with_them[rank][0]
    alone = expected if rank in given else given
    if opponent is not None and alone[opponent] != (None, None):
        return False
    return all(seat == given[other] for other, seat in expected.items() if other not in (rank, opponent))


def _with_player(whole: Tournament, rank: int, number: int) -> Tournament:
    """Return a tournament in which a player is there in a round, in place of whatever their line has."""
    cells = whole.cells[rank]
    missing = (RoundResult(earlier, None, None, None) for earlier in range(len(cells) + 1, number))
    there = RoundResult(number, None, None, "U")
    return replace(whole, cells={**whole.cells, rank: (*cells[: number - 1], *missing, there, *cells[number:])})


def _score(result: str) -> str:
    return {"1": "1-0", "=": "½-½", "0": "0-1", "+": "+/-", "-": "-/+"}[result]


def with_results(event: Event, results: Mapping[tuple[int, int], str]) -> Event:
    """Return an event with other results of players in rounds. The points that the file states are left out."""

    def player(own: Player) -> Player:
        given = [(cell, results.get((own.rank, cell.round), cell.result)) for cell in own.rounds]
        cells = tuple(cell._replace(result=cast("ResultCode | None", result)) for cell, result in given)
        return own._replace(rounds=cells, points=None)

    return replace(event, players=tuple(map(player, event.players)))


def renumbered_report(report: Report, order: Sequence[int]) -> Report:
    """Return a report whose players have the numbers of another order."""
    new = {rank: number for number, rank in enumerate(order, 1)}

    def cell(own: RoundResult) -> RoundResult:
        return own._replace(opponent=new[own.opponent]) if own.opponent else own

    moved = (one._replace(rank=new[one.rank], rounds=tuple(map(cell, one.rounds))) for one in report.event.players)
    players = sorted(moved, key=lambda player: player.rank)
    pairs = report.pairing.forbidden
    forbidden = tuple(replace(pair, players=tuple(new[rank] for rank in pair.players)) for pair in pairs)
    byes = tuple(replace(bye, players=tuple(new[rank] for rank in bye.players)) for bye in report.byes)
    event = replace(report.event, players=tuple(players))
    return replace(report, event=event, pairing=replace(report.pairing, forbidden=forbidden), byes=byes)
