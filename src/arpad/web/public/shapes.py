"""The shapes of the documents of pages for everybody."""

import datetime as dt
from typing import Annotated, Any, TypedDict

from arpad.documents.fields import ShownField, ShownFields, by_key
from arpad.documents.schema import joined
from arpad.lists.list_versions import ChangedRating, ListVersion
from arpad.lists.player_index import FoundPlayer
from arpad.lists.top_lists import FederationLine, NewsLine
from arpad.office.records import OfficeEvent, PlayerRecord
from arpad.web.player_parts import Career, CareerGame

FOUND = ShownFields[FoundPlayer](
    *(
        ShownField(name, lambda player, name=name: getattr(player, name) or None, of=of)  # type: ignore[misc]
        for name, of in {
            "id": str, "name": str, "federation": str | None, "title": str | None, "born": int | None,
            "rating": int | None,
        }.items()
    ),
    named="FoundPlayer",
)  # fmt: skip
NEWS_LINE = ShownFields[NewsLine](
    *map(ShownField, ("id", "name", "title", "federation", "rating", "change")), named="NewsLine"
)
BEST_ROW = by_key(named="BestPlayer", place=int, id=str, name=str, title=str, federation=str, rating=int)
BEST_OF_FEDERATION = by_key(named="BestOfFederation", place=int, id=str, name=str, title=str, rating=int)
LINE = ShownFields[FederationLine](
    *map(ShownField, ("code", "players", "active", "women", "titled", "highest", "average")), named="FederationLine"
)
PERSONS: dict[str, Any] = {
    "id": str, "name": str, "federation": str, "sex": str, "title": str, "born": int | None, "rating": int | None,
    "games": int | None, "k": int | None, "flag": str,
}  # fmt: skip
LISTED = by_key(named="ListedPlayer", **PERSONS)
TOP = by_key(named="TopPlayer", place=int, **PERSONS)


class SystemLineDocument(TypedDict):
    """A rating system of the office."""

    name: str
    federation: str


class NewsKindDocument(TypedDict):
    """The first players of a kind of news, and how many there are."""

    count: int
    players: list[Annotated[dict[str, Any], NEWS_LINE]]


class NewsDocument(TypedDict):
    """What the newest list brings."""

    risers: NewsKindDocument
    newcomers: NewsKindDocument
    new_titles: NewsKindDocument


class StrongestDocument(TypedDict):
    """How many federations there are, and the strongest."""

    count: int
    strongest: list[Annotated[dict[str, Any], LINE]]


class HomeDocument(TypedDict):
    """The systems of the office, the newest list with its best and what it brings, the latest events."""

    systems: list[SystemLineDocument]
    best: list[Annotated[dict[str, Any], BEST_ROW]]
    news: NewsDocument | None
    federations: StrongestDocument
    rated: int
    events: list[OfficeEvent]
    list: ListVersion | None


class FoundPlayersDocument(TypedDict):
    """Players by name or id."""

    query: str
    federation: str
    players: list[Annotated[dict[str, Any], FOUND]]


class RankDocument(TypedDict):
    """A player's rank in the federation and in the office."""

    federation: int | None
    office: int | None


class PeakDocument(TypedDict):
    """The highest rating, and the list it was on."""

    rating: int | None
    period: dt.date


class MoreOfPlayerDocument(TypedDict):
    """Ranks and peaks by time class."""

    ranks: dict[str, RankDocument]
    peaks: dict[str, PeakDocument]


PLAYER_PAGE = joined("PlayerPage", PlayerRecord, MoreOfPlayerDocument, Career)


class ComparedPlayersDocument(TypedDict):
    """Two players, and the games of the first against the second."""

    players: list[PlayerRecord]
    games: list[CareerGame]


class MoreOfListDocument(TypedDict):
    """A page of a list. `listed` is how many players the whole of it has."""

    time_class: str
    listed: int
    page: int
    rows: list[Annotated[dict[str, Any], LISTED]]


class MoreOfTopDocument(TypedDict):
    """The best of a list."""

    time_class: str
    women: bool
    juniors: bool
    rows: list[Annotated[dict[str, Any], TOP]]


LIST_PAGE = joined("ListPage", ListVersion, MoreOfListDocument)
TOP_LIST = joined("TopList", ListVersion, MoreOfTopDocument)

ListChangesDocument = TypedDict(
    "ListChangesDocument",
    {"period": dt.date, "from": int, "to": int, "changes": list[ChangedRating]},
)
ListChangesDocument.__doc__ = "The players whose rating differs between two versions of a list."


class FederationsDocument(TypedDict):
    """The federations on the newest list, the strongest first."""

    time_class: str
    federations: list[Annotated[dict[str, Any], LINE]]
    list: ListVersion | None


class BestDocument(TypedDict):
    """The best players of a federation."""

    best: list[Annotated[dict[str, Any], BEST_OF_FEDERATION]]


FEDERATION_CLASS = joined("FederationClass", LINE, BestDocument)


class FederationDocument(TypedDict):
    """A federation: its players in each time class, the events that were held there."""

    federation: str
    classes: dict[str, Annotated[dict[str, Any], FEDERATION_CLASS]]
    events: list[OfficeEvent]
    list: ListVersion | None
