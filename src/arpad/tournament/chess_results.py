"""An event as the upload file of chess-results. A file with something to correct is not written."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from arpad.documents.findings import message
from arpad.domain.findings import Finding
from arpad.formats.chess_results import (
    BYE,
    LENGTHS,
    NOT_PAIRED,
    TIE_BREAKS,
    WRITTEN,
    Element,
    Upload,
    check_upload,
    with_comma,
    with_point,
    write_upload,
)
from arpad.i18n import ArpadError, Language, Words, text
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.codes import TieBreak, parse_code
from arpad.standings.table import StandingsRow, StandingsTable
from arpad.tournament.as_report import lines_of
from arpad.tournament.export import ExportedFile
from arpad.tournament.results import ADJOURNED, FORFEITS, SHORT, UNUSUAL, codes
from arpad.tournament.rules import EventRules
from arpad.tournament.standings import current_round, last_counted, standings_after
from arpad.tournament.state import NOBODY, Entry, EventBoard, EventState
from arpad.tournament.teams import MatchScore, absence_points, bye_points, colour_pattern, matches_of

USUAL: Mapping[str, Fraction] = {
    "win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0), "forfeit-win": Fraction(1),
    "forfeit-loss": Fraction(0),
}  # fmt: skip
ROUND_ROBINS = ("berger", "double-berger", "varma", "match")
SORTED_BY = {"nidof": "1", "fidon": "2", "hbfn": "4", "national": "5", "fide": "6"}
"""The order of the starting list; one that has no number is FIDE's rating, or else the national one."""
FIDE_OR_NATIONAL = "2"
SEXES = {"m": "m", "f": "w", "w": "w"}
PLAIN_NUMBERS = {"AOB": 77, "BC": 78, "REP": 79, "ARO": 80, "EDE": 83, "TBR": 89, "BBE": 90, "SSSC": 91}
PERFORMANCES, WINS = ("TPR", "APRO", "PTP", "APPO"), ("WIN", "WON", "BWG", "BPG")
BY_HAND, BY_HAND_OF_TEAMS = 5, 6
"""The numbers of a tie-break whose values chess-results does not compute."""
GAME_POINTS = 1
MATCH_POINTS: Mapping[tuple[int | Fraction, ...], int] = {(2, 1, 0): 13, (3, 1, 0): 40}
SHOWN = 5
FIDE_ID = range(4, 11)
"""How many digits an ID of FIDE has."""


def export_chess_results(
    state: EventState, *, key: int | None = None, library: TieBreakLibrary | None = None
) -> ExportedFile:
    """Return the upload file of the published rounds, with what it says otherwise than the event. `key` is the number
    of the event on chess-results if it is not that of its rules, 0 before there is one."""
    _refuse_others(state)
    table, counted = _table(state, library)
    findings: list[Finding] = []
    tournament = _tournament(state, table, counted, state.event_rules.chess_results if key is None else key)
    sides = _of_teams(state, table, counted, findings) if state.event_rules.team else _of_players(state, table)
    made = Upload((tournament, *_rounds(state), *sides))
    upload = Upload(tuple(_cut(element, findings) for element in made.elements))
    if wrong := check_upload(upload):
        raise ArpadError("chess-results-refused", slug=state.event_rules.slug, count=len(wrong), found=_Found(wrong))
    findings += _tie_break_findings(state.event_rules, table)
    return ExportedFile(write_upload(upload), tuple(findings))


class _Found(Words):
    """Findings in the reader's language, one after the other."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("")
        self._findings = findings

    def text(self, language: Language = "en") -> str:
        return "; ".join(_said(finding, language) for finding in self._findings)


def _said(finding: Finding, language: Language) -> str:
    """A finding after the round or the player that it is about."""
    said = message(finding, language)
    if finding.round is not None:
        return text("chess-results.at-round", language, round=finding.round, what=said)
    if finding.player is not None:
        return text("chess-results.at-player", language, player=finding.player, what=said)
    return said


def _refuse_others(state: EventState) -> None:
    """Refuse events that the file cannot tell."""
    rules = state.event_rules
    if rules.system == "knockout" or (rules.team and not rules.swiss and rules.system not in ROUND_ROBINS):
        raise ArpadError("chess-results-kind", slug=rules.slug)
    if not state.closed:
        raise ArpadError("chess-results-open", slug=rules.slug)
    if any(rules.worth[name] != points for name, points in USUAL.items()) or rules.worth["bye"] > 1:
        raise ArpadError("chess-results-scoring", slug=rules.slug)


def _table(state: EventState, library: TieBreakLibrary | None) -> tuple[StandingsTable | None, int]:
    """The standings after the last complete round, and that round; none and 0 before there is one."""
    if not state.last_published:
        return None, 0
    counted = last_counted(state)
    if not state.rounds[counted].complete:
        return None, 0
    return standings_after(state, counted, library).table, counted


# The tournament.


def _tournament(state: EventState, table: StandingsTable | None, counted: int, key: int | None) -> Element:
    rules = state.event_rules
    ratings = [rating for entry in state.numbers if (rating := state.entries[entry].rating)]
    numbers = [_number(rules, code) for code in ([] if table is None else table.tie_breaks[:SHOWN])]
    numbers += [(0, "")] * (SHOWN - len(numbers))
    current = max(counted, current_round(state) if rules.by_table else state.last_published)
    return Element("tournament", {
        "key": str(key or 0),
        "type": str((1 if rules.system in ROUND_ROBINS else 0) if not rules.team else 3 if rules.swiss else 2),
        "name": rules.name,
        "location": rules.city,
        "arbiter": ", ".join(rules.arbiters),
        "rounds": str(rules.rounds),
        "currentround": str(current),
        "rankinground": str(counted),
        "sortstartrank": SORTED_BY.get(rules.order, FIDE_OR_NATIONAL),
        "from": "" if rules.start is None else f"{rules.start:%Y%m%d}",
        "to": "" if rules.end is None else f"{rules.end:%Y%m%d}",
        "ratedfide": "J" if rules.rating_edition.startswith("fide") else "-",
        "ratednational": "J" if rules.rating_edition.startswith("feda") else "-",
        "replay": _legs(rules),
        "timecontrol": rules.time_control,
        **(_colours(state) if rules.team else {}),
        "category": "0",
        "rtg_average": str((2 * sum(ratings) + len(ratings)) // (2 * len(ratings))) if ratings else "0",
        "endstatus": "J" if state.finished else "N",
        "chiefarbiter": rules.chief_arbiter,
        "federation": rules.federation,
        "creator": "0",
        **{f"{name}no": str(number) for name, (number, _) in zip(TIE_BREAKS, numbers, strict=True)},
        **{f"{name}_detail": detail for name, (_, detail) in zip(TIE_BREAKS, numbers, strict=True)},
    })  # fmt: skip


def _legs(rules: EventRules) -> str:
    return {"double-berger": "2", "match": str(rules.rounds)}.get(rules.system, "1")


def _colours(state: EventState) -> dict[str, str]:
    """Of teams: the colour of the first one on its first board, whether it has it on all, and the boards of a
    match."""
    pattern = colour_pattern(state)
    return {
        "homecolor": "w" if pattern[0] == "W" else "s",
        "samecolor": "J" if len(set(pattern)) == 1 else "N",
        "playerperteam": str(state.event_rules.boards),
    }


def _number(rules: EventRules, code: str) -> tuple[int, str]:
    """The number of a tie-break on chess-results, with its parameters; by hand if it has none. Of teams, those that
    are known without doubt."""
    if not rules.team:
        return _number_of(parse_code(code))
    scores = {"PTS:GP": GAME_POINTS, "PTS:MP": MATCH_POINTS.get(tuple(rules.match_points), BY_HAND_OF_TEAMS)}
    return scores.get(code, BY_HAND_OF_TEAMS), ""


def _number_of(code: TieBreak) -> tuple[int, str]:
    """The number of a tie-break of players."""
    number, allowed, detail = _numbered(code)
    return (BY_HAND, "") if code.score or set(code.modifiers) - set(allowed) else (number, detail)


def _numbered(code: TieBreak) -> tuple[int, str, str]:
    """The number of a tie-break, the modifiers that its parameters can say, and these."""
    played, fore = "P" if code.as_games else "-", "F" if code.fore or code.name == "FB" else "-"
    known: dict[str, tuple[int, str, str]] = {name: (number, "", "") for name, number in PLAIN_NUMBERS.items()}
    known |= {name: (88, "", f"{type_},0") for type_, name in enumerate(PERFORMANCES)}
    known |= {name: (68, "P", f"{type_},{played}") for type_, name in enumerate(WINS)}
    cuts = f"0,{code.median},{code.low + code.median},{played},{fore}"
    known |= {"BH": (84, "CMPF", cuts), "FB": (84, "CMPF", cuts), "SB": (85, "CMPF", cuts)}
    known |= {"PS": (86, "C", f"0,{code.low}"), "DE": (81, "P", played), "KS": (87, "", "0,50")}
    return known.get(code.name, (BY_HAND, "", ""))


def _tie_break_findings(rules: EventRules, table: StandingsTable | None) -> Iterator[Finding]:
    """Tie-breaks without a number, and those after the fifth."""
    names = [] if table is None else list(table.tie_breaks)
    own = [code for code in names[:SHOWN] if _number(rules, code)[0] in (BY_HAND, BY_HAND_OF_TEAMS)]
    if own:
        yield Finding("chess-results-by-hand", "info", values={"codes": ", ".join(own)})
    if names[SHOWN:]:
        yield Finding("chess-results-five", "info", values={"codes": ", ".join(names[SHOWN:])})


def _rounds(state: EventState) -> Iterator[Element]:
    starts = {int(row["round"]): row["start"] for row in state.event_rules.schedule if row.get("start")}
    for number in range(1, state.event_rules.rounds + 1):
        day, _, hour = starts.get(number, "").replace(" ", "T").partition("T")
        yield Element("round", {"round": str(number), "date": day.replace("-", ""), "time": hour[:5]})


# The players, with their places in the standings.


class _Places:
    """The places of the players, or of the teams: those without one come last."""

    def __init__(self, table: StandingsTable | None, count: int) -> None:
        self.rows = {} if table is None else {row.number: row for row in table.rows}
        others = [number for number in range(1, count + 1) if number not in self.rows]
        self.places = {number: place for place, number in enumerate((*self.rows, *others), 1)}
        ranks = [row.rank for row in self.rows.values()]
        shared = zip(self.rows, [0, *ranks], ranks, strict=False)
        self.tied = {number for number, above, rank in shared if above == rank}
        self.left = {} if table is None else {one.number: one.points for one in table.not_ranked}

    def shown(self, number: int, points: str) -> dict[str, str]:
        """The place with its values; `points` is the attribute that has the points."""
        row = self.rows.get(number)
        return {
            "rank": str(self.places[number]),
            **_values(row),
            points: with_comma(self.left.get(number, Fraction(0)) if row is None else row.points),
            "equal": "J" if number in self.tied else "N",
        }


def _of_players(state: EventState, table: StandingsTable | None) -> Iterator[Element]:
    places = _Places(table, len(state.numbers))
    for number, entry in enumerate(state.numbers, 1):
        yield Element("player", {
            **_person(state.entries[entry], number),
            **places.shown(number, "pts"),
            "state": _state(state, entry, left=number in places.left),
        })  # fmt: skip
    yield from _pairings(state)


# Teams: matches, and the games on their boards. What the description of the file leaves open is left out.


def _of_teams(
    state: EventState, table: StandingsTable | None, counted: int, findings: list[Finding]
) -> Iterator[Element]:
    places = _Places(table, len(state.sides))
    for team, number in state.side_numbers.items():
        own = state.teams[team]
        names = {"no": str(number), "teamname": own.name, "teamshort": own.nick, "captain": own.captain}
        yield Element("team", {**names, **places.shown(number, "points")})
    matches = [match for number in range(1, state.last_published + 1) for match in matches_of(state, number)]
    games = [game for match in matches for game in _games(state, match)]
    yield from _team_players(state, [game for game in games if (game.whole("round") or 0) <= counted])
    yield from games
    for match in matches:
        entered = bool(match.forfeit) or any(board.result for board in match.boards)
        seats = state.side_numbers[match.white], state.side_numbers[match.black]
        left, right = map(with_point, match.score) if entered else ("", "")
        yield _team_pairing(match.round, match.number, seats, left, right)
    yield from _teams_without_match(state, Counter(match.round for match in matches))
    findings += _left_out(matches)


def _team_pairing(number: int, place: int, seats: tuple[int, int], left: str, right: str) -> Element:
    """A match; the second number is the code for nobody if a team plays none."""
    values = (number, place, *seats, left, right)
    return Element("teampairing", dict(zip(WRITTEN["teampairing"], map(str, values), strict=True)))


def _teams_without_match(state: EventState, places: Counter[int]) -> Iterator[Element]:
    """The bye of a round, then the teams that were not paired, with the game points that they have of a requested
    bye. The free round of a round robin is worth nothing."""
    for number in range(1, state.last_published + 1):
        event_round = state.rounds[number]
        free: list[tuple[int, int, str, str]] = []
        if event_round.bye is not None:
            free.append((event_round.bye, BYE, with_point(bye_points(state)[1]), "0.0"))
        for team, kind in event_round.absent.items():
            game_points = absence_points(state, kind)[1]
            free.append((team, NOT_PAIRED, with_point(game_points) if game_points else "", ""))
        for place, (team, code, left, right) in enumerate(free, places[number] + 1):
            yield _team_pairing(number, place, (state.side_numbers[team], code), left, right)


def _games(state: EventState, match: MatchScore) -> Iterator[Element]:
    """The games of a match, without boards that have no code of their own."""
    known, worth = state.pairing_numbers, state.event_rules.worth_of_codes
    for place, board in enumerate(match.boards, 1):
        if not _without_code(match, place):
            white, black, left, right, forfeit = _board(board, known, worth)
            yield Element("playerpairing", {
                "round": str(match.round), "pairing": str(match.number), "board": str(place), "whiteno": str(white),
                "blackno": str(black), "reswhite": left, "resblack": right, "forfeit": forfeit,
            })  # fmt: skip


def _without_code(match: MatchScore, place: int) -> bool:
    """Whether the file has no code for a board of a match: nobody sat on a side, or somebody who may not sit there."""
    return NOBODY in match.boards[place - 1].seats or any(place in wrong for wrong in match.wrong)


def _team_players(state: EventState, games: Sequence[Element]) -> Iterator[Element]:
    """The players with the points of the games that are written, and a place by these."""
    seats = {entry: (team.team, board) for team in state.teams.values() for board, entry in enumerate(team.players, 1)}
    points = dict.fromkeys(range(1, len(state.numbers) + 1), Fraction(0))
    for game in games:
        for seat, result in (("whiteno", "reswhite"), ("blackno", "resblack")):
            points[game.whole(seat) or 0] += game.amount(result) or 0
    order = sorted(points, key=lambda number: (-points[number], number))
    places = {number: place for place, number in enumerate(order, 1)}
    above = dict(zip(order[1:], order, strict=False))
    for number, entry in enumerate(state.numbers, 1):
        team, board = seats.get(entry, (0, 0))
        yield Element("player", {
            **_person(state.entries[entry], number),
            "board": str(board), "teamno": str(state.side_numbers.get(team, 0)), "rank": str(places[number]),
            **_values(None), "pts": with_comma(points[number]),
            "equal": "J" if number in above and points[above[number]] == points[number] else "N", "state": "",
        })  # fmt: skip


def _left_out(matches: Sequence[MatchScore]) -> Iterator[Finding]:
    """Boards without a code, and matches to which a team did not come."""
    empty = [
        f"{match.round}.{match.number}.{place}"
        for match in matches
        for place in range(1, len(match.boards) + 1)
        if _without_code(match, place)
    ]
    empty += [f"{match.round}.{match.number}" for match in matches if match.forfeit]
    if empty:
        yield Finding("chess-results-empty-seats", "info", values={"boards": ", ".join(empty), "count": len(empty)})


def _values(row: StandingsRow | None) -> dict[str, str]:
    values = [] if row is None else [(value or "").replace(".", ",") for value in row.values.values()]
    return dict(zip(TIE_BREAKS, [*values[:SHOWN], *[""] * SHOWN], strict=False))


def _state(state: EventState, entry: int, *, left: bool) -> str:
    """Of a round robin: 0 active, 1 left and not counted, 2 left and counted."""
    if state.event_rules.system not in ROUND_ROBINS:
        return ""
    return "1" if left else "2" if state.entries[entry].gone else "0"


def _person(entry: Entry, number: int) -> dict[str, str]:
    """A player without private data: of the birth, the year alone."""
    last, _, first = entry.name.partition(",")
    fide = entry.id.isascii() and entry.id.isdigit() and len(entry.id) in FIDE_ID
    return {
        "no": str(number),
        "id": "" if fide else entry.id,
        "lastname": last.strip(),
        "firstname": first.strip(),
        "title": entry.title,
        "rtg": str(entry.rating),
        "rtgfide": str(entry.ratings.get("fide", 0 if entry.ratings else entry.rating)),
        "rtgnat": str(entry.ratings.get("national", 0)),
        "dob": str(entry.born or ""),
        "sex": SEXES.get(entry.sex.lower(), ""),
        "fed": entry.federation,
        "board": "0",
        "teamno": "0",
        "clubname": entry.club,
        "fideid": entry.id if fide else "",
    }


def _cut(element: Element, findings: list[Finding]) -> Element:
    """The element with the texts that chess-results takes; those that are cut are told."""
    cut = {}
    for name, most in LENGTHS.get(element.name, {}).items():
        value = element.text(name)
        if len(value) > most:
            cut[name] = value[:most].rstrip()
            number = element.whole("no") if element.name == "player" else None
            values = {"place": name, "value": value, "written": cut[name]}
            findings.append(Finding("chess-results-cut", "warning", player=number, values=values))
    return Element(element.name, {**element.attributes, **cut})


# The pairings: boards in their order, then those who do not play.


def _pairings(state: EventState) -> Iterator[Element]:
    lines = lines_of(state, state.last_published)
    known, worth = state.pairing_numbers, state.event_rules.worth_of_codes
    for number in range(1, state.last_published + 1):
        games = state.rounds[number].games
        pairs = [_board(board, known, worth) for board in games]
        seated = {known[entry] for board in games for entry in board.seats}
        free = [(rank, cells[number - 1].result) for rank, cells in lines.items() if rank not in seated]
        for rank, code in sorted(free, key=lambda one: (one[1] != "U", one[0])):
            points = with_point(worth[code]) if code is not None and worth[code] else ""
            bye = code == "U"
            other = ("0.0", "K") if bye else ("", "")
            pairs.append((rank, BYE if bye else NOT_PAIRED, (points or "0.0") if bye else points, *other))
        for place, (white, black, left, right, forfeit) in enumerate(pairs, 1):
            yield Element("playerpairing", {
                "round": str(number), "pairing": str(place), "board": "1", "whiteno": str(white),
                "blackno": str(black), "reswhite": left, "resblack": right, "forfeit": forfeit,
            })  # fmt: skip


def _board(
    board: EventBoard, known: Mapping[int, int], worth: Mapping[str, Fraction]
) -> tuple[int, int, str, str, str]:
    white, black = ("" if code is None else with_point(worth[code]) for code in codes(board.result))
    result = board.result or ""
    forfeit = (
        "K" if result in FORFEITS else "U" if result in SHORT else "D" if result in UNUSUAL
        else "H" if result == ADJOURNED else ""
    )  # fmt: skip
    return known[board.white], known[board.black], white, black, forfeit
