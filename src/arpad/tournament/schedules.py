"""Round robins, matches and team tables with all rounds known in advance; pairing numbers and tables.

The order of the players follows C.04.2.B; withdrawals from a round robin follow C.05 6.6.
"""

import random
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from arpad.domain.values import sha256_of
from arpad.i18n import ArpadError
from arpad.pairing.round_robin_tables import Draw, VarmaEntrant, berger, draw_lots, varma
from arpad.pairing.state import title_order
from arpad.pairing.team_tables import hilton, match, scheveningen, schiller, skalitzka
from arpad.tournament.kinds.boards import ResultsSet
from arpad.tournament.kinds.event import EventChanged
from arpad.tournament.kinds.rounds import RoundDrawn
from arpad.tournament.log import LogChange
from arpad.tournament.results import ADJOURNED, FORFEITS, is_final, usual_points
from arpad.tournament.rules import EventRules
from arpad.tournament.state import Entry, EventBoard, EventState

# Matches (Arbiters' Manual IV 6.1): decided as soon as one has more than half of all games.


def score_after(state: EventState, number: int) -> dict[int, Fraction]:
    """Return the score of both players after a game."""
    score = dict.fromkeys(state.numbers, Fraction(0))
    for board in (board for past, event_round in state.rounds.items() if past <= number for board in event_round.games):
        for entry, points in zip(board.seats, usual_points(board.result), strict=True):
            score[entry] += points
    return score


def decided_after(state: EventState) -> int | None:
    """Return the game that decided a match, None while it is open."""
    games = state.event_rules.rounds
    for number in sorted(state.rounds):
        if any(not is_final(board.result) for board in state.rounds[number].games):
            return None
        if any(2 * points > games for points in score_after(state, number).values()):
            return number
    return None


def after_decision(state: EventState) -> tuple[int, ...]:
    """Return the games that were played although the match was decided: they are not rated, unless that was asked for
    before."""
    return tuple(
        number
        for number in not_expected(state)
        if any(board.result is not None for board in state.rounds[number].games)
    )


def not_expected(state: EventState) -> tuple[int, ...]:
    """Return the games of a decided match that need not be played."""
    last = decided_after(state) if state.event_rules.system == "match" else None
    return () if last is None else tuple(number for number in sorted(state.rounds) if number > last)


# C.04.2.B: the order of the players, and their pairing numbers.

Key = tuple[object, ...]
NAMES_KEPT = 5000
"""Names that are kept as they are compared: lists by name are made again and again."""
BY_RATING_AND_TITLE = (0, 1)
"""FEDA 1.21, 1.22: titles part players with equal FIDE ratings, or equal national ones."""


def ordered(entries: Iterable[Entry], rules: EventRules, seed: int | None = None) -> list[Entry]:
    """Return players in the order of the rules: strength, title, and last the name, the lot or the order of entry."""
    return sorted(entries, key=lambda player: place_of(player, rules, seed))


def place_of(player: Entry, rules: EventRules, seed: int | None = None) -> Key:
    """Return what the place of a player in the order depends on."""
    if rules.order == "given":
        return (player.entry,)
    strong = strength(player, rules.order)
    titled = rules.order != "feda" or strong[0] in BY_RATING_AND_TITLE
    return (*strong, title_order(player.title) if titled else 0, *_last(player, rules.order_last, seed))


def strength(player: Entry, order: str) -> Key:
    """Return the strength of a player under an order, the strongest first.

    FIDE: the rating that counts. National, or one before the other (fidon, nidof), or the higher or the lower of both
    (hbfn, lbfn). FEDA 1.2: all with a FIDE rating, then all with a national one, then other ratings.
    """
    fide, national, other = (player.ratings.get(name, 0) for name in ("fide", "national", "other"))
    fide = fide or (0 if player.ratings else player.rating)
    if order == "feda":
        place = 0 if fide else 1 if national else 2 if other else 3
        return place, -(fide or national or other)
    by_order = {
        "fide": player.rating,
        "national": national or (0 if player.ratings else player.rating),
        "fidon": fide or national,
        "nidof": national or fide,
        "hbfn": max(fide, national),
        "lbfn": min(fide, national) if fide and national else max(fide, national),
    }
    return (-by_order[order],)


def _last(player: Entry, criterion: str, seed: int | None) -> Key:
    """C.04.2.B.2c: the name without marks and case, or what the rules say instead. A player keeps the lot that was
    drawn, no matter who comes later."""
    if criterion == "lot":
        return sha256_of(f"{seed} {player.entry}"), player.entry
    if criterion == "given":
        return (player.entry,)
    return plain_name(player.name), player.name, player.entry


def inserted(state: EventState, player: Entry) -> list[int]:
    """C.04.2.C.3: the numbers with a late entry among them, before the first who is weaker; the others keep their
    order."""
    own = place_of(player, state.event_rules, state.seed)
    numbers = list(state.numbers)
    weaker: Sequence[int] = [
        at for at, entry in enumerate(numbers) if place_of(state.entries[entry], state.event_rules, state.seed) > own
    ]
    numbers.insert(weaker[0] if weaker else len(numbers), player.entry)
    return numbers


@lru_cache(NAMES_KEPT)
def plain_name(name: str) -> str:
    """A name without marks and case: ñ as n, Á as a."""
    if name.isascii():
        return name.casefold()
    apart = unicodedata.normalize("NFD", name)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


# Withdrawal from a round robin (C.05 6.6): the games still open go to the opponents. Whether the results of the player
# count is up to the standings (`arpad.standings.model`).


def forfeits_of(state: EventState, entry: int, first: int) -> list[LogChange]:
    """Return the lines that give the games still open to the opponents of a player who leaves. If the opponent has left
    too, both lose in the rounds from the `first` one on that the player misses."""
    others = {entry for entry in state.numbers if state.entries[entry].gone}
    changes = []
    for number in sorted(state.rounds):
        gone = {*(others if number >= first else ()), entry}
        results = [
            [board.number, result]
            for board in state.rounds[number].games
            if entry in board.seats and (result := _forfeit(board, gone)) != board.result
        ]
        if results:
            changes.append(ResultsSet.change({"round": number, "results": results, "reason": "withdrawn"}))
    return changes


def _forfeit(board: EventBoard, gone: set[int]) -> str | None:
    """The result of a board of somebody who left: as it was, if it has one. Both lose if both have left, and the game
    was not played."""
    if {board.white, board.black} <= gone:
        return board.result if board.result not in (None, *FORFEITS, ADJOURNED) else "-/-"
    if is_final(board.result):
        return board.result
    return "-/+" if board.white in gone else "+/-"


# Round robins, team tables and matches: all rounds are known when the list is closed (chapter IV of the manual).

BY_SIDES = ("scheveningen", "schiller", "skalitzka", "hilton")
"""Systems in which the players of a club are a side, and meet those of the others."""
PLAYERS_OF_A_MATCH = 2
TEAM_TABLES = ("berger", "double-berger")
"""Tables that teams may be paired by."""


def table_numbers(state: EventState, seed: int | None) -> list[int]:
    """Return the entries in the order of the table: as given, side by side, or by lot; by federations if Varma's tables
    keep compatriots apart."""
    rules = state.event_rules
    players = state.accepted
    if rules.system in BY_SIDES:
        return [player.entry for side in sides(players) for player in side]
    if rules.order == "given":
        return [player.entry for player in players]
    if seed is None:
        raise ArpadError("event-lot-numbers")
    if rules.system == "varma":
        lots = draw_lots([VarmaEntrant(player.federation, str(player.entry)) for player in players], seed)
        return [int(lot.entrant.name) for lot in lots]
    numbers = [player.entry for player in players]
    random.Random(seed).shuffle(numbers)
    return numbers


def sides(players: list[Entry]) -> list[list[Entry]]:
    """Return the players club by club, in the order of entry. All clubs have as many players."""
    found: dict[str, list[Entry]] = {}
    for player in players:
        found.setdefault(player.club, []).append(player)
    if len({len(side) for side in found.values()}) != 1:
        raise ArpadError("event-sides", sides=", ".join(f"{club or '–'} {len(side)}" for club, side in found.items()))
    return list(found.values())


def schedule(state: EventState) -> Draw:
    """Return the whole table of an event whose list is closed: of its players, or of its teams."""
    rules = state.event_rules
    if rules.team and rules.system not in TEAM_TABLES:
        raise ArpadError("event-team-table", system=rules.system)
    size = 0
    if rules.system in BY_SIDES:
        size = len(sides([state.entries[entry] for entry in state.numbers])[0])
    _check_count(rules.system, len(state.sides), size)
    return _table(rules, len(state.sides), size)


def _check_count(system: str, players: int, size: int) -> None:
    """Refuse a number of players, or of sides of a size, for which a system has no table."""
    if system == "match" and players != PLAYERS_OF_A_MATCH:
        raise ArpadError("event-match-players", count=players)
    wanted = {"scheveningen": 2, "skalitzka": 3, "hilton": size + 1}.get(system)
    if wanted is not None and players != wanted * size:
        raise ArpadError("event-sides-count", found=players // size, wanted=wanted)


def _table(rules: EventRules, players: int, size: int) -> Draw:
    tables: dict[str, Callable[[], Draw]] = {
        "berger": lambda: berger(players),
        "double-berger": lambda: berger(players, double=True, swap=rules.swap),  # type: ignore[arg-type]
        "varma": lambda: varma(players),
        "match": lambda: match(rules.rounds),
        "scheveningen": lambda: scheveningen(size),
        "schiller": lambda: schiller(players // size, size),
        "skalitzka": lambda: skalitzka(size),
        "hilton": lambda: hilton(size + 1),
    }
    return tables[rules.system]()


def table_rounds(state: EventState) -> list[LogChange]:
    """Return the lines that draw all rounds of a table: boards of players, or matches of teams."""
    table = schedule(state)
    side_of = dict(zip(table.players, state.sides, strict=True))
    lines = rounds_given(state, len(table.rounds))
    for number, draw_round in enumerate(table.rounds, 1):
        pairs = [
            [place, side_of[pairing.white], side_of[pairing.black]]
            for place, pairing in enumerate(draw_round.pairings, 1)
        ]
        drawn = {
            "round": number,
            **({"boards": [], "matches": pairs} if state.event_rules.team else {"boards": pairs}),
            "bye": None,
            "absent": [[side_of[side], "Z"] for side in draw_round.byes],
            "numbers": list(state.numbers),
            "engine": state.event_rules.system,
        }
        lines.append(RoundDrawn.change(drawn))
    return lines


def drawn_table(state: EventState) -> dict[int, Mapping[str, Any]]:
    """Return all rounds of a table as they are drawn, by their numbers."""
    return {line.data["round"]: line.data for line in table_rounds(state) if line.kind == RoundDrawn.key}


def rounds_given(state: EventState, rounds: int) -> list[LogChange]:
    """Return the line that gives the rules the number of rounds of a table or a bracket, if they leave it open; refuse
    another number."""
    given = state.event_rules.rounds
    if given not in (0, rounds):
        raise ArpadError("event-table-rounds", said=given, rounds=rounds)
    return [] if given else [EventChanged.change({"rounds": [None, rounds]})]


# At which table each board is played: the boards follow the order of the pairing, the tables are where people sit.


def tables_of(boards: Iterable[EventBoard], fixed: Mapping[int, int], first: int = 1) -> dict[int, int]:
    """Return the table of each board. Players with a fixed table keep it; if both have one, the lower is used and the
    other stays free. All other boards take the free tables in their order."""
    seated = sorted(boards, key=lambda board: board.number)
    if not fixed and all(board.table is None for board in seated):
        return {board.number: table for table, board in enumerate(seated, first)}
    tables: dict[int, int] = {}
    kept: set[int] = set()
    for board in seated:
        own = [board.table] if board.table is not None else []
        own = own or sorted(fixed[entry] for entry in board.seats if entry in fixed)
        if own and own[0] not in tables.values():
            tables[board.number] = own[0]
        kept.update(own)
    free = first
    for board in seated:
        if board.number not in tables:
            while free in kept:
                free += 1
            tables[board.number] = free
            free += 1
    return tables


def round_tables(state: EventState, number: int) -> dict[int, int]:
    """Return the table of each board of a round."""
    fixed = {entry: player.table for entry, player in state.entries.items() if player.table is not None}
    return tables_of(state.rounds[number].games, fixed, state.event_rules.first_table)
