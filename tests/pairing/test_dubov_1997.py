"""The Dubov system of 1997 (C.04.4.1 of the manual), a reading: the printed columns, each article, two opinions."""

import json
from dataclasses import fields, replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from arpad.cli.main import main
from arpad.documents.steps import sentence, walk
from arpad.i18n import LANGUAGES, ArpadError
from arpad.pairing._dubov_1997 import OldDubovPlayer, average, old_dubov_colour
from arpad.pairing.check import reason
from arpad.pairing.engines import Pairing, explain_pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.generate import Chances, Wanted
from arpad.pairing.state import PairingPlayer, PairingState, order
from arpad.pairing.systems import by_id, systems
from pairing_brute_dubov_1997 import brute_dubov_1997
from pairing_files import made_as_far_as_possible, trf
from pairing_states import any_state
from places import FIXTURES
from proofs import over, seeds

FOLDER = FIXTURES / "swiss" / "dubov-1997"
FILES = sorted(FOLDER.glob("*.trf"))
OLD = systems()["dubov-1997"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_given_tournaments(file: Path) -> None:
    checked = read_source(file.read_bytes(), None, "dubov-1997").checked()
    assert checked
    assert [one.number for one in checked if not one.ok] == []


def _engine(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    answer = pair_round(state)
    if not isinstance(answer, Pairing):
        return None
    return sorted((board.white, board.black) for board in answer.boards), answer.bye


def _rated(state: PairingState) -> PairingState:
    """A small state with ratings, averages and upfloats that follow from nothing but are the same in every run."""
    entrants = []
    for player in state.entrants:
        values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
        mixed = player.rank * 7 + player.score * 5 + len(player.colours) * 3
        aro = Fraction(2000 + mixed % 5, 3) if player.colours else 0
        rating = 2400 - player.rank // 2
        entrants.append(OldDubovPlayer(**values, aro=aro, upfloats=mixed % 5, rating=rating))
    return replace(state, entrants=tuple(entrants), system=OLD)


@over(1000, any_state)
def test_engine_and_brute_force_agree(state: PairingState) -> None:
    before = _rated(state)
    assert _engine(before) == brute_dubov_1997(before)


CHANCES = Chances(Fraction(3, 10), Fraction(1, 10), Fraction(1, 12), Fraction(1, 25), Fraction(1, 10))


@seeds(20)
def test_they_agree_in_tournaments_made_by_lot(seed: int) -> None:
    """Byes, forfeits, withdrawals, late entries and acceleration, down to the last round."""
    rounds = 9 if seed % 4 > 2 else 5
    wanted = Wanted(7 + seed % 3, rounds, rounds, seed, CHANCES, baku=rounds == 9, system=OLD)
    source = read_source(made_as_far_as_possible(wanted), None, "dubov-1997")
    checked = source.checked()
    assert all(one.ok for one in checked)
    for one in checked:
        state = source.state(one.number)
        assert _engine(state) == brute_dubov_1997(state), (seed, one.number)


def player(rank: int, colours: str, aro: float, **more: object) -> OldDubovPlayer:
    """A player with two points and a rating that falls with the number."""
    values: dict[str, object] = {"score": 4, "points": 4, "number": rank, "rating": 2400 - 10 * rank, **more}
    return OldDubovPlayer(rank=rank, colours=colours, aro=Fraction(str(aro)), **values)  # type: ignore[arg-type]


def met(*pairs: tuple[int, int]) -> dict[int, frozenset[int]]:
    """The opponents of each player who has met somebody."""
    found: dict[int, set[int]] = {}
    for one, two in pairs:
        found.setdefault(one, set()).add(two)
        found.setdefault(two, set()).add(one)
    return {rank: frozenset(others) for rank, others in found.items()}


def paired(players: list[OldDubovPlayer], games: dict[int, frozenset[int]] | None = None, rounds: int = 9) -> set[str]:
    """The boards of a round, White first, and the bye."""
    entrants = [replace(one, opponents=(games or {}).get(one.rank, frozenset())) for one in players]
    state = PairingState(5, rounds, tuple(sorted(entrants, key=order)), system=OLD)
    answer = pair_round(state)
    assert isinstance(answer, Pairing)
    assert _engine(state) == brute_dubov_1997(state)
    found = {f"{board.white}-{board.black}" for board in answer.boards}
    return found if answer.bye is None else {*found, f"{answer.bye} bye"}


def six(*aros: float) -> list[OldDubovPlayer]:
    """1 to 3 are due Black, 4 to 6 White."""
    return [player(rank, "wbw", 2000) for rank in (1, 2, 3)] + [
        player(rank, "bwb", aro) for rank, aro in zip((4, 5, 6), aros, strict=True)
    ]


def test_6_2_the_printed_columns() -> None:
    """White by ARO upwards, Black by R downwards, row by row."""
    white = [player(rank, "bwb", aro) for rank, aro in enumerate((2310.0, 2318.4, 2322.3, 2333.7, 2340.5, 2344.6), 21)]
    ratings = (2380, 2365, 2300, 2280, 2260, 2250)
    black = [player(rank, "wbw", 2000, rating=rating) for rank, rating in enumerate(ratings, 1)]
    assert paired(white + black) == {"21-1", "22-2", "23-3", "24-4", "25-5", "26-6"}


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        (met(), {"6-1", "5-2", "4-3"}),
        (met((6, 1)), {"6-2", "5-1", "4-3"}),
        (met((4, 3)), {"6-1", "5-3", "4-2"}),
        (met((5, 2), (5, 3)), {"6-2", "5-1", "4-3"}),
        (met((5, 1), (5, 2), (5, 3), (2, 3)), {"6-2", "5-4", "1-3"}),
        (met((4, 1), (4, 2), (4, 3), (2, 3), (4, 5)), {"6-4", "5-2", "1-3"}),
    ],
)
def test_6_3_improvements(games: dict[int, frozenset[int]], expected: set[str]) -> None:
    """Rows 6-1, 5-2, 4-3: 6 has the lowest ARO."""
    found = paired(six(2030, 2020, 2010), games)
    assert {frozenset(pair.split("-")) for pair in found} == {frozenset(pair.split("-")) for pair in expected}


def test_7_3_the_lowest_aro_changes_to_black() -> None:
    """Four are due White and two Black: 6 has the lowest ARO. 2.2: not a player who must have White."""
    players = [*six(2030, 2020, 2010), player(7, "bwb", 2040)][1:]
    assert paired(players) == {"5-2", "4-3", "7-6"}
    bound = [replace(one, colours="wbb") if one.rank == 6 else one for one in players]
    assert paired(bound) == {"6-2", "4-3", "7-5"}


def test_7_4_the_highest_aro_changes_to_white() -> None:
    players = [*six(2030, 2020, 2010)[:3], *six(2030, 2020, 2010)[4:], player(8, "wbw", 2100)]
    assert paired(players) == {"6-1", "5-2", "8-3"}


def lower(rank: int, colours: str, aro: float, **more: object) -> OldDubovPlayer:
    """A player of the next lower group."""
    return player(rank, colours, aro, score=2, points=2, **more)


@pytest.mark.parametrize(
    ("past", "rounds", "expected"),
    [
        ({}, 9, {"8-1", "5-2", "9-7"}),
        ({"floats": ("up", None)}, 9, {"9-1", "5-2", "8-7"}),
        ({"upfloats": 3}, 9, {"9-1", "5-2", "8-7"}),
        ({"upfloats": 3}, 10, {"8-1", "5-2", "9-7"}),
        ({"upfloats": 4}, 10, {"9-1", "5-2", "8-7"}),
        ({"floats": ("up", None), "upfloats": 4}, 5, {"8-1", "5-2", "9-7"}),
    ],
)
def test_7_2_an_odd_group_calls_the_scarce_colour(past: dict[str, object], rounds: int, expected: set[str]) -> None:
    """Black is due to 1 and 2: 8 is due White and has the highest R. 2.1: unless they came up last, or too often; in
    the last round everybody may."""
    upper = [player(1, "wbw", 2000), player(2, "wbw", 2000), player(5, "bwb", 2020)]
    assert (
        paired([*upper, lower(7, "wbw", 2000), lower(8, "bwb", 2015, **past), lower(9, "bwb", 2015)], rounds=rounds)
        == expected
    )


UPPER = [player(1, "wbw", 2000), player(2, "wbw", 2000)]
BELOW = [lower(5, "bwb", 2010), lower(6, "bwb", 2020), lower(7, "wbw", 2000), lower(8, "wbw", 2000)]


def test_7_1_somebody_comes_up_for_each_player_without_an_opponent() -> None:
    assert paired([*UPPER, *BELOW], met((1, 2))) == {"5-1", "6-2", "8-7"}
    assert paired([*UPPER, *BELOW], met((1, 2), (1, 5), (1, 6))) == {"5-2", "7-1", "6-8"}


def test_6_4_and_8_2_players_float_if_nobody_may_come_up() -> None:
    tired = [replace(one, floats=("up", None)) for one in BELOW]
    assert paired([*UPPER, *tired], met((1, 2))) == {"5-1", "6-2", "8-7"}
    games = met((1, 2), (1, 5), (1, 6), (1, 7), (1, 8), (2, 5))
    last = [player(rank, "wbw", 2000, score=0, points=0, floats=("up", None)) for rank in (9, 10)]
    assert paired([*UPPER, *tired, *last], games) == {"6-2", "5-7", "9-1", "10-8"}


def test_4_the_bye_of_the_lowest_rating() -> None:
    """8 and 9 have the same R; White is due to most of the lowest group."""
    players = [player(1, "wbw", 2000), player(2, "bwb", 2000), lower(7, "bwb", 2000)]
    players += [lower(8, "bwb", 2000, rating=2300), lower(9, "wbw", 2050, rating=2300)]
    assert "8 bye" in paired(players)
    assert "9 bye" in paired([one if one.rank != 9 else replace(one, rating=2299) for one in players])
    assert "9 bye" in paired([one if one.rank != 9 else replace(one, colours="bwb") for one in players])


def test_5_the_first_round() -> None:
    assert paired([player(rank, "", 0, score=0, points=0) for rank in range(1, 6)]) == {"1-3", "4-2", "5 bye"}


@pytest.mark.parametrize(
    ("higher", "lower_", "aros", "expected"),
    [
        ("", "", (0, 0), ("w", "fresh")),
        ("wb", "bw", (1, 1), ("w", "both")),
        ("", "bw", (0, 1), ("b", "aro")),
        ("bbww", "wbw", (1, 1), ("b", "limits")),
        ("wbw", "bw", (1, 1), ("b", "wider")),
        ("bwwb", "wbwb", (1, 1), ("b", "difference")),
        ("wb", "wb", (2, 1), ("w", "aro")),
        ("wb", "wb", (1, 1), ("b", "rating")),
    ],
)
def test_3_colours(higher: str, lower_: str, aros: tuple[int, int], expected: tuple[str, str]) -> None:
    assert old_dubov_colour(player(1, higher, aros[0]), player(2, lower_, aros[1]), "w") == expected


def test_1_2_averages_are_exact_and_shown_with_one_decimal() -> None:
    state = read_source(FILES[0].read_bytes(), None, "dubov-1997").state(4)
    assert any(isinstance(one, OldDubovPlayer) and Fraction(one.aro).denominator == 3 for one in state.entrants)
    assert [average(value) for value in (0, Fraction(23184, 10), Fraction(4001, 20))] == ["0.0", "2318.4", "200.1"]


@pytest.mark.parametrize(("day", "expected"), [("2018-06-30", "1997"), ("2018-07-01", "2018"), ("2026-02-01", "2026")])
def test_the_edition_of_the_first_day(day: str, expected: str) -> None:
    assert by_id("dubov", date.fromisoformat(day)).edition == expected


def test_a_player_without_a_rating_is_refused() -> None:
    data = trf("3 w 1", "4 b 1", "1 b 0", "2 w 0", head=("XXR 4",)).replace(b"2390", b"    ")
    with pytest.raises(ArpadError) as problem:
        read_source(data, None, "dubov-1997").state()
    assert (problem.value.key, problem.value.values["player"]) == ("pairing-rating-missing", 1)


@pytest.mark.parametrize(
    ("number", "pairs", "bye", "article"),
    [
        (6, [[4, 1], [2, 6], [5, 3], [11, 7], [9, 8]], 10, "2"),
        (6, [[4, 1], [2, 6], [5, 3], [11, 7], [8, 10]], 9, "2"),
        (6, [[1, 4], [2, 6], [5, 3], [11, 7], [9, 10]], 8, "3"),
        (5, [[2, 8], [1, 4], [7, 5], [6, 9], [10, 11]], 3, "7.2"),
        (5, [[2, 4], [1, 8], [7, 5], [6, 10], [9, 11]], 3, "7.1"),
        (5, [[2, 4], [1, 8], [7, 6], [5, 9], [10, 11]], 3, "6.3"),
        (4, [[4, 2], [5, 1], [3, 6], [11, 8], [10, 7]], 9, "6.4"),
    ],
)
def test_a_wrong_round_is_found_and_explained(number: int, pairs: list[list[int]], bye: int, article: str) -> None:
    """Round 6 is 4-1, 2-6, 5-3, 11-7, 9-10, and 8 has the bye."""
    text = (FOLDER / "o84-n11-r9.trf").read_text("utf-8")
    position = {"trf": text, "round": number, "pairs": pairs, "bye": bye}
    (checked,) = read_source(json.dumps(position).encode(), None, "dubov-1997").checked()
    assert not checked.ok
    assert checked.reason is not None
    assert checked.reason.article == article
    assert all("pairing." not in reason(checked, language) for language in LANGUAGES)


def test_a_round_that_cannot_be_paired_says_why() -> None:
    source = read_source(trf("2 w 1", "1 b 0", head=("XXR 3",)), None, "dubov-1997")
    (step,) = explain_pairing(pair_round(source.state()))
    assert (step.what, step.value) == ("pairing.stuck", "1, 2")


def test_forbidden_pairs_are_kept_apart_in_the_first_round() -> None:
    data = trf(".", ".", ".", ".", head=("XXR 3",), more=("XXP 1 3",))
    answer = pair_round(read_source(data, None, "dubov-1997").state())
    assert isinstance(answer, Pairing)
    assert {frozenset((board.white, board.black)) for board in answer.boards} == {frozenset((1, 4)), frozenset((2, 3))}


def test_every_explanation_has_words_and_says_that_it_is_a_reading() -> None:
    told = set()
    for file in FILES:
        source = read_source(file.read_bytes(), None, "dubov-1997")
        for number in source.numbers():
            steps = explain_pairing(pair_round(source.state(number)), 50)
            assert steps[0].what == "pairing.dubov-1997-reading"
            for _, step in walk(steps):
                told.add(step.what.removeprefix("pairing.dubov-1997-"))
                for language in LANGUAGES:
                    words = sentence(step, language)
                    assert "pairing." not in words, step.what
                    assert "{" not in words, step.what
    assert told >= {"floater", "floats-on", "lonely", "alone", "odd", "not-again", "left", "to-black", "to-white"}


@pytest.mark.parametrize("command", ["check", "explain --round 4", "checklist --round 4"])
def test_every_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, *more = command.split()
    assert main(["pair", name, str(FILES[0]), *more, "--system", "dubov-1997", "--json"], {}) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["system"], found["edition"]) == ("dubov", "1997")
