"""At which table each board is played: the boards follow the order of the pairing, the tables are where people sit."""

from collections.abc import Iterable, Mapping

from arpad.tournament.state import EventBoard, EventState


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
    return tables_of(state.rounds[number].games, fixed, state.laws.first_table)
