"""The reasons of direct encounter: the group, what each did against the others, and who was split off."""

from collections.abc import Iterator

from arpad.documents.steps import Step
from arpad.standings.boards import board_sums, weighted_sum
from arpad.standings.codes import TieBreak
from arpad.standings.encounter import BOARD_RULES, meetings, mutual, partition
from arpad.standings.model import GAME_POINTS, MATCH_POINTS
from arpad.standings.telling import Telling


def encounter_step(telling: Telling, place: int, tie_break: TieBreak, number: int) -> Step:
    """DE, EDE: the tied group with the points of each against the others, and the places that came of it."""
    table, article = telling.table, telling.article(tie_break)
    group = table.ordering.tied_before(place, number)
    inputs: dict[str, object] = {"code": tie_break.code, "count": len(group)}
    if len(group) == 1:
        return Step(article, "standings.encounter-alone", inputs, 0)
    whole = telling.calculation.competition
    scores = (telling.calculation.score_of(tie_break),)
    if tie_break.name != "DE" and table.edition.encounter.teams.value == "primary-then-secondary":
        scores = (whole.primary, whole.secondary)  # type: ignore[assignment]
    steps = tuple(_member(telling, tie_break, group, score, member) for score in scores for member in group)
    steps += tuple(_boards(telling, tie_break, group))
    parts = partition(telling.calculation, group, tie_break)
    if len(parts) == 1:
        return Step(article, "standings.encounter-nothing", inputs, 0, steps)
    inputs["order"] = " > ".join(" = ".join(str(member) for member in sorted(part)) for part in parts)
    value = table.ordering.within[place][number]
    return Step(article, "standings.encounter", inputs, value, steps)


def _boards(telling: Telling, tie_break: TieBreak, group: list[int]) -> Iterator[Step]:
    """13.3.2: the boards of two teams, if no score separates them."""
    if len(group) != 2 or tie_break.name not in BOARD_RULES:
        return
    plain = TieBreak("EDE", as_games=tie_break.as_games)
    if len(partition(telling.calculation, group, plain)) > 1:
        return
    boards = telling.calculation.competition.boards
    for one, other in (group, reversed(group)):
        sums = board_sums(meetings(telling.calculation, one, other, tie_break.as_games), boards)
        points = tuple(telling.points(made) for made in sums)
        inputs = {"who": telling.named(one), "rules": ", ".join(BOARD_RULES[tie_break.name]), "boards": points}
        count = telling.points(weighted_sum(sums))
        yield Step(telling.article(tie_break), "standings.encounter-boards", inputs, count)


def _member(telling: Telling, tie_break: TieBreak, group: list[int], score: int, member: int) -> Step:
    """What one of the group did against the others."""
    made = mutual(telling.calculation, group, score, tie_break.as_games)[member]
    whole = telling.calculation.competition
    name = ({MATCH_POINTS: "MP", GAME_POINTS: "GP"}[score]) if whole.teams else "PTS"
    inputs = {
        "who": telling.named(member),
        "score": name,
        "open": made.unmet,
        "best": telling.points(made.points + whole.scales[score].win * made.unmet),
    }
    what = "standings.mutual-open" if made.unmet else "standings.mutual"
    return Step(telling.article(tie_break), what, inputs, telling.points(made.points))
