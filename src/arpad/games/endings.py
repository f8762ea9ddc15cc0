"""Does the result of a game agree with its moves? Laws of Chess 5.1, 5.2, 6.9, 9.2 to 9.6."""

from collections.abc import Iterator

from arpad.domain.findings import Finding, Severity
from arpad.games.material import can_mate
from arpad.games.pgn import is_white, move_number
from arpad.games.record import GameRecord

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
DRAW = "1/2-1/2"
WHITE_WINS, BLACK_WINS = "1-0", "0-1"
DECIDED = ("rules infraction", "adjudication", "death", "emergency", "abandoned")
"""Values of the tag Termination that say that an arbiter decided the game."""


def check_ending(record: GameRecord, no_draw_before: int = 0) -> tuple[Finding, ...]:
    """Check one game by itself: its tags, its end, and draws that were due or could be claimed."""
    found = [*_tags(record), *_claims(record)]
    if record.legal:
        found += [*_end(record), *_early_draw(record, no_draw_before)]
    return tuple(found)


def _finding(record: GameRecord, code: str, severity: Severity, article: str | None, **values: object) -> Finding:
    told = {"game": record.number, **values}
    return Finding(code, severity, article, record.line, round=record.round, values=told)


def _tags(record: GameRecord) -> Iterator[Finding]:
    missing = [name for name in ROSTER if not record.tags.get(name, "").strip("?. ")]
    missing = [name for name in missing if not (name == "Result" and record.result)]
    if missing:
        yield _finding(record, "games-tags", "warning", None, tags=", ".join(missing))


def _claims(record: GameRecord) -> Iterator[Finding]:
    """9.2 and 9.3: a draw could have been claimed."""
    if record.third is not None:
        yield _finding(record, "games-third-time", "info", "9.2", **record.at(record.third), ply=record.third)
    if record.fifty is not None:
        yield _finding(record, "games-fifty", "info", "9.3", **record.at(record.fifty), ply=record.fifty)


def _end(record: GameRecord) -> Iterator[Finding]:
    due = next(_draws_due(record), None)
    plies = len(record.moves)
    if due is not None:
        kind, article, ply = due
        if record.result != DRAW:
            told = {"why": f"@games.due.{kind}", "result": record.result or "–", "ply": ply, **record.at(ply)}
            yield _finding(record, "games-draw-due", "error", article, **told)
    elif record.end == "checkmate":
        winner = WHITE_WINS if is_white(record.before + plies) else BLACK_WINS
        if record.result != winner:
            yield _finding(
                record, "games-mate-result", "error", "5.1.1", **record.at(plies), result=record.result or "–"
            )
    elif record.result in (WHITE_WINS, BLACK_WINS) and not _decided(record):
        white = record.result == WHITE_WINS
        if not can_mate(record.fen, white=white):
            side = f"@games.side.{'white' if white else 'black'}"
            values = {"side": side, "result": record.result, "fen": record.fen}
            yield _finding(record, "games-cannot-mate", "error", "6.9", **values)


def _draws_due(record: GameRecord) -> Iterator[tuple[str, str, int]]:
    """9.6 and 5.2: the game was drawn by itself. A mate with the last of the 75 moves takes precedence (9.6.2)."""
    plies = len(record.moves)
    if record.fifth is not None:
        yield "fifth", "9.6.1", record.fifth
    if record.seventy_five is not None and not (record.end == "checkmate" and record.seventy_five == plies):
        yield "seventy-five", "9.6.2", record.seventy_five
    if record.end == "stalemate":
        yield "stalemate", "5.2.1", plies
    if record.end == "dead":
        yield "dead", "5.2.2", plies


def _decided(record: GameRecord) -> bool:
    return any(word in record.tags.get("Termination", "").casefold() for word in DECIDED)


def _early_draw(record: GameRecord, before: int) -> Iterator[Finding]:
    """9.1.1: the rules of an event may forbid draws by agreement before a move."""
    moves = move_number(record.before + len(record.moves))
    if before and record.result == DRAW and record.end == "open" and moves < before and record.third is None:
        yield _finding(record, "games-early-draw", "warning", "9.1.1", moves=moves, before=before)
