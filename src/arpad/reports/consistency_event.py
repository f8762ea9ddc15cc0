"""The event as a whole: rounds, dates, pairing-allocated byes, teams."""

from collections import Counter
from collections.abc import Iterator

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.reports.tournament_types import everybody_met, is_called_swiss, is_team_event
from arpad.reports.trf_rounds import column_of


def pairing_allocated_byes(event: Event) -> Iterator[Finding]:
    """At most one pairing-allocated bye a round among individuals."""
    if is_team_event(event):
        return
    byes = Counter(round_.round for player in event.players for round_ in player.rounds if round_.result == "U")
    for round_number in sorted(byes):
        if byes[round_number] > 1:
            yield Finding(
                "byes-many",
                "warning",
                round=round_number,
                column=column_of(round_number),
                values={"count": byes[round_number]},
            )


def called_swiss(event: Event) -> Iterator[Finding]:
    """A Swiss in which everybody met everybody: it reads as a round robin, but it is what the report calls it."""
    if is_called_swiss(event) and not is_team_event(event) and (cycles := everybody_met(event)):
        yield Finding("swiss-reads-round-robin", "warning", values={"cycles": cycles})


def rounds(event: Event) -> Iterator[Finding]:
    """A round without any result before one that has some, and fewer rounds than announced."""
    with_results = {
        round_.round
        for player in event.players
        for round_ in player.rounds
        if round_.result not in (None, "Z", "H", "F")
    }
    last = max(with_results, default=0)
    for number in range(1, last):
        if number not in with_results:
            yield Finding("round-empty", "error", round=number, column=column_of(number))
    if 0 < last < event.rounds:
        yield Finding("rounds-fewer", "warning", values={"announced": event.rounds, "found": last})


def dates(event: Event) -> Iterator[Finding]:
    """An end before the start."""
    if event.start and event.end and event.end < event.start:
        yield Finding("dates-order", "error", values={"start": event.start, "end": event.end})


def round_dates(event: Event) -> Iterator[Finding]:
    """Dates of rounds outside the event, or earlier than the round before; more or fewer dates than rounds."""
    before = None
    for number, date in enumerate(event.round_dates, 1):
        if date is None:
            continue
        column = column_of(number)
        if (event.start and date < event.start) or (event.end and date > event.end):
            yield Finding("round-date-outside", "warning", column=column, round=number, values={"date": date})
        if before is not None and date < before:
            yield Finding(
                "round-date-order", "warning", column=column, round=number, values={"date": date, "before": before}
            )
        before = date
    given = sum(1 for date in event.round_dates if date)
    if given and event.rounds and given != event.rounds:
        yield Finding("round-dates-count", "info", values={"dates": given, "rounds": event.rounds})


def teams(event: Event) -> Iterator[Finding]:
    """Players of a team who are not in the report, or who are in two teams."""
    known = {player.rank for player in event.players}
    team_of: dict[int, str] = {}
    for team in event.teams:
        for rank in team.players:
            if rank not in known:
                yield Finding(
                    "team-player-unknown", "error", line=team.line or None, player=rank, values={"team": team.name}
                )
            elif rank in team_of:
                yield Finding(
                    "team-player-twice",
                    "error",
                    line=team.line or None,
                    player=rank,
                    values={"team": team.name, "first": team_of[rank]},
                )
            else:
                team_of[rank] = team.name
