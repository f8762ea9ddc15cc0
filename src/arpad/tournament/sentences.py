"""A line of the log as a sentence: `event-log.KIND` of the catalogue, with names instead of numbers and codes.

A line has a sentence of its own for something in its data if the catalogue has one: `event-log.result.set-was` is
that of a result which replaced another, `event-log.entry.withdrawn-reason-expelled` that of an expulsion, and
`event-log.round.started-no-at` that of a line in which the field is empty.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from arpad.i18n import Language, Words, has
from arpad.tournament.log import LogLine
from arpad.tournament.results import ADJOURNED, SHORT
from arpad.tournament.rules import KEYS
from arpad.tournament.state import EventState

KEY = "event-log."
PLAIN_FIELDS = frozenset(
    {"name", "id", "federation", "title", "rating", "born", "club", "paid", "fee", "from_round", "k"}
)
"""Fields of a player whose values are shown as they are."""
CODED = frozenset({"asked", "absent", "expelled", "withdrawn"})
"""Reasons that are codes: the sentence of the kind says them."""
WORDS: Mapping[str, str] = {
    "role": "event-role.", "kind": "event-log.absence-kind.", "forfeit": "event-forfeit.", "stage": "event-log.stage.",
    "time_class": "time-class.", "side": "event-log.side.",
}  # fmt: skip
"""Fields whose values are codes, with the keys of their words."""
RESULTS = ("result", "was", "played", "results")
NAMES = ("white", "black", "bye")
AMOUNTS = ("points", "match_points", "amount")
SCORES: Mapping[str, str] = {"1": "1", "0": "0", "1/2": "½"}
OF_RULES = ("event.created", "event.changed")
"""Kinds whose data are rules."""
MOST = 12
"""Names or results that a sentence lists."""


class Enumeration(Words):
    """Several parts of a message in a row: the first ones, and how many more there are."""

    def __init__(self, parts: Iterable[object], between: str = ", ") -> None:
        super().__init__("event-log.more")
        self.parts, self.between = tuple(parts), between

    def text(self, language: Language = "en") -> str:
        shown = [part.text(language) if isinstance(part, Words) else str(part) for part in self.parts[:MOST]]
        left = len(self.parts) - len(shown)
        more = [Words(self.key, count=left).text(language)] if left else []
        return self.between.join([*shown, *more]) or "–"


def line_words(line: LogLine, state: EventState) -> Words:
    """Return what a line says. `state` is the event now: names are those of now, as everywhere else."""
    data = line.data
    words = Words(_key(line), **_values(line, state))
    reason = data.get("why") or ("" if data.get("reason") in CODED else data.get("reason"))
    if reason:
        words = Words("event-log.with-reason", sentence=words, reason=str(reason))
    if "undoes" in data:
        words = Words("event-log.undoing", sentence=words, line=data["undoes"])
    return words


def kind_words(kind: str) -> Words:
    """Return the name of a kind of lines, for those who look for some."""
    return Words(f"event-log-kind.{kind}")


def _key(line: LogLine) -> str:
    """The sentence of a line: that of something in its data, if there is one."""
    base = f"{KEY}{line.kind}"
    if line.kind in OF_RULES:
        return base
    for field, value in sorted(line.data.items()):
        for variant in _variants(field, value):
            if has(f"{base}-{variant}"):
                return f"{base}-{variant}"
    return base


def _variants(field: str, value: object) -> Iterator[str]:
    if value in (None, "", False, 0, [], {}):
        yield f"no-{field}"
        return
    if isinstance(value, str) and value.isidentifier():
        yield f"{field}-{value}"
    yield field


def shown_result(result: object) -> object:
    """Return a result as people write it."""
    if result is None or result == "":
        return "–"
    typed = str(result)
    if typed == ADJOURNED:
        return Words("event-log.adjourned")
    if typed in SHORT:
        score = {"W-L": "1–0", "D-D": "½–½", "L-W": "0–1"}[typed]
        return Words("event-log.short", score=score)
    if typed == "1/2":
        return "½–½"
    white, dash, black = typed.partition("-")
    return f"{SCORES[white]}–{SCORES[black]}" if dash and white in SCORES and black in SCORES else typed


def _values(line: LogLine, state: EventState) -> dict[str, object]:
    """The values of the sentences: numbers as they are, names instead of entries and teams, words instead of codes."""
    data = line.data
    if line.kind in OF_RULES:
        return {"name": state.event_rules.name, "changes": _changes(line)}
    values = {field: _value(field, value, state) for field, value in data.items()}
    count = len(data.get("matches") or data.get("boards") or data.get("numbers") or ())
    values |= {"name": _name(data, state), "count": count, "changes": _changes(line)}
    return values | ({"group": _label("tournament.field.", data["group"])} if data.get("group") else {})


def _value(field: str, value: Any, state: EventState) -> object:
    """A value of a line as people read it."""
    if field in RESULTS:
        return Enumeration(_on_board(*pair) for pair in value) if isinstance(value, list) else shown_result(value)
    if field in NAMES and type(value) is int:
        return _player(state, value)
    if field in WORDS and has(f"{WORDS[field]}{value}"):
        return Words(f"{WORDS[field]}{value}")
    if field in AMOUNTS:
        return Fraction(value)
    if isinstance(value, list):
        return _boards(value, state) if field == "boards" else _players(state, value)
    return value if type(value) in (int, str) else "–"


def _name(data: Mapping[str, Any], state: EventState) -> object:
    """Whom a line is about: a player, a team, somebody of the staff."""
    if data.get("name"):
        return str(data["name"])
    if type(data.get("entry")) is int:
        return _player(state, data["entry"])
    if type(data.get("team")) is int:
        team = state.teams.get(data["team"])
        return team.name if team else "–"
    restriction = next((known for known in state.restrictions if known.id == data.get("id")), None)
    if restriction is not None:
        return _players(state, restriction.entries)
    link = state.links.get(data.get("link", 0))
    return str(data.get("account") or data.get("label") or (link or {}).get("label") or "–")


def _player(state: EventState, entry: int) -> str:
    return state.name_of(entry) or "–"


def _players(state: EventState, entries: Iterable[Any]) -> Enumeration:
    """Names have commas of their own."""
    return Enumeration((_player(state, entry) for entry in entries if type(entry) is int), "; ")


def _on_board(board: int, result: object) -> Words:
    return Words("event-log.on-board", board=board, result=shown_result(result))


def _boards(boards: Sequence[Any], state: EventState) -> object:
    """The boards of somebody of the staff, boards that are given up, or pairs of a stage."""
    if boards and isinstance(boards[0], list):
        return Enumeration(f"{_player(state, white)} – {_player(state, black)}" for _, white, black in boards[:1])
    return "–".join(map(str, boards))


def _changes(line: LogLine) -> Enumeration:
    """What a line changes: rules by their names, fields of players with the old and the new value."""
    if line.kind == "event.changed":
        return Enumeration(_label("event-rule.", rule) for rule in line.data if rule in KEYS)
    return Enumeration(_change(field, *pair) for field, pair in (line.data.get("changes") or {}).items())


def _change(field: str, old: object, new: object) -> Words:
    label = _label("tournament.field.", field)
    if field not in PLAIN_FIELDS:
        return label
    return Words("event-log.change", field=label, old=_plain(old), new=_plain(new))


def _plain(value: object) -> object:
    return "–" if value in (None, "", 0) else value


def _label(prefix: str, name: str) -> Words:
    """What a rule or a field is called."""
    known = (key for key in (f"{prefix}{name}", f"event-field.{name}") if has(key))
    return Words(next(known, "event-log.something"))
