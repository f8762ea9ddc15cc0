"""Arbiters' forms (FA1, IA1, FA2, IA2, IA3, APR, FL2), the chief arbiter's report, the sealed move."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.arbiters.sheets import ChiefNotes, SealedMove
from arpad.domain.event import Event
from arpad.i18n import Language, date_text, number, number_or_dash, text
from arpad.papers.event_sheets import SheetPart, SheetTable, event_sheet
from arpad.papers.typeset import typeset, words
from arpad.regulations.event_rules import FormBlock, FormCell, FormNumber, arbiter_form
from arpad.standings.table import StandingsTable
from arpad.titles.model import Candidate
from arpad.tournament.state import EventState

# Forms FA1, IA1, FA2, IA2, IA3, APR and FL2: filled with what is known, the rest left blank to write in.

SHARED = ("form_parts",)
Values = Mapping[str, Any]
"""What fills a form, by the names that its fields have as `from`; several events are a list of such values."""


def arbiter_form_pdf(
    number: FormNumber, values: Values | None = None, language: Language = "en", *, incomplete: bool = False
) -> bytes:
    """Return a form as PDF. What is not known stays an empty line; `incomplete` is printed across the page."""
    data = arbiter_form_data(number, values or {}, language, incomplete=incomplete)
    return typeset("arbiter_form", data, language, shared=SHARED)


def arbiter_form_data(
    number: FormNumber, known: Values, language: Language, *, incomplete: bool = False
) -> dict[str, object]:
    """Return the texts of a form for its template."""
    form = arbiter_form(number)
    return {
        "words": words("form", language),
        "page": text("form.page", language),
        "number": form.number,
        "title": form.title[language],
        "english": form.title["en"],
        "about": _about(known),
        "across": text("arbiter.incomplete-form", language) if incomplete else "",
        "blocks": [_block(block, known, language) for block in form.blocks],
    }


def _about(values: Values) -> str:
    return ", ".join(part for part in (values.get("person.last_name"), values.get("person.first_name")) if part)


def _block(block: FormBlock, values: Values, language: Language) -> dict[str, object]:
    shared = {"kind": block.kind, "heading": _text_in(block.heading, language), "room": block.room}
    if block.kind == "events":
        known: Sequence[Values] = values.get(block.source, ())
        filled = [known[at] if at < len(known) else {} for at in range(max(block.count, len(known)))]
        return shared | {"events": [_rows(block, event, language) for event in filled]}
    if block.kind == "blank":
        after = _text_in(block.after, language)
        return shared | {
            "before": _text_in(block.words, language),
            "after": after,
            "value": values.get(block.source, ""),
        }
    return shared | {
        "rows": _rows(block, values, language),
        "words": _text_in(block.words, language),
        "cell": _text_in(block.words, language),
        "columns": [_text_in(column, language) for column in block.columns],
        "lines": [_text_in(line, language) for line in block.lines],
    }


def _text_in(both: Mapping[str, str] | None, language: Language) -> str:
    return "" if both is None else both[language]


def _rows(block: FormBlock, values: Values, language: Language) -> list[list[dict[str, object]]]:
    return [[_cell(cell, values, language) for cell in row] for row in block.rows]


def _cell(cell: FormCell, values: Values, language: Language) -> dict[str, object]:
    value = values.get(cell.source, "") if cell.source else ""
    chosen = set(value) if isinstance(value, list | tuple) else {value}
    boxes = [{"label": box.label[language], "on": box.value in chosen} for box in cell.boxes]
    signed = cell.id.endswith("signature")
    shown = "" if boxes else "\n".join(value) if isinstance(value, list | tuple) else str(value)
    return {
        "label": cell.label[language],
        "value": shown.split("\n"),
        "boxes": boxes,
        "tall": signed,
        "lines": cell.lines,
    }


# The chief arbiter's report (C.05, manual L512-530): nine parts, as far as the log of the event fills them.

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
        _noted_part("incidents", _noted(state.incidents, language), language, notes),
        _noted_part("appeals", _noted(state.appeals, language), language, notes),
        _noted_part("future", _remarks(state, language), language, notes),
        _noted_part("breaches", _breaches(state, language), language, notes),
    ]


def silent_parts(state: EventState, notes: ChiefNotes) -> list[str]:
    """Return the parts that neither the notes nor the event fill."""
    known = {"incidents": state.incidents, "appeals": state.appeals, "breaches": state.breaches}
    return [name for name in NOTED if getattr(notes, name) is None and not known.get(name)]


def _noted_part(name: str, paragraphs: Sequence[str], language: Language, notes: ChiefNotes | None) -> SheetPart:
    """Return a part with the paragraphs of the event and of the notes."""
    if notes is None:
        return _part(name, paragraphs, language)
    noted: tuple[str, ...] | None = getattr(notes, name)
    if noted is None and not paragraphs:
        return _part(name, [text("chief.not-stated", language)], language)
    return _part(name, [*paragraphs, *(noted or ())], language)


def _part(name: str, paragraphs: Sequence[str], language: Language, table: SheetTable | None = None) -> SheetPart:
    shown = list(paragraphs) or ([] if table is not None else [text("chief.none", language)])
    return SheetPart(text(f"chief.part.{name}", language), shown, table)


def _remarks(state: EventState, language: Language) -> list[str]:
    keys = [(remark.kind.lower().replace(" ", "-"), remark.round) for remark in state.remarks]
    return [text(f"chief.remark.{key}", language, round=round_) for key, round_ in dict.fromkeys(keys)]


def _breaches(state: EventState, language: Language) -> list[str]:
    return [
        text(
            "chief.breach",
            language,
            kind=text(f"chief.breach-kind.{breach.kind}", language),
            round=breach.round,
            reason=breach.reason or "–",
        )
        for breach in state.breaches
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
    teams = (
        [text("chief.teams", language, teams=len(state.teams), boards=state.event_rules.boards)] if state.teams else []
    )
    return _part("participants", [words, *teams], language)


def _rounds(state: EventState, language: Language, notes: ChiefNotes | None) -> SheetPart:
    rows = []
    for place, event_round in sorted(state.rounds.items()):
        played = sum(board.result in ("1-0", "1/2", "0-1") for board in event_round.games)
        rows.append(
            [
                str(place),
                str(len(event_round.games)),
                str(played),
                str(len(event_round.games) - played),
                str(len(event_round.absent)),
            ]
        )
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
        [str(row.rank), str(row.number), row.name, number(row.points, language)]
        + [value or "–" for value in row.values.values()]
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
    rules = state.event_rules
    chief = [text("chief.chief-arbiter", language, name=rules.chief_arbiter)] if rules.chief_arbiter else []
    more = () if notes is None else notes.arbiters
    return _part("arbiters", [*chief, *rules.arbiters, *more], language)


def _norms(event: Event, candidates: Sequence[Candidate], language: Language, notes: ChiefNotes | None) -> SheetPart:
    names = {player.rank: player.name for player in event.players}
    texts = [
        text("chief.norm", language, title=norm.title, name=names[candidate.player])
        for candidate in candidates
        for norm in candidate.norms
        if norm.achieved
    ]
    more = () if notes is None else notes.certificates or ()
    return _part("norms", [*texts, *more], language)


def _noted(notes: Sequence[Mapping[str, Any]], language: Language) -> list[str]:
    paragraphs = []
    for note in notes:
        where = [text(f"chief.where.{key}", language, number=note[key]) for key in ("round", "board") if note.get(key)]
        account = " ".join(part for part in (str(note["text"]), str(note.get("decision") or "")) if part)
        paragraphs.append(": ".join(part for part in (", ".join(where), account) if part))
    return paragraphs


# The envelope of a sealed move, to fold and close: the seven things of Guidelines I.2, with the position.

FIGURES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))


def envelope_sheet(sealed: SealedMove, language: Language = "en") -> bytes:
    """Return the sheet as PDF."""
    side = text(f"envelope.{sealed.sealed_by}", language)
    offer = text(f"envelope.{sealed.draw_offer or 'no-offer'}", language)
    sealer = sealed.white if sealed.sealed_by == "white" else sealed.black
    facts = (
        ("players", f"{sealed.white} – {sealed.black}"),
        ("used-white", sealed.white_used),
        ("used-black", sealed.black_used),
        ("sealed-by", f"{sealer} ({side})"),
        ("move", str(sealed.move)),
        ("offer", offer),
        ("resumed", ", ".join((date_text(sealed.day, language), sealed.hour, sealed.place))),
    )
    numbers = {"of-round": sealed.round, "of-board": sealed.board}
    where = [text(f"envelope.{key}", language, value=value) for key, value in numbers.items() if value]
    data = {
        "words": {},
        "title": text("envelope.title", language),
        "where": " · ".join(part for part in (sealed.event, *where) if part),
        "facts": [[text(f"envelope.item.{key}", language), value] for key, value in facts],
        "position": text("envelope.item.position", language),
        "fen": sealed.fen,
        "rows": [[FIGURES.get(man, "") for man in row] for row in sealed.position],
        "signatures": [text(f"envelope.{key}", language) for key in ("player-signs", "arbiter-signs")],
    }
    return typeset("envelope", data, language)
