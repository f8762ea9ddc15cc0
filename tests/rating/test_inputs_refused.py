"""Numbers that cannot be are refused from Python with the sentences of the command line."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from answers import Arpad
from arpad.domain.games import Entrant, History, PlayerGame, RoundRobin
from arpad.i18n import LANGUAGES, ArpadError
from arpad.pairing.round_robin_tables import berger, varma, varma_groups
from arpad.pairing.team_tables import (
    balanced_skalitzka,
    hilton,
    knockout,
    match,
    scheveningen,
    schiller,
    semi_scheveningen,
    skalitzka,
)
from arpad.rating.change import rating_change
from arpad.rating.coefficient import k_factor
from arpad.rating.first_rating import initial_rating
from arpad.rating.newcomer import KnownResult, NewcomerEvent
from arpad.rating.performance import performance_rating
from arpad.rating.round_robin import rate_round_robin
from arpad.regulations.rating_editions import edition

RULES = edition("fide-2024")
GAME = PlayerGame(2000, 2)
RATING = "rating: the rating {} is not between 1 and 9999; write the rating of the list"


def change(rating: int = 2000, k: int = 20, game: PlayerGame = GAME) -> object:
    return rating_change(RULES, rating, k, [game])


def first(game: PlayerGame) -> object:
    return initial_rating(RULES, [NewcomerEvent("", (game,))])


def history(**known: Any) -> object:
    plain: dict[str, Any] = {"rating": 2000, "games_played": 9, "highest": 2000, "date": dt.date.min}
    return k_factor(RULES, History(**plain | known))


def robin(**known: Any) -> object:
    plain: dict[str, Any] = {"name": "A", "rating": 2000, "score": 2}
    others = (Entrant(name, 2000, 2) for name in "BC")
    return rate_round_robin(edition("fide-2005"), RoundRobin((Entrant(**plain | known), *others)))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: change(game=PlayerGame(2000, 3)), "3 is not a score: a game is worth 0, 1 or 2 half points"),
        (lambda: change(game=PlayerGame(2000, -1)), "−1 is not a score"),
        (lambda: first(PlayerGame(2000, 3)), "3 is not a score"),
        (lambda: performance_rating([PlayerGame(2000, 3)]), "3 is not a score"),
        (lambda: change(k=-5), "k: −5 is not between 1 and 100"),
        (lambda: change(k=0), "k: 0 is not between 1 and 100"),
        (lambda: change(rating=99999), RATING.format(99999)),
        (lambda: change(rating=0), RATING.format(0)),
        (lambda: change(game=PlayerGame(99999, 2)), "opponent: the rating 99999 is not between 1 and 9999"),
        (lambda: first(PlayerGame(-1, 2)), "opponent: the rating −1 is not between 1 and 9999"),
        (lambda: performance_rating([PlayerGame(10000, 2)]), "opponent: the rating 10000 is not between"),
        (
            lambda: initial_rating(edition("fide-2005"), [NewcomerEvent("", (), KnownResult(99999, 9))]),
            "Ru: the rating 99999 is not between 1 and 9999",
        ),
        (lambda: history(rating=99999), RATING.format(99999)),
        (lambda: history(highest=-2), "highest: the rating −2 is not between 1 and 9999"),
        (lambda: history(games_played=-1), "games_played: −1 is less than 0"),
        (lambda: robin(rating=99999), "A: the rating 99999 is not between 1 and 9999"),
        (lambda: robin(k=-5), "k: −5 is not between 1 and 100"),
        (lambda: robin(score=5), "A: 5 is not between 0 and 4"),
        (lambda: berger(1), "players: 1 is not between 2 and 500"),
        (lambda: varma(8), "players: 8 is not between 9 and 24"),
        (lambda: varma_groups(25), "players: 25 is not between 9 and 24"),
        (lambda: scheveningen(1), "boards: 1 is not between 2 and 500"),
        (lambda: semi_scheveningen(2), "boards: 2 is not between 4 and 500"),
        (lambda: semi_scheveningen(5), "boards: 5 is odd, and the system needs an even number; take 4 or 6"),
        (lambda: schiller(2, 4), "teams: 2 is not between 3 and 100"),
        (lambda: schiller(3, 0), "players: 0 is not between 1 and 166"),
        (lambda: skalitzka(3), "players: 3 is odd"),
        (lambda: balanced_skalitzka(0), "players: 0 is not between 2 and 500"),
        (lambda: hilton(5), "teams: 5 is odd"),
        (lambda: match(0), "games: 0 is not between 1 and 500"),
        (lambda: knockout(1), "players: 1 is not between 2 and 4096"),
    ],
)
def test_refused_from_python(call: Callable[[], object], said: str) -> None:
    """A score of 3 half points, K = −5, a rating of 99999, a round robin of one: one sentence, in each language."""
    with pytest.raises(ArpadError) as refused:
        call()
    assert refused.value.text("en").startswith(said)
    assert all(refused.value.text(language) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pair generate --players 8 --rounds 3 --seed 1 -o {out} --draws 2", "--draws: 2 is not a share"),
        ("pair generate --players 8 --rounds 3 --seed 1 -o {out} --draws -1", "--draws: -1 is not a share"),
        ("pair generate --players 8 --rounds 3 --seed 1 -o {out} --late 101%", "--late: 101% is not a share"),
        ("draw varma 9 --federations ESP:3,ESP:6 --seed 1", "--federations ESP:3,ESP:6: ESP appears twice"),
        ("draw varma 9 --federations ESP:x --seed 1", "--federations ESP:x: “ESP:x” is not a federation and a number"),
        ("draw varma 9 --federations ESP:0,FRA:9 --seed 1", "“ESP:0” is not a federation and a number of players"),
        ("draw varma 9 --federations esp:9 --seed 1", "“esp:9” is not a federation and a number of players"),
        ("draw berger ٣", "N: “٣” is not a whole number; write one from 2 to 500"),
        ("draw berger 1_0", "N: “1_0” is not a whole number"),
        (
            "calc change --edition fide-2024 --rating 2_000 --k 20 --game 2000:1",
            "the rating “2_000” is not a whole number",
        ),
        (
            "calc k --edition fide-2024 --rating 2000 --games-played 9 --born ²005 --date 2024-01-01",
            "--born: “²005” is not a year",
        ),
        ("calc dates --edition feda-1996 --start 9999-12-31", "--start: 9999-12-31 is not a day from 1800 to 2199"),
        (
            "calc change --edition fide-2003 --rating 2000 --k 15 --game 1900:1 --format chess",
            "--format: write one of: swiss, round-robin, match, team",
        ),
        ("serve --port x", "--port: write a whole number from 0 to 65535"),
        ("pair generate --players 8 --rounds 3 --seed x -o {out}", "--seed: “x” is not a whole number"),
        ("calc match --edition fide-2017 --scheduled 4 --result 1 --asked", "--asked: fide-2017 has no rule"),
        (
            "calc transition --edition fide-2024 --rating 1500 --standard 1600",
            "--standard: the transition of fide-2024 does not depend",
        ),
    ],
)
def test_refused_on_the_command_line(arpad: Arpad, tmp_path: Any, line: str, said: str) -> None:
    """One clear line, exit code 2, in both languages."""
    answer = arpad(line.format(out=tmp_path / "out.trf"))
    assert (answer.code, answer.out) == (2, "")
    assert said in " ".join(answer.err.split())
    spanish = arpad(line.format(out=tmp_path / "out.trf") + " --lang es")
    assert spanish.code == 2
    assert spanish.err != answer.err


def test_a_round_that_does_not_exist(arpad: Arpad, tmp_path: Any) -> None:
    """`pair explain --round 9` of 7, of which two are paired: the rounds that can be asked for are named."""
    made = tmp_path / "made.trf"
    assert arpad(f"pair generate --players 8 --rounds 7 --played 2 --seed 1 -o {made}").code == 0
    for wanted in (0, 4, 8, 9):
        answer = arpad(f"pair explain {made} --round {wanted}")
        assert answer.code == 2
        assert "from 1 to 3" in answer.err or "between 1 and" in answer.err
        assert "all of them are paired" not in answer.err
