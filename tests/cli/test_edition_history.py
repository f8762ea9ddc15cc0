"""One parameter through all editions, on the command line."""

import json

from answers import Arpad
from arpad.regulations.rating_edition import parameter_names
from arpad.regulations.rating_editions import regulations


def test_a_parameter_through_all_editions(arpad: Arpad) -> None:
    rows = json.loads(arpad("editions history k.junior --json").out)
    assert [row["edition"] for row in rows] == list(regulations().ids)
    found = {row["edition"]: (row["value"], row["article"]) for row in rows}
    assert found["fide-2005"] == (None, "10.52")
    assert found["fide-2017"] == (40, "8.56")
    assert all(regulations().edition(row["edition"]).effective.isoformat() == row["effective"] for row in rows)
    feda = json.loads(arpad("editions history k.junior --system feda --json").out)
    assert [row["edition"] for row in feda] == ["feda-1996"]


def test_every_parameter_has_a_history_in_both_languages(arpad: Arpad) -> None:
    for parameter in parameter_names():
        for language in ("en", "es"):
            assert arpad(f"editions history {parameter} --lang {language}").code == 0, parameter


def test_an_unknown_parameter_is_told_with_the_one_that_was_meant(arpad: Arpad) -> None:
    answer = arpad("editions history k.midle")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "k.middle" in answer.err
