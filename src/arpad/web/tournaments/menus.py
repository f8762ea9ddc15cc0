"""The menus of an event: pages for everybody, and pages of the desk by the seat. A page that is not there is not shown,
and one that is added appears by itself."""

from typing import NamedTuple

from arpad.tournament.roles import Role
from arpad.tournament.rules import EventRules
from arpad.web.tournaments.seats import Seat


class MenuPage(NamedTuple):
    """A page of a menu: its words `web.events.menu-NAME` or `web.event-desk.menu-NAME`, and its address below the
    event, with {} for the round. `needs` says which events have it."""

    name: str
    address: str
    least: Role = "public"
    needs: str = ""


PUBLIC_MENU = (
    MenuPage("home", ""),
    MenuPage("players", "players"),
    MenuPage("rounds", "round/{}", needs="round"),
    MenuPage("standings", "standings", needs="table"),
    MenuPage("crosstable", "crosstable", needs="table"),
    MenuPage("teams", "teams", needs="team"),
    MenuPage("bracket", "bracket", needs="knockout"),
    MenuPage("play-offs", "play-offs", needs="play-off"),
)
DESK_MENU = (
    MenuPage("home", "desk", "captain"),
    MenuPage("results", "desk/results/{}", "scorer", "round"),
    MenuPage("round", "desk/round/{}", "arbiter"),
    MenuPage("entries", "desk/entries", "arbiter"),
    MenuPage("presence", "desk/presence", "scorer"),
    MenuPage("contacts", "desk/contacts", "arbiter"),
    MenuPage("teams", "desk/teams", "arbiter", "team"),
    MenuPage("lineups", "desk/lineups/{}", "captain", "team"),
    MenuPage("bracket", "desk/bracket", "arbiter", "knockout"),
    MenuPage("play-offs", "desk/play-offs", "arbiter", "last"),
    MenuPage("corrections", "desk/corrections", "arbiter", "round"),
    MenuPage("incidents", "desk/incidents", "arbiter"),
    MenuPage("rules", "desk/rules", "arbiter"),
    MenuPage("staff", "desk/staff", "chief"),
    MenuPage("print", "desk/print", "arbiter"),
    MenuPage("papers", "desk/papers", "arbiter", "round"),
    MenuPage("log", "desk/log", "arbiter"),
    MenuPage("hand-over", "desk/hand-over", "chief"),
)


class MenuEntry(NamedTuple):
    """A page as a menu shows it. `root` is the address of all its rounds. `alone`: pages below are not part of it."""

    name: str
    address: str
    root: str
    alone: bool


def menu(
    pages: tuple[MenuPage, ...],
    there: frozenset[str],
    rules: EventRules,
    seat: Seat,
    number: int,
    *,
    play_offs: bool = False,
) -> list[MenuEntry]:
    """Return the entries of a menu for a seat. `there` are the addresses that are served, `number` is the round;
    `play_offs` says whether the event has some."""
    knockout = rules.system == "knockout"
    has = {
        "": True,
        "round": number > 0,
        "table": number > 0 and not knockout,
        "team": rules.team,
        "knockout": knockout,
        "play-off": play_offs,
        "last": play_offs or (number > 0 and number == rules.rounds and not knockout and not rules.team),
    }
    return [
        MenuEntry(page.name, address_of(page, rules.slug, number), root_of(page, rules.slug), page.name == "home")
        for page in pages
        if has[page.needs] and seat.may_be(page.least) and f"/t/{{}}/{page.address}".rstrip("/") in there
    ]


def address_of(page: MenuPage, slug: str, number: int) -> str:
    return f"/t/{slug}/{page.address.format(max(1, number))}".rstrip("/")


def root_of(page: MenuPage, slug: str) -> str:
    """The address of a page without its round."""
    return f"/t/{slug}/{page.address.removesuffix('/{}')}".rstrip("/")
