"""1.4.1e, 1.4.2e, 1.4.5f: what a report calls its format, and what that means for a norm."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from arpad.domain.event import Event, ResultCode
from arpad.formats.codes import everybody_met
from arpad.formats.read import read_report
from arpad.titles.event import system_of
from arpad.titles.model import EventFacts, Norm
from places import FIXTURES, PROJECT
from title_events import BEFORE_2022, EXAM_10, check, event, found

DATA = FIXTURES / "titles"
THIRTEEN = PROJECT / "examples" / "norm-13-rounds.trf"


def read(name: str) -> Event:
    return read_report((DATA / name).read_bytes()).event


def rows() -> list[tuple[str, ...]]:
    lines = [line for line in (DATA / "formats.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
    return [tuple(re.split(r"  +", line)) for line in lines]


@pytest.mark.parametrize(("record", "system", "norm"), rows())
def test_1_4_1e_a_format_is_known_by_its_name(record: str, system: str, norm: str) -> None:
    at = read_report(re.sub(r"^092.*", record, THIRTEEN.read_text("utf-8"), flags=re.MULTILINE).encode()).event
    assert system_of(at) == system
    assert found(at, "GM").achieved is (norm == "yes")


def test_1_4_5f_four_players_and_four_cycles_are_a_double_round_robin_too_small() -> None:
    at = read("four-cycles.trf")
    assert system_of(at) == "double-round-robin"
    norm = found(at, "GM")
    assert [check.name for check in norm.failing] == ["double-round-players"]
    assert check(norm, "double-round-players") == (6, 4, False)
    assert found(at, "GM", facts=EventFacts(system="swiss")).achieved


def test_1_4_1e_a_swiss_in_which_everybody_met_everybody_is_still_a_swiss() -> None:
    at = replace(read("own-forfeit.trf"), type="Individual: Swiss-System")
    assert everybody_met(at) == 1
    assert system_of(at) == "swiss"


MIRRORED: dict[ResultCode, ResultCode] = {"-": "+", "+": "-", "W": "L", "L": "W", "D": "D"}


def with_round(at: Event, number: int, own: Mapping[str, object], others: Mapping[str, object]) -> Event:
    """The event with another game of player 1 in a round, in both lines."""
    players = []
    for player in at.players:
        changes = own if player.rank == 1 else others
        players.append(
            player._replace(
                rounds=tuple(
                    one._replace(**changes)  # type: ignore[arg-type]
                    if one.round == number and 1 in (player.rank, one.opponent)
                    else one
                    for one in player.rounds
                )
            )
        )
    return replace(at, players=tuple(players))


def with_result(at: Event, round_: int, result: ResultCode) -> Norm:
    """The norm of player 1 with another result in a round."""
    return found(with_round(at, round_, {"result": result}, {"result": MIRRORED[result]}), "GM")


@pytest.mark.parametrize(("result", "good"), [("-", False), ("L", False), ("D", False), ("+", True), ("W", True)])
def test_1_4_1e_who_does_not_play_a_game_of_a_round_robin_has_no_norm(result: ResultCode, good: bool) -> None:
    norm = with_result(read("own-forfeit.trf"), 1, result)
    assert (norm.achieved, check(norm, "own-absences")) == (good, (0, 0 if good else 1, good))


def test_1_4_1e_a_bye_in_a_round_robin_is_a_game_not_played() -> None:
    bye = {"opponent": None, "result": "Z"}
    at = with_round(read("own-forfeit.trf"), 1, bye, bye)
    assert check(found(at, "GM", facts=EventFacts(system="round-robin")), "own-absences")[1] == 1


def test_before_2022_a_game_not_played_in_a_round_robin_is_only_left_out() -> None:
    assert found(read("own-forfeit.trf"), "GM", edition=BEFORE_2022).achieved


@pytest.mark.parametrize(("approved", "good"), [(False, False), (True, True)])
def test_1_4_2e_other_formats_need_approval(approved: bool, good: bool) -> None:
    at = event(EXAM_10, own="AUS")
    assert found(at, "GM", facts=EventFacts(system="match", approved=approved)).achieved is good
    before = found(at, "GM", facts=EventFacts(system="match", approved=approved), edition=BEFORE_2022)
    assert [str(omission.article) for omission in before.failing] == ["1.6"]


def test_1_4_2c_the_last_opponent_has_to_be_absent() -> None:
    """A game that ended without a move (W) is no absence."""
    strong = EXAM_10.replace("- NED 2149 1", "- NED 2449 1").replace("IM NZL 2393 =", "IM NZL 2393 1")
    for result, special in (("+", "last-round-absent"), ("W", "")):
        norm = found(event(strong.replace("GM ESP 2559 =", f"GM ESP 2559 {result}"), own="AUS"), "GM")
        assert norm.special == special
