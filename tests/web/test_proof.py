"""The proof for everybody: the public key, the heads of the log, and lists with their signatures."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from answers import Arpad
from one_key import KEY

if TYPE_CHECKING:
    from visitor import TestClient


def test_everybody_sees_the_key_the_heads_and_the_lists(client: "TestClient") -> None:
    found = client.get("/proof.json").json()
    assert [key["public"] for key in found["keys"]] == [KEY.public]
    lines = [head["line"] for head in found["heads"]]
    assert lines == list(range(len(lines), 0, -1))
    assert all(head["signature"] for head in found["heads"])
    assert (found["lists"][0]["period"], found["lists"][0]["version"]) == ("2023-02-01", 2)
    some = client.get(f"/proof.json?most=2&before={lines[3]}").json()
    assert (some["heads"], some["older"]) == (found["heads"][4:6], lines[5])
    for language, title in (("en", "Proof of the office"), ("es", "Prueba de la oficina")):
        page = client.get("/proof", headers={"accept-language": language}).text
        assert f"<h1>{title}</h1>" in page
        assert KEY.public in page


@pytest.mark.parametrize("format_", ["csv", "txt"])
def test_a_downloaded_list_is_verified_by_its_signature(
    format_: str, client: "TestClient", tmp_path: Path, arpad: Arpad
) -> None:
    page = client.get("/lists/2023-02").text
    assert f"/lists/2023-02/signature.{format_}?version=2" in page
    asked = "version=1&time_class=standard"
    data = client.get(f"/lists/2023-02/download.{format_}?{asked}")
    signature = client.get(f"/lists/2023-02/signature.{format_}?{asked}")
    assert f"fide-2023-02-v1-standard.{format_}.sig" in signature.headers["content-disposition"]
    path = tmp_path / f"list.{format_}"
    path.write_bytes(data.content)
    (tmp_path / f"list.{format_}.sig").write_bytes(signature.content)
    answer = arpad(f"verify {path} --key {KEY.public} --json")
    assert (answer.code, json.loads(answer.out)["version"]) == (0, 1)
    path.write_bytes(data.content + b" ")
    assert arpad(f"verify {path} --key {KEY.public}").code == 1


def test_heads_that_were_kept_are_found_again(client: "TestClient", tmp_path: Path, arpad: Arpad) -> None:
    kept = tmp_path / "kept.json"
    found = client.get("/proof.json").json()
    database = f"--db {client.app.state.site.database.address.url.render_as_string()}".replace("+pysqlite", "")  # type: ignore[attr-defined]
    kept.write_text(json.dumps(found), "utf-8")
    assert arpad(f"office verify --quick --witness {kept} {database}").code == 0
    found["heads"][3]["sha256"] = "0" * 64
    kept.write_text(json.dumps(found), "utf-8")
    answer = arpad(f"office verify --quick --witness {kept} {database}")
    assert answer.code == 1
    assert f"log, id {found['heads'][3]['line']}: the line has the hash" in answer.out
    kept.write_text("[]", "utf-8")
    assert arpad(f"office verify --witness {kept} {database}").code == 2
