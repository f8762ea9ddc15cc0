"""The regulations as data: complete, cited, and open to editions of one's own."""

import datetime as dt
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from answers import Arpad
from arpad.i18n import ArpadError
from arpad.rating.coefficient import k_column
from arpad.regulations.arbiter_editions import _library as arbiter_library
from arpad.regulations.articles import HERE, read_toml
from arpad.regulations.rating_edition import GROUPS, compare, group_schema
from arpad.regulations.rating_editions import EditionFiles, Regulations, edition, edition_for, regulations
from arpad.regulations.rating_rules import Bounds
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.regulations.title_editions import _library as title_library
from places import PROJECT

OWN_EDITIONS = PROJECT / "docs" / "manuals" / "office" / "own-editions.md"
OWN = """
id = "club-2026"
system = "club"
time_class = "standard"
effective = 2026-01-01
extends = "fide-2024"
source = { id = "club-rules", en = "Rules of the club", es = "Reglas del club" }

[name]
en = "Club rules 2026"
es = "Reglas del club 2026"

[change]
cap = { value = 300, article = "4" }

[k]
new = { value = 60, article = "5" }
"""


def own(tmp_path: Path, text: str = OWN, name: str = "club-2026") -> Path:
    (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_an_edition_of_ones_own_takes_one_file(tmp_path: Path, arpad: Arpad) -> None:
    """Only numbers change: a file in a folder, by option or by environment, and no code."""
    folder = own(tmp_path)
    line = "calc change --edition club-2026 --rating 2000 --games-played 0 --date 2026-02-01 --game 1500:1 --json"
    for answer in (arpad(f"{line} --regulations {folder}"), arpad(line, ARPAD_REGULATIONS=str(folder))):
        assert answer.code == 0
        assert answer.json["k"] == 60
        assert answer.json["games"][0]["used_difference"] == 300
    shown = arpad(f"--regulations {folder} editions show club-2026 --json").json["parameters"]
    assert shown["change.cap"] == {"value": 300, "article": "4", "source": "club-rules", "stated": True}
    assert shown["initial.maximum"]["source"] == "fide-b02-2024"
    changed = arpad(f"editions diff fide-2024 club-2026 --regulations {folder} --json").json
    assert {
        difference["parameter"] for difference in changed if not difference["parameter"].startswith("transition.")
    } == {
        "change.cap",
        "k.new",
    }
    found = arpad(f"editions for --system club --date 2026-03-01 --regulations {folder} --json").json
    assert found["id"] == "club-2026"
    assert "club-2026" in arpad(f"editions --regulations {folder}").out


BAD_EDITIONS = {
    "a misspelt key": (OWN.replace("cap =", "kap ="), "unknown key “change.kap”"),
    "a misspelt group": (OWN.replace("[change]", "[changes]"), "unknown key “changes”"),
    "no article": (OWN.replace(', article = "4"', ""), "change.cap has no article"),
    "no value": (OWN.replace("value = 300, ", ""), "change.cap has no value"),
    "a bare value": (OWN.replace('{ value = 300, article = "4" }', "300"), "change.cap has no value"),
    "a value of another kind": (OWN.replace("300", '"much"'), "change.cap = much does not fit; write 123"),
    "a boolean for a number": (OWN.replace("300", "true"), "change.cap = True does not fit"),
    "a float for a number": (OWN.replace("300", "300.5"), "does not fit"),
    "an unknown policy": (
        OWN + '[initial]\nabove_half = { value = "magic", article = "1" }\n',
        'initial.above_half = magic does not fit; write "bonus" | "dp"',
    ),
    "rounding to nothing": (
        OWN + '[initial]\nrounding_unit = { value = 0, article = "1" }\n',
        "initial.rounding_unit = 0 is out of bounds; write a number from 1 to 100",
    ),
    "a change rounded to nothing": (
        OWN.replace("[change]\n", '[change]\nrounding_unit = { value = 0, article = "1" }\n'),
        "change.rounding_unit = 0 is out of bounds; write a number from 1 to 100",
    ),
    "a K that no form accepts": (
        OWN.replace("60", "101"),
        "k.new = 101 is out of bounds; write a number from 1 to 100",
    ),
    "a K of nothing": (OWN.replace("60", "0"), "k.new = 0 is out of bounds; write a number from 1 to 100"),
    "less than nothing": (OWN.replace("300", "-1"), "change.cap = -1 is out of bounds; write a number from 0 to 9999"),
    "more than the whole": (
        OWN + '[eligibility]\nrr_rated_share = { value = 1.5, article = "1" }\n',
        "eligibility.rr_rated_share = 3/2 is out of bounds; write a number from 0 to 1",
    ),
    "a fraction of nothing": (
        OWN + '[initial]\nbonus = { value = "1/0", article = "1" }\n',
        "initial.bonus = 1/0 does not fit",
    ),
    "a month that is none": (
        OWN + '[lists]\nmonths = { value = [1, 13], article = "1" }\n',
        "lists.months = [1, 13] is out of bounds; write a number from 1 to 12",
    ),
    "no list at all": (
        OWN + '[lists]\nmonths = { value = [], article = "1" }\n',
        "lists.months = [] does not fit; write [1, 2, ...]",
    ),
    "lists out of order": (
        OWN + '[lists]\nmonths = { value = [7, 1], article = "1" }\n',
        "lists.months = [7, 1] does not fit",
    ),
    "something beside the value": (OWN.replace('article = "4"', 'article = "4", page = 3'), "change.cap.page"),
    "a note in one language": (OWN.replace('article = "4"', 'article = "4", note.en = "x"'), "in both languages"),
    "a name in one language": (OWN.replace('es = "Reglas del club 2026"\n', ""), "in both languages"),
    "a parent unknown": (OWN.replace('"fide-2024"', '"fide-2023"'), "it extends “fide-2023”"),
    "a parent that is itself": (OWN.replace('"fide-2024"', '"club-2026"'), "it extends “club-2026”"),
    "nothing extended": (OWN.replace('extends = "fide-2024"\n', ""), "the key “conversion.dp” is missing"),
    "no date": (OWN.replace("effective = 2026-01-01\n", ""), "the key “effective” is missing"),
    "a date in words": (OWN.replace("2026-01-01", '"soon"'), "effective = soon"),
    "a time class unknown": (OWN.replace('"standard"', '"bullet"'), "time_class = bullet"),
    "a source unknown": (
        OWN.replace('{ id = "club-rules", en = "Rules of the club", es = "Reglas del club" }', '"x"'),
        "“x”",
    ),
    "a source half described": (OWN.replace(', es = "Reglas del club" }', " }"), "a source is described as"),
    "another id": (OWN.replace('id = "club-2026"', 'id = "club"'), "the file must be called club.toml"),
    "not toml": ("id = ", "not a TOML file"),
}


@pytest.mark.parametrize("case", BAD_EDITIONS, ids=str)
def test_a_bad_edition_is_refused(tmp_path: Path, arpad: Arpad, case: str) -> None:
    text, words = BAD_EDITIONS[case]
    answer = arpad(f"editions show club-2026 --regulations {own(tmp_path, text)}")
    assert answer.code == 2
    assert words in answer.err
    assert "club-2026.toml" in answer.err


def test_every_k_that_is_accepted_rates_over_columns_too(tmp_path: Path, arpad: Arpad) -> None:
    """The largest K of an edition file is one that every form takes."""
    folder = own(tmp_path, OWN.replace("60", "100"))
    line = "calc change --edition club-2026 --rating 2000 --games-played 0 --date 2026-02-01 --game 2000:1 --json"
    assert arpad(f"{line} --regulations {folder}").json["k"] == 100
    rules = Regulations(folder).edition("club-2026")
    zero, one = np.zeros(1, dtype=np.int32), np.array([2000], dtype=np.int32)
    assert k_column(rules, 2026, zero, one, zero, one).tolist() == [100]


def test_the_documentation_gives_the_bounds() -> None:
    """Every number with bounds of its own stands in the table, with these."""
    table = re.findall(r"^    \| (.*`.*) \| (\d+) \| (\d+) \|$", OWN_EDITIONS.read_text("utf-8"), re.MULTILINE)
    told = {name: (int(least), int(most)) for names, least, most in table for name in re.findall(r"`(.*?)`", names)}
    assert told == {name: (bound.least, bound.most) for name, bound in own_bounds()}


def own_bounds() -> Iterator[tuple[str, Bounds]]:
    def within(kind: Any) -> Iterator[Bounds]:
        for part in (*getattr(kind, "__metadata__", ()), *get_args(kind)):
            if isinstance(part, Bounds):
                yield part
            else:
                yield from within(part)

    for group, rules in GROUPS.items():
        for name, kind in group_schema(rules).items():
            yield from ((f"{group}.{name}", value) for value in set(within(kind)))


def test_bounds_are_told_in_both_languages(tmp_path: Path, arpad: Arpad) -> None:
    folder = own(tmp_path, OWN.replace("60", "101"))
    answer = arpad(f"--lang es editions show club-2026 --regulations {folder}")
    assert "k.new = 101 está fuera de los límites; escriba un número de 1 a 100" in answer.err


def test_an_id_may_not_be_taken_twice(tmp_path: Path) -> None:
    with pytest.raises(ArpadError, match=r"fide-2024.toml has the id of an edition that comes with Arpad"):
        Regulations(own(tmp_path, OWN.replace("club-2026", "fide-2024"), "fide-2024"))


def test_two_editions_of_one_day_are_refused(tmp_path: Path) -> None:
    own(tmp_path, OWN.replace('system = "club"', 'system = "fide"').replace("2026-01-01", "2025-10-01"))
    with pytest.raises(ArpadError, match="same day"):
        Regulations(tmp_path).edition_for("fide", "standard", dt.date(2026, 1, 1))


def test_an_edition_that_ended_without_a_successor(tmp_path: Path) -> None:
    own(tmp_path, OWN.replace("extends", "until = 2026-06-30\nextends"))
    with pytest.raises(ArpadError, match="there is none from 2026-07-01 on, after club-2026"):
        Regulations(tmp_path).edition_for("club", "standard", dt.date(2026, 7, 1))


def test_every_value_has_an_article_and_a_source() -> None:
    library = regulations()
    for found in library.editions():
        for name, rule in found.parameters():
            assert rule.article.number, (found.id, name)
            assert rule.article.source in library.sources, (found.id, name)


def test_an_extension_states_only_what_changed() -> None:
    """A file that repeats a value under the same article says nothing: then it must not stand there.

    If a document restates the text, inherited values are cited from it: a value of another document is repeated.
    """
    for found in regulations().editions():
        if found.extends is None:
            continue
        parent = dict(edition(found.extends).parameters())
        restates = read_toml(HERE / "editions" / f"{found.id}.toml").get("restates", False)
        for name, rule in found.parameters():
            if restates and rule.article.source != found.source:
                continue
            if name in found.own and name in parent and not name.startswith("transition."):
                before = parent[name]
                same = (before.value, before.article.number, before.note) == (
                    rule.value,
                    rule.article.number,
                    rule.note,
                )
                assert not same or before.article.source != rule.article.source, (found.id, name)


def test_what_is_inherited_is_cited_from_the_document_that_restates_it() -> None:
    assert edition("fide-2024").k.middle.article.source == "fide-b02-2024"
    assert edition("fide-2025").k.middle.article.source == "fide-b02-2024"
    assert edition("fide-2025").change.cap_exempt_from.article.source == "fide-notices"


def test_a_transition_is_not_inherited() -> None:
    assert edition("fide-2024").transition is not None
    assert edition("fide-2025").transition is None


def test_an_edition_compared_with_itself_is_the_same() -> None:
    for found in regulations().editions():
        assert compare(found, found) == []


def test_the_edition_is_chosen_by_the_start_of_the_event() -> None:
    assert edition_for("feda", "standard", dt.date(1996, 1, 1)).id == "feda-1996"
    assert edition_for("fide", "standard", dt.date(2021, 12, 31)).id == "fide-2017"
    assert edition_for("fide", "standard", dt.date(2022, 1, 1)).id == "fide-2022"
    with pytest.raises(ArpadError, match="first is feda-1996"):
        edition_for("feda", "standard", dt.date(1995, 12, 31))


def test_to_choose_an_edition_only_that_one_is_read_and_what_it_extends() -> None:
    library = Regulations()
    assert library.edition_for("feda", "standard", dt.date(2000, 1, 1)).id == "feda-1996"
    assert [*library._editions] == ["feda-1996"]


@pytest.mark.parametrize(
    "library", [Regulations, title_library.__wrapped__, arbiter_library.__wrapped__, TieBreakLibrary]
)
def test_the_keys_above_the_first_table_say_what_the_whole_file_says(library: Callable[[], EditionFiles[Any]]) -> None:
    unread, read = library(), library()
    for name in read.names:
        read.edition(name)
    assert unread._heads == read._heads
    assert not unread._editions
