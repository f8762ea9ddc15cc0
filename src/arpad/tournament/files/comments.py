"""What happened in an event, for later readers of its file: `### KIND @ Round n: text`, always in English.

A draw that looks wrong in a finished file was right when it was made: the comments say why.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from arpad.tournament.state import Breach, EventState, FileRemark, Penalty

DRAW = "="
RATING_ONLY = "Rating only"
"""The kind of comment that stands last: what came after the event."""
Values = Mapping[str, Any]


def comments(state: EventState, upto: int, *, rated: bool = False) -> list[str]:
    """Return the comments of a file with the rounds 1 to `upto`, by their rounds. Corrections for rating alone are in
    the file whose results have them."""
    found = [(remark.round, _line(state, remark)) for remark in _told(state, rated)]
    found += [(breach.round, line) for breach in state.breaches for line in _left_the_rules(breach)]
    found += [(penalty.round, _penalised(state, penalty)) for penalty in state.penalties if penalty.entry is not None]
    kept = [(number, line) for number, line in found if number <= upto + 1]
    return [line for _, line in sorted(kept, key=lambda one: (one[1].startswith(RATING_ONLY), one[0]))]


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
    board = next((one for one in found.games if {one.white, one.black} == both), None) if found is not None else None
    if board is None:
        return False
    return board.result == "*" if remark.key == "adjourned" else board.rated is not None


def _line(state: EventState, remark: FileRemark) -> str:
    said = TEXTS.get(remark.key, _reason)(state, remark)
    return f"{remark.kind} @ Round {remark.round}: {said}".rstrip(" :")


def _number(state: EventState, entry: int) -> str:
    """The pairing number, as the file shows it."""
    number = state.number_of(entry)
    return f"entry {entry}" if number is None else str(number)


def _pair(state: EventState, values: Values) -> str:
    return f"{_number(state, values['white'])}-{_number(state, values['black'])}"


def _result(result: str | None) -> str:
    return DRAW if result == "1/2" else result or "open"


def _late(state: EventState, remark: FileRemark) -> str:
    return _number(state, remark.values["entry"])


def _adjourned(state: EventState, remark: FileRemark) -> str:
    return _pair(state, remark.values)


def _resumed(state: EventState, remark: FileRemark) -> str:
    values = remark.values
    drawn = f"drawn for the pairing of round {remark.round + 1}"
    return f"{_pair(state, values)} {drawn}, then {_result(values['result'])}"


def _corrected(state: EventState, remark: FileRemark) -> str:
    values = remark.values
    change = f"{_result(values['was'])} to {_result(values['result'])}"
    return f"{_pair(state, values)} {change} after the pairing of round {remark.round + 1}"


def _substituted(state: EventState, remark: FileRemark) -> str:
    boards = [state.rounds[remark.round].boards[number] for number in remark.values["boards"]]
    instead = " and ".join(_pair(state, {"white": board.white, "black": board.black}) for board in boards)
    return f"{_pair(state, remark.values)} for {instead}"


def _rated(state: EventState, remark: FileRemark) -> str:
    values = remark.values
    return f"{_pair(state, values)} is {_result(values['result'])} for rating, {_result(values['was'])} in the event"


def _rule(_state: EventState, remark: FileRemark) -> str:
    values = remark.values
    return f"{values['rule']} {_plain(values['old'])} to {_plain(values['new'])}"


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else "none" if value is None else str(value)


def _taken(_state: EventState, remark: FileRemark) -> str:
    return f"taken over from a file ({str(remark.values['form']).upper()})"


def _imported(_state: EventState, remark: FileRemark) -> str:
    return f"not as {remark.values['system']} pairs it ({remark.values['article']})"


def _reason(_state: EventState, remark: FileRemark) -> str:
    return " ".join(str(remark.values.get("reason") or "").split())


TEXTS: Mapping[str, Callable[[EventState, FileRemark], str]] = {
    "late": _late,
    "adjourned": _adjourned,
    "resumed": _resumed,
    "corrected": _corrected,
    "substituted": _substituted,
    "rated": _rated,
    "rule": _rule,
    "taken": _taken,
    "imported": _imported,
}
"""The words of each remark; of any other its reason."""
BREACHES: Mapping[str, tuple[str, str]] = {
    "forbidden": ("Configuration", "pairs forbidden after the start"),
    "amended": ("MPA", "amended after it was published"),
    "recalled": ("MPA", "recalled with its results"),
    "unlocked": ("Correction", "opened again after it was locked"),
}
"""Breaches that no remark tells, with their kind and words."""


def _left_the_rules(breach: Breach) -> Iterator[str]:
    if breach.kind in BREACHES:
        kind, words = BREACHES[breach.kind]
        reason = " ".join(breach.reason.split())
        yield f"{kind} @ Round {breach.round}: {words}{f', {reason}' if reason else ''}"


def _penalised(state: EventState, penalty: Penalty) -> str:
    assert penalty.entry is not None
    reason = " ".join(penalty.reason.split())
    points = f"{'+' if penalty.points > 0 else ''}{penalty.points}"
    words = f"{_number(state, penalty.entry)} {points} points{f', {reason}' if reason else ''}"
    return f"Correction @ Round {penalty.round}: {words}"
