"""A complete round robin of a report, rated by the rules for round robins (1996 to 2017)."""

from collections.abc import Mapping
from fractions import Fraction

from arpad.domain import Entrant, Event, PlayerGame, RoundRobin, System, points
from arpad.eligibility import Facts
from arpad.rating.counting import event_label
from arpad.rating.event_results import (
    EventRating,
    NotRated,
    PlayerRating,
    newcomer_event,
    newcomer_line,
    rated_line,
)
from arpad.rating.newcomer_events import RoundRobinResult
from arpad.rating.participants import Participant, Participants
from arpad.rating.round_robin import rate_round_robin
from arpad.rating.round_robin_results import EntrantResult
from arpad.regulations import Edition
from arpad.reports.tournament_types import cycles_of
from arpad.trail import Step


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
    players = tuple(
        _league_player(
            edition,
            event,
            taking_part[rank],
            by_name.get(_label(taking_part[rank])),
            _league_average(taking_part, by_name, rank),
            cycles,
            played[rank] if facts.championship else (),
            facts,
            entrant.score,
        )
        for rank, entrant in zip(ranks, entrants, strict=True)
    )
    return EventRating(edition.id, event, system, system, players, tuple(not_rated), rated.steps)


def _ignored(edition: Edition, event: Event, score: int) -> Step:
    """6.1, FEDA 7.1: why nothing counts of a newcomer whose score is too low."""
    rule = edition.initial.ignored_for_opponents
    inputs = {"event": event_label(event.name), "score": points(score)}
    return Step(rule.article, "initial.ignored-round-robin", inputs, None)


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
    result: EntrantResult | None,
    average: Fraction | None,
    cycles: int,
    games: tuple[PlayerGame, ...],
    facts: Facts,
    score: int,
) -> PlayerRating:
    """Return one line of the table, from the result of the round robin; an ignored player has only the reason."""
    if own.for_opponents is None:
        if result is None:
            return newcomer_line(edition, own, None, against=(_ignored(edition, event, score),))
        rc = result.new_rc if result.new_rc is not None else result.rc
        known = RoundRobinResult(Fraction(rc or 0), result.games, result.score, result.games // cycles)
        newcomer = newcomer_event(own, event, games=games, result=known, championship=facts.championship, facts=facts)
        return newcomer_line(edition, own, newcomer, result.steps)
    assert result is not None
    assert result.expected is not None
    return rated_line(edition, own, result.games, result.score, average, result.expected, result.steps)
