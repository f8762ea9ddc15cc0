"""The sheet of one player, for a claim: the rounds in FIDE's own columns, the sums, the reasons."""

from arpad.documents.findings import message
from arpad.documents.steps import sentence, walk
from arpad.domain.event import Event
from arpad.i18n import ArpadError, Language, date_text, text
from arpad.publication.sheet_reasons import Sources, documents, reason_items, reasons_of, source_items
from arpad.publication.sheet_rounds import lines, titled_name
from arpad.publication.sheet_sums import first_rating_sums, rated_sums, verdict
from arpad.publication.sheet_table import column_legend, mark_legend, table_data
from arpad.publication.typesetting import typeset, words
from arpad.rating.model import EventRating, PlayerRating
from arpad.regulations.rating_edition import Edition


def player_sheet(
    rating: EventRating, rank: int, edition: Edition, sources: Sources, language: Language = "en"
) -> bytes:
    """Return one page for one player of a rated event, as PDF. `sources` are the documents by their ids."""
    own = rating.player(rank)
    if own is None:
        ranks = [player.participant.player.rank for player in rating.players] or [0]
        raise ArpadError("publication.no-player", rank=rank, first=min(ranks), last=max(ranks))
    return typeset("sheet", sheet_data(rating, own, edition, sources, language), language, ["sheet_parts"])


def sheet_data(
    rating: EventRating, own: PlayerRating, edition: Edition, sources: Sources, language: Language
) -> dict[str, object]:
    """Return the texts for the template; numbers are already written in the language."""
    rounds = lines(rating, own, edition, language)
    first = own.participant.rating is None
    order = documents((*rating.steps, *own.steps), edition.source)
    return {
        "words": words("sheet", language),
        "player": _player(own, language),
        "facts": _facts(rating, own, edition, sources, language),
        **table_data(rounds, own.k, language),
        "legend": [column_legend(rating, own, rounds, language), *mark_legend(rounds, edition, language)],
        "sums": first_rating_sums(own.initial, language) if first else rated_sums(own, language),
        "verdict": verdict(own.initial, language) if first else "",
        "reasons": reason_items(reasons_of(rating, own), rounds, order, language),
        "notes": _notes(rating, own, language),
        "sources": source_items(order, sources, language),
    }


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
        "name": titled_name(own),
        "line": " · ".join(str(fact) for fact in facts if fact),
        "before": text("word.unrated", language) if before is None else str(before),
        "after": "–" if after is None else str(after),
    }


def _facts(
    rating: EventRating, own: PlayerRating, edition: Edition, sources: Sources, language: Language
) -> list[list[str]]:
    """Return the head: the event on the left, the rules on the right."""
    event = rating.event
    system = text(f"format.{rating.system}", language)
    if rating.counted_as != rating.system:
        system = text("sheet.counted-as", language, system=system, other=text(f"format.{rating.counted_as}", language))
    facts = [
        ("event", event.name),
        ("edition", f"{edition.name[language]} ({edition.id})"),
        ("place", ", ".join(value for value in (event.city, event.federation) if value)),
        ("document", sources[edition.source][language]),
        ("dates", dates(event, language)),
        ("k", _why_k(own, language)),
        ("system", system),
    ]
    return [[text(f"sheet.fact.{name}", language), value or "–"] for name, value in facts]


def dates(event: Event, language: Language) -> str:
    """Return the days of an event, from the first to the last."""
    days = dict.fromkeys((event.start, event.end))
    return " – ".join(date_text(day, language) for day in days if day is not None)


def _why_k(own: PlayerRating, language: Language) -> str:
    """8.3.3 and similar: K, and the article that gives it; or the list, if it published the K."""
    if own.k is None:
        return text("sheet.k-none", language)
    taken = [step for _, step in walk(own.steps) if step.what.startswith("k.")]
    told = [f"{sentence(step, language)} ({step.article.number})" for step in taken]
    if not any(step.what != "k.limit" for step in taken):
        told.insert(0, text("sheet.k-listed", language, k=own.participant.k))
    return ". ".join(told)


def _notes(rating: EventRating, own: PlayerRating, language: Language) -> list[str]:
    """Return the findings about this player."""
    mine = [finding for finding in rating.findings if finding.player == own.participant.player.rank]
    return list(dict.fromkeys(message(finding, language) for finding in mine))
