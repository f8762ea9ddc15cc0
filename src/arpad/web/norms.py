"""The norms of an event as its pages show them, and their certificates."""

from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from starlette.responses import Response

from arpad.domain.event import Event
from arpad.domain.games import points
from arpad.i18n import ArpadError, Language, text
from arpad.papers.title_forms import it1
from arpad.regulations.title_editions import NORM_TITLES, NormTitle
from arpad.titles.documents import PlayerNormDocument, found, norm_document, required
from arpad.titles.model import EventFacts, Norm
from arpad.titles.norms import Achieved, find_norms, norm_edition
from arpad.web.answers import pdf_file


def certificate(event: Event, rank: int, title: NormTitle, language: Language) -> Response:
    """Form IT1 for a norm of the event, as a PDF."""
    edition, player = norm_edition(event), event.player(rank)
    facts = EventFacts(host=event.federation)
    norms = () if edition is None or player is None else find_norms(event, rank, edition, facts, (title,)).norms
    if edition is None or player is None or not norms or not norms[0].achieved:
        raise ArpadError("web-no-norm", rank=rank, title=title)
    return pdf_file(it1(event, norms[0], player, facts, edition, language), f"IT1 {title} {player.name}")


class NormCard(NamedTuple):
    """The norms of one player: the highest, the titles of the others, and each with its checks in words."""

    rank: int
    norm: Norm
    score: Fraction
    required: Fraction | None
    others: tuple[NormTitle, ...]
    checks: list[tuple[NormTitle, list[tuple[str, ...]]]]


def norm_cards(achieved: Achieved, language: Language) -> list[NormCard]:
    """Return a card for each player, the highest titles first."""
    ordered = sorted(achieved, key=lambda one: (one[0], NORM_TITLES.index(one[1].title)))
    own = [(rank, [norm for _, norm in found]) for rank, found in groupby(ordered, key=lambda one: one[0])]
    cards = [
        NormCard(
            rank,
            norms[0],
            points(norms[0].score),
            None if norms[0].required is None else points(norms[0].required),
            tuple(norm.title for norm in norms[1:]),
            [(norm.title, check_rows(norm, language)) for norm in norms],
        )
        for rank, norms in own
    ]
    return sorted(cards, key=lambda card: NORM_TITLES.index(card.norm.title))


def check_rows(norm: Norm, language: Language) -> list[tuple[str, ...]]:
    """The checks of a norm in words: article, condition, required, found."""
    return [
        (
            str(check.article),
            text(f"norm.check.{check.name}", language),
            required(check, language),
            found(check, language),
        )
        for check in norm.checks
    ]


def norm_documents(achieved: Achieved) -> list[PlayerNormDocument]:
    """The norms as `arpad norm --json` has them."""
    return [{"player": rank, **norm_document(norm)} for rank, norm in achieved]
