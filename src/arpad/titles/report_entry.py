"""A norm of an application taken from a report: every number of form IT2 computed, every condition proved."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable

from arpad.domain.event import Event, Player
from arpad.i18n import ArpadError
from arpad.rating.results import half_up
from arpad.regulations.title_editions import NormTitle, TitleEdition, title_edition_for
from arpad.titles.application import TITLED, NormEntry, Opponents
from arpad.titles.federations import by_round, code, federations_of, missed
from arpad.titles.model import EventFacts, Norm, NormGame
from arpad.titles.norm import candidate
from arpad.titles.setting import Setting, setting_of


def report_entry(event: Event, rank: int, facts: EventFacts, title: NormTitle, applied: dt.date) -> NormEntry:
    """Return a player's norm for a title, as an application of a day states it; the conditions of a norm that does not
    hold say why."""
    start = event.start
    if start is None:
        raise ArpadError("title-report-no-start")
    setting = setting_of(event, title_edition_for(start), facts)
    player = setting.player(rank)
    found = candidate(setting, player)
    norm = next(norm for norm in found.norms if norm.title == title)
    whole = next((norm for norm in found.whole if norm.title == title), norm)
    partly = whole is not norm
    participants, average = participation(event, title_edition_for(applied))
    return NormEntry(
        event=event.name,
        location=event.city,
        start=start,
        end=event.end or start,
        system=setting.system,
        rounds=setting.rounds,
        games=len(whole.games),
        score=whole.score,
        required=whole.required,
        average=norm.average,
        credit=norm.credit,
        opponents=_opponents(setting, player, norm),
        counted=len(norm.games) if partly else None,
        counted_required=norm.required if partly else None,
        counted_score=norm.score if partly else None,
        titles=tuple(norm.title for norm in found.norms if norm.achieved),
        kinds=() if facts.kind == "ordinary" else (facts.kind,),
        eight=norm.special == "eight-of-nine",
        exempt=bool(setting.exempt),
        one_round_days=_one_round_days(event),
        participants=participants,
        participants_average=average,
        approved=facts.approved,
        proved=norm.checks,
    )


def participation(event: Event, edition: TitleEdition) -> tuple[int | None, int | None]:
    """1.5.6a: of the players who missed at most one round, the fewest that play in any round, and the lowest average,
    in any round, of the highest rated ones that the article counts; an unrated player counts as in 1.4.6d."""
    rounds = sorted({round_.round for player in event.players for round_ in player.rounds if round_.played})
    groups = by_round([player for player in event.players if missed(player, rounds) <= 1], rounds)
    if not groups or not all(groups):
        return 0, None
    best = [_average(group, edition) for group in groups]
    return min(len(group) for group in groups), min(best)


def _average(players: Iterable[Player], edition: TitleEdition) -> int:
    unrated = edition.norm.unrated_as.value
    ratings = sorted((unrated if player.rating is None else player.rating for player in players), reverse=True)
    best = ratings[: edition.application.swiss_players.value]
    return half_up(sum(best), len(best))


def _one_round_days(event: Event) -> int | None:
    """1.1.3a: the number of days with only one round; None if the report does not date every round."""
    days = event.round_dates[: event.rounds or None]
    if not days or None in days or len(days) < event.rounds:
        return None
    return sum(count == 1 for count in Counter(days).values())


def _opponents(setting: Setting, player: Player, norm: Norm) -> Opponents:
    """The different opponents of the games that count, as the form numbers them."""
    different: dict[int, NormGame] = {game.opponent: game for game in norm.games}
    games = different.values()
    found = federations_of(games, code(player.federation))
    titles = Counter(game.title for game in games)
    counted = {name: titles[name.upper()] for name in TITLED}
    rated = sum(game.rating is not None for game in games)
    return Opponents(
        host=sum(code(game.federation) == setting.host for game in games) if setting.host else None,
        foreign=len(different) - found.own if code(player.federation) and not found.unknown else None,
        one_federation=None if found.unknown else found.largest[1],
        federations=None if found.unknown else len(found.foreign),
        titled=sum(titles[title] for title in setting.edition.norm.titles_counted.value),
        rated=rated,
        unrated=len(different) - rated,
        **counted,
    )
