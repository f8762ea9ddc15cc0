"""Public pages of an event's players: list, card, live rating, norm chances, entry and result claims."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar

from fastapi import Query
from markupsafe import Markup

from arpad.documents.checks import check_cells, check_words
from arpad.documents.document import Document, csv_rows, extended, shows
from arpad.i18n import ArpadError, Language, text
from arpad.inputs.declared import Input, inputs_of
from arpad.office.accounts.people import AttemptLimit, begin_attempt, forgive
from arpad.office.list_tables import read_transaction
from arpad.office.tournaments.players import Contact, office_rate, read_mail, read_telephone, with_contact
from arpad.papers.player_sheet import player_sheet, sheet_data
from arpad.rating.model import PlayerRating
from arpad.titles.needs import Need
from arpad.tournament.acts.act import RoundNumber, TableNumber, reply_shape
from arpad.tournament.acts.checks import entry_at
from arpad.tournament.acts.players import ApplyFor
from arpad.tournament.acts.results import KeepClaim
from arpad.tournament.as_report import player_of
from arpad.tournament.ending import (
    LiveRating,
    boards_of,
    by_ratings,
    event_so_far,
    forecasts,
    last_round_over,
    norm_edition,
    rate_player_so_far,
    rated_alone,
    titles_open_to,
)
from arpad.tournament.entries import joined
from arpad.tournament.journal import Done
from arpad.tournament.public import PublicState
from arpad.tournament.results import parse_result
from arpad.tournament.roles import is_badge_code
from arpad.tournament.schedules import round_tables
from arpad.tournament.standings import (
    CardDocument,
    EventPlayerDocument,
    begins_with,
    card_document,
    card_rounds,
    in_order,
    player_summary,
)
from arpad.tournament.state import EventBoard, EventState, PeriodEntry
from arpad.tournament.times import as_in_round, player_periods, rating_periods
from arpad.web.cache import Answer
from arpad.web.routes import Pages
from arpad.web.tables import ForgivingRoute, PageColumn, by_column, sorting, sorts_carry
from arpad.web.tournaments.actions import ActionContext, EventAction, of_player
from arpad.web.tournaments.context import EntryInPath, PublicEvent, Seen
from arpad.web.tournaments.public.standings import last_table
from arpad.web.tournaments.public.teams import own_result

# Somebody asks to be entered, if the event takes applications. How to reach them is kept beside the log.

applications = Pages("event")
MOST_WAITING = 500
"""Applications that wait at most: the log keeps them for ever."""


class ApplyForPlace(EventAction, frozen=True):
    """Ask to be entered. Mail and telephone are seen by the staff only, and are not in the log."""

    answers = (reply_shape("Applied", entry=int),)
    name = "apply"
    path = "apply"
    least = "public"
    back = "players"
    problems: ClassVar[Mapping[str, str]] = {"event-entry-twice": "id", "event-name-missing": "player"}

    player: Annotated[str, of_player("name", "Surname, first name.")]
    id: Annotated[str, of_player("id", "The player's FIDE or national id.", 20)] = ""
    rating: Annotated[int | None, of_player("rating", "The rating, if there is one.", 10)] = None
    title: Annotated[str | None, of_player("title", "GM, IM, WGM and so on.", 5)] = None
    federation: Annotated[str | None, of_player("federation", "Three letters.", 5)] = None
    born: Annotated[int | None, of_player("born", "The year of birth.", 10)] = None
    sex: Annotated[str | None, of_player("sex", "m or f.", 5)] = None
    club: Annotated[str | None, of_player("club", "The club.")] = None
    mail: Annotated[str, Input(read_mail, about="An address of mail; for the staff only.", max_length=120)] = ""
    telephone: Annotated[str, Input(read_telephone, about="A telephone; for the staff only.", max_length=40)] = ""

    def do(self, context: ActionContext) -> Done:
        waiting = sum(
            entry.state == "applied" for entry in context.event_store.open(context.slug).state.entries.values()
        )
        if waiting >= MOST_WAITING:
            raise ArpadError("event-applications-many", most=MOST_WAITING)
        typed = {name: getattr(self, name) for name in ("id", "rating", "title", "federation", "born", "sex", "club")}
        command = ApplyFor(joined({**typed, "name": self.player}))
        keep = with_contact(Contact(self.mail, self.telephone))
        who = context.seat.who or f"{self.player} (application)"
        return context.event_store.act(
            context.slug, command, who, context.at, context.consent, request=context.request, beside=keep
        )

    def document(self, state: EventState) -> dict[str, Any]:
        return {"entry": max(state.entries)}


class ApplicationDocument(Document, frozen=True):
    """Whether somebody can ask to be entered."""

    event: str
    open: bool


@applications.page("/t/{slug}/apply", "event_apply.html", ApplicationDocument)
def application(event: Seen) -> Answer:
    """The form with which somebody asks to be entered."""
    open_now = event.view.event_rules.open and not event.view.finished
    return event.answer(
        lambda: ApplicationDocument(event.slug, open_now),
        lambda: {"open_now": open_now, "fields": inputs_of(ApplyForPlace), "action": ApplyForPlace},
        form=open_now,
    )


# Players tell the result of their own board, by the code on their badge. Five wrong codes close it for a while.

MOST_ATTEMPTS = 5
"""Wrong codes for a board in a quarter of an hour."""
BadgeCode = Annotated[str, Input(about="The six figures on the player's badge.", max_length=20)]
ClaimedResult = Annotated[
    str,
    Input(
        lambda _where, typed: parse_result(typed), "select", "1-0, 1/2 or 0-1.", ("1-0", "1/2", "0-1"), max_length=20
    ),
]


class ClaimResult(EventAction, frozen=True):
    """Tell the result of the own board, with the code of the badge. Two equal claims set it if the rules say so."""

    answers = (reply_shape("Claimed", round=int, table=int, board=int, result=str | None),)
    name = "claim"
    path = "table/{table}/claim"
    least = "public"
    back = "table/{table}"
    problems: ClassVar[Mapping[str, str]] = {"event-badge": "code"}
    said = ("result",)

    table: TableNumber
    round: RoundNumber
    code: BadgeCode
    result: ClaimedResult

    def do(self, context: ActionContext) -> Done:
        event = context.event_store.open(context.slug)
        board = board_at_table(event.state, self.round, self.table)
        side = self._side(context, event.row.secret, board)
        player = event.state.entries[board.white if side == "white" else board.black]
        return context.act(KeepClaim(self.round, board.number, side, self.result), f"{player.name} (badge)")

    def _side(self, context: ActionContext, secret: str, board: EventBoard) -> str:
        """Return whose code it is. Wrong codes are counted, for each board."""
        database, key = context.event_store.database, f"badge {context.slug} {self.round} {board.number}"
        try:
            used = begin_attempt(database, [AttemptLimit(key, MOST_ATTEMPTS)], context.at)[key]
        except ArpadError:
            raise ArpadError("event-badge-closed", board=board.number) from None
        for side, entry in (("white", board.white), ("black", board.black)):
            if is_badge_code(secret, entry, self.code):
                forgive(database, [key])
                return side
        raise ArpadError("event-badge", left=MOST_ATTEMPTS - used)

    def document(self, state: EventState) -> dict[str, Any]:
        board = board_at_table(state, self.round, self.table)
        return {"round": self.round, "table": self.table, "board": board.number, "result": board.result}


def board_at_table(state: EventState, number: int, table: int) -> EventBoard:
    """Return the board that is played at a table; refuse rounds that are not published."""
    event_round = state.rounds.get(number)
    if event_round is None or event_round.published_n is None:
        known = [str(one) for one, there in sorted(state.rounds.items()) if there.published_n is not None]
        raise ArpadError("event-round-unknown", round=number, known=", ".join(known) or "–")
    tables = round_tables(state, number)
    board = next((game for game in event_round.games if tables[game.number] == table), None)
    if board is None:
        raise ArpadError("event-table-unknown", table=table, round=number)
    return board


# Live ratings and places of the players of an event, kept as long as nothing that they are made of changes.


class LiveRatings(NamedTuple):
    """The games of a player rated so far, one answer for each time class. `listed`: by the lists of the office, as it
    will rate them; else it has no list yet, and the ratings count that players were entered with. `tag` names the lists
    that were looked at."""

    ratings: list[LiveRating]
    listed: bool
    tag: str


def live_ratings(event: PublicEvent, entry: int) -> LiveRatings:
    """Rate the games of a player so far, by the same function as the office; nothing if they cannot be rated."""
    view, site = event.view, event.site
    if not view.last_published or entry not in view.numbers:
        return LiveRatings([], True, "")
    desk = site.desk()
    with read_transaction(desk, published=True) as repository:
        office = office_rate(desk, repository, view.event_rules)
        rate = office or by_ratings(view, site.regulations)

        def rated() -> list[LiveRating]:
            try:
                return rate_player_so_far(view, entry, rate)
            except ArpadError:
                return []

        rounds = boards_of(view, entry) if rated_alone(view) else view.rounds.values()
        ratings = event.kept(
            ("live", entry), (view.rules, view.entries, view.numbers, repository.versions, *rounds), rated
        )
        return LiveRatings(ratings, office is not None, str(max((row.id for row in repository.versions), default=0)))


def forecast_open(view: PublicState, entry: int) -> bool:
    """Whether it can be told what a player needs for a norm: few enough rounds are left, and a title is open."""
    if view.entries[entry].state != "accepted" or view.finished or view.event_rules.start is None:
        return False
    number = view.number_of(entry)
    try:
        last_round_over(view)
    except ArpadError:
        return False
    if norm_edition(view) is None:
        return False
    return number is not None and bool(titles_open_to(player_of(view.entries[entry], number, [])))


def standing_of(event: PublicEvent, entry: int) -> int | None:
    """The place of a player after the last complete round, None if there is none."""
    table = last_table(event)
    number = event.view.number_of(entry)
    if table is None or table.competition.teams or number is None:
        return None
    return next((row.rank for row in table.rows if row.number == number), None)


# What a player still needs for a norm. It takes a while, so it is a page of its own, asked for by one player.

needs = Pages("event")


class NeedInWords(NamedTuple):
    """What a title needs, in words. `checks` are article, condition, required and found of the norm that it gives;
    `reasons` say why no norm is possible any more."""

    title: str
    possible: bool
    rounds: str
    opponents: list[str]
    ways: list[str]
    checks: list[tuple[str, str, str, str]]
    reasons: list[str]


class PlayerNeeds(Document, frozen=True):
    """What a player still needs for a norm."""

    event: str
    entry: int
    edition: str | None
    needs: tuple[Need, ...]


@needs.page("/t/{slug}/players/{entry}/norms", "event_norms.html", PlayerNeeds)
def norms(event: Seen, entry: EntryInPath) -> Answer:
    """What a player still needs for a norm, title by title."""
    player = entry_at(event.view, entry)

    def document() -> PlayerNeeds:
        edition = norm_edition(event.view)
        needs = () if edition is None else tuple(_needs(event, entry))
        return PlayerNeeds(event.slug, entry, edition.id if edition else None, needs)

    def page() -> dict[str, Any]:
        edition = norm_edition(event.view)
        needs = [] if edition is None else [need_in_words(need, event.language) for need in _needs(event, entry)]
        name = "" if edition is None else edition.name[event.language]
        return {"name": player.name, "entry": entry, "edition": name, "needs": needs}

    return event.answer(document, page)


def _needs(event: PublicEvent, entry: int) -> list[Need]:
    """What is needed for each title, worked out once for the results that there are."""
    view = event.view
    event_so_far(view)
    parts = (view.rules, view.numbers, view.entries, view.penalties, *view.rounds.values())
    return event.kept(("norms", entry), parts, lambda: [need for _, need in forecasts(view, [entry])])


def need_in_words(need: Need, language: Language) -> NeedInWords:
    """Put into words what is needed for a title."""
    opponents = [
        text("norm.need.opponent", language, round=number, opponent=_who(known.title, known.rating, known.federation))
        for number, known in zip(need.rounds, need.opponents, strict=True)
        if known is not None
    ]
    return NeedInWords(
        need.title,
        need.possible,
        ", ".join(map(str, need.rounds)),
        opponents,
        [way.words(language, known=all(need.opponents)) for way in need.ways],
        [check_cells(check, language) for check in need.norm.checks],
        [f"{check.article}: {check_words(check, language)}" for check in need.reasons],
    )


def _who(title: str, rating: int | None, federation: str) -> str:
    return " ".join(part for part in (title, str(rating or "–"), federation) if part)


# The card of a player: rounds, opponents and points, the change of the rating so far and why.

player = Pages("event")
PLAYED = ("1", "=", "0")
"""The codes of games that were played and are rated."""


class LiveChange(PlayerRating, frozen=True):
    """What a player's games so far mean for the rating."""

    shown = shows("edition", "time_class", *PlayerRating.shown)
    edition: str = ""
    time_class: str = ""


class ExplainedChange(LiveChange, frozen=True):
    """The same with its reasons."""

    shown = shows(*LiveChange.shown, "steps")


class PlayerCardDocument(CardDocument, frozen=True, kw_only=True):
    """A player: rounds, colours, opponents, points, and the change of the rating so far."""

    event: str
    rank: int | None
    provisional: bool
    listed: bool
    not_listed: list[int]
    ratings: list[LiveChange]


@player.page("/t/{slug}/players/{entry}", "event_player.html", PlayerCardDocument)
def card(event: Seen, entry: EntryInPath) -> Answer:
    """A player: rounds, colours, opponents, points, and the change of the rating so far."""
    entry_at(event.view, entry)
    live = live_ratings(event, entry)

    def document() -> PlayerCardDocument:
        return extended(
            PlayerCardDocument,
            card_document(event.view, entry),
            event=event.slug,
            rank=standing_of(event, entry),
            provisional=not event.view.finished,
            listed=live.listed,
            not_listed=_not_listed(live.ratings) if live.listed else [],
            ratings=[live_change(LiveChange, live_rating) for live_rating in live.ratings],
        )

    def page() -> dict[str, Any]:
        return {
            "data": card_document(event.view, entry),
            "rank": standing_of(event, entry),
            "live": [(live_rating, _own(live_rating)) for live_rating in live.ratings],
            "listed": live.listed,
            "not_listed": [event.view.entries[one].name for one in _not_listed(live.ratings) if live.listed],
            "played": sum(
                card_round_document.kind == "game" and card_round_document.result in PLAYED
                for card_round_document in card_rounds(event.view, entry)
            ),
            "forecast": event.kept(("forecast", entry), (event.view,), lambda: forecast_open(event.view, entry)),
            "own_result": own_result,
            "periods": _periods_of(event.view, entry),
            "team": event.view.teams.get(event.view.entries[entry].team or 0),
        }

    return _with_lists(event.answer(document, page), live)


def _periods_of(view: PublicState, entry: int) -> list[tuple[str, PeriodEntry]]:
    """What counts of a player in each period of a long event, once a list but the first was taken."""
    if not view.periods:
        return []
    names = [period.name for period in rating_periods(view.event_rules)]
    rows = {one.entry: one.periods for one in player_periods(view)}
    return list(zip(names, rows.get(entry, []), strict=False))


def _with_lists(answer: Answer, live: LiveRatings) -> Answer:
    """Name the lists in the tag of an answer: with another list the page is another one."""
    return replace(answer, tag=f"{answer.tag}-{live.tag}") if answer.tag and live.tag else answer


def _not_listed(live: list[LiveRating]) -> list[int]:
    """The player and the opponents who are on no list of the office, though a rating was entered."""
    return sorted({entry for live_rating in live for entry in live_rating.not_listed})


Change = TypeVar("Change", bound=LiveChange)


def live_change(kind: type[Change], live: LiveRating) -> Change:
    """Return what a player's games so far mean for the rating."""
    edition = live.rated.edition
    return extended(kind, _own(live), edition=edition.id, time_class=edition.time_class)


def _own(live: LiveRating) -> PlayerRating:
    """The line of the player whose live rating it is."""
    own = live.rated.rating.player(live.rank)
    assert own is not None
    return own


class ProvisionalRatingDocument(Document, frozen=True):
    """Why a player's rating changes as it does."""

    event: str
    entry: int
    name: str
    provisional: bool
    ratings: list[ExplainedChange]


@player.page("/t/{slug}/players/{entry}/rating", "event_rating.html", ProvisionalRatingDocument, pdf=True)
def rating(event: Seen, entry: EntryInPath) -> Answer:
    """Why a player's rating changes as it does, game by game and article by article. It is provisional."""
    found = entry_at(event.view, entry)
    known = live_ratings(event, entry)
    nothing = ArpadError("event-no-rating", name=found.name)

    def document() -> ProvisionalRatingDocument:
        ratings = [live_change(ExplainedChange, live_rating) for live_rating in known.ratings]
        return ProvisionalRatingDocument(event.slug, entry, found.name, not event.view.finished, ratings)

    sources = event.site.regulations.sources

    def page() -> dict[str, Any]:
        sheets = [
            sheet_data(live_rating.rated.rating, _own(live_rating), live_rating.rated.edition, sources, event.language)
            for live_rating in known.ratings
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
        live_rating = known.ratings[0]
        return player_sheet(
            live_rating.rated.rating, live_rating.rank, live_rating.rated.edition, sources, event.language
        )

    return _with_lists(event.answer(document, page, pdf=pdf), known)


# The players of an event: a list to search and to sort.

player_pages = Pages("event")

Order = Literal["number", "name", "rating"]
ORDERS: tuple[Order, ...] = ("number", "name", "rating")
PLAYERS = ("number", "entry", "title", "name", "federation", "rating", "born", "club", "team", "state")


class EventPlayersDocument(Document, frozen=True):
    """The players whose names begin with what was asked for."""

    query: str
    count: int
    players: list[EventPlayerDocument]


SORTED = ("number", "name", "federation", "rating", "club")
COLUMNS = tuple(PageColumn(name, f"table.{name}", by=attrgetter(name)) for name in SORTED)


@player_pages.page(
    "/t/{slug}/players", "event_players.html", EventPlayersDocument, table=True, xlsx=True, forgiving=ForgivingRoute
)
def all_players(
    event: Seen,
    q: Annotated[str, Query(max_length=80, description="Beginnings of words of the name.")] = "",
    order: Annotated[Order, Query(description="The order of the list.")] = "number",
    sort: Annotated[str, sorting(*SORTED)] = "",
) -> Answer:
    """The players of an event, by number, name or rating, or in the order of a column."""

    def document() -> EventPlayersDocument:
        data = players_document(event, q, order)
        return extended(EventPlayersDocument, data, players=by_column(data.players, COLUMNS, sort)) if sort else data

    def page() -> dict[str, Any]:
        data = document()
        rows = Markup(sorts_carry(_rows(event, (q, order, sort), data.players), event.request))
        return {"data": data, "orders": ORDERS, "order": order, "rows": rows}

    return event.answer(
        document,
        page,
        lambda: csv_rows(EventPlayerDocument, document().players, PLAYERS),
        xlsx=lambda: event.workbook().write("start"),
    )


def _rows(event: PublicEvent, asked: tuple[str, str, str], players: Sequence[EventPlayerDocument]) -> Markup:
    """The table as a part of a page, the own row marked. `asked` says which players are in it, in which order."""
    view = event.view

    def values() -> dict[str, Any]:
        clubs = any(entry.club for entry in view.entries.values())
        return {"players": players, "clubs": clubs, "sort": asked[2]}

    own = "" if event.frame.me is None else f"e{event.frame.me}"
    return event.fragment(
        "event_players_rows.html", asked, (view.entries, view.numbers, view.periods, view.rules), values, own
    )


def players_document(event: PublicEvent, typed: str, order: Order) -> EventPlayersDocument:
    """Return the players whose names begin with what was typed; all players if nothing was."""
    view = event.view
    places = {entry: place for place, entry in enumerate(view.numbers, 1)}

    def summaries() -> list[EventPlayerDocument]:
        now = as_in_round(view)
        return [
            player_summary(now[player.entry], places.get(player.entry), player.rating)
            for player in in_order(view, order)
        ]

    everybody = event.kept(
        ("players", order),
        (view.entries, view.numbers, view.periods, view.rules),
        summaries,
    )
    documents = [player for player in everybody if not typed.strip() or begins_with(player.name, typed)]
    return EventPlayersDocument(typed, len(everybody), documents)
