"""The sheet of one player, fit to be attached to a claim: his rounds in FIDE's own columns, the sums, the reasons."""

from arpad.domain import CYCLES, Event
from arpad.locale import ArpadError, Language, date_text, text
from arpad.publication.sheet_reasons import Sources, documents, reason_items, reasons_of, source_items
from arpad.publication.sheet_rounds import Line, game_cells, lines, opening_cells
from arpad.publication.sheet_sums import first_rating_sums, rated_sums
from arpad.publication.typesetting import typeset, words
from arpad.rating import EventRating, PlayerRating
from arpad.regulations import Edition
from arpad.trail import sentence, walk

OPENING = ("round", "colour", "opponent", "rc", "w")
BY_GAME = ("d", "d-used", "pd", "change", "k-change")
BY_AVERAGE = ("counts-as", "")
NO_MORE = ("",)
"""An empty name: a column that only shows why a game is not rated."""


def player_sheet(
    rating: EventRating, rank: int, edition: Edition, sources: Sources, language: Language = "en"
) -> bytes:
    """One page for one player of a rated event, as PDF. `sources` are the documents by their ids."""
    own = rating.player(rank)
    if own is None:
        ranks = [it.participant.player.rank for it in rating.players] or [0]
        raise ArpadError("publication.no-player", rank=rank, first=min(ranks), last=max(ranks))
    return typeset("sheet", sheet_data(rating, own, edition, sources, language), language)


def sheet_data(
    rating: EventRating, own: PlayerRating, edition: Edition, sources: Sources, language: Language
) -> dict[str, object]:
    """What the template prints: texts only, every number already written as the language writes it."""
    rounds = lines(rating, own, edition, language)
    first = own.participant.rating is None
    columns = _columns(rounds)
    order = documents(rating, own, edition.source)
    return {
        "words": words("sheet", language),
        "player": _player(own, language),
        "facts": _facts(rating, own, edition, sources, language),
        "columns": [name and text(f"sheet.column.{name}", language) for name in (*OPENING, *columns)],
        "rounds": [_row(line, own, columns, language) for line in rounds],
        "legend": _legend(rating, own, rounds, edition, language),
        "sums": first_rating_sums(own, language) if first else rated_sums(own, language),
        "verdict": _verdict(own, language) if first else "",
        "reasons": reason_items(reasons_of(rating, own), rounds, order, language),
        "notes": _notes(rating, own, language),
        "sources": source_items(order, sources, language),
    }


def _columns(rounds: list[Line]) -> tuple[str, ...]:
    """The columns after W: the numbers of each game, or what an opponent counts as in a capped average."""
    if any(line.change is not None for line in rounds):
        return BY_GAME
    return BY_AVERAGE if any(line.used is not None for line in rounds) else NO_MORE


def _player(own: PlayerRating, language: Language) -> dict[str, str]:
    player = own.participant.player
    born = player.birthday or player.born
    facts = [
        player.id and text("sheet.id", language, id=player.id),
        player.federation,
        born and text("sheet.born", language, born=born if player.birthday else str(born)),
        text("sheet.number", language, rank=player.rank),
    ]
    before = own.participant.rating
    after = own.new_rating if own.initial is None else own.initial.rating
    return {
        "name": " ".join(it for it in (player.title, player.name or f"({player.rank})") if it),
        "line": " · ".join(str(it) for it in facts if it),
        "before": text("word.unrated", language) if before is None else str(before),
        "after": "–" if after is None else str(after),
    }


def _facts(
    rating: EventRating, own: PlayerRating, edition: Edition, sources: Sources, language: Language
) -> list[list[str]]:
    """The head: the event on the left, the rules on the right."""
    event = rating.event
    system = text(f"format.{rating.system}", language)
    if rating.counted_as != rating.system:
        system = text("sheet.counted-as", language, system=system, other=text(f"format.{rating.counted_as}", language))
    facts = [
        ("event", event.name),
        ("edition", f"{edition.name[language]} ({edition.id})"),
        ("place", ", ".join(it for it in (event.city, event.federation) if it)),
        ("document", sources[edition.source][language]),
        ("dates", dates(event, language)),
        ("k", _why_k(own, language)),
        ("system", system),
    ]
    return [[text(f"sheet.fact.{name}", language), value or "–"] for name, value in facts]


def dates(event: Event, language: Language) -> str:
    """From the first day to the last."""
    return " – ".join(date_text(it, language) for it in dict.fromkeys((event.start, event.end)) if it is not None)


def _why_k(own: PlayerRating, language: Language) -> str:
    """8.3.3 and its like: K, and the article that gives it; or the list, where it published the K."""
    if own.k is None:
        return text("sheet.k-none", language)
    taken = [step for _, step in walk(own.steps) if step.what.startswith("k.")]
    told = [f"{sentence(step, language)} ({step.article.number})" for step in taken]
    if not any(step.what != "k.limit" for step in taken):
        told.insert(0, text("sheet.k-listed", language, k=own.participant.k))
    return ". ".join(told)


def _row(line: Line, own: PlayerRating, columns: tuple[str, ...], language: Language) -> dict[str, object]:
    more: list[str] = []
    if columns is BY_GAME:
        more = game_cells(line, own.k or 0, language)
    elif columns is BY_AVERAGE:
        counts = line.rating if line.used is None else line.used
        more = ["" if counts is None else str(counts) + ("" if line.used is None else "*")]
    row: dict[str, object] = {"rated": line.rated, "cells": opening_cells(line, language)}
    row["more"] = [*more, *[""] * (len(columns) - len(more))]
    row["reason"] = f"{line.reason} ({line.article})" if line.article else line.reason
    return row


def _legend(
    rating: EventRating, own: PlayerRating, rounds: list[Line], edition: Edition, language: Language
) -> list[str]:
    """What the columns and marks mean, the marks only where they occur."""
    by_game = any(line.change is not None for line in rounds)
    kind = "game" if by_game else "average"
    if own.participant.rating is None:
        kind = "first-round-robin" if rating.counted_as in CYCLES else "first"
    found = [text(f"sheet.legend.{kind}", language)]
    cap, standing_in = edition.change.cap, edition.change.standing_in
    if any(line.used is not None or (line.change is not None and line.change.capped) for line in rounds):
        found.append(text("sheet.legend.cap", language, cap=cap.value, article=cap.article.number))
    if any(line.standing_in for line in rounds):
        found.append(text("sheet.legend.standing-in", language, article=standing_in.article.number))
    return found


def _verdict(own: PlayerRating, language: Language) -> str:
    """Whether a first rating is published, and if not why."""
    if own.initial is None or (own.initial.rating is None and not own.initial.reasons):
        return text("sheet.verdict.none", language)
    if own.initial.publishable:
        return text("sheet.verdict.published", language)
    why = "; ".join(f"{sentence(step, language)} ({step.article.number})" for step in own.initial.reasons)
    return text("sheet.verdict.not-published", language, why=why)


def _notes(rating: EventRating, own: PlayerRating, language: Language) -> list[str]:
    """What the checks have to say about this player."""
    mine = [it for it in rating.findings if it.player == own.participant.player.rank]
    return [text(f"finding.{it.code}", language, **it.values) for it in mine]
