"""Files out at any moment: what they hold, and that another program can carry on from them (I-7)."""

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.formats.read import read_report
from arpad.formats.trf_pairing import TrfVersion
from arpad.pairing.engines import Impossible, Pairing, pair_round
from arpad.pairing.files import read_source
from arpad.tournament._file_content import with_open_adjourned
from arpad.tournament.drawing import draw_swiss, swiss_system, tournament_before
from arpad.tournament.export import export_trf, state_after_round
from arpad.tournament.journal import after_changes, fold_log
from arpad.tournament.log import LogChange, LogLine, read_lines
from arpad.tournament.state import EventState
from made_tournaments import MadeTournament, without_places
from places import FIXTURES
from proofs import law

FOLDER = FIXTURES / "tournament"
VERSIONS: tuple[TrfVersion, ...] = ("trf16", "trf26")
WORDS = {
    "chief_arbiter": [None, "FA Arbizo, Clara"],
    "time_control": ["90+30", "90 min + 30 sec increment from move one"],
    "schedule": [None, [{"round": str(day), "start": f"2026-05-{day:02}T16:00"} for day in range(1, 10)]],
}
"""What the files of the vector say about the event, and its log does not."""


@cache
def the_log() -> tuple[LogLine, ...]:
    return tuple(read_lines((FOLDER / "swiss-60.log.jsonl").read_text("utf-8")))


def the_event() -> EventState:
    return after_changes(fold_log(the_log()), [LogChange("event.changed", WORDS)])


def records(data: bytes, *codes: str) -> list[str]:
    return [line for line in data.decode().splitlines() if line[:3] in codes]


@pytest.mark.parametrize(("name", "rated"), [("final", False), ("rating", True)])
def test_the_file_of_a_finished_event(name: str, rated: bool) -> None:
    """Cells, points and comments, byte for byte; results as rated in a file of their own. The places of the vector are
    by points and number alone, ours those of the standings (test_places)."""
    given = (FOLDER / f"swiss-60.{name}.trf").read_bytes()
    assert without_places(export_trf(the_event(), "trf16", rated=rated).data) == without_places(given)


def test_points_that_count_for_rating_alone_are_extra_points() -> None:
    """6.3: the event keeps its points, TRF26 says the difference in 299."""
    file = export_trf(the_event(), "trf26", rated=True)
    assert records(file.data, "299") == ["299          -0.5  002    3", "299           0.5  002   18"]
    assert records(export_trf(the_event(), "trf26").data, "299") == []
    report = read_report(file.data)
    assert [finding.code for finding in report.findings if finding.severity != "info"] == ["result-without-opponent"]


@pytest.mark.parametrize(("version", "name"), [("trf26", "takeover-26"), ("trf16", "takeover-16")])
def test_a_file_in_the_middle_of_a_round(version: TrfVersion, name: str) -> None:
    """Open games are blank in TRF16 and ? in TRF26; players' lines are those of the vector, but for what TRF16 can say
    about the next round."""
    state = fold_log(the_log()[:85])
    data = export_trf(state, version).data
    given = records(without_places((FOLDER / f"{name}.trf").read_bytes()), "001", "240")
    made = records(without_places(data), "001", "240")
    if version == "trf16":
        made = [line.removesuffix("  0000 - Z") if line.startswith("001   56") else line for line in made]
        assert records(data, "XXZ", "XXC", "XXR") == ["XXR 9", "XXC white1", "XXZ   56"]
    else:
        assert records(data, "142", "152", "172", "182", "192", "222") == [
            "142 9", "152 W", "172 ESP FIDE", "182 Arpad", "192 FIDE_DUTCH_2017", "222 5400+30",
        ]  # fmt: skip
    assert made == given


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("number", range(1, 10))
def test_every_round_is_paired_again_from_its_file(number: int, version: TrfVersion) -> None:
    """I-7, over the event as it stood before each round."""
    state = state_after_round(the_log(), number - 1)
    assert state.last_published == number - 1
    assert paired(state, version) == drawn(state, number)


def drawn(state: EventState, number: int) -> object:
    """The draw of an event, in pairing numbers."""
    answer = draw_swiss(with_open_adjourned(state, number - 1), number)
    return None if isinstance(answer, Impossible) else seats(answer.answer)


def paired(state: EventState, version: TrfVersion) -> object:
    """The draw that `arpad pair --adjourn-open` makes of the exported file."""
    data = export_trf(state, version).data
    system = swiss_system(state).id if version == "trf16" else None
    answer = pair_round(read_source(data, system=system, adjourn_open=True).state())
    return None if isinstance(answer, Impossible) else seats(answer)


def seats(answer: Pairing) -> object:
    return [(board.number, board.white, board.black) for board in answer.boards], answer.bye, answer.state.absent


def test_the_kinds_of_byes_in_the_round_to_come_are_known_to_the_engine() -> None:
    """Burstein 1.7.2: a zero-point bye in this round counts otherwise than a half-point bye."""
    state = state_after_round(the_log(), 4)
    assert tournament_before(state, swiss_system(state), 5).records.bye_kinds == {(5, 22): "H", (5, 56): "Z"}


@law(30, long=60)
@given(st.integers(0, 10**9), st.sampled_from(VERSIONS))
def test_another_program_draws_the_same_round(seed: int, version: TrfVersion) -> None:
    """I-7: draw(E) = pair(export(E)) for every Swiss state."""
    made = MadeTournament(Random(seed))
    for number in made.before_each_round():
        assert paired(made.state, version) == drawn(made.state, number)
