"""What the draws take from the line: numbers, names, federations."""

import re
from pathlib import Path

from arpad.cli.arguments import decoded
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.pairing.draws import Draw
from arpad.pairing.round_robin_tables import VarmaEntrant

COUNTED = re.compile(r"[A-Z]{3}:[1-9][0-9]{0,2}")
ENTRANT = re.compile(r"([A-Z]{3})[\s,;]+(\S.*)")


def even(option: str, typed: str, least: int, most: int) -> int:
    """Read an even number."""
    value = parse.whole(option, typed, least, most)
    if value % 2:
        raise ArpadError("draw-odd", option=option, value=value, less=value - 1, more=value + 1)
    return value


def lines_of(file: Path) -> list[str]:
    """Return the lines of a file that are not empty."""
    from arpad.library.files import report_bytes

    return [line.strip() for line in decoded(report_bytes(file), file).splitlines() if line.strip()]


def names_for(draw: Draw, file: Path | None) -> list[str]:
    """Read the names of a file: one in each line, in the order of the draw's players."""
    if file is None:
        return []
    names = lines_of(file)
    if len(names) != len(draw.players):
        raise ArpadError("draw-names", file=str(file), found=len(names), players=len(draw.players))
    return names


def entrants(typed: str, players: int) -> list[VarmaEntrant]:
    """Read `AAA:3,BBB:4`, or a file with a federation and a name in every line."""
    if Path(typed).suffix == "" and ":" in typed and not Path(typed).exists():
        found = [entrant for one in _contingents(typed) for entrant in one]
    else:
        found = [_entrant(typed, number, line) for number, line in enumerate(lines_of(Path(typed)), 1)]
    if len(found) != players:
        raise ArpadError("draw-entrants", value=typed, found=len(found), players=players)
    return found


def _contingents(typed: str) -> list[list[VarmaEntrant]]:
    """Read `AAA:3,BBB:4`: every federation once, with the number of its players."""
    found: dict[str, list[VarmaEntrant]] = {}
    for one in re.split(r"[, ]+", typed.strip()):
        if COUNTED.fullmatch(one) is None:
            raise ArpadError("draw-contingent", value=typed, text=one)
        federation, _, count = one.partition(":")
        if federation in found:
            raise ArpadError("draw-federation-twice", value=typed, federation=federation)
        found[federation] = [VarmaEntrant(federation, f"{federation} {place}") for place in range(1, int(count) + 1)]
    return list(found.values())


def _entrant(file: str, number: int, line: str) -> VarmaEntrant:
    parts = ENTRANT.fullmatch(line)
    if parts is None:
        raise ArpadError("draw-entrant", file=file, line=number, text=line)
    return VarmaEntrant(parts[1], parts[2])
