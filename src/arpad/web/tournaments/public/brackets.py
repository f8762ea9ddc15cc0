"""The bracket of a knock-out: its ties round by round, with the scores by stage."""

from typing import NamedTuple

from arpad.i18n import ArpadError, Language, text
from arpad.standings.reasons import points_text
from arpad.tournament.documents import bracket_document
from arpad.tournament.knockout import LOSER, Tie, ties_of
from arpad.tournament.public import PublicState
from arpad.tournament.state import Entry
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.place import Seen
from arpad.web.tournaments.public.words import stage_text
from arpad.web.tournaments.shapes import BracketDocument

brackets = Pages("event")
NAMED_FROM_THE_END = ("final", "semifinals", "quarterfinals")


class ShownSide(NamedTuple):
    """One of the two of a tie: the player, or the words of the seat; the scores of the stages; whether they go on."""

    player: Entry | None
    seat: str
    scores: list[str]
    won: bool


class SeenTie(NamedTuple):
    """A tie on a page."""

    number: int
    sides: tuple[ShownSide, ShownSide]
    stages: list[str]
    decided_by: str


class BracketRound(NamedTuple):
    """A round of the bracket: its name, and its ties in their order."""

    name: str
    ties: list[SeenTie]


@brackets.page("/t/{slug}/bracket", "event_bracket.html", BracketDocument)
def bracket(event: Seen) -> Answer:
    """The bracket of a knock-out."""
    view = event.view
    if view.laws.system != "knockout":
        raise ArpadError("event-no-bracket", slug=event.slug)
    return event.answer(
        lambda: {"event": event.slug, "ties": bracket_document(view) if view.numbers else []},
        lambda: {
            "rounds": bracket_rounds(view, event.language),
            "third": third_place(view, event.language),
            "stages": [stage_text(name, event.language) for name, _, _ in view.laws.stages],
        },
    )


def bracket_rounds(view: PublicState, language: Language) -> list[BracketRound]:
    """The rounds of the bracket, the tie for third place left out."""
    if not view.numbers:
        return []
    ties = [tie for tie in ties_of(view).values() if not _for_third(tie)]
    last = max(tie.round for tie in ties)
    found = []
    for number in range(1, last + 1):
        own = [seen_tie(view, tie, language) for tie in ties if tie.round == number]
        left = last - number
        if left < len(NAMED_FROM_THE_END):
            name = text(f"web.event-page.{NAMED_FROM_THE_END[left]}", language)
        else:
            name = text("web.events.see-round", language, round=number)
        found.append(BracketRound(name, own))
    return found


def third_place(view: PublicState, language: Language) -> SeenTie | None:
    """The tie for third place, if there is one."""
    ties = ties_of(view).values() if view.numbers else ()
    return next((seen_tie(view, tie, language) for tie in ties if _for_third(tie)), None)


def _for_third(tie: Tie) -> bool:
    return all(seat.startswith(LOSER) for seat in tie.seats)


def seen_tie(view: PublicState, tie: Tie, language: Language) -> SeenTie:
    """A tie with the scores of both by stage."""
    sides = []
    for player, seat, free in zip(tie.players, tie.seats, tie.free, strict=True):
        scores = [] if player is None else [points_text(stage.score(player), language) for stage in tie.stages]
        found = None if player is None else view.entries.get(player)
        won = player is not None and tie.winner == player
        sides.append(ShownSide(found, _seat(seat, free, language), scores, won))
    stages = [stage_text(stage.name, language) for stage in tie.stages]
    decided = stage_text(tie.decided_by, language) if tie.decided_by and len(stages) > 1 else ""
    return SeenTie(tie.number, (sides[0], sides[1]), stages, decided)


def _seat(seat: str, free: bool, language: Language) -> str:
    if free or seat.isdecimal():
        return "–"
    return text(f"web.event-page.seat-{seat[0]}", language, tie=seat[1:])
