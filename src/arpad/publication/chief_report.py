"""The chief arbiter's report (C.05, manual L512-530): nine parts, as far as the log of the event fills them."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.arbiters.sheets import ChiefNotes
from arpad.domain.event import Event
from arpad.i18n import Language, number, number_or_dash, text
from arpad.publication.event_sheet import SheetPart, SheetTable, event_sheet
from arpad.standings.table import StandingsTable
from arpad.titles.model import Candidate
from arpad.tournament.state import EventState

NOTED = ("incidents", "appeals", "future", "breaches")
"""The parts that a report of an event cannot fill."""
RANKING = ("rank", "number", "name", "points")


def chief_report(
    state: EventState,
    event: Event,
    table: StandingsTable | None,
    norms: Sequence[Candidate],
    language: Language = "en",
) -> bytes:
    """Return the report as PDF: participants, pairings and results, standings, arbiters, norms, incidents, appeals,
    what the future should know, and breaches of the rules."""
    parts = chief_parts(state, event, table, norms, language)
    return event_sheet(state, text("chief.title", language), parts, language)


def chief_parts(
    state: EventState,
    event: Event,
    table: StandingsTable | None,
    norms: Sequence[Candidate],
    language: Language,
    notes: ChiefNotes | None = None,
) -> list[SheetPart]:
    """Return the nine parts. With `notes` a part that neither they nor the event fill says that it is not stated; the
    log of an event that is run here states everything by itself."""
    return [
        _participants(state, event, language),
        _rounds(state, language, notes),
        _standings(event, table, language),
        _arbiters(state, language, notes),
        _norms(event, norms, language, notes),
        _told("incidents", _noted(state.incidents, language), language, notes),
        _told("appeals", _noted(state.appeals, language), language, notes),
        _told("future", _remarks(state, language), language, notes),
        _told("breaches", _breaches(state, language), language, notes),
    ]


def silent_parts(state: EventState, notes: ChiefNotes) -> list[str]:
    """Return the parts about which nothing is said."""
    known = {"incidents": state.incidents, "appeals": state.appeals, "breaches": state.breaches}
    return [name for name in NOTED if getattr(notes, name) is None and not known.get(name)]


def _told(name: str, found: Sequence[str], language: Language, notes: ChiefNotes | None) -> SheetPart:
    """Return a part that the event tells, the notes, or both."""
    if notes is None:
        return _part(name, found, language)
    said: tuple[str, ...] | None = getattr(notes, name)
    if said is None and not found:
        return _part(name, [text("chief.not-stated", language)], language)
    return _part(name, [*found, *(said or ())], language)


def _part(name: str, paragraphs: Sequence[str], language: Language, table: SheetTable | None = None) -> SheetPart:
    said = list(paragraphs) or ([] if table is not None else [text("chief.none", language)])
    return SheetPart(text(f"chief.part.{name}", language), said, table)


def _remarks(state: EventState, language: Language) -> list[str]:
    keys = [(one.kind.lower().replace(" ", "-"), one.round) for one in state.remarks]
    return [text(f"chief.remark.{key}", language, round=round_) for key, round_ in dict.fromkeys(keys)]


def _breaches(state: EventState, language: Language) -> list[str]:
    return [
        text(
            "chief.breach",
            language,
            kind=text(f"chief.breach-kind.{one.kind}", language),
            round=one.round,
            reason=one.reason or "–",
        )
        for one in state.breaches
    ]


def _participants(state: EventState, event: Event, language: Language) -> SheetPart:
    federations = {player.federation for player in event.players if player.federation}
    titled = sum(bool(player.title) for player in event.players)
    words = text(
        "chief.participants",
        language,
        players=len(event.players),
        federations=len(federations),
        titled=titled,
        women=sum(player.sex == "f" for player in event.players),
    )
    teams = [text("chief.teams", language, teams=len(state.teams), boards=state.laws.boards)] if state.teams else []
    return _part("participants", [words, *teams], language)


def _rounds(state: EventState, language: Language, notes: ChiefNotes | None) -> SheetPart:
    rows = []
    for place, one in sorted(state.rounds.items()):
        played = sum(board.result in ("1-0", "1/2", "0-1") for board in one.games)
        rows.append([str(place), str(len(one.games)), str(played), str(len(one.games) - played), str(len(one.absent))])
    headings = _headings(("round", "boards", "played", "forfeited", "absent"), language)
    link = [text("chief.link", language, link=notes.link)] if notes is not None and notes.link else []
    return _part("rounds", link, language, SheetTable(headings, ["right"] * 5, rows))


def _headings(names: Sequence[str], language: Language) -> list[str]:
    return [text(f"chief.column.{name}", language) for name in names]


def _standings(event: Event, table: StandingsTable | None, language: Language) -> SheetPart:
    """Return the final ranking: by the tie-breaks of the rules, or as the report itself has it."""
    if table is None:
        return _ranking(event, language)
    headings = _headings(RANKING, language)
    rows = [
        [str(row.rank), str(row.number), row.name, number(row.points, language), *(one or "–" for one in row.values)]
        for row in table.rows
    ]
    codes = [str(code) for code in table.tie_breaks]
    kinds: list[Any] = ["right", "right", "name", "strong", *["right"] * len(codes)]
    return _part("standings", [], language, SheetTable([*headings, *codes], kinds, rows))


def _ranking(event: Event, language: Language) -> SheetPart:
    """Return the places that the report gives."""
    ranked = sorted(
        (player for player in event.players if player.final_rank is not None),
        key=lambda player: (player.final_rank, player.rank),
    )
    if not ranked:
        return _part("standings", [], language)
    headings = _headings(RANKING, language)
    rows = [
        [str(player.final_rank), str(player.rank), player.name, number_or_dash(player.points, language)]
        for player in ranked
    ]
    return _part("standings", [], language, SheetTable(headings, ["right", "right", "name", "strong"], rows))


def _arbiters(state: EventState, language: Language, notes: ChiefNotes | None) -> SheetPart:
    rules = state.laws
    chief = [text("chief.chief-arbiter", language, name=rules.chief_arbiter)] if rules.chief_arbiter else []
    more = () if notes is None else notes.arbiters
    return _part("arbiters", [*chief, *rules.arbiters, *more], language)


def _norms(event: Event, candidates: Sequence[Candidate], language: Language, notes: ChiefNotes | None) -> SheetPart:
    names = {player.rank: player.name for player in event.players}
    made = [
        text("chief.norm", language, title=norm.title, name=names[candidate.rank])
        for candidate in candidates
        for norm in candidate.norms
        if norm.achieved
    ]
    more = () if notes is None else notes.certificates or ()
    return _part("norms", [*made, *more], language)


def _noted(notes: Sequence[Mapping[str, Any]], language: Language) -> list[str]:
    paragraphs = []
    for note in notes:
        where = [text(f"chief.where.{key}", language, number=note[key]) for key in ("round", "board") if note.get(key)]
        said = " ".join(part for part in (str(note["text"]), str(note.get("decision") or "")) if part)
        paragraphs.append(": ".join(part for part in (", ".join(where), said) if part))
    return paragraphs
