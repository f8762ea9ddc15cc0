"""The chief arbiter's report (C.05, manual L512-530): nine parts, as far as the log of the event fills them."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.domain import Event
from arpad.locale import Language, number, text
from arpad.publication.event_sheet import SheetPart, SheetTable, event_sheet
from arpad.standings import StandingsTable
from arpad.titles.model import Candidate
from arpad.tournament.state import EventState


def chief_report(
    state: EventState,
    event: Event,
    table: StandingsTable | None,
    norms: Sequence[Candidate],
    language: Language = "en",
) -> bytes:
    """Return the report as PDF: participants, pairings and results, standings, arbiters, norms, incidents, appeals,
    what the future should know, and breaches of the rules."""
    parts = [
        _participants(state, event, language),
        _rounds(state, language),
        _standings(table, language),
        _arbiters(state, language),
        _norms(event, norms, language),
        _noted("incidents", state.incidents, language),
        _noted("appeals", state.appeals, language),
        _part("future", _remarks(state, language), language),
        _part("breaches", _breaches(state, language), language),
    ]
    return event_sheet(state, text("chief.title", language), parts, language)


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


def _rounds(state: EventState, language: Language) -> SheetPart:
    rows = []
    for place, one in sorted(state.rounds.items()):
        played = sum(board.result in ("1-0", "1/2", "0-1") for board in one.games)
        rows.append([str(place), str(len(one.games)), str(played), str(len(one.games) - played), str(len(one.absent))])
    headings = [text(f"chief.column.{name}", language) for name in ("round", "boards", "played", "forfeited", "absent")]
    return _part("rounds", [], language, SheetTable(headings, ["right"] * 5, rows))


def _standings(table: StandingsTable | None, language: Language) -> SheetPart:
    if table is None:
        return _part("standings", [], language)
    headings = [text(f"chief.column.{name}", language) for name in ("rank", "number", "name", "points")]
    rows = [
        [
            str(row.rank),
            str(row.number),
            row.name,
            number(row.points, language),
            *(value or "–" for value in row.values),
        ]
        for row in table.rows
    ]
    codes = [str(code) for code in table.tie_breaks]
    kinds: list[Any] = ["right", "right", "name", "strong", *["right"] * len(codes)]
    return _part("standings", [], language, SheetTable([*headings, *codes], kinds, rows))


def _arbiters(state: EventState, language: Language) -> SheetPart:
    rules = state.laws
    chief = [text("chief.chief-arbiter", language, name=rules.chief_arbiter)] if rules.chief_arbiter else []
    return _part("arbiters", [*chief, *rules.arbiters], language)


def _norms(event: Event, candidates: Sequence[Candidate], language: Language) -> SheetPart:
    names = {player.rank: player.name for player in event.players}
    made = [
        text("chief.norm", language, title=norm.title, name=names[candidate.rank])
        for candidate in candidates
        for norm in candidate.norms
        if norm.achieved
    ]
    return _part("norms", made, language)


def _noted(name: str, notes: Sequence[Mapping[str, Any]], language: Language) -> SheetPart:
    paragraphs = []
    for note in notes:
        where = [text(f"chief.where.{key}", language, number=note[key]) for key in ("round", "board") if note.get(key)]
        said = " ".join(part for part in (str(note["text"]), str(note.get("decision") or "")) if part)
        paragraphs.append(": ".join(part for part in (", ".join(where), said) if part))
    return _part(name, paragraphs, language)
