"""How papers write players, results, rounds and times."""

import datetime as dt
from collections.abc import Mapping

from arpad.locale import ArpadError
from arpad.locale.formats import MINUS, date_text
from arpad.publication.event_papers.model import PaperColumn, PaperColumnKind, PaperFact
from arpad.publication.event_papers.words import PaperWords, Told
from arpad.tournament.progress import current_round
from arpad.tournament.results import ADJOURNED, KNOWN
from arpad.tournament.state import EventRound, EventState

WHITE, BLACK = "○", "●"
"""The colours as signs: letters would be ambiguous, since b is Black in English and White in Spanish."""
NOBODY = "–"


def _written(result: str) -> str:
    if result == "1/2":
        return "½–½"
    if "/" in result and "1/2" not in result:
        return result.replace("-", MINUS).replace("/", " ")
    return result.replace("1/2", "½").replace("-", "–")


WRITTEN: Mapping[str, str] = {result: _written(result) for result in KNOWN if result != ADJOURNED}
"""Results as they are printed: 1–0, ½–½, + −."""


def result_text(result: str | None, words: PaperWords) -> str:
    """Return a result as it is printed; empty if there is none."""
    if result is None:
        return ""
    return words.say("paper.adjourned") if result == ADJOURNED else WRITTEN[result]


def player_name(state: EventState, entry: int) -> str:
    """Return a player's name; a dash for a board at which nobody sits."""
    return state.entries[entry].name if entry in state.entries else NOBODY


def player_title(state: EventState, entry: int) -> str:
    return state.entries[entry].title if entry in state.entries else ""


def rating_of(state: EventState, entry: int) -> str:
    """Return the rating that counts; empty if there is none."""
    return str(state.entries[entry].rating or "") if entry in state.entries else ""


def number_of(state: EventState, entry: int) -> str:
    """Return the pairing number; empty while there is none."""
    return str(state.number_of(entry) or "")


def round_of(state: EventState, number: int | None) -> EventRound:
    """Return a round, the one that the event is at if none is named."""
    wanted = number if number is not None else current_round(state) or 1
    if wanted not in state.rounds:
        known = ", ".join(map(str, sorted(state.rounds))) or NOBODY
        raise ArpadError("event-round-unknown", round=wanted, known=known)
    return state.rounds[wanted]


def draft_mark(found: EventRound, words: PaperWords) -> Told:
    """Say that a round is a draft, if it is."""
    return words.told("paper.draft") if found.published_n is None else ()


def scheduled(state: EventState, number: int, name: str = "start") -> str:
    """Return when something of a round is scheduled, as the rules write it; empty if they do not say."""
    told = next((one for one in state.laws.schedule if one["round"] == str(number)), {})
    return str(told.get(name, ""))


def time_text(moment: str, words: PaperWords) -> str:
    """Return a day, with its hour if that is known, as the first language writes it."""
    found = dt.datetime.fromisoformat(moment)
    day = date_text(found.date(), words.first)
    return f"{day}, {found:%H:%M}" if len(moment) > len("2026-05-01") else day


def round_facts(state: EventState, found: EventRound, words: PaperWords) -> list[PaperFact]:
    """Return what the strip of a round says: the round, its boards, when it starts, the time control, the default
    time."""
    rules, number = state.laws, found.number
    counted = len(found.matches) or len(found.games)
    start = scheduled(state, number)
    facts = [
        fact(words, "round", f"{number}/{rules.rounds}" if rules.rounds else str(number)),
        fact(words, "matches" if found.matches else "boards", str(counted)),
        fact(words, "start", time_text(start, words) if start else ""),
        fact(words, "time-control", rules.time_control),
        fact(words, "default-time", "" if rules.default_minutes is None else f"{rules.default_minutes} min"),
    ]
    return [one for one in facts if one.value]


def fact(words: PaperWords, name: str, value: str) -> PaperFact:
    """Return a fact of the strip by the key of its word."""
    return PaperFact(words.told(f"paper.fact.{name}"), value)


def column(words: PaperWords, name: str, kind: PaperColumnKind) -> PaperColumn:
    """Return a column by the key of the word above it."""
    return PaperColumn(words.told(f"paper.column.{name}"), kind)
