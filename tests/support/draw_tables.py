"""The manual's printed tables, and its misprints put right by the errata."""

from itertools import groupby

from arpad.pairing.round_robin_tables import Draw, Player
from arpad.regulations.rating_editions import regulations
from places import FIXTURES

FOLDER = FIXTURES / "draws"


def printed(name: str) -> list[list[str]]:
    """The lines of a table, field by field."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(";") for line in lines if not line.startswith("#")]


def errata(article: str, table: str) -> list[tuple[str, str]]:
    """Printed and correct, of the misprints of a table."""
    found = [
        omission
        for omission in regulations().errata()
        if omission.source == "manual-2023-tournaments" and omission.article == article
    ]
    return [
        (misprint.printed, misprint.correct["en"]) for misprint in found if misprint.where["en"].startswith(f"{table}:")
    ]


def places(entry: str) -> dict[str, str]:
    """`R5.3 1-5; R8.1 12-`: what stands where."""
    return dict(place.split(" ", 1) for place in entry.split("; ") if "." in place)


def cells(draw: Draw) -> list[str]:
    """The rounds as the tables print them."""
    return [" ".join(f"{pairing.white}-{pairing.black}" for pairing in one.pairings) for one in draw.rounds]


def colours(draw: Draw) -> dict[Player, str]:
    """The colours of every player in the order of the games."""
    found: dict[Player, str] = dict.fromkeys(draw.players, "")
    for one in draw.rounds:
        for pairing in one.pairings:
            found[pairing.white] += "W"
            found[pairing.black] += "B"
    return found


def longest_run(draw: Draw) -> int:
    """How often somebody has one colour running."""
    return max(len(list(run)) for played in colours(draw).values() for _, run in groupby(played))


def imbalance(draw: Draw) -> int:
    """The greatest difference between somebody's Whites and Blacks."""
    return max(abs(played.count("W") - played.count("B")) for played in colours(draw).values())


def nobody_twice_in_a_round(draw: Draw) -> bool:
    """Everybody plays once in a round or is free, and nobody else is there."""
    for one in draw.rounds:
        there = [player for pairing in one.pairings for player in (pairing.white, pairing.black)] + list(one.byes)
        if sorted(map(str, there)) != sorted(map(str, draw.players)):
            return False
    return True
