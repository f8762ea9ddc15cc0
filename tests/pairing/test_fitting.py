"""C.04, the edition in force on the first day: a report whose rounds are those of another edition, or another reading.

The files of `tests/data/pairing/neighbours` are named after the edition that they were paired by.
"""

import json
from datetime import date
from pathlib import Path

import pytest

from arpad.cli.main import main
from arpad.pairing.compare import fitting_editions, fitting_words
from arpad.pairing.files import Source, read_source
from arpad.pairing.systems import editions_of, last_day, systems
from pairing_files import FOLDER, trf
from places import FIXTURES

NEIGHBOURS = FOLDER / "neighbours"
DUTCH = NEIGHBOURS / "dutch-2017-in-2026.trf"
READING = NEIGHBOURS / "dutch-number-itself.trf"
UNDATED = FIXTURES / "swiss" / "dutch-2026" / "e07-n5-r4.trf"
POSITION = FIXTURES / "swiss" / "position.json"
SENTENCE = (
    "All 7 rounds are exactly dutch-2017 (in force until 31 January 2026), which was not in force when the event began "
    "on 27 February 2026"
)
SENTENCE_ES = (
    "Las 7 rondas son exactamente dutch-2017 (en vigor hasta el 31 de enero de 2026), que no estaba en vigor cuando "
    "empezó el torneo el 27 de febrero de 2026"
)
MORE = "Which rules made these rounds, or what explains them: arpad pair forensics FILE"
MORE_ES = "Qué reglas hicieron estas rondas, o qué las explica: arpad pair forensics FILE"


def fits(source: Source) -> list[tuple[str, bool | None]]:
    return [(found.system.title, found.in_force) for found in fitting_editions(source, source.checked())]


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(list(words), {})
    return code, " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("dutch-2017-in-2026", [("dutch-2017", False)]),
        ("dutch-2026-in-2019", [("dutch-2026", False)]),
        ("dubov-1997-in-2026", [("dubov-1997", False)]),
        ("burstein-2018-in-2026", [("burstein-2018", False)]),
        ("lim-in-2026", [("lim", False)]),
        ("team-2024-in-2026", [("team-2024", False)]),
        ("dutch-number-itself", [("dutch-2017+tpn", False), ("dutch-2026+tpn", True)]),
    ],
)
def test_a_report_that_fits_the_neighbouring_edition_in_every_round_says_so(
    name: str, found: list[tuple[str, bool | None]]
) -> None:
    source = read_source((NEIGHBOURS / f"{name}.trf").read_bytes())
    assert not all(member.ok for member in source.checked())
    assert fits(source) == found


@pytest.mark.parametrize("file", sorted(NEIGHBOURS.glob("*.trf")))
def test_what_fits_is_what_a_check_by_that_edition_calls_right(file: Path) -> None:
    """Each edition named by `--system`, where its id is not also the name of the system."""
    data = file.read_bytes()
    source = read_source(data)
    found = {title for title, _ in fits(source)}
    for edition in editions_of(source.system.name):
        if edition.edition:
            checked = read_source(data, None, edition.id, binding=False).checked()
            assert all(member.ok for member in checked) == (edition.id in found)


def test_the_command_names_the_edition_its_days_and_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = asked(capsys, "pair", "check", str(DUTCH))
    assert code == 1
    assert "Round 4: 3 players have another opponent or another colour" in out
    assert out.endswith(f"{SENTENCE} {MORE}")
    code, out = asked(capsys, "--lang", "es", "pair", "check", str(DUTCH))
    assert (code, out.endswith(f"{SENTENCE_ES} {MORE_ES}")) == (1, True)


def test_the_json_of_the_command_has_the_edition_and_the_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pair", "check", str(DUTCH), "--json"], {}) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["system"], found["edition"]) == ("dutch", "2026")
    assert found["fits"] == [
        {"system": "dutch", "edition": "2017", "since": None, "until": "2026-01-31", "in_force": False,
         "message": SENTENCE},
    ]  # fmt: skip
    assert main(["pair", "check", str(READING), "--json"], {}) == 1
    both = json.loads(capsys.readouterr().out)["fits"]
    assert [(one["edition"], one["readings"], one["in_force"]) for one in both] == [
        ("2017", ["tpn"], False),
        ("2026", ["tpn"], True),
    ]
    assert both[1]["message"].startswith(
        "All 5 rounds are exactly dutch-2026 in another reading (in force since 1 February 2026), which was in force "
        "when the event began on 2 March 2026. Reading tpn: "
    )


def test_without_a_start_nothing_is_said_about_what_was_in_force(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = asked(capsys, "pair", "check", str(UNDATED))
    assert code == 1
    assert out.endswith(
        "All 4 rounds are exactly dutch-2026 (in force since 1 February 2026). Whether it was in force cannot be told: "
        "the file does not say when the event began (record 042). It was checked by dutch-2017 "
        f"{MORE}"
    )
    assert main(["pair", "check", str(UNDATED), "--json"], {}) == 1
    assert json.loads(capsys.readouterr().out)["fits"][0]["in_force"] is None


def test_a_right_report_is_not_paired_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(*edition: object) -> Source:
        raise AssertionError(edition)

    monkeypatch.setattr(Source, "by", again)
    dated = DUTCH.read_bytes().replace(b"042 2026/02/27", b"042 2026/01/27")
    for data in (dated, (FOLDER / "worked-40.trf").read_bytes()):
        source = read_source(data)
        checked = source.checked()
        assert all(member.ok for member in checked)
        assert fitting_editions(source, checked) == []


def test_one_round_by_hand_leaves_no_edition() -> None:
    """Round 7 with the colours of one board turned: rounds 1 to 6 alone make no claim about all."""
    data = DUTCH.read_bytes()
    lines = data.splitlines(keepends=True)
    at = 91 + 60 + 5
    turned = {1: b"w", 9: b"b"}

    def line(row: bytes) -> bytes:
        rank = int(row[4:8]) if row.startswith(b"001") else 0
        return row[:at] + turned[rank] + row[at + 1 :] if rank in turned else row

    source = read_source(b"".join(map(line, lines)))
    assert [member.number for member in source.checked() if not member.ok] == [4, 7]
    assert fits(source) == []


def test_an_edition_that_the_file_or_somebody_names_is_not_in_force_either() -> None:
    """By the edition that is named all rounds are right; by the one in force they are not, and that is said."""
    named = b"192 FIDE_DUTCH_2017\n" + DUTCH.read_bytes()
    for source in (read_source(named), read_source(DUTCH.read_bytes(), system="dutch-2017")):
        assert all(member.ok for member in source.checked())
        assert fits(source) == [("dutch-2017", False)]
    in_time = DUTCH.read_bytes().replace(b"042 2026/02/27", b"042 2026/01/27")
    assert fits(read_source(in_time, system="dutch-2026")) == [("dutch-2017", True)]
    assert fits(read_source(in_time, system="dutch-2017")) == []


def test_rounds_that_both_editions_give_say_nothing() -> None:
    """A round that no rule tells apart is right by the edition in force, whichever somebody names."""
    data = trf("2 w 1", "1 b 0", head=("042 2026/03/02", "XXR 1"))
    source = read_source(data, system="dutch-2017")
    assert all(member.ok for member in source.checked())
    assert fits(source) == []


def test_a_single_position_is_told_by_its_round() -> None:
    """The pairs of round 4, asked for as a position in JSON."""
    text = DUTCH.read_text("utf-8")
    whole = read_source(DUTCH.read_bytes()).whole
    assert whole is not None
    cells = {rank: whole.cell(rank, 4) for rank in whole.cells}
    pairs = [[rank, cell.opponent] for rank, cell in cells.items() if cell is not None and cell.colour == "w"]
    bye = [rank for rank, cell in cells.items() if cell is not None and cell.result == "U"]
    position = {"trf": text, "round": 4, "pairs": pairs} | ({"bye": bye[0]} if bye else {})
    source = read_source(json.dumps(position).encode())
    found = fitting_editions(source, source.checked())
    assert [fitting_words(one, "en") for one in found] == [
        "Round 4 is exactly dutch-2017 (in force until 31 January 2026), which was not in force when the event began "
        "on 27 February 2026"
    ]


def test_a_position_without_pairs_to_judge_is_not_judged() -> None:
    assert fitting_editions(read_source(POSITION.read_bytes()), []) == []


@pytest.mark.parametrize(
    ("id_", "until"),
    [
        ("dutch-2017", date(2026, 1, 31)),
        ("dutch-2026", None),
        ("dubov-1997", date(2018, 6, 30)),
        ("dubov-2018", date(2026, 1, 31)),
        ("burstein-manual", date(2018, 6, 30)),
        ("double-2026", None),
        ("team-2024", date(2026, 1, 31)),
    ],
)
def test_the_last_day_of_an_edition_is_the_one_before_its_successor(id_: str, until: date | None) -> None:
    assert last_day(systems()[id_]) == until
