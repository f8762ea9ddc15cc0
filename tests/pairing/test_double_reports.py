"""A Double-Swiss as a report or an event: a round for each game, two rounds for each match (C.04.5)."""

import json
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.documents.steps import sentence
from arpad.i18n import LANGUAGES, ArpadError
from arpad.pairing.engines import Pairing, explain_pairing, pair_round
from arpad.pairing.files import read_source
from pairing_files import trf
from places import FIXTURES
from typed_events import TypedEvent

FILES = sorted((FIXTURES / "swiss" / "double").glob("*-r*.json"))
RESULTS = {0: "0", 0.5: "=", 1: "1"}


def as_report(document: dict[str, Any]) -> bytes:
    """The report of a tournament as JSON: the first and the second game of each match in rounds of their own."""
    cells: dict[int, list[str]] = {rank: [] for rank in range(1, document["players"] + 1)}
    for told in document["rounds"]:
        free = set(cells)
        for pair in told["pairs"]:
            sides = pair["white"], pair["black"]
            free -= set(sides)
            for rank, other, colours, place in ((*sides, "wb", 0), (*sides[::-1], "bw", 1)):
                won = [abs(place - game) for game in pair["games"] or ()]
                forfeit = "+" if pair["score"][place] > pair["score"][1 - place] else "-"
                results = [RESULTS[points] for points in won] if pair["kind"] == "played" else [forfeit] * 2
                cells[rank] += [f"{other} {colour} {one}" for colour, one in zip(colours, results, strict=True)]
        for rank in free:
            cells[rank] += ["U", "H"] if rank == told["bye"] else ["Z", "Z"]
    head = f"XXR {2 * document['rounds_total']}", f"XXC {'white1' if document['initial'] == 'w' else 'black1'}"
    return trf(*("|".join(own) for own in cells.values()), head=head)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_given_tournaments_as_reports(file: Path) -> None:
    document = json.loads(file.read_text("utf-8"))
    checked = read_source(as_report(document), None, "double-2026").checked()
    assert len(checked) == 2 * len(document["rounds"])
    assert [one.number for one in checked if not one.ok] == []


FIRST = ("3 w 1", "4 b 1", "1 b 0", "2 w 0")


def test_4_4_the_second_game_has_the_other_colours() -> None:
    answer = pair_round(read_source(trf(*FIRST, head=("XXR 4",)), None, "double").state())
    assert isinstance(answer, Pairing)
    assert {(board.white, board.black, board.rule) for board in answer.boards} == {(3, 1, "4.4"), (2, 4, "4.4")}
    (step,) = explain_pairing(answer)
    assert step.article.number == "4.4"
    assert all("3-1" in sentence(step, language) for language in LANGUAGES)


def test_1_6_a_match_gives_one_colour_and_both_games_count() -> None:
    second = ("3 w 1|3 b 1", "4 b 1|4 w =", "1 b 0|1 w 0", "2 w 0|2 b =")
    state = read_source(trf(*second, head=("XXR 4",)), None, "double").state()
    assert {one.rank: (one.colours, one.points) for one in state.entrants} == {
        1: ("w", 4), 2: ("b", 3), 3: ("b", 0), 4: ("w", 1)
    }  # fmt: skip
    assert (state.round, state.last) == (3, True)


def test_a_match_is_forfeited_only_if_no_game_was_played() -> None:
    lines = ("3 w +|3 b +", "4 b +|4 w 1", "1 b -|1 w -", "2 w -|2 b 0")
    state = read_source(trf(*lines, head=("XXR 6",)), None, "double").state()
    met = {one.rank: set(one.opponents) for one in state.entrants}
    assert met == {1: set(), 2: {4}, 3: set(), 4: {2}}
    assert {one.rank: one.bye_allowed for one in state.entrants} == {1: False, 2: True, 3: True, 4: True}


def test_a_second_game_with_the_same_colours_is_wrong() -> None:
    lines = ("3 w 1|3 w 1", "4 b 1|4 w 1", "1 b 0|1 b 0", "2 w 0|2 b 0")
    first, second = read_source(trf(*lines, head=("XXR 4",)), None, "double").checked()
    assert first.ok
    assert second.reason is not None
    assert (second.reason.article, second.reason.players) == ("4.4", (3, 1))


@pytest.mark.parametrize(
    ("lines", "rounds", "key"),
    [(FIRST, 3, "pairing-double-rounds"),
     (("3 w 1|4 b 1", "4 b 1|3 w 1", "1 b 0|2 b 0", "2 w 0|1 w 0"), 4, "pairing-double-report")],
)  # fmt: skip
def test_other_reports_are_refused(lines: tuple[str, ...], rounds: int, key: str) -> None:
    with pytest.raises(ArpadError) as problem:
        read_source(trf(*lines, head=(f"XXR {rounds}",)), None, "double")
    assert problem.value.key == key


RULES = """\
slug = "prueba"
name = "Doble de Prueba"
system = "double"
rounds = 4
initial = "w"
start = 2026-06-05
half_point_byes = 1
acceleration = "baku"
"""


def test_an_event_is_drawn_match_by_match_and_its_file_gives_the_same(arpad: Arpad, tmp_path: Path) -> None:
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/events.db", RULES)
    event.enters(f"Player {place},{2400 - 10 * place}" for place in range(1, 9))
    event.does("close-list", "absent 2 1 H")
    assert "whole matches" in event("absent 3 2 H").err
    for number in range(1, 5):
        for version in ("16", "26"):
            file = tmp_path / f"{version}.trf"
            event.does(f"export --trf {version} -o {file}")
            told = arpad(f"pair {file} --system double --json").json
            event.does(f"draw {number}")
            drawn = event.tells(f"round {number}")["pairs"]
            assert [(one["white"], one["black"]) for one in drawn] == [
                (one["white"], one["black"]) for one in told["pairs"]
            ]
            event.does(f"clear {number}")
        event.does(f"draw {number}", f"publish {number}")
        event.results(number, [(one["board"], "1-0") for one in drawn])
    event.does("verify")
    event.does(f"export --trf 26 -o {tmp_path}/final.trf")
    whole = read_source((tmp_path / "final.trf").read_bytes()).whole
    assert whole is not None
    assert [cell.result for cell in whole.cells[2][:2]] == ["H", "H"]
    assert [cell.result for cell in whole.cells[8][:2]] == ["U", "H"]
