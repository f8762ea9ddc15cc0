"""The prizes of an event: shared by its standings, with reasons, with objects, and without those who renounce."""

from typing import Any

import pytest

from arbiter import Arbiter
from arpad.i18n import LANGUAGES, ArpadError
from arpad.papers.event_papers import event_listing, event_paper
from arpad.tournament.acts.event import Create, Finish, RenouncePrize, SetPrizes
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import NotConfirmed, fold_log, state_digest
from arpad.tournament.prizes import announced_prizes, prize_table, prizes_shown
from arpad.tournament.public import public_view
from arpad.tournament.undo import TakeBack
from small_event import AT, SAID, SmallEvent

PRIZES: dict[str, Any] = {
    "system": "hort",
    "prizes": ["100 + Cup", "50"],
    "category": [
        {"name": "Juniors", "group": "u16", "prizes": ["30", "+ Book"]},
        {"name": "Under 2200", "where": "rating < 2200", "prizes": ["20"]},
    ],
}
PLAYERS: tuple[dict[str, Any], ...] = (
    {"name": "Arce, Ana", "rating": 2400, "born": 1990},
    {"name": "Bello, Blas", "rating": 2300, "born": 2012, "birthday": "2012-06-01"},
    {"name": "Cid, Clara", "rating": 2190, "born": 2011, "birthday": "2011-02-01"},
    {"name": "Diz, David", "rating": 2100, "born": 2010, "birthday": "2010-09-30"},
)


def played(prizes: dict[str, Any] | None = None, **rules: Any) -> SmallEvent:
    """Four players, one round: Ana and Blas win against Clara and David."""
    event = SmallEvent.__new__(SmallEvent)
    super(SmallEvent, event).__init__()
    given = {
        "slug": "prueba",
        "name": "Prueba",
        "start": "2026-05-01",
        "system": "dutch-2017",
        "rounds": 1,
        "tie_breaks": ["ARO"],
    }
    groups = {"u16": "born >= 2010-03-01"}
    event.do(Create({**given, "default_minutes": 30, "groups": groups, "prizes": prizes or PRIZES, **rules}))
    for player in PLAYERS:
        event.do(Enter(player))
    event.do(CloseList(initial="w"))
    event.do(DrawNext(1))
    event.do(Publish(1))
    for board in event.state.rounds[1].games:
        first = board.white < board.black
        event.do(SetResult(1, board.number, "1-0" if first else "0-1"))
    return event


def won(event: SmallEvent, language: str = "en") -> dict[str, str]:
    table = prize_table(event.state)
    assert table is not None
    return {prize.name: prize.written(language) for prize in table.prizes}  # type: ignore[arg-type]


def test_the_prizes_of_an_event_with_their_reasons() -> None:
    event = played()
    table = prize_table(event.state)
    assert table is not None
    assert table.provisional
    assert won(event) == {
        "Arce, Ana": "87.50 EUR + Cup",
        "Bello, Blas": "62.50 EUR",
        "Cid, Clara": "30.00 EUR",
        "Diz, David": "Book",
    }
    assert won(event, "es")["Arce, Ana"] == "87,50 EUR + Cup"
    reasons = {prize.name: [reason.text() for reason in prize.reasons] for prize in table.prizes}
    assert reasons["Arce, Ana"] == [
        "Places 1 to 2 (1 point) share 100 + 50 = 150, half by place and half equally: 50 + 37.50 = 87.50.",
        "Cup goes to the place and is not shared.",
    ]
    assert reasons["Cid, Clara"] == [
        "Juniors, prize 1: the first by rank who may have it. Better, but with another prize or renounced: Bello, Blas."
    ]
    assert [(prize.category, prize.place, prize.amount) for prize in table.nobody] == [("Under 2200", 1, "20.00")]
    assert [table.total, table.kept] == ["180.00", "0.00"]
    event.do(Finish())
    after = prize_table(event.state)
    assert after is not None
    assert not after.provisional


def test_everybody_sees_the_same_prizes_as_the_staff() -> None:
    """The day of birth decides the group, and is in no public view."""
    event = played()
    view = public_view(event.state)
    assert view.entries[3].birthday == ""
    assert view.prize_members == {"Juniors": frozenset({2, 3, 4})}
    shown, staff = prize_table(view), prize_table(event.state)
    assert shown is not None
    assert staff is not None
    assert shown.document() == staff.document()
    assert prizes_shown(view)


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("all", {"Arce, Ana": "–", "Bello, Blas": "100.00 EUR + Cup"}),
        ("main", {"Arce, Ana": "–", "Bello, Blas": "100.00 EUR + Cup"}),
        ("category", {"Arce, Ana": "87.50 EUR + Cup", "Bello, Blas": "62.50 EUR"}),
    ],
)  # fmt: skip
def test_others_move_up_for_somebody_who_renounces(what: str, expected: dict[str, str]) -> None:
    event = played()
    with pytest.raises(NotConfirmed):
        event.do(RenouncePrize(1, what))
    before = state_digest(event.state)
    line = event.do(RenouncePrize(1, what), SAID).lines[0]
    assert [line.kind, dict(line.data)] == ["prize.given-up", {"entry": 1, "what": what, "reason": SAID.reason}]
    assert won(event) | expected == won(event)
    event.do(TakeBack(line.n, tuple(event.lines), AT.isoformat()), SAID)
    assert state_digest(event.state) == before
    assert won(event)["Arce, Ana"] == "87.50 EUR + Cup"


def test_a_policy_and_level_players_who_share_an_object() -> None:
    event = played({**PRIZES, "policy": "cumulative", "prizes": ["+ Cup"]}, tie_breaks=["WIN"])
    assert won(event)["Bello, Blas"] == "30.00 EUR"
    table = prize_table(event.state)
    assert table is not None
    assert [finding.code for finding in table.findings] == ["prizes-level", "prizes-thing-level"]


def test_a_group_that_is_gone_is_said() -> None:
    event = played()
    state = event.state
    gone = fold_log(event.lines)
    assert gone.event_rules.groups == state.event_rules.groups
    event.do(lambda _state, _confirmations: [_changed("groups", {"u16": "born >= 2010-03-01"}, None)])
    table = prize_table(event.state)
    assert table is not None
    assert [finding.code for finding in table.findings] == ["prizes-group-gone"]
    assert [prize.category for prize in table.nobody] == ["Juniors", "Juniors"]


def _changed(key: str, old: Any, new: Any) -> Any:
    from arpad.tournament.kinds.event import EventChanged

    return EventChanged.change({key: [old, new]})


def test_prizes_are_announced_and_changed() -> None:
    event = played()
    announced = announced_prizes(event.state.event_rules)
    assert [(prize.category, prize.place, prize.written("en")) for prize in announced] == [
        ("", 1, "100.00 EUR + Cup"), ("", 2, "50.00 EUR"), ("Juniors", 1, "30.00 EUR"), ("Juniors", 2, "Book"),
        ("Under 2200", 1, "20.00 EUR"),
    ]  # fmt: skip
    event.do(SetPrizes({"prizes": ["10"]}))
    assert won(event) == {"Arce, Ana": "5.00 EUR", "Bello, Blas": "5.00 EUR"}
    assert event.do(SetPrizes({"prizes": ["10"]})).lines == ()
    event.do(SetPrizes(None))
    assert prize_table(event.state) is None
    with pytest.raises(ArpadError, match="no prizes"):
        event.do(RenouncePrize(1), SAID)


@pytest.mark.parametrize(
    "prizes", [{"prizes": ["x"]}, {"prizes": "100"}, {"prizes": ["1 +"]}, {"prizes": [], "unknown": 1}, [1]]
)
def test_rules_that_are_no_prizes_are_refused(prizes: Any) -> None:
    with pytest.raises(ArpadError):
        SmallEvent(4, prizes=prizes)


def test_a_knock_out_has_prizes_by_its_bracket() -> None:
    arbiter = Arbiter({"system": "knockout", "stages": [["rapid", 1, "10+5"], ["sudden-death", 1, "5-4"]],
                       "prizes": {"system": "place", "prizes": ["90", "60", "30"]}})  # fmt: skip
    arbiter.enters(4)
    arbiter.closes()
    for number in (1, 2):
        arbiter.does(DrawNext(number))
        arbiter.does(Publish(number))
        for board in arbiter.state.rounds[number].games:
            arbiter.does(SetResult(number, board.number, "1-0" if board.white < board.black else "0-1"))
    table = prize_table(arbiter.state)
    assert table is not None
    assert [(prize.rank, prize.name, prize.amount) for prize in table.prizes] == [
        (1, "Player 001", "90.00"), (2, "Player 002", "60.00"), (3, "Player 003", "15.00"), (3, "Player 004", "15.00"),
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_paper_to_sign(language: Any) -> None:
    event = played()
    paper = event_listing(event.state, "prizes", languages=language)
    assert [column.kind for column in paper.tables[0].columns][-2:] == ["room", "write"]
    assert [row[1] for row in paper.tables[0].rows] == ["Arce, Ana", "Bello, Blas", "Cid, Clara", "Diz, David"]
    assert paper.mark
    event.do(Finish())
    assert event_listing(event.state, "prizes", languages=language).mark == ()
    assert event_paper(event.state, "prizes", languages=("en", "es")).startswith(b"%PDF")
