"""The claim sheet of a player and a period: its numbers against the calculators, on the screen, as PDF and as JSON."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from answers import Answer, Arpad
from arpad.i18n import LANGUAGES, Language, keys
from places import PROJECT
from sheet_office import FIRST, HERO, SECOND, Met, Office, games, holds, one_space, two_events

ROOT = PROJECT / "src" / "arpad"
LONG = "Fernández de la Vega y Rodríguez-Santamaría, Francisco Javier"


@pytest.fixture(scope="module")
def july(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """Two events in July 2024, and the list of August. Nobody changes it."""
    office = two_events(tmp_path_factory.mktemp("july"))
    yield office
    office.desk.database.dispose()


def test_the_numbers_are_those_of_the_calculator(july: Office, arpad: Arpad) -> None:
    found = july.document("2024-08")
    told = arpad(f"calc change --edition fide-2024 --rating 2000 --k 20 {games(FIRST, SECOND)} --json").json
    assert (found["change"], found["rounded"], found["computed"]) == (
        told["change"], told["rounded_change"], told["new_rating"],
    )  # fmt: skip
    assert (found["before"], found["base"], found["after"]) == (2000, 2000, told["new_rating"])
    for event, met in zip(found["events"], (FIRST, SECOND), strict=True):
        alone = arpad(f"calc change --edition fide-2024 --rating 2000 --k 20 {games(met)} --json").json
        counted = [opponent for opponent in event["opponents"] if opponent["rated"]]
        assert (event["games"], event["result"], event["change"]) == (len(counted), alone["sum"], alone["change"])
        for line, game in zip(counted, alone["games"], strict=True):
            for field in ("difference", "used_difference", "capped", "expected", "score"):
                assert line[field] == game[field]
            assert (line["rating"], line["result"]) == (game["opponent"], game["change"])
            assert line["change"] == 20 * game["change"]


def test_the_fields_of_the_contract(july: Office) -> None:
    found = july.document("2024-08")
    wanted = (
        "id name period version digest before after base games change rounded k events first steps computed next_k "
        "games_so_far time_class edition state reason previous left_out notes"
    )
    assert set(found) == set(wanted.split())
    keys = {"name", "edition", "list", "games", "result", "k", "change", "opponents"}
    assert all(keys <= set(event) for event in found["events"])
    assert (found["id"], found["name"], found["period"]) == ("1000", "Player, No 1000", "2024-08-01")
    assert (found["version"], len(found["digest"]), found["games"], found["k"]) == (1, 64, 7, 20)
    assert found["first"] is None
    assert [event["list"] for event in found["events"]] == ["2024-07-01"] * 2
    assert all(omission["article"] for omission in found["steps"])
    assert [
        omission["article"] for omission in found["steps"] if omission["key"] in ("period.event", "period.sum")
    ] == ["8.3.2d"] * 3
    told = [step["key"] for step in found["steps"]]
    assert told == ["period.event", "period.event", "period.sum", "period.rounded", "period.next-k", "verdict.listed"]


def test_a_game_that_was_not_played_says_so(july: Office) -> None:
    last = july.document("2024-08")["events"][1]["opponents"][-1]
    assert (last["rated"], last["reason"], last["article"]) == (False, "not played", "5.1")
    assert "difference" not in last


def call(arpad: Arpad, july: Office, words: str) -> Answer:
    return arpad(f"office sheet {words} --db {july.url} --who Eva")


def test_the_command_prints_the_document_exactly(july: Office, arpad: Arpad) -> None:
    answer = call(arpad, july, "1000 2024-08 --json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.json == july.document("2024-08")
    numbers = re.findall(r": (-?\d+\.\d+)\b", answer.out)
    assert numbers
    assert all(len(digits.partition(".")[2]) <= 2 for digits in numbers)


def test_the_screen_shows_fides_columns_and_one_rounding(july: Office, arpad: Arpad) -> None:
    shown = one_space(call(arpad, july, "1000 2024-08").out)
    holds(
        shown,
        "List of 1 August 2024, version 1 (published) · Standard", "Digest: ", "2000 → ",
        "2 July 2024 – 5 July 2024 · Soria, ESP · FIDE rating regulations 2024 · list in force: 1 July 2024",
        "Rd C Opponent Rc W D D used PD Change K × change",
        "3 w Player, No 4 2450 0 −450 −400* 0.08 −0.08 −1.60", "* The difference is limited to 400 (8.3.1).",
        "4 w Player, No 3 1950 + not played (5.1)", "Rc Ro n W We Change K K × change",
        "First Open fide-2024 2024-07-01 4 ", "8.3.3 K = 20, as on the list of 1 July 2024",
        "rounded once for the whole period", "8.3.3 K for the next period: 20",
    )  # fmt: skip
    assert shown.count("ounded") == 2, "the heading and the step: no event is rounded by itself"
    assert "New rating" not in shown


def test_spanish_speaks_spanish_and_writes_a_comma(july: Office, arpad: Arpad) -> None:
    screen = call(arpad, july, "1000 2024-08 --lang es").out
    for shown in (july.page("2024-08", language="es"), one_space(screen)):
        holds(
            shown, "1 de agosto de 2024", "Oponente", "−450 −400* 0,08 −0,08 −1,60", "redondeado una sola vez",
            "no jugada (5.1)", "K para el próximo periodo: 20", "lista en vigor: 1 de julio de 2024",
        )  # fmt: skip
        for english in ("Event", "rounded", "list", "Below", "games", "Standard"):
            assert not re.search(rf"\b{english}\b", shown), english


def test_the_pdf_has_the_period_and_every_event(july: Office) -> None:
    digest = july.document("2024-08")["digest"]
    holds(
        july.page("2024-08"),
        "CLAIM SHEET OF THE PERIOD Player, No 1000", "ID 1000 · ESP · born 1980", "1 August 2024, Standard",
        "1 (published)", "First Open fide-2024 2024-07-01 4",
        "Ro n Change Rounded Rn Next K Games, at least On the list",
        "Rd C Opponent Rc W D D used PD Change K × change", "Rd 3. Against 2450, 0: dR = −0.08",
        "8.3.1 A difference of more than 400 counts as 400", digest[:16], digest[-16:],
        "4 w Player, No 3 1950 + not played (5.1)", "approved by the FIDE Council on 15 December 2023",
    )  # fmt: skip


def test_the_command_writes_the_pdf_and_the_same_bytes_each_time(july: Office, arpad: Arpad, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    assert call(arpad, july, f"1000 2024-08 --lang es --pdf {path}").code == 0
    assert path.read_bytes() == july.pdf("2024-08", language="es")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("9999 2024-08", "9999 is not on the list of 2024-08"),
        ("1000 2024-07", "the list of 2024-07 was imported"),
        ("1000 2024-11", "there is no list of 2024-11"),
        ("1000 2024-08 --version 4", "has no version 4"),
        ("1000 2024-08 --version x", "--version"),
        ("1000 2024-08 --time-class slow", "--time-class"),
        ("1000 2024-13", "2024-13"),
        ("1000 2024-08 --pdf /nowhere/at/all.pdf", "/nowhere/at/all.pdf"),
    ],
)
def test_what_cannot_be_shown(july: Office, arpad: Arpad, words: str, said: str) -> None:
    answer = call(arpad, july, words)
    assert answer.code == 2
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_ten_events_with_long_names_take_pages(tmp_path: Path) -> None:
    """Ten events of nine games, 90 in all: K = 20 is cut to 7."""
    office = Office(tmp_path)
    many = {HERO: 2000} | {id_: 1900 + 10 * id_ for id_ in range(1, 10)}
    office.names = dict.fromkeys(many, LONG)
    office.founded_on("2024-07", many)
    met: Met = [(id_, "1=0"[id_ % 3]) for id_ in range(1, 10)]
    for at in range(10):
        office.event(f"Gran torneo internacional de ajedrez de la ciudad {at}", f"2024-07-{at + 1:02}", met)
    office.published("2024-08")
    for language in LANGUAGES:
        found = office.pages("2024-08", language=language)
        assert 3 <= len(found) <= 8
        assert found[-1].endswith(f"{len(found)}/{len(found)}")
        assert "".join(found).count("Gran torneo internacional de ajedrez de la ciudad 9") == 3
    assert office.document("2024-08")["k"] == 7


def test_every_word_of_the_sheet_is_used() -> None:
    files = [path for room in ("papers", "cli/office", "lists") for path in (ROOT / room).rglob("*.*")]
    code = "\n".join(path.read_text("utf-8") for path in files if path.suffix in (".py", ".typ"))
    found = [key for key in keys("en") if key.startswith(("period-sheet.", "step.period."))]
    assert found
    for key in found:
        last = re.escape(key.rpartition(".")[2])
        assert re.search(rf"[\"']{last}[\"']|[\"'][a-z.-]*\.{last}[\"']|words\.{last}\b", code), key


def test_every_step_of_a_period_has_words() -> None:
    code = "\n".join(path.read_text("utf-8") for path in (ROOT / "lists").glob("*.py"))
    taken = set(re.findall(r'"period\.([a-z-]+)"', code)) | {"unrated-then"}
    assert taken == {key.removeprefix("step.period.") for key in keys("en") if key.startswith("step.period.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_who_did_not_play(july: Office, arpad: Arpad, language: Language) -> None:
    words = {"en": "No game of this player was rated", "es": "no se valoró ninguna partida suya"}[language]
    holds(call(arpad, july, f"8 2024-08 --lang {language}").out, words, "1990 → 1990")
    holds(july.page("2024-08", 8, language), words)
    found = july.document("2024-08", 8)
    assert (found["before"], found["computed"], found["after"], found["games"]) == (1990, 1990, 1990, 0)
    assert (found["change"], found["rounded"], found["events"], found["k"]) == (0, 0, [], None)
    assert [step["key"] for step in found["steps"]] == ["period.next-k", "verdict.listed"]
