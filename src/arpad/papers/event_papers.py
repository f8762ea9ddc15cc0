"""All printed papers of a running event by name: how each is made, and who may have it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar, get_args

from arpad.domain.event import Event, Player
from arpad.formats.read import read_report
from arpad.i18n import ArpadError, Language, exact, number
from arpad.inputs.parse import unreachable
from arpad.pairing.checklist import checklist
from arpad.papers._event_cards import (
    LABEL_SHEETS,
    MOVES,
    SLIPS,
    Card,
    ScoreSheetHead,
    badges,
    labels,
    place_cards,
    score_sheet_heads,
    stacked,
    table_numbers,
)
from arpad.papers._event_model import (
    Paper,
    PaperColumn,
    PaperFact,
    PaperTable,
    PaperWords,
    Texts,
    column,
    fact,
    round_of,
    without_empty,
)
from arpad.papers._event_rounds import (
    clock_sheet,
    corrections_notice,
    owing_list,
    pairings,
    pairings_by_name,
    players_by_club,
    players_by_name,
    players_by_rating,
    presence_list,
    result_sheet,
    round_robin_table,
)
from arpad.papers._event_teams import BracketPage, MatchBoardShown, MatchProtocol, bracket_pages, match_protocols
from arpad.papers.arbiter_forms import chief_report
from arpad.papers.event_sheets import checklist_sheet, invitation_sheet, standings_sheet, where_and_when
from arpad.papers.old_forms import FormTables, form_2
from arpad.papers.typeset import qr_svg, typeset
from arpad.prizes.tables import with_things
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.tables import crosstable_in_words, crosstable_of, standings_in_words
from arpad.tournament.as_report import event_of
from arpad.tournament.drawing import state_of_round
from arpad.tournament.ending import norms_of, rated_files
from arpad.tournament.log import LogLine
from arpad.tournament.prizes import PrizeWon, prize_table
from arpad.tournament.rules_check import invitation
from arpad.tournament.schedules import plain_name
from arpad.tournament.standings import final_standings, standings_after, table_of_group
from arpad.tournament.state import EventRound, EventState

# What somebody wants printed, and papers of what an event has beside its rounds: standings, check-list, reports.


@dataclass(frozen=True, slots=True)
class PaperWish:
    """What somebody wants printed. `number` is the round: the one that the event is at if it is None. `lines` is the
    log, `secret` the one of the event, `address` the base of the pages that QR codes open; `per_page` is how many cards
    a page has, `group` the players of standings."""

    state: EventState
    number: int | None
    words: PaperWords
    lines: Sequence[LogLine] = ()
    secret: str = ""
    address: str = ""
    library: TieBreakLibrary | None = None
    per_page: int = 0
    group: str = ""

    @property
    def round(self) -> EventRound:
        return round_of(self.state, self.number)

    def title(self, what: str) -> Texts:
        return self.words.texts(f"paper.title.{what}")


def _standings(wish: PaperWish) -> bytes:
    """Return the standings after a round, or after the last complete one."""
    table, event = standings_after(wish.state, wish.number, wish.library)
    if wish.group:
        table = table_of_group(wish.state, table, event, wish.group)
    shown = standings_in_words(table, wish.words.first, event)
    if wish.group:
        shown = shown._replace(title=f"{shown.title} · {wish.group}")
    return standings_sheet(shown, event, wish.words.first)


def _crosstable(wish: PaperWish) -> bytes:
    """Return the crosstable after a round, or after the last complete one."""
    table, event = standings_after(wish.state, wish.number, wish.library)
    return standings_sheet(crosstable_in_words(crosstable_of(table), wish.words.first, event), event, wish.words.first)


def _checklist(wish: PaperWish) -> bytes:
    """Return the check-list of a round as it was before the draw."""
    number = wish.number or wish.round.number
    before, seen = state_of_round(wish.state, wish.lines, number)
    event = _teams(before) if wish.state.event_rules.team else event_of(before, number - 1)
    return checklist_sheet(event, number, checklist(seen), wish.words.first)


def _teams(state: EventState) -> Event:
    """Return the teams of a league in the place of players: the check-list shows their names."""
    named = tuple(
        Player(place, state.teams[team].name, None, "", None, "", "", None)
        for place, team in enumerate(state.team_numbers, 1)
    )
    return Event(name=state.event_rules.name, start=state.event_rules.start, players=named)


def _invitation(wish: PaperWish) -> bytes:
    """Return the invitation: the items that are filled in."""
    rules = wish.state.event_rules
    items = invitation(rules, wish.words.first)
    if not items:
        raise ArpadError("event-invitation-empty", slug=rules.slug)
    return invitation_sheet(rules.name, items, wish.words.first)


def _chief_report(wish: PaperWish) -> bytes:
    """Return the chief arbiter's report, as far as the log fills it."""
    state = wish.state
    if not state.last_published:
        raise ArpadError("event-nothing-played")
    file = rated_files(state)[0]
    event, table = read_report(file.data).event, final_standings(state)
    return chief_report(state, event, table, norms_of(state, file), wish.words.first)


# How papers are drawn: their contents become the data of a template, and that a PDF.

MOST_CELLS = 12
MOST_NAMES = 3
"""A table with more cells of a crosstable, or more columns of names, lies on its side."""
ORDINARY = 22
"""Names up to this many signs are printed on one line."""


def draw_paper(state: EventState, paper: Paper, words: PaperWords, log: str | None = None) -> bytes:
    """Return a paper of tables as PDF. `log` is the line at its foot, if it is not the one of the event's log."""
    codes = _codes([paper.address])
    data = {
        "mark": paper.mark,
        "address": codes.get(paper.address, ""),
        "facts": [fact._asdict() for fact in paper.facts],
        "tables": [_table(table) for table in paper.tables],
        "notes": [*paper.notes, *_only_here(paper.address, words)],
        "flipped": any(_lies(table) for table in paper.tables),
        **({} if log is None else {"log": log}),
    }
    return _drawn("paper", state, paper.title, words, data, codes)


def _only_here(address: str, words: PaperWords) -> list[str]:
    """Say on a paper that telephones cannot open its QR code, if that is so."""
    return [words.say("paper.only-here", address=address)] if address and unreachable(address) else []


def _table(table: PaperTable) -> dict[str, object]:
    columns = [column._asdict() for column in table.columns]
    return table._asdict() | {"columns": columns, "widest": _widest(table)}


def _widest(table: PaperTable) -> list[str]:
    """Return the longest text of each column, by which the size of the type is chosen. One long name does not make the
    whole table small: it takes two lines."""
    found = []
    for at, heading in enumerate(table.columns):
        longest = max((row[at] for row in table.rows), key=len, default="")
        found.append(longest[:ORDINARY] if heading.kind == "name" else longest)
    return found


def _lies(table: PaperTable) -> bool:
    """Return whether a table needs the page on its side: many cells of a crosstable, or many texts."""
    kinds = [column.kind for column in table.columns]
    return kinds.count("grid") > MOST_CELLS or kinds.count("name") > MOST_NAMES


def draw_cards(state: EventState, cards: Sequence[Card], title: Texts, words: PaperWords) -> bytes:
    """Return cards as PDF, four on a page."""
    codes = _codes([face.address for card in cards for face in (card.front, card.back)])
    shown = [
        {side: face | {"address": codes.get(face["address"], "")} for side, face in asdict(card).items()}
        for card in cards
    ]
    return _drawn("paper_cards", state, title, words, {"cards": shown}, codes)


def _codes(addresses: Iterable[str]) -> dict[str, str]:
    """Return the names under which the template finds the QR code of each address."""
    return {address: f"qr{place}" for place, address in enumerate(dict.fromkeys(addresses)) if address}


def draw_score_sheets(state: EventState, heads: Sequence[ScoreSheetHead], title: Texts, words: PaperWords) -> bytes:
    """Return score sheets as PDF, the two of a board on a page."""
    data = {"sheets": [asdict(head) for head in heads], "moves": MOVES} | {
        name: words.texts(f"paper.column.{name}") for name in ("white", "black", "table", "round", "signature")
    }
    data |= {"control": words.texts("paper.fact.time-control"), "arbiter": words.texts("paper.protocol.arbiter")}
    return _drawn("paper_score_sheets", state, title, words, data)


def draw_slips(
    state: EventState, heads: Sequence[ScoreSheetHead], per_page: int, title: Texts, words: PaperWords
) -> bytes:
    """Return result slips as PDF."""
    data: dict[str, object] = {
        "pages": [[None if head is None else asdict(head) for head in page] for page in stacked(heads, per_page)],
        "per-page": per_page,
    }
    data |= {name: words.texts(f"paper.column.{name}") for name in ("white", "black", "table", "round", "signature")}
    return _drawn("paper_slips", state, title, words, data)


def draw_protocols(state: EventState, protocols: Sequence[MatchProtocol], title: Texts, words: PaperWords) -> bytes:
    """Return protocols as PDF, two on a page if there is room."""
    labels = {name: words.texts(f"paper.column.{name}") for name in ("board", "result", "round", "match", "remarks")}
    labels |= {name: words.texts(f"paper.protocol.{name}") for name in ("score", "captain", "arbiter")}
    labels |= {"start": words.texts("paper.fact.start"), "control": words.texts("paper.fact.time-control")}
    shown = [asdict(protocol) | {"boards": [_board(board) for board in protocol.boards]} for protocol in protocols]
    data = {"protocols": shown, "labels": labels, "control": state.event_rules.time_control}
    return _drawn("paper_protocols", state, title, words, data)


def _board(board: MatchBoardShown) -> dict[str, object]:
    return board._asdict() | {"first": board.first._asdict(), "second": board.second._asdict()}


def draw_bracket(state: EventState, pages: Sequence[BracketPage], title: Texts, words: PaperWords) -> bytes:
    """Return a bracket as PDF on pages that lie on their side."""
    data = {
        "pages": [_exact(asdict(page)) for page in pages],
        "champion": words.texts("paper.bracket.champion"),
        "third": words.texts("paper.bracket.third"),
    }
    return _drawn("paper_bracket", state, title, words, data)


def _exact(value: object) -> object:
    """Heights as decimals: they are sums of halves of halves, whose digits end."""
    if isinstance(value, Fraction):
        return str(exact(value))
    if isinstance(value, dict):
        return {name: _exact(one) for name, one in value.items()}
    return [_exact(one) for one in value] if isinstance(value, list | tuple) else value


def _drawn(
    template: str,
    state: EventState,
    title: Texts,
    words: PaperWords,
    data: Mapping[str, object],
    codes: Mapping[str, str] | None = None,
) -> bytes:
    shared = {
        "words": {},
        "title": title,
        "mark": (),
        "address": "",
        "page": words.say("form.page"),
        "log": words.say("paper.log", n=state.n),
        "event": {"name": state.event_rules.name, "where": where_and_when(state.event_rules, words.first)},
    }
    drawings = {name: qr_svg(address) for address, name in (codes or {}).items()}
    return typeset(template, {**shared, **data}, words.first, ("paper_parts",), drawings=drawings)


# Every paper of an event by its name: how it is made, what it needs, and who may have it.


PaperGroup = Literal["round", "players", "cards", "standings", "reports"]
GROUPS: tuple[PaperGroup, ...] = get_args(PaperGroup)
"""What papers are for, in the order of the pages."""


class PaperKind(NamedTuple):
    """A paper that can be printed. `public`: everybody may have it, made of the public view of the event. `of_round`:
    it is about one round. `two`: it can have two languages on one page. `per_page`: how many cards a page may have, the
    usual number first. `grouped`: it may be of a group of players alone."""

    make: Callable[[PaperWish], bytes]
    group: PaperGroup
    public: bool = False
    of_round: bool = False
    two: bool = True
    per_page: tuple[int, ...] = ()
    grouped: bool = False


def _next_round(wish: PaperWish) -> int:
    """Return the round of a list at the door, if none is named: the first that is not published."""
    return wish.number or min(wish.state.last_published + 1, max(wish.state.event_rules.rounds, 1))


def prize_receipts(state: EventState, words: PaperWords) -> Paper:
    """Return the list that everybody signs who is given a prize. Before the event is finished it says so."""
    table = prize_table(state)
    if table is None:
        raise ArpadError("event-no-prizes")
    columns = (
        column(words, "rank", "right"), column(words, "name", "name"), column(words, "points", "right"),
        column(words, "prize", "left"), column(words, "amount", "strong"), column(words, "signature", "room"),
        column(words, "date", "write"),
    )  # fmt: skip
    written = table.rules.currency.written
    rows = tuple(
        (
            str(prize.rank), prize.name, number(prize.points, words.first), _what(prize, words),
            f"{written(prize.minor, words.first, full=True)} {table.currency}" if prize.minor else "", "", "",
        )
        for prize in table.prizes
        if prize.has_prize
    )  # fmt: skip
    total = f"{written(table.total_minor, words.first, full=True)} {table.currency}"
    facts = (
        fact(words, "prizes-given", str(len(rows))),
        fact(words, "prizes-total", total),
        fact(words, "prizes-handed-by", ""),
    )
    mark = words.texts("paper.provisional", round=table.round) if table.provisional else ()
    tables = (without_empty(PaperTable(columns, rows, tall=True)),)
    return Paper(words.texts("paper.title.prizes"), facts, tables, (), mark)


def _what(prize: PrizeWon, words: PaperWords) -> str:
    """Return what a prize is for, with its objects."""
    place = [words.say("paper.prize-place", rank=prize.rank)] if prize.main else []
    return with_things(*place, *([prize.category] if prize.category else []), *prize.things)


LISTINGS: Mapping[str, Callable[[PaperWish], Paper]] = {
    "pairings": lambda wish: pairings(wish.state, wish.round, wish.words, wish.address),
    "pairings-by-name": lambda wish: pairings_by_name(wish.state, wish.round, wish.words, wish.address),
    "results": lambda wish: result_sheet(wish.state, wish.round, wish.words),
    "round-robin": lambda wish: round_robin_table(wish.state, wish.words),
    "players": lambda wish: players_by_name(wish.state, wish.words),
    "players-by-rating": lambda wish: players_by_rating(wish.state, wish.words),
    "players-by-club": lambda wish: players_by_club(wish.state, wish.words),
    "owing": lambda wish: owing_list(wish.state, wish.words),
    "presence": lambda wish: presence_list(wish.state, wish.words, _next_round(wish)),
    "clocks": lambda wish: clock_sheet(wish.state, wish.round, wish.words),
    "corrections": lambda wish: corrections_notice(wish.state, wish.lines, wish.words, wish.number),
    "prizes": lambda wish: prize_receipts(wish.state, wish.words),
}
"""Papers that are tables, as pages may show them too."""


def _listed(what: str) -> Callable[[PaperWish], bytes]:
    return lambda wish: draw_paper(wish.state, LISTINGS[what](wish), wish.words)


def _bracket(wish: PaperWish) -> bytes:
    pages = bracket_pages(wish.state, wish.words)
    return draw_bracket(wish.state, pages, wish.title("bracket"), wish.words)


def _protocols(wish: PaperWish) -> bytes:
    shown = match_protocols(wish.state, wish.round, wish.words)
    return draw_protocols(wish.state, shown, wish.title("protocols"), wish.words)


def _score_sheets(wish: PaperWish) -> bytes:
    heads = _heads(wish)
    title = wish.words.texts("paper.round-title.score-sheets", round=wish.round.number)
    return draw_score_sheets(wish.state, heads, title, wish.words)


def _heads(wish: PaperWish) -> list[ScoreSheetHead]:
    """Return what stands at the head of the score sheets and slips of a round; refused if it has no boards."""
    where = where_and_when(wish.state.event_rules, wish.words.first)
    heads = score_sheet_heads(wish.state, wish.round, wish.words, where)
    if not heads:
        raise ArpadError("event-paper-no-boards", round=wish.round.number)
    return heads


def _slips(wish: PaperWish) -> bytes:
    title = wish.words.texts("paper.round-title.result-slips", round=wish.round.number)
    return draw_slips(wish.state, _heads(wish), wish.per_page, title, wish.words)


def _labels(wish: PaperWish) -> bytes:
    data = {
        "labels": [asdict(face) for face in labels(wish.state, wish.words)],
        "sheet": LABEL_SHEETS[wish.per_page]._asdict(),
    }
    return _drawn("paper_labels", wish.state, wish.title("labels"), wish.words, data)


def _pairing_cards(wish: PaperWish) -> bytes:
    """Return a card for each player with opponents, colours and results so far, and the standings after each round."""
    state = wish.state
    if state.event_rules.team or not state.last_published:
        raise ArpadError("event-nothing-played")
    return form_2(event_of(state), None, None, wish.words.first, form_tables(state, by_round=True))


def form_tables(state: EventState, *, by_round: bool) -> FormTables:
    """Return the standings of an event of players after its rounds, by the tie-breaks of its rules."""
    done = [
        number
        for number, event_round in sorted(state.rounds.items())
        if event_round.published_n is not None and event_round.complete
    ]
    if state.event_rules.team or state.event_rules.system == "knockout" or not done:
        return FormTables()
    rounds = tuple(standings_after(state, number)[0] for number in done) if by_round else ()
    return FormTables(standings_after(state)[0], rounds)


def _place_cards(wish: PaperWish) -> list[Card]:
    found = None if wish.number is None else wish.round
    return place_cards(wish.state, wish.words, found, wish.address)


CARDS: Mapping[str, Callable[[PaperWish], list[Card]]] = {
    "place-cards": _place_cards,
    "table-numbers": lambda wish: table_numbers(wish.state, wish.words, wish.address),
    "badges": lambda wish: badges(wish.state, wish.words, wish.secret, wish.address),
}
"""Papers that are cards."""


def _cards(what: str) -> Callable[[PaperWish], bytes]:
    return lambda wish: draw_cards(wish.state, CARDS[what](wish), wish.title(what), wish.words)


PAPERS: Mapping[str, PaperKind] = {
    "pairings": PaperKind(_listed("pairings"), "round", public=True, of_round=True),
    "pairings-by-name": PaperKind(_listed("pairings-by-name"), "round", public=True, of_round=True),
    "result-slips": PaperKind(_slips, "round", of_round=True, per_page=SLIPS[::-1]),
    "results": PaperKind(_listed("results"), "round", of_round=True),
    "score-sheets": PaperKind(_score_sheets, "round", of_round=True),
    "protocols": PaperKind(_protocols, "round", of_round=True),
    "clocks": PaperKind(_listed("clocks"), "round", of_round=True),
    "checklist": PaperKind(_checklist, "round", of_round=True, two=False),
    "corrections": PaperKind(_listed("corrections"), "round", of_round=True),
    "players": PaperKind(_listed("players"), "players", public=True),
    "players-by-rating": PaperKind(_listed("players-by-rating"), "players", public=True),
    "players-by-club": PaperKind(_listed("players-by-club"), "players", public=True),
    "presence": PaperKind(_listed("presence"), "players", of_round=True),
    "owing": PaperKind(_listed("owing"), "players"),
    "place-cards": PaperKind(_cards("place-cards"), "cards", of_round=True),
    "table-numbers": PaperKind(_cards("table-numbers"), "cards"),
    "badges": PaperKind(_cards("badges"), "cards"),
    "labels": PaperKind(_labels, "cards", per_page=tuple(LABEL_SHEETS)),
    "standings": PaperKind(_standings, "standings", public=True, of_round=True, two=False, grouped=True),
    "crosstable": PaperKind(_crosstable, "standings", public=True, of_round=True, two=False),
    "round-robin": PaperKind(_listed("round-robin"), "standings", public=True),
    "bracket": PaperKind(_bracket, "standings", public=True),
    "pairing-cards": PaperKind(_pairing_cards, "standings", two=False),
    "prizes": PaperKind(_listed("prizes"), "standings"),
    "invitation": PaperKind(_invitation, "reports", public=True, two=False),
    "chief-report": PaperKind(_chief_report, "reports", two=False),
}
"""All papers, in the order of the documentation."""


WITH_CODES = ("pairings", "pairings-by-name", "place-cards", "table-numbers", "badges")
"""Papers with QR codes, if there is an address to open."""


def paper_kind(what: str) -> PaperKind:
    """Return a paper by its name."""
    if what not in PAPERS:
        raise ArpadError("event-paper-unknown", paper=what, known=", ".join(PAPERS))
    return PAPERS[what]


def event_paper(
    state: EventState,
    what: str,
    number: int | None = None,
    languages: Language | Sequence[Language] = "en",
    *,
    lines: Sequence[LogLine] = (),
    secret: str = "",
    address: str = "",
    library: TieBreakLibrary | None = None,
    per_page: int | None = None,
    group: str = "",
) -> bytes:
    """Return a paper of an event as PDF, in a language or in two on one page.

    Without a `number` it is about the round that the event is at. Check-lists and corrections need the `lines` of the
    log, badges the `secret` of the event; QR codes are printed if there is an `address`. `per_page` is how many slips
    or labels a page has, `group` a group of the rules for standings. Everybody who is not on the staff gets the papers
    of `public_view(state)`, in which there is no draft.
    """
    kind = paper_kind(what)
    words = PaperWords((languages,) if isinstance(languages, str) else tuple(languages))
    if words.both and not kind.two:
        two = ", ".join(name for name, known in PAPERS.items() if known.two)
        raise ArpadError("event-paper-both", paper=what, known=two)
    if per_page is not None and per_page not in kind.per_page:
        raise ArpadError("event-paper-per-page", paper=what, known=", ".join(map(str, kind.per_page)) or "–")
    cards = per_page or next(iter(kind.per_page), 0)
    return kind.make(PaperWish(state, number, words, lines, secret, address.rstrip("/"), library, cards, group))


def event_listing(
    state: EventState,
    what: str,
    number: int | None = None,
    languages: Language | Sequence[Language] = "en",
    *,
    lines: Sequence[LogLine] = (),
) -> Paper:
    """Return what a paper of tables shows, for a page that shows the same."""
    words = PaperWords((languages,) if isinstance(languages, str) else tuple(languages))
    return LISTINGS[what](PaperWish(state, number, words, lines))


# Papers of several tournaments of a festival: everybody by name in one table, or a table for each tournament.

BY_NAME: Mapping[str, tuple[str, ...]] = {
    "pairings-by-name": ("name", "table", ""),
    "players": ("", "name", "federation", "rating", "club"),
}
"""Papers that are one table by name, with the columns that are taken of the tables of the tournaments."""
Made = TypeVar("Made")
FESTIVAL_PAPERS = (
    "pairings-by-name", "pairings", "result-slips", "results", "players", "players-by-rating", "players-by-club",
    "presence", "owing", "prizes",
)  # fmt: skip
"""The papers that several tournaments may have together."""


def festival_paper(
    name: str,
    states: Sequence[EventState],
    what: str,
    languages: Language | Sequence[Language] = "en",
    *,
    per_page: int = SLIPS[-1],
) -> bytes:
    """Return a paper of several tournaments as PDF, about the round that each is at. Those that have nothing to print
    are left out. `per_page` is how many slips there are on a page."""
    if what not in FESTIVAL_PAPERS:
        raise ArpadError("event-paper-unknown", paper=what, known=", ".join(FESTIVAL_PAPERS))
    words = PaperWords((languages,) if isinstance(languages, str) else tuple(languages))
    days = [day for state in states for day in (state.event_rules.start, state.event_rules.end) if day]
    start, end = (min(days), max(days)) if days else (None, None)
    head = replace(states[0], rules=replace(states[0].event_rules, name=name, start=start, end=end))
    if what == "result-slips":
        if per_page not in SLIPS:
            raise ArpadError("event-paper-per-page", paper=what, known=", ".join(map(str, SLIPS)))
        heads = [sheet for _, sheets in _those_that_have(states, _heads, words) for sheet in sheets]
        slips = sorted(heads, key=lambda sheet: int(sheet.table))
        return draw_slips(head, slips, per_page, words.texts("paper.title.result-slips"), words)
    papers = _those_that_have(states, LISTINGS[what], words)
    lines = " · ".join(f"{state.event_rules.name}: {words.say('paper.log', n=state.n)}" for state, _ in papers)
    return draw_paper(head, _joint_paper(papers, what, words), words, lines)


def _those_that_have(
    states: Sequence[EventState], make: Callable[[PaperWish], Made], words: PaperWords
) -> list[tuple[EventState, Made]]:
    """Return what the tournaments have to print; if none has anything, the first one's reason is raised."""
    made, problems = [], []
    for state in states:
        try:
            made.append((state, make(PaperWish(state, None, words))))
        except ArpadError as problem:  # there is no round yet, or no prize
            problems.append(problem)
    if not made:
        raise problems[0]
    return made


def _joint_paper(papers: Sequence[tuple[EventState, Paper]], what: str, words: PaperWords) -> Paper:
    """Join papers: those by name in one table, with the tournament of each row; all others one below the other."""
    together = [one for one in papers if what in BY_NAME and not one[0].event_rules.team]
    tables = [_over_all(together, what, words)] if together else []
    for state, paper in papers:
        if (state, paper) not in together:
            own = state.event_rules.name
            for table in paper.tables:
                about = table.heading or (paper.title if PAPERS[what].of_round else ())
                tables.append(table._replace(heading=tuple(f"{own} · {part}" for part in about) or (own,)))
    notes = dict.fromkeys(note for _, paper in papers for note in paper.notes)
    facts = [
        PaperFact((state.event_rules.name,), str(sum(len(table.rows) for table in paper.tables)))
        for state, paper in papers
    ]
    mark = next((paper.mark for _, paper in papers if paper.mark), ())
    shown = tuple(facts) if what.startswith("players") else ()
    return Paper(words.texts(f"paper.title.{what}"), shown, tuple(tables), tuple(notes), mark)


def _over_all(papers: Sequence[tuple[EventState, Paper]], what: str, words: PaperWords) -> PaperTable:
    """One table by name of the first tables of papers."""
    taken = [words.texts(f"paper.column.{name}") if name else () for name in BY_NAME[what]]
    kinds = {column.heading: column for _, paper in papers for column in paper.tables[0].columns}
    headings = [heading for heading in taken if heading in kinds]
    rows = []
    for state, paper in papers:
        table = paper.tables[0]
        places = {column.heading: place for place, column in enumerate(table.columns)}
        for row in table.rows:
            cells = [row[places[heading]] if heading in places else "" for heading in headings]
            rows.append((*cells, state.event_rules.name))
    name = headings.index(words.texts("paper.column.name"))
    ordered = sorted(rows, key=lambda row: (plain_name(row[name]), row[name]))
    columns = (*(kinds[heading] for heading in headings), PaperColumn(words.texts("paper.column.tournament")))
    return PaperTable(columns, tuple(ordered), across=2 if what == "pairings-by-name" else 1)
