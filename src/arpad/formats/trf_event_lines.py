"""Write an event as TRF16 or TRF26 lines, and add one more round to an existing report."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from arpad.domain.event import Event, Player, RoundResult, Team
from arpad.formats.codes import is_team_event
from arpad.formats.report import Report
from arpad.formats.scores import Scores
from arpad.formats.trf_fields import (
    FIRST_COLUMN,
    OPEN,
    as_222,
    column_of,
    cut_text,
    number_text,
    points_text,
    ranks_text,
)
from arpad.formats.trf_pairing import (
    NO_RECORDS,
    TrfRecords,
    TrfVersion,
    head_26,
    national_line,
    next_round,
    tail,
    team_tail_16,
)
from arpad.formats.trf_teams import line_362, team_tail
from arpad.i18n import ArpadError

# An event made in memory, written as TRF16 or TRF26 (UTF-8, LF).

IN_TRF26 = ("trf26", "swiss-manager")
"""Formats whose lines are those of TRF26."""
OPEN_SIGNS: dict[TrfVersion, str] = {"trf16": " ", "trf26": OPEN}
SYMBOLS = (("W", "1"), ("D", "="), ("L", "0"), ("A", "Z"), ("P", "U"), ("X", "X"))
FORFEITS_APART = (("W", "1"), ("D", "="), ("L", "0"), ("A", "-"), ("Z", "Z"), ("P", "U"), ("X", "X"))
"""The same if a forfeit is not worth as much as an absence: A is about both, Z only about the absence."""
XXS_SYMBOLS = (
    ("W", "1"),
    ("D", "="),
    ("L", "0"),
    ("ZPB", "Z"),
    ("HPB", "H"),
    ("FPB", "F"),
    ("PAB", "U"),
    ("FW", "+"),
    ("FL", "-"),
)


def event_to_trf(event: Event, version: TrfVersion, records: TrfRecords = NO_RECORDS) -> bytes:
    """The event as a file. A text too long for its columns is cut; a number that does not fit is refused."""
    lines = [
        *_head(event, version, records),
        *(player_line(player, OPEN_SIGNS[version]) for player in event.players),
        *_teams(event, version),
        *_tail(event, version, records),
    ]
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def _tail(event: Event, version: TrfVersion, records: TrfRecords) -> Iterator[str]:
    """Everything after the players and the teams."""
    of_teams = team_tail(records.teams, event.team_byes)
    if version == "trf16" and is_team_event(event):
        points = line_362(records.teams.points)
        head = ("192", event.type_code), ("352", event.board_colours), ("362", points)
        records_16 = (f"{code} {text}" for code, text in head if text)
        lists = (team_310(team, number) for number, team in enumerate(event.teams, 1))
        yield from team_tail_16(records, (*records_16, *lists, *of_teams), event.extra_points)
        return
    if version == "trf26":
        yield from of_teams
        yield from _national(event, records)
    yield from tail(records, event.extra_points, {player.rank for player in event.players}, next_round(event), version)


def _national(event: Event, records: TrfRecords) -> Iterator[str]:
    for player in event.players:
        if player.rank in records.national:
            yield national_line(
                event.federation, player_line(player._replace(rounds=())), records.national[player.rank]
            )


def _head(event: Event, version: TrfVersion, records: TrfRecords) -> Iterator[str]:
    texts = [("012", event.name), ("022", event.city), ("032", event.federation)]
    texts += [(code, f"{date:%Y/%m/%d}") for code, date in (("042", event.start), ("052", event.end)) if date]
    texts += [
        ("062", str(len(event.players))), ("072", str(sum(1 for player in event.players if player.rating))),
        ("082", str(len(event.teams)) if event.teams else ""), ("092", event.type), ("102", event.chief_arbiter),
    ]  # fmt: skip
    texts += [("112", deputy) for deputy in event.deputy_arbiters]
    texts += [("122", event.time_control)]
    for code, text in texts:
        if one_line := " ".join(text.split()):
            yield f"{code} {one_line}"
    if any(event.round_dates):
        dates = (f"{date:%y/%m/%d}" if date else " " * 8 for date in event.round_dates)
        yield f"{'132':<{FIRST_COLUMN - 1}}{'  '.join(dates)}".rstrip()
    yield from _rounds_and_points(event, version, records)


def _rounds_and_points(event: Event, version: TrfVersion, records: TrfRecords) -> Iterator[str]:
    if version == "trf16":
        if event.rounds:
            yield f"XXR {event.rounds}"
        if event.scoring:
            yield xxs_line(event.scoring)
        return
    found = dict(head_26(records, event.federation))
    if event.rounds:
        found["142"] = str(event.rounds)
    if event.scoring:
        found["162"] = line_162(event.scoring).removeprefix("162 ")
    if event.type_code:
        found["192"] = event.type_code
    if event.board_colours:
        found["352"] = event.board_colours
    if records.teams.points:
        found["362"] = line_362(records.teams.points)
    if encoded := as_222(event.time_control):
        found["222"] = encoded
    yield from (f"{code} {text}" for code, text in sorted(found.items()))


def xxs_line(scoring: dict[str, Fraction]) -> str:
    """XXS W=3.0 D=1.0 ..., the narrower codes only if they differ from the wider ones before them."""
    words, known = [], dict[str, Fraction]()
    covers = {"W": "1W+F", "D": "=DH", "L": "0L"}
    for symbol, code in XXS_SYMBOLS:
        value = scoring.get(code)
        if value is not None and known.get(code) != value:
            words.append(f"{symbol}={points_text(value).strip()}")
            known.update(dict.fromkeys(covers.get(symbol, code), value))
    return " ".join(("XXS", *words))


def line_162(scoring: dict[str, Fraction]) -> str:
    """162: a symbol and its points every nine columns from column 6. Without P a bye would count as a win there."""
    scoring = {"U": Fraction(1), **scoring}
    apart = scoring.get("-", scoring.get("Z")) != scoring.get("Z")
    symbols = FORFEITS_APART if apart else SYMBOLS
    pairs = [f"{symbol}{points_text(scoring[code])}" for symbol, code in symbols if code in scoring]
    return "162  " + "    ".join(pairs)


def player_line(player: Player, open_sign: str = " ") -> str:
    """A 001 record; `open_sign` stands for the result of a game that is not finished."""
    rounds = {round_.round: round_ for round_ in player.rounds}
    born = f"{player.birthday:%Y/%m/%d}" if player.birthday else f"{player.born}/00/00" if player.born else ""
    line = (
        f"001 {number_text(player.rank, 4)} {(player.sex or ' ').replace('f', 'w')}{player.title:>3.3} "
        f"{cut_text(player.name, 33):<33} {number_text(player.rating, 4)} {cut_text(player.federation, 3):<3} "
        f"{_id(player.id)} {born:<10} {points_text(player.points)} {number_text(player.final_rank, 4)}"
    )
    cells = (_round(rounds.get(number), open_sign) for number in range(1, max(rounds, default=0) + 1))
    return "".join((line, *cells)).rstrip(" ")


def _round(round_: RoundResult | None, open_sign: str) -> str:
    if round_ is None:
        return " " * 10
    if round_.opponent is None:
        return f"  0000 {round_.colour or '-'} {round_.result or ' '}"
    return f"  {number_text(round_.opponent, 4)} {round_.colour or '-'} {round_.result or open_sign}"


def _teams(event: Event, version: TrfVersion) -> Iterator[str]:
    for number, team in enumerate(event.teams, 1):
        yield team_013(team) if version == "trf16" else team_310(team, number)


def team_013(team: Team) -> str:
    return f"013 {cut_text(team.name, 32):<32}{ranks_text(team.players)}"


def team_310(team: Team, number: int) -> str:
    own = team.number if team.number is not None else number
    details = (
        f" {cut_text(team.nickname, 5):<5} {number_text(team.strength, 6)} {points_text(team.match_points, 6)} "
        f"{points_text(team.game_points, 6)} {number_text(team.rank, 3)}  "
    )
    return f"310 {number_text(own, 3)} {cut_text(team.name, 32):<32}{details}{ranks_text(team.players)}"


def _id(text: str) -> str:
    if len(text) > 11:
        raise ArpadError("report-number-width", number=text, width=11)
    return text.rjust(11)


# A report with one more round: its own lines as they are, and the cells of the round in the lines of the players.

POINTS = slice(80, 84)
RESULT = 7
"""Where the result of a round is, counted from the opponent."""
NEXT_ROUND_ONLY = "XXZ"
"""Absent in the next round: once that is paired, the lines of the players say so."""


def with_round(report: Report, number: int, cells: Mapping[int, RoundResult], rounds: int | None = None) -> bytes:
    """Return the bytes of a report with one more round, by starting ranks. Byes are added to the points of their
    players. Records about absences in this round are left out; `rounds` becomes a record if there is none."""
    players = {player.line: player for player in report.event.players}
    scores, passed = Scores(report.event), {bye.line for bye in report.byes if bye.round == number}
    lines = []
    for record in report.records:
        player = players.get(record.line)
        if player is not None and player.rank in cells:
            lines.append(_extended(record.text, report, player, cells[player.rank], scores))
        elif record.code != NEXT_ROUND_ONLY and record.line not in passed:
            lines.append(record.text)
    lines += _announced(report, rounds)
    return report.encoded(tuple(lines))


def _extended(text: str, report: Report, player: Player, cell: RoundResult, scores: Scores) -> str:
    """The line of a player with the round in its columns. What the line says about it already is kept. It reaches the
    column of the result, which is blank in a TRF16: some programs take no shorter round."""
    first = column_of(cell.round) - 1
    end = first + RESULT + 1
    written = text.ljust(end)
    if not written[first:end].strip(" "):
        written = written[:first] + _cell(cell, report) + written[end:]
    before = sum(
        (scores.of_round(player.rank, round_) for round_ in player.rounds if round_.round < cell.round), Fraction(0)
    )
    after = before + scores.of_round(player.rank, cell)
    if player.points == before and after != before:
        written = written[: POINTS.start] + points_text(after) + written[POINTS.stop :]
    return written


def _cell(cell: RoundResult, report: Report) -> str:
    open_sign = OPEN_SIGNS["trf26" if report.format in IN_TRF26 else "trf16"]
    if cell.opponent is None:
        return f"0000 - {cell.result}"
    return f"{number_text(cell.opponent, 4)} {cell.colour} {open_sign}"


def _announced(report: Report, rounds: int | None) -> Iterator[str]:
    if report.pairing.rounds is None and rounds is not None:
        yield f"{'142' if report.format in IN_TRF26 else 'XXR'} {rounds}"
