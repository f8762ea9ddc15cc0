"""A complete round robin of a report, rated by the rules for round robins (1996 to 2017)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from arpad.documents.steps import Step
from arpad.domain.event import Event, System
from arpad.domain.games import Entrant, PlayerGame, RoundRobin
from arpad.eligibility.facts import Facts
from arpad.formats.codes import cycles_of
from arpad.rating.championship import championship_rating
from arpad.rating.counting import event_label
from arpad.rating.event_results import (
    EventRating,
    NotRated,
    PlayerRating,
    newcomer_event,
    newcomer_line,
    rated_line,
)
from arpad.rating.newcomer_events import NewcomerEvent, RoundRobinResult
from arpad.rating.participants import Participant, Participants
from arpad.rating.round_robin import rate_round_robin
from arpad.rating.round_robin_results import LEFT_OUT, EntrantResult
from arpad.regulations.rating_edition import Edition


def rate_league(
    edition: Edition,
    event: Event,
    taking_part: Participants,
    system: System,
    not_rated: list[NotRated],
    played: Mapping[int, tuple[PlayerGame, ...]],
    facts: Facts,
) -> EventRating:
    """A round robin by the rules for round robins. `played` are everybody's games, for a national championship (FEDA
    9.4)."""
    ranks = list(taking_part)
    place = {rank: at for at, rank in enumerate(ranks)}
    results: dict[int, list[int | None]] = {rank: [None if other == rank else 0 for other in ranks] for rank in ranks}
    for game in event.games():
        for one, other, score in (
            (game.white, game.black, game.score or 0),
            (game.black, game.white, 2 - (game.score or 0)),
        ):
            results[one][place[other]] = (results[one][place[other]] or 0) + score
    entrants = tuple(
        Entrant(
            name=_label(taking_part[rank]),
            rating=taking_part[rank].for_opponents,
            score=sum(result or 0 for result in results[rank]),
            results=tuple(results[rank]),
            k=None if taking_part[rank].entered else taking_part[rank].k,
            first_event=taking_part[rank].first_event,
        )
        for rank in ranks
    )
    cycles = cycles_of(event, system)
    rated = rate_round_robin(edition, RoundRobin(entrants, cycles))
    by_name = {entrant.entrant.name: entrant for entrant in rated.entrants}
    why = {step.inputs["name"]: step for step in rated.steps if step.what in LEFT_OUT}
    left_out = {rank: why[_label(own)] for rank, own in taking_part.items() if _label(own) in why}
    counting = [rank for rank in ranks if rank not in left_out]
    players = []
    for rank, own in taking_part.items():
        games = played[rank] if facts.championship else ()
        if rank in left_out:
            score = sum(results[rank][place[other]] or 0 for other in counting)
            known = RoundRobinResult(rated.ra, len(counting) * cycles, score, len(counting))
            newcomer = newcomer_event(
                own, event, games=games, result=known, championship=facts.championship, facts=facts
            )
            players.append(_left_out(edition, event, own, newcomer, left_out[rank]))
        else:
            average = _league_average(taking_part, by_name, rank)
            players.append(_league_player(edition, event, own, by_name[_label(own)], average, cycles, games, facts))
    not_rated += _not_counted(event, taking_part, left_out)
    return EventRating(edition.id, event, system, system, tuple(players), tuple(not_rated), rated.steps)


def _left_out(edition: Edition, event: Event, own: Participant, newcomer: NewcomerEvent, why: Step) -> PlayerRating:
    """Return the line of a newcomer who is ignored: the reason (6.1, FEDA 7.1), or what FEDA 9.4 gives all the same.

    If the score is ignored in a first event only, the result is kept: the next event is not the first, and by 2017 6.1
    the result counts once there are other rated games."""
    inputs = {**why.inputs, "event": event_label(event.name)}
    what = "initial.ignored-round-robin"
    if why.what == "round-robin.no-ru":
        what = "initial.no-ru-round-robin"
    elif inputs["counted"] != inputs["score"]:
        what = "initial.ignored-round-robin-counted"
    by_championship = newcomer if championship_rating(edition, [newcomer]) else None
    line = newcomer_line(edition, own, by_championship, against=(Step(why.article, what, inputs, None),))
    return line if edition.initial.ignored_in.value == "any-event" else replace(line, newcomer=newcomer)


def _not_counted(event: Event, taking_part: Participants, left_out: Mapping[int, Step]) -> list[NotRated]:
    """Return the games of the players who are left out. A game still counts for a player who has entered the list
    since (10.4)."""
    found = []
    for game in event.games():
        why = left_out.get(game.white) or left_out.get(game.black)
        white, black = taking_part[game.white], taking_part[game.black]
        entered = (white.entered and black.for_opponents is not None) or (
            black.entered and white.for_opponents is not None
        )
        if why is not None and not entered:
            found.append(NotRated(game, why.what.partition(".")[2], why.article.number))
    return found


def _label(own: Participant) -> str:
    """Return a name that nobody else has."""
    return f"{own.player.rank} {own.player.name}".strip()


def _league_average(taking_part: Participants, by_name: Mapping[str, EntrantResult], rank: int) -> Fraction | None:
    """The mean of a player's opponents, the unrated with the Ru that counts."""
    ratings = []
    for other, own in taking_part.items():
        result = by_name.get(_label(own))
        if other == rank or result is None:
            continue
        ru = result.new_ru if result.new_ru is not None else result.ru
        ratings.append(ru if own.for_opponents is None else own.for_opponents)
    known = [rating for rating in ratings if rating is not None]
    return Fraction(sum(known), len(known)) if known else None


def _league_player(
    edition: Edition,
    event: Event,
    own: Participant,
    result: EntrantResult,
    average: Fraction | None,
    cycles: int,
    games: tuple[PlayerGame, ...],
    facts: Facts,
) -> PlayerRating:
    """Return one line of the table, from the result of the round robin."""
    if own.for_opponents is None:
        rc = result.new_rc if result.new_rc is not None else result.rc
        known = RoundRobinResult(Fraction(rc or 0), result.games, result.score, result.games // cycles)
        newcomer = newcomer_event(own, event, games=games, result=known, championship=facts.championship, facts=facts)
        return newcomer_line(edition, own, newcomer, result.steps)
    assert result.expected is not None
    return rated_line(edition, own, result.games, result.score, average, result.expected, result.steps)
