"""Boards changed by hand: amended, mended or added, and substitute games (C.05 6.7.3)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Any

from arpad.i18n import ArpadError
from arpad.inputs.declared import Input
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.engines import Impossible, pair_round
from arpad.tournament.acts.act import (
    Act,
    AtBoard,
    Flag,
    Reply,
    RoundNumber,
    at_fields,
    entries_input,
    number_input,
    player_input,
    reply_shape,
)
from arpad.tournament.acts.checks import (
    board_at,
    boards_named,
    entry_at,
    need_published,
    need_single_players,
    need_unfinished,
    round_at,
)
from arpad.tournament.acts.results import CORRECTED, draft_given_up, need_next_not_out, without_word
from arpad.tournament.acts.rounds import BY_HAND, OfRound, may_be_drawn, need_players, previous_complete
from arpad.tournament.amendments import (
    BEFORE_ROUND_1,
    MET_ONCE,
    GivenRound,
    Judge,
    check_legal,
    compared,
    differences,
    had_met,
    illegal,
    in_entries,
    met_in,
    ordered_boards,
    parse_given,
    shown_pairs,
    standing_rule,
)
from arpad.tournament.documents import board_document, round_document
from arpad.tournament.drawing import absentees, pairing_state, restricted, swiss_system
from arpad.tournament.journal import Confirmations, Done
from arpad.tournament.kinds.boards import BoardAdded, BoardSubstituted
from arpad.tournament.kinds.entries import AbsenceSet, AbsenceUnexplained
from arpad.tournament.kinds.rounds import RoundAmended, RoundCleared, RoundDrawn, exchanged
from arpad.tournament.log import Changes
from arpad.tournament.state import EventBoard, EventRound, EventState, round_stage

# Rounds changed by hand: amended as a whole, mended after players left, boards added late.

Boards = tuple[tuple[int, int, int], ...]
ROUND_ROBINS = {"berger": 1, "varma": 1, "double-berger": 2}
"""How often everybody meets everybody."""
MOST_MEETINGS = 12


class Amend(OfRound, frozen=True):
    """Replace the boards of a round by others."""

    name = "amend"
    reply_key = "amended"
    writes = (RoundAmended, RoundDrawn)
    least = "pairer"
    problems = at_fields(boards="event-amend-line event-pair-illegal")

    boards: Annotated[
        GivenRound,
        Input(
            lambda _where, typed: parse_given(typed, by_number=True), "area",
            "Lines `board white black` and one `bye player`, by numbers.", max_length=40_000,
        ),
    ]  # fmt: skip
    by_order: Flag = False

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """The next round may be paired by hand altogether."""
        need_single_players(state)
        wanted = in_entries(state, self.boards)
        drawn = state.rounds.get(self.round)
        if drawn is None:
            return _by_hand(state, confirmations, self.round, wanted, self.by_order)
        return _replaced(state, confirmations, drawn, wanted, dict(drawn.absent), by_order=self.by_order)

    def reply(self, done: Done) -> Reply:
        return amended_reply(self, done)


def amended_reply(act: OfRound, done: Done) -> Reply:
    """Return the round, and where it differs from the pairing of the engine."""
    differs = done.lines[-1].data.get("differs", []) if done.lines else []
    document = round_document(done.state, act.round).document()
    return Reply(act.reply_key, {"round": act.round}, {**document, "differs": differs})


def _by_hand(
    state: EventState, confirmations: Confirmations, number: int, given: GivenRound, by_order: bool
) -> Changes:
    """A round that was not drawn by the engine."""
    may_be_drawn(state, number)
    previous_complete(state, number)
    need_players(state, number)
    absent = dict(absentees(state, number))
    judged = _judged(state, confirmations, number, given, absent, by_order)
    data = {
        "round": number, "absent": [list(one) for one in absent.items()], "numbers": list(state.numbers),
        "engine": f"{BY_HAND} {swiss_system(state).id}" if state.event_rules.swiss else BY_HAND,
    }  # fmt: skip
    return [RoundDrawn.change(data | judged | confirmations.kept_reason)]


def _replaced(
    state: EventState,
    confirmations: Confirmations,
    old: EventRound,
    given: GivenRound,
    absent: dict[int, str],
    *,
    by_order: bool = False,
    permitted: str = "",
) -> Changes:
    """The boards of a round that is drawn, in the place of those there are."""
    need_unfinished(state)
    number = old.number
    judged = _judged(state, confirmations, number, given, absent, by_order)
    data = {"round": number, "absent": [list(one) for one in sorted(absent.items())], **judged}
    if old.published_n is not None and "rematch" in judged:
        confirmations.breach("rematch", round=number, article=MET_ONCE)
    if old.published_n is not None:
        need_next_not_out(state, number)
        _keep_played(old, judged["boards"])
        data |= _allowed(state, confirmations, old, permitted)
    return [RoundAmended.change(data | confirmations.kept_reason)]


def _judged(
    state: EventState,
    confirmations: Confirmations,
    number: int,
    given: GivenRound,
    absent: Collection[int],
    by_order: bool,
) -> dict[str, Any]:
    """Return the pairing as the log keeps it, after all warnings about it are given."""
    check_legal(state, given, absent)
    if not state.event_rules.swiss:
        return _without_engine(state, confirmations, number, given)
    before = pairing_state(state, number, absent=absent)
    judge = Judge(state, before, confirmations)
    boards: Sequence[tuple[int, int, int]] = ordered_boards(judge, given.boards) if by_order else sorted(given.boards)
    for _, white, black in boards:
        judge.pair(white, black)
    judge.bye(given.bye)
    judge.order(boards)
    data: dict[str, Any] = {"boards": [list(board) for board in boards], "bye": given.bye}
    if judge.rematches:
        data["rematch"] = judge.rematches
    checked = compared(state, before, given)
    if checked is None:
        confirmations.ask_reason("by-hand", round=number)
    elif not checked.ok:
        data["differs"] = differences(state, checked)
        pairs = dict(zip(("given", "expected"), exchanged(data["differs"]), strict=True))
        confirmations.ask_reason("differs", **shown_pairs(state, {"round": number, **pairs}))
        data["criterion"] = checked.reason.article if checked.reason else None
    return data


def _without_engine(state: EventState, confirmations: Confirmations, number: int, given: GivenRound) -> dict[str, Any]:
    """A pairing of an event that no engine pairs: what the rules of its system ask for is not known."""
    if number in state.rounds and state.event_rules.by_table:
        confirmations.ask_reason("differs-table", round=number)
        if wrong := _meetings(state, number, given):
            shown = ", ".join(f"{one}-{two} ({count})" for (one, two), count in wrong[:MOST_MEETINGS])
            confirmations.ask_reason("meetings-differ", pairs=shown, count=len(wrong))
    if had_met(state, number, [(white, black) for _, white, black in given.boards]) and not state.event_rules.by_table:
        confirmations.note("some-met", round=number)
    return {"boards": [list(board) for board in sorted(given.boards)], "bye": given.bye}


def _meetings(state: EventState, number: int, given: GivenRound) -> list[tuple[tuple[int, int], int]]:
    """VCL 100: pairs of numbers that would not meet as often as in a round robin, and how often they would."""
    if state.event_rules.system not in ROUND_ROBINS:
        return []
    seats = [board.seats for other, one in state.rounds.items() if other != number for board in one.boards.values()]
    rank = state.pairing_numbers
    pairs = [*seats, *((white, black) for _, white, black in given.boards)]
    met = Counter((min(rank[one], rank[two]), max(rank[one], rank[two])) for one, two in pairs)
    usual = ROUND_ROBINS[state.event_rules.system]
    return [(pair, met[pair]) for pair in combinations(range(1, len(rank) + 1), 2) if met[pair] != usual]


def _keep_played(old: EventRound, boards: Iterable[Sequence[int]]) -> None:
    """Refuse to change a board that has a result."""
    kept = {tuple(board) for board in boards}
    for board in old.games:
        if board.result is not None and (board.number, board.white, board.black) not in kept:
            raise ArpadError("event-board-done", round=old.number, board=board.number, result=board.result)


def _allowed(state: EventState, confirmations: Confirmations, old: EventRound, permitted: str) -> dict[str, Any]:
    """By what a published pairing may be changed: two had met before, an article permits it, or it is a breach."""
    rule = standing_rule(state)
    if had_met(state, old.number, [board.seats for board in old.games]):
        confirmations.ask_reason("amended-met", round=old.number)
        return {"met_before": True}
    if article := permitted or rule.permitted:
        confirmations.ask_reason("changed-permitted", round=old.number, article=article)
        return {"permitted": article}
    confirmations.breach("amended-published", round=old.number, article=rule.stands)
    return {}


class Mend(OfRound, frozen=True):
    """Pair only the players who are left without an opponent."""

    name = "mend"
    reply_key = "mended"
    writes = (RoundAmended, AbsenceSet)
    least = "chief"

    out: Annotated[Sequence[int], entries_input("--out", "ENTRY", "gone")] = ()

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """C.05 6.4: by the engine; all other boards stay. Those who are `out` do not play, besides players who have
        left by now."""
        need_single_players(state)
        number, old = self.round, round_at(state, self.round)
        if not state.event_rules.swiss:
            raise ArpadError("event-not-swiss")
        if old.begun:
            raise ArpadError("event-mend-begun", round=number)
        out = {entry_at(state, entry).entry for entry in self.out}
        absent = {**dict(absentees(state, number)), **dict.fromkeys(out, "Z")}
        given = _mended(state, old, absent)
        absences = [
            AbsenceSet.change({"entry": entry, "round": number, "kind": "Z"})
            for entry in sorted(out)
            if (entry, number) not in state.absences and not state.entries[entry].out_in(number)
        ]
        confirmations.confirm("mended", round=number, boards=boards_named(_changed_boards(old, given.boards)))
        permitted = BEFORE_ROUND_1 if number == 1 else ""
        return [*absences, *_replaced(state, confirmations, old, given, absent, permitted=permitted)]

    def reply(self, done: Done) -> Reply:
        return amended_reply(self, done)


def _mended(state: EventState, old: EventRound, absent: dict[int, str]) -> GivenRound:
    """The boards that stay, and those left over paired among themselves on the boards that are free."""
    stay = [board for board in old.games if not {board.white, board.black} & absent.keys()]
    seated = {entry for board in stay for entry in board.seats}
    free = [board.number for board in old.games if board not in stay]
    left = [entry for entry in state.numbers if entry not in seated and entry not in absent]
    kept = [(board.number, board.white, board.black) for board in stay]
    if not free and left == ([] if old.bye is None else [old.bye]):
        raise ArpadError("event-mend-nothing", round=old.number)
    if len(left) <= 1:
        return GivenRound(tuple(kept), left[0] if left else None)
    answer = pair_round(pairing_state(state, old.number, absent={*absent, *seated}))
    if isinstance(answer, Impossible):
        raise illegal("mend", count=len(left))
    last = max(old.boards, default=0)
    places = [*free, *range(last + 1, last + 1 + len(answer.boards))]
    new = [
        (place, state.numbers[board.white - 1], state.numbers[board.black - 1])
        for place, board in zip(places, answer.boards, strict=False)
    ]
    bye = None if answer.bye is None else state.numbers[answer.bye - 1]
    return GivenRound(tuple(sorted([*kept, *new])), bye)


def _changed_boards(old: EventRound, boards: Boards) -> list[int]:
    before = {(board.number, board.white, board.black) for board in old.games}
    return sorted({board[0] for board in before.symmetric_difference(boards)})


class AddBoard(Act, frozen=True):
    """Pair two players late who have no game in a round."""

    name = "board-add"
    path = "desk/round/{round}/board"
    back = "desk/round/{round}"
    writes = (BoardAdded, RoundCleared)
    answers = (reply_shape("RoundState", round=int, state=str),)
    problems = at_fields(white="event-entry-unknown")

    round: RoundNumber
    white: Annotated[int, player_input("WHITE", "white-entry")]
    black: Annotated[int, player_input("BLACK", "black-entry")]

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        need_single_players(state)
        number, two, event_round = self.round, (self.white, self.black), need_published(state, self.round)
        need_unfinished(state)
        need_next_not_out(state, number)
        for entry in two:
            player = entry_at(state, entry)
            if entry not in state.numbers or player.out_in(number) or self.white == self.black:
                raise illegal("absent", name=player.name, entry=entry)
            if any(entry in board.seats for board in event_round.games):
                raise illegal("twice", name=player.name, entry=entry)
        rematch: dict[str, Any] = {}
        if state.event_rules.swiss:
            away = {entry for entry in state.numbers if entry not in two}
            judge = Judge(state, pairing_state(state, number, absent=away), confirmations)
            judge.pair(self.white, self.black)
            if judge.rematches:
                confirmations.breach("rematch", round=number, article=MET_ONCE)
                rematch = {"rematch": judge.rematches}
        if event_round.bye in two:
            confirmations.confirm("bye-taken", name=state.entries[event_round.bye].name)
        confirmations.ask_reason("board-added", round=number)
        board = max(event_round.boards, default=0) + 1
        data = {"round": number, "board": board, "white": self.white, "black": self.black}
        change = BoardAdded.change({**data, "reason": confirmations.reason, **rematch})
        return draft_given_up(state, confirmations, change)

    def reply(self, done: Done) -> Reply:
        return new_board_reply("board-added", done, self.round)

    def document(self, state: EventState) -> Mapping[str, Any]:
        return {"round": self.round, "state": round_stage(state, self.round)}


def new_board_reply(key: str, done: Done, number: int) -> Reply:
    """Return the board that an act has opened."""
    board = max(done.state.rounds[number].boards)
    white, black = (done.state.entries[entry].name for entry in done.state.rounds[number].boards[board].seats)
    values = {"round": number, "board": board, "white": white, "black": black}
    return Reply(key, values, {"board": board_document(done.state, number, board)})


# C.05 6.7.3: two players whose opponents did not come play each other.

CAME = {"+/-": (True, False), "-/+": (False, True)}
"""Who came to a board that was lost by forfeit: White, Black."""


class Substitute(AtBoard, frozen=True):
    """Let two players meet whose opponents did not come."""

    name = "substitute"
    path = "desk/corrections/substitute"
    back = "desk/corrections"
    writes = (BoardSubstituted, RoundCleared, AbsenceUnexplained)
    problems = CORRECTED
    said = ("round", "board")

    other: Annotated[int, number_input(about="The other board.", flag="BOARD", help="cli.help.event-second-board")]
    missing: Annotated[
        Sequence[int],
        entries_input("--absent", "ENTRY", "substitute-absent", "Players who did not come, by entry."),
    ] = ()

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Give up two boards at which one player did not come, and let the two others play each other. `missing` says
        who did not come to a board that has no result yet."""
        number, first, second = self.round, self.board, self.other
        event_round = need_published(state, number)
        need_unfinished(state)
        need_single_players(state)
        if state.event_rules.level == "L1":
            raise ArpadError("event-level", level=state.event_rules.level)
        if not event_round.begun:
            raise ArpadError("event-not-started", round=number)
        need_next_not_out(state, number)
        boards = [board_at(state, number, board) for board in (first, second)]
        if first == second:
            raise ArpadError("event-substitute-board", round=number, board=second)
        here, gone = zip(*(_came(board, number, self.missing) for board in boards), strict=True)
        names = {"white": state.entries[here[0]].name, "black": state.entries[here[1]].name}
        if (met := met_in(state, number, *here)) is not None:
            raise ArpadError("event-met-before", round=met, **names)
        if _forbidden(state, number, here):
            confirmations.confirm("event-pair-forbidden", **names)
        white, black = _colours(state, number, boards, here)
        data = {"round": number, "boards": [first, second], "white": white, "black": black, "absent": list(gone)}
        silent = without_word(state, number, gone) if self.missing else []
        return draft_given_up(state, confirmations, BoardSubstituted.change(data), *silent)

    def reply(self, done: Done) -> Reply:
        return new_board_reply("substituted", done, self.round)


def _forbidden(state: EventState, number: int, two: Collection[int]) -> bool:
    numbers = {state.number_of(entry) for entry in two}
    return any(numbers <= set(group.players) for group in restricted(state, number))


def _came(board: EventBoard, number: int, absent: Collection[int]) -> tuple[int, int]:
    """Who came to a board, and who did not."""
    if board.result is None and (board.white in absent) != (board.black in absent):
        return (board.black, board.white) if board.white in absent else board.seats
    if board.result not in CAME:
        raise ArpadError("event-substitute-board", round=number, board=board.number)
    return board.seats if CAME[board.result][0] else (board.black, board.white)


def _colours(state: EventState, number: int, boards: Sequence[EventBoard], here: Sequence[int]) -> tuple[int, int]:
    """The scheduled colours if they differ; else by E.1-E.5 from the state before the round."""
    one, two = here
    whites = [board.white == entry for board, entry in zip(boards, here, strict=True)]
    if whites[0] != whites[1]:
        return (one, two) if whites[0] else (two, one)
    before = pairing_state(state, number, absent={entry for entry in state.numbers if entry not in here})
    higher, lower = before.entrants
    colour, _ = colour_of_higher(higher, lower, before.initial)
    first, second = (state.numbers[player.rank - 1] for player in (higher, lower))
    return (first, second) if colour == "w" else (second, first)
