"""Explain direct encounter, and helpers that all explanations of standings share."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from arpad.documents.steps import Step
from arpad.regulations.articles import Article
from arpad.standings._calculation import Calculation
from arpad.standings._tie_breaks import board_sums, column_of, weighted_sum
from arpad.standings.codes import TieBreak, code_rule
from arpad.standings.model import GAME_POINTS, MATCH_POINTS, RoundRecord
from arpad.standings.order import BOARD_RULES, meetings, mutual, partition
from arpad.standings.table import StandingsTable, printed_value

# What the reasons share: names, articles, points and values of a table of standings.

NO_ARTICLE = Article("–", "")
"""What a table cites that goes by points alone, because no edition was in force."""


class Explainer:
    """Writes the steps that explain a table of standings."""

    def __init__(self, table: StandingsTable) -> None:
        self.table = table

    @property
    def calculation(self) -> Calculation:
        return self.table.calculation

    def named(self, number: int) -> str:
        """A contestant by number and name."""
        return f"{number} {self.calculation.contestants[number].name}".rstrip()

    def article(self, tie_break: TieBreak) -> Article:
        """The article of a code, in this edition or in the newest that has it; none if no edition ranks."""
        if self.table.edition is None:
            return NO_ARTICLE
        return code_rule(tie_break.name, self.table.rules, self.table.library)[0].article

    @property
    def last_resort(self) -> Article:
        """The article on players whom nothing separates; none if no edition ranks."""
        return NO_ARTICLE if self.table.edition is None else self.table.rules.lists.last_resort.article

    def points(self, parts: int | Fraction) -> Fraction:
        return Fraction(parts) / self.calculation.competition.unit

    def value(self, tie_break: TieBreak, number: int) -> object:
        """The value of a tie-break as it is printed."""
        return printed_value(tie_break, column_of(self.calculation, tie_break), number)

    def step(
        self, tie_break: TieBreak, what: str, number: int, more: Mapping[str, object], steps: Iterable[Step] = ()
    ) -> Step:
        """Return the step of a contestant's value. `more` are inputs beside the code."""
        inputs = {"code": tie_break.code, **more}
        return Step(self.article(tie_break), f"standings.{what}", inputs, self.value(tie_break, number), tuple(steps))

    def opponents_values(self, basis: TieBreak, opponents: Iterable[int]) -> tuple[Step, ...]:
        """Return a step for each opponent with the value that a mean or a total takes."""
        return tuple(
            Step(
                self.article(basis),
                "standings.opponents-value",
                {"opponent": self.named(opponent), "code": basis.code},
                self.value(basis, opponent),
            )
            for opponent in opponents
        )

    def kind(self, record: RoundRecord) -> str:
        """The message that names what a round was."""
        return f"@record-kind.{record.kind}"


def rounds(numbers: Iterable[int]) -> str:
    """Rounds for a sentence."""
    return ", ".join(map(str, numbers)) or "–"


# The reasons of direct encounter: the group, what each did against the others, and who was split off.


def encounter_step(explainer: Explainer, place: int, tie_break: TieBreak, number: int) -> Step:
    """DE, EDE: the tied group with the points of each against the others, and the places that came of it."""
    table, article = explainer.table, explainer.article(tie_break)
    group = table.ordering.tied_before(place, number)
    inputs: dict[str, object] = {"code": tie_break.code, "count": len(group)}
    if len(group) == 1:
        return Step(article, "standings.encounter-alone", inputs, 0)
    whole = explainer.calculation.competition
    scores = (explainer.calculation.score_of(tie_break),)
    if tie_break.name != "DE" and table.rules.encounter.teams.value == "primary-then-secondary":
        scores = (whole.primary, whole.secondary)  # type: ignore[assignment]
    steps = tuple(_member(explainer, tie_break, group, score, member) for score in scores for member in group)
    steps += tuple(_boards(explainer, tie_break, group))
    parts = partition(explainer.calculation, group, tie_break)
    if len(parts) == 1:
        return Step(article, "standings.encounter-nothing", inputs, 0, steps)
    inputs["order"] = " > ".join(" = ".join(str(member) for member in sorted(part)) for part in parts)
    value = table.ordering.within[place][number]
    return Step(article, "standings.encounter", inputs, value, steps)


def _boards(explainer: Explainer, tie_break: TieBreak, group: list[int]) -> Iterator[Step]:
    """13.3.2: the boards of two teams, if no score separates them."""
    if len(group) != 2 or tie_break.name not in BOARD_RULES:
        return
    plain = TieBreak("EDE", as_games=tie_break.as_games)
    if len(partition(explainer.calculation, group, plain)) > 1:
        return
    boards = explainer.calculation.competition.boards
    for one, other in (group, reversed(group)):
        sums = board_sums(meetings(explainer.calculation, one, other, tie_break.as_games), boards)
        points = tuple(explainer.points(made) for made in sums)
        inputs = {"who": explainer.named(one), "rules": ", ".join(BOARD_RULES[tie_break.name]), "boards": points}
        count = explainer.points(weighted_sum(sums))
        yield Step(explainer.article(tie_break), "standings.encounter-boards", inputs, count)


def _member(explainer: Explainer, tie_break: TieBreak, group: list[int], score: int, member: int) -> Step:
    """What one of the group did against the others."""
    made = mutual(explainer.calculation, group, score, tie_break.as_games)[member]
    whole = explainer.calculation.competition
    name = ({MATCH_POINTS: "MP", GAME_POINTS: "GP"}[score]) if whole.teams else "PTS"
    inputs = {
        "who": explainer.named(member),
        "score": name,
        "open": made.unmet,
        "best": explainer.points(made.points + whole.scales[score].win * made.unmet),
    }
    what = "standings.mutual-open" if made.unmet else "standings.mutual"
    return Step(explainer.article(tie_break), what, inputs, explainer.points(made.points))
