"""What happened in an event, for later readers of its file: `### KIND @ Round n: text`, always in English.

A draw that looks wrong in a finished file was right when it was made: the comments say why.
"""

from collections.abc import Iterator, Mapping

from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.tournament.results import FORFEITS, is_final
from arpad.tournament.state import Breach, EventState, FileRemark, Penalty

DRAW = "="
RATING_ONLY = "Rating only"
"""The kind of comment that stands last: what came after the event."""


def comments(state: EventState, upto: int, *, rated: bool = False) -> list[str]:
    """Return the comments of a file with the rounds 1 to `upto`, by their rounds. Corrections for rating alone are in
    the file whose results have them."""
    found = [(remark.round, _line(state, remark)) for remark in _told(state, rated)]
    found += _late_to_come(state, upto)
    found += [(breach.round, line) for breach in state.breaches for line in _left_the_rules(breach)]
    found += _who_left(state)
    found += [(penalty.round, _penalised(state, penalty)) for penalty in state.penalties if penalty.entry is not None]
    kept = [(number, line) for number, line in found if number <= upto + 1]
    return [line for _, line in sorted(kept, key=lambda one: (one[1].startswith(RATING_ONLY), one[0]))]


def _late_to_come(state: EventState, upto: int) -> list[tuple[int, str]]:
    """Players who came late, or come in the next round, and have been in no round so far: a reader cannot tell them
    from players who never came. The comments of a file that was taken over stay as they are."""
    said = {(remark.round, remark.values.get("entry")) for remark in state.remarks if remark.key == "late"}
    kept = set((state.imported or {}).get("records", ()))
    seen = {entry for number, one in state.rounds.items() if number <= upto for entry in (*one.players, one.bye)}
    entries = () if state.laws.team or not upto else [state.entries[entry] for entry in state.numbers]
    found = [
        (one.from_round, f"Late entry @ Round {one.from_round}: {_number(state, one.entry)}")
        for one in entries
        if 1 < one.from_round <= upto + 1 and one.entry not in seen and (one.from_round, one.entry) not in said
    ]
    return [(number, line) for number, line in found if f"### {line}" not in kept]


def _told(state: EventState, rated: bool) -> Iterator[FileRemark]:
    """The remarks that count now: of an adjourned game the last one, of several corrections for rating the last one."""
    last: dict[tuple[object, ...], int] = {}
    for place, remark in enumerate(state.remarks):
        last[_about(remark, place)] = place
    for place, remark in enumerate(state.remarks):
        if last[_about(remark, place)] == place and (rated or remark.kind != RATING_ONLY) and _holds(state, remark):
            yield remark


def _about(remark: FileRemark, place: int) -> tuple[object, ...]:
    if remark.kind in ("Adjournment", RATING_ONLY):
        return remark.kind, remark.round, *sorted((remark.values["white"], remark.values["black"]))
    return (place,)


def _holds(state: EventState, remark: FileRemark) -> bool:
    """Whether a file still shows what the remark is about: a game adjourned and finished before the next draw, or a
    correction for rating that was taken back, is nothing special."""
    if remark.key not in ("adjourned", "rated"):
        return True
    found = state.rounds.get(remark.round)
    both = {remark.values["white"], remark.values["black"]}
    board = next((one for one in found.games if set(one.seats) == both), None) if found is not None else None
    if board is None:
        return False
    return board.result == "*" if remark.key == "adjourned" else board.rated is not None


TEXTS: Mapping[str, str] = {
    "late": "{entry}",
    "adjourned": "{pair}",
    "resumed": "{pair} drawn for the pairing of round {next}, then {result}",
    "corrected": "{pair} {was} to {result} after the pairing of round {next}",
    "substituted": "{pair} for {instead}",
    "rated": "{pair} is {result} for rating, {was} in the event",
    "rule": "{rule} {old} to {new}",
    "taken": "taken over from a file ({form})",
    "imported": "not as {system} pairs it ({article})",
}
"""The words of each remark; any other remark is its reason."""


def _line(state: EventState, remark: FileRemark) -> str:
    reason = _one_line(str(remark.values.get("reason") or ""))
    said = TEXTS[remark.key].format(**_values(state, remark)) if remark.key in TEXTS else reason
    return f"{remark.kind} @ Round {remark.round}: {said}".rstrip(" :")


def _values(state: EventState, remark: FileRemark) -> dict[str, str]:
    """What a remark tells, as a file writes it: entries by their pairing numbers, and results."""
    told = remark.values
    found = {name: _plain(value) for name, value in told.items()} | {"next": str(remark.round + 1)}
    found |= {name: _result(told[name]) for name in ("was", "result") if name in told}
    if "entry" in told:
        found["entry"] = _number(state, told["entry"])
    if "form" in told:
        found["form"] = str(told["form"]).upper()
    if "white" in told:
        found["pair"] = _pair(state, told["white"], told["black"])
    if "boards" in told:
        boards = [state.rounds[remark.round].boards[number] for number in told["boards"]]
        found["instead"] = " and ".join(_pair(state, *board.seats) for board in boards)
    return found


def _number(state: EventState, entry: int) -> str:
    """The pairing number, as the file shows it."""
    number = state.number_of(entry)
    return f"entry {entry}" if number is None else str(number)


def _pair(state: EventState, white: int, black: int) -> str:
    return f"{_number(state, white)}-{_number(state, black)}"


def _result(result: str | None) -> str:
    return DRAW if result == "1/2" else result or "open"


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else "none" if value is None else str(value)


def _one_line(text: str) -> str:
    return " ".join(text.split())


BREACHES: Mapping[str, tuple[str, str]] = {
    "forbidden": ("Configuration", "pairs forbidden after the start"),
    "amended": ("MPA", "amended after it was published"),
    "recalled": ("MPA", "recalled with its results"),
    "rematch": ("MPA", "players who had met are paired (C.04.1.b)"),
    "unlocked": ("Correction", "opened again after it was locked"),
}
"""Breaches that no remark tells, with their kind and words."""


def _left_the_rules(breach: Breach) -> Iterator[str]:
    if breach.kind in BREACHES:
        kind, words = BREACHES[breach.kind]
        reason = _one_line(breach.reason)
        yield f"{kind} @ Round {breach.round}: {words}{f', {reason}' if reason else ''}"


def _who_left(state: EventState) -> list[tuple[int, str]]:
    """Players who withdrew or were expelled, by their numbers, with the first round without them. Readers of the file
    mark them in the standings, and do not rank those who were expelled."""
    kinds = {"withdrawn": "Withdrawal", "expelled": "Expulsion"}
    gone = [] if state.laws.team else [state.entries[entry] for entry in state.numbers if state.entries[entry].gone]
    return [
        (first, f"{kinds[one.state]} @ Round {first}: {_number(state, one.entry)}{_games_played(state, one.entry)}")
        for one in gone
        if (first := one.withdrawn_from) is not None
    ]


def _games_played(state: EventState, entry: int) -> str:
    """C.05 6.6: how many games of a round robin a player who left has played, and whether they count."""
    if not state.laws.by_table:
        return ""
    games = [board for one in state.rounds.values() for board in one.games if entry in board.seats]
    played = sum(is_final(board.result) and board.result not in FORFEITS for board in games)
    editions, start = tie_break_library().editions(), state.laws.start
    in_force = [edition for edition in editions if start is not None and edition.effective <= start]
    rule = (in_force or editions)[-1 if in_force else 0].round_robin.withdrawn_below
    out = f", not in the standings ({rule.article.number})" if played < rule.value * len(games) else ""
    return f", {played} of {len(games)} games played{out}"


def _penalised(state: EventState, penalty: Penalty) -> str:
    assert penalty.entry is not None
    reason = _one_line(penalty.reason)
    points = f"{'+' if penalty.points > 0 else ''}{penalty.points}"
    words = f"{_number(state, penalty.entry)} {points} points{f', {reason}' if reason else ''}"
    return f"Correction @ Round {penalty.round}: {words}"
