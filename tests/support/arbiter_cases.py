"""Applications of arbiters as the files of tests/data/arbiters write them, for people and for tests."""

import datetime as dt
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from arpad.arbiters.categories import UpgradeApplication, UpgradeEvent
from arpad.arbiters.model import ArbiterApplication, ArbiterNorm, ArbiterPerson, NormEvent, SeminarNorm
from arpad.documents.document import replace
from places import PROJECT

DATA = PROJECT / "tests" / "data" / "arbiters"
NAMES = {"rateable_for_all": "rateable"}
WORDS: dict[str, Any] = {"true": True, "false": False}


class ApplicationVector(NamedTuple):
    """An application, and the articles that stand against it."""

    name: str
    application: ArbiterApplication
    against: list[str]


class UpgradeVector(NamedTuple):
    """An application for a category, and the articles that stand against it."""

    name: str
    application: UpgradeApplication
    against: list[str]


def blocks(file: str) -> Iterator[tuple[str, list[str]]]:
    """The blocks of a file: a name in brackets, and the lines below it."""
    text = "\n".join(line for line in (DATA / file).read_text("utf-8").splitlines() if not line.startswith("#"))
    for block in text.split("\n["):
        name, _, rest = block.strip().removeprefix("[").partition("]")
        if name:
            yield name, [line for line in rest.strip().splitlines() if line]


def day(typed: str) -> dt.date:
    return dt.date.fromisoformat(typed)


def norm(line: str) -> ArbiterNorm:
    """`3.8.1 swiss 7 76/40 2 2022-07-01 2022-07-09 A boards=4`."""
    words = line.split()
    plain = [word for word in words if "=" not in word]
    article, system, rounds, counts, federations, start, end, chief = plain
    extra = {NAMES.get(name, name): _value(value) for name, _, value in (w.partition("=") for w in words if "=" in w)}
    if system == "-":
        return ArbiterNorm(NormEvent(), article)
    players, rated = map(int, counts.split("/"))
    event: Any = {"system": system, "rounds": int(rounds), "players": players, "rated": rated}
    event |= {"federations": int(federations), "start": day(start), "end": day(end)}
    return ArbiterNorm(NormEvent(**event | extra), article, chief)


def _value(typed: str) -> Any:
    return WORDS.get(typed, int(typed) if typed.isdecimal() else typed)


def applications() -> list[ApplicationVector]:
    """All applications of the file."""
    found = []
    for name, lines in blocks("applications.txt"):
        title, date, _, born, *rest = lines[0].split()
        person = ArbiterPerson(born=day(born))
        if "fa" in rest:
            person = replace(person, fa=day(rest[rest.index("fa") + 1]))
        if "not-national" in rest:
            person = replace(person, national_arbiter=False)
        norms = tuple(norm(line.removeprefix("norm ")) for line in lines if line.startswith("norm "))
        seminars = tuple(_seminar(line.split()[1:]) for line in lines if line.startswith("seminar "))
        told: Any = title
        application = ArbiterApplication(told, day(date), person, norms, seminars)
        found.append(ApplicationVector(name, application, _against(lines)))
    return found


def _seminar(words: list[str]) -> SeminarNorm:
    kind: Any = words[0]
    return SeminarNorm(kind, day(words[1]), Fraction(words[2]))


def _against(lines: list[str]) -> list[str]:
    return [word for word in lines[-1].split()[1:] if word != "-"]


def upgrades() -> list[UpgradeVector]:
    """All applications for a category."""
    found = []
    for name, lines in blocks("upgrades.txt"):
        to, date, ia, since, *rest = lines[0].split()
        events = []
        for line in lines:
            if line.startswith("event "):
                _, category, role, start, end = line.split()
                told: Any = category
                events.append(UpgradeEvent(told, role, day(start), day(end)))
        target: Any = to
        active = False if "inactive" in rest else None
        application = UpgradeApplication(target, day(date), day(ia), day(since), active, None, tuple(events))
        found.append(UpgradeVector(name, application, _against(lines)))
    return found
