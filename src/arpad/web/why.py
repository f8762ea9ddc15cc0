"""Why a rating is what it is, as a page: the claim sheet with one line a game, whose reasons fold out."""

from collections.abc import Iterable
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response

from arpad.domain.games import points
from arpad.i18n import Language, hundredths, number, text
from arpad.office.proof.sheets import PeriodSheet, list_version, sheet_document
from arpad.papers.period_sheet import EventPart, event_parts, period_sheet, period_sheet_data
from arpad.papers.player_sheet import RoundLine, Sources, signed
from arpad.papers.standings import symbol
from arpad.web.answers import Answer, pdf_file
from arpad.web.language import language_of

Shown = dict[str, Any]


def sheet_answer(request: Request, found: PeriodSheet) -> Answer:
    """Return a claim sheet as a page and as a document."""
    language, sources = language_of(request), request.app.state.site.regulations.sources
    return Answer(lambda: sheet_document(found, language), lambda: _page(found, sources, language))


def sheet_file(request: Request, found: PeriodSheet) -> Response:
    """Return a claim sheet as a PDF, named after the player and the list."""
    sources = request.app.state.site.regulations.sources
    pdf = period_sheet(found, list_version(found), sources, language_of(request))
    version, player = found.version, found.after
    name = f"{player.name or player.id} {version.period:%Y-%m} {found.time_class} v{version.number}"
    return pdf_file(pdf, name)


def _page(found: PeriodSheet, sources: Sources, language: Language) -> Shown:
    """Return what the template shows: the texts of the sheet, the strip, and each event with its games."""
    sheet = period_sheet_data(found, list_version(found), sources, language)
    parts = event_parts(found, language)
    told = cast(list[Shown], sheet["events"])
    return {
        "found": found,
        "sheet": sheet,
        "strip": _strip(found, parts, language) or sheet["sums"],
        "events": [_event(found, part, shown, language) for part, shown in zip(parts, told, strict=True)],
    }


def _strip(found: PeriodSheet, parts: list[EventPart], language: Language) -> list[Shown]:
    """The period of a rated player in one line; nothing for others, whose sums have other names."""
    if found.period.base is None or not parts:
        return []
    lines = [part.outcome.line for part in parts]
    expected = [line.expected for line in lines if line.expected is not None]
    factors = dict.fromkeys(str(part.k) for part in parts if part.k is not None)
    change = found.period.change
    cells = [
        ("games", str(found.period.games), ""),
        ("score", number(points(sum(line.score for line in lines)), language), ""),
        ("expected", _hundredths(sum(expected), language) if expected else "–", ""),
        ("change", signed(change, language), _tone(change)),
        ("k", " / ".join(factors), ""),
    ]
    named = [
        {"caption": text(f"web.why.{name}", language), "value": value, "tone": tone} for name, value, tone in cells
    ]
    listed = {
        "caption": text("period-sheet.sum.list", language),
        "value": found.standing.rating or "–",
        "main": True,
        "under": "",
    }
    return [*named, listed]


def _event(found: PeriodSheet, part: EventPart, shown: Shown, language: Language) -> Shown:
    """An event with its games, its totals, and the reasons that are of no single game."""
    own = part.outcome.line
    reasons = cast(list[Shown], shown["reasons"])
    rounds = [_game(found, part, line, reasons, language) for line in part.lines]
    games, score = part.against_rated
    return {
        "number": found.numbers.get(part.outcome.of.part.accepted.sha256),
        "name": shown["name"],
        "line": shown["line"],
        "games": rounds,
        "by_game": any(line.change is not None for line in part.lines),
        "total": {
            "games": games,
            "score": number(points(score), language),
            "expected": "" if own.expected is None or part.k is None else _hundredths(own.expected, language),
            "change": "" if part.change is None else signed(part.change, language),
            "tone": _tone(part.change or 0),
        },
        "sums": shown["sums"],
        "legend": shown["legend"],
        "reasons": [one for one in reasons if not one["round"]],
    }


def _game(found: PeriodSheet, part: EventPart, line: RoundLine, reasons: Iterable[Shown], language: Language) -> Shown:
    change = None if line.change is None or part.k is None else part.k * line.change.change
    round_ = str(line.result.round)
    return {
        "round": round_,
        "colour": line.result.colour if line.result.opponent is not None else None,
        "opponent": line.opponent,
        "id": line.id if line.id in found.known else "",
        "rating": line.rating,
        "standing_in": line.standing_in,
        "counts_as": line.used,
        "capped": line.change is not None and line.change.capped,
        "result": symbol(line.result),
        "expected": "" if line.change is None else _hundredths(line.change.expected, language),
        "change": "" if change is None else signed(change, language),
        "tone": _tone(change or 0),
        "rated": line.rated,
        "reason": f"{line.reason} ({line.article})" if line.article else line.reason,
        "reasons": [one for one in reasons if one["round"] == round_],
    }


def _hundredths(value: int, language: Language) -> str:
    return number(hundredths(value), language)


def _tone(value: int) -> str:
    return "up" if value > 0 else "down" if value < 0 else ""
