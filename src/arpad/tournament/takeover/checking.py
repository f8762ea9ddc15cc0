"""What a file says against the event that is made of it: rounds that the engine pairs otherwise, with the criterion,
and places that its table does not give."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arpad.domain.findings import Finding
from arpad.i18n import ArpadError, Words, number
from arpad.pairing.check import CheckedRound, check_rounds
from arpad.pairing.documents import listed
from arpad.pairing.state import Tournament, points
from arpad.standings.competition import team_numbers
from arpad.tournament.files.content import by_points, file_content
from arpad.tournament.files.export import file_table
from arpad.tournament.state import EventState
from arpad.tournament.takeover.taking import Taker

SHOWN_PLACES = 10
"""Places of a file that one finding names."""


class OtherPlace(NamedTuple):
    """A player, or a team, by the number in the event: the place that the file prints, and that of the table (None if
    the table does not rank them)."""

    number: int
    printed: int
    place: int | None


def differing_rounds(whole: Tournament) -> tuple[CheckedRound, ...]:
    """Return the rounds that are not as their system pairs them."""
    return tuple(checked for checked in check_rounds(whole) if not checked.ok)


def article_of(checked: CheckedRound) -> str:
    """Return the article by which a round is worse."""
    return checked.reason.article if checked.reason is not None else "–"


def rounds_named(differing: Sequence[CheckedRound]) -> str:
    """The rounds with their articles, for one line."""
    return ", ".join(f"{checked.number} ({article_of(checked)})" for checked in differing)


def reason_words(checked: CheckedRound) -> Words:
    """By what a round is worse than the one of the engine."""
    why = checked.reason
    if why is None:
        return Words("pairing.reason.unknown")
    return Words(
        f"pairing.reason.{why.kind}",
        score="" if why.score is None else number(points(checked.state, why.score), "en"),
        article=why.article,
        criterion=Words(why.criterion) if why.criterion else "",
        given="" if why.given is None else number(why.given, "en"),
        best="" if why.best is None else number(why.best, "en"),
        players=listed(why.players),
    )


def other_places(taker: Taker, state: EventState, findings: list[Finding]) -> tuple[OtherPlace, ...]:
    """Return the places of a file that the table of its event does not give, and add a finding that names them: files
    of the event have those of the table. The order of players who stay tied contradicts nothing, but is not kept."""
    if not state.last_published:
        return ()
    if state.laws.team and (others := _other_places_of_players(taker, state)):
        findings.append(Finding("import-places-players", "info", values={"count": others}))
    try:
        table = file_table(state)
    except ArpadError:
        return ()
    ranks = {row.number: row.rank for row in table.rows}
    sizes = Counter(ranks.values())
    differing = [
        OtherPlace(side, printed, ranks.get(side))
        for side, printed in sorted(_printed_places(taker, state).items())
        if printed != ranks.get(side)
    ]
    wrong = [
        one for one in differing if one.place is None or not one.place < one.printed < one.place + sizes[one.place]
    ]
    if not differing:
        return ()
    named = bool(state.laws.tie_breaks) and table.tie_breaks != ()
    values = {
        "places": _places_named(wrong or differing),
        "count": len(wrong or differing),
        "codes": ", ".join(table.tie_breaks) or "PTS",
    }
    code = "import-places-tied" if not wrong else "import-places" if named else "import-places-list"
    findings.append(Finding(code, "warning" if wrong and named else "info", values=values))
    return tuple(differing)


def _printed_places(taker: Taker, state: EventState) -> Mapping[int, int]:
    """The places that a file prints, by the numbers of the event: of teams (310) or of players (001)."""
    numbers, event = state.side_numbers, taker.report.event
    if state.laws.team:
        printed = {side: team.rank for side, team in team_numbers(event).items()}
    else:
        printed = {player.rank: player.final_rank for player in event.players}
    return {numbers[taker.sides[side]]: place for side, place in printed.items() if place and side in taker.sides}


def _other_places_of_players(taker: Taker, state: EventState) -> int:
    """How many players of teams have another place in the file than by their points: there are no standings of them."""
    places = by_points(file_content(state, "trf26").event)
    numbers = state.pairing_numbers
    return sum(
        bool(player.final_rank) and player.final_rank != places[numbers[taker.entry_of[player.rank]]]
        for player in taker.report.event.players
    )


def _places_named(places: Sequence[OtherPlace]) -> str:
    """Numbers with the printed place and that of the table, the first ones of many."""
    named = [f"{one.number}: {one.printed} → {one.place or '–'}" for one in places[:SHOWN_PLACES]]
    return ", ".join([*named, "…"] if len(places) > SHOWN_PLACES else named)
