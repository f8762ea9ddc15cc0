"""The corrections of an event, read off its log (C.04.2.D.8)."""

from fractions import Fraction

from arbiter import Arbiter
from arpad.papers.event_papers import event_listing, event_paper
from arpad.tournament.acts.results import ClearResult, SetPenalty, SetResult, SwapColours
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import fold_log
from arpad.tournament.undo import TakeBack, corrections_in
from papers import ReadPaper
from valdeoca import the_log


def test_the_corrections_of_valdeoca() -> None:
    """One for rating only, one in time, one after the next round was published, one of colours; the end of an adjourned
    game is none."""
    told = [(one.kind, one.round, one.board, one.was, one.now, one.effect) for one in corrections_in(the_log())]
    assert told == [
        ("rating", 2, 2, "1/2", "1-0", "rating"),
        ("result", 5, 3, "1-0", "0-1", "pairings"),
        ("result", 6, 10, "1-0", "1/2", "later-pairings"),
        ("colours", 7, 4, None, None, "pairings"),
    ]


def test_the_notice_says_what_counts_for_what() -> None:
    state = fold_log(the_log())
    paper = ReadPaper(event_paper(state, "corrections", None, ("en", "es"), lines=the_log()))
    for word in ("rating only", "solo valoración", "standings, round 8 on", "Colours swapped: played with", "½–½"):
        assert word in paper.flat, word
    assert len(event_listing(state, "corrections", 6, lines=the_log()).tables[0].rows) == 1
    assert event_listing(state, "corrections", 1, "es", lines=the_log()).notes == ("No se ha corregido nada.",)


def test_penalties_and_cleared_results_are_told_and_what_was_undone_is_not() -> None:
    arbiter = Arbiter({"system": "dutch-2017", "rounds": 2})
    arbiter.enters(4)
    arbiter.closes()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    arbiter.does(SetResult(1, 1, "1-0"))
    arbiter.does(SetResult(1, 1, "0-1"))
    arbiter.does(ClearResult(1, 1))
    arbiter.does(SetPenalty(2, 1, Fraction(-1)))
    undone = arbiter.does(SwapColours(1, 2)).lines[-1].n
    arbiter.does(TakeBack(undone, arbiter.journal.lines, "2026-05-01T08:00:00+00:00"))
    told = corrections_in(arbiter.journal.lines)
    assert [(one.kind, one.was, one.now, int(one.points)) for one in told] == [
        ("result", "1-0", "0-1", 0),
        ("cleared", "0-1", None, 0),
        ("penalty", None, None, -1),
    ]
    rows = event_listing(arbiter.state, "corrections", lines=arbiter.journal.lines).tables[0].rows
    assert "Penalty: because" in rows[2]
    assert "−1" in rows[2]
    assert "–" in rows[1]
