"""Score sheets, envelopes, the chief arbiter's report and the rules of an event, as `arpad arbiter` makes them."""

import datetime as dt
from pathlib import Path

import pytest

from answers import Arpad
from arpad.arbiters.sheets import ChiefNotes, position_of, read_chief_notes, read_sealed_move
from arpad.i18n import keys
from arpad.regulations.event_rules import announced_rules
from arpad.tournament.rules import INVITATION_ITEMS, KEYS
from arpad.tournament.takeover import state_of_report
from certificate_events import pages, whole
from pdf_pages import page_texts
from places import PROJECT

EXAMPLES = PROJECT / "examples"
SORIA = EXAMPLES / "open-2024.trf"
ENVELOPE = EXAMPLES / "arbiter" / "envelope.toml"
NOTES = EXAMPLES / "arbiter" / "notes.toml"


# ---------------------------------------------------------------- score sheets


def test_a_score_sheet_has_the_nine_items(arpad: Arpad, tmp_path: Path) -> None:
    """C.01 6.2: competition, round, board, day, both players, result, three signatures, numbered places for moves."""
    out = tmp_path / "sheets.pdf"
    assert arpad(f"arbiter sheets {SORIA} --round 3 -o {out}").code == 0
    first = pages(out.read_bytes())[0]
    for part in (
        "Open Ciudad de Soria 2024", "Round 3", "Table 1", "8 July 2024", "Gallego, Gloria", "GM Abad, Ana", "1–0",
        "½–½", "0–1", "Signature · White", "Signature · Black", "Signature · Arbiter", "60",
    ):  # fmt: skip
        assert part in first, part
    assert len(pages(out.read_bytes())) == 12


LONG_CONTROL = "90 min/40 moves + 30 min + 30 sec increment from move one"


@pytest.mark.parametrize(("language", "day"), [("en", "6 July 2024"), ("es", "6 de julio de 2024")])
def test_a_long_time_control_leaves_room(language: str, day: str, arpad: Arpad, tmp_path: Path) -> None:
    """It is in one line: the moves of a score sheet end above the signatures, and the day of a clock sheet is whole."""
    out = tmp_path / "sheet.pdf"
    assert arpad(f"arbiter sheets {SORIA} --what scoresheets --round 1 -o {out} --lang {language}").code == 0
    assert [page.count(LONG_CONTROL) for page in page_texts(out.read_bytes())] == [2] * 12
    assert arpad(f"arbiter clocks --print {SORIA} --round 1 -o {out} --lang {language}").code == 0
    assert f"1/9 12 {day} {LONG_CONTROL} 150" in page_texts(out.read_bytes())[0]


def test_other_sheets_of_a_report(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    for what, part in (("results", "Abad, Ana"), ("cards", "Abad, Ana"), ("pairings", "Zamora, Zoe")):
        assert arpad(f"arbiter sheets {SORIA} --what {what} --round 1 -o {out}").code == 0
        assert part in whole(out.read_bytes())
    assert arpad(f"arbiter sheets {SORIA} --what posters -o {out}").code == 2
    assert arpad(f"arbiter sheets {SORIA} --round 12 -o {out}").code == 2


def test_a_report_is_read_as_an_event_that_was_run() -> None:
    state = state_of_report(SORIA.read_bytes(), "open-2024.trf")
    assert (len(state.rounds), len(state.entries), state.event_rules.rounds) == (9, 24, 9)
    assert not state.remarks


# ---------------------------------------------------------------- envelopes


def test_an_envelope_has_the_seven_items(arpad: Arpad, tmp_path: Path) -> None:
    """Guidelines I.2."""
    out = tmp_path / "envelope.pdf"
    assert arpad(f"arbiter envelope {ENVELOPE} -o {out}").code == 0
    words = whole(out.read_bytes())
    for part in (
        "Abad, Ana – Blanco, Borja", "2:12", "2:05", "Abad, Ana (White)", "61", "none",
        "8 May 2024, 10:00, Playing hall, Valdeoca", "♔", "♚", "Signature of the arbiter",
    ):  # fmt: skip
        assert part in words, part
    assert arpad(f"arbiter envelope {ENVELOPE} -o {out} --lang es").code == 0
    assert "Movimiento secreto" in whole(out.read_bytes())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('black_used = "2:05"', "", "black_used"),
        ("move = 61", "", "move"),
        ("move = 61", "move = 60", "60"),
        ('sealed_by = "white"', 'sealed_by = "black"', "black"),
        ("8/5pk1", "9/5pk1", "FEN"),
        ("8/5pk1", "8/8/5pk1", "FEN"),
        ("8/5pk1", "x/5pk1", "FEN"),
        ("hour =", "hours =", "did you mean hour?"),
    ],
)
def test_an_item_that_is_missing_or_wrong_is_named(arpad: Arpad, tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "envelope.toml"
    file.write_text(ENVELOPE.read_text("utf-8").replace(old, new), "utf-8")
    answer = arpad(f"arbiter envelope {file} -o {tmp_path / 'no.pdf'}")
    assert (answer.code, said in answer.err, (tmp_path / "no.pdf").exists()) == (2, True, False)


def test_the_position_of_an_envelope() -> None:
    sealed = read_sealed_move(ENVELOPE)
    assert sealed.day == dt.date(2024, 5, 8)
    assert sealed.position[6] == ["", "", "", "", "K", "", "", ""]
    assert position_of("8/8/8/8/8/8/8/7k w - - 0 1")[7][7] == "k"


# ---------------------------------------------------------------- the chief arbiter's report


def test_the_report_of_a_chief_arbiter(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "report.md"
    answer = arpad(f"arbiter report {SORIA} --notes {NOTES} -o {out}")
    assert answer.code == 0
    report = out.read_text("utf-8")
    assert [line[3] for line in report.splitlines() if line.startswith("## ")] == list("123456789")
    for part in (
        "24 players of 6 federations", "example.org/soria-2024", "| 3 | 3 | Calvo, Carmen | 6.5 |",
        "Chief arbiter: IA Campos, Lucía", "NA Ejemplo, Ana, arbiter, norm for FA", "WGM norm: Gallego, Gloria",
        "Round 3, board 4", "The hall needs more light",
    ):  # fmt: skip
        assert part in report, part
    assert "Not stated" not in report
    assert report.count("None.") == 2, "the notes say so of appeals and breaches"


def test_what_nobody_says_is_not_stated(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "report.pdf"
    answer = arpad(f"arbiter report {SORIA} -o {out} --json")
    assert answer.json["silent"] == ["incidents", "appeals", "future", "breaches"]
    assert whole(out.read_bytes()).count("Not stated.") == 4
    assert "No se dice nada" in arpad(f"arbiter report {SORIA} -o {out} --lang es").out


def test_notes(tmp_path: Path, arpad: Arpad) -> None:
    assert read_chief_notes(NOTES).appeals == ()
    file = tmp_path / "notes.toml"
    file.write_text('incidents = "nothing"\n', "utf-8")
    assert arpad(f"arbiter report {SORIA} --notes {file} -o {tmp_path / 'r.md'}").code == 2
    file.write_text("", "utf-8")
    assert read_chief_notes(file) == ChiefNotes()


# ---------------------------------------------------------------- the rules of an event


def rules(arpad: Arpad, tmp_path: Path, words: str, options: str = "") -> dict[str, list[str]]:
    """The keys of what was found against some rules, part by part."""
    file = tmp_path / "event.toml"
    file.write_text(f'slug = "x"\nname = "X"\n{words}', "utf-8")
    answer = arpad(f"arbiter rules {file} --json {options}")
    parts = ("must", "should", "may", "items")
    return {part: [f"{one['severity']} {one['key']}" for one in answer.json[part]] for part in parts}


def test_er_01_says_what_must_be_said(arpad: Arpad, tmp_path: Path) -> None:
    rapid = 'time_class = "rapid"\ntime_control = "25"\n'
    found = rules(arpad, tmp_path, rapid, "--level L1")
    assert found["must"] == ["error competition_rules", "error guidelines", "warning default_minutes"]
    assert len(found["items"]) == 23, "item 5 is the time control"
    assert {one.partition(" ")[0] for one in found["items"]} == {"warning"}
    with_guidelines = rules(arpad, tmp_path, rapid + 'competition_rules = "full"\nguidelines = "III"\n')
    assert with_guidelines["must"] == ["error guidelines", "warning default_minutes"]
    settled = rules(arpad, tmp_path, rapid + 'competition_rules = "full"\nguidelines = "III.4"\n')
    assert settled["must"] == ["warning default_minutes"]


def test_er_02_standard_with_increment(arpad: Arpad, tmp_path: Path) -> None:
    found = rules(arpad, tmp_path, 'time_control = "90+30"\ndefault_minutes = 15\n')
    assert found["must"] == []
    assert found["should"] == ["warning draw_offers", "warning devices"]
    assert [one.partition(" ")[2] for one in found["may"]] == ["points", "leaving_area", "appeals_signed", "adjourned"]


def test_the_rules_are_written(arpad: Arpad, tmp_path: Path) -> None:
    source, out = EXAMPLES / "tournament" / "open.toml", tmp_path / "rules.md"
    answer = arpad(f"arbiter rules {source} -o {out}")
    assert answer.code == 0
    assert "Level C" in answer.out
    assert "## What the rules say" in out.read_text("utf-8")
    assert arpad(f"arbiter rules {source} --level L1 -o {tmp_path / 'rules.pdf'} --lang es").code == 0
    assert "Bases del torneo" in whole((tmp_path / "rules.pdf").read_bytes())
    assert arpad(f"arbiter rules {source} --level L4").code == 2


def test_the_items_are_data() -> None:
    found = announced_rules()
    assert [item.number for item in found.items] == list(range(1, 25))
    assert tuple(item.name for item in found.items) == INVITATION_ITEMS
    assert [item.number for item in found.items if item.needs == "player"] == [23, 24]
    assert {f"tournament.item.{name}" for name in INVITATION_ITEMS} <= keys("en")
    assert [rule.duty for rule in found.rules.values()] == ["must"] * 3 + ["should"] * 2 + ["may"] * 4
    assert set(found.rules) <= set(KEYS)
    assert found.rules["competition_rules"].law("blitz") == "Laws B.2, B.3"
