"""The next round of a Swiss system, with its reasons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arpad.documents.steps import Trail
from arpad.formats.report import Report
from arpad.i18n import Language
from arpad.pairing.check import answer_document
from arpad.pairing.engines import Answer, Pairing, pair_round
from arpad.pairing.explain import explain_pairing
from arpad.pairing.files import PairingWishes, Source, report_source
from arpad.surface import values
from arpad.surface.documents import Column, Document, Finding, Passed, Reasoned, Tabular, findings_of, part_rows

MOST_ROUNDS = 999


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A game to be played: players, or teams, by starting rank and by name."""

    number: int
    white: int
    black: int
    white_name: str
    black_name: str

    def __repr__(self) -> str:
        return f"<{self.number}. {self.white_name} – {self.black_name}>"


class Round(Document, Reasoned, Tabular):
    """A round that is paired. `possible` is False if there is no legal pairing; `why()` then says who prevents it."""

    __slots__ = ("_answer", "_source")

    def __init__(self, answer: Answer, source: Source) -> None:
        self._answer, self._source = answer, source

    number = Passed[int]("_answer.state.round")
    system = Passed[str]("_answer.state.system.id")

    @property
    def possible(self) -> bool:
        return isinstance(self._answer, Pairing)

    @property
    def boards(self) -> tuple[Board, ...]:
        if not isinstance(self._answer, Pairing):
            return ()
        names = {player.rank: player.name for player in self._source.event.players}
        known = self._source.names() if self._source.system.name == "team" else names
        return tuple(
            Board(board.number, board.white, board.black, known.get(board.white, ""), known.get(board.black, ""))
            for board in self._answer.boards
        )

    @property
    def bye(self) -> int | None:
        """The starting rank of the player with the pairing-allocated bye."""
        return self._answer.bye if isinstance(self._answer, Pairing) else None

    not_paired = Passed[tuple[int, ...]]("_answer.state.absent", made=tuple)
    findings = Passed[tuple[Finding, ...]]("_source.findings", made=findings_of)

    def __iter__(self) -> Iterator[Board]:
        return iter(self.boards)

    def __len__(self) -> int:
        return len(self.boards)

    def __bool__(self) -> bool:
        return self.possible

    def _steps(self) -> Trail:
        return explain_pairing(self._answer)

    def _document(self, language: Language) -> object:
        return answer_document(self._answer, self._source.findings, language)

    def _columns(self) -> Sequence[Column]:
        return (
            Column("number"), Column("white"), Column("black"), Column("white_name", "text"),
            Column("black_name", "text"),
        )  # fmt: skip

    def _rows(self) -> Sequence[Sequence[object]]:
        return part_rows(self._columns(), self.boards)

    def __repr__(self) -> str:
        if not self.possible:
            return f"<Round {self.number}: no legal pairing ({self.system})>"
        bye = "" if self.bye is None else f", bye {self.bye}"
        return f"<Round {self.number}: {len(self)} boards{bye} ({self.system})>"


def pair_next(report: Report, rounds: int | None, system: str | None, adjourn_open: bool) -> Round:
    """Pair the next round of a report."""
    many = None if rounds is None else values.whole("rounds", rounds, 1, MOST_ROUNDS)
    source = report_source(report, PairingWishes(many, system, adjourn_open=adjourn_open))
    return Round(pair_round(source.state()), source)
