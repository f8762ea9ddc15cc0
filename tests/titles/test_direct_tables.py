"""The tables 1.24a and 1.24b as data: every event, and which result gives which title or norm."""

from collections.abc import Iterator

import pytest

from arpad.domain.rating_list import TITLES
from arpad.i18n import ArpadError
from arpad.regulations.rating_editions import regulations
from arpad.regulations.title_editions import RESULTS, Achievement, direct_title_table

TABLE = direct_title_table()


def achievements() -> Iterator[tuple[str, Achievement]]:
    for event in TABLE.events:
        for achievement in event.achievements:
            yield event.id, achievement


def test_every_achievement_is_whole() -> None:
    for event, achieved in achievements():
        assert achieved.title in TITLES, event
        assert achieved.title.startswith("W") == (achieved.table == "women"), event
        assert achieved.article.number == {"women": "1.24a", "open": "1.24b"}[achieved.table]
        assert achieved.result in RESULTS
        assert achieved.gives in {"title", "norm"}
        assert (achieved.score is None) == (achieved.games is None) == (achieved.result != "score")
        assert achieved.gives == "title" or achieved.title in {"GM", "IM", "WGM", "WIM"}, "only these four have norms"


def test_no_result_gives_a_title_twice() -> None:
    seen = [(event, achieved.table, achieved.title, achieved.result) for event, achieved in achievements()]
    assert len(seen) == len(set(seen))


def test_the_events() -> None:
    assert len(TABLE.events) == 46
    assert [event.id for event in TABLE.events if event.tables == ("open",)] == ["world-cup"]
    assert all(event.tables == ("open", "women") for event in TABLE.events if event.id != "world-cup")
    assert all(set(event.name) == {"en", "es"} for event in TABLE.events)


def test_the_events_that_1_2_3_speaks_of() -> None:
    """Continental, sub-continental and affiliates; the world championships of the blind are exempt."""
    bound = {event.id for event in TABLE.events if event.participation}
    assert bound == {event.id for event in TABLE.events if event.id.startswith("continental")} | {
        "sub-continental",
        "commonwealth",
        "francophone",
        "iberoamerican",
    }


def given(event: str, table: str) -> set[tuple[str, str, str]]:
    return {
        (achievement.title, achievement.result, achievement.gives)
        for achievement in TABLE.event(event).achievements
        if achievement.table == table
    }


@pytest.mark.parametrize(
    ("event", "table", "cells"),
    [
        ("world-cup", "open", "GM last-16 title, IM qualified title"),
        ("womens-world", "open", "GM champion title, GM finalist norm, IM finalist title"),
        ("womens-world", "women", "WGM last-8 title, WIM qualified title"),
        ("olympiad", "open", "FM score title, CM score title"),
        ("world-u20", "women", "WGM gold title, WGM first-equal norm, WIM silver title, WIM bronze title"),
        (
            "world-u18",
            "open",
            "GM gold norm, IM first-equal title, IM silver norm, IM bronze norm, FM silver title, FM bronze title",
        ),
        ("world-u16", "open", "IM gold title, IM first-equal norm, FM silver title, FM bronze title"),
        ("world-u14", "women", "WIM gold norm, WFM first-equal title, WCM silver title, WCM bronze title"),
        ("continental-u14", "open", "FM gold title, CM silver title, CM bronze title"),
        ("continental-amateur", "open", "CM first-equal title, CM silver title, CM bronze title"),
        ("world-amateur-2300", "women", "WFM gold title, WCM silver title, WCM bronze title"),
        ("world-amateur-1700", "women", "WCM gold title"),
        ("world-blind-u20", "open", "FM first-equal title, CM silver title, CM bronze title"),
    ],
)
def test_cells_of_the_tables(event: str, table: str, cells: str) -> None:
    assert given(event, table) == {tuple(cell.split()) for cell in cells.split(", ")}


@pytest.mark.parametrize(
    ("event", "cells"),
    [
        ("olympiad", {("FM", 65, 9), ("CM", 50, 7)}),
        ("world-team", {("FM", 65, 7), ("CM", 50, 7)}),
        ("continental-team", {("FM", 65, 7), ("CM", 50, 7)}),
        ("sub-continental", {("FM", 65, 9), ("CM", 50, 9)}),
    ],
)
def test_scores_of_the_tables(event: str, cells: set[tuple[str, int, int]]) -> None:
    found = TABLE.event(event).achievements
    assert {
        (achieved.title, int(achieved.score * 100), achieved.games)
        for achieved in found
        if achieved.score and achieved.table == "open"
    } == cells


def test_the_tables_are_alike_but_for_four_events() -> None:
    """1.24a and 1.24b differ in the two world championships and in the amateurs alone."""
    different = []
    for event in TABLE.events:
        women = {(title.removeprefix("W"), result, gives) for title, result, gives in given(event.id, "women")}
        if women != given(event.id, "open"):
            different.append(event.id)
    amateurs = ["world-amateur-2300", "world-amateur-2000", "world-amateur-1700"]
    assert different == ["world-cup", "womens-world", *amateurs]


def test_what_is_misprinted_in_the_tables_is_an_erratum() -> None:
    found = {misprint.printed for misprint in regulations().errata() if misprint.source == TABLE.source}
    printed = {achieved.printed for _, achieved in achievements() if achieved.printed}
    assert printed == {"816", "1er puesto, Playa y Bronce"}
    assert {"816", "Playa", "1er puesto"} <= found


def test_an_unknown_event() -> None:
    with pytest.raises(ArpadError) as problem:
        TABLE.event("village")
    assert problem.value.key == "titles.unknown-event"
