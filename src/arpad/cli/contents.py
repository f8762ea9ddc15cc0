"""The table of contents of the command line: each command and the module that adds it, in the order of the help.

A line that names a command loads only the module of that command.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


def _commands(*rows: str) -> Mapping[str, str]:
    """Return the module of each command. A row names a module of `arpad.cli` and its commands, in the order of help."""
    parts = (row.partition(": ") for row in rows)
    return {command: f"arpad.cli.{module}" for module, _, names in parts for command in names.split()}


class CommandGroup(NamedTuple):
    """A group of commands. `holder` is where the group is: module and name; `extra` the extra of the package that
    all its commands need."""

    holder: str
    commands: Mapping[str, str]
    extra: str = ""


SINGLE = _commands(
    "rate: rate explain compare",
    "report: check",
    "engine: engine",
    "serve: serve",
    "examples: examples self-test",
    "lists: verify",
)
"""Commands without a group."""

GROUPS: Mapping[str, CommandGroup] = {
    "report": CommandGroup("report:report", _commands("report: show check convert form")),
    "norm": CommandGroup("norm:norm", _commands("norm: check need certificate")),
    "titles": CommandGroup(
        "titles:titles",
        _commands("titles: by-rating direct", "titles_application: application", "titles: editions table"),
    ),
    "arbiter": CommandGroup(
        "arbiter:arbiter",
        _commands(
            "arbiter_events: norm certificate",
            "arbiter: application need status upgrade may",
            "arbiter_events: event-category needed",
            "arbiter_sheets: clocks sheets envelope report",
            "arbiter_events: rules",
            "arbiter_sheets: fair-play z complaint",
            "arbiter: editions",
        ),
    ),
    "pair": CommandGroup(
        "pair:pair",
        _commands(
            "pair: next", "pair_check: check", "pair: explain checklist", "pair_check: compare forensics generate"
        ),
    ),
    "standings": CommandGroup("standings:standings", _commands("standings: show check")),
    "draw": CommandGroup(
        "draw:draw", _commands("draw: berger varma scheveningen schiller skalitzka hilton match knockout")
    ),
    "prizes": CommandGroup("prizes:prizes", _commands("prizes: share check")),
    "games": CommandGroup("games:games", _commands("games: check claim chess960 split export"), "games"),
    "list": CommandGroup("lists:lists", _commands("lists: convert show compare"), "tables"),
    "event": CommandGroup(
        "event.options:event",
        _commands(
            "event.setup: new list set check invitation",
            "event.players: enter entries refresh own-list accept refuse remove change pay absent present withdraw",
            "event.players: return excuse forbid allow festival move-player",
            "event.rounds: close-list",
            "event.players: numbers",
            "event.rounds: draw",
            "event.show: explain",
            "event.rounds: amend mend clear publish recall start lock unlock table result results open defaults",
            "event.rounds: absent-at clear-result publish-results colours substitute board-add moves key-moves",
            "event.rounds: correct penalty",
            "event.show: show round standings crosstable checklist log undo verify",
            "event.setup: restore push move",
            "event.players: contact",
            "event.setup: staff link",
            "event.teams: team teams lineup lineups match",
            "event.show: print",
            "event.setup: export broadcast",
            "event.ending: lots ratings norms incident appeal notice finish reopen prizes renounce report hand-over",
            "event.ending: period",
            "event.setup: take-over",
            "event.teams: tie bracket play-off",
        ),
        "office",
    ),
    "office": CommandGroup(
        "office.options:office",
        _commands(
            "office.setup: init upgrade time-zone about import-list",
            "office.events: register submit events event",
            "office.lists: close publish discard lists list player",
            "office.proof: sheet personal-data",
            "office.events: correct withdraw identify facts base rating person erase merge unmerge exclude readmit",
            "office.events: undo decisions",
            "office.proof: diff",
            "office.lists: compare",
            "office.proof: verify export log",
            "office.setup: backup restore send-mail",
            "office.accounts: account",
            "office.arbiters: arbiter",
            "office.accounts: key",
        ),
        "office",
    ),
    "bulk": CommandGroup("bulk:bulk", _commands("bulk: generate run list sql"), "bulk"),
    "lab": CommandGroup(
        "lab:lab",
        _commands(
            "lab: monitor",
            "lab_compare: compare truth study import-kaggle",
            "lab: calibration",
            "lab_compare: predict interim",
        ),
        "bulk",
    ),
    "editions": CommandGroup("editions:editions", _commands("editions: show diff for errata history")),
    "calc": CommandGroup(
        "calc:calc",
        _commands(
            "calc: change initial performance k expected", "calc_events: time-class dates match transition round-robin"
        ),
    ),
}


PANELS: Mapping[str, Mapping[str, str]] = {
    "arpad": {
        "rating": "rate explain compare report check list editions calc",
        "tournaments": "event pair engine standings draw prizes games",
        "titles": "norm titles arbiter",
        "office": "office verify serve",
        "laboratory": "lab bulk",
        "program": "examples self-test",
    },
    "event": {
        "event": "new list set check invitation show log verify undo finish reopen period hand-over",
        "entries": (
            "enter entries refresh own-list accept refuse remove change pay numbers close-list forbid allow contact "
            "festival move-player"
        ),
        "rounds": (
            "draw explain amend mend clear publish recall start lock unlock table round absent present withdraw return "
            "excuse absent-at colours substitute board-add checklist"
        ),
        "results": (
            "result results open defaults clear-result publish-results moves key-moves correct penalty incident appeal "
            "notice"
        ),
        "standings": "standings crosstable tie bracket play-off ratings norms prizes renounce lots",
        "teams": "team teams lineup lineups match",
        "files": "print report export broadcast take-over push restore move staff link",
    },
    "office": {
        "office": "init upgrade time-zone about account key backup restore send-mail",
        "reports": "register submit events event facts identify person base rating merge unmerge erase",
        "month": "import-list close publish discard lists list player",
        "corrections": "correct withdraw exclude readmit undo decisions diff compare",
        "papers": "sheet personal-data arbiter export log verify",
    },
}
"""The commands of a long help page, under headings."""


def extra_for(words: Sequence[str]) -> str:
    """Return the extra of the package that a line needs: that of its command or of its group. Commands of other groups
    need one for some options only."""
    extras = {name: group.extra for name, group in GROUPS.items() if group.extra}
    extras |= {"serve": "web", "verify": "office"}
    return next((extras[word] for word in words if word in extras), "")
