"""Form IT3: the report of a tournament, with its players by type and its arbiters."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from arpad.domain.event import Event
from arpad.i18n import Language, text
from arpad.publication.census import census
from arpad.publication.crosstable import Ratings, number_text
from arpad.publication.form_1 import event_data
from arpad.publication.typesetting import typeset, words
from arpad.rating.participants import detect_system
from arpad.regulations.arbiter_editions import arbiter_numbers

DEPUTIES = 6


@dataclass(frozen=True, slots=True)
class ReportExtra:
    """Fields of the form that a tournament file does not have. `responsible` for manual pairings, or a `program`."""

    organiser: str = ""
    contact: str = ""
    pairing: str = ""
    responsible: str = ""
    program: str = ""
    remarks: str = ""
    arbiter: str = ""
    host: str = ""


def it3(
    event: Event, extra: ReportExtra | None = None, language: Language = "en", ratings: Ratings | None = None
) -> bytes:
    """Return the tournament report as PDF."""
    notes = [text("it3.provide", language), text("it3.privacy", language)]
    return tournament_report("it3", event, extra or ReportExtra(), language, ratings, DEPUTIES, notes)


def tournament_report(
    form: str,
    event: Event,
    extra: ReportExtra,
    language: Language,
    ratings: Ratings | None,
    deputies: int,
    notes: Sequence[str] = (),
) -> bytes:
    """Return form IT3 or form 5 as PDF: `form` is where its headings are, and there is a line for each deputy."""
    rows = census(event.players, extra.host or event.federation, ratings)
    data = {
        "words": words("it3", language),
        "page": text("form.page", language),
        "event": event_data(event, language),
        "place": ", ".join(part for part in (event.federation, event.city) if part),
        "rounds": str(event.all_rounds or ""),
        "schedule": schedule(event, language),
        "system": event.type or text(f"format.{detect_system(event)}", language),
        "filled": asdict(extra),
        "types": [[text(f"it3.types.{name}", language), *map(number_text, count)] for name, count in rows.items()],
        "deputies": _deputies(event, language, deputies),
        "heading": text(f"{form}.heading", language),
        "form": text(f"{form}.form", language),
        "english": text(f"{form}.heading", "en"),
        "notes": list(notes),
    }
    return typeset("tournament_report", data, language, shared=["form_parts"])


def schedule(event: Event, language: Language) -> str:
    """Return the rounds a day, if the report dates all rounds: `1`, or `1 (5 days), 2 (2 days)`."""
    days = Counter(day for day in event.round_dates[: event.rounds] if day is not None)
    if not days or days.total() < event.rounds:
        return ""
    by_number = sorted(Counter(days.values()).items())
    if len(by_number) == 1:
        return str(by_number[0][0])
    return ", ".join(text("it3.on-days", language, rounds=rounds, days=count) for rounds, count in by_number)


def _deputies(event: Event, language: Language, lines: int) -> list[Mapping[str, str]]:
    """Return a deputy for each line of the form; if there are more deputies than lines, they share the last one."""
    first, rest = event.deputy_arbiters[: lines - 1], event.deputy_arbiters[lines - 1 :]
    named = [*first, ", ".join(rest), *[""] * (lines - 1 - len(first))]
    limits = arbiter_numbers().more_deputies_over.value
    before = ["", *(text("it3.more-than", language, players=number) for number in limits[: lines - 1])]
    return [
        {"label": text(f"it3.deputy.{at}", language), "name": name, "more": more}
        for at, (name, more) in enumerate(zip(named, before, strict=True), 1)
    ]
