"""The arbiter's check-list before a round, and a report file with its next round paired."""

from fractions import Fraction

from arpad.documents.document import Document
from arpad.domain.event import ResultCode, RoundResult
from arpad.formats.codes import by_match_points
from arpad.formats.report import Report
from arpad.formats.trf_event_lines import with_round
from arpad.i18n import ArpadError
from arpad.pairing.colours import Strength, difference, preference
from arpad.pairing.engines import Pairing
from arpad.pairing.files import Source
from arpad.pairing.state import Float, PairingState, Tournament, points

# The arbiter's check-list before a round: what is known of each player, in the order of A.2.

FLOATS: dict[Float, str] = {"down": "D", "up": "U", None: ""}


class ChecklistRow(Document, frozen=True):
    """A player: score, colours of the games, preference, floats of the last two rounds, colour difference, whether they
    may still have the pairing-allocated bye, and their opponents in order."""

    player: int
    score: Fraction
    colours: str
    preference: str
    float: str
    float_before: str
    colour_difference: int
    bye_allowed: bool
    opponents: tuple[int, ...]


def checklist(state: PairingState) -> list[ChecklistRow]:
    """The players to be paired in a round."""
    return [
        ChecklistRow(
            player.rank,
            points(state, player.score),
            player.colours.upper(),
            player.due or preference_sign(player.colours),
            FLOATS[player.floats[0]],
            FLOATS[player.floats[1]],
            player.difference,
            player.bye_allowed,
            player.met,
        )
        for player in state.entrants
    ]


def preference_sign(colours: str) -> str:
    """A.6 as check-lists write it: WWW twice the same colour and a difference beyond 1, WW a difference beyond 1, W1
    and W twice the same colour with a difference of 1 and of 0, (W) strong, (w) mild, A none; with B for Black."""
    wanted = preference(colours)
    if wanted.colour is None:
        return "A"
    sign, gap = wanted.colour.upper(), abs(difference(colours))
    if wanted.strength == Strength.MILD:
        return f"({wanted.colour})"
    if wanted.strength == Strength.STRONG:
        return f"({sign})"
    twice = colours[-2:] in ("ww", "bb")
    if gap > 1:
        return 3 * sign if twice else 2 * sign
    return f"{sign}1" if gap else sign


# A report with its next round paired, for the program that goes on with it.

SECOND_GAME: dict[ResultCode | None, ResultCode] = {"U": "H", "F": "F", "H": "H"}
"""C.04.5 1.4: players without a first game have no second one; the bye of the draw is a win and a draw."""
BYE_KINDS: dict[str, ResultCode] = {"F": "F", "H": "H", "Z": "Z"}


def can_be_written(source: Source) -> bool:
    """Whether a report has a place for the next round: of teams it has none before their line-ups are known."""
    return source.report is not None and source.system.name != "team" and not by_match_points(source.event)


def next_file(source: Source, answer: Pairing) -> bytes:
    """Return the report with the round in the lines of its players."""
    if source.report is None:
        raise ArpadError("pairing-file-json")
    if not can_be_written(source):
        raise ArpadError("pairing-file-teams")
    return with_round(source.report, answer.state.round, _cells(source, source.report, answer), answer.state.rounds)


def _cells(source: Source, report: Report, answer: Pairing) -> dict[int, RoundResult]:
    """The round of every player: the opponent and the colour, the bye, or why they are not paired. What the report says
    about the round already stays."""
    assert source.whole is not None
    number, announced = answer.state.round, report.announced_for(answer.state.round)
    cells: dict[int, RoundResult] = {}
    for rank in answer.state.absent:
        known = source.whole.cell(rank, number) if rank in announced else None
        cells[rank] = known or RoundResult(number, None, None, _kind(source.whole, answer, rank))
    for rank, (opponent, colour) in answer.seats().items():
        cells[rank] = RoundResult(number, opponent, colour, "U" if opponent is None else None)
    return cells


def _kind(whole: Tournament, answer: Pairing, rank: int) -> ResultCode:
    """The bye that a player has asked for, or none: an absence."""
    number = answer.state.round
    before = whole.cell(rank, number - 1) if answer.state.returning else None
    if before is not None:
        return SECOND_GAME.get(before.result, "Z")
    return BYE_KINDS.get(whole.records.bye_kinds.get((number, rank), "Z"), "Z")
