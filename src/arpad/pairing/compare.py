"""Compare rounds paired by several systems or editions, and find the editions that fit a report."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from arpad.i18n import ArpadError, Language, date_text, text
from arpad.pairing.check import CheckedRound, FittingEditionDocument, system_document
from arpad.pairing.engines import Answer, Pairing, Reason, Seat, pair_round
from arpad.pairing.files import Source
from arpad.pairing.state import PairingState
from arpad.pairing.systems import SwissSystem, editions_of, in_force, last_day, readings_of, with_readings

# Rounds paired by several systems or editions, and where they differ.


@dataclass(frozen=True, slots=True)
class ComparedRound:
    """A round by each system, in their order."""

    number: int
    answers: tuple[Answer, ...]

    @property
    def seats(self) -> list[dict[int, Seat] | None]:
        """The seats by each system, None if it has no legal pairing."""
        return [member.seats() if isinstance(member, Pairing) else None for member in self.answers]

    @property
    def differing(self) -> list[int]:
        """The players who have another opponent or another colour somewhere."""
        found = [seats for seats in self.seats if seats is not None]
        ranks = sorted({rank for seats in found for rank in seats})
        return [rank for rank in ranks if len({seats.get(rank) for seats in found}) > 1]

    @property
    def same(self) -> bool:
        """Whether all systems give the same round."""
        return not self.differing and len({seats is None for seats in self.seats}) == 1

    @property
    def refusals(self) -> list["RefusedRound"]:
        """Why the first system refuses the round of each other one, and each of these that of the first."""
        first, *others = range(len(self.answers))
        return [
            refused_round
            for other in others
            for by, of in ((first, other), (other, first))
            if (refused_round := self._refused(by, of)) is not None
        ]

    def _refused(self, by: int, of: int) -> "RefusedRound | None":
        answer, given = self.answers[by], self.answers[of]
        if not isinstance(given, Pairing) or not isinstance(answer, Pairing) or given.seats() == answer.seats():
            return None
        why = answer.reason(given.seats())
        return None if why is None else RefusedRound(by, of, answer.state, why)


@dataclass(frozen=True, slots=True)
class RefusedRound:
    """The round `of` one system, and why it is not the round `by` another; both are places in the comparison."""

    by: int
    of: int
    state: PairingState
    why: Reason


def compare_rounds(sources: Sequence[Source]) -> list[ComparedRound]:
    """Pair every round of a file, and the next one, by each of its readings."""
    return [
        ComparedRound(number, tuple(pair_round(source.state(number)) for source in sources))
        for number in sources[0].numbers()
    ]


# Other editions of a system, and other readings, that give exactly every round of a report.

Naming = Callable[[SwissSystem], str]


@dataclass(frozen=True, slots=True)
class FittingEdition:
    """An edition, maybe in another reading, that gives exactly every round of a report. `checked` is the one by which
    the report was checked, `start` the first day of the event, if it is known."""

    system: SwissSystem
    checked: SwissSystem
    rounds: tuple[int, ...]
    start: date | None

    @property
    def in_force(self) -> bool | None:
        """Whether the edition was in force when the event began, None if that day is not known."""
        return None if self.start is None else self.system.id == _due(self.system, self.start).id


def fitting_editions(source: Source, checked: Sequence[CheckedRound]) -> list[FittingEdition]:
    """Return the editions and readings that give exactly every round, if the one in force does not.

    Nothing is paired again for a report that is as the edition in force has it.
    """
    if not checked:
        return []
    system, start = source.system, source.event.start
    if not all(member.ok for member in checked):
        systems = list(_others(source, checked))
    elif start is None or system.id == (due := _due(system, start)).id or _fits(source, due, checked):
        systems = []
    else:
        systems = [system]
    rounds = tuple(member.number for member in checked)
    return [FittingEdition(swiss_system, system, rounds, start) for swiss_system in systems]


def _due(system: SwissSystem, start: date | None) -> SwissSystem:
    return in_force(editions_of(system.name), start)


def _others(source: Source, checked: Sequence[CheckedRound]) -> Iterator[SwissSystem]:
    """Yield what fits. The readings of an edition are of interest only if it does not fit as Arpad reads it."""
    refused = source.system.title
    for edition in editions_of(source.system.name):
        if edition.title != refused and _fits(source, edition, checked):
            yield edition
            continue
        readings = (with_readings(edition, [name]) for name in readings_of(edition))
        yield from (read for read in readings if read.title != refused and _fits(source, read, checked))


def _fits(source: Source, edition: SwissSystem, checked: Sequence[CheckedRound]) -> bool:
    """Whether an edition gives every round. Rounds that differ by the other edition come first: most are refused by
    them."""
    try:
        other = source.by(edition)
        return all(other.is_paired_as(member.number) for member in sorted(checked, key=lambda member: member.ok))
    except ArpadError:  # an edition that cannot pair the file at all
        return False


def fitting_words(fitting: FittingEdition, language: Language, named: Naming = lambda system: system.id) -> str:
    """Say which edition fits, when it was in force, and whether it was when the event began."""
    system, count = fitting.system, len(fitting.rounds)
    rounds = text(
        f"pairing.fitting.{'one' if count == 1 else 'all'}{'-reading' if system.readings else ''}",
        language,
        round=fitting.rounds[0],
        count=count,
        system=named(system),
        days=_days(system, language),
    )
    if fitting.start is None:
        words = text("pairing.fitting.undated", language, rounds=rounds, checked=named(fitting.checked))
    else:
        kind = "in-force" if fitting.in_force else "not-in-force"
        words = text(f"pairing.fitting.{kind}", language, rounds=rounds, start=date_text(fitting.start, language))
    return ". ".join((words, *(text(f"pairing.reading.{name}", language) for name in system.readings)))


def _days(system: SwissSystem, language: Language) -> str:
    """When an edition was, or is, in force."""
    days = {"since": system.since, "until": last_day(system)}
    known = {name: date_text(day, language) for name, day in days.items() if day is not None}
    return text(f"pairing.fitting.{'-'.join(known)}", language, **known)


def fitting_document(editions: Sequence[FittingEdition], language: Language) -> list[FittingEditionDocument]:
    """The editions that fit, as JSON with the sentence."""
    return [
        {
            **system_document(fitting.system),
            "since": fitting.system.since.isoformat() if fitting.system.since else None,
            "until": until.isoformat() if (until := last_day(fitting.system)) else None,
            "in_force": fitting.in_force,
            "message": fitting_words(fitting, language),
        }
        for fitting in editions
    ]
