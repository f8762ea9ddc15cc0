"""Byes, absences, withdrawals, the unexplained absence, presence, and players who may not meet."""

import json
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.i18n import ArpadError
from arpad.tournament.acts.absences import (
    AllowPairs,
    ClosePresence,
    Excuse,
    ForbidPairs,
    MarkPresent,
    OpenPresence,
    ReturnEntry,
    SetAbsence,
    WithdrawEntry,
    missing,
)
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import ClearDraft, DrawNext, Publish
from arpad.tournament.journal import NotConfirmed
from arpad.tournament.log import LogChange
from places import FIXTURES

HANDLING: dict[str, Any] = json.loads((FIXTURES / "tournament" / "handling.json").read_text("utf-8"))
RULES: dict[str, Any] = {"rounds": 9, "system": "dutch-2017"}


def plays(arbiter: Arbiter, number: int) -> None:
    arbiter.does(DrawNext())
    arbiter.does(Publish(number))
    for board in arbiter.state.rounds[number].games:
        arbiter.does(SetResult(number, board.number, "1-0"))


def running(rounds: int = 0, players: int = 12, **rules: Any) -> Arbiter:
    arbiter = Arbiter({**RULES, **rules})
    arbiter.enters(players)
    arbiter.closes()
    for number in range(1, rounds + 1):
        plays(arbiter, number)
    return arbiter


ANSWERS = {
    "granted": None,
    "refused: one is the most": "1 is the most",
    "refused: not after round 7": "none after round 7",
    "refused: the round is drawn; he is absent (zero points)": "round 3 is drawn",
    "refused: plays on conditions": "plays on conditions",
    "refused: not at this level": "(L1) have none",
}


@pytest.mark.parametrize("asked", HANDLING["TV-TD-HALF-1"]["requests"])
def test_half_point_byes(asked: dict[str, Any]) -> None:
    """TV-TD-HALF-1, C.05 6.7 (4)."""
    arbiter = Arbiter({"system": "dutch-2017", "level": asked.get("level", "L3"), **HANDLING["TV-TD-HALF-1"]["rules"]})
    for place in range(1, 13):
        invited = {"invited": True} if asked.get("invited") and place == asked["entry"] else {}
        arbiter.does(Enter({"name": f"P{place:02}", "rating": 2000 - place, **invited}))
    if asked["round"] == 4:
        arbiter.does(SetAbsence(asked["entry"], 1, "H"))
    arbiter.closes()
    for number in range(1, 4 if "published" in asked["asked"] else 1):
        plays(arbiter, number)
    words = ANSWERS[asked["answer"]]
    if words is None:
        assert arbiter.tries(SetAbsence(asked["entry"], asked["round"], "H")).state.absences == {(1, 1): "H"}
        return
    with pytest.raises(ArpadError) as refused:
        arbiter.tries(SetAbsence(asked["entry"], asked["round"], "H"))
    if "one is the most" in asked["answer"]:  # VCL 174: one more is confirmed, with a reason
        assert isinstance(refused.value, NotConfirmed)
        assert [(one.code, one.level) for one in refused.value.warnings] == [
            ("half-bye-beyond", "confirm"),
            ("half-bye-beyond", "reason"),
        ]
        return
    assert words in refused.value.text()
    if "drawn" not in words:
        assert refused.value.key == "event-half-bye"
        assert "(Z) is possible" in refused.value.text()
        assert arbiter.does(SetAbsence(asked["entry"], asked["round"], "Z")).lines[0].kind == "absence.set"


def test_half_point_byes_that_the_rules_do_not_give() -> None:
    with pytest.raises(ArpadError, match="give none"):
        running().does(SetAbsence(1, 1, "H"))


def test_an_absence_is_changed_and_taken_back() -> None:
    arbiter = running(half_point_byes=1)
    arbiter.does(SetAbsence(1, 2, "H"))
    assert arbiter.does(SetAbsence(1, 2, "H")).lines == ()
    assert arbiter.does(SetAbsence(1, 2, "Z")).state.absences == {(1, 2): "Z"}
    assert arbiter.does(SetAbsence(1, 2, None)).state.absences == {}
    with pytest.raises(ArpadError, match="no round 10"):
        arbiter.does(SetAbsence(1, 10, "Z"))


def test_a_full_point_bye_wants_a_reason() -> None:
    arbiter = running()
    with pytest.raises(NotConfirmed, match="no longer used"):
        arbiter.tries(SetAbsence(1, 1, "F"))
    assert arbiter.does(SetAbsence(1, 1, "F")).lines[0].data["reason"] == "because"
    assert arbiter.does(DrawNext()).state.rounds[1].absent == {1: "F"}


def test_absence_from_a_drawn_round() -> None:
    arbiter = running()
    arbiter.does(DrawNext())
    with pytest.raises(ArpadError) as refused:
        arbiter.does(SetAbsence(1, 1, "Z"))
    assert refused.value.key == "event-round-drawn"


def test_withdrawal_and_return() -> None:
    """C.04.2.D.3: not paired again, results stay."""
    arbiter = running(2)
    done = arbiter.does(WithdrawEntry(5))
    assert done.lines[0].data == {"entry": 5, "from_round": 3, "reason": "asked", "why": "because"}
    with pytest.raises(ArpadError, match="is withdrawn"):
        arbiter.does(WithdrawEntry(5))
    plays(arbiter, 3)
    assert arbiter.state.rounds[3].absent == {5: "Z"}
    with pytest.raises(NotConfirmed, match="chief arbiter"):
        arbiter.tries(ReturnEntry(5))
    with pytest.raises(ArpadError, match="is drawn"):
        arbiter.does(ReturnEntry(5, 3))
    arbiter.does(ReturnEntry(5))
    plays(arbiter, 4)
    assert 5 not in arbiter.state.rounds[4].absent
    with pytest.raises(ArpadError, match="has not left"):
        arbiter.does(ReturnEntry(5))


def test_withdrawal_during_a_round_leaves_the_board() -> None:
    arbiter = running()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    assert [one.code for one in arbiter.does(WithdrawEntry(3)).warnings] == ["board-stays"]
    with pytest.raises(ArpadError) as refused:
        arbiter.does(WithdrawEntry(4, 1))
    assert refused.value.key == "event-round-drawn"


def test_expulsion_wants_a_reason() -> None:
    arbiter = running(1)
    with pytest.raises(NotConfirmed, match="expelled"):
        arbiter.tries(WithdrawEntry(2, expelled=True))
    assert arbiter.does(WithdrawEntry(2, expelled=True)).state.entries[2].state == "expelled"
    with pytest.raises(NotConfirmed, match="--reason"):
        arbiter.tries(ReturnEntry(2))


def test_withdrawal_from_a_round_robin() -> None:
    """C.05 6.6: the games still open go to the opponents."""
    arbiter = Arbiter({"system": "berger", "order": "given"})
    arbiter.enters(4)
    arbiter.closes()
    for number in (1, 2, 3):
        arbiter.does(Publish(number))
    for board in arbiter.state.rounds[1].games:
        arbiter.does(SetResult(1, board.number, "1/2"))
    with pytest.raises(ArpadError, match="first possible one is 2"):
        arbiter.does(WithdrawEntry(4, 1))
    state = arbiter.does(WithdrawEntry(4)).state
    assert state.entries[4].withdrawn_from == 2
    results = [
        board.result for number in (2, 3) for board in state.rounds[number].games if 4 in (board.white, board.black)
    ]
    assert set(results) <= {"+/-", "-/+"}


def stays_away(arbiter: Arbiter) -> int:
    """The player with White on board 1 of round 3 does not come."""
    arbiter.does(DrawNext())
    arbiter.does(Publish(3))
    for board in arbiter.state.rounds[3].games:
        arbiter.does(SetResult(3, board.number, "-/+" if board.number == 1 else "1-0"))
    gone = arbiter.state.rounds[3].games[0].white
    if gone not in arbiter.state.unexplained:
        arbiter.does(lambda _state, _confirmations: [LogChange("absence.unexplained", {"entry": gone, "round": 3})])
    return gone


@pytest.mark.parametrize("case", HANDLING["TV-TD-ABSENT-1"], ids=lambda case: str(case["explained"]))
def test_absent_without_a_word(case: dict[str, Any]) -> None:
    """TV-TD-ABSENT-1, C.05 6.5."""
    arbiter = running(2)
    gone = stays_away(arbiter)
    if case["explained"] == "before round 4 is published":
        arbiter.does(DrawNext())
        assert arbiter.state.rounds[4].absent == {gone: "Z"}
        done = arbiter.does(Excuse(gone))
        assert [one.code for one in done.warnings] == ["excused", "excused-draft"]

        arbiter.does(ClearDraft(4))
        plays(arbiter, 4)
        assert gone not in arbiter.state.rounds[4].absent
        assert arbiter.state.entries[gone].state == "accepted"
        return
    plays(arbiter, 4)
    assert arbiter.state.rounds[4].absent == {gone: "Z"}
    assert (arbiter.state.entries[gone].state, arbiter.state.entries[gone].withdrawn_from) == ("withdrawn", 4)
    if case["explained"] is not None:
        with pytest.raises(ArpadError, match="arpad event return"):
            arbiter.does(Excuse(gone))
        arbiter.does(ReturnEntry(gone))
        plays(arbiter, 5)
        assert gone not in arbiter.state.rounds[5].absent
        assert arbiter.state.rounds[4].absent == {gone: "Z"}


def test_an_excuse_wants_a_reason_and_an_absence() -> None:
    arbiter = running(2)
    gone = stays_away(arbiter)
    with pytest.raises(NotConfirmed, match="--reason"):
        arbiter.tries(Excuse(gone))
    with pytest.raises(ArpadError, match="no absence to explain"):
        arbiter.does(Excuse(next(entry for entry in arbiter.state.entries if entry != gone)))


def test_presence() -> None:
    arbiter = Arbiter({**RULES, "rounds": 5})
    arbiter.enters(6)
    with pytest.raises(ArpadError, match="no list of presence"):
        arbiter.does(MarkPresent([1]))
    arbiter.does(SetAbsence(6, 1, "Z"))
    arbiter.does(OpenPresence())
    with pytest.raises(ArpadError, match="open already"):
        arbiter.does(OpenPresence())
    arbiter.does(MarkPresent([1, 2, 3, 5]))
    assert arbiter.does(MarkPresent([1, 2])).lines == ()
    arbiter.does(MarkPresent([5], gone=True))
    with pytest.raises(ArpadError, match="does not play"):
        arbiter.does(MarkPresent([6]))
    assert missing(arbiter.state, 1) == [4, 5]
    with pytest.raises(NotConfirmed, match="2 players are missing"):
        arbiter.tries(ClosePresence("absent"))
    done = arbiter.tries(ClosePresence("pair"))
    assert [one.code for one in done.warnings] == ["missing-paired"]
    assert done.lines[0].data == {"round": 1, "missing": [4, 5]}


@pytest.mark.parametrize("then", ["absent", "wait"])
def test_players_who_are_missing(then: Any) -> None:
    arbiter = Arbiter({**RULES, "rounds": 5})
    arbiter.enters(6)
    arbiter.does(OpenPresence())
    arbiter.does(MarkPresent([1, 2, 3, 5]))
    state = arbiter.does(ClosePresence(then)).state
    if then == "absent":
        assert state.absences == {(4, 1): "Z", (6, 1): "Z"}
    else:
        assert [entry for entry, one in state.entries.items() if one.from_round == 2] == [4, 6]
    arbiter.closes()
    assert set(arbiter.does(DrawNext()).state.rounds[1].absent) == {4, 6}


def test_presence_of_a_round_that_is_drawn() -> None:
    arbiter = running(1)
    with pytest.raises(ArpadError, match="is drawn"):
        arbiter.does(OpenPresence(1))


def pairs(arbiter: Arbiter, number: int) -> set[frozenset[int]]:
    return {frozenset((board.white, board.black)) for board in arbiter.state.rounds[number].games}


def test_players_who_may_not_meet() -> None:
    """C.05 5.2."""
    free, kept = running(), running()
    free.does(DrawNext())
    one, two = sorted(next(iter(pairs(free, 1))))
    assert [warning.code for warning in kept.does(ForbidPairs([one, two], last=1)).warnings] == ["forbidden-announced"]
    assert kept.does(ForbidPairs([one, two], first=2, last=3, soft=True)).warnings == ()
    kept.does(DrawNext())
    assert frozenset((one, two)) not in pairs(kept, 1)
    kept.does(Publish(1))
    with pytest.raises(NotConfirmed, match="outside the rules"):
        kept.tries(ForbidPairs([1, 2]))
    with pytest.raises(NotConfirmed, match="outside the rules"):
        kept.tries(AllowPairs(1))
    state = kept.does(AllowPairs(1)).state
    assert [found.id for found in state.restrictions] == [2]
    assert [breach.kind for breach in state.breaches] == ["forbidden"]


def test_a_group_that_may_not_meet() -> None:
    arbiter = Arbiter({**RULES, "rounds": 3})
    for place in range(8):
        arbiter.does(Enter({"name": f"P{place}", "rating": 2000 - place, "club": "Peón" if place in (0, 4) else ""}))
    arbiter.closes()
    arbiter.does(ForbidPairs(label="club"))
    arbiter.does(DrawNext())
    assert frozenset((1, 5)) not in pairs(arbiter, 1)


@pytest.mark.parametrize(
    ("told", "key"),
    [
        ({"players": [1]}, "event-forbid-whom"),
        ({}, "event-forbid-whom"),
        ({"players": [1, 2], "label": "club"}, "event-forbid-whom"),
        ({"players": [1, 99]}, "event-entry-unknown"),
        ({"players": [1, 2], "first": 3, "last": 2}, "event-round-none"),
        ({"players": [1, 2], "last": 10}, "event-round-none"),
        ({"label": "school"}, "event-label-unknown"),
    ],
)
def test_what_cannot_be_forbidden(told: dict[str, Any], key: str) -> None:
    with pytest.raises(ArpadError) as refused:
        running().does(ForbidPairs(**told))
    assert refused.value.key == key


def test_a_restriction_that_is_not_there() -> None:
    with pytest.raises(ArpadError, match="no restriction 3"):
        running().does(AllowPairs(3))
