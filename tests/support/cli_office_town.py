"""A little office for the tests of the command line: a list of six, two reports, and a call in one line."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from answers import Answer, Arpad
from arpad.cli.main import main

LIST = """id,name,federation,sex,title,rating,games,k,born,flag
101,"Alba, Ana",ESP,F,WIM,2300,0,20,1985,w
102,"Bosco, Bruno",ESP,M,IM,2280,0,20,1992,
103,"Cano, Clara",FRA,F,,2200,0,20,1999,w
104,"Diez, David",ESP,M,,2150,0,20,1986,
105,"Egea, Elia",POR,F,,2000,0,40,2010,w
106,"Faro, Félix",ESP,M,,1900,0,20,1980,
"""
PLAYERS = {
    101: ("f", "Alba, Ana", 2300, "ESP", 1985),
    102: ("m", "Bosco, Bruno", 2280, "ESP", 1992),
    103: ("f", "Cano, Clara", 2200, "FRA", 1999),
    104: ("m", "Diez, David", 2150, "ESP", 1986),
    107: ("m", "Gil, Gaspar", 0, "ESP", 2005),
}
MIRROR = {"1": "0", "0": "1", "=": "="}
POINTS = {"1": 2, "=": 1, "0": 0}
PAIRS = (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
FACTS = "--registered 2024-06-01 --no-hybrid"


def report(name: str, month: int, results: str, ids: Sequence[int] = (101, 102, 103, 104), year: int = 2024) -> str:
    """Four players, a round robin of three rounds from the 5th to the 7th; `results` are white's: 1, = or 0."""
    rounds: dict[int, list[str]] = {rank: [] for rank in range(1, 5)}
    points = dict.fromkeys(rounds, 0)
    for pairs, given in zip(PAIRS, (results[at : at + 2] for at in (0, 2, 4)), strict=True):
        for (white, black), result in zip(pairs, given, strict=True):
            rounds[white].append(f"  {black:>4} w {result}")
            rounds[black].append(f"  {white:>4} b {MIRROR[result]}")
            points[white] += POINTS[result]
            points[black] += POINTS[MIRROR[result]]
    order = sorted(points, key=lambda rank: (-points[rank], rank))
    lines = [
        f"012 {name}", "022 Soria", "032 ESP", f"042 {year}/{month:02}/05", f"052 {year}/{month:02}/07", "062 4",
        "072 4", "092 Individual: Round-Robin", "102 Mesa, Marta", "122 90 min + 30 sec increment from move one",
    ]  # fmt: skip
    lines.append(f"{'132':<91}" + "".join(f"{year % 100:02}/{month:02}/{day:02}  " for day in (5, 6, 7)).rstrip())
    for rank, id_ in enumerate(ids, 1):
        sex, who, rating, federation, born = PLAYERS[id_]
        lines.append(
            f"001 {rank:>4} {sex}    {who:<33} {rating or '':>4} {federation} {id_:>11} {born}/00/00 "
            f"{points[rank] / 2:>4} {order.index(rank) + 1:>4}" + "".join(rounds[rank])
        )
    return "\n".join(lines) + "\n"


REPORTS = {
    "july.trf": report("July Cup", 7, "1=1=01"),
    "july-corrected.trf": report("July Cup", 7, "0=1=01"),
    "august.trf": report("August Cup", 8, "==11=0"),
    "newcomer.trf": report("Newcomers", 8, "1=1=01", (101, 102, 103, 107)),
    "twice.trf": report("Twice", 8, "1=1=01", (101, 102, 103, 101)),
    "stranger.trf": report("Stranger", 8, "1=1=01").replace("Diez, David", "Ruiz, Rosa ").replace("1986", "1971"),
    "dateless.trf": "\n".join(line for line in report("Dateless", 8, "1=1=01").splitlines() if line[:3] != "042"),
}


def prepare(folder: Path) -> None:
    """An office with the list of July 2024, one report, and the published list of August."""
    (folder / "list.csv").write_text(LIST, encoding="utf-8")
    for name, text in REPORTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    shared = ["--db", f"sqlite:///{folder / 'office.db'}", "--who", "Eva", "--at", "2024-08-01T10:00:00Z"]
    for words in (
        ["init", "--federation", "ESP"],
        ["import-list", str(folder / "list.csv"), "--date", "2024-07"],
        ["submit", str(folder / "july.trf"), "--received", "2024-07-09", *FACTS.split()],
        ["close", "2024-08"],
        ["publish", "2024-08"],
    ):
        assert main(["office", *words, *shared], {}) == 0, words


Office = Callable[..., Answer]


def caller(arpad: Arpad, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    """Calls in a folder of its own, on its own office."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("ARPAD_DB", "sqlite:///office.db")
    monkeypatch.setenv("ARPAD_WHO", "Eva")
    return lambda line, **environment: arpad(f"office {line}", **environment)


def copy(town: Path, folder: Path) -> Path:
    """The office once more, to be changed."""
    shutil.copytree(town, folder, dirs_exist_ok=True)
    return folder
