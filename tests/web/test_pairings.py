"""The page about pairings: the systems to choose from, reports and JSON, several positions; and what it refuses."""

import json

import pytest

from arpad.formats.read import read_report
from arpad.pairing.systems import systems
from places import FIXTURES
from visitor import TestClient

SWISS = FIXTURES / "swiss"
LEAGUE = SWISS / "team" / "league-11.trf"
OPEN = FIXTURES / "pairing" / "open-14.trf"
FINISHED = FIXTURES / "pairing" / "worked-40.trf"
NEIGHBOUR = FIXTURES / "pairing" / "neighbours" / "dutch-2017-in-2026.trf"
POSITIONS = SWISS / "double" / "positions.json"
SPANISH = {"accept-language": "es"}


def sent(client: TestClient, path: str, data: bytes, language: str = "en", **typed: str) -> tuple[int, str]:
    answer = client.post(path, data=typed, files={"file": ("file", data)}, headers={"accept-language": language})
    return answer.status_code, answer.text


def test_the_form_offers_every_system_in_both_languages(client: TestClient) -> None:
    english, spanish = client.get("/pairings").text, client.get("/pairings", headers=SPANISH).text
    for id_ in systems():
        assert f'<option value="{id_}"' in english
        assert f'<option value="{id_}"' in spanish
    assert '<option value="dutch" >Dutch · edition in force on the first day' in english
    assert '<optgroup label="Holandés">' in spanish
    assert "web." not in english.split("<main")[1].split("</main")[0].replace("/web.", "")


@pytest.mark.parametrize("system", ["dutch-2017", "dutch-2026", "dubov-2026", "burstein-2026", "lim"])
def test_the_chosen_system_pairs_as_on_the_command_line(client: TestClient, system: str) -> None:
    code, told = sent(client, "/pairings.json", OPEN.read_bytes(), system=system)
    assert code == 200
    found = json.loads(told)["next"]
    assert "-".join(filter(None, (found["system"], found.get("edition")))) == system
    code, page = sent(client, "/pairings", OPEN.read_bytes(), system=system)
    assert code == 200
    assert "Player 0006" in page


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "All 7 rounds are exactly Dutch · 2017 (in force until 31 January 2026), which was not in force when "
               "the event began on 27 February 2026"),
        ("es", "Las 7 rondas son exactamente Holandés · 2017 (en vigor hasta el 31 de enero de 2026), que no estaba en "
               "vigor cuando empezó el torneo el 27 de febrero de 2026"),
    ],
)  # fmt: skip
def test_a_report_that_the_edition_before_gives_in_every_round_says_so(
    client: TestClient, language: str, sentence: str
) -> None:
    """C.04 in the edition in force on the first day; the JSON names the edition by its id, as the command does."""
    code, page = sent(client, "/pairings", NEIGHBOUR.read_bytes(), language)
    assert (code, sentence in page) == (200, True)
    code, told = sent(client, "/pairings.json", NEIGHBOUR.read_bytes(), language)
    assert code == 200
    [found] = json.loads(told)["fits"]
    assert (found["system"], found["edition"], found["until"], found["in_force"]) == (
        "dutch",
        "2017",
        "2026-01-31",
        False,
    )
    assert found["message"] == sentence.replace("Dutch · ", "dutch-").replace("Holandés · ", "dutch-")
    in_time = NEIGHBOUR.read_bytes().replace(b"042 2026/02/27", b"042 2026/01/27")
    assert "fits" not in json.loads(sent(client, "/pairings.json", in_time)[1])
    undated = NEIGHBOUR.read_bytes().replace(b"042 2026/02/27\n", b"").replace(b"042 2026/02/27\r\n", b"")
    code, page = sent(client, "/pairings", undated, language, system="dutch-2026")
    assert (code, "042" in page and "Dutch · 2026" in page.replace("Holandés", "Dutch")) == (200, True)


def test_a_league_is_paired_by_its_teams(client: TestClient) -> None:
    code, page = sent(client, "/pairings", LEAGUE.read_bytes(), "es")
    assert code == 200
    assert "Equipos · 2026" in page
    assert "Team 009" in page


def test_several_positions_are_named(client: TestClient) -> None:
    positions = json.loads(POSITIONS.read_text("utf-8"))
    code, told = sent(client, "/pairings.json", POSITIONS.read_bytes())
    assert code == 200
    assert [one["id"] for one in json.loads(told)["positions"]] == [one["id"] for one in positions]
    assert all(one["rounds"][0]["ok"] for one in json.loads(told)["positions"])
    code, page = sent(client, "/pairings", POSITIONS.read_bytes())
    assert code == 200
    assert f"{len(positions)} positions" in page
    assert all(one["id"] in page for one in positions)


def test_a_position_without_pairs_is_paired(client: TestClient) -> None:
    position = json.loads((SWISS / "position.json").read_text("utf-8"))
    del position["pairs"]
    code, told = sent(client, "/pairings.json", json.dumps(position).encode())
    assert code == 200
    assert json.loads(told)["rounds"] == []


@pytest.mark.parametrize(
    ("data", "typed", "words"),
    [
        (LEAGUE.read_bytes(), {"system": "dutch"}, "“Pairing system” says dutch-2026"),
        (OPEN.read_bytes(), {"system": "team"}, "no teams"),
        (OPEN.read_bytes(), {"system": "none"}, "none is not a known pairing system"),
        (OPEN.read_bytes(), {"colours": "A"}, "“Colour preferences of teams”"),
        (OPEN.read_bytes(), {"reading": "bbp"}, "bbp is not a reading"),
        (b"[{}]", {}, "Position 1"),
        (json.dumps([{"id": number, "trf": OPEN.read_text("utf-8")} for number in range(101)]).encode(), {}, "101"),
    ],
)
def test_what_cannot_be_paired(client: TestClient, data: bytes, typed: dict[str, str], words: str) -> None:
    code, page = sent(client, "/pairings", data, **typed)
    assert code == 400
    assert words in page.replace("&#39;", "'")
    for name in ("system", "colours", "reading"):
        if name in typed and typed[name] != "none":
            assert f'value="{typed[name]}" selected' in page, "the form keeps what was chosen"


def test_the_report_with_the_round_is_taken_away(client: TestClient) -> None:
    code, page = sent(client, "/pairings", OPEN.read_bytes())
    assert code == 200
    assert 'formaction="/pairings/next.trf"' in page
    carried = page.partition('name="report" value="')[2].partition('"')[0]
    answer = client.post("/pairings/next.trf", data={"report": carried, "system": "dubov"})
    assert "R4.trf" in answer.headers["content-disposition"]
    assert [len(player.rounds) for player in read_report(answer.content).event.players] == [4] * 14
    _, page = sent(client, "/pairings", LEAGUE.read_bytes())
    assert "next.trf" not in page
    assert "only with their line-ups" in page
    _, spanish = sent(client, "/pairings?lang=es", OPEN.read_bytes())
    assert "Descargar el informe con la ronda 4" in spanish


@pytest.mark.parametrize(
    ("data", "words"),
    [(LEAGUE.read_bytes(), "line-ups"), (POSITIONS.read_bytes(), "JSON"), (FINISHED.read_bytes(), "no next one"),
     (b"001", "")],
)  # fmt: skip
def test_no_file_without_a_round(client: TestClient, data: bytes, words: str) -> None:
    code, told = sent(client, "/pairings/next.trf", data)
    assert code == 400
    assert words in told


def test_a_file_is_still_there_if_something_else_is_wrong(client: TestClient) -> None:
    code, page = sent(client, "/pairings", OPEN.read_bytes(), system="none")
    assert code == 400
    assert 'name="report" value="' in page
    assert "Choose the file again" not in page
    code, page = sent(client, "/pairings", b"001")
    assert 'name="report" value="' not in page
