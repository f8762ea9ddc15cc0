"""An event made in memory, written as TRF16 or TRF26 (UTF-8, LF)."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Literal

from arpad.domain import Event, Player, RoundResult, Team
from arpad.locale import ArpadError
from arpad.locale.formats import exact
from arpad.reports.time_control import as_222
from arpad.reports.trf_rounds import FIRST_COLUMN

TrfVersion = Literal["trf16", "trf26"]
SYMBOLS = (("W", "1"), ("D", "="), ("L", "0"), ("A", "Z"), ("P", "U"), ("X", "X"))
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


def event_to_trf(event: Event, version: TrfVersion) -> bytes:
    """The event as a file. A text too long for its columns is cut; a number that does not fit is refused."""
    lines = [*_head(event, version), *(player_line(player) for player in event.players), *_teams(event, version)]
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def points_text(points: Fraction | None, width: int = 4) -> str:
    """Write 11.5, right-aligned; blank if there are none."""
    if points is None:
        return " " * width
    value = exact(points)
    text = "" if value is None else f"{value:.1f}" if value == value.quantize(1) else f"{value:f}"
    if not text or len(text) > width:
        raise ArpadError("report-points-width", points=points, width=width)
    return text.rjust(width)


def _head(event: Event, version: TrfVersion) -> Iterator[str]:
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
    yield from _rounds_and_points(event, version)


def _rounds_and_points(event: Event, version: TrfVersion) -> Iterator[str]:
    if version == "trf16":
        if event.rounds:
            yield f"XXR {event.rounds}"
        if event.scoring:
            yield xxs_line(event.scoring)
        return
    if event.rounds:
        yield f"142 {event.rounds}"
    if event.scoring:
        yield line_162(event.scoring)
    if event.type_code:
        yield f"192 {event.type_code}"
    if encoded := as_222(event.time_control):
        yield f"222 {encoded}"


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
    pairs = [f"{symbol}{points_text(scoring[code])}" for symbol, code in SYMBOLS if code in scoring]
    return "162  " + "    ".join(pairs)


def player_line(player: Player) -> str:
    """A 001 record."""
    rounds = {round_.round: round_ for round_ in player.rounds}
    born = f"{player.birthday:%Y/%m/%d}" if player.birthday else f"{player.born}/00/00" if player.born else ""
    line = (
        f"001 {_number(player.rank, 4)} {(player.sex or ' ').replace('f', 'w')}{player.title:>3.3} "
        f"{_cut(player.name, 33):<33} {_number(player.rating, 4)} {_cut(player.federation, 3):<3} {_id(player.id)} "
        f"{born:<10} {points_text(player.points)} {_number(player.final_rank, 4)}"
    )
    cells = (_round(rounds.get(number)) for number in range(1, max(rounds, default=0) + 1))
    return "".join((line, *cells)).rstrip(" ")


def _round(round_: RoundResult | None) -> str:
    if round_ is None:
        return " " * 10
    if round_.opponent is None:
        return f"  0000 {round_.colour or '-'} {round_.result or ' '}"
    return f"  {_number(round_.opponent, 4)} {round_.colour or '-'} {round_.result or ' '}"


def _teams(event: Event, version: TrfVersion) -> Iterator[str]:
    for number, team in enumerate(event.teams, 1):
        yield team_013(team) if version == "trf16" else team_310(team, number)


def team_013(team: Team) -> str:
    return f"013 {_cut(team.name, 32):<32}{ranks_text(team.players)}"


def team_310(team: Team, number: int) -> str:
    own = team.number if team.number is not None else number
    details = (
        f" {_cut(team.nickname, 5):<5} {_number(team.strength, 6)} {points_text(team.match_points, 6)} "
        f"{points_text(team.game_points, 6)} {_number(team.rank, 3)}  "
    )
    return f"310 {_number(own, 3)} {_cut(team.name, 32):<32}{details}{ranks_text(team.players)}"


def ranks_text(ranks: Iterable[int]) -> str:
    """Starting ranks of four columns each, a blank between them."""
    return " ".join(_number(rank, 4) for rank in ranks)


def _number(value: int | None, width: int) -> str:
    text = "" if value is None else str(value)
    if len(text) > width:
        raise ArpadError("report-number-width", number=text, width=width)
    return text.rjust(width)


def _id(text: str) -> str:
    if len(text) > 11:
        raise ArpadError("report-number-width", number=text, width=11)
    return text.rjust(11)


def _cut(text: str, width: int) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()[:width].rstrip()
