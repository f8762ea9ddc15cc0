"""`arpad check` and `arpad.check`: pairings, standings and records of a file in one answer, and what explains them."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import arpad
from arpad.cli.main import main
from arpad.pairing.round_robin_tables import berger
from arpad.pairing.team_tables import scheveningen

DATA = Path("tests/data/checker")


def run(line: str) -> int:
    return main(shlex.split(line), {})


def answer(file: Path, options: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    capsys.readouterr()
    code = run(f"check {file} --json {options}")
    return code, json.loads(capsys.readouterr().out)


def wrong_rounds(document: Any) -> dict[int, set[int]]:
    """The rounds that differ, with the players who sit elsewhere."""
    return {
        round_["round"]: {one["player"] for one in round_["differences"]}
        for round_ in document["rounds"]
        if not round_["ok"]
    }


def wrong_ranks(document: Any) -> dict[int, tuple[int, int, str]]:
    """The ranks that differ: as printed, by the rules, and by which tie-break."""
    return {
        one["number"]: (one["given"], one["ours"], one["decided_by"])
        for one in document["standings"]["differences"]
        if one["field"] == "rank" and not one["within_tie"]
    }


SEATS_12 = {3: {4, 8, 9, 11}}
SEATS_16 = {3: {1, 2, 4, 7}, 4: {1, 5, 7, 12}}
RANKS_12 = {4: (5, 4, "BH/C1"), 10: (4, 5, "BH/C1")}
RANKS_16 = {1: (3, 2, "BH/C1"), 5: (2, 3, "BH/C1")}
LAST_12 = {5: (12, 1, "PTS"), 11: (1, 12, "PTS")}
LAST_16 = {2: (16, 1, "PTS"), 8: (1, 16, "PTS")}


@pytest.mark.parametrize(
    ("name", "seats", "ranks"),
    [
        ("swiss-12x5-good", {}, {}),
        ("swiss-12x5-pairing", SEATS_12, {}),
        ("swiss-12x5-standings", {}, RANKS_12),
        ("swiss-12x5-both", SEATS_12, LAST_12),
        ("swiss-16x6-baku-good", {}, {}),
        ("swiss-16x6-baku-pairing", SEATS_16, {}),
        ("swiss-16x6-baku-standings", {}, RANKS_16),
        ("swiss-16x6-baku-both", SEATS_16, LAST_16),
    ],
)
def test_pairings_and_ranks_are_judged_by_themselves(
    name: str,
    seats: dict[int, set[int]],
    ranks: dict[int, tuple[int, int, str]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Later rounds are judged by the results of the file as it is. Another program gives the same eight verdicts."""
    code, document = answer(DATA / f"{name}.trf", "", capsys)
    assert wrong_rounds(document) == seats
    assert wrong_ranks(document) == ranks
    assert code == bool(seats or ranks)
    assert document["verdict"] == ("differs" if seats or ranks else "right")
    assert (document["system"], document["edition"]) == ("dutch", "2026")


def test_the_answer_names_the_opponent_and_colour_by_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    _, document = answer(DATA / "swiss-12x5-pairing.trf", "", capsys)
    difference = document["rounds"][2]["differences"][0]
    assert difference == {
        "player": 4,
        "given": {"opponent": 9, "colour": "w"},
        "expected": {"opponent": 11, "colour": "w"},
    }
    assert document["rounds"][2]["criterion"] == "C6"


def test_a_neighbour_edition_that_fits_every_round_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = answer(DATA / "other-edition.trf", "", capsys)
    assert code == 1
    assert (document["system"], document["edition"]) == ("dutch", "2026")
    assert set(wrong_rounds(document)) == {7}
    fits = {(one["system"], one["edition"], one["until"], one["in_force"]) for one in document["fits"]}
    assert fits == {("dutch", "2017", "2026-01-31", False)}
    assert answer(DATA / "other-edition.trf", "--system dutch-2017", capsys)[1]["rounds"][6]["ok"]


def test_the_last_round_is_paired_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    """Round 5 of 5 is as the rules have it; as round 5 of 6 it is not, because nobody is a topscorer of the last."""
    with_five = answer(DATA / "last-round-or-not.trf", "--rounds 5", capsys)[1]
    with_six = answer(DATA / "last-round-or-not.trf", "--rounds 6", capsys)[1]
    assert wrong_rounds(with_five) == {}
    assert wrong_rounds(with_six) == {5: {1, 3, 6, 8}}


def test_a_round_robin_by_its_table_with_a_player_who_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = DATA / "round-robin-left.trf"
    code, document = answer(file, "", capsys)
    assert (code, document["system"], document["edition"]) == (0, "round-robin", "berger")
    assert document["standings"]["compared"] == 10
    assert "withdrawn-taken-out" in {finding["code"] for finding in document["file_findings"]}
    silent = tmp_path / "silent.trf"
    silent.write_text("".join(line for line in file.read_text().splitlines(True) if not line.startswith("###")))
    code, document = answer(silent, "", capsys)
    assert code == 0
    assert "withdrawn-proposed" in {finding["code"] for finding in document["file_findings"]}


# Round robins of every kind: the file is written here, with the numbers as they are or as they were drawn.


def round_robin(rounds: list[list[tuple[int, int]]], players: int, more: str, teams: tuple[range, ...] = ()) -> bytes:
    """A report in which White wins every game."""
    cells = {rank: ["  0000 - Z"] * len(rounds) for rank in range(1, players + 1)}
    for number, pairs in enumerate(rounds):
        for white, black in pairs:
            cells[white][number], cells[black][number] = f"  {black:4} w 1", f"  {white:4} b 0"
    lines = ["012 Everybody meets everybody", "042 2026/03/01", "052 2026/03/09", more]
    lines += [
        f"001 {rank:4}      {f'Player {rank}':33} 2000                            "
        f"{sum('w 1' in cell for cell in own):2}.0     {''.join(own)}"
        for rank, own in cells.items()
    ]
    lines += [f"013 {f'Team {place}':32}" + "".join(f" {rank:4}" for rank in team) for place, team in enumerate(teams)]
    return "\n".join([*lines, ""]).encode()


def berger_pairs(players: int, double: bool = False) -> list[list[tuple[int, int]]]:
    draw = berger(players, double)
    return [[(int(pair.white), int(pair.black)) for pair in round_.pairings] for round_ in draw.rounds]


def renumbered(rounds: list[list[tuple[int, int]]], numbers: list[int]) -> list[list[tuple[int, int]]]:
    return [[(numbers[white - 1], numbers[black - 1]) for white, black in pairs] for pairs in rounds]


def swapped(rounds: list[list[tuple[int, int]]], number: int) -> list[list[tuple[int, int]]]:
    """The rounds with the colours of one board exchanged."""
    first, *others = rounds[number]
    return [*rounds[:number], [first[::-1], *others], *rounds[number + 1 :]]


def scheveningen_pairs(boards: int) -> list[list[tuple[int, int]]]:
    draw = scheveningen(boards)
    ranks = {player: rank for rank, player in enumerate(draw.players, 1)}
    return [[(ranks[pair.white], ranks[pair.black]) for pair in round_.pairings] for round_ in draw.rounds]


BERGER = "092 Individual: Round-Robin"
DOUBLE = "092 Individual: Double Round-Robin"
MATCH = "092 Individual: Scheveningen"


@pytest.mark.parametrize(
    ("rounds", "players", "more", "table"),
    [
        (berger_pairs(6), 6, BERGER, "berger"),
        (berger_pairs(7), 7, BERGER, "berger"),
        (berger_pairs(7), 7, "", "berger"),
        (berger_pairs(8)[:4], 8, BERGER, "berger"),
        (renumbered(berger_pairs(8), [3, 8, 1, 6, 2, 7, 5, 4]), 8, BERGER, "berger"),
        (renumbered(berger_pairs(9), [3, 8, 1, 6, 2, 7, 9, 5, 4]), 9, BERGER, "berger"),
        (berger_pairs(6, double=True), 6, DOUBLE, "double-first"),
        (renumbered(berger_pairs(5, double=True), [5, 3, 1, 2, 4]), 5, DOUBLE, "double-first"),
        (scheveningen_pairs(4), 8, MATCH, "scheveningen"),
        (renumbered(scheveningen_pairs(5), [2, 4, 6, 8, 10, 1, 3, 5, 7, 9]), 10, MATCH, "scheveningen"),
    ],
)
def test_round_robins_are_judged_by_the_table_that_they_show(
    rounds: list[list[tuple[int, int]]], players: int, more: str, table: str
) -> None:
    checked = arpad.check(round_robin(rounds, players, more))
    assert (checked.system, checked.edition) == ("round-robin", table)
    assert checked.verdict == "right", checked.document()
    other = arpad.check(round_robin(swapped(rounds, 1), players, more))
    assert other.verdict == "differs"
    assert [one.number for one in other.rounds if not one.right] == [2]
    assert {one.player for one in other.rounds[1].differences} == set(rounds[1][0])


def test_somebody_who_is_met_twice_is_counted() -> None:
    rounds = berger_pairs(6)
    rounds[4] = rounds[3]
    checked = arpad.check(round_robin(rounds, 6, BERGER))
    assert checked.verdict == "differs"
    assert [note for note in checked.notes if note.differs]


# What a comment of the file explains.


def changed(tmp_path: Path, old: str, new: str, more: str) -> Path:
    """The good file of 12 players with other cells, and a comment."""
    text = (DATA / "swiss-12x5-good.trf").read_text()
    assert text.count(old) == 1 or not old
    file = tmp_path / "changed.trf"
    file.write_text((text.replace(old, new) if old else text) + more)
    return file


def test_a_round_that_a_comment_calls_set_by_hand_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DATA / "swiss-12x5-pairing.trf").read_text()
    file = tmp_path / "by-hand.trf"
    file.write_text(text + "### MPA @ Round 3: 4-9, 8-11 instead of 4-11, 8-9; the hall\n")
    code, document = answer(file, "", capsys)
    assert code == 0
    assert "the hall" in document["rounds"][2]["explained"]
    assert wrong_rounds(document) == SEATS_12
    file.write_text(text + "### MPA @ Round 2: 4-9\n")
    assert answer(file, "", capsys)[0] == 1


@pytest.mark.parametrize(
    ("comment", "explained"),
    [
        ("### Correction @ Round 1: 8-12 = to 1-0 after the pairing of round 2", True),
        ("### Adjournment @ Round 1: 8-12 drawn for the pairing of round 2, then 1-0", True),
        ("### Correction @ Round 1: 8-12 0-1 to 1-0 after the pairing of round 2", False),
        ("", False),
    ],
)
def test_a_result_that_was_known_later_is_tried_as_it_was(
    comment: str, explained: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rounds are paired again by the draw that the comment names: the comment alone proves nothing."""
    text = (DATA / "swiss-12x5-good.trf").read_text()
    lines = text.splitlines()
    for place, line in enumerate(lines):
        if line.startswith("001    8"):
            lines[place] = line.replace("12 w =", "12 w 1", 1)
        if line.startswith("001   12"):
            lines[place] = line.replace("8 b =", "8 b 0", 1)
    file = tmp_path / "late.trf"
    file.write_text("\n".join([*lines, comment, ""]))
    _, document = answer(file, "", capsys)
    assert (not wrong_rounds(document)) is explained
    assert not explained or any("explained" in round_ for round_ in document["rounds"])


def test_records_that_disagree_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = changed(tmp_path, "092 Individual: Swiss system (Dutch)", "092 Individual: Swiss system (Dubov)", "")
    code, document = answer(file, "", capsys)
    assert code == 1
    assert [note["message"] for note in document["notes"] if note["differs"]] == [
        "192 says FIDE_DUTCH_2026, and 092 says “Individual: Swiss system (Dubov)”"
    ]
    assert answer(changed(tmp_path, "202 BH/C1,BH,SB,WIN", "202 BH,SB,WIN", ""), "", capsys)[0] == 1


def test_systems_without_an_approved_checker_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """C.04.2 of 2026, 1.4."""
    for system, noted in (("dubov-2026", True), ("dutch-2026", False)):
        file = tmp_path / f"{system}.trf"
        assert run(f"pair generate --players 8 --rounds 3 --seed 1 --system {system} -o {file}") == 0
        file.write_text(file.read_text().replace("062 8", "042 2026/05/01\n062 8"))
        _, document = answer(file, "", capsys)
        assert ("C.04.2 1.4" in {note["article"] for note in document["notes"]}) is noted


def test_a_file_without_tie_breaks_is_ranked_by_its_score(capsys: pytest.CaptureFixture[str]) -> None:
    code, document = answer(DATA / "other-edition.trf", "--system dutch-2017", capsys)
    assert (code, document["standings"]["tie_breaks"]) == (0, [])
    code, document = answer(DATA / "other-edition.trf", "--system dutch-2017 --tie-breaks BH/C1", capsys)
    assert (code, document["standings"]["tie_breaks"]) == (1, ["BH/C1"])


# The forms of the answer: exit codes, tables, PDF, plain pairs.


def test_a_folder_gives_a_table_and_the_worst_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("swiss-12x5-good", "swiss-12x5-both"):
        (tmp_path / f"{name}.trf").write_bytes((DATA / f"{name}.trf").read_bytes())
    assert run(f"check {tmp_path}") == 1
    assert "2 files: 1 right, 1 differs, 0 not checked" in capsys.readouterr().out
    (tmp_path / "none.trf").write_text("nothing\n")
    assert run(f"check {tmp_path} --json") == 2
    document = json.loads(capsys.readouterr().out)
    assert [one["verdict"] for one in document["files"]] == ["unreadable", "differs", "right"]
    assert run(f"check {tmp_path / 'none.trf'} --lang es") == 2
    assert "sin comprobar" in capsys.readouterr().out
    assert run(f"check {tmp_path / 'missing.trf'}") == 2
    assert run(f"check {tmp_path / 'missing.trf'} {DATA / 'swiss-12x5-good.trf'}") == 2


def test_the_answer_as_pdf_and_as_plain_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "answer.pdf"
    assert run(f"check {DATA / 'swiss-12x5-both.trf'} -o {out}") == 1
    assert out.read_bytes().startswith(b"%PDF")
    assert run(f"check {DATA} -o {out}") == 1
    capsys.readouterr()
    assert run(f"check {DATA / 'swiss-12x5-pairing.trf'} --plain") == 1
    rules, own = capsys.readouterr().out.split("file\n")
    assert rules.startswith("rules\n1\n4 10\n")
    assert "4 11\n" in rules
    assert "4 9\n" in own
    assert "7 0\n" in own


def test_the_library_gives_the_same_answer(capsys: pytest.CaptureFixture[str]) -> None:
    file = DATA / "swiss-12x5-both.trf"
    checked = arpad.check(file)
    assert checked.verdict == "differs"
    assert checked.to_dict() == json.loads(json.dumps(answer(file, "", capsys)[1]))


def test_a_file_that_cannot_be_checked_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = changed(tmp_path, "192 FIDE_DUTCH_2026", "192 FIDE_KNOCKOUT", "")
    code, document = answer(file, "", capsys)
    assert (code, document["verdict"]) == (2, "unreadable")
    assert "knock-out" in document["problem"]
    assert run(f"check {DATA / 'swiss-12x5-good.trf'} --system nothing") == 2


def test_tie_breaks_that_cannot_be_used_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A list that nobody knows proves nothing about the ranks; one that the rules forbid is wrong itself."""
    lists = "202 BH/C1,BH,SB,WIN\n212 PTS,BH/C1,BH,SB,WIN"
    code, document = answer(changed(tmp_path, lists, "202 OTHER_club\n212 PTS,OTHER_club", ""), "", capsys)
    assert (code, document["standings"]["tie_breaks"]) == (0, [])
    assert any("OTHER_club" in note["message"] for note in document["notes"])
    table = (DATA / "round-robin-left.trf").read_text().replace("DE,SB,KS", "BH,SB,KS")
    file = tmp_path / "table.trf"
    file.write_text(table)
    code, document = answer(file, "", capsys)
    assert code == 1
    assert [note["differs"] for note in document["notes"] if "BH" in note["message"]] == [True]


def test_a_pair_that_was_forbidden_later_may_have_met(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    comment = "260 001        1    4\n### Configuration @ Round 4: pairs forbidden after the start, asked\n"
    code, document = answer(changed(tmp_path, "", "", comment), "", capsys)
    assert code == 0
    assert "explained" in document["rounds"][1]
    assert answer(changed(tmp_path, "", "", comment.splitlines()[0] + "\n"), "", capsys)[0] == 1


def test_a_file_without_rounds_is_not_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new.trf"
    assert run(f"pair generate --players 8 --rounds 5 --played 0 --seed 1 -o {out}") == 0
    assert answer(out, "", capsys)[0] == 2


def test_the_rounds_of_a_report_are_examined_as_the_command_examines_them(capsys: pytest.CaptureFixture[str]) -> None:
    path = "tests/data/swiss_manager/a08-swiss-half-point-byes.TUNX"
    found = arpad.read(path).forensics()
    assert (found.made_by, found.telling, found.rounds[3].sure) == ("dutch-2017", (4,), "certain")
    assert found.checks.norms == ()
    assert run(f"pair forensics {path} --json") == 0
    assert json.loads(found.to_json()) == json.loads(capsys.readouterr().out)
    assert run(f"--lang es pair forensics {path}") == 0
    assert capsys.readouterr().out.split() == " ".join(found.lines("es")).split()
