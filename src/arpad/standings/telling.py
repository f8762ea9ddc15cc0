"""What the reasons share: names, articles, points and values of a table of standings."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from arpad.documents.steps import Step
from arpad.regulations.articles import Article
from arpad.standings.calculation import Calculation
from arpad.standings.chosen import code_rule
from arpad.standings.codes import TieBreak
from arpad.standings.model import RoundRecord
from arpad.standings.table import StandingsTable, printed_value

NO_ARTICLE = Article("–", "")
"""What a table cites that goes by points alone, because no edition was in force."""


class Telling:
    """A table of standings as the reasons tell it."""

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
        if self.table.edition_id is None:
            return NO_ARTICLE
        return code_rule(tie_break.name, self.table.edition, self.table.library)[0].article

    @property
    def last_resort(self) -> Article:
        """The article on players whom nothing separates; none if no edition ranks."""
        return NO_ARTICLE if self.table.edition_id is None else self.table.edition.lists.last_resort.article

    def points(self, parts: int | Fraction) -> Fraction:
        return Fraction(parts) / self.calculation.competition.unit

    def value(self, tie_break: TieBreak, number: int) -> object:
        """The value of a tie-break as it is printed."""
        return printed_value(tie_break, self.calculation.column(tie_break), number)

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
