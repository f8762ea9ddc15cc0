"""What the page about pairings shows of a file: the next round with its reasons, and the rounds before it checked."""

from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any

from fastapi import Form

from arpad.documents.findings import findings_json
from arpad.documents.steps import as_rows
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.pairing.check import CheckedRound, checked_document, impossible_document, reason
from arpad.pairing.checklist import can_be_written, next_file
from arpad.pairing.compare import fitting_document, fitting_editions, fitting_words
from arpad.pairing.documents import (
    ExaminedPairingDocument,
    ImpossibleRoundDocument,
    PairedRoundDocument,
    round_document,
)
from arpad.pairing.engines import Impossible, pair_round
from arpad.pairing.explain import explain_pairing
from arpad.pairing.files import PairingWishes, Source, naming, read_sources
from arpad.pairing.matches import TYPES
from arpad.pairing.systems import SwissSystem, paired_here, readings_of, systems

MOST_ROUNDS, MOST_PLAYERS, MOST_POSITIONS, CHECKED = 99, 3_000, 100, 500
REASONS = 6
CHOICES: dict[str, Any] = {
    "systems": [
        (name, [systems()[id_] for id_ in ids])
        for name, ids in groupby(paired_here(), key=lambda id_: systems()[id_].name)
    ],
    "types": TYPES,
    "readings": list(dict.fromkeys(name for system in systems().values() for name in readings_of(system))),
}
"""What the form lets users choose: the systems by name with their editions, the colour preferences of teams, and other
readings than those of Arpad."""


@dataclass(frozen=True, slots=True)
class AskedPairing:
    """What users say about a file, as they typed it."""

    rounds: Annotated[str, Form(max_length=4, description="How many rounds, if the report does not say.")] = ""
    system: Annotated[str, Form(max_length=40, description="The pairing system, if the file leaves it open.")] = ""
    colours: Annotated[str, Form(max_length=4, description="Colour preferences of teams: A, B or none.")] = ""
    reading: Annotated[str, Form(max_length=10, description="For burstein-manual: literal or bbp.")] = ""

    def read(self, data: bytes) -> dict[str, Source]:
        """Read the file."""
        rounds = parse.whole("rounds", self.rounds, 1, MOST_ROUNDS) if self.rounds.strip() else None
        readings = (self.reading,) * bool(self.reading)
        return read_sources(
            data, PairingWishes(rounds, self.system or None, colours=self.colours or None, readings=readings)
        )


@dataclass(frozen=True, slots=True)
class ExaminedPairing:
    """A tournament or a position: `data` is its JSON, the rest is for the page. `checked` is None if it is large;
    `fits` are sentences about editions that fit every round; `to_take` says whether there is a report with the next
    round."""

    name: str
    source: Source
    data: ExaminedPairingDocument
    names: dict[int, str]
    steps: list[tuple[int, str, str]]
    checked: list[tuple[CheckedRound, str]] | None
    fits: list[str]
    to_take: bool = False


def examined(data: bytes, asked: AskedPairing, language: Language) -> list[ExaminedPairing]:
    """Pair and check what a file holds."""
    sources = asked.read(data)
    if len(sources) > MOST_POSITIONS:
        raise ArpadError("web-positions", most=MOST_POSITIONS, positions=len(sources))
    found = []
    for name, source in sources.items():
        with naming(name):
            found.append(_examined(name, source, language))
    return found


def report_with_next(data: bytes, asked: AskedPairing) -> tuple[str, bytes]:
    """Return a report with its next round, and the name of its file."""
    source = asked.read(data).get("")
    if source is None:
        raise ArpadError("pairing-file-json")
    _size(source)
    if _over(source):
        raise ArpadError("pairing-file-finished")
    answer = pair_round(source.state())
    if isinstance(answer, Impossible):
        raise ArpadError("pairing-file-impossible", round=answer.state.round)
    return f"{source.event.name} R{answer.state.round}.trf".strip(), next_file(source, answer)


def _examined(name: str, source: Source, language: Language) -> ExaminedPairing:
    names, size = source.names(), _size(source)
    upcoming, steps = _next(source, language)
    checked = _checked(source) if size <= CHECKED else None
    rounds = [checked_document(one, language) for one in checked or []]
    told: ExaminedPairingDocument = {"next": upcoming, "rounds": rounds}
    fits = fitting_editions(source, checked or [])
    if fits:
        told["fits"] = fitting_document(fits, language)
    if source.findings:
        told["findings"] = findings_json(source.findings, language)
    why = None if checked is None else [(one, "" if one.ok else reason(one, language)) for one in checked]
    to_take = upcoming is not None and "pairs" in upcoming and can_be_written(source)
    sentences = [fitting_words(one, language, lambda system: system_on_page(system, language)) for one in fits]
    return ExaminedPairing(name, source, told, names, steps, why, sentences, to_take)


def system_on_page(system: SwissSystem, language: Language) -> str:
    """A system with its edition, as the form names it."""
    edition = text("web.pairing.edition-manual", language) if system.edition == "manual" else system.edition
    return " · ".join(filter(None, (text(f"web.pairing.name.{system.name}", language), edition)))


def _size(source: Source) -> int:
    """How many players there are; a file of too many is refused."""
    size = max(len(source.names()), len(source.event.players))
    if size > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=size)
    return size


def _checked(source: Source) -> list[CheckedRound]:
    """The rounds of a tournament, or the pairs that a position gives, if it gives any."""
    if source.position is not None and source.position.given is None:
        return []
    return source.checked()


def _next(
    source: Source, language: Language
) -> tuple[PairedRoundDocument | ImpossibleRoundDocument | None, list[tuple[int, str, str]]]:
    """The round to pair, None if there is none left, and its reasons."""
    if _over(source):
        return None, []
    answer = pair_round(source.state())
    told = as_rows(explain_pairing(answer, REASONS), language)
    if isinstance(answer, Impossible):
        return impossible_document(answer, language), told
    return round_document(answer), told


def _over(source: Source) -> bool:
    """Whether all rounds are paired."""
    whole = source.whole
    return whole is not None and whole.rounds is not None and whole.paired >= whole.rounds
