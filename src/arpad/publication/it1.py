"""Form IT1: the certificate of a title result."""

from collections.abc import Container, Iterable
from typing import NamedTuple

from arpad.domain.event import Event, Player, RoundResult
from arpad.domain.games import points
from arpad.i18n import Language, text
from arpad.publication.census import foreigners
from arpad.publication.crosstable import number_text, score_text, symbol
from arpad.publication.form_1 import event_data
from arpad.publication.form_2 import opponent_name
from arpad.publication.it1_remarks import is_exempt, it1_remarks
from arpad.publication.opponents import birth, names, sex
from arpad.publication.typesetting import typeset, words
from arpad.regulations.title_editions import TitleEdition
from arpad.titles.games import code, federations_of
from arpad.titles.model import EventFacts, Norm, NormGame

NOTHING = "\N{EN DASH}"
SHARED = ("form_parts",)


class NormCounters(NamedTuple):
    """How many opponents are not of the candidate's federation, rated, of the host federation, and titled; None if
    the report does not have the federations. An opponent met twice is one opponent."""

    not_own: int | None
    rated: int
    host: int | None
    titled: int


def it1(
    event: Event,
    norm: Norm,
    candidate: Player,
    facts: EventFacts,
    edition: TitleEdition,
    language: Language = "en",
) -> bytes:
    """Return the certificate as PDF. If the result is not a norm, it says so across the page."""
    return typeset("it1", it1_data(event, norm, candidate, facts, edition, language), language, shared=SHARED)


def it1_data(
    event: Event, norm: Norm, candidate: Player, facts: EventFacts, edition: TitleEdition, language: Language
) -> dict[str, object]:
    """Return the texts for the template; numbers are already written in the language."""
    host = facts.host or event.federation
    count = counters(norm.games, candidate.federation, host, edition.norm.titles_counted.value)
    surname, first_name = names(candidate.name)
    floor, unrated = edition.norm.raised.article, edition.norm.unrated_as
    return {
        "words": {**words("it1", language), "adjusted": text("it1.adjusted", language, article=floor)},
        "page": text("form.page", language),
        "across": "" if norm.achieved else text("it1.draft" if norm.undecided else "it1.no-norm", language),
        "title": text(f"it1.titles.{norm.title}", language),
        "english": {"heading": text("it1.heading", "en"), "title": text(f"it1.titles.{norm.title}", "en")},
        "event": event_data(event, language),
        "person": {
            "name": candidate.name,
            "surname": surname,
            "first-name": first_name,
            "sex": sex(candidate, language),
            "id": candidate.id,
            "federation": candidate.federation,
            "born": birth(candidate, language),
        },
        "count": {
            "rounds": str(len(norm.games)),
            "not-own": number_text(count.not_own),
            "rated": str(count.rated),
            "host": number_text(count.host),
            "titled": str(count.titled),
        },
        "where-exempt": text("it1.where-exempt", language, article=edition.norm.swiss_rated_foreigners.article),
        "exemption": _exemption(event, host) if is_exempt(norm, edition) else {},
        "remarks": list(it1_remarks(norm, facts, edition, language)),
        "rows": rows(event, norm, candidate, unrated.value, language),
        "sums": [
            ["R(a)", number_text(norm.average) or NOTHING],
            ["Rp", number_text(norm.performance) or NOTHING],
            [text("it1.total", language), score_text(points(norm.score), language)],
            ["d(p)", number_text(norm.dp) or NOTHING],
        ],
        "note": text("it1.note", language, unrated=str(unrated.value), article=floor),
    }


def counters(games: Iterable[NormGame], own: str, host: str, titles: Container[str]) -> NormCounters:
    """Count the games that count, without forfeits and games dropped or cut off."""
    met = list({game.opponent: game for game in games}.values())
    found = federations_of(met, code(own))
    return NormCounters(
        not_own=len(met) - found.own if code(own) and not found.unknown else None,
        rated=sum(player.rating is not None for player in met),
        host=sum(code(player.federation) == code(host) for player in met) if host else None,
        titled=sum(opponent.title in titles for opponent in met),
    )


def rows(event: Event, norm: Norm, candidate: Player, unrated: int, language: Language) -> list[dict[str, object]]:
    """Return every round of the candidate. Unplayed games have + and −, played games that do not count have
    brackets."""
    counted = {game.round: game for game in norm.games}
    left_out = {game.round: game for game in (*norm.dropped, *(omission.game for omission in norm.left))}
    found: list[dict[str, object]] = []
    for one in sorted(candidate.rounds, key=lambda round_: round_.round):
        if one.result is None:
            continue
        game = counted.get(one.round)
        opponent = game or left_out.get(one.round) or (None if one.opponent is None else event.player(one.opponent))
        bracketed = one.played and game is None
        name, number, federation, rating, title = _opponent(one, opponent, language)
        adjusted = NOTHING if game is None else _adjusted(norm, game, unrated)
        found.append(
            {
                "cells": [str(one.round), name, number, federation, rating, adjusted, title, _score(one, game)],
                "counts": game is not None,
                "raised": norm.raised is not None and norm.raised.game.round == one.round,
                "bracketed": bracketed,
            }
        )
    return found


def _opponent(round_: RoundResult, opponent: NormGame | Player | None, language: Language) -> tuple[str, ...]:
    """Return the opponent's name, number, federation, rating and title, or the kind of bye."""
    if opponent is None or round_.opponent is None:
        return opponent_name(round_, None, language), "", "", "", ""
    return (
        opponent.name or f"#{round_.opponent}",
        opponent.id,
        opponent.federation,
        number_text(opponent.rating),
        opponent.title,
    )


def _score(round_: RoundResult, game: NormGame | None) -> str:
    """Return 1, ½, 0; in brackets if played but not counted; 1.4.2c: + (0) for an absent opponent who counts."""
    if game is None:
        return f"[{symbol(round_)}]" if round_.played else symbol(round_)
    return symbol(round_) if round_.played else f"{symbol(round_)} ({score_text(points(game.score), 'en')})"


def _adjusted(norm: Norm, game: NormGame, unrated: int) -> str:
    """Return the rating with which the opponent counts, if it is not their own."""
    if norm.raised is not None and norm.raised.game.round == game.round:
        return str(norm.raised.to)
    return str(unrated) if game.rating is None else ""


def _exemption(event: Event, host: str) -> dict[str, str]:
    return {name: str(value) for name, value in foreigners(event.players, host)._asdict().items()}
