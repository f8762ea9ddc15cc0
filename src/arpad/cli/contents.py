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
    """A group of commands. `holder` is its typer application: module and name; `extra` the extra of the package that
    all its commands need; `default` the command to run if a line names the group but none of its commands."""

    holder: str
    commands: Mapping[str, str]
    extra: str = ""
    default: str = ""


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
    "norm": CommandGroup("norm:norm", _commands("norm: check need certificate"), default="check"),
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
        default="next",
    ),
    "standings": CommandGroup("standings:standings", _commands("standings: show check"), default="show"),
    "draw": CommandGroup(
        "draw:draw", _commands("draw: berger varma scheveningen schiller skalitzka hilton match knockout")
    ),
    "prizes": CommandGroup("prizes:prizes", _commands("prizes: share check"), default="share"),
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


def extra_for(words: Sequence[str]) -> str:
    """Return the extra of the package that a line needs: that of its command or of its group. Commands of other groups
    need one for some options only."""
    extras = {name: group.extra for name, group in GROUPS.items() if group.extra}
    extras |= {"serve": "web", "verify": "office"}
    return next((extras[word] for word in words if word in extras), "")


def needed(group: str, arguments: Sequence[str], *, everything: bool) -> list[str]:
    """Return the commands of a group that a line may mean, in the order of the help: those that it names, or all of
    them for help."""
    _, commands, _, default = GROUPS[group]
    named = {word for word in arguments if word in commands} or ({default} if default else set())
    return [name for name in commands if everything or not named or name in named]
