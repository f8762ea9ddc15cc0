"""Withdrawal from a round robin (C.05 6.6): with fewer than half of the games played, the results count for nobody."""

from collections.abc import Collection
from dataclasses import replace

from arpad.domain.findings import Finding
from arpad.i18n import ArpadError
from arpad.regulations.tiebreak_editions import TieBreakEdition
from arpad.standings.model import Competition, Contestant, RoundRecord

PROPOSED_FROM = 2
"""Players look withdrawn if their last games are at least this many forfeit losses."""


def without_withdrawn(
    whole: Competition, withdrawn: Collection[int], edition: TieBreakEdition
) -> tuple[Competition, list[Finding]]:
    """Return the competition without contestants who withdrew too early, and a finding for each of them."""
    for number in withdrawn:
        if number not in whole.contestants:
            raise ArpadError("standings.nobody", number=number)
    if not whole.round_robin:
        return whole, [Finding("withdrawn-swiss", "info", values=_who(whole, number)) for number in withdrawn]
    rule = edition.round_robin.withdrawn_below
    games = games_to_play(whole)
    taken_out: set[int] = set()
    findings = []
    for number in withdrawn:
        played = games_played(whole.contestants[number])
        early = played < rule.value * games
        taken_out |= {number} if early else set()
        code = "withdrawn-taken-out" if early else "withdrawn-stays"
        values = _who(whole, number) | {"played": played, "games": games}
        findings.append(Finding(code, "info", rule.article.number, values=values))
    findings += [
        Finding("withdrawn-proposed", "info", rule.article.number, values=_who(whole, number))
        for number, contestant in whole.contestants.items()
        if number not in withdrawn and _looks_withdrawn(contestant)
    ]
    return (take_out(whole, taken_out) if taken_out else whole), findings


def games_played(contestant: Contestant) -> int:
    """How many games a contestant has played over the board."""
    return sum(record.kind == "played" for record in contestant.records)


def games_to_play(whole: Competition) -> int:
    """How many games everybody has to play in a round robin."""
    return (len(whole.contestants) - 1) * whole.cycles if whole.cycles else whole.rounds


def take_out(whole: Competition, numbers: Collection[int]) -> Competition:
    """The competition without some contestants: the rounds against them are free for the others."""
    return replace(
        whole,
        contestants={
            number: contestant._replace(records=tuple(_without(record, numbers) for record in contestant.records))
            for number, contestant in whole.contestants.items()
            if number not in numbers
        },
        complete=whole.contestants,
    )


def _without(record: RoundRecord, numbers: Collection[int]) -> RoundRecord:
    if record.opponent not in numbers:
        return record
    return RoundRecord(record.round, "free", None, None, (0,) * len(record.points))


def _looks_withdrawn(contestant: Contestant) -> bool:
    """Whether the last rounds are all forfeit losses."""
    paired = [record.kind for record in contestant.records if record.opponent is not None]
    last = paired[-PROPOSED_FROM:]
    return len(last) == PROPOSED_FROM and set(last) == {"forfeit-loss"}


def _who(whole: Competition, number: int) -> dict[str, object]:
    return {"who": f"{number} {whole.contestants[number].name}".rstrip()}
