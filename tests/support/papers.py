"""Small events to print, and papers read back."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any

import pypdf
import pytest

from arbiter import Arbiter
from arpad.i18n import ArpadError
from arpad.tournament.acts.absences import Excuse, SetAbsence
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish, Start
from arpad.tournament.acts.teams import AddTeam, SetLineUp
from arpad.tournament.state import Entry, EventBoard, EventRound, EventState
from pdf_pages import page_texts

LONG = "Fernández de Córdoba y Martínez-Campos, María Concepción Ana"
"""A name of 60 signs."""
NAMES = ("Zubiela, Ana", "Ámbar, Bruno", "Navajo, Carla", "Ñíguez, Diego", LONG, "Ordiela, Fabio", "Beltrán, Gema")
START = "2026-05-02T16:30"
SECRET = "5f2b8c1d9e0a47638b1c2d3e4f506172"
SHORT_SIDE, LONG_SIDE = 595, 842
"""A4 in points."""
HYPHEN_AT_THE_END = "\ufffe"
"""How a reader gives a hyphen at which a line is broken."""


@contextmanager
def refused(key: str) -> Iterator[None]:
    """A call that is refused with an error."""
    with pytest.raises(ArpadError) as problem:
        yield
    assert problem.value.key == key


class ReadPaper:
    """A PDF as a reader sees it."""

    def __init__(self, data: bytes) -> None:
        self.pages = pypdf.PdfReader(io.BytesIO(data)).pages
        self.texts = [
            text.replace("\N{ZERO WIDTH SPACE}", "").replace(HYPHEN_AT_THE_END, "-") for text in page_texts(data)
        ]
        self.text = "\n".join(self.texts)
        self.flat = " ".join(self.text.split())

    def sides(self) -> set[tuple[int, int]]:
        return {(round(page.mediabox.width), round(page.mediabox.height)) for page in self.pages}

    def within(self) -> bool:
        """Whether every piece of text begins on its page."""
        return all(0 <= x <= page.mediabox.width for page in self.pages for x in starts(page))


def starts(page: pypdf.PageObject) -> list[float]:
    """Where the pieces of text begin, from the left edge."""
    found: list[float] = []

    def seen(text: str, page_matrix: list[float], where: list[float], _font: object, _size: float) -> None:
        if text.strip():
            found.append(page_matrix[4] + where[4] * page_matrix[0])

    page.extract_text(visitor_text=seen)
    return found


def swiss(**rules: Any) -> Arbiter:
    """Seven players in their second round, which is a draft; one of them was not there in the first."""
    arbiter = Arbiter(
        {
            "name": "Open de Prueba", "city": "Valdeoca", "federation": "ESP", "system": "dutch-2017", "rounds": 3,
            "time_control": "90/40+30:30", "default_minutes": 30, "schedule": [{"round": 2, "start": START}], **rules,
        }
    )  # fmt: skip
    for place, name in enumerate(NAMES, 1):
        title = "GM" if place == 1 else ""
        more: dict[str, Any] = {"federation": "ESP", "club": "Torre", "sex": "f" if place % 2 else "m", "title": title}
        arbiter.does(Enter({"name": name, "rating": 2400 - 10 * place, "born": 1990, "paid": "12.5", **more}))
    arbiter.does(SetAbsence(7, 1, "Z"))
    arbiter.closes()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    for board, result in ((1, "1-0"), (2, "1/2"), (3, "+/-")):
        arbiter.does(SetResult(1, board, result))
    for entry in sorted(arbiter.state.unexplained):
        arbiter.does(Excuse(entry))
    arbiter.does(DrawNext())
    return arbiter


@cache
def drafted() -> Arbiter:
    return swiss()


@cache
def published() -> EventState:
    arbiter = swiss()
    arbiter.does(Publish(2))
    return arbiter.state


def hall(boards: int, **rules: Any) -> EventState:
    """The first round of a great many players."""
    state = Arbiter({"system": "dutch-2017", "rounds": 9, **rules}).state
    entries = {entry: Entry(entry, f"Player {entry:03}", rating=2700 - entry) for entry in range(1, 2 * boards + 1)}
    seats = {number: EventBoard(number, number, number + boards) for number in range(1, boards + 1)}
    numbers = tuple(entries)
    return replace(
        state, entries=entries, numbers=numbers, closed=True, rounds={1: EventRound(1, seats, numbers=numbers)}
    )


@cache
def league() -> EventState:
    return league_arbiter().state


def league_arbiter() -> Arbiter:
    """Four teams on two boards: the first round played, the second one published without line-ups."""
    rules = {"name": "Liga", "slug": "liga", "kind": "team", "system": "berger", "boards": 2, "order": "given"}
    arbiter = Arbiter(rules)
    for at, team in enumerate(("Alfil", "Gambito", "Peón Rey", "Torre")):
        for place in (1, 2):
            arbiter.does(Enter({"name": f"{team} {place}", "rating": 2000 + place}))
        arbiter.does(AddTeam(team, [2 * at + 1, 2 * at + 2], captain=f"Capitán {team}"))
    arbiter.closes()
    arbiter.does(Publish(1))
    for number in range(1, 5):
        arbiter.does(SetLineUp(number, 1, [2 * number - 1, 2 * number]))
    arbiter.does(Start(1, "2026-05-01T16:00:00+00:00"))
    for board in (1, 2, 3, 4):
        arbiter.does(SetResult(1, board, "1-0"))
    arbiter.does(Publish(2))
    return arbiter


@cache
def cup(players: int = 5, rounds: int = 0) -> EventState:
    return cup_arbiter(players, rounds).state


def cup_arbiter(players: int = 5, rounds: int = 0) -> Arbiter:
    """A knock-out with its first rounds played: the better number wins in two games."""
    arbiter = Arbiter({"name": "Copa", "slug": "copa", "system": "knockout", "third_place": True})
    arbiter.enters(players)
    arbiter.closes()
    for number in range(1, rounds + 1):
        arbiter.does(DrawNext())
        arbiter.does(Publish(number))
        for board in arbiter.state.rounds[number].games:
            arbiter.does(SetResult(number, board.number, "1-0" if board.white < board.black else "0-1"))
    return arbiter


@cache
def round_robin() -> EventState:
    arbiter = Arbiter({"name": "Cerrado", "slug": "cerrado", "system": "berger", "order": "given"})
    arbiter.enters(5)
    arbiter.closes()
    for number in range(1, 6):
        arbiter.does(Publish(number))
    for board in arbiter.state.rounds[1].games:
        arbiter.does(SetResult(1, board.number, "1-0"))
    return arbiter.state
