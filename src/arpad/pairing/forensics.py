"""Which edition made each round of a report, and if none did, which single change explains the round.

Every round is paired again by every candidate, from the results of the file. A round that no candidate gives is
explained by the first that works: a pair that the file marks as set by hand, another reading of the text, another
number of a player, a result that was changed later, a player who was taken out or put in. Nothing is called wrong here:
a round is as a system has it, departs from it, or is explained.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Annotated, Literal

from arpad.documents.document import Document, InWords
from arpad.domain.event import Event, Player, ResultCode, RoundResult
from arpad.formats.codes import tournament_type
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language, Words, text
from arpad.pairing.check import given_round, reason_words
from arpad.pairing.engines import Pairing, Seat, pair_round, reason_of
from arpad.pairing.files import PairingWishes, report_tournament
from arpad.pairing.state import PairingState, Tournament, played_out
from arpad.pairing.systems import SwissSystem, editions_of, in_force, last_day, readings_of, systems, with_readings

Explanation = Literal["by-hand", "reading", "renumbered", "result-changed", "absent", "engine-not-used"]
NOT_SWISS = ("round-robin", "scheveningen", "schiller", "knock-out")
MOST_TRIALS = 2_000
"""How many changes are tried for a report before the search ends."""
ROUNDS_BACK = 3
"""A result that was changed later is looked for in so many rounds before."""
OTHER_RESULTS: Mapping[str, Sequence[tuple[ResultCode, ResultCode]]] = {
    "1": (("=", "="), ("0", "1")),
    "=": (("1", "0"), ("0", "1")),
    "0": (("=", "="), ("1", "0")),
}
"""The other results of a game, for a player with this one and for the opponent."""


Sentence = Annotated[Words, InWords(str, lambda words, language: words.text(language))]


class SystemDeparture(Document, frozen=True):
    """Why a candidate does not give a round: the article, and in words where the round is worse."""

    system: str
    criterion: str
    why: Sentence


class RoundForensics(Document, frozen=True):
    """A round: the systems that give it, what else explains it, and where each of the others departs."""

    round: int
    fits: tuple[str, ...]
    explained_by: Explanation | None
    verdict: Sentence
    why: tuple[Sentence, ...]
    departs: tuple[SystemDeparture, ...]


class Forensics(Document, frozen=True):
    """A report: every round, the systems that give all rounds that nothing else explains, and the rounds that tell them
    apart. `cut_short`: so many changes were tried that the search ended."""

    name: str
    in_force: str
    fits: tuple[str, ...]
    telling: tuple[int, ...]
    made_by: str | None
    cut_short: bool
    summary: Sentence
    rounds: tuple[RoundForensics, ...]


def examine_rounds(report: Report, *, all_systems: bool = False) -> Forensics:
    """Say of every round of a report which edition made it, or what explains it."""
    return _Examination(report, all_systems).answer()


@dataclass(frozen=True, slots=True)
class _Change:
    """A single change of the file that may explain a round: the file with it, and what it is."""

    report: Report
    words: Words
    player: int = 0


class _Examination:
    """One report with all candidates. `renumbering` is the change of numbers that explains earlier rounds, if any."""

    def __init__(self, report: Report, all_systems: bool) -> None:
        self.report = report
        start = report.event.start
        usual = self._usual_system()
        names = sorted({system.name for system in systems().values()} - {"team"}) if all_systems else [usual]
        self.due = in_force(editions_of(usual), start)
        candidates = [system for name in names for system in editions_of(name)]
        self.tournaments: dict[str, Tournament] = {}
        for system in candidates:
            try:
                self.tournaments[system.id] = self.tournament(report, system)
            except ArpadError:
                continue
        if not self.tournaments:
            self.tournament(report, self.due)
        self.systems = [system for system in candidates if system.id in self.tournaments]
        self.paired = max(whole.paired for whole in self.tournaments.values())
        self.by_hand: set[tuple[int, int, int]] = {
            (finding.round or 0, int(str(finding.values["white"])), int(str(finding.values["black"])))
            for finding in report.findings
            if finding.code == "swiss-manager-by-hand"
        }
        self.renumbering: Report | None = None
        self.without_engine = {
            int(number)
            for finding in report.findings
            if finding.code == "swiss-manager-not-by-engine"
            for number in str(finding.values["rounds"]).split(", ")
        }
        self.trials = 0
        self.given = cache(self._given)

    def _usual_system(self) -> str:
        """Return the system that is tried unless all are asked for: the Dutch one, or that of teams. A round robin or a
        knock-out is refused: nobody pairs its rounds."""
        stated = tournament_type(self.report.event)
        if stated is not None and stated.system in NOT_SWISS:
            raise ArpadError("forensics-not-swiss", text=stated.text)
        return "team" if stated is not None and stated.system == "team" else "dutch"

    @staticmethod
    def tournament(report: Report, system: SwissSystem) -> Tournament:
        whole = report_tournament(report, PairingWishes(rounds=report.event.rounds or None, edition=system))
        return played_out(whole)

    def _given(self, id_: str, number: int) -> tuple[PairingState, dict[int, Seat]]:
        return given_round(self.tournaments[id_], number)

    def gives(self, report: Report, system: SwissSystem, number: int) -> bool:
        """Whether a system gives a round of a changed file."""
        try:
            return _same(*given_round(self.tournament(report, system), number))
        except ArpadError:
            return False

    # Every round by every candidate, then the rounds that nobody gives.

    def answer(self) -> Forensics:
        fits = {
            number: [system.id for system in self.systems if _same(*self.given(system.id, number))]
            for number in range(1, self.paired + 1)
        }
        unexplained = [number for number, found in fits.items() if not found]
        found: dict[int, tuple[Explanation, tuple[Words, ...]]] = {}
        found |= {number: ("reading", words) for number in unexplained if (words := self._by_reading(number))}
        found |= self._renumbered([number for number in unexplained if number not in found], fits)
        marked = {number for number, *_ in self.by_hand}
        for number in unexplained:
            if number in marked:
                found[number] = "by-hand", self._by_hand(number)
            elif number not in found and (change := self._single_change(number)) is not None:
                found[number] = change
        rounds = tuple(self._round(number, fits[number], found.get(number)) for number in fits)
        return self._summary(rounds, fits, found)

    def _round(
        self, number: int, fits: Sequence[str], found: tuple[Explanation, tuple[Words, ...]] | None
    ) -> RoundForensics:
        explained, why = found or (None, ())
        departing = tuple(self._departure(system, number) for system in self.systems if system.id not in fits)
        if explained is None and number in self.without_engine and len(fits) < len(self.systems):
            explained = "engine-not-used"
            why = (Words("forensics.engine-not-used"),)
        return RoundForensics(number, tuple(fits), explained, self._verdict(fits, explained), why, departing)

    def _verdict(self, fits: Sequence[str], explained: Explanation | None) -> Words:
        if explained in ("by-hand", None) or (explained == "engine-not-used" and not fits):
            if explained == "by-hand":
                return Words("forensics.verdict-by-hand")
            if not fits:
                return Words("forensics.verdict-neither")
            if len(fits) == len(self.systems) == 2:
                return Words("forensics.verdict-both")
            return Words("forensics.verdict-fits", systems=", ".join(fits))
        if explained == "engine-not-used":
            return Words("forensics.verdict-by-the-rules", systems=", ".join(fits))
        return Words(f"forensics.verdict-{explained}")

    def _departure(self, system: SwissSystem, number: int) -> SystemDeparture:
        state, given = self.given(system.id, number)
        reason = reason_of(pair_round(state), given)
        if reason is None:
            return SystemDeparture(system.id, "", Words("forensics.departs-unknown"))
        return SystemDeparture(system.id, reason.article, _Reasons(state, reason))

    # Step 3 a: pairs that the file marks as set by hand.

    def _by_hand(self, number: int) -> tuple[Words, ...]:
        """Say which pairs are marked, and whether the others are as the rules have them."""
        pairs = [(white, black) for round_number, white, black in self.by_hand if round_number == number]
        named = ", ".join(f"{white}-{black}" for white, black in pairs)
        rest = "fit" if self._rest_fits(self.report, number) else "depart"
        if rest == "depart" and self.renumbering is not None and self._rest_fits(self.renumbering, number):
            rest = "renumbered"
        return Words("forensics.by-hand", pairs=named), Words(f"forensics.others-{rest}")

    # Step 3 b: another reading of the text.

    def _by_reading(self, number: int) -> tuple[Words, ...]:
        for system in self.systems:
            for name in readings_of(system):
                if self.gives(self.report, with_readings(system, [name]), number):
                    return (Words("forensics.reading", system=system.id, reading=Words(f"pairing.reading.{name}")),)
        return ()

    # Step 3 c: a player had another number.

    def _renumbered(
        self, rounds: Sequence[int], fits: Mapping[int, Sequence[str]]
    ) -> dict[int, tuple[Explanation, tuple[Words, ...]]]:
        """Look for one player who was moved to another number, or two who were exchanged, after the first rounds. It
        must explain every departing round before some round, and break none that fits. If a player may have stood at
        several numbers, those come first that explain the others of a round with a pair set by hand."""
        marked = {number for number, *_ in self.by_hand}
        first = next((number for number in rounds if number not in marked), None)
        if first is None or any(
            number < first and not found and number not in marked for number, found in fits.items()
        ):
            return {}
        found: list[tuple[_Change, list[int]]] = []
        for change in self._renumberings(first):
            if (found and change.player != found[0][0].player) or not self._tried():
                break
            if explained := self._explained_by(change, first, rounds, fits):
                found.append((change, explained))
        if not found:
            return {}
        change, explained = next((pair for pair in found if self._others_fit(pair[0].report)), found[0])
        self.renumbering = change.report
        words = (change.words, *((Words("forensics.several", count=len(found)),) if len(found) > 1 else ()))
        return dict.fromkeys(explained, ("renumbered", words))

    def _explained_by(
        self, change: _Change, first: int, rounds: Sequence[int], fits: Mapping[int, Sequence[str]]
    ) -> list[int]:
        """Return the departing rounds that a change of numbers explains: all before some round, or none."""
        marked = {number for number, *_ in self.by_hand}
        explained: list[int] = []
        for number in (first, *range(1, self.paired + 1)):
            if number in marked:
                continue
            if not any(self.gives(change.report, system, number) for system in self.systems):
                break
            explained += [number] if not fits[number] and number not in explained else []
        before = [number for number in rounds if number not in marked and number <= max(explained, default=0)]
        return explained if sorted(explained) == before else []

    def _others_fit(self, report: Report) -> bool:
        """Whether the players beside pairs set by hand are as a system has them, in every round with such pairs."""
        marked = {number for number, *_ in self.by_hand}
        return bool(marked) and all(self._rest_fits(report, number) for number in marked)

    def _rest_fits(self, report: Report, number: int) -> bool:
        new = {player.line: player.rank for player in report.event.players}
        lines = {player.rank: player.line for player in self.report.event.players}
        apart = {new[lines[rank]] for round_, *pair in self.by_hand if round_ == number for rank in pair}
        for system in self.systems:
            for read in (system, *(with_readings(system, [name]) for name in readings_of(system) if name == "tpn")):
                state, given = given_round(self.tournament(report, read), number)
                if _same(*_without(state, given, apart)):
                    return True
        return False

    def _renumberings(self, number: int) -> Iterator[_Change]:
        """Yield the players of the boards that differ at every other number, then two of them exchanged."""
        concerned = self._differing(number)
        order = [player.rank for player in self.report.event.players]
        for rank in concerned:
            others = [other for other in order if other != rank]
            for place in range(len(order)):
                moved = [*others[:place], rank, *others[place:]]
                if moved != order:
                    after, before = (moved[place - 1] if place else 0), (moved[place + 1 : place + 2] or [0])[0]
                    words = Words("forensics.moved", player=rank, after=after or "–", before=before or "–")
                    yield _Change(renumbered_report(self.report, moved), words, rank)
        for one, two in combinations(concerned, 2):
            swap = {one: two, two: one}
            swapped = [swap.get(rank, rank) for rank in order]
            yield _Change(renumbered_report(self.report, swapped), Words("forensics.exchanged", one=one, two=two))

    def _differing(self, number: int) -> list[int]:
        """Return the players whose opponents or colours differ from those of the first candidate."""
        state, given = self.given(self.systems[0].id, number)
        answer = pair_round(state)
        expected = answer.seats() if isinstance(answer, Pairing) else {}
        return sorted(rank for rank, seat in given.items() if expected.get(rank) != seat)

    # Steps 3 d and e: a result was changed later, a player was taken out or put in.

    def _single_change(self, number: int) -> tuple[Explanation, tuple[Words, ...]] | None:
        changed: list[_Change] = []
        for change in self._other_results(number):
            if not self._tried():
                return None
            if any(self.gives(change.report, system, number) for system in self.systems):
                changed.append(change)
        if len(changed) == 1:
            return "result-changed", (changed[0].words,)
        if changed:
            return None
        for system in self.systems:
            state, given = self.given(system.id, number)
            alone = [rank for rank in given if self._tried() and _same(*_without(state, given, {rank}))]
            if len(alone) == 1:
                return "absent", (Words("forensics.absent", player=alone[0]),)
        return None

    def _other_results(self, number: int) -> Iterator[_Change]:
        """Yield the file with another result of one game of the last rounds."""
        rounds = range(max(1, number - ROUNDS_BACK), number)
        for game in self.report.event.games():
            if game.round not in rounds or not game.played or game.score is None:
                continue
            stands = "0=1"[game.score]
            for white, black in OTHER_RESULTS[stands]:
                results = {(game.white, game.round): white, (game.black, game.round): black}
                words = Words(
                    "forensics.result-changed",
                    white=game.white, black=game.black, round=game.round, was=_score(white), now=_score(stands),
                )  # fmt: skip
                yield _Change(replace(self.report, event=with_results(self.report.event, results)), words)

    def _tried(self) -> bool:
        """Count a trial; False once there were too many."""
        self.trials += 1
        return self.trials <= MOST_TRIALS

    # The report as a whole.

    def _summary(
        self,
        rounds: tuple[RoundForensics, ...],
        fits: Mapping[int, Sequence[str]],
        found: Mapping[int, tuple[Explanation, tuple[Words, ...]]],
    ) -> Forensics:
        open_rounds = [number for number in fits if number not in found]
        every = tuple(system.id for system in self.systems if all(system.id in fits[number] for number in open_rounds))
        proving = [number for number in open_rounds if number not in self.without_engine]
        telling = tuple(number for number in proving if fits[number] and len(fits[number]) < len(self.systems))
        of_engine = [system.id for system in self.systems if all(system.id in fits[number] for number in proving)]
        made_by = of_engine[0] if telling and len(of_engine) == 1 else None
        counts = ", ".join(
            f"{system.id}: {sum(system.id in found for found in fits.values())}" for system in self.systems
        )
        verdict = self._event_verdict(made_by, telling, departing=not all(fits[number] for number in open_rounds))
        words = Words("forensics.summary", rounds=len(rounds), counts=counts, verdict=verdict)
        name, cut = self.report.event.name, self.trials > MOST_TRIALS
        return Forensics(name, self.due.id, every, telling, made_by, cut, words, rounds)

    def _event_verdict(self, made_by: str | None, telling: Sequence[int], *, departing: bool) -> Words:
        if made_by is None:
            return Words("forensics.none-fits" if telling or departing else "forensics.nothing-tells")
        if made_by == self.due.id:
            return Words("forensics.made-by", system=made_by)
        ended = last_day(systems()[made_by])
        start = self.report.event.start
        if ended is not None and start is not None and ended < start:
            return Words("forensics.made-by-former", system=made_by, ended=ended.isoformat())
        return Words("forensics.made-by-other", system=made_by, due=self.due.id)


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


def _score(result: str) -> str:
    return {"1": "1-0", "=": "½-½", "0": "0-1"}[result]


def with_results(event: Event, results: Mapping[tuple[int, int], ResultCode]) -> Event:
    """Return an event with other results of players in rounds. The points that the file states are left out."""

    def player(own: Player) -> Player:
        cells = [
            cell._replace(result=results.get((own.rank, cell.round), cell.result)) if cell.opponent else cell
            for cell in own.rounds
        ]
        return own._replace(rounds=tuple(cells), points=None)

    return replace(event, players=tuple(map(player, event.players)))


def renumbered_report(report: Report, order: Sequence[int]) -> Report:
    """Return a report whose players have the numbers of another order."""
    new = {rank: number for number, rank in enumerate(order, 1)}

    def cell(own: RoundResult) -> RoundResult:
        return own._replace(opponent=new[own.opponent]) if own.opponent else own

    players = sorted(
        (
            player._replace(rank=new[player.rank], rounds=tuple(map(cell, player.rounds)))
            for player in report.event.players
        ),
        key=lambda player: player.rank,
    )
    forbidden = tuple(
        replace(pair, players=tuple(new[rank] for rank in pair.players)) for pair in report.pairing.forbidden
    )
    byes = tuple(replace(bye, players=tuple(new[rank] for rank in bye.players)) for bye in report.byes)
    event = replace(report.event, players=tuple(players))
    return replace(report, event=event, pairing=replace(report.pairing, forbidden=forbidden), byes=byes)


def forensic_lines(found: Forensics, language: Language) -> Iterator[str]:
    """Return what was found, a sentence or two for each round, and the summary."""
    for round_ in found.rounds:
        head = text("forensics.round", language, round=round_.round, verdict=round_.verdict.text(language))
        yield " ".join([head, *(words.text(language) for words in round_.why)])
        if round_.departs and (round_.fits or round_.explained_by in (None, "engine-not-used")):
            for departure in round_.departs:
                yield "  " + text(
                    "forensics.departs", language, system=departure.system, why=departure.why.text(language)
                )
    yield found.summary.text(language)
    if found.cut_short:
        yield text("forensics.cut-short", language, most=MOST_TRIALS)
