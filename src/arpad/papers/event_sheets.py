"""Printed sheets of a tournament: standings, draws, prizes, check-list, invitation, interim rating."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from arpad.documents.findings import message
from arpad.documents.steps import Explanation, sentence, walk
from arpad.domain.event import Event
from arpad.i18n import Language, date_text, number, text
from arpad.lab.interim import Interim, ReachedVerdict, State, interim_table, verdict_words
from arpad.pairing.checklist import ChecklistRow
from arpad.pairing.forensic_words import departure_lines, summary_lines, sure_words
from arpad.pairing.forensics import Forensics
from arpad.pairing.round_robin_tables import Draw, Lot
from arpad.pairing.team_tables import Names, numbered, title
from arpad.papers.old_forms import event_data
from arpad.papers.player_sheet import dates
from arpad.papers.typeset import digest_text, typeset, words
from arpad.prizes.award import SideBySide
from arpad.prizes.tables import category_columns, column_names, is_left, player_columns, prize_tables
from arpad.standings.table import StandingsTable
from arpad.standings.tables import WordsColumn, WordsTable, heading, under
from arpad.tournament.fees import due, fee_parts, money_text, owed
from arpad.tournament.rules import EventRules
from arpad.tournament.state import Entry, EventState
from arpad.tournament.times import event_times

# The arbiter's check-list before a round, to print.


def checklist_sheet(event: Event, round_number: int, rows: Sequence[ChecklistRow], language: Language = "en") -> bytes:
    """Return the players in the order of A.2, a line between scoregroups, as PDF."""
    players = {player.rank: player for player in event.players}
    scores = [row.score for row in rows]
    data = {
        "words": words("pairing.sheet", language),
        "title": text("pairing.sheet.title", language),
        "event": event.name,
        "round": text("pairing.checklist", language, round=round_number),
        "rows": [
            {
                "cells": [
                    str(row.player), players[row.player].name, str(players[row.player].rating or ""),
                    number(row.score, language), row.colours, row.preference, row.float, row.float_before,
                    number(row.colour_difference, language, sign=True), "" if row.bye_allowed else "X",
                    " ".join(map(str, row.opponents)),
                ],
                "first": at == 0 or scores[at - 1] != row.score,
            }
            for at, row in enumerate(rows)
        ],
    }  # fmt: skip
    return typeset("checklist", data, language)


# The rounds of a draw to hang up: boards, players, and room for the results.

LONG_NAME = 12
"""A name with more signs than this needs half the width of the page."""


def draw_table(draw: Draw, names: Sequence[str], lots: Sequence[Lot] = (), language: Language = "en") -> bytes:
    """Return all rounds as PDF. Players who drew their numbers are printed with their names."""
    given = names or [lot.entrant.name for lot in lots]
    shown = Names(draw, given, language)
    rounds = [
        {
            "heading": text("draw.round", language, number=number),
            "boards": [[str(board), shown[pairing.white], shown[pairing.black]] for board, pairing in boards],
            "byes": shown.byes(draw_round),
        }
        for number, (draw_round, boards) in enumerate(zip(draw.rounds, numbered(draw), strict=True), 1)
    ]
    data = {
        "words": words("draw.sheet", language),
        "title": title(draw, language),
        "lots": [[str(lot.number), lot.entrant.federation, lot.entrant.name, lot.group] for lot in lots],
        "rounds": rounds,
        "counter": "tie" if draw.kind == "knockout" else "board",
        "wide": draw.kind == "knockout" or max(map(len, given), default=0) > LONG_NAME,
    }
    return typeset("draw_table", data, language)


# Sheets of a tournament to hang up, to sign or to send: headings, paragraphs and tables.

ColumnKind = Literal["left", "name", "right", "center", "strong"]


class SheetTable(NamedTuple):
    """A table of a sheet: its headings, how each column is set, and the rows."""

    headings: Sequence[str]
    kinds: Sequence[ColumnKind]
    rows: Sequence[Sequence[str]]


class SheetPart(NamedTuple):
    """A part of a sheet."""

    heading: str = ""
    paragraphs: Sequence[str] = ()
    table: SheetTable | None = None


def event_sheet(state: EventState, title: str, parts: Sequence[SheetPart], language: Language = "en") -> bytes:
    """Return a sheet of an event as PDF."""
    return titled_sheet(state.event_rules.name, where_and_when(state.event_rules, language), title, parts, language)


def titled_sheet(name: str, where: str, title: str, parts: Sequence[SheetPart], language: Language = "en") -> bytes:
    """Return a sheet as PDF: its title, the name of an event, where and when it is, and the parts."""
    data = {
        "words": {},
        "page": text("form.page", language),
        "title": title,
        "event": {"name": name, "where": where},
        "parts": [
            {
                "heading": part.heading,
                "paragraphs": list(part.paragraphs),
                "table": None if part.table is None else part.table._asdict(),
            }
            for part in parts
        ],
    }
    return typeset("event_sheet", data, language)


def forensic_sheet(found: Forensics, more: Sequence[str], event: Event, language: Language = "en") -> bytes:
    """Return which rules made each round as PDF: the summary, what `more` was checked, and the reasons of each round
    of which there is something to say."""
    headings = [text(f"table.{name}", language) for name in ("round", "forensics", "forensics-sure")]
    rows = [[str(round_.round), round_.verdict.text(language), sure_words(round_, language)] for round_ in found.rounds]
    summary = list(summary_lines(found, language))
    parts = [SheetPart(paragraphs=[*summary, *more], table=SheetTable(headings, ("right", "left", "left"), rows))]
    for round_ in found.rounds:
        reasons = [*(words.text(language) for words in round_.why), *departure_lines(round_, language)]
        if reasons:
            heading = text("forensics.round", language, round=round_.round, verdict=round_.verdict.text(language))
            parts.append(SheetPart(heading, reasons))
    where = ", ".join(part for part in (event.city, dates(event, language)) if part)
    return titled_sheet(event.name or "–", where, text("web.forensics.title", language), parts, language)


def sheet_markdown(name: str, where: str, title: str, parts: Sequence[SheetPart]) -> str:
    """Return a sheet as Markdown, for programs that write on."""
    lines = [f"# {title}", "", f"**{name}**" + (f" · {where}" if where else ""), ""]
    for part in parts:
        lines += [f"## {part.heading}", ""] if part.heading else []
        for paragraph in part.paragraphs:
            lines += [paragraph, ""]
        if part.table is not None:
            lines += [_line(part.table.headings), _line(["---"] * len(part.table.headings))]
            lines += [*(_line(row) for row in part.table.rows), ""]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def where_and_when(rules: EventRules, language: Language) -> str:
    """Return the city, the federation and the days of an event."""
    days = " – ".join(dict.fromkeys(date_text(day, language) for day in (rules.start, rules.end) if day))
    return " · ".join(part for part in (rules.city, rules.federation, days) if part)


# The sheet of an interim rating for a title application (1.5.3a): every game, both readings of K, the verdict.

LEFT = ("lab-event", "lab-opponent")
"""The columns of texts."""


def interim_pdf(
    head: Mapping[str, Any],
    interim: Interim,
    verdicts: Sequence[ReachedVerdict],
    state: State,
    digest: str,
    language: Language = "en",
) -> bytes:
    """Return the sheet as PDF. `head` has the id, the name, the day of the list and the time class, as far as they are
    known."""
    table = interim_table(interim).in_words(language)
    period = head["period"]
    facts = [
        ("player", " ".join(str(head[key]) for key in ("name", "id") if head[key]) or "–"),
        ("list", "–" if period is None else date_text(period, language)),
        ("before", str(interim.base)),
        ("games-before", str(interim.before)),
        ("final", str(interim.final)),
    ]
    notes = [text(f"lab.interim.{state}", language)] if period is not None else []
    data = {
        "words": words("interim-sheet", language),
        "title": text("interim-sheet.title", language),
        "who": facts[0][1],
        "facts": [[text(f"interim-sheet.{name}", language), value] for name, value in facts],
        "headings": [text(f"table.{heading}", language) for heading in table.headings],
        "left": [heading in LEFT for heading in table.headings],
        "rows": [list(row) for row in table.rows],
        "verdicts": [verdict_words(verdict, language) for verdict in verdicts],
        "notes": [
            *notes,
            text("lab.interim.two-readings", language, games=interim.before),
            *([text("lab.interim.order", language)] if interim.hidden else []),
        ],
        "digest": digest_text(digest),
    }
    return typeset("interim_sheet", data, language)


# The invitation to an event, to print: the items of C.05 12.3 that are filled in.


def invitation_sheet(name: str, items: Mapping[str, str], language: Language = "en") -> bytes:
    """Return the items with their titles as PDF, in their order."""
    data = {
        "words": words("tournament.sheet", language),
        "title": name,
        "items": [
            [str(int(item)), text(f"tournament.item.{item}", language), content.strip().split("\n")]
            for item, content in items.items()
        ],
    }
    return typeset("invitation", data, language)


# The sheet of the prizes: every addend, the sums, and room for the signatures of the two people who computed them.


def prize_sheet(side: SideBySide, event: str, language: Language = "en") -> bytes:
    """Return the sheet as PDF, on A4."""
    tables = prize_tables(side, language)
    players, categories = player_columns(side), category_columns(side)
    data = {
        "words": words("prizes.sheet", language),
        "title": text("prizes.sheet.title", language),
        "event": event,
        "head": tables.head,
        "announced": list(tables.announced),
        "players": _table(side, players, tables.players, language),
        "groups": list(tables.groups),
        "categories": _table(side, categories, tables.categories, language),
        "sums": list(tables.sums),
        "remarks": [message(finding, language) for finding in side.findings],
    }
    return typeset("prize_sheet", data, language)


def _table(
    side: SideBySide, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...], language: Language
) -> dict[str, object]:
    return {
        "headings": column_names(columns, language),
        "left": [is_left(name, side) for name in columns],
        "wide": [name in ("name", "where") for name in columns],
        "rows": [list(row) for row in rows],
    }


# Standings to hang up: the table, the crosstable, several editions side by side, and the reasons.

UPRIGHT = 100
"""A line with more signs than this needs the page on its side."""
GAP = 2
LONGEST_NAME = 28
"""A longer name is set smaller, so that one name does not make the whole table small."""
MOST_RESULTS = 40
"""More columns of results are printed as several tables, one below the other."""

MARKED = ("points", "result", "edition", "changed")
"""Columns that are printed in a way of their own."""


def standings_sheet(table: WordsTable, event: Event, language: Language = "en") -> bytes:
    """Return a table as PDF on A4, on its side if it is wide; the head is repeated on every page."""
    parts = [_part(table, columns) for columns in _divided(table)]
    signs = max(sum(len(cell) + GAP for cell in part.widest) for part in parts)
    data = {
        "words": words("standings.sheet", language),
        "title": table.title,
        "event": event_data(event, language),
        "flipped": signs > UPRIGHT,
        "parts": [part._asdict() for part in parts],
        "legend": list(table.legend),
    }
    return typeset("standings_sheet", data, language)


def _divided(table: WordsTable) -> list[list[int]]:
    """Return the columns of each part of a table: all of them, unless there are too many results."""
    results = [place for place, column in enumerate(table.columns) if column.name == "result"]
    if len(results) <= MOST_RESULTS:
        return [list(range(len(table.columns)))]
    before, after = range(results[0]), range(results[-1] + 1, len(table.columns))
    some = [results[at : at + MOST_RESULTS] for at in range(0, len(results), MOST_RESULTS)]
    return [[*before, *part, *after] for part in some]


class _Part(NamedTuple):
    """Some columns of a table, with the widest text of each, by which the size of the type is chosen."""

    headings: list[str]
    kinds: list[str]
    widest: list[str]
    rows: list[list[str]]


def _part(table: WordsTable, places: list[int]) -> _Part:
    columns = [table.columns[place] for place in places]
    rows = [[row[place] for place in places] for row in table.rows]
    return _Part(
        [column.heading for column in columns],
        [_kind(column) for column in columns],
        [_widest(column, [row[at] for row in rows]) for at, column in enumerate(columns)],
        rows,
    )


def _kind(column: WordsColumn) -> str:
    if column.name in ("name", "team"):
        return "name"
    return column.name if column.name in (*MARKED, "details") else "left" if column.left else "right"


def _widest(column: WordsColumn, cells: list[str]) -> str:
    widest = max((column.heading, *cells), key=len)
    if _kind(column) == "details":
        return column.heading
    return widest[:LONGEST_NAME] if _kind(column) == "name" else widest


def standings_reasons(table: StandingsTable, steps: Explanation, event: Event, language: Language = "en") -> bytes:
    """Return the reasons of one contestant, or of the order of two, as PDF on A4."""
    lines = [
        {"depth": depth, "text": sentence(step, language), "article": step.article.number}
        for depth, step in walk(steps)
    ]
    data = {
        "words": words("standings.sheet", language),
        "title": text("standings.sheet.reasons", language),
        "event": event_data(event, language),
        "lines": lines,
        "legend": [heading(table.competition, language), under(table, language)],
    }
    return typeset("standings_reasons", data, language)


# The receipt of a player's entry fee.


def fee_receipt(state: EventState, player: Entry, language: Language = "en") -> bytes:
    """Return what a player has paid, how the fee adds up, and what is still owed, as PDF."""
    rules, times = state.event_rules, event_times(state.event_rules)

    def words(key: str, **values: object) -> str:
        return text(f"paper.receipt.{key}", language, **values)

    def money(amount: Fraction) -> str:
        return money_text(amount, rules, language)

    payments = [
        [
            times.when(payment.at, language),
            words(payment.how) if payment.how else words("correction") if payment.undoes else "",
            payment.who,
            money(payment.amount),
        ]
        for payment in player.payments
    ]
    account = [
        [f"{words(part.kind)}{f': {part.name}' if part.name else ''}", money(part.amount)]
        for part in fee_parts(player, rules)
    ]
    if player.fee is not None:
        account = [[f"{words('own')}: {player.fee_reason}" if player.fee_reason else words("own"), money(player.fee)]]
    open_ = owed(player, rules)
    sums = [[words("due"), money(due(player, rules))], [words("paid"), money(player.paid)]]
    sums += [[words("owed" if open_ > 0 else "back"), money(abs(open_))]] if open_ else []
    who = " · ".join(part for part in (player.name, player.id, player.club) if part)
    number = f"{player.entry}-{player.payments[-1].n}" if player.payments else str(player.entry)
    parts = [
        SheetPart(who, (words("received"),)),
        SheetPart(
            "",
            (),
            SheetTable(
                [words(name) for name in ("when", "how", "by", "amount")], ["left", "left", "name", "right"], payments
            ),
        ),
        SheetPart(words("account"), (), SheetTable(["", ""], ["name", "strong"], [*account, *sums])),
        SheetPart("", (words("sign"),)),
    ]
    return event_sheet(state, words("titled", number=number), parts, language)
