"""Individual matches (6.1, 6.2; until 2021 6.5, 6.6; rapid and blitz 5.1, 5.2) and Scheveningen (2003 and 2005 6.4)."""

from collections.abc import Iterator

from arpad.domain.event import HALF_POINTS_OF, Event, Game
from arpad.domain.findings import Finding
from arpad.eligibility.checks.common import GameFinding, about_game, finding, ratings
from arpad.eligibility.checks.without_rule import asking_helps
from arpad.eligibility.facts import Facts
from arpad.eligibility.matches import decided_by, leaves_out
from arpad.regulations.rating_edition import Edition


def pairs(event: Event) -> dict[tuple[int, int], list[Game]]:
    """Return the matches of an event: both players, and their games in order."""
    found: dict[tuple[int, int], list[Game]] = {}
    ranks = {player.rank for player in event.players}
    for game in event.games():
        if game.white in ranks and game.black in ranks:
            found.setdefault((min(game.white, game.black), max(game.white, game.black)), []).append(game)
    return found


def check_both_rated(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """6.1, 2017 6.6, rapid and blitz 5.1: a match with an unrated player is not rated."""
    rule = edition.eligibility.match_both_rated
    if not rule.value or facts.system != "match":
        return
    of, matches = ratings(event), pairs(event)
    unrated = [pair for pair in matches if of[pair[0]] is None or of[pair[1]] is None]
    if unrated and len(unrated) == len(matches):
        yield finding("match-unrated", rule)
    else:
        yield from (found for _, found in with_an_unrated(edition, event, facts))


def with_an_unrated(edition: Edition, event: Event, facts: Facts) -> Iterator[GameFinding]:
    """6.1: the games of the matches in which somebody is unrated."""
    rule, of = edition.eligibility.match_both_rated, ratings(event)
    if not rule.value or facts.system != "match":
        return
    for pair, games in pairs(event).items():
        unrated = next((rank for rank in pair if of[rank] is None), None)
        if unrated is not None:
            for game in (game for game in games if game.played):
                yield game, about_game(event, "match-unrated", rule, game, unrated)


def check_after_decision(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """6.2, until 2021 6.5, rapid and blitz 5.2: the games after a match is decided."""
    rule = edition.eligibility.match_after_decision
    if facts.system != "match":
        return
    yield from (found for _, found in after_decision(edition, event, facts))
    if rule.value == "may-be-left-unrated" or (rule.value == "not-rated-unless-asked" and facts.asked):
        count = sum(len(late) for late in _late_games(event, facts))
        if count:
            code = "match-decided-may" if rule.value == "may-be-left-unrated" else "match-decided-asked"
            yield finding(code, rule, "info", games=count, scheduled=scheduled(event, facts))


def after_decision(edition: Edition, event: Event, facts: Facts) -> Iterator[GameFinding]:
    """6.2, 6.5, 5.2: the games played after a match was decided, if they are not rated."""
    rule, planned = edition.eligibility.match_after_decision, scheduled(event, facts)
    if facts.system != "match" or not leaves_out(edition, planned, asked=facts.asked):
        return
    advice = "@advice.asked" if asking_helps(edition) else ""
    for late in _late_games(event, facts):
        for game in late:
            yield game, about_game(event, "match-decided", rule, game, scheduled=planned, advice=advice)


def scheduled(event: Event, facts: Facts) -> int:
    """How many games the match was planned for: as the facts say, else the rounds of the report."""
    return facts.scheduled if facts.scheduled is not None else event.all_rounds


def _late_games(event: Event, facts: Facts) -> Iterator[list[Game]]:
    """Of each match the games played after its decision. A forfeit counts for the decision, but is never rated."""
    for (first, second), games in pairs(event).items():
        scores = [(_half_points(event, first, game.round), _half_points(event, second, game.round)) for game in games]
        last = decided_by(scheduled(event, facts), scores)
        yield [] if last is None else [game for game in games[last:] if game.played]


def _half_points(event: Event, rank: int, number: int) -> int:
    player = event.player(rank)
    results = () if player is None else player.rounds
    return sum(
        HALF_POINTS_OF[result.result] for result in results if result.round == number and result.result is not None
    )


def check_scheveningen(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """2003 and 2005 6.4: a Scheveningen match with more than one unrated player is not rated."""
    rule = edition.eligibility.scheveningen_unrated
    unrated = sum(player.rating is None for player in event.players)
    if facts.system == "scheveningen" and rule.value is not None and unrated > rule.value:
        yield finding("scheveningen-unrated", rule, unrated=unrated, limit=rule.value)
