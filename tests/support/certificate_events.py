"""The sample of form IT1 in the arbiters' manual, as an event and as the norm it shows; and other norms, hand-made."""

import datetime as dt
from typing import Any

from arpad.documents.checks import Check
from arpad.documents.document import extended, replace
from arpad.domain.event import HALF_POINTS_OF, Event, Player, ResultCode, RoundResult
from arpad.regulations.articles import Article
from arpad.titles.model import LeftGame, Norm, NormGame, RaisedGame
from pdf_pages import page_texts

Row = tuple[str, str, str, int | None, str, ResultCode]
"""Name, number, federation, rating, title of an opponent, and the candidate's result against them."""

SAMPLE: tuple[Row, ...] = (
    ("LALLANA, Daniel", "117129", "ARG", 1940, "CM", "+"),
    ("ROCHE SIMON, Manuel Angel", "2216566", "ESP", 2122, "", "1"),
    ("CLAROS EGEA, Christian", "2260468", "ESP", 2230, "", "1"),
    ("ILLESCAS CORDOBA, Miguel", "2200015", "ESP", 2613, "GM", "="),
    ("ARIZMENDI MARTINEZ, Julen L", "2205092", "ESP", 2580, "GM", "1"),
    ("GEORGIEV, Kiril", "2900017", "BUL", 2636, "GM", "="),
    ("VAZQUEZ IGARZA, Renier", "3503054", "ESP", 2571, "GM", "="),
    ("KHARITONOV, Alexandr", "4135202", "RUS", 2538, "GM", "="),
    ("GOLOD, Vitali", "2804140", "ISR", 2578, "GM", "="),
    ("STEINGRIMSSON, Hedinn", "2300117", "ISL", 2557, "GM", "="),
)
MIRROR: dict[ResultCode, ResultCode] = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
B01 = "b01-2023"


def article(number: str) -> Article:
    return Article(number, "003")


def meeting(rows: tuple[Row, ...], **settings: Any) -> Event:
    """An event in which player 1 meets one of the others in each round."""
    own = tuple(RoundResult(at, at + 1, "w" if at % 2 else "b", row[5]) for at, row in enumerate(rows, 1))
    players = [Player(1, "Prince, Andrew", "m", "IM", 2450, "ENG", "400000", 1990, dt.date(1990, 5, 1), rounds=own)]
    for at, (name, number, federation, rating, title, result) in enumerate(rows, 1):
        met = RoundResult(at, 1, "b" if at % 2 else "w", MIRROR[result])
        players.append(Player(at + 1, name, "m", title, rating, federation, number, rounds=(met,)))
    event = Event(
        "Campus Internacional", "Roquetas de Mar", "ESP", dt.date(2023, 1, 3), dt.date(2023, 1, 12), "Swiss", "",
        "IA Ruiz, Carmen", ("FA Gil, Luis",), "90/40+30:30", len(rows), (), tuple(players),
    )  # fmt: skip
    return replace(event, **settings)


def games(rows: tuple[Row, ...]) -> tuple[NormGame, ...]:
    return tuple(
        NormGame(at, at + 1, name, number, federation, title, rating, HALF_POINTS_OF[result])
        for at, (name, number, federation, rating, title, result) in enumerate(rows, 1)
    )


def norm(story: tuple[Row, ...] = SAMPLE, **settings: Any) -> Norm:
    """The norm of the sample, or one over this story: games not played are left, the others count."""
    everything = games(story)
    counted = tuple(
        game for game, row in zip(everything, story, strict=True) if row[5] in MIRROR and row[5] not in "+-"
    )
    left = tuple(
        extended(LeftGame, game, article=article("1.4.2c"), reason="forfeit")
        for game in everything
        if game not in counted
    )
    lowest = min(counted, key=lambda game: game.rating or 0)
    made = Norm(
        "GM", True, counted, left, (), None, sum(game.score for game in counted), 12, 2500, 67, 125, 2625,
        extended(RaisedGame, lowest, to=2200), (), len(counted), foreigners=True,
    )  # fmt: skip
    return replace(made, **settings)


def check(number: str, name: str, ok: bool | None) -> Check:
    return Check(article(number), name, 1, 0, ok)


def pages(pdf: bytes) -> list[str]:
    """The text of each page, spaces made one."""
    return [" ".join(text.split()) for text in page_texts(pdf)]


def whole(pdf: bytes) -> str:
    return " ".join(pages(pdf))
