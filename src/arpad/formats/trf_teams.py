"""TRF records of teams and scoring: 013, 310, line-ups, byes, forfeits, match points (300 to 362, 802)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from arpad.domain.event import Colour, Event, Game, Team, TeamByes
from arpad.formats.report import Bye, Notes, Report
from arpad.formats.scores import Scores
from arpad.formats.trf_fields import cut_text, decimal, points_text, ranks_text, whole

# The matches of a team event, put together from the games of its players.


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams in a round, the one with White on the first board first. Points are game points, including games that
    were won without an opponent. `second` is None for a team with the bye (320)."""

    round: int
    first: Team
    second: Team | None
    first_points: Fraction
    second_points: Fraction
    boards: tuple[Game, ...]


def team_matches(event: Event) -> list[TeamMatch]:
    """All matches, by round and by the order of the teams; byes at the end of their round."""
    return sorted(
        [*_played(event), *_byes(event)],
        key=lambda match: (match.round, match.second is None, event.teams.index(match.first)),
    )


def _played(event: Event) -> Iterator[TeamMatch]:
    team_of = {rank: place for place, team in enumerate(event.teams) for rank in team.players}
    boards: dict[tuple[int, int, int], list[Game]] = defaultdict(list)
    for game in event.games():
        one, other = team_of.get(game.white), team_of.get(game.black)
        if one is not None and other is not None and one != other:
            boards[game.round, min(one, other), max(one, other)].append(game)
    points = _points(event, team_of)
    for (number, leading, _), games in boards.items():
        ordered = sorted(games, key=lambda game: _board(game, event.teams[leading]))
        first, second = team_of[ordered[0].white], team_of[ordered[0].black]
        yield TeamMatch(
            number,
            event.teams[first],
            event.teams[second],
            points[first, number],
            points[second, number],
            tuple(ordered),
        )


def _board(game: Game, team: Team) -> int:
    """The place of a game by the order of a team's players."""
    return team.players.index(game.white if game.white in team.players else game.black)


def _byes(event: Event) -> Iterator[TeamMatch]:
    if event.team_byes is None:
        return
    numbered = {team.number: team for team in event.teams if team.number is not None}
    for number, team in enumerate(event.team_byes.teams, 1):
        if team is not None and team in numbered:
            yield TeamMatch(number, numbered[team], None, event.team_byes.game_points, Fraction(0), ())


def _points(event: Event, team_of: dict[int, int]) -> dict[tuple[int, int], Fraction]:
    """The game points of every team in every round, by the results of its players."""
    scores = Scores(event)
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for player in event.players:
        if player.rank in team_of:
            for round_ in player.rounds:
                found[team_of[player.rank], round_.round] += scores.of_round(player.rank, round_)
    return found


# The records of team matches in TRF26: 300 (line-ups), 330 (forfeited matches), 362 (points of a match). They are read
# by their words, not by their columns: programs disagree about the columns, and no field can be blank.

MATCH_POINTS = re.compile(r"\b(T[WDL])\s*([\d.]+)")
DEFAULT_MATCH_POINTS: Mapping[str, Fraction] = {"TW": Fraction(2), "TD": Fraction(1), "TL": Fraction(0)}
FORFEIT_SIGNS = frozenset("+-")
ROUNDS_802, WIDTH_802 = 27, 13
COLOURS: Mapping[str, Colour] = {"w": "w", "b": "b"}


@dataclass(frozen=True, slots=True)
class ForfeitedMatch:
    """330: a match that was not played, and its winner, if any."""

    round: int
    teams: tuple[int, int]
    won: tuple[bool, bool]


@dataclass(frozen=True, slots=True)
class MatchRecords:
    """The matches of a report. `lineups` are starting ranks by round and team, None for an empty board, and `opponents`
    the teams that they met (300). `stated_opponents` are the opponents and colours of 802, which is only
    informative."""

    lineups: Mapping[tuple[int, int], tuple[int | None, ...]]
    forfeited: tuple[ForfeitedMatch, ...]
    points: Mapping[str, Fraction]
    opponents: Mapping[tuple[int, int], int] = field(default_factory=dict)
    stated_opponents: Mapping[tuple[int, int], tuple[int, Colour | None]] = field(default_factory=dict)


def match_records(report: Report) -> MatchRecords:
    """The records 300, 330 and 362 of a report."""
    lineups: dict[tuple[int, int], tuple[int | None, ...]] = {}
    forfeited: list[ForfeitedMatch] = []
    points = dict(DEFAULT_MATCH_POINTS)
    opponents: dict[tuple[int, int], int] = {}
    stated_opponents: dict[tuple[int, int], tuple[int, Colour | None]] = {}
    for record in report.all_records:
        if record.code == "300":
            numbers = [whole(word) for word in record.text[4:].split()]
            if len(numbers) > 3 and numbers[0] and numbers[1]:
                lineups[numbers[0], numbers[1]] = tuple(number or None for number in numbers[3:])
                opponents[numbers[0], numbers[1]] = numbers[2] or 0
        elif record.code == "802":
            stated_opponents |= _stated_opponents(record.text)
        elif record.code == "330":
            forfeited += _forfeited(record.text[4:].split())
        elif record.code == "362":
            found = {name: decimal(value) for name, value in MATCH_POINTS.findall(record.text[4:].upper())}
            points |= {name: value for name, value in found.items() if value is not None}
    return MatchRecords(lineups, tuple(forfeited), points, opponents, stated_opponents)


def _stated_opponents(text: str) -> dict[tuple[int, int], tuple[int, Colour | None]]:
    """802: the opponent and the colour of every round, every 13 columns from 28."""
    team, opponents = whole(text[4:7]), {}
    for number, at in enumerate(range(ROUNDS_802, len(text), WIDTH_802), 1):
        opponent = whole(text[at : at + 3])
        if team and opponent:
            opponents[number, team] = opponent, COLOURS.get(text[at + 4 : at + 5].lower())
    return opponents


def _forfeited(words: list[str]) -> list[ForfeitedMatch]:
    numbers = [whole(word) for word in words[1:4]]
    if len(numbers) < 3 or None in numbers or len(words[0]) != 2 or not set(words[0]) <= FORFEIT_SIGNS:
        return []
    round_number, one, other = (number or 0 for number in numbers)
    return [ForfeitedMatch(round_number, (one, other), (words[0][0] == "+", words[0][1] == "+"))]


def team_totals(report: Report) -> dict[str, dict[int, tuple[Fraction | None, Fraction | None]]]:
    """802: match points and game points of each team, by its number. 801 of the same sample is only informative: its
    columns differ between programs."""
    totals: dict[str, dict[int, tuple[Fraction | None, Fraction | None]]] = {}
    for record in report.all_records:
        if record.code == "802" and (team := whole(record.text[4:7])):
            points = decimal(record.text[14:18]), decimal(record.text[19:25])
            totals.setdefault("802", {})[team] = points
    return totals


def last_match(report: Report) -> int:
    """Return the last round with a match: of boards, of line-ups without an opponent, forfeited, or a bye."""
    records = match_records(report)
    rounds = [cell.round for player in report.event.players for cell in player.rounds if cell.opponent]
    rounds += [match.round for match in records.forfeited] + [number for number, _ in records.opponents]
    byes = report.event.team_byes
    rounds += [number for number, team in enumerate(byes.teams if byes is not None else (), 1) if team]
    return max(rounds, default=0)


# Points by result: 162 (TRF26), XXS and BBW, BBD, BBL, BBZ, BBF, BBU. The event's scoring holds the points of each
# result code that a record sets; all others are as usual (1, ½, 0, a pairing-allocated bye 1).

CODES_OF: dict[str, str] = {"W": "1+WF", "D": "=DH", "L": "0L", "A": "-Z", "Z": "Z", "P": "U", "X": "X"}
"""162: W a win, a forfeit win or a full-point bye; D a draw or a half-point bye; A absence or a forfeit loss; P the
pairing-allocated bye; X a result that is not known. Programs also write Z for an absence."""

XXS_CODES: dict[str, str] = {
    "WW": "1W", "BW": "1W", "WD": "=D", "BD": "=D", "WL": "0L", "BL": "0L", "ZPB": "Z", "HPB": "H", "FPB": "F",
    "PAB": "U", "FW": "+", "FL": "-", "W": "1W+F", "D": "=DH", "L": "0L",
}  # fmt: skip
ENGINE_CODES: dict[str, str] = {"BBW": "1W+F", "BBD": "=DH", "BBL": "0L", "BBZ": "Z", "BBF": "-", "BBU": "U"}
FIRST, SCORING_STEP = 6, 9

Scoring = dict[str, Fraction]


def add_162(scoring: Scoring, text: str, line: int, notes: Notes) -> None:
    """162: a symbol at column 6 and its points at 7-10, and so on every nine columns."""
    symbols: Scoring = {}
    for at in range(FIRST - 1, len(text), SCORING_STEP):
        symbol, value = text[at : at + 1].upper(), decimal(text[at + 1 : at + 5])
        if not text[at : at + SCORING_STEP].strip(" "):
            continue
        if symbol not in CODES_OF or value is None:
            notes.add("scoring-unreadable", "warning", line, at + 1, text=text[at : at + SCORING_STEP].strip())
        else:
            symbols[symbol] = value
    if "W" in symbols:
        symbols.setdefault("P", symbols["W"])
    for symbol, codes in CODES_OF.items():
        if symbol in symbols:
            scoring.update(dict.fromkeys(codes, symbols[symbol]))


def add_xxs(scoring: Scoring, text: str, line: int, notes: Notes) -> None:
    """XXS CODE=value ..., as pairing engines write it. WW and BW say win with white and with black."""
    for word in text[4:].split():
        code, _, number = word.upper().partition("=")
        value = decimal(number)
        if code not in XXS_CODES or value is None:
            notes.add("scoring-unreadable", "warning", line, text.find(word) + 1, text=word)
            continue
        other = {"W": "B", "B": "W"}.get(code[:1], "") + code[1:]
        known = scoring.get(f"{other}*")
        if len(code) == 2 and other in XXS_CODES and known is not None and known != value:
            notes.add("scoring-by-colour", "warning", line, text.find(word) + 1, text=word)
        scoring[f"{code}*"] = value
        scoring.update(dict.fromkeys(XXS_CODES[code], value))


def add_engine(scoring: Scoring, text: str, line: int, notes: Notes) -> None:
    """BBW 3.0 and the like. A pairing-allocated bye is worth a win unless BBU says otherwise."""
    value = decimal(text[4:].strip())
    if value is None:
        notes.add("scoring-unreadable", "warning", line, 5, text=text[4:].strip())
        return
    scoring.update(dict.fromkeys(ENGINE_CODES[text[:3]], value))
    if text[:3] == "BBW":
        scoring.setdefault("U", value)


SCORING_READERS: dict[str, Callable[[Scoring, str, int, Notes], None]] = {
    "162": add_162, "XXS": add_xxs, **dict.fromkeys(ENGINE_CODES, add_engine),
}  # fmt: skip


def finished(scoring: Scoring) -> Scoring:
    """Return the points by result code, without internal notes."""
    return {code: value for code, value in scoring.items() if not code.endswith("*")}


# The records of TRF26 about matches of teams: 300 line-ups, 320 byes, 330 forfeited matches, 362 match points, 802 the
# rounds of each team.


class TeamCell(NamedTuple):
    """A round of a team in 802: the number of the opponent, or a word for a round without one (PAB, ZPB)."""

    opponent: int | str
    colour: Colour | None
    points: Fraction
    forfeited: bool = False


class TeamRow(NamedTuple):
    """802: a team with its match points, its game points and its rounds."""

    number: int
    nickname: str
    match_points: Fraction
    game_points: Fraction
    rounds: Sequence[TeamCell]


@dataclass(frozen=True, slots=True)
class TeamRecords:
    """What a file says about matches. `lineups` are (round, team, opponent, starting ranks), 0 for an empty board;
    `forfeited` are (sign, round, team with White, team with Black); `points` are those of 362, if it is needed."""

    lineups: Sequence[tuple[int, int, int, Sequence[int]]] = ()
    forfeited: Sequence[tuple[str, int, int, int]] = ()
    points: Mapping[str, Fraction] = field(default_factory=dict)
    rows: Sequence[TeamRow] = ()


NO_MATCHES = TeamRecords()


def team_tail(records: TeamRecords, byes: TeamByes | None) -> Iterator[str]:
    """The records after the teams."""
    if byes is not None:
        yield line_320(byes)
    yield from (line_300(*line_up) for line_up in records.lineups)
    yield from (line_330(*match) for match in records.forfeited)
    yield from map(line_802, records.rows)


def line_300(number: int, team: int, opponent: int, ranks: Sequence[int]) -> str:
    """300: the round, the team, its opponent, the starting ranks board by board."""
    return f"300 {number:>3} {team:>3} {opponent:>3} {ranks_text(ranks)}"


def line_320(byes: TeamByes) -> str:
    """320: match points and game points of the bye, then the team of each round, 000 for none."""
    cells = "".join(f" {team or 0:03}" for team in byes.teams)
    return f"320 {points_text(byes.match_points)} {points_text(byes.game_points)}{cells}"


def line_330(sign: str, number: int, white: int, black: int) -> str:
    """330: who is awarded a match without play."""
    return f"330 {sign} {number:>3} {white:>3} {black:>3}"


def line_362(points: Mapping[str, Fraction]) -> str:
    """362: the points of a match won (TW), drawn (TD) and lost (TL)."""
    return "    ".join(f"{name}{points_text(value)}" for name, value in points.items())


def line_802(row: TeamRow) -> str:
    """802: the team at 5-7, its nickname at 9-13, match points at 15-18, game points at 20-25; then every 13 columns
    from 28 the opponent or PAB, ZPB, the colour, the game points, and f for a forfeit."""
    head = f"802 {row.number:>3} {cut_text(row.nickname, 5):<5} {points_text(row.match_points)} "
    cells = (
        f"{cell.opponent:>3} {cell.colour or '-'} {points_text(cell.points)} {'f' if cell.forfeited else ' '} "
        for cell in row.rounds
    )
    return f"{head}{points_text(row.game_points, 6)}  {''.join(cells)}".rstrip()


# Teams (013 of TRF16, 310 of TRF26) and byes (240): records that list starting ranks in columns.

MEMBER_STEP = 5


def read_team(text: str, line: int, notes: Notes) -> Team:
    """013: name at 5-36, players at 37-40, 42-45 and so on."""
    return Team(text[4:36].strip(), ranks_from(text, 37, line, notes), None, line)


def read_numbered_team(text: str, line: int, notes: Notes) -> Team:
    """310: number at 5-7, name at 9-40, nickname at 42-46, strength at 48-53, match points at 55-60, game points at
    62-67, rank at 69-71, players at 74-77, 79-82 and so on."""
    number = whole(text[4:7])
    if number is None:
        notes.add("team-number-unreadable", "warning", line, 5, text=text[4:7].strip())
    return Team(
        text[8:40].strip(), ranks_from(text, 74, line, notes), number, line, text[41:46].strip(),
        whole(text[47:53]), decimal(text[54:60]), decimal(text[61:67]), whole(text[68:71]),
    )  # fmt: skip


def read_team_byes(text: str, line: int, notes: Notes) -> TeamByes | None:
    """320: match points at 5-8, game points at 10-13, the team of round 1 at 15-17, of round 2 at 19-21 and so on."""
    match_points, game_points = decimal(text[4:8]), decimal(text[9:13])
    cells = [text[at : at + 3] for at in range(14, len(text.rstrip(" ")), 4)]
    if match_points is None or game_points is None or any(cell.strip() and whole(cell) is None for cell in cells):
        notes.add("team-byes-unreadable", "warning", line, 5, text=text[4:].strip())
        return None
    return TeamByes(match_points, game_points, tuple(whole(cell) or None for cell in cells), line)


def each_once(numbered: Sequence[Team], plain: Sequence[Team], notes: Notes) -> tuple[Team, ...]:
    """Return the teams of 310, and teams of 013 without a 310. A 013 is the same team by its name or by its players."""
    teams = list(numbered)
    for team in plain:
        twins = [other for other in numbered if _same(other, team)]
        if not twins:
            teams.append(team)
        elif all(set(twin.players) != set(team.players) for twin in twins):
            notes.add("teams-differ", "warning", team.line, 37, team=team.name, line=twins[0].line)
    return tuple(teams)


def _same(team: Team, other: Team) -> bool:
    return team.name.casefold() == other.name.casefold() or bool(set(team.players) & set(other.players))


def read_bye(text: str, line: int, notes: Notes) -> Bye | None:
    """240: F, H or Z at column 5, the round at 7-9, players at 11-14, 16-19 and so on."""
    kind, round_number = text[4:5].upper(), whole(text[6:9])
    if kind not in ("F", "H", "Z") or round_number is None:
        notes.add("bye-unreadable", "warning", line, 5, text=text[4:9].strip())
        return None
    return Bye(kind, round_number, ranks_from(text, 11, line, notes), line)


def ranks_from(text: str, column: int, line: int, notes: Notes) -> tuple[int, ...]:
    """Read starting ranks of four digits every five columns; if they are elsewhere, word by word."""
    tail = text[column - 1 :].rstrip(" ")
    if not tail:
        return ()
    cells = [tail[at : at + MEMBER_STEP] for at in range(0, len(tail), MEMBER_STEP)]
    ranks = [whole(cell[:4]) for cell in cells]
    if all(rank is not None or not cell.strip(" ") for rank, cell in zip(ranks, cells, strict=True)) and not any(
        cell[4:].strip(" ") for cell in cells
    ):
        return tuple(rank for rank in ranks if rank)
    notes.add("ranks-columns", "warning", line, column)
    words = tail.split()
    for word in words:
        if whole(word) is None:
            notes.add("rank-listed-unreadable", "warning", line, column + tail.find(word), text=word)
    return tuple(rank for word in words if (rank := whole(word)) and rank <= 9999)
