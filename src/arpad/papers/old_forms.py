"""The crosstable, FIDE's forms 1, 2 and 3 and form IT2, and the figures they need."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from arpad.documents.checks import all_hold
from arpad.domain.event import BYES, CYCLES, HALF_POINTS_OF, Event, Player, RoundResult, half_points_of
from arpad.domain.games import points
from arpad.formats.codes import is_team_event
from arpad.formats.report import Report, tie_break_records
from arpad.i18n import DECIMAL_MARK, MINUS, ArpadError, Language, date_text, text
from arpad.papers.typeset import typeset, words
from arpad.rating.participants import detect_system
from arpad.rating.results import half_up
from arpad.regulations.rating_rules import tournament_categories
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, title_edition_for
from arpad.standings.reasons import points_text
from arpad.standings.table import StandingsTable, Wishes, standings
from arpad.titles.event import EventConditions, case_of, run_checks, setting_of, system_of
from arpad.titles.games import NormSelection, alike, code
from arpad.titles.model import Application, EventFacts, NormEntry, NormGame

# The crosstable: player against player for a round robin, round by round for everything else.

SYMBOLS: Mapping[str, str] = {
    "1": "1", "=": "½", "0": "0", "+": "+", "-": MINUS, "W": "+", "D": "=", "L": MINUS, "H": "=", "F": "+", "U": "+",
    "Z": MINUS,
}  # fmt: skip
"""Form 3, K: 1, ½, 0 for a played game; +, =, − for an unplayed one."""

HEAD = ("rank", "no", "name", "id", "title", "rtng", "fed")
"""The columns before the results, by their words."""

Ratings = Mapping[int, int | None]
"""The ratings that count, by starting rank."""


def crosstable(event: Event, ratings: Ratings | None = None, language: Language = "en") -> list[list[str]]:
    """Return the crosstable with its heading: rank, number, name, id, title, rating, federation, the results, the
    total.

    Round robin: one column for each player in the order of the table, a % in the player's own column. Otherwise one
    for each round: the opponent's number, the colour, the result."""
    order = standing(event)
    by_player = detect_system(event) in ("round-robin", "double-round-robin")
    columns = [str(at) for at in range(1, (len(order) if by_player else event.all_rounds) + 1)]
    table = [[*(text(f"form.{name}", language) for name in HEAD), *columns, text("form.total", language)]]
    for place, player in enumerate(order, 1):
        cells = _against_each(player, order) if by_player else _round_by_round(event, player, language)
        table.append([*_who(player, place, rating_of(player, ratings)), *cells, total_text(player, language)])
    return table


def standing(event: Event) -> list[Player]:
    """Return the players in the order of the final ranking; by points and starting rank if the report has none."""
    last = len(event.players) + 1
    return sorted(event.players, key=lambda player: (player.final_rank or last, -total(player), player.rank))


def rating_of(player: Player, ratings: Ratings | None) -> int | None:
    """Return the rating that counts: the given one, or the one of the report."""
    return player.rating if ratings is None else ratings.get(player.rank)


def total(player: Player) -> Fraction:
    """Return the points of the report, or the sum of the results if it has none."""
    if player.points is not None:
        return player.points
    return points(half_points_of(player.rounds))


def total_text(player: Player, language: Language) -> str:
    return points_text(total(player), language)


def number_text(value: int | None) -> str:
    """Return a whole number as text, empty if there is none."""
    return "" if value is None else str(value)


def symbol(round_: RoundResult) -> str:
    """Return the result of a round as the forms write it; empty if there is none yet."""
    return "" if round_.result is None else SYMBOLS[round_.result]


def _who(player: Player, place: int, rating: int | None) -> list[str]:
    rank = str(player.final_rank or place)
    return [rank, str(player.rank), player.name, player.id, player.title, number_text(rating), player.federation]


def _against_each(player: Player, order: list[Player]) -> list[str]:
    """Return the results against each player in the order of the table; of two games, both in the order of rounds."""
    found: dict[int, list[str]] = {}
    for round_result in sorted(player.rounds, key=lambda round_: round_.round):
        if round_result.opponent is not None:
            found.setdefault(round_result.opponent, []).append(symbol(round_result))
    return ["%" if other.rank == player.rank else " ".join(found.get(other.rank, [])) for other in order]


def _round_by_round(event: Event, player: Player, language: Language) -> list[str]:
    cells = [""] * event.all_rounds
    for round_ in player.rounds:
        if 1 <= round_.round <= len(cells):
            cells[round_.round - 1] = f"{number_text(round_.opponent)}{colour(round_, language)}{symbol(round_)}"
    return cells


def colour(round_: RoundResult, language: Language) -> str:
    """Return w or b, in Spanish b (blancas) or n (negras); empty if the report has no colour."""
    return "" if round_.colour is None or round_.opponent is None else text(f"form.colour.{round_.colour}", language)


# What forms 1 and 2 compute: tie-breaks, the category of a round robin, and the points that norms need there.

WIN = 2
"""Half points."""
NOT_THERE = "–"
OF_RESULTS = frozenset({"own-absences"})
"""Conditions of norms that depend on what happened, not on who takes part."""


@dataclass(frozen=True, slots=True)
class FormTables:
    """The standings that forms show: the final ones and those after each round. `named`: the report names its
    tie-breaks; otherwise they are those that hold by default."""

    final: StandingsTable | None = None
    rounds: tuple[StandingsTable | None, ...] = ()
    named: bool = True


def form_tables(report: Report, *, by_round: bool = False) -> FormTables:
    """Return the standings of a report of players: by the tie-breaks that it names (202, 212), or by default."""
    if is_team_event(report.event):
        return FormTables()
    rounds = range(1, report.event.all_rounds + 1) if by_round else ()
    named = bool(tie_break_records(report))
    return FormTables(_table(report, None), tuple(_table(report, number) for number in rounds), named)


def _table(report: Report, number: int | None) -> StandingsTable | None:
    try:
        return standings(report, Wishes(round=number))
    except ArpadError:
        return None


def ranked(event: Event, tables: FormTables) -> Event:
    """Return the event with the ranks of the standings, for players without one."""
    if tables.final is None:
        return event
    ranks = {row.number: row.rank for row in tables.final.rows}
    players = tuple(player._replace(final_rank=player.final_rank or ranks.get(player.rank)) for player in event.players)
    return event.keeping_games(players=players)


def tie_breaks(table: StandingsTable, number: int, language: Language) -> list[str]:
    """Return a player's values; empty for a player who was taken out of a round robin."""
    values = next((row.values for row in table.rows if row.number == number), dict.fromkeys(table.tie_breaks))
    return ["" if value is None else value.replace(".", DECIMAL_MARK[language]) for value in values.values()]


def is_round_robin(setting_system: str) -> bool:
    """Whether everybody meets everybody: only then an event as a whole has a category and points for norms."""
    return setting_system in ("round-robin", "double-round-robin")


def category_of(event: Event, ratings: Ratings | None) -> str:
    """Return the category of a round robin by the average of all its players; a dash below the first category, or if
    somebody is unrated."""
    known = [rating_of(player, ratings) for player in event.players]
    rated = [rating for rating in known if rating is not None]
    if not rated or len(rated) < len(known):
        return NOT_THERE
    rules = tournament_categories()
    average = half_up(sum(rated), len(rated))
    above = average - rules.first.value
    return NOT_THERE if above < 0 else str(above // rules.step.value + 1)


def norm_points(event: Event, ratings: Ratings | None, title: NormTitle, language: Language) -> str:
    """Return the points that a norm needs in a round robin (B.01 1.4.8): one number, or the least and the most if it
    depends on the player's own rating. A dash: nobody can make this norm here."""
    if event.start is None:
        return ""
    try:
        edition = title_edition_for(event.start)
    except ArpadError:
        return ""
    players = tuple(player._replace(rating=rating_of(player, ratings)) for player in event.players)
    setting = setting_of(event.keeping_games(players=players), edition, EventFacts())
    found = sorted(set(_required(setting, title)))
    if not found:
        return NOT_THERE
    return "–".join(points_text(points(score), language) for score in dict.fromkeys((found[0], found[-1])))


def _required(setting: EventConditions, title: NormTitle) -> Iterator[int]:
    """The half points that each player without the title needs, if the opponents of the schedule allow a norm."""
    cycles = CYCLES.get(setting.system) or 2
    for player in setting.players.values():
        if player.title.strip().upper() in alike(title):
            continue
        others = [other for other in setting.players.values() if other.rank != player.rank]
        games = tuple(_game(place, other) for place, other in enumerate(others * cycles, 1))
        case = case_of(setting, player, title, NormSelection(games))
        holds = all_hold(check for check in run_checks(case) if check.name not in OF_RESULTS)
        if holds is not False and case.figures.required_half_points is not None:
            yield case.figures.required_half_points


def _game(place: int, other: Player) -> NormGame:
    return NormGame(
        place, other.rank, other.name, other.id, code(other.federation), other.title.strip().upper(), other.rating, WIN
    )


# A player's rated opponents for the forms: how many, their average, and the score against them.


class Against(NamedTuple):
    """Forms 2 and 3 (L, M, N): the games played with rated opponents, their average Rc as a whole number, the score."""

    games: int
    average: int | None
    score: Fraction


def against_rated(event: Event, player: Player, ratings: Ratings | None) -> Against:
    """Add up the games that were played: forfeits and byes are left out, and so are unrated opponents."""
    met = {other.rank: rating_of(other, ratings) for other in event.players}
    found = []
    half_points = 0
    for round_ in player.rounds:
        rating = met.get(round_.opponent) if round_.opponent is not None and round_.played else None
        if rating is not None and round_.result is not None:
            found.append(rating)
            half_points += HALF_POINTS_OF[round_.result]
    return Against(len(found), half_up(sum(found), len(found)) if found else None, points(half_points))


def names(name: str) -> tuple[str, str]:
    """Return the surname and the first name of `Surname, First`."""
    surname, _, first = name.partition(",")
    return surname.strip(), first.strip()


def sex(player: Player, language: Language) -> str:
    """Return M or F, empty if the report does not say."""
    return "" if player.sex is None else text(f"form.two.sex-{player.sex}", language)


def birth(player: Player, language: Language) -> str:
    """Return the birthday, or the year if only that is known."""
    if player.birthday is not None:
        return date_text(player.birthday, language)
    return "" if player.born is None else str(player.born)


def person_data(player: Player, language: Language) -> dict[str, object]:
    """Return what forms say about a player."""
    surname, first_name = names(player.name)
    return {
        "name": player.name,
        "surname": surname,
        "first-name": first_name,
        "sex": sex(player, language),
        "id": player.id,
        "federation": player.federation,
        "born": birth(player, language),
    }


# Form 1: the tournament report with its crosstable.

NORMS: tuple[NormTitle, ...] = ("GM", "IM")
"""The titles for which the form has a place."""


def form_1(
    event: Event,
    ratings: Ratings | None = None,
    language: Language = "en",
    tables: FormTables | None = None,
) -> bytes:
    """Return the tournament report as PDF, landscape, on as many pages as the players need.

    `ratings` are the ratings that count, by starting rank; without them, the ratings of the report. `tables` give the
    columns of the tie-breaks, and the ranks of players who have none in the report.
    """
    tables = tables or FormTables()
    event, final = ranked(event, tables), tables.final
    heading, *rows = crosstable(event, ratings, language)
    if final is not None:
        heading = [*heading, *final.tie_breaks]
        rows = [[*row, *tie_breaks(final, int(row[HEAD.index("no")]), language)] for row in rows]
    round_robin = is_round_robin(system_of(event))
    data = {
        "words": words("form", language),
        "event": event_data(event, language),
        "head": len(HEAD),
        "heading": heading,
        "tie-breaks": 0 if final is None else len(final.tie_breaks),
        "rows": rows,
        "average": _average(event, ratings),
        "category": category_of(event, ratings) if round_robin else NOT_THERE,
        "norms": [norm_points(event, ratings, title, language) if round_robin else NOT_THERE for title in NORMS],
        "remarks": _remarks(event, ratings, tables, language),
    }
    return typeset("form_1", data, language)


def event_data(event: Event, language: Language) -> dict[str, str]:
    """Return what every form says about the event."""
    return {
        "name": event.name,
        "city": event.city,
        "federation": event.federation,
        "start": "" if event.start is None else date_text(event.start, language),
        "finish": "" if event.end is None else date_text(event.end, language),
        "time": event.time_control,
        "arbiter": event.chief_arbiter,
        "deputies": ", ".join(event.deputy_arbiters),
    }


def _average(event: Event, ratings: Ratings | None) -> str:
    """Return the average of the rated players, a whole number."""
    known = [rating for player in event.players if (rating := rating_of(player, ratings)) is not None]
    return str(half_up(sum(known), len(known))) if known else ""


def _remarks(event: Event, ratings: Ratings | None, tables: FormTables, language: Language) -> list[str]:
    """Return the remarks: the birthdays of unrated players, the signs for unplayed games, and where the tie-breaks and
    dashes come from."""
    unrated = [player for player in standing(event) if rating_of(player, ratings) is None]
    born = "; ".join(f"{player.name} ({birth(player, language) or '–'})" for player in unrated)
    remarks = [text("form.one.unrated-born", language, players=born)] if unrated else []
    if any(round_.result is not None and not round_.played for player in event.players for round_ in player.rounds):
        remarks.append(text("form.one.unplayed", language))
    if tables.final is not None and tables.final.tie_breaks and not tables.named:
        remarks.append(text("form.one.default-tie-breaks", language))
    if event.players and not is_round_robin(system_of(event)):
        remarks.append(text("form.one.no-category", language))
    return remarks


# Form 2: the pairing cards of a Swiss, two a page.


def form_2(
    event: Event,
    ranks: Iterable[int] | None = None,
    ratings: Ratings | None = None,
    language: Language = "en",
    tables: FormTables | None = None,
) -> bytes:
    """Return the cards of the players with these starting ranks, or of everybody, as PDF. `tables` give the tie-breaks:
    the first one after each round, as the total beside it, and all of them in the end."""
    tables = tables or FormTables()
    event = ranked(event, tables)
    places = {player.rank: player.final_rank or place for place, player in enumerate(standing(event), 1)}
    cards = [_card(event, player, places[player.rank], ratings, tables, language) for player in chosen(event, ranks)]
    codes = () if tables.final is None else tables.final.tie_breaks
    data = {
        "words": words("form", language),
        "event": event_data(event, language),
        "cards": cards,
        "tie-break": codes[0] if codes else "",
    }
    return typeset("form_2", data, language)


def chosen(event: Event, ranks: Iterable[int] | None) -> list[Player]:
    """Return the players with these starting ranks, or everybody."""
    if ranks is None:
        return list(event.players)
    known = {player.rank: player for player in event.players}
    for rank in (ranks := list(ranks)):
        if rank not in known:
            first, last = min(known, default=0), max(known, default=0)
            raise ArpadError("publication.no-player", rank=rank, first=first, last=last)
    return [known[rank] for rank in ranks]


def _card(
    event: Event, player: Player, place: int, ratings: Ratings | None, tables: FormTables, language: Language
) -> dict[str, object]:
    against = against_rated(event, player, ratings)
    return person_data(player, language) | {
        "rating": number_text(rating_of(player, ratings)),
        "title": player.title,
        "fed": player.federation,
        "rows": _rows(event, player, ratings, tables, language),
        "score-rated": points_text(against.score, language),
        "number-rated": str(against.games),
        "average-rated": number_text(against.average),
        "total": total_text(player, language),
        "rank": str(place),
        "tie-breaks": _final_tie_breaks(player, tables, language),
    }


def _final_tie_breaks(player: Player, tables: FormTables, language: Language) -> str:
    """Return all tie-breaks with their codes: BH/C1 34.5 · BH 38."""
    if tables.final is None:
        return ""
    values = tie_breaks(tables.final, player.rank, language)
    return " · ".join(f"{code} {value}" for code, value in zip(tables.final.tie_breaks, values, strict=True) if value)


def _rows(
    event: Event, player: Player, ratings: Ratings | None, tables: FormTables, language: Language
) -> list[list[str]]:
    """Return round, number, name, rating, colour, score, total so far, and the first tie-break so far."""
    rows = [[str(at), "", "", "", "", "", "", ""] for at in range(1, event.all_rounds + 1)]
    so_far = Fraction(0)
    for round_result in sorted(player.rounds, key=lambda round_: round_.round):
        if round_result.result is None or not 1 <= round_result.round <= len(rows):
            continue
        so_far += points(HALF_POINTS_OF[round_result.result])
        other = None if round_result.opponent is None else event.player(round_result.opponent)
        rating = None if other is None else rating_of(other, ratings)
        rows[round_result.round - 1][1:7] = [
            number_text(round_result.opponent),
            opponent_name(round_result, other, language),
            number_text(rating),
            colour(round_result, language),
            symbol(round_result),
            points_text(so_far, language),
        ]
        table = tables.rounds[round_result.round - 1] if round_result.round <= len(tables.rounds) else None
        if table is not None and table.tie_breaks:
            rows[round_result.round - 1][7] = tie_breaks(table, player.rank, language)[0]
    return rows


def opponent_name(round_: RoundResult, other: Player | None, language: Language) -> str:
    """Return the opponent's name, or the kind of bye."""
    if other is not None:
        return other.name
    return text(f"sheet.bye.{round_.result}", language) if round_.result in BYES else ""


# Form 3: multiple results in a Swiss, with as many players side by side as fit on a page.

KEYS = "ABCDEFGHIJKLMNOP"
"""The letters of the legend for the cells of a player's column."""


def form_3(event: Event, ratings: Ratings | None = None, language: Language = "en") -> bytes:
    """Return the results of all players as PDF, landscape, in the order of their starting ranks."""
    places = {player.rank: player.final_rank or place for place, player in enumerate(standing(event), 1)}
    data = {
        "words": words("form", language),
        "event": event_data(event, language),
        "rounds": event.all_rounds,
        "keys": list(KEYS),
        "players": [_column(event, player, places[player.rank], ratings, language) for player in event.players],
    }
    return typeset("form_3", data, language)


def _column(event: Event, player: Player, place: int, ratings: Ratings | None, language: Language) -> dict[str, object]:
    """Return a player's column, its cells named by the letters of the legend."""
    surname, first_name = names(player.name)
    rating, against = rating_of(player, ratings), against_rated(event, player, ratings)
    return {
        "A": surname,
        "B": first_name,
        "C": str(player.rank),
        "D": player.federation,
        "E": player.title,
        "F": str(place),
        "G": number_text(rating),
        "H": total_text(player, language),
        "rounds": _rounds(event, player, ratings),
        "L": str(against.games),
        "M": number_text(against.average),
        "N": points_text(against.score, language),
        "O": player.id,
        "P": birth(player, language) if rating is None else "",
    }


def _rounds(event: Event, player: Player, ratings: Ratings | None) -> list[list[str]]:
    """Return I, J, K of each round: the opponent's number, the opponent's rating if it counts, the result."""
    rows = [["", "", ""] for _ in range(event.all_rounds)]
    for round_ in player.rounds:
        if not 1 <= round_.round <= len(rows):
            continue
        other = None if round_.opponent is None else event.player(round_.opponent)
        rating = rating_of(other, ratings) if other is not None and round_.played else None
        rows[round_.round - 1] = [number_text(round_.opponent), number_text(rating), symbol(round_)]
    return rows


# Form IT2: the application for a title by norms.

LINES = 3
"""The norms that one form has room for."""
OPPONENTS = ("titled", "gm", "im", "fm", "wgm", "wim", "wfm", "rated", "unrated")


def it2(application: Application, language: Language = "en") -> bytes:
    """Return the application as PDF, three norms on a page; each further page is another form, as the form asks."""
    person, reached = application.person, application.rating
    rules = title_edition_for(application.date).application
    norms = [_norm(at, norm, language) for at, norm in enumerate(application.norms, 1)]
    norms += [_empty(at, language) for at in range(len(norms) + 1, -(-max(len(norms), 1) // LINES) * LINES + 1)]
    data = {
        "words": words("it2", language),
        "page": text("form.page", language),
        "english": {"heading": text("it2.heading", "en")},
        "federation": application.federation,
        "titles": [
            {
                "name": text("it2.title", language, title=text(f"it1.titles.{title}", language), rating=str(rating)),
                "chosen": title == application.title,
            }
            for title, rating in zip(NORM_TITLES, rules.rating.value, strict=True)
        ],
        "person": {
            "name": f"{person.family_name}, {person.first_name}",
            "family-name": person.family_name,
            "first-name": person.first_name,
            "id": person.id,
            "federation": person.federation,
        },
        "rating": {
            "gained": "" if reached.gained is None else date_text(reached.gained, language),
            "highest": str(reached.highest),
        },
        "conditional": text("it2.conditional", language, article=rules.rating.article),
        "norms": norms,
        "total": str(application.total_games),
        "total-words": text("it2.total", language, games=rules.games.value),
        "comments": application.comments.splitlines(),
        "official": application.official,
        "date": date_text(application.date, language),
    }
    return typeset("it2", data, language, shared=["form_parts"])


def _norm(number: int, norm: NormEntry, language: Language) -> dict[str, object]:
    met = norm.opponents
    return {
        "number": str(number),
        "event": norm.event,
        "location": norm.location,
        "dates": f"{date_text(norm.start, language)} – {date_text(norm.end, language)}",
        "system": text(f"format.{norm.system}", language),
        "average": number_text(norm.average),
        "games": str(norm.games),
        "required": _score(norm.required, language),
        "score": _score(norm.score, language),
        "counted": number_text(norm.counted),
        "counted-required": _score(norm.counted_required, language),
        "counted-score": _score(norm.counted_score, language),
        "host": number_text(met.host),
        "not-own": number_text(met.foreign),
        "opponents": [[text(f"it2.opponent.{name}", language), number_text(getattr(met, name))] for name in OPPONENTS],
    }


def _empty(number: int, language: Language) -> dict[str, object]:
    """Return a norm still to be filled in."""
    names = (
        "event", "location", "dates", "system", "average", "games", "required", "score", "counted", "counted-required",
        "counted-score", "host", "not-own",
    )  # fmt: skip
    blank: dict[str, object] = dict.fromkeys(names, "")
    return blank | {
        "number": str(number),
        "opponents": [[text(f"it2.opponent.{opponent}", language), ""] for opponent in OPPONENTS],
    }


def _score(half_points: int | None, language: Language) -> str:
    return "" if half_points is None else points_text(points(half_points), language)
