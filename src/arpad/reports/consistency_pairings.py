"""Pairings: the lines of a player and of the opponent must agree about a round."""

from collections import Counter
from collections.abc import Iterable, Iterator

from arpad.domain.event import Event, Player, RoundResult
from arpad.domain.findings import Finding, Severity
from arpad.i18n import ArpadError, Words

MIRRORED = frozenset({
    ("1", "0"), ("0", "1"), ("=", "="), ("+", "-"), ("-", "+"), ("-", "-"), ("W", "L"), ("L", "W"), ("D", "D"),
    (None, None),
})  # fmt: skip
BOTH_COLOURS = frozenset({("w", "b"), ("b", "w")})
BY_DECISION = frozenset({("0", "0"), ("=", "0"), ("0", "=")})
"""Results that an arbiter may give after a game that was played."""
CONTRADICTIONS = frozenset({"opponent-denies", "opponent-unknown", "paired-with-himself", "results-disagree"})
"""What two lines say against each other: nobody can rate, rank or pair by it. Results by decision (1/2-0, 0-0) are
results."""
DISPUTED = CONTRADICTIONS | {"results-by-decision"}
"""Games that are not rated."""
WITHDRAWN_AFTER = 2

ByRank = dict[int, dict[int, RoundResult]]


def _by_rank(event: Event) -> ByRank:
    """Return what the line of each starting rank says about each round; the first player of a rank counts."""
    found: ByRank = {}
    for player in event.players:
        if player.rank not in found:
            found[player.rank] = {round_.round: round_ for round_ in player.rounds}
    return found


def pairings(event: Event) -> Iterator[Finding]:
    """Unknown opponents, oneself as opponent, opponents who do not agree; then results and colours of those who do."""
    by_rank = _by_rank(event)
    highest = max(by_rank, default=0)
    for player in event.players:
        for round_ in player.rounds:
            if round_.opponent is None:
                continue
            if round_.opponent == player.rank:
                yield _finding("paired-with-himself", "error", player, round_)
            elif (others := by_rank.get(round_.opponent)) is None:
                yield _finding("opponent-unknown", "error", player, round_, opponent=round_.opponent, highest=highest)
            elif not (
                _agreed(player.rank, round_, other := others.get(round_.round))
                or _told_by_the_opponent(by_rank, player.rank, round_)
            ):
                yield from _agreement(player, round_, other)


def _agreed(rank: int, round_: RoundResult, other: RoundResult | None) -> bool:
    """Return whether the opponent's line has the same game with the other colour; nearly all do."""
    return (
        other is not None
        and other.opponent == rank
        and (round_.result, other.result) in MIRRORED
        and (round_.colour, other.colour) in BOTH_COLOURS
    )


def _named(by_rank: ByRank, rank: int, round_number: int) -> int | None:
    """Return the opponent whom a player names in a round."""
    round_ = by_rank.get(rank, {}).get(round_number)
    return None if round_ is None else round_.opponent


def _told_by_the_opponent(by_rank: ByRank, rank: int, round_: RoundResult) -> bool:
    """Return whether a wrong opponent is reported at the other player's line, so that one cause is one finding.

    If 9 names 5, and 5 names 7, who plays somebody else, then the line of 5 is wrong; also if 5 names 5
    or nobody of the report.
    """
    opponent = round_.opponent or 0
    third = _named(by_rank, opponent, round_.round)
    if third is None or third == rank:
        return False
    if third == opponent or third not in by_rank:
        return True
    fourth = _named(by_rank, third, round_.round)
    return fourth not in (None, opponent, third) and _named(by_rank, fourth or 0, round_.round) == third


def _agreement(player: Player, round_: RoundResult, other: RoundResult | None) -> Iterator[Finding]:
    if other is None or other.opponent != player.rank:
        named = other.opponent if other is not None and other.opponent is not None else 0
        yield _finding("opponent-denies", "error", player, round_, opponent=round_.opponent, named=named)
        if _withdrew_before(player, round_):
            yield _finding("result-after-withdrawal", "warning", player, round_, opponent=round_.opponent)
        return
    if round_.opponent is not None and player.rank > round_.opponent:
        return
    if (round_.result, other.result) not in MIRRORED:
        decided = (round_.result, other.result) in BY_DECISION
        yield _finding(
            "results-by-decision" if decided else "results-disagree",
            "warning" if decided else "error",
            player,
            round_,
            opponent=round_.opponent,
            result=round_.result or "–",
            other=other.result or "–",
        )
    if round_.colour is not None and round_.colour == other.colour:
        yield _finding("colours-clash", "warning", player, round_, opponent=round_.opponent, colour=round_.colour)
    elif round_.played and (round_.colour is None or other.colour is None):
        yield _finding("colour-missing", "warning", player, round_, opponent=round_.opponent)


def contradictions(event: Event) -> Iterator[Finding]:
    """Return what the lines of an event say against each other. An event that was not read from a file has each game
    once, and no lines."""
    if any(player.line for player in event.players):
        yield from (finding for finding in pairings(event) if finding.code in CONTRADICTIONS)


def refuse_contradictions(event: Event) -> None:
    """Refuse an event whose lines contradict each other, or have no number: nothing can be computed from them."""
    for player in event.players:
        if not player.rank:
            raise ArpadError("report-without-rank", line=player.line)
    for finding in contradictions(event):
        raise ArpadError(
            "report-contradiction", line=finding.line, problem=Words(f"finding.{finding.code}", **finding.values)
        )


def disputed_games(event: Event, found: Iterable[Finding] | None = None) -> dict[tuple[int, int, int], Finding]:
    """Return the games on which the two lines disagree, by (round, white, black): nobody can say what to rate.

    `found` is what check_consistency found in the event, if it has been called before.
    """
    disputes = (finding for finding in (pairings(event) if found is None else found) if finding.code in DISPUTED)
    told = {(finding.round, finding.player): finding for finding in disputes}
    if not told:
        return {}
    both = ((game, told.get((game.round, game.white)) or told.get((game.round, game.black))) for game in event.games())
    return {(game.round, game.white, game.black): finding for game, finding in both if finding is not None}


def _withdrew_before(player: Player, round_: RoundResult) -> bool:
    """Whether the player was absent in the two rounds before, as one is who has withdrawn."""
    before = {other.round: other.result for other in player.rounds}
    return all(before.get(round_.round - back, "") == "Z" for back in range(1, WITHDRAWN_AFTER + 1))


def wins_and_losses(event: Event) -> Iterator[Finding]:
    """A round has as many wins as losses; checked if the pairings themselves agree."""
    paired = [told for player in event.players for told in player.rounds if told.opponent is not None]
    wins, losses = (Counter([told.round for told in paired if told.result == result]) for result in "10")
    if wins == losses:
        return
    doubtful = _doubtful_rounds(event)
    for number in sorted(wins.keys() | losses.keys()):
        won, lost = wins[number], losses[number]
        if won != lost and number not in doubtful:
            yield Finding("wins-losses", "warning", round=number, values={"wins": won, "losses": lost})


def _doubtful_rounds(event: Event) -> set[int]:
    """Return the rounds in which two players disagree about their game."""
    by_rank = _by_rank(event)
    found: set[int] = set()
    for player in event.players:
        for round_ in player.rounds:
            if round_.opponent is None:
                continue
            other = by_rank.get(round_.opponent, {}).get(round_.round)
            if other is None or other.opponent != player.rank or (round_.result, other.result) not in MIRRORED:
                found.add(round_.round)
    return found


def _finding(code: str, severity: Severity, player: Player, round_: RoundResult, **values: object) -> Finding:
    return Finding(code, severity, None, player.line or None, round_.column or None, player.rank, round_.round, values)
