"""Checks of individual matches (6.1, 6.2; rapid and blitz 5.1, 5.2), Scheveningen and round robins."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from arpad.domain.event import CYCLES, Event, Game, System, half_points_of
from arpad.domain.findings import Finding
from arpad.eligibility.check_days import GameFinding, about_game, finding, played, rated, ratings, women_only
from arpad.eligibility.check_events import asking_helps, decided_by, leaves_out
from arpad.eligibility.facts import Facts
from arpad.formats.codes import cycles_of
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Rule

# Individual matches (6.1, 6.2; until 2021 6.5, 6.6; rapid and blitz 5.1, 5.2) and Scheveningen (2003 and 2005 6.4).


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
    return half_points_of(result for result in results if result.round == number)


def check_scheveningen(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """2003 and 2005 6.4: a Scheveningen match with more than one unrated player is not rated."""
    rule = edition.eligibility.scheveningen_unrated
    unrated = sum(player.rating is None for player in event.players)
    if facts.system == "scheveningen" and rule.value is not None and unrated > rule.value:
        yield finding("scheveningen-unrated", rule, unrated=unrated, limit=rule.value)


# Round robins until 2021: how many must be rated (6.3, 2017 6.2, FEDA 7.3), and the effect of an unplayed game (6.43,
# 6.4).


def check_rated_share(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """6.3, 2017 6.2, FEDA 7.3: at least one third of the players of a round robin are rated."""
    rule, count = edition.eligibility.rr_rated_share, len(event.players)
    if rule.value is None or not _composed(edition, event, facts):
        return
    needed = -(-count * rule.value.numerator // rule.value.denominator)
    if len(rated(event)) < needed:
        values = {"rated": len(rated(event)), "players": count, "needed": needed, "advice": _advice(edition)}
        yield finding("rr-rated-share", rule, **values)


def check_small(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """6.31, 2017 6.21, FEDA 7.31: of fewer than ten players at least four are rated."""
    rules, count = edition.eligibility, len(event.players)
    small, needed = rules.rr_small.value, rules.rr_small_rated.value
    if small is None or needed is None or not _composed(edition, event, facts) or count >= small:
        return
    if len(rated(event)) < needed:
        values = {"rated": len(rated(event)), "players": count, "needed": needed, "small": small}
        yield finding("rr-rated-small", rules.rr_small_rated, **values, advice=_advice(edition))


def _advice(edition: Edition) -> str:
    """Return the advice about championships, if the edition has a rule for them."""
    return "" if edition.eligibility.rr_championship_rated.value is None else "@advice.championship"


def check_double(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """6.32, 2017 6.22, FEDA 7.32: a double round robin with unrated players has six players, four of them rated."""
    rules, count, with_rating = edition.eligibility, len(event.players), len(rated(event))
    if facts.system != "double-round-robin" or not _composed(edition, event, facts) or with_rating == count:
        return
    players, needed = rules.rr_double_players.value, rules.rr_double_rated.value
    if players is not None and count < players:
        yield finding("rr-double-players", rules.rr_double_players, players=count, needed=players)
    if needed is not None and with_rating < needed:
        yield finding("rr-double-rated", rules.rr_double_rated, rated=with_rating, needed=needed)


def check_championship(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """6.33, 2017 6.23, FEDA 7.33: a championship as a round robin with three rated players, two if women's. FIDE means
    the national one, FEDA a regional or provincial one too."""
    rule = _championship_rule(edition, event, facts)
    if facts.system not in CYCLES or rule is None or rule.value is None:
        return
    count = len(rated(event))
    if count >= rule.value:
        return
    women = edition.eligibility.rr_championship_rated_women
    if women_only(event, facts) is None and women.value is not None and count >= women.value:
        yield finding("cannot-check-women", women, "info", rated=count, needed=women.value)
    else:
        yield finding("rr-championship", rule, rated=count, needed=rule.value)


def _championship_rule(edition: Edition, event: Event, facts: Facts) -> Rule[int | None] | None:
    """Return how many must be rated in this championship; None if it is not one, or there is no rule."""
    rules = edition.eligibility
    if not facts.championships.intersection(rules.rr_championships.value) or rules.rr_championship_rated.value is None:
        return None
    if women_only(event, facts) and rules.rr_championship_rated_women.value is not None:
        return rules.rr_championship_rated_women
    return rules.rr_championship_rated


def _composed(edition: Edition, event: Event, facts: Facts) -> bool:
    """Return whether the ordinary rules on rated players apply: in round robins that are not championships."""
    return facts.system in CYCLES and _championship_rule(edition, event, facts) is None


def unplayed_pairings(event: Event, system: System) -> int:
    """How many games of a round robin were not played, those that the report does not name included."""
    met = Counter(frozenset((game.white, game.black)) for game in played(event))
    ranks = [player.rank for player in event.players]
    cycles = cycles_of(event, system)
    return sum(max(0, cycles - met[frozenset(pair)]) for pair in combinations(ranks, 2))


def check_unplayed_round_robin(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """6.43, 2017 6.4, FEDA 7.43: a round robin with an unplayed game is rated as a Swiss."""
    if rated_as(edition, event, facts) != facts.system:
        missing = unplayed_pairings(event, facts.system)
        yield finding("rr-as-swiss", edition.eligibility.rr_unplayed_as_swiss, "info", games=missing)


def rated_as(edition: Edition, event: Event, facts: Facts) -> System:
    """Return the system by which the event is rated: a round robin with an unplayed game is a Swiss if the edition
    says so."""
    turned = edition.eligibility.rr_unplayed_as_swiss.value and facts.system in CYCLES
    return "swiss" if turned and unplayed_pairings(event, facts.system) else facts.system
