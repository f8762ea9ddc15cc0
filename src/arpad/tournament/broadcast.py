"""Games of an event for a broadcast: a PGN that grows with the results, and the list of names that goes with it.

Everything is made from the public view of an event, so nothing is in it that a page does not show: no draft, and no
result before its time.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from textwrap import fill

from arpad.domain.event import ControlPeriod, TimeControl
from arpad.inputs.times import try_time_control
from arpad.tournament.acts.checks import round_at
from arpad.tournament.knockout import stages_of
from arpad.tournament.public import PublicState
from arpad.tournament.results import FORFEITS, usual_points
from arpad.tournament.state import Entry, EventBoard
from arpad.tournament.times import A_DAY, scheduled_instant

# The PGN. `Round` is the round and the board (3.12): lichess filters by what stands before the point.

PGN_RESULTS = {(2, 0): "1-0", (1, 1): "1/2-1/2", (0, 2): "0-1"}
"""The results that PGN knows, by half points."""
OPEN = "*"
NOT_KNOWN, NO_DAY = "?", "????.??.??"
"""What the seven first tags have if nobody knows it; they are always there."""
FIDE_ID = re.compile(r"[1-9]\d{3,9}")
CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


DELAY = dt.timedelta(minutes=15)
LINE = 80


def shown_moves(view: PublicState, number: int, board: EventBoard, now: dt.datetime) -> str:
    """Return the moves of a game that everybody may see at a moment: the rules may withhold them for a while, or until
    the round is over."""
    when = view.event_rules.moves
    if when == "after-round" and not view.rounds[number].complete:
        return ""
    given = [
        moves.text for moves in board.moves
        if when != "15-minutes" or dt.datetime.fromisoformat(moves.at) + DELAY <= now
    ]  # fmt: skip
    return given[-1] if given else ""


def moves_seen(view: PublicState, now: dt.datetime) -> int:
    """Return how often the moves that everybody may see have changed only because time went by."""
    if view.event_rules.moves != "15-minutes":
        return 0
    given = (moves for one in view.rounds.values() for board in one.games for moves in board.moves)
    return sum(dt.datetime.fromisoformat(moves.at) + DELAY <= now for moves in given)


def games_pgn(view: PublicState, now: dt.datetime, number: int | None = None) -> str:
    """Return the games of a published round, or of all of them, in the order of rounds and boards. A bye is no game."""
    rounds = sorted(view.rounds) if number is None else [round_at(view, number).number]
    return "".join(game for one in rounds for game in round_games(view, one, now))


def round_games(view: PublicState, number: int, now: dt.datetime) -> Iterator[str]:
    """Yield the games of a published round, each as PGN. A seat that nobody has is no game."""
    for board in view.rounds[number].games:
        white, black = (view.entries.get(entry) for entry in board.seats)
        if white is not None and black is not None:
            yield _game(view, number, board, white, black, shown_moves(view, number, board, now))


def _game(view: PublicState, number: int, board: EventBoard, white: Entry, black: Entry, moves: str) -> str:
    rules = view.event_rules
    result, remark = _result(board)
    tags = {
        "Event": rules.name or NOT_KNOWN,
        "Site": rules.city or NOT_KNOWN,
        "Date": _day(view, number),
        "Round": f"{number}.{board.number}",
        "White": white.name,
        "Black": black.name,
        "Result": result,
        "Board": str(board.number),
        "WhiteTitle": white.title,
        "BlackTitle": black.title,
        "WhiteElo": _rating(white),
        "BlackElo": _rating(black),
        "WhiteFideId": fide_id(white),
        "BlackFideId": fide_id(black),
        "WhiteTeam": _team(view, white),
        "BlackTeam": _team(view, black),
        "TimeControl": _time_control(view, board),
        "EventDate": "" if rules.start is None else f"{rules.start:%Y.%m.%d}",
        "Termination": "unplayed" if board.result in FORFEITS else "",
    }
    lines = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items() if value)
    played = " ".join(part for part in (moves, remark.strip(), result) if part)
    return f"{lines}\n{fill(played, LINE, break_long_words=False, break_on_hyphens=False)}\n\n"


def _result(board: EventBoard) -> tuple[str, str]:
    """The result of a board in PGN, and the score as a comment if PGN has no word for it: a game that both forfeit, and
    scores that the arbiter gives to each side by itself."""
    if board.result is None or board.result == OPEN:
        return OPEN, ""
    white, black = usual_points(board.result)
    known = PGN_RESULTS.get((int(2 * white), int(2 * black)))
    return (known, "") if known else (OPEN, f"{{{white}-{black}}} ")


def _day(view: PublicState, number: int) -> str:
    """The day of a round: that of the timetable, or of an event of one day."""
    rules = view.event_rules
    start = next((row.get("start", "") for row in rules.schedule if row["round"] == str(number)), "")
    if start:
        return start[:A_DAY].replace("-", ".")
    return f"{rules.start:%Y.%m.%d}" if rules.start is not None and rules.start == rules.end else NO_DAY


def _rating(player: Entry) -> str:
    """The FIDE rating of a player, or the one that counts in the event; nothing for an unrated player."""
    return str(player.ratings.get("fide") or player.rating or "")


def fide_id(player: Entry) -> str:
    """Return the id of a player if it can be one of FIDE, which has digits alone."""
    return player.id if FIDE_ID.fullmatch(player.id) else ""


def _team(view: PublicState, player: Entry) -> str:
    team = None if player.team is None else view.teams.get(player.team)
    return "" if team is None or not view.event_rules.team else team.name


def _time_control(view: PublicState, board: EventBoard) -> str:
    """The time control of a game as PGN writes it; nothing if the text of the rules cannot be read."""
    rules = view.event_rules
    written = rules.time_control
    if rules.system == "knockout" and board.stage:
        written = next((stage.time_control for stage in stages_of(view) if stage.name == board.stage), written)
    control = try_time_control(written) if written else None
    return "" if control is None else pgn_time_control(control)


def pgn_time_control(control: TimeControl) -> str:
    """Return a time control in the seconds of PGN: `3600+30`, several periods `40/5400+30:1800+30`. Nothing if it has a
    period that PGN cannot express."""
    periods = [_period(*one) for one in zip(control.periods, control.increments, strict=True)]
    return ":".join(periods) if all(periods) else ""


def _period(period: ControlPeriod, increment: Fraction | None) -> str:
    seconds = period.minutes * 60
    if increment is None or seconds.denominator > 1 or increment.denominator > 1:
        return ""
    moves = f"{period.moves}/" if period.moves else ""
    return f"{moves}{seconds}" + (f"+{increment}" if increment else "")


def _quoted(value: str) -> str:
    return CONTROL.sub(" ", value).replace("\\", "\\\\").replace('"', '\\"')


# The replacements of a broadcast: what the site that shows the games shall know of each name, one line a player.


def replacements(view: PublicState) -> tuple[str, ...]:
    """Return the list of replacements in the order of names: `name / FIDE ID`; for a player without one
    `name / rating / title / new name`, as far as something is known. A name that two players have gets no line: it
    would change both."""
    players = sorted(view.entries.values(), key=lambda player: (player.name.casefold(), player.entry))
    names = [_plain(player.name).casefold() for player in players]
    return tuple(_lines(player for player, name in zip(players, names, strict=True) if names.count(name) == 1))


def team_replacements(view: PublicState) -> tuple[str, ...]:
    """Return the players of each team, `team ; FIDE ID or name`, in the order of the teams and of their lists."""
    if not view.event_rules.team:
        return ()
    return tuple(
        f"{_plain(team.name, ';')} ; {fide_id(view.entries[entry]) or _plain(view.entries[entry].name, ';')}"
        for _, team in sorted(view.teams.items())
        for entry in team.players
        if entry in view.entries
    )


def _lines(players: Iterable[Entry]) -> Iterator[str]:
    for player in players:
        name, rating = _plain(player.name), _rating(player)
        if fide_id(player):
            yield f"{name} / {fide_id(player)}"
        elif rating or player.title:
            yield f"{name} / {rating} / {player.title} / {name}"


def _plain(name: str, separator: str = "/") -> str:
    """A name without the sign that separates the parts of a line."""
    return " ".join(CONTROL.sub(" ", name).replace(separator, " ").split())


# What lichess takes when games are pushed to it: the fields of the forms that make a broadcast and a round of it, and
# the games in parts. Descriptions of its API name the fields and their limits.

GAMES_OF_ROUND = 100
"""Games that one round of lichess takes; the others go to further rounds."""
NAME_LENGTHS = 3, 80
MOST_TIE_BREAKS = 5
TIE_BREAKS_THERE = (
    "AOB", "APPO", "APRO", "ARO", "BH", "BH-C1", "BH-C2", "BH-M1", "BH-M2", "BPG", "BWG", "DE", "FB", "KS", "PS", "PTP",
    "SB", "TPR", "WON",
)  # fmt: skip
Form = tuple[tuple[str, str], ...]


def round_parts(view: PublicState, number: int, now: dt.datetime) -> list[str]:
    """Return the games of a round as PGN, in parts that lichess takes."""
    games = list(round_games(view, number, now))
    return ["".join(games[at : at + GAMES_OF_ROUND]) for at in range(0, len(games), GAMES_OF_ROUND)]


def tournament_form(view: PublicState) -> Form:
    """Return the form that makes the broadcast of an event."""
    rules = view.event_rules
    players = sorted(view.entries.values(), key=lambda player: -(player.rating or 0))[:4]
    tie_breaks = [name for name in rules.tie_breaks if name in TIE_BREAKS_THERE][:MOST_TIE_BREAKS]
    fields = {
        "name": _fitting(rules.name),
        "info.format": f"{rules.rounds}-round {'Swiss' if rules.swiss else rules.system}",
        "info.location": rules.city,
        "info.tc": rules.time_control,
        "info.players": ", ".join(player.name.replace(",", "") for player in players),
        "showScores": "true",
        "teamTable": "true" if rules.team else "false",
    }
    named = tuple((name, value[: NAME_LENGTHS[1]]) for name, value in fields.items() if value)
    return (*named, *(("tiebreaks[]", name) for name in tie_breaks))


def round_form(view: PublicState, number: int, part: int, parts: int) -> Form:
    """Return the form that makes a round of the broadcast. It has no source, so that games can be pushed to it."""
    instant = scheduled_instant(view.event_rules, number)
    name = f"Round {number}" if parts == 1 else f"Round {number}, part {part}"
    begins = () if instant is None else (("startsAt", str(int(instant.timestamp()) * 1000)),)
    return (("name", name), *begins)


def _fitting(name: str) -> str:
    least, most = NAME_LENGTHS
    return name[:most] if len(name) >= least else f"{name} open"
