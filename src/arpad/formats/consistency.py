"""Check that a report agrees with itself: mandatory records, pairings, points, dates and teams."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from arpad.domain.event import Event, Player, RoundResult
from arpad.domain.findings import Finding, Severity
from arpad.formats.codes import everybody_met, is_called_swiss, is_team_event, tournament_type
from arpad.formats.report import Report
from arpad.formats.scores import Scores
from arpad.formats.trf_fields import column_of
from arpad.i18n import ArpadError, Words

# The event as a whole: rounds, dates, pairing-allocated byes, teams.


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


# Pairings: the lines of a player and of the opponent must agree about a round.

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
                or _reported_at_opponent(by_rank, player.rank, round_)
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


def _reported_at_opponent(by_rank: ByRank, rank: int, round_: RoundResult) -> bool:
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


def disputed_games(event: Event, findings: Iterable[Finding] | None = None) -> dict[tuple[int, int, int], Finding]:
    """Return the games on which the two lines disagree, by (round, white, black): nobody can say what to rate.

    `found` is what check_consistency found in the event, if it has been called before.
    """
    disputes = (finding for finding in (pairings(event) if findings is None else findings) if finding.code in DISPUTED)
    by_player = {(finding.round, finding.player): finding for finding in disputes}
    if not by_player:
        return {}
    both = (
        (game, by_player.get((game.round, game.white)) or by_player.get((game.round, game.black)))
        for game in event.games()
    )
    return {(game.round, game.white, game.black): finding for game, finding in both if finding is not None}


def _withdrew_before(player: Player, round_: RoundResult) -> bool:
    """Whether the player was absent in the two rounds before, as one is who has withdrawn."""
    before = {other.round: other.result for other in player.rounds}
    return all(before.get(round_.round - back, "") == "Z" for back in range(1, WITHDRAWN_AFTER + 1))


def wins_and_losses(event: Event) -> Iterator[Finding]:
    """A round has as many wins as losses; checked if the pairings themselves agree."""
    paired = [round_ for player in event.players for round_ in player.rounds if round_.opponent is not None]
    wins, losses = (Counter([round_.round for round_ in paired if round_.result == result]) for result in "10")
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


# Players: nobody twice, and points that are the sum of the results.

POINTS_COLUMN, RANK_COLUMN, NAME_COLUMN, ID_COLUMN, FINAL_RANK_COLUMN = 81, 5, 15, 58, 86


def same_player(event: Event) -> Iterator[Finding]:
    """A player twice: the same starting rank, the same ID, or the same name and birthday."""
    ranks: dict[int, Player] = {}
    ids: dict[str, Player] = {}
    persons: dict[tuple[str, object], Player] = {}
    for player in event.players:
        if player.rank and (first := ranks.setdefault(player.rank, player)) is not player:
            names = {"first": first.name, "second": player.name}
            yield _about(player, "rank-twice", "error", RANK_COLUMN, number=player.rank, **names)
        if player.id and (first := ids.setdefault(player.id, player)) is not player:
            yield _about(player, "id-twice", "error", ID_COLUMN, id=player.id, first=first.rank)
        elif player.birthday and player.name:
            first = persons.setdefault((" ".join(player.name.casefold().split()), player.birthday), player)
            if first is not player:
                yield _about(player, "player-twice", "error", NAME_COLUMN, name=player.name, first=first.rank)


def _about(player: Player, code: str, severity: Severity, column: int, **values: object) -> Finding:
    return Finding(code, severity, None, player.line or None, column, player.rank or None, None, values)


def points(event: Event) -> Iterator[Finding]:
    """Points that are not the sum of the results and of the extra points (299). Byes of rounds that nobody has played
    yet may be counted or not, and so may what 162 gives for an unknown result (X): it is for the next pairing."""
    scores, last = Scores(event), -1
    unknown = scores.of_code(None)
    for player in event.players:
        if player.points is None or not player.rounds:
            continue
        total = scores.total(player)
        if total == player.points:
            continue
        last = last_game(event) if last < 0 else last
        so_far = player._replace(rounds=[round_ for round_ in player.rounds if round_.round <= last])
        found = scores.total(so_far)
        open_games = sum(round_.result is None for round_ in so_far.rounds) if unknown else 0
        if player.points not in (found, found - unknown * open_games):
            yield _about(player, "points-sum", "error", POINTS_COLUMN, points=player.points, sum=total)


def last_game(event: Event) -> int:
    """Return the last round in which anybody has an opponent."""
    return max(
        (round_.round for player in event.players for round_ in player.rounds if round_.opponent is not None), default=0
    )


def final_ranks(event: Event) -> Iterator[Finding]:
    """Find final ranks that contradict the points: somebody with more points has a worse rank.

    The players of a team have the rank of their team, or no rank; a knock-out is not decided by points.
    """
    type_ = tournament_type(event)
    if is_team_event(event) or (type_ is not None and type_.system == "knock-out"):
        return
    ranked = sorted(
        ((one.final_rank, one.points, one) for one in event.players if one.final_rank and one.points is not None),
        key=lambda placed: -placed[0],
    )
    best: tuple[Fraction, Player] | None = None
    overtaken: list[tuple[Player, Player]] = []
    for _, group in groupby(ranked, key=lambda placed: placed[0]):
        together = list(group)
        if best is not None:
            overtaken += [(player, best[1]) for _, points, player in together if points < best[0]]
        top = max(together, key=lambda placed: placed[1])
        if best is None or top[1] > best[0]:
            best = top[1], top[2]
    if overtaken:
        player, other = overtaken[-1]
        values = {
            "place": player.final_rank, "points": player.points, "other": other.rank, "other_points": other.points,
            "other_place": other.final_rank, "count": len(overtaken),
        }  # fmt: skip
        yield Finding(
            "rank-not-standing", "warning", None, player.line or None, FINAL_RANK_COLUMN, player.rank, None, values
        )


# Mandatory records: the records and fields that the table of the format marks as mandatory (TRF16). The bullets are at
# 012, 022, 032 and 102, and at the rank of a player; the federation of a player has a circle, which is a warning if it
# is wrong. 042 and 052 have none, but the start decides the edition, and the end the list.

MANDATORY = ("012", "022", "032", "042", "052", "102")
FEDERATION_COLUMN = 54


def mandatory(report: Report) -> Iterator[Finding]:
    """Find missing or empty records, and players without a federation. A FEDA report has no such records (10.31)."""
    if report.format == "feda":
        return
    filled = {text[:3] for text in report.lines if text[:3] in MANDATORY and text[3:].strip()}
    for code in MANDATORY:
        if code not in filled:
            yield Finding(f"record-missing-{code}", "warning")
    without = [player for player in report.event.players if not player.federation]
    if without:
        first = without[0]
        values = {"count": len(without)}
        yield Finding("federation-missing", "warning", None, first.line, FEDERATION_COLUMN, first.rank, None, values)


# Whether an event agrees with itself: one small check after the other, all run, all findings returned.

CHECKS = (
    same_player,
    pairings,
    wins_and_losses,
    points,
    final_ranks,
    pairing_allocated_byes,
    rounds,
    dates,
    round_dates,
    teams,
    called_swiss,
)


def check_report(report: Report) -> list[Finding]:
    """Return the mandatory records that are missing, and every contradiction in the event."""
    return [*mandatory(report), *check_consistency(report.event)]


def check_consistency(event: Event) -> list[Finding]:
    """Every contradiction in an event, with player, round, line and column if they are known."""
    return [finding for check in CHECKS for finding in check(event)]
