"""The reasons of tie-breaks by the own results, by boards, and by the scores themselves."""

from arpad.documents.steps import Step
from arpad.standings.boards import board_sums
from arpad.standings.codes import TieBreak
from arpad.standings.own_results import COUNTED, after_each_round, counts, standard_halves
from arpad.standings.telling import Telling, rounds


def score_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """The score; a penalty is told beside it."""
    calculation = telling.calculation
    whole = calculation.competition
    score = whole.secondary if tie_break.name == "MPvGP" else calculation.score_of(tie_break)
    own, penalty = calculation.scores(score)[number], calculation.contestants[number].penalty[score]
    inputs = {"own": telling.points(own), "penalty": telling.points(penalty)}
    return telling.step(tie_break, "score-penalty" if penalty else "score", number, inputs)


def counted_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """WIN, WON, BPG, BWG, REP: the rounds that count, and the others with what they were."""
    calculation = telling.calculation
    records = calculation.contestants[number].records
    counted = [record.round for record in records if counts(calculation, tie_break, record)]
    others = [record.round for record in records if record.round not in counted]
    inputs = {
        "rounds": rounds(counted),
        "counted": len(counted),
        "others": rounds(others),
        "left": len(others),
    }
    steps = [
        Step(telling.article(tie_break), "standings.round-was", {"round": record.round}, telling.kind(record))
        for record in records
        if record.kind != "played"
    ]
    return telling.step(tie_break, "counted", number, inputs, steps)


def progressive_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """PS: the scores after each round, without those that are cut."""
    contestant = telling.calculation.contestants[number]
    scores = after_each_round(contestant, telling.calculation.score_of(tie_break))[tie_break.low :]
    inputs = {"addends": tuple(telling.points(value) for value in scores), "cut": tie_break.low}
    return telling.step(tie_break, "progressive-cut" if tie_break.low else "progressive", number, inputs)


def standard_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """STD: one for a round better than a draw, a half for one equal to it."""
    records = telling.calculation.contestants[number].records
    score = telling.calculation.score_of(tie_break)
    halves = {record.round: standard_halves(telling.calculation, score, record) for record in records}
    inputs = {
        "wins": rounds(round_ for round_, half in halves.items() if half == 2),
        "draws": rounds(round_ for round_, half in halves.items() if half == 1),
    }
    return telling.step(tie_break, "standard", number, inputs)


def plain_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """TPN, RTNG: a value of the list of participants."""
    return telling.step(tie_break, "plain", number, {})


def board_step(telling: Telling, tie_break: TieBreak, number: int) -> Step:
    """BC, TBR, BBE: board by board."""
    whole = telling.calculation.competition
    sums = board_sums(telling.calculation.contestants[number].records, whole.boards)
    steps = [
        Step(telling.article(tie_break), "standings.board", {"board": board}, telling.points(points))
        for board, points in enumerate(sums, 1)
    ]
    return telling.step(tie_break, f"boards-{tie_break.name.lower()}", number, {}, steps)


OWN_REASONS = {
    "PTS": score_step,
    "MPvGP": score_step,
    **dict.fromkeys(COUNTED, counted_step),
    "PS": progressive_step,
    "STD": standard_step,
    "TPN": plain_step,
    "RTNG": plain_step,
    **dict.fromkeys(("BC", "TBR", "BBE"), board_step),
}
