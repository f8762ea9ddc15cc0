"""The tools, refused: what was typed is still there, what is wrong stands at its field, a file is named."""

import json

from answers import Arpad
from cli_office_town import REPORTS
from visitor import TestClient


def test_a_dropped_report_that_is_none_comes_back_with_what_was_typed(client: TestClient) -> None:
    given = {"edition": "fide-2022", "player": "3"}
    page = client.post("/report", data=given, files={"file": ("notes <b>.txt", b"No report.", "text/plain")})
    assert page.status_code == 400
    assert 'id="w-file" role="alert"' in page.text
    assert "Choose the file again: notes &lt;b&gt;.txt" in page.text
    assert "<option selected>fide-2022</option>" in page.text
    assert 'maxlength="4" value="3"' in page.text
    unknown = client.post(
        "/report", data={"edition": "fide-1"}, files={"file": ("r.trf", REPORTS["august.trf"].encode(), "text/plain")}
    )
    assert 'id="w-edition" role="alert"' in unknown.text


def test_pairings_that_are_refused_come_back(client: TestClient) -> None:
    file = {"file": ("open.trf", REPORTS["august.trf"].encode(), "text/plain")}
    page = client.post("/pairings", data={"rounds": "many", "system": "dutch"}, files=file)
    assert page.status_code == 400
    assert 'id="w-rounds" role="alert"' in page.text
    assert 'value="many"' in page.text
    assert 'name="report" value="' in page.text, "the file is still there"
    page = client.post("/pairings", data={"system": "none"}, files=file)
    assert 'id="w-system" role="alert"' in page.text


def test_a_table_of_too_many_players_is_asked_for_again(client: TestClient) -> None:
    page = client.get("/draws", params={"kind": "berger", "number": 100})
    assert page.status_code == 400
    assert 'value="100" aria-invalid="true"' in page.text
    assert client.get("/draws.json", params={"kind": "berger", "number": 100}).json()["key"] == "number-range"


def test_prizes_that_are_refused_come_back(client: TestClient) -> None:
    given = {"ranking": "rank,name,points\n1,A,8\n", "prizes": "100", "system": "hort"}
    for wrong, field in (
        ({"ranking": ""}, "ranking"), ({"date": "tomorrow"}, "date"), ({"categories": "U18"}, "categories"),
        ({"places": "-1"}, "places"),
    ):  # fmt: skip
        page = client.post("/tools/prizes", data=given | wrong)
        assert page.status_code == 400
        assert f'id="w-{field}" role="alert"' in page.text, (wrong, page.text)
        assert "100</textarea>" in page.text


def test_calculators_tell_what_is_wrong_at_its_field(client: TestClient) -> None:
    for path, given, field in (
        ("change", {"rating": "²", "k": "20", "games": "1900:1"}, "rating"),
        ("change", {"rating": "2000", "k": "many", "games": "1900:1"}, "k"),
        ("change", {"rating": "2000", "games": "1900:1"}, "games_played"),
        ("change", {"rating": "2000", "k": "20", "games": "1900"}, "games"),
        ("initial", {"games": "1900:7"}, "games"), ("performance", {"games": "nobody"}, "games"),
        ("k", {"rating": "2000", "games_played": "x", "date": "2024-05-01"}, "games_played"),
        ("time-class", {"control": "slow"}, "control"),
    ):  # fmt: skip
        page = client.get(f"/calculators/{path}", params=given)
        assert page.status_code == 400, (path, given)
        assert f'id="w-{field}" role="alert"' in page.text, (path, given)
        assert 'role="alert">' in page.text
        assert all(value in page.text for value in given.values())
    assert client.get("/calculators/performance.json", params={"games": "nobody"}).json()["key"] == "game-form"


def test_nobody_is_born_after_the_day_on_which_they_play(client: TestClient) -> None:
    asked = {"rating": "2212", "games_played": "40", "date": "2024-05-01", "games": "1926:1"}
    for born in ("3500", "1700"):
        page = client.get("/calculators/change", params=asked | {"born": born})
        assert page.status_code == 400, born
        assert "“Year of birth”" in page.text
        assert "--" not in page.text.partition('id="w-born"')[2][:200]


def test_all_fields_of_a_calculator_that_are_wrong_are_told_at_once(client: TestClient) -> None:
    asked = {"rating": "many", "k": "0", "games": "1900:7", "format": "chess", "period_games": "-1", "born": "x"}
    page = client.get("/calculators/change", params=asked | {"lang": "es"})
    assert page.status_code == 400
    assert [name for name in asked if f'id="w-{name}" role="alert"' not in page.text] == []
    fields = client.get("/calculators/change.json", params=asked).json()["fields"]
    assert list(fields) == ["games", "rating", "k", "period_games", "format", "born"]


def test_command_and_calculator_take_the_same(arpad: Arpad, client: TestClient) -> None:
    """What is typed with blanks around, the standard rating instead, a round robin, more games in the period."""
    for line, asked in (
        ("fide-2003 --rating ' 2212' --k 15 --game 1826:1:Open --format round-robin",
         {"rating": " 2212", "k": "15", "games": "1826:1:Open", "format": "round-robin"}),
        ("fide-2024-rapid-blitz --standard 2100 --k 20 --game s1850:1 --game 2000:=",
         {"standard": "2100", "k": "20", "games": "s1850:1 2000:="}),
        ("fide-2024 --rating 1900 --games-played 12 --date ' 2024-05-01' --born ' 2009' --game 1800:1",
         {"rating": "1900", "games_played": "12", "date": " 2024-05-01", "born": " 2009", "games": "1800:1"}),
        ("fide-2024 --rating 1900 --k 40 --game 1800:1 --period-games 40",
         {"rating": "1900", "k": "40", "games": "1800:1", "period_games": "40"}),
    ):  # fmt: skip
        by_command = json.loads(arpad(f"calc change --json --edition {line}").out)
        (by_form,) = client.get("/calculators/change.json", params=asked | {"edition": line.partition(" ")[0]}).json()[
            "results"
        ]
        assert by_form | by_command == by_form, line
    both = {"rating": "2000", "k": "20", "games_played": "50", "date": "2024-05-01", "games": "1900:1"}
    page = client.get("/calculators/change", params=both)
    assert page.status_code == 400
    assert "“Games played so far”" in page.text.partition('id="w-k"')[2][:200]
    long = arpad(f"calc k --edition fide-2024 --rating {'2' * 21} --games-played 1")
    assert (long.code, "20 letters at most" in long.err) == (2, True)
