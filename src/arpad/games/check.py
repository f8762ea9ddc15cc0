"""Check a PGN file game by game and against a tournament report (B.01 1.9.1); Chess960 positions."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from arpad.documents.document import Document, shows
from arpad.documents.findings import ShownFindings
from arpad.domain.event import Event, Game, Player, System
from arpad.domain.findings import Finding, gravest_first
from arpad.domain.values import fold
from arpad.games.pgn import NOTATIONS, PIECES, RESULT_TEXTS, read_pgn
from arpad.games.record import GameRecord, check_ending, record_of
from arpad.i18n import ArpadError, Language
from arpad.regulations.title_editions import title_edition_for
from arpad.titles.model import EventFacts
from arpad.titles.norms import find_all

# The games of a PGN file against a tournament report: missing, extra, twice, colours, results (B.01 1.9.1). A game is
# found by its round and its players: by the FIDE ID, or by the name, whichever way round it is written.

Duty = Literal["all", "norm players"]
ROUND_ROBINS = ("round-robin", "double-round-robin", "match", "scheveningen")
SCORES = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
Key = tuple[int, int, int]
"""A game of a report: its round and the starting ranks, the lower one first."""
DATE = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")


class MissingGame(Document, frozen=True):
    """A game of a report that the file does not have."""

    round: int
    white: int
    black: int


class ComparedGames(Document, frozen=True):
    """What a file of games has of a report."""

    shown = shows("played", "found", "missing", "findings")
    played: int
    found: int
    missing: tuple[MissingGame, ...]
    findings: ShownFindings
    duty: Duty

    @property
    def complete(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)

    def answer(self, language: Language) -> dict[str, Any]:
        """Return what an answer says of the report, and whether the duty to send games is done."""
        return {"report": self.document(language), "complete": {"duty": self.duty, "ok": self.complete}}


def duty_of(system: str, *, hybrid: bool = False) -> Duty:
    """B.01 1.9.1: Swiss and team events send the games of players with norms, all others every game; hybrid events
    too."""
    return "all" if hybrid or system in ROUND_ROBINS else "norm players"


class _Roster:
    """The players of a report, by ID and by the words of their names."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.by_id: dict[str, int] = {}
        self.by_name: dict[frozenset[str], int | None] = {}
        for player in players:
            if player.id:
                self.by_id[player.id] = player.rank
            words = frozenset(fold(player.name).split())
            self.by_name[words] = None if words in self.by_name else player.rank

    def find(self, record: GameRecord, side: str) -> int | None:
        """The starting rank of a player of a game."""
        number = record.tags.get(f"{side}FideId", "").strip()
        if number in self.by_id:
            return self.by_id[number]
        return self.by_name.get(frozenset(fold(record.tags.get(side, "")).split()))


class ReportComparison:
    """Games of a file, taken one after the other, beside the games of a report."""

    def __init__(self, event: Event, duty: Duty = "all", norm_players: frozenset[int] = frozenset()) -> None:
        self.event, self.duty, self.norm_players = event, duty, norm_players
        self._roster = _Roster(event.players)
        self._games = {_key_of(game.round, game.white, game.black): game for game in event.games()}
        self._taken: dict[Key, int] = {}

    def take(self, record: GameRecord) -> Iterator[Finding]:
        """Find a game in the report, and tell what differs."""
        ranks = self._roster.find(record, "White"), self._roster.find(record, "Black")
        key = _key(record, ranks, self._games, self._taken)
        if key is None:
            sides = zip(("White", "Black"), ranks, strict=True)
            strangers = [record.tags.get(side, "?") for side, rank in sides if rank is None]
            both = f"{record.tags.get('White', '?')} – {record.tags.get('Black', '?')}"
            yield _about(record, "games-extra", "error", players=", ".join(strangers) or both)
        elif key in self._taken:
            yield _about(record, "games-twice", "error", first=self._taken[key])
        else:
            self._taken[key] = record.nr
            game = self._games[key]
            yield from _same(self.event, record, game, swapped=game.white != ranks[0])

    def finish(self) -> ComparedGames:
        """What is missing when all games of the file have been taken."""
        played = [(key, game) for key, game in self._games.items() if game.played]
        missing = [game for key, game in played if key not in self._taken]
        return ComparedGames(
            len(played),
            len(played) - len(missing),
            tuple(MissingGame(game.round, game.white, game.black) for game in missing),
            tuple(_missing(self.event, game, self.duty, self.norm_players) for game in missing),
            self.duty,
        )


def _key_of(number: int, one: int, other: int) -> Key:
    return number, min(one, other), max(one, other)


def _key(
    record: GameRecord,
    ranks: tuple[int | None, int | None],
    games: dict[Key, Game],
    taken: dict[Key, int],
) -> Key | None:
    """The game of the report: in the round of the tag; without a round, the first that is not yet found."""
    if ranks[0] is None or ranks[1] is None:
        return None
    pair = _key_of(0, ranks[0], ranks[1])[1:]
    possible = [key for key in games if key[1:] == pair and record.round in (None, key[0])]
    return next((key for key in possible if key not in taken), possible[0] if possible else None)


def _same(event: Event, record: GameRecord, game: Game, *, swapped: bool) -> Iterator[Finding]:
    """What differs between a game of the file and the same game of the report."""
    if game.forfeit:
        if record.moves or not record.legal:
            yield _about(record, "games-forfeit-with-moves", "warning")
        return
    names = _names(event, game)
    if swapped:
        yield _about(record, "games-colours", "error", **names)
    score = SCORES.get(record.result)
    if score is not None and swapped:
        score = 2 - score
    if game.score is not None and score != game.score:
        yield _about(
            record, "games-result", "error", **names, result=record.result or "–", report=RESULT_TEXTS[game.score]
        )
    if game.played and not record.moves and record.legal:
        yield _about(record, "games-no-moves", "warning", **names)
    yield from _date(event, record)
    yield from _ratings(event, record, game, swapped=swapped)


def _date(event: Event, record: GameRecord) -> Iterator[Finding]:
    match = DATE.fullmatch(record.tags.get("Date", ""))
    if match is None:
        return
    try:
        day = dt.date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return
    if (event.start and day < event.start) or (event.end and day > event.end):
        yield _about(record, "games-date", "warning", date=day)


def _ratings(event: Event, record: GameRecord, game: Game, *, swapped: bool) -> Iterator[Finding]:
    ranks = (game.black, game.white) if swapped else (game.white, game.black)
    for side, rank in zip(("White", "Black"), ranks, strict=True):
        written, player = record.tags.get(f"{side}Elo", ""), event.player(rank)
        if player is not None and player.rating and written.isdecimal() and int(written) not in (0, player.rating):
            yield _about(record, "games-rating", "info", name=player.name, rating=int(written), report=player.rating)


def _missing(event: Event, game: Game, duty: Duty, norm_players: frozenset[int]) -> Finding:
    wanted = duty == "all" or bool({game.white, game.black} & norm_players)
    values = {"round": game.round, **_names(event, game)}
    return Finding("games-missing", "error" if wanted else "info", "1.9.1", round=game.round, values=values)


def _names(event: Event, game: Game) -> dict[str, object]:
    players = [event.player(rank) for rank in (game.white, game.black)]
    white, black = (player.name if player is not None else "?" for player in players)
    return {"white": white, "black": black}


def _about(record: GameRecord, code: str, severity: Literal["error", "warning", "info"], **values: object) -> Finding:
    return Finding(code, severity, "1.9.1", record.line, round=record.round, values={"game": record.nr, **values})


# A whole file of games checked: each game by itself, and all of them against the report of the event.


def comparison(event: Event, system: System, *, hybrid: bool = False) -> ReportComparison:
    """A report to compare games with, and the players whose games have to be sent (B.01 1.9.1)."""
    duty = duty_of(system, hybrid=hybrid)
    makers: frozenset[int] = frozenset()
    if duty == "norm players" and event.start is not None:
        candidates = find_all(event, title_edition_for(event.start), EventFacts())
        makers = frozenset(
            candidate.player for candidate in candidates if any(norm.achieved for norm in candidate.norms)
        )
    return ReportComparison(event, duty, makers)


@dataclass(frozen=True, slots=True)
class CheckedGames:
    """A file of games: how many, what was found, the gravest first, and what the report has besides."""

    games: int
    findings: tuple[Finding, ...]
    compared: ComparedGames


def check_games(name: str, lines: Iterable[bytes], beside: ReportComparison, most: int) -> CheckedGames:
    """Check a file of at most so many games against a report."""
    found: list[Finding] = []
    count = 0
    for written in read_pgn(name, lines):
        count += 1
        if count > most:
            raise ArpadError("web-games-many", most=most)
        record = record_of(written)
        found += (*record.findings, *check_ending(record), *beside.take(record))
    compared = beside.finish()
    return CheckedGames(count, tuple(gravest_first([*found, *compared.findings])), compared)


# Guidelines II: the 960 starting positions by their numbers.

COUNT = 960
CLASSIC = 518


class Chess960Position(Document, frozen=True):
    """A starting position: its number, and the men of the first rank from a to h in English letters."""

    shown = shows("number", "english", "spanish", "fen")
    number: int
    english: str

    @property
    def spanish(self) -> str:
        """The row in Spanish letters."""
        return "".join(NOTATIONS["es"][PIECES.index(piece)] for piece in self.english)

    @property
    def fen(self) -> str:
        """The position with White to move, the castling rights by the files of the rooks."""
        files = "".join("ABCDEFGH"[at] for at, piece in enumerate(self.english) if piece == "R")[::-1]
        rights = "KQkq" if self.number == CLASSIC else files + files.lower()
        return f"{self.english.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{self.english} w {rights} - 0 1"


def chess960_position(number: int) -> Chess960Position:
    """Build a position from its number, as the usual list of positions counts: the number gives the light bishop, the
    dark bishop, the queen and the knights; rook, king and rook fill the rest."""
    if not 0 <= number < COUNT:
        raise ArpadError("chess960-number", number=number, most=COUNT - 1)
    row = [""] * 8
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row[2 * light + 1] = "B"
    row[2 * dark] = "B"
    row[_free(row)[queen]] = "Q"
    free = _free(row)
    for place in list(combinations(range(5), 2))[knights]:
        row[free[place]] = "N"
    for place, piece in zip(_free(row), "RKR", strict=True):
        row[place] = piece
    return Chess960Position(number, "".join(row))


def _free(row: list[str]) -> list[int]:
    return [at for at, piece in enumerate(row) if not piece]
