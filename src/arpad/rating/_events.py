"""Rate a whole event: every player's change or first rating, and the reason for each unrated game.

Also Scheveningen matches (2005 6.4, FEDA 7.4) and reports that hold only sums (FEDA 10.31).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from arpad.documents.steps import Explanation, LazyExplanation, Step
from arpad.domain.event import CYCLES, Event, Game, System
from arpad.domain.findings import Finding
from arpad.domain.games import PlayerGame
from arpad.eligibility.check_matches import unplayed_pairings
from arpad.eligibility.facts import Facts
from arpad.formats.codes import cycles_of
from arpad.i18n import ArpadError
from arpad.rating._event_average import averaged_event, event_step
from arpad.rating.change import rating_change
from arpad.rating.coefficient import within_limit
from arpad.rating.model import (
    EventRating,
    NotRated,
    PlayerRating,
    every_round,
    newcomer_event,
    newcomer_line,
    rated_line,
)
from arpad.rating.newcomer import SummaryResult, counted_events
from arpad.rating.participants import Participant, Participants
from arpad.rating.results import RatingChange, rounded
from arpad.rating.round_robin import rate_league
from arpad.regulations.rating_edition import Edition, too_far

# Scheveningen matches: games against an unrated player count for the opponents too (2005 6.4, FEDA 7.4).


def with_ru(
    edition: Edition,
    event: Event,
    system: System,
    taking_part: Participants,
    played: Mapping[int, tuple[PlayerGame, ...]],
) -> Participants:
    """Return the participants, the unrated ones with the Ru of their games against rated opponents if the edition lets
    such games count. If a result is ignored (6.1) or has no Ru, the games against this player do not count either."""
    if system not in edition.change.rated_opponents_exempt.value:
        return taking_part
    participants = dict(taking_part)
    for rank, own in taking_part.items():
        if own.rating is not None or not played[rank]:
            continue
        own_event = [newcomer_event(own, event, games=played[rank])]
        counted = counted_events(edition, own_event, own_event, [], [])
        if counted and counted[0].ru is not None:
            participants[rank] = replace(own, ru=rounded(edition.initial.rounding.value, counted[0].ru))
    return participants


# Rating a whole event: everybody's change or first rating, and every game that is not rated with its reason.

Excluded = Mapping[tuple[int, int, int], Finding]
"""Games that may not be rated, by (round, white, black), each with the finding that says why."""


def rate_event(
    edition: Edition,
    event: Event,
    taking_part: Participants,
    system: System,
    excluded: Excluded | None = None,
    *,
    facts: Facts | None = None,
    explain: bool = True,
) -> EventRating:
    """Rate an event under an edition. `excluded` are the games that the checks of eligibility leave out.
    `facts` have what a first rating needs and the report lacks: a national championship (FEDA 9.4), whether seven games
    are enough (2005 9.14d, 9.14e).

    Without `explain` no reasons are built for the games of the rated players.
    """
    without, known = excluded or {}, facts or Facts()
    games = [game for game in event.games() if game.white in taking_part and game.black in taking_part]
    as_league = _counts_as_league(edition, event, system, without)
    played = _by_player(games, without, taking_part)
    everybody = with_ru(edition, event, system, taking_part, played)
    found = (_not_rated(edition, game, everybody, without, as_league) for game in games)
    not_rated = [game for game in found if game is not None]
    if as_league:
        league = rate_league(edition, event, taking_part, system, not_rated, played, known)
        players = tuple(
            _rated(edition, player.participant, played, taking_part, explain) if player.participant.entered else player
            for player in league.players
        )
        return replace(league, players=players)
    for_rated = played if everybody is taking_part else _by_player(games, without, everybody)
    players = tuple(
        _unrated(edition, event, system, own, played, known)
        if own.rating is None
        else _rated(edition, own, for_rated, everybody, explain)
        for own in everybody.values()
    )
    counted_as: System = "swiss" if system in CYCLES else system
    return EventRating(edition.id, event, system, counted_as, players, tuple(not_rated))


def _counts_as_league(edition: Edition, event: Event, system: System, without: Excluded) -> bool:
    """Whether the round robin is rated by the rules for round robins: the edition has some, and everybody has played
    everybody (6.43, 6.4: else it is counted as a Swiss)."""
    if system not in CYCLES or edition.change.round_robin.value == "as-swiss" or without:
        return False
    games = len(event.players) * (len(event.players) - 1) // 2 * cycles_of(event, system)
    return not unplayed_pairings(event, system) and len(event.games()) == games


def _not_rated(
    edition: Edition, game: Game, taking_part: Participants, without: Excluded, as_league: bool
) -> NotRated | None:
    """Return the first reason why a game is not rated; None if it is rated."""
    finding = without.get((game.round, game.white, game.black))
    if finding is not None and game.played:
        return NotRated(game, finding.code, finding.article or "", finding)
    if not game.played:
        reason = "no-result" if game.score is None and not game.forfeit else "unplayed"
        return NotRated(game, reason, edition.eligibility.unplayed_rated.article.number)
    white, black = taking_part[game.white], taking_part[game.black]
    counts_for_white = (white.rating is not None or white.provisional) and black.for_opponents is not None
    counts_for_black = (black.rating is not None or black.provisional) and white.for_opponents is not None
    if counts_for_white and counts_for_black and too_far(edition, white.rating or 0, black.rating or 0):
        return NotRated(game, "too-far", edition.change.not_rated_from_difference.article.number)
    if not (counts_for_white or counts_for_black or as_league):
        rule = edition.change.rated_opponents_only
        article = rule.article_for_unrated if white.rating is None and black.rating is None else rule.article
        return NotRated(game, "unrated", article.number)
    return None


def _by_player(
    games: Sequence[Game], without: Excluded, taking_part: Participants
) -> dict[int, tuple[PlayerGame, ...]]:
    """Each player's games as they count for them, those excluded left out."""
    found: dict[int, list[PlayerGame]] = {rank: [] for rank in taking_part}
    as_opponent = {rank: (own.for_opponents, own.standing_in) for rank, own in taking_part.items()}
    for number, white, black, score, played, *_ in games:
        if score is None or (number, white, black) in without:
            continue
        rating, standing_in = as_opponent[black]
        found[white].append(PlayerGame(rating, score, "", played, standing_in, black))
        rating, standing_in = as_opponent[white]
        found[black].append(PlayerGame(rating, 2 - score, "", played, standing_in, white))
    return {rank: tuple(own) for rank, own in found.items()}


def _unrated(
    edition: Edition,
    event: Event,
    system: System,
    own: Participant,
    played: Mapping[int, tuple[PlayerGame, ...]],
    facts: Facts,
) -> PlayerRating:
    """Rate one player without a rating: the value of the games for a first rating."""
    games = played[own.player.rank]
    if not games:
        return newcomer_line(edition, own, None)
    national = facts.championship and every_round(event, system, games)
    return newcomer_line(edition, own, newcomer_event(own, event, games=games, championship=national, facts=facts))


def _rated(
    edition: Edition,
    own: Participant,
    played: Mapping[int, tuple[PlayerGame, ...]],
    taking_part: Participants,
    explain: bool,
) -> PlayerRating:
    """Rate one rated player, game by game or by the average of the event."""
    games = played[own.player.rank]
    assert own.rating is not None
    assert own.k is not None
    change = rating_change(edition, own.rating, own.k, games, cap_used=own.cap_used, explain=explain)
    counted = [game.game for game in change.games]
    if not counted:
        counted = [game for game in games if game.played and game.opponent is not None]
    score = sum([game.score for game in counted])
    average = Fraction(sum([game.opponent or 0 for game in counted]), len(counted)) if counted else None
    return PlayerRating(
        participant=own,
        games=change.games_counted,
        score=score,
        average=average,
        steps=LazyExplanation(_reasons, edition, own, games, taking_part, change),
        expected=score * 50 - change.sum,
        result=change.sum,
        k=change.k,
        change=change.change,
        rounded_change=change.rounded_change,
        new_rating=change.new_rating,
        detail=change,
        below_floor=change.below_floor,
    )


def _reasons(
    edition: Edition, own: Participant, games: Sequence[PlayerGame], taking_part: Participants, change: RatingChange
) -> Explanation:
    """The trail of a rated player: how they take part, who counts for them, and the change."""
    return (*own.steps, *_counted_by_ru(edition, games, taking_part), *change.steps)


def _counted_by_ru(edition: Edition, games: Sequence[PlayerGame], taking_part: Participants) -> Explanation:
    """6.4, FEDA 7.4: the unrated opponents whose games count."""
    article = edition.change.rated_opponents_exempt.article
    met = [taking_part[rank] for rank in dict.fromkeys(game.rank for game in games if game.played)]
    return tuple(
        Step(article, "change.opponent-ru", {"opponent": opponent.player.name}, opponent.ru)
        for opponent in met
        if opponent.ru is not None
    )


# Rating from sums: a report gives each player's points, games and opponents' average, and no games (FEDA 10.31).


def rate_summaries(
    edition: Edition,
    event: Event,
    taking_part: Participants,
    summaries: Mapping[int, SummaryResult],
    facts: Facts | None = None,
) -> EventRating:
    """Rate an event from its sums. Only an edition that rates by the average of the event can do this."""
    if edition.change.method.value != "event-average":
        raise ArpadError("summary-edition", edition=edition.id)
    players = tuple(
        _line(edition, event, own, summaries[rank], facts) for rank, own in taking_part.items() if rank in summaries
    )
    return EventRating(edition.id, event, "swiss", "swiss", players, ())


def _line(edition: Edition, event: Event, own: Participant, sums: SummaryResult, facts: Facts | None) -> PlayerRating:
    if own.rating is None:
        return newcomer_line(edition, own, newcomer_event(own, event, result=sums, facts=facts))
    assert own.k is not None
    change = averaged_event(event.name, own.rating, sums.games, sums.score, sums.average)
    k = within_limit(edition, own.k, sums.games)
    step = event_step(edition, own.rating, k, change, [], round_robin=False)
    return rated_line(edition, own, sums.games, sums.score, sums.average, change.expected_score, (step,))
