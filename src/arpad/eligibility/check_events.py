"""Checks of single games, hybrid events, player ids, arbiters, registration and reporting deadlines."""

import datetime as dt
from collections.abc import Iterator, Sequence

from arpad.domain.event import Event
from arpad.domain.findings import Finding, Severity
from arpad.eligibility.check_days import GameFinding, about_game, about_player, finding, length, played, rated, ratings
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_edition import Edition, closing_date, due_list, last_day, last_list, too_far
from arpad.regulations.rating_rules import ArbiterNeed, Rule

# Single games: not played (5.1; FEDA 6.1), or between players too far apart (rapid and blitz from December 2024).


def check_anybody_rated(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """8.2, 8.3: if nobody has a rating, nothing can be rated."""
    if event.players and not rated(event):
        yield finding("nobody-rated", edition.change.rated_opponents_only)


def check_unplayed(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """5.1, FEDA 6.1: a game that was not played is not rated."""
    count = sum(game.score is not None and not game.played for game in event.games())
    if count and not edition.eligibility.unplayed_rated.value:
        yield finding("games-unplayed", edition.eligibility.unplayed_rated, "info", games=count)


def check_difference(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """Rapid and blitz from December 2024: a game 600 or more points apart with a player above 2600 is not rated."""
    yield from (found for _, found in too_far_apart(edition, event, facts))


def too_far_apart(edition: Edition, event: Event, facts: Facts) -> Iterator[GameFinding]:  # noqa: ARG001  (a check's signature)
    """Rapid and blitz from December 2024: the games that the rule leaves out."""
    distance, of = edition.change.not_rated_from_difference, ratings(event)
    if distance.value is None:
        return
    for game in played(event):
        white, black = of[game.white], of[game.black]
        if white is not None and black is not None and too_far(edition, white, black):
            rank = game.white if white > black else game.black
            apart = abs(white - black)
            yield game, about_game(event, "game-too-far", distance, game, rank, difference=apart, limit=distance.value)


# Hybrid events: each one approved (0.2), and all games sent as PGN (9.4; rapid and blitz 8.4).


def check_hybrid_approval(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """0.2 from 2017 on: every event under hybrid conditions is approved by itself."""
    rule = edition.eligibility.hybrid_approval
    if not rule.value or facts.hybrid is False:
        return
    if facts.hybrid is None:
        yield finding("cannot-check-hybrid", rule, "info")
    elif facts.hybrid_approved is None:
        yield finding("cannot-check-hybrid-approval", rule, "info")
    elif not facts.hybrid_approved:
        yield finding("hybrid-not-approved", rule)


def check_hybrid_pgn(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """9.4, rapid and blitz 8.4: the report of a hybrid event brings all its games as PGN."""
    rule = edition.eligibility.hybrid_pgn
    if not rule.value or not facts.hybrid:
        return
    if facts.pgn is None:
        yield finding("cannot-check-hybrid-pgn", rule, "info")
    elif not facts.pgn:
        yield finding("hybrid-pgn-missing", rule)


# The people: every player's FIDE ID (2022: the note after 10.2; 6.1.2, 7.1.2), and the arbiters (FEDA 1.1; 2017 0.3;
# from 2022 B.06.1 6.2).

FEWEST_DIGITS, MOST_DIGITS = 6, 9
"""The digits of the IDs in all lists of FIDE since 2001."""

ARBITER_CODES: dict[ArbiterNeed, tuple[str, str]] = {
    "titled": ("cannot-check-arbiter-title", "arbiter-not-titled"),
    "licensed": ("cannot-check-arbiter-licence", "arbiter-not-licensed"),
}
"""The findings if the answer is not known, and if it is no."""


def check_player_ids(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """10.2 and its note, 6.1.2, 7.1.2: a report with a player who has no FIDE ID is not rated; from 2024 on the server
    refuses it."""
    rule = edition.eligibility.player_id
    if rule.value is None:
        return
    severity: Severity = "error" if rule.value == "required" else "warning"
    result = f"@player-id.{rule.value}"
    for player in event.players:
        name, number = player.name or f"#{player.rank}", player.id.strip()
        if not number.strip("0"):
            yield about_player("player-id-missing", rule, severity, player, name=name, result=result)
        elif not (number.isascii() and number.isdigit()):
            yield about_player("player-id-malformed", rule, severity, player, name=name, id=player.id)
        elif not FEWEST_DIGITS <= len(number.lstrip("0")) <= MOST_DIGITS:
            digits = {"fewest": FEWEST_DIGITS, "most": MOST_DIGITS}
            yield about_player("player-id-impossible", rule, "warning", player, name=name, id=player.id, **digits)


def check_arbiter(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """FEDA 1.1: a titled arbiter; 2017 0.3: every arbiter with a licence in force."""
    rule = edition.eligibility.arbiter
    if rule.value is None:
        return
    good = facts.arbiter_titled if rule.value == "titled" else facts.arbiters_licensed
    unknown, refused = ARBITER_CODES[rule.value]
    if good is None:
        yield finding(unknown, rule, "info")
    elif not good:
        yield finding(refused, rule)


def check_arbiters_registered(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """6.1 and 6.2 of B.06.1: all arbiters have paid their registration (once called a licence), or the event is not
    rated. FIDE's server asks for it when the event is registered, so it is assumed unless somebody says
    otherwise."""
    rule = edition.eligibility.arbiters_registered
    if rule.value and facts.arbiters_licensed is False:
        yield finding("arbiter-not-registered", rule)


# Registration before the event: 0.2 of the FIDE texts (2003, 2005: 7.1).


def check_registration(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """0.2: registered a number of days before the start; earlier with norms (2017), a player over 2700 or a woman over
    2500 (2024). The edition says who may allow a later registration."""
    rules = edition.eligibility
    if rules.registration_days.value is None:
        return
    needed = lead(edition, event, facts)
    if facts.registered is None or event.start is None:
        code = "cannot-check-registration" if needed.value else "cannot-check-registered"
        yield finding(code, needed, "info", days=needed.value)
        return
    late = rules.late_registration_top if needed is rules.registration_top_days else rules.late_registration
    days = (event.start - facts.registered).days
    values = {"registered": facts.registered, "start": event.start, "days": days, "needed": needed.value}
    advice = "@advice.late-approved" if late.value else ""
    if days >= (needed.value or 0):
        norm_days = rules.registration_norm_days.value
        if facts.norms is None and norm_days is not None and days < norm_days:
            yield finding("cannot-check-norms", rules.registration_norm_days, "info", days=days, needed=norm_days)
    elif facts.late_approved and late.value:
        yield finding("registration-late-approved", late, "info", **values)
    elif days < 0:
        yield finding("registration-after-start", needed, **values, advice=advice)
    elif late.value:
        yield finding("registration-late", needed, **values, advice=advice)
    else:
        yield finding("registration-too-late", needed, **values)


def lead(edition: Edition, event: Event, facts: Facts) -> Rule[int | None]:
    """Return how many days before its start this event must be registered: the most that any rule requires."""
    rules = edition.eligibility
    asked = [rules.registration_days]
    if facts.norms:
        asked.append(rules.registration_norm_days)
    if _top_player(edition, event):
        asked.append(rules.registration_top_days)
    return max(asked, key=lambda rule: -1 if rule.value is None else rule.value)


def _top_player(edition: Edition, event: Event) -> bool:
    """2024 0.2.1: somebody above 2700, or a woman above 2500."""
    rules = edition.eligibility
    top, women = rules.registration_top_rating.value, rules.registration_top_rating_women.value
    return any(
        (top is not None and (player.rating or 0) > top)
        or (women is not None and player.sex == "f" and (player.rating or 0) > women)
        for player in event.players
    )


# The report in time: 9.1 of the FIDE texts (rapid and blitz from 2022: 8.1), FEDA 10.11 to 10.14.


def check_report_known(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """9.1, FEDA 10.1: without the day the report arrived, or the last day of the event, nothing is late."""
    rules = edition.lists
    named = [
        rule
        for rule in (rules.report_days, rules.upload_days, rules.late_periods, rules.late_lists)
        if rule.value is not None
    ]
    if named and (facts.received is None or event.end is None):
        yield finding("cannot-check-report", named[0], "info")


def check_report_days(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """2017 9.1: the report within 7 days, on the server within 30; FEDA 10.11: within two weeks of the last round."""
    rules = edition.lists
    if facts.received is None or event.end is None:
        return
    late = (facts.received - event.end).days
    if rules.upload_days.value is not None and late > rules.upload_days.value:
        yield finding("upload-late", rules.upload_days, "warning", days=late, limit=rules.upload_days.value)
    elif rules.report_days.value is not None and late > rules.report_days.value:
        yield finding("report-late", rules.report_days, "warning", days=late, limit=rules.report_days.value)


def check_due_list(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """2022 and 2024 9.1: in time for the list of its month, or the next one if five days or fewer of it remain."""
    rules = edition.lists
    if rules.month_end_days.value is None or facts.received is None or event.end is None:
        return
    due = due_list(edition, event.end, official=facts.official)
    closing = closing_date(edition, due, official=facts.official)
    if facts.received > closing and not _never(edition, event.end, facts):
        values = {"received": facts.received, "list": due, "closing": closing}
        yield finding("report-missed-list", rules.month_end_days, "warning", **values)


def check_third_list(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """2022 and 2024 9.1: a report that is not there for the third list after the event is never rated."""
    if facts.received is None or event.end is None or edition.lists.late_lists.value is None:
        return
    if _never(edition, event.end, facts):
        values = {"received": facts.received, "end": event.end, "list": last_list(edition, event.end)}
        last = last_day(edition, event.end, official=facts.official)
        yield finding("report-after-last-list", edition.lists.late_lists, **values, last=last)


def check_parts(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """2022 and 2024 4.1, 9.1: a long event that is reported as a whole has months whose own third list is past."""
    days, limit, rule = length(event), edition.lists.long_event_days.value, edition.lists.late_lists
    if days is None or limit is None or days <= limit or rule.value is None:
        return
    ends = {(day.year, day.month): day for day in sorted(day for day in event.round_dates if day is not None)}
    for end in list(ends.values())[:-1]:
        if _never(edition, end, facts):
            last = last_day(edition, end, official=facts.official)
            yield finding("report-part-late", rule, "warning", received=facts.received, end=end, last=last)


def check_returned(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """FEDA 10.13: a report that was returned to be corrected must be back within four weeks of that day, or the event
    counts as not reported."""
    rule = edition.lists.returned_report_days
    if rule.value is None or facts.returned is None or facts.received is None:
        return
    days = (facts.received - facts.returned).days
    if days > rule.value:
        yield finding("returned-late", rule, returned=facts.returned, days=days, limit=rule.value)


def check_late_periods(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:
    """FEDA 10.14: a report more than one period late is not accepted."""
    rule = edition.lists.late_periods
    if facts.received is None or event.end is None or rule.value is None or not _never(edition, event.end, facts):
        return
    last = last_day(edition, event.end, official=facts.official)
    yield finding("report-periods-late", rule, received=facts.received, end=event.end, last=last, periods=rule.value)


def _never(edition: Edition, end: dt.date, facts: Facts) -> bool:
    last = last_day(edition, end, official=facts.official)
    return last is not None and facts.received is not None and facts.received > last


# Facts that change nothing, because the edition has no rule for them.


def check_facts_used(edition: Edition, event: Event, facts: Facts) -> Iterator[Finding]:  # noqa: ARG001  (a check's signature)
    """4.11, 4.12, 0.2, 6.2: an exception that was granted must be one that the edition has."""
    rules = edition.eligibility
    late = (rules.late_registration, rules.late_registration_top)
    exceptions = (
        ("league", facts.league, rules.duration_leagues, rules.duration_leagues.value),
        ("duration_approved", facts.duration_approved, rules.duration_exceptions, rules.duration_exceptions.value),
        ("late_approved", facts.late_approved, late[0], any(rule.value for rule in late)),
        ("asked", facts.asked, rules.match_after_decision, asking_helps(edition)),
    )
    for name, given, rule, known in exceptions:
        if given and not known:
            yield finding("fact-without-rule", rule, "info", fact=f"@web.field.{name}", edition=edition.id)


def asking_helps(edition: Edition) -> bool:
    """6.2 from 2022 on, rapid and blitz 5.2: all games of a match are rated if somebody asked beforehand."""
    return edition.eligibility.match_after_decision.value == "not-rated-unless-asked"


# Individual matches: which games count once the match is decided (6.5; 2022 and 2024 6.2; rapid and blitz 5.2).


def decided_by(scheduled: int, scores: Sequence[tuple[int, int]]) -> int | None:
    """Return after how many games one side has more than half of the scheduled points; None while it is open.

    `scores` are the half points of both sides, game by game: neither has any if neither came.
    """
    first = second = 0
    for number, (one, two) in enumerate(scores, start=1):
        first, second = first + one, second + two
        if max(first, second) > scheduled:
            return number
    return None


def leaves_out(edition: Edition, scheduled: int, *, asked: bool = False) -> bool:
    """Whether the games after the decision are not rated. `asked`: somebody asked beforehand to rate all games."""
    rules = edition.eligibility
    policy = rules.match_after_decision.value
    longer = rules.match_scheduled_over.value
    without = policy == "not-rated" or (policy == "not-rated-unless-asked" and not asked)
    return without and (longer is None or scheduled > longer)


def rated_games(edition: Edition, scheduled: int, scores: Sequence[int], *, asked: bool = False) -> int:
    """How many games of a match, from the first on, are rated. `scores` are the first player's half points."""
    if not leaves_out(edition, scheduled, asked=asked):
        return len(scores)
    return decided_by(scheduled, [(score, 2 - score) for score in scores]) or len(scores)
