"""Event papers of tables: pairings, result sheets, player lists, round-robin tables, clock sheets.

Also the notice of corrections (C.04.2.D.8).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from arpad.arbiters.sheets import TOLERANCE, ClockPlan, clock_plan
from arpad.i18n import ArpadError, number
from arpad.inputs.times import try_time_control
from arpad.papers._event_model import (
    BLACK,
    NOBODY,
    WHITE,
    Paper,
    PaperColumn,
    PaperFact,
    PaperTable,
    PaperWords,
    Texts,
    alphabetical,
    by_table,
    column,
    draft_mark,
    fact,
    number_of,
    player_name,
    player_title,
    rating_of,
    result_text,
    round_facts,
    start_text,
    team_of,
    time_control_of,
    without_empty,
)
from arpad.papers._event_teams import (
    boards_of_matches,
    code_text,
    match_score,
    matches_by_name,
    matches_table,
    matches_to_write,
)
from arpad.prizes.rules import Currency
from arpad.standings.reasons import points_text
from arpad.tournament.acts.absences import expected
from arpad.tournament.documents import outside_words, paid_in_all, points_before, side_name
from arpad.tournament.fees import due, money_text, owed
from arpad.tournament.log import LogLine
from arpad.tournament.results import codes
from arpad.tournament.schedules import plain_name, round_tables
from arpad.tournament.standings import standings_after
from arpad.tournament.state import Entry, EventBoard, EventRound, EventState
from arpad.tournament.teams import matches_of
from arpad.tournament.undo import ListedCorrection, corrections_in

# The sheet for clock checks (Arbiters' Manual): both clocks, the moves made, and what they should add up to.

CHECKS = 4
"""How many checks the strip tells the sum for."""
LONG = 15
"""From this many minutes on the checks are five minutes apart, or more."""


def clock_sheet(state: EventState, event_round: EventRound, words: PaperWords) -> Paper:
    """Return the sheet of a round: t1 + t2 − moves × 2 × increment / 60 = 2 × base − minutes gone, ± 2."""
    control = time_control_of(state, next((board.stage for board in event_round.games if board.stage), ""))
    known = try_time_control(control) if control else None
    if known is None:
        raise ArpadError("event-paper-clock", control=control or "–")
    plan = clock_plan(known)
    per_move = number(plan.per_move, words.first)
    columns = (
        column(words, "table", "strong"), column(words, "white", "name"), column(words, "black", "name"),
        PaperColumn((f"{WHITE} min",), "write"), PaperColumn((f"{BLACK} min",), "write"),
        PaperColumn((f"{WHITE} + {BLACK}",), "write"), column(words, "moves", "write"),
        column(words, "clock-check", "write"),
    )  # fmt: skip
    rows = tuple(
        (str(table), player_name(state, board.white), player_name(state, board.black), *[""] * 5)
        for table, board in by_table(state, event_round)
    )
    facts = [
        fact_
        for fact_ in round_facts(state, event_round, words)
        if fact_.name != words.texts("paper.fact.default-time")
    ]
    return Paper(
        words.texts("paper.round-title.clocks", round=event_round.number),
        (*facts, *_sums(plan, words), fact(words, "checked-at", "")),
        (PaperTable(columns, rows, tall=True),),
        (
            *words.texts("paper.clock.law", base=number(plan.base, words.first), minutes=per_move, tolerance=TOLERANCE),
            *(words.texts("paper.clock.first-period", moves=known.periods[0].moves) if known.periods[0].moves else ()),
            *words.texts("paper.clock.why"),
        ),
    )


def _sums(plan: ClockPlan, words: PaperWords) -> list[PaperFact]:
    """Return what the sums should be at some moments after the start."""
    base = plan.base.__floor__()
    step = base // LONG * 5 if base >= LONG else max(1, base // CHECKS)
    times = [step * at for at in range(1, CHECKS + 1) if plan.expected(step * at) > 0]
    return [
        PaperFact(words.texts("paper.clock.after", minutes=gone), number(Fraction(plan.expected(gone)), words.first))
        for gone in times
    ]


# The notice of corrections (C.04.2.D.8): what was corrected, what it touches, and why.


def corrections_notice(
    state: EventState, lines: Sequence[LogLine], words: PaperWords, round_number: int | None = None
) -> Paper:
    """Return what was corrected in a round, or in all of them."""
    corrections = [
        correction
        for correction in corrections_in(lines)
        if round_number in (None, correction.round) and correction.round in state.rounds
    ]
    columns = (
        column(words, "round", "strong"), column(words, "table", "right"), column(words, "white", "name"),
        column(words, "black", "name"), column(words, "was", "center"), column(words, "now", "result"),
        column(words, "effect", "name"), column(words, "reason", "name"),
    )  # fmt: skip
    title = "corrections" if round_number is None else "corrections-of"
    return Paper(
        words.texts(f"paper.round-title.{title}", round=round_number or 0),
        (fact(words, "corrections", str(len(corrections))),),
        (without_empty(PaperTable(columns, tuple(_row(state, correction, words) for correction in corrections))),)
        if corrections
        else (),
        () if corrections else words.texts("paper.no-corrections"),
    )


def _row(state: EventState, change: ListedCorrection, words: PaperWords) -> tuple[str, ...]:
    effect = words.say(f"paper.effect.{change.effect}", next=change.round + 1, after=change.round + 2)
    if change.kind == "penalty":
        who = state.teams[change.team].name if change.team is not None else player_name(state, change.entry or 0)
        reason = words.say("paper.corrected.penalty", reason=change.reason)
        return str(change.round), "", who, "", "", number(change.points, words.first, sign=True), effect, reason
    board = state.rounds[change.round].boards[change.board or 0]
    table = round_tables(state, change.round).get(board.number, board.number)
    names = player_name(state, board.white), player_name(state, board.black)
    results = (
        result_text(change.was, words),
        NOBODY if change.kind == "cleared" else result_text(change.now, words),
    )
    reason = words.say("paper.corrected.colours", reason=change.reason) if change.kind == "colours" else change.reason
    return str(change.round), str(table), *names, *results, effect, reason


# A round to hang up: its pairings by board and by name, and the sheet on which results are written.


def pairings(state: EventState, event_round: EventRound, words: PaperWords, address: str = "") -> Paper:
    """Return the pairings of a round by board, with points before it and the results as far as they are known."""
    tables = (
        (matches_table(state, event_round, words), *boards_of_matches(state, event_round, words))
        if state.event_rules.team
        else (_by_board(state, event_round, words),)
    )
    return _round_paper(state, event_round, words, "pairings", tables, address)


def pairings_by_name(state: EventState, event_round: EventRound, words: PaperWords, address: str = "") -> Paper:
    """Return the pairings of a round by name: each player finds the table, the colour and the opponent."""
    tables = (
        (matches_by_name(state, event_round, words),)
        if state.event_rules.team
        else (_by_name(state, event_round, words),)
    )
    paper = _round_paper(state, event_round, words, "pairings-by-name", tables, address)
    signs = f"{WHITE} {words.say('paper.column.white')} · {BLACK} {words.say('paper.column.black')}"
    return replace(paper, notes=(signs, *_outside(state, words)))


def result_sheet(state: EventState, event_round: EventRound, words: PaperWords) -> Paper:
    """Return the boards of a round with room for the results."""
    tables = (
        matches_to_write(state, event_round, words)
        if state.event_rules.team
        else [_to_write(state, event_round, words)]
    )
    return _round_paper(state, event_round, words, "results", tuple(tables), "")


def _round_paper(
    state: EventState,
    event_round: EventRound,
    words: PaperWords,
    what: str,
    tables: tuple[PaperTable, ...],
    address: str,
) -> Paper:
    return Paper(
        words.texts(f"paper.round-title.{what}", round=event_round.number),
        tuple(round_facts(state, event_round, words)),
        tables,
        (*_not_paired(state, event_round, words), *_outside(state, words)),
        draft_mark(event_round, words),
        f"{address}/t/{state.event_rules.slug}/round/{event_round.number}" if address else "",
    )


class _Seat(NamedTuple):
    """A player at a board: the table, the colour, the opponent."""

    entry: int
    table: int
    sign: str
    opponent: int


def _seats(state: EventState, event_round: EventRound) -> Iterator[_Seat]:
    tables = round_tables(state, event_round.number)
    for board in event_round.games:
        yield _Seat(board.white, tables[board.number], WHITE, board.black)
        yield _Seat(board.black, tables[board.number], BLACK, board.white)


def _by_board(state: EventState, event_round: EventRound, words: PaperWords) -> PaperTable:
    boards = by_table(state, event_round)
    points = {} if state.event_rules.system == "knockout" else points_before(state, event_round.number)
    moved = any(table != board.number for table, board in boards)
    columns = [
        column(words, "board", "quiet"), column(words, "table", "strong"),
        *_side_columns(words, "white"), column(words, "result", "result"), *_side_columns(words, "black"),
    ]  # fmt: skip
    rows = [
        (
            str(board.number) if moved else "",
            str(table),
            *_side(state, board.white, points, words),
            result_text(board.result, words),
            *_side(state, board.black, points, words),
        )
        for table, board in boards
    ]
    return without_empty(PaperTable(tuple(columns), tuple(rows)))


def _side_columns(words: PaperWords, side: str) -> list[PaperColumn]:
    return [
        column(words, "number", "quiet"), PaperColumn((), "left"), column(words, side, "name"),
        column(words, "rating", "right"), column(words, "points", "right"),
    ]  # fmt: skip


def _side(state: EventState, entry: int, points: dict[int, Fraction], words: PaperWords) -> list[str]:
    score = points.get(entry)
    return [
        number_of(state, entry), player_title(state, entry), player_name(state, entry), rating_of(state, entry),
        "" if score is None else points_text(Fraction(score), words.first),
    ]  # fmt: skip


def _by_name(state: EventState, event_round: EventRound, words: PaperWords) -> PaperTable:
    columns = (
        column(words, "name", "name"), column(words, "table", "strong"), PaperColumn((), "center"),
        column(words, "opponent", "name"),
    )  # fmt: skip
    rows = [
        (player_name(state, seat.entry), str(seat.table), seat.sign, player_name(state, seat.opponent))
        for seat in _seats(state, event_round)
    ]
    rows += [(side_name(state, entry), NOBODY, "", why) for entry, why in _left_out(state, event_round, words)]
    ordered = sorted(rows, key=lambda row: (plain_name(row[0]), row[0]))
    return PaperTable(columns, tuple(ordered), across=2)


def _left_out(state: EventState, event_round: EventRound, words: PaperWords) -> list[tuple[int, str]]:
    """Return the players who have no game, and why; those who have left the event are not named."""
    bye = [(event_round.bye, words.say("paper.bye"))] if event_round.bye is not None else []
    absent = [
        (entry, words.say(f"paper.absent.{kind}"))
        for entry, kind in event_round.absent.items()
        if not _has_left(state, entry, event_round.number)
    ]
    return bye + absent


def _has_left(state: EventState, entry: int, number: int) -> bool:
    return (state.teams if state.event_rules.team else state.entries)[entry].out_in(number)


def _outside(state: EventState, words: PaperWords) -> Texts:
    """Say in which round the event left FIDE mode, if it did; and by which rules it is accelerated, if they are its own
    (VCL 108)."""
    left, own = outside_words(state), state.event_rules.own_acceleration
    return (
        *(() if left is None else words.texts(left.key, **left.values)),
        *(words.texts("tournament.invitation.acceleration", rounds=own) if own else ()),
    )


def _not_paired(state: EventState, event_round: EventRound, words: PaperWords) -> list[str]:
    """Return the notes below the boards: who has no game."""
    return [f"{side_name(state, entry)}: {why}" for entry, why in _left_out(state, event_round, words)]


def _to_write(state: EventState, event_round: EventRound, words: PaperWords) -> PaperTable:
    columns = (
        column(words, "table", "strong"), column(words, "white", "name"), PaperColumn((), "box"),
        PaperColumn((), "box"), column(words, "black", "name"), column(words, "remarks", "room"),
    )  # fmt: skip
    rows = [
        (str(table), player_name(state, board.white), *_boxes(board), player_name(state, board.black), "")
        for table, board in by_table(state, event_round)
    ]
    return PaperTable(columns, tuple(rows), tall=True)


def _boxes(board: EventBoard) -> tuple[str, str]:
    """Return what stands in the two boxes: the result if it is there already."""
    white, black = codes(board.result)
    return code_text(white), code_text(black)


# The players of an event to hang up: by name, by rating; and the list at the door, with the fees.

THERE = "✓"
CENTS = Currency("", 2)
"""Fees have no currency in the rules of an event; they are written with two decimals."""


def players_by_name(state: EventState, words: PaperWords) -> Paper:
    """Return the players in the order of the alphabet."""
    return _players(state, words, "players", alphabetical(_taking_part(state)))


def players_by_rating(state: EventState, words: PaperWords) -> Paper:
    """Return the players, the highest rating first."""
    ordered = sorted(alphabetical(_taking_part(state)), key=lambda player: -player.rating)
    return _players(state, words, "players-by-rating", ordered)


def players_by_club(state: EventState, words: PaperWords) -> Paper:
    """Return the players of each club, or of each team, in the order of the alphabet."""
    players = alphabetical(_taking_part(state))
    clubs: dict[str, list[Entry]] = {}
    for player in players:
        clubs.setdefault(team_of(state, player) or player.club, []).append(player)
    named = sorted(filter(None, clubs), key=lambda club: (plain_name(club), club))
    columns = (
        column(words, "number", "strong"), PaperColumn((), "left"), column(words, "name", "name"),
        column(words, "federation", "left"), column(words, "rating", "right"), column(words, "born", "quiet"),
    )  # fmt: skip
    tables = []
    for club in [*named, *([""] if "" in clubs else [])]:
        rows = tuple(
            (
                number_of(state, player.entry), player.title, player.name, player.federation,
                str(player.rating or ""), str(player.born or ""),
            )
            for player in clubs[club]
        )  # fmt: skip
        heading = (f"{club} ({len(rows)})",) if club else words.texts("paper.without-club", count=len(rows))
        tables.append(PaperTable(columns, rows, heading))
    facts = (fact(words, "players", str(len(players))), fact(words, "clubs", str(len(named))))
    return Paper(words.texts("paper.title.players-by-club"), facts, tuple(tables))


def owing_list(state: EventState, words: PaperWords) -> Paper:
    """Return the players who still have to pay, with what they owe and its total. If the rules have no fees, those who
    have paid nothing."""
    rules, players = state.event_rules, alphabetical(_taking_part(state))
    known = any(due(player, rules) for player in players)
    owing = [player for player in players if (owed(player, rules) > 0 if known else not player.paid)]

    def amount(value: Fraction) -> str:
        return money_text(value, rules, words.first) if known else ""

    columns = (
        PaperColumn((), "box"), column(words, "number", "quiet"), column(words, "name", "name"),
        column(words, "club", "name"), column(words, "due", "right"), column(words, "paid", "right"),
        column(words, "owed", "strong"), column(words, "remarks", "room"),
    )  # fmt: skip
    rows = tuple(
        (
            "", number_of(state, player.entry), player.name, team_of(state, player) or player.club,
            amount(due(player, rules)), amount(player.paid) if player.paid else "", amount(owed(player, rules)), "",
        )
        for player in owing
    )  # fmt: skip
    total = sum((owed(player, rules) for player in owing), Fraction(0))
    facts = (
        fact(words, "players", str(len(players))), fact(words, "owing", str(len(owing))),
        *((fact(words, "owed-in-all", amount(total)),) if known else ()),
    )  # fmt: skip
    tables = (without_empty(PaperTable(columns, rows, tall=True)),) if rows else ()
    return Paper(words.texts("paper.title.owing"), facts, tables, () if rows else words.texts("paper.nobody-owes"))


def _taking_part(state: EventState) -> list[Entry]:
    return [player for _, player in sorted(state.entries.items()) if player.playing]


def _players(state: EventState, words: PaperWords, what: str, players: list[Entry]) -> Paper:
    columns = (
        column(words, "number", "strong"), PaperColumn((), "left"), column(words, "name", "name"),
        column(words, "federation", "left"), column(words, "rating", "right"), column(words, "born", "quiet"),
        column(words, "id", "quiet"), column(words, "club", "name"), column(words, "team", "name"),
    )  # fmt: skip
    rows = tuple(
        (
            number_of(state, player.entry), player.title, player.name, player.federation, str(player.rating or ""),
            str(player.born or ""), player.id, player.club, team_of(state, player),
        )
        for player in players
    )  # fmt: skip
    table = without_empty(PaperTable(columns, rows))
    return Paper(words.texts(f"paper.title.{what}"), _counts(players, words), (table,))


def _counts(players: list[Entry], words: PaperWords) -> tuple[PaperFact, ...]:
    rated = [player.rating for player in players if player.rating]
    mean = str((2 * sum(rated) + len(rated)) // (2 * len(rated))) if rated else ""
    facts = [
        fact(words, "players", str(len(players))),
        fact(words, "rated", str(len(rated))),
        fact(words, "mean-rating", mean),
        fact(words, "federations", str(len({player.federation for player in players if player.federation}))),
        fact(words, "titled", str(sum(bool(player.title) for player in players))),
        fact(words, "women", str(sum(player.sex.lower() in ("f", "w") for player in players))),
    ]
    return tuple(paper_fact for paper_fact in facts if paper_fact.value not in ("", "0"))


def presence_list(state: EventState, words: PaperWords, round_number: int) -> Paper:
    """Return the list at the door before a round: a box for each player who should come, fees and their total."""
    there = state.presence.get(round_number, frozenset())
    players = alphabetical([state.entries[entry] for entry in expected(state, round_number)])
    columns = (
        PaperColumn((), "box"), column(words, "number", "quiet"), PaperColumn((), "left"),
        column(words, "name", "name"), column(words, "federation", "left"), column(words, "rating", "right"),
        column(words, "paid", "write"), column(words, "remarks", "room"),
    )  # fmt: skip
    rows = tuple(
        (
            THERE if player.entry in there else "", number_of(state, player.entry), player.title, player.name,
            player.federation, str(player.rating or ""), money(player.paid, words), "",
        )
        for player in players
    )  # fmt: skip
    fees = sum((player.paid for player in players), Fraction(0))
    others = paid_in_all(state) - fees
    facts = (
        fact(words, "expected", str(len(players))),
        fact(words, "there", str(sum(player.entry in there for player in players))),
        fact(words, "have-paid", str(sum(player.paid > 0 for player in players))),
        fact(words, "fees", money(fees, words) or "0"),
    )
    notes = (words.say("paper.paid-others", amount=money(others, words)),) if others else ()
    title = words.texts("paper.round-title.presence", round=round_number)
    return Paper(title, facts, (without_empty(PaperTable(columns, rows, tall=True)),), notes)


def money(amount: Fraction, words: PaperWords) -> str:
    """Return an amount as the first language writes it, with cents if it has any; empty if it is nothing."""
    return CENTS.written(amount * 100, words.first) if amount else ""


# The table of a round robin to hang up and to write on: each against each, then every round.

EACH_AGAINST_EACH = ("berger", "double-berger", "varma", "match")
"""Systems in which everybody meets everybody; in the others one side meets the other."""
ITSELF = "***"
Cells = dict[tuple[int, int], list[str]]


def round_robin_table(state: EventState, words: PaperWords) -> Paper:
    """Return the crosstable of a round robin in the order of its numbers, and all its rounds."""
    if not state.event_rules.by_table or not state.rounds:
        raise ArpadError("event-paper-table", slug=state.event_rules.slug)
    sides = list(state.team_numbers if state.event_rules.team else state.numbers)
    grid = [_grid(state, sides, words)] if state.event_rules.system in EACH_AGAINST_EACH else []
    rules = state.event_rules
    facts = [
        fact(words, "teams" if rules.team else "players", str(len(sides))),
        fact(words, "rounds", str(len(state.rounds))),
        fact(words, "time-control", rules.time_control),
    ]
    return Paper(
        words.texts("paper.title.round-robin"),
        tuple(paper_fact for paper_fact in facts if paper_fact.value),
        (*grid, *(_round(state, event_round, words) for _, event_round in sorted(state.rounds.items()))),
    )


def _grid(state: EventState, sides: list[int], words: PaperWords) -> PaperTable:
    cells = _cells(state, words)
    points = _points(state, words)
    columns = [
        column(words, "number", "strong"), PaperColumn((), "left"),
        column(words, "team" if state.event_rules.team else "name", "name"), column(words, "rating", "right"),
        *(PaperColumn((str(at),), "grid") for at in range(1, len(sides) + 1)), column(words, "points", "write"),
    ]  # fmt: skip
    rows = [
        (
            str(place),
            *(("", side_name(state, side), "") if state.event_rules.team else _player(state, side)),
            *(ITSELF if other == side else " ".join(cells.get((side, other), [])) for other in sides),
            points.get(place, ""),
        )
        for place, side in enumerate(sides, 1)
    ]
    return without_empty(PaperTable(tuple(columns), tuple(rows), tall=True))


def _player(state: EventState, entry: int) -> tuple[str, str, str]:
    return player_title(state, entry), side_name(state, entry), rating_of(state, entry)


def _cells(state: EventState, words: PaperWords) -> Cells:
    """Return the results of each side against each other, in the order of rounds."""
    cells: Cells = {}
    for _, event_round in sorted(state.rounds.items()):
        for first, second, results in _met(state, event_round, words):
            for side, other, result in ((first, second, results[0]), (second, first, results[1])):
                if result:
                    cells.setdefault((side, other), []).append(result)
    return cells


def _met(state: EventState, event_round: EventRound, words: PaperWords) -> Iterator[tuple[int, int, tuple[str, str]]]:
    if state.event_rules.team:
        for match in matches_of(state, event_round.number):
            scores = match_score(match, words).split("–")
            yield match.white, match.black, (scores[0], scores[-1])
        return
    for board in event_round.games:
        white, black = codes(board.result)
        yield board.white, board.black, (code_text(white), code_text(black))


def _points(state: EventState, words: PaperWords) -> dict[int, str]:
    """Return the points by number, once a published round has begun."""
    begun = [
        number
        for number, event_round in state.rounds.items()
        if event_round.published_n and (event_round.begun or event_round.forfeits)
    ]
    if not begun:
        return {}
    table, _ = standings_after(state, max(begun))
    return {row.number: points_text(row.points, words.first) for row in table.rows}


def _round(state: EventState, event_round: EventRound, words: PaperWords) -> PaperTable:
    rows = (
        [
            (str(match.number), state.teams[match.white].name, match_score(match, words), state.teams[match.black].name)
            for match in matches_of(state, event_round.number)
        ]
        if state.event_rules.team
        else [
            (
                str(board.number), side_name(state, board.white), result_text(board.result, words),
                side_name(state, board.black),
            )
            for board in event_round.games
        ]
    )  # fmt: skip
    rows += [("", side_name(state, entry), "", words.say("paper.rests")) for entry in event_round.absent]
    start = start_text(state, event_round.number, words)
    names = words.texts("paper.round", round=event_round.number)
    heading = tuple(f"{name} · {start}" if start else name for name in names)
    columns = (
        PaperColumn((), "quiet"), PaperColumn((), "name"), PaperColumn((), "result"), PaperColumn((), "name"),
    )  # fmt: skip
    return PaperTable(columns, tuple(rows), heading, across=2)
