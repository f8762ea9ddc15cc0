"""Rounds: drawn, cleared, published, recalled, started, locked."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar

from arpad.i18n import ArpadError
from arpad.inputs.declared import Input
from arpad.pairing.engines import Impossible
from arpad.release import __version__
from arpad.tournament.acts.act import (
    Act,
    AtBoard,
    PerhapsRound,
    Reply,
    RoundNumber,
    TableNumber,
    at_fields,
    mark,
    number_input,
    reply_shape,
    rounds_typed,
)
from arpad.tournament.acts.checks import (
    board_at,
    boards_named,
    need_closed_list,
    need_published,
    need_results,
    need_unfinished,
    round_at,
)
from arpad.tournament.acts.results import PublishResults
from arpad.tournament.acts.teams import default_line_ups, matches_given_up
from arpad.tournament.acts.ties import knockout_round
from arpad.tournament.amendments import MET_ONCE, had_met, met_in, standing_rule
from arpad.tournament.documents import EventRoundDocument, round_document
from arpad.tournament.drawing import DrawnRound, NoPairing, absentees, draw_swiss, second_game
from arpad.tournament.journal import Confirmations, Decide, Done, after_changes, in_turn, state_digest
from arpad.tournament.kinds import rounds as kinds
from arpad.tournament.kinds.boards import ResultsSet, TableSet
from arpad.tournament.kinds.entries import EntryWithdrawn
from arpad.tournament.kinds.rounds import LineUpSet, MatchForfeited, ResultsPublished, StageOpened
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.results import ADJOURNED
from arpad.tournament.schedules import drawn_table, forfeits_of
from arpad.tournament.state import EventRound, EventState, outside_since, round_stage
from arpad.tournament.teams import absent_teams
from arpad.tournament.times import event_times

BY_HAND = "by hand"
"""The engine of a round that somebody has paired."""
FEWEST = 2
"""Players of a round."""


class OfRound(Act, frozen=True):
    """Something that is done to a round as a whole."""

    answers = (EventRoundDocument, reply_shape("NoRound", round=int, state=None))
    back = "desk/round/{round}"
    said: ClassVar[tuple[str, ...]] = ("round",)

    round: RoundNumber

    def reply(self, done: Done) -> Reply:
        return Reply(self.reply_key, {"round": self.round}, _stage(done.state, self.round))

    def document(self, state: EventState) -> Mapping[str, Any]:
        if self.round not in state.rounds:
            return {"round": self.round, "state": None}
        return round_document(state, self.round).document()


def _stage(state: EventState, number: int) -> dict[str, Any]:
    """How far a round is."""
    return {"round": number, "state": round_stage(state, number), "outside_rules": outside_since(state)}


class DrawNext(OfRound, frozen=True):
    """Draw the next round as a draft. Results that are missing stop it, unless these games are adjourned."""

    name = "draw"
    writes = (kinds.RoundDrawn, ResultsSet, StageOpened, MatchForfeited)

    round: Annotated[
        int, number_input(about="The round.", flag="ROUND", metavar="[ROUND]", help="cli.help.event-round")
    ] = 0
    adjourn_open: Annotated[bool, mark("--adjourn-open")] = False

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """The next round of a Swiss or a knock-out. Of a table, which is drawn whole, a round that was cleared is drawn
        again."""
        if state.event_rules.by_table:
            return _by_table(state, self.round)
        wanted = self.round or state.last_drawn + 1
        may_be_drawn(state, wanted)
        if state.event_rules.system == "knockout":
            return knockout_round(state, wanted)
        first = _adjourned(state, wanted - 1, self.adjourn_open, confirmations)
        before = after_changes(state, first)
        if state.event_rules.system == "manual":
            raise ArpadError("event-draw-manual", round=wanted, slug=state.event_rules.slug)
        need_players(before, wanted)
        _notes(before, wanted, confirmations)
        answer = draw_swiss(before, wanted)
        if isinstance(answer, Impossible):
            raise NoPairing(before, answer)
        for restriction in answer.lifted:
            confirmations.note("restriction-lifted", id=restriction, round=wanted)
        return [*first, kinds.RoundDrawn.change(drawn_document(before, answer))]

    def reply(self, done: Done) -> Reply:
        state, number = done.state, done.state.last_drawn
        drawn = state.rounds[number]
        key, count = ("drawn-matches", drawn.matches) if state.event_rules.team else ("drawn", drawn.boards)
        return Reply(key, {"round": number, "boards": len(count)}, round_document(state, number).document())


def _by_table(state: EventState, number: int) -> list[LogChange]:
    """Draw a round of a table again that was cleared: the one that is named, or the first one."""
    need_closed_list(state)
    need_unfinished(state)
    cleared = [one for one in range(1, state.event_rules.rounds + 1) if one not in state.rounds]
    if number in state.rounds or not cleared:
        raise ArpadError("event-round-there", round=number or state.event_rules.rounds)
    wanted = number or cleared[0]
    table = drawn_table(state)
    if wanted not in table:
        raise ArpadError("event-rounds-over", rounds=state.event_rules.rounds)
    changes = [kinds.RoundDrawn.change(table[wanted])]
    return [*changes, *_given_up(after_changes(state, changes))]


def _given_up(state: EventState) -> list[LogChange]:
    """What players or teams who have left a table give up in rounds that were drawn after that."""
    changes: list[LogChange] = []
    team = state.event_rules.team
    for side in state.sides:
        left = (state.teams if team else state.entries)[side].withdrawn_from
        if left is not None:
            now = after_changes(state, changes)
            changes += matches_given_up(now, side, left) if team else forfeits_of(now, side, left)
    return changes


def _notes(state: EventState, number: int, confirmations: Confirmations) -> None:
    """Adjourned games of earlier rounds than the last, and players who are left out because they gave no notice."""
    for earlier in range(1, number - 1):
        games = [board.number for board in state.rounds[earlier].games if board.result == ADJOURNED]
        if games:
            confirmations.note("adjourned-older", round=earlier, boards=boards_named(games))
    for entry in sorted(state.unexplained):
        confirmations.note("absent-left-out", name=state.entries[entry].name, entry=entry, round=number)


def may_be_drawn(state: EventState, number: int) -> None:
    """Refuse to draw a round that is not the next one, or whose time has not come."""
    need_closed_list(state)
    need_unfinished(state)
    rules = state.event_rules
    if number > rules.rounds:
        raise ArpadError("event-rounds-over", rounds=rules.rounds)
    if number in state.rounds:
        raise ArpadError("event-round-there", round=number)
    if number != state.last_drawn + 1:
        raise ArpadError("event-round-order", round=number, next=state.last_drawn + 1)
    if number > 1 and state.rounds[number - 1].published_n is None:
        raise ArpadError("event-round-draft", round=number - 1)


def need_players(state: EventState, number: int) -> None:
    """Refuse a round of a Swiss in which fewer than two players, or teams, play."""
    away = absent_teams(state, number) if state.event_rules.team else absentees(state, number)
    here = len(state.sides) - len(away)
    if here < FEWEST:
        raise ArpadError("event-round-empty", round=number, count=here)


def _adjourned(state: EventState, number: int, adjourn_open: bool, confirmations: Confirmations) -> list[LogChange]:
    """The boards of the round before that have no result: they are adjourned, if the command asks for it, or
    stop the draw."""
    if number < 1:
        return []
    event_round = state.rounds[number]
    missing = event_round.open_boards
    if not adjourn_open or event_round.open_matches:
        need_results(event_round)
    if not missing:
        return []
    confirmations.confirm("adjourn-open", round=number, boards=boards_named(missing))
    return [ResultsSet.change({"round": number, "results": [[board, ADJOURNED] for board in missing]})]


def previous_complete(state: EventState, number: int) -> None:
    """Refuse to draw a round before the one before it is complete."""
    if number > 1:
        need_results(state.rounds[number - 1])


class NextRound(OfRound, frozen=True):
    """Finish the round before and draw this one: results are published, and a draft that is there is drawn again."""

    name = "next"
    writes = (kinds.RoundDrawn, ResultsPublished, kinds.RoundCleared, ResultsSet, StageOpened, MatchForfeited)
    on_page = ("note",)

    adjourn_open: Annotated[bool, mark()] = False

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """A round of a table is drawn already, and one that is paired by hand is not drawn."""
        number, rules = self.round, state.event_rules
        draft = state.rounds.get(number)
        steps: list[Decide] = []
        if draft is not None and not rules.by_table:
            steps.append(ClearDraft(number))
        if number > 1:
            steps.append(partial(_finished, number=number - 1, adjourn_open=self.adjourn_open))
        if rules.system != "manual" and not (draft is not None and rules.by_table):
            steps.append(DrawNext(number))
        return in_turn(steps)(state, confirmations)


def _finished(state: EventState, confirmations: Confirmations, *, number: int, adjourn_open: bool) -> Changes:
    """Publish the results of a round, if they are not; open boards are adjourned, if the command asks for it."""
    round_at(state, number)
    first = _adjourned(state, number, adjourn_open, confirmations)
    now = after_changes(state, first)
    out = now.rounds[number].results_n is not None
    return [*first, *([] if out else PublishResults(number)(now, confirmations))]


def drawn_document(state: EventState, drawn: DrawnRound) -> dict[str, Any]:
    """A draw as the log keeps it."""
    found: dict[str, Any] = {
        "round": drawn.round,
        "boards": [list(board) for board in drawn.boards],
        "bye": drawn.bye,
        "absent": [list(absent) for absent in drawn.absent],
        "numbers": list(state.numbers),
        "engine": f"arpad {__version__} {drawn.answer.state.system.id}",
    }
    if drawn.matches:
        found["matches"] = [list(match) for match in drawn.matches]
    return found | ({"lifted": list(drawn.lifted)} if drawn.lifted else {})


class ClearDraft(OfRound, frozen=True):
    """Throw a draft away."""

    name = "clear"
    writes = (kinds.RoundCleared,)

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        number = self.round
        if round_at(state, number).published_n is not None:
            raise ArpadError("event-published", round=number, article=standing_rule(state).stands)
        if number != state.last_drawn and not state.event_rules.by_table:
            raise ArpadError("event-next-drawn", round=number, next=number + 1)
        if number < state.last_published:
            raise ArpadError("event-next-drawn", round=number, next=state.last_published)
        return [kinds.RoundCleared.change({"round": number})]

    def reply(self, _done: Done) -> Reply:
        return Reply("cleared", {"round": self.round}, {"state": None})


class Publish(OfRound, frozen=True):
    """Publish a round: it stands from now on. The rounds of a table may be published together, up to a last one."""

    name = "publish"
    writes = (kinds.RoundPublished, EntryWithdrawn)
    problems = at_fields(last="event-round-unknown")

    round: Annotated[int, number_input(about="The round.")] = 0
    last: PerhapsRound = None
    rounds: Annotated[
        tuple[int, int] | None, Input(rounds_typed, "option", flag="ROUND", help="cli.help.event-rounds-together")
    ] = None

    @property
    def span(self) -> tuple[int, int]:
        """The first round and the last one."""
        return self.rounds or (self.round, self.last or self.round)

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        first, last = self.span
        each = [partial(_published, number=number) for number in range(first, last + 1)]
        return in_turn(each)(state, confirmations)

    def reply(self, done: Done) -> Reply:
        first, last = self.span
        key = "published" if first == last else "published-many"
        return Reply(key, {"round": last, "first": first}, _stage(done.state, last))

    def words(self, _done: Done) -> Mapping[str, object]:
        return {"rounds": self.round if self.last is None else f"{self.round}–{self.last}"}


def _published(state: EventState, confirmations: Confirmations, *, number: int) -> Changes:
    """C.04.2.D.10: a round stands from now on. Players who were absent without a word are withdrawn."""
    event_round = round_at(state, number)
    if event_round.published_n is not None:
        raise ArpadError("event-published-already", round=number)
    if number > state.last_published + 1:
        raise ArpadError("event-publish-order", round=number, next=state.last_published + 1)
    _still_fits(state, event_round)
    gone = [
        EntryWithdrawn.change({"entry": entry, "from_round": number, "reason": "absent"})
        for entry in sorted(state.unexplained)
    ]
    for change in gone:
        confirmations.note("absent-withdrawn", name=state.entries[change.data["entry"]].name, round=number)
    data = {"round": number, **_put_up(state, event_round, confirmations)}
    digest = state_digest(after_changes(state, gone))
    return [*gone, kinds.RoundPublished.change({**data, "digest": digest})]


def draft_misfit(state: EventState, event_round: EventRound) -> int | None:
    """Return a player who is paired in a draft and does not play, or is left out and does; None if the draft fits."""
    if not state.event_rules.swiss or state.event_rules.team:
        return None
    now = {entry for entry, _ in absentees(state, event_round.number)}
    changed = sorted(now.symmetric_difference(event_round.absent) & set(event_round.numbers))
    return changed[0] if changed else None


def _still_fits(state: EventState, event_round: EventRound) -> None:
    """Refuse a draft in which players are paired who do not play, or left out who do."""
    misfit = draft_misfit(state, event_round)
    if misfit is not None:
        raise ArpadError("event-draft-old", round=event_round.number, name=state.entries[misfit].name)


def _put_up(state: EventState, event_round: EventRound, confirmations: Confirmations) -> dict[str, Any]:
    """Return what the log keeps about a pairing that differs from the engine's, or that replaces a published one, after
    asking for what it needs."""
    number = event_round.number
    data: dict[str, Any] = {}
    old = state.posted.get(number, ())
    seats = {(board.white, board.black) for board in event_round.paired if not board.substituted}
    replaced = bool(old) and {(board.white, board.black) for board in old} != seats
    rule = standing_rule(state)
    if replaced and had_met(state, number, [(board.white, board.black) for board in old]):
        data["met_before"] = True
    elif replaced and rule.permitted:
        confirmations.ask_reason("changed-permitted", round=number, article=rule.permitted)
        data["permitted"] = rule.permitted
    elif replaced:
        confirmations.breach("replaced", round=number, article=rule.stands)
    if event_round.differs and "permitted" not in data:
        confirmations.breach("differs-published", round=number)
    if rematch := _rematches(state, event_round):
        confirmations.breach("rematch", round=number, article=MET_ONCE)
        data["rematch"] = rematch
    return data | (confirmations.kept_reason if data or replaced or event_round.differs else {})


def _rematches(state: EventState, event_round: EventRound) -> list[list[int]]:
    """The pairs of a round made by hand that had met before (C.04.1.b)."""
    by_hand = event_round.differs or event_round.amended_n is not None or event_round.engine.startswith(BY_HAND)
    if not by_hand or not state.event_rules.swiss or state.event_rules.team or second_game(state, event_round.number):
        return []
    return [
        [*board.seats] for board in event_round.games if met_in(state, event_round.number, *board.seats) is not None
    ]


class Recall(OfRound, frozen=True):
    """Take a published round back."""

    name = "recall"
    reply_key = "recalled"
    writes = (kinds.RoundRecalled,)

    void_results: Annotated[bool, mark("--void-results")] = False

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Results stand in the way, unless they are declared void."""
        number, event_round = self.round, need_published(state, self.round)
        need_unfinished(state)
        need_last(state, number)
        results = [board.number for board in event_round.games if board.entered]
        results += [(match - 1) * state.event_rules.boards + 1 for match in event_round.forfeits]
        if results and not self.void_results:
            raise ArpadError("event-recall-results", round=number, boards=boards_named(results))
        data: dict[str, Any] = {"round": number}
        if results:
            confirmations.breach("results-void", round=number, boards=boards_named(results))
            data["void_results"] = True
        else:
            confirmations.ask_reason("recalled", round=number)
        return [kinds.RoundRecalled.change({**data, "reason": confirmations.reason})]


def need_last(state: EventState, number: int) -> None:
    """Refuse what may only be done as long as the next round is not drawn, of a table not published."""
    if (not state.event_rules.by_table and number + 1 in state.rounds) or number < state.last_published:
        raise ArpadError("event-next-drawn", round=number, next=number + 1)


class Start(OfRound, frozen=True):
    """Start a round: the default time runs from here."""

    name = "start"
    writes = (kinds.RoundStarted, LineUpSet)

    at: str = ""

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        """Laws 6.7."""
        number, event_round = self.round, need_published(state, self.round)
        if event_round.started_at:
            at = event_times(state.event_rules).day_and_clock(event_round.started_at)
            raise ArpadError("event-started", round=number, at=at)
        first = default_line_ups(state, number) if state.event_rules.team else []
        return [*first, kinds.RoundStarted.change({"round": number, "at": self.at})]

    def reply(self, done: Done) -> Reply:
        at = event_times(done.state.event_rules).day_and_clock(done.state.rounds[self.round].started_at)
        return Reply("started", {"round": self.round, "at": at}, _stage(done.state, self.round))


class PublishAndStart(OfRound, frozen=True):
    """Publish a round, if it is a draft, and start it."""

    name = "publish-start"
    back = "desk/results/{round}"
    path = "desk/round/{round}/publish-start"
    writes = (kinds.RoundPublished, kinds.RoundStarted, EntryWithdrawn, LineUpSet)

    at: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Teams that have given no line-up play with the first of their list."""
        draft = round_at(state, self.round).published_n is None
        steps: list[Decide] = [*([Publish(self.round)] if draft else []), Start(self.round, self.at)]
        return in_turn(steps)(state, confirmations)

    def words(self, done: Done) -> Mapping[str, object]:
        started = done.state.rounds[self.round].started_at
        return {"round": self.round, "at": event_times(done.state.event_rules).clock(started)}


class Lock(OfRound, frozen=True):
    """Lock the last round: its results change for rating only."""

    name = "lock"
    reply_key = "locked"
    writes = (kinds.RoundLocked,)

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        """Other rounds are locked when the next one is over."""
        number, event_round = self.round, need_published(state, self.round)
        if round_stage(state, number) == "locked":
            return []
        need_results(event_round)
        if number != state.event_rules.rounds and not event_round.unlocked:
            raise ArpadError("event-lock-itself", round=number, next=number + 1)
        return [kinds.RoundLocked.change({"round": number})]


class Unlock(OfRound, frozen=True):
    """Open a locked round again. That is outside the rules."""

    name = "unlock"
    reply_key = "unlocked"
    writes = (kinds.RoundUnlocked,)

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Its results count again for the standings, which the rules do not allow."""
        need_published(state, self.round)
        need_unfinished(state)
        if round_stage(state, self.round) != "locked":
            raise ArpadError("event-not-locked-round", round=self.round)
        confirmations.breach("unlocked", round=self.round)
        return [kinds.RoundUnlocked.change({"round": self.round, "reason": confirmations.reason})]


class SetTable(AtBoard, frozen=True):
    """Set the table of a board."""

    name = "table"
    reply_key = "table"
    back = "desk/round/{round}"
    writes = (TableSet,)
    said = ("board", "table")

    table: TableNumber

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        if board_at(state, self.round, self.board).table == self.table:
            return []
        return [TableSet.change({"round": self.round, "board": self.board, "table": self.table})]
