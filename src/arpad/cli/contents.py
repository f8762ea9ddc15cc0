"""The table of contents of the command line: each command and the module that adds it, in the order of the help.

A line that names a command loads only the module of that command.
"""

from collections.abc import Mapping, Sequence

SINGLE = {"rate": "rate", "explain": "rate", "compare": "rate", "serve": "serve"}
"""Commands without a group."""

GROUPS: Mapping[str, Mapping[str, str]] = {
    "report": dict.fromkeys(("show", "check", "convert", "form"), "report"),
    "norm": {"check": "norm.check", "need": "norm.need", "certificate": "norm.certificate"},
    "titles": {
        "by-rating": "titles.by_rating",
        "direct": "titles.direct",
        "application": "titles.application",
        "editions": "titles.editions",
        "table": "titles.editions",
    },
    "pair": {
        "next": "pair.upcoming",
        "check": "pair.check",
        "explain": "pair.explain",
        "checklist": "pair.checklist",
        "compare": "pair.compare",
        "generate": "pair.generate",
    },
    "standings": {"show": "standings.show", "check": "standings.check"},
    "draw": dict.fromkeys(
        ("berger", "varma", "scheveningen", "schiller", "skalitzka", "hilton", "match", "knockout"), "draw.commands"
    ),
    "prizes": {"share": "prizes.share", "check": "prizes.check"},
    "list": dict.fromkeys(("convert", "show", "compare"), "lists"),
    "event": {
        "new": "event.events",
        "list": "event.events",
        "enter": "event.entries",
        "close-list": "event.rounds",
        "draw": "event.rounds",
        "explain": "event.showing",
        "amend": "event.amending",
        "mend": "event.amending",
        "clear": "event.rounds",
        "publish": "event.rounds",
        "recall": "event.rounds",
        "start": "event.rounds",
        "lock": "event.rounds",
        "unlock": "event.rounds",
        "table": "event.rounds",
        "result": "event.results",
        "results": "event.results",
        "open": "event.results",
        "defaults": "event.results",
        "absent-at": "event.results",
        "clear-result": "event.results",
        "publish-results": "event.results",
        "colours": "event.correcting",
        "substitute": "event.amending",
        "board-add": "event.amending",
        "correct": "event.correcting",
        "penalty": "event.correcting",
        "show": "event.showing",
        "round": "event.showing",
        "standings": "event.showing",
        "crosstable": "event.showing",
        "checklist": "event.showing",
        "log": "event.log",
        "undo": "event.log",
        "verify": "event.log",
        "team": "event.teams",
        "teams": "event.teams",
        "lineup": "event.teams",
        "match": "event.teams",
        "export": "event.files",
        "ratings": "event.ending",
        "norms": "event.ending",
        "incident": "event.ending",
        "appeal": "event.ending",
        "finish": "event.ending",
        "reopen": "event.ending",
        "report": "event.ending",
        "hand-over": "event.ending",
        "take-over": "event.files",
        "tie": "event.ties",
        "bracket": "event.ties",
        "play-off": "event.ties",
    },
    "office": {
        "init": "office.founding",
        "upgrade": "office.founding",
        "import-list": "office.founding",
        "register": "office.events",
        "submit": "office.events",
        "events": "office.events",
        "event": "office.events",
        "close": "office.periods",
        "publish": "office.periods",
        "lists": "office.periods",
        "list": "office.lists",
        "player": "office.people",
        "sheet": "office.sheet",
        "correct": "office.deciding",
        "withdraw": "office.deciding",
        "identify": "office.deciding",
        "base": "office.deciding",
        "rating": "office.deciding",
        "person": "office.deciding",
        "merge": "office.deciding",
        "unmerge": "office.deciding",
        "exclude": "office.deciding",
        "readmit": "office.deciding",
        "undo": "office.deciding",
        "decisions": "office.deciding",
        "diff": "office.proof",
        "compare": "office.compare",
        "verify": "office.proof",
        "export": "office.proof",
        "log": "office.proof",
        "backup": "office.keeping",
        "restore": "office.keeping",
        "account": "office.accounts",
    },
    "bulk": {"generate": "bulk.generate", "run": "bulk.run", "list": "bulk.run", "sql": "bulk.sql"},
    "editions": dict.fromkeys(("show", "diff", "for", "errata"), "editions"),
    "calc": {
        "change": "calc.change",
        "initial": "calc.initial",
        "performance": "calc.players",
        "k": "calc.players",
        "expected": "calc.players",
        "time-class": "calc.events",
        "dates": "calc.events",
        "match": "calc.events",
        "transition": "calc.events",
        "round-robin": "calc.round_robin",
    },
}
DEFAULTS = {"norm": "check", "pair": "next", "standings": "show", "prizes": "share"}
"""The command to run if a line names a group but none of its commands."""


def needed(group: str, arguments: Sequence[str], *, everything: bool) -> list[str]:
    """Return the modules of a group that a line needs: the module of its command, or all of them for help."""
    commands = GROUPS[group]
    named = next((word for word in arguments if word in commands), DEFAULTS.get(group))
    if everything or named is None:
        return list(dict.fromkeys(commands.values()))
    return [commands[named]]
