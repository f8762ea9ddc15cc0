"""Players who are not current: identities that were merged away, members of excluded federations, the deceased."""

from pathlib import Path

import pytest
from fastapi import FastAPI

from web_desk_office import Visitor, make_town, open_town

WHY = {"reason": "the same person"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def officer(town: Path, tmp_path: Path) -> Visitor:
    app: FastAPI = open_town(town, tmp_path)
    return Visitor(app, "officer")


def _listed(visitor: Visitor) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = visitor.json("/lists/2024-08.json")["rows"]
    return rows


def _found(visitor: Visitor, name: str) -> set[str]:
    return {player["id"] for player in visitor.json(f"/players.json?q={name}")["players"]}


def test_an_identity_merged_away_leads_to_the_one_that_is_kept(officer: Visitor) -> None:
    rows = _listed(officer)
    keep = rows[0]
    drop = next(
        row for row in rows[1:]
        if officer.send("/office/decide/merge", {"keep": keep["id"], "drop": row["id"], **WHY}).status_code == 303
    )  # fmt: skip
    page = officer.page(f"/players/{drop['id']}")
    main = page.partition("<main")[2]
    assert f'<a href="/players/{keep["id"]}">' in main
    assert keep["name"] in main
    assert drop["name"] in main.partition("</h1>")[0]
    assert 'class="big"' not in main
    assert "as they were published" in main
    assert "persona que" in officer.page(f"/players/{drop['id']}", language="es")
    assert str(drop["rating"]) in main
    link = main.partition('href="/players/' + drop["id"] + "/lists/")[2].partition('"')[0]
    if link:
        officer.page(f"/players/{drop['id']}/lists/{link}".replace("&amp;", "&"))
    assert officer.json(f"/players/{drop['id']}.json")["merged_into"] == keep["id"]
    assert drop["id"] not in {row["id"] for row in _listed(officer)}


def test_an_excluded_player_is_marked_and_not_suggested(officer: Visitor) -> None:
    row = next(one for one in _listed(officer) if one["federation"])
    word = row["name"].split(",")[0]
    given = {"federation": row["federation"], "period": "2024-08", **WHY}
    assert officer.done("/office/decide/exclude", given)
    page = officer.page(f"/players/{row['id']}")
    assert "is excluded from the list" in page
    assert "Fuera de la lista" in officer.page(f"/players/{row['id']}", language="es")
    assert row["id"] not in _found(officer, word)
    assert row["id"] not in officer.page(f"/players/suggestions?q={word}")
    assert row["id"] not in {one["id"] for one in _listed(officer)}
