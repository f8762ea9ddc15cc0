"""The card of a player: rounds, opponents and points, the change of the rating so far and why."""

from dataclasses import replace
from typing import Any

from arpad.documents.steps import as_json
from arpad.i18n import ArpadError, Language
from arpad.papers.player_sheet import player_sheet, sheet_data
from arpad.rating.event_documents import player_document
from arpad.rating.model import PlayerRating
from arpad.tournament.acts.checks import entry_at
from arpad.tournament.ending import LiveRating
from arpad.tournament.standings import card_document, card_rounds
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.place import EntryInPath, Seen
from arpad.web.tournaments.public.live_ratings import LiveRatings, forecast_open, live_ratings, standing_of
from arpad.web.tournaments.public.words import own_result
from arpad.web.tournaments.shapes import LiveRatingDocument, PlayerCardDocument, PlayerRatingDocument

player = Pages("event")
PLAYED = ("1", "=", "0")
"""The codes of games that were played and are rated."""


@player.page("/t/{slug}/players/{entry}", "event_player.html", PlayerCardDocument)
def card(event: Seen, entry: EntryInPath) -> Answer:
    """A player: rounds, colours, opponents, points, and the change of the rating so far."""
    entry_at(event.view, entry)
    live = live_ratings(event, entry)

    def document() -> PlayerCardDocument:
        return {
            **card_document(event.view, entry),
            "event": event.slug,
            "rank": standing_of(event, entry),
            "provisional": not event.view.finished,
            "listed": live.listed,
            "not_listed": _not_listed(live.ratings) if live.listed else [],
            "ratings": [live_document(one, event.language) for one in live.ratings],
        }

    def page() -> dict[str, Any]:
        return {
            "data": card_document(event.view, entry),
            "rank": standing_of(event, entry),
            "live": [(one, _own(one)) for one in live.ratings],
            "listed": live.listed,
            "not_listed": [event.view.entries[one].name for one in _not_listed(live.ratings) if live.listed],
            "played": sum(one.kind == "game" and one.code in PLAYED for one in card_rounds(event.view, entry)),
            "forecast": event.kept(("forecast", entry), (event.view,), lambda: forecast_open(event.view, entry)),
            "own_result": own_result,
            "team": event.view.teams.get(event.view.entries[entry].team or 0),
        }

    return _with_lists(event.answer(document, page), live)


def _with_lists(answer: Answer, live: LiveRatings) -> Answer:
    """Name the lists in the tag of an answer: with another list the page is another one."""
    return replace(answer, tag=f"{answer.tag}-{live.tag}") if answer.tag and live.tag else answer


def _not_listed(live: list[LiveRating]) -> list[int]:
    """The player and the opponents who are on no list of the office, though a rating was entered."""
    return sorted({entry for one in live for entry in one.not_listed})


def live_document(live: LiveRating, language: Language) -> LiveRatingDocument:
    """What a player's games so far mean for the rating."""
    edition = live.rated.edition
    return {"edition": edition.id, "time_class": edition.time_class, **player_document(_own(live), language)}


def _own(live: LiveRating) -> PlayerRating:
    """The line of the player whose live rating it is."""
    own = live.rated.rating.player(live.rank)
    assert own is not None
    return own


@player.page("/t/{slug}/players/{entry}/rating", "event_rating.html", PlayerRatingDocument, pdf=True)
def rating(event: Seen, entry: EntryInPath) -> Answer:
    """Why a player's rating changes as it does, game by game and article by article. It is provisional."""
    found = entry_at(event.view, entry)
    known = live_ratings(event, entry)
    nothing = ArpadError("event-no-rating", name=found.name)

    def document() -> PlayerRatingDocument:
        return {
            "event": event.slug,
            "entry": entry,
            "name": found.name,
            "provisional": not event.view.finished,
            "ratings": [
                {**live_document(one, event.language), "steps": as_json(_own(one).steps, event.language)}
                for one in known.ratings
            ],
        }

    sources = event.site.regulations.sources

    def page() -> dict[str, Any]:
        sheets = [
            sheet_data(one.rated.rating, _own(one), one.rated.edition, sources, event.language) for one in known.ratings
        ]
        nothing_rated = "" if sheets else nothing.text(event.language)
        return {
            "sheets": sheets,
            "nothing_rated": nothing_rated,
            "entry": entry,
            "name": found.name,
            "listed": known.listed,
        }

    def pdf() -> bytes:
        if not known.ratings:
            raise nothing
        one = known.ratings[0]
        return player_sheet(one.rated.rating, one.rank, one.rated.edition, sources, event.language)

    return _with_lists(event.answer(document, page, pdf=pdf), known)
