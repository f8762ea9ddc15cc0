"""6.2: preliminaries and final of one event are pooled."""

from dataclasses import replace

from arpad.formats.feda import pool_stages
from events import event


def test_preliminary_and_final_become_one_event() -> None:
    """Four players in the preliminary; the final between its first and a player who enters there (another id)."""
    preliminary = event([2000, 1900, 1800, 1700], ["1: 1-2 1", "1: 3-4 1", "2: 1-3 =", "2: 4-2 0"])
    final = event([1900, 2000], ["1: 1-2 1"], start="2024-05-06")
    final = replace(final, players=(final.players[0]._replace(id="1002"), final.players[1]._replace(id="9999")))
    whole = pool_stages([preliminary, final])
    assert whole.rounds == 3
    assert [player.rank for player in whole.players] == [1, 2, 3, 4, 5]
    assert (whole.start, whole.end) == (preliminary.start, final.end)
    last = whole.games()[-1]
    assert (last.round, last.white, last.black, last.score) == (3, 2, 5, 2)


def test_a_player_without_an_id_is_known_by_his_name_and_birth() -> None:
    first = event([2000, 1900], ["1: 1-2 1"])
    second = event([1900, 2000], ["1: 1-2 0"])
    nameless = [
        replace(stage, players=tuple(player._replace(id="") for player in stage.players)) for stage in (first, second)
    ]
    nameless[1] = replace(
        nameless[1], players=tuple(player._replace(name=f"PLAYER {3 - player.rank}") for player in nameless[1].players)
    )
    whole = pool_stages(nameless)
    assert [(game.white, game.black, game.score) for game in whole.games()] == [(1, 2, 2), (2, 1, 0)]
