"""Standard, rapid and blitz are lists of their own: each is imported onto its day and leaves the others (7.1, 6.1)."""

import datetime as dt
from pathlib import Path

import pytest

from arpad.formats.rating_lists.columns import Found
from arpad.i18n import ArpadError
from arpad.office.context import Desk, found_system
from arpad.office.decisions.decisions import SetRating, decide
from arpad.office.lists import compare_versions, versions
from arpad.office.periods import close, import_list, publish
from arpad.office.proof.verification import verify
from arpad.office.storage.database import Database
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_editions import regulations
from office_ledgers import ledger_of
from places import FIXTURES

FILES = FIXTURES / "office" / "classes"
JULY, AUGUST, SEPTEMBER = (dt.date(2024, month, 1) for month in (7, 8, 9))
Ratings = dict[TimeClass, dict[str, int]]


@pytest.fixture
def desk(database: Database) -> Desk:
    desk = Desk(database, regulations(), "fide", "Eva", dt.datetime(2024, 9, 2, 12, tzinfo=dt.UTC))
    found_system(desk, "ESP")
    import_list(desk, FILES / "standard-2024-07.csv", JULY)
    return desk


def ratings(desk: Desk, day: dt.date) -> Ratings:
    rows = list(ledger_of(desk, day).all_rows())
    return {one: {row.id: row.standing(one).rating for row in rows if row.standing(one).rating} for one in TIME_CLASSES}


def inactive(desk: Desk, day: dt.date, time_class: TimeClass) -> list[str]:
    return [row.id for row in ledger_of(desk, day).all_rows() if row.standing(time_class).inactive]


STANDARD = {"101": 2300, "102": 2280, "103": 2200, "104": 2150}
RAPID = {"101": 2250, "104": 2100, "108": 1950}


def test_a_second_class_leaves_the_first(desk: Desk) -> None:
    """It needs no reason, as nothing of the first changes; the next list has both; a class again needs one."""
    import_list(desk, FILES / "rapid-2024-07.csv", JULY, time_class="rapid", publish=True)
    assert ratings(desk, JULY) == {"standard": STANDARD, "rapid": RAPID, "blitz": {}}
    assert inactive(desk, JULY, "standard") == ["102", "103"]
    assert inactive(desk, JULY, "rapid") == ["104"]
    with pytest.raises(ArpadError, match="reason"):
        import_list(desk, FILES / "rapid-2024-07.csv", JULY, time_class="rapid", publish=True)
    _published(desk, JULY)
    close(desk, AUGUST)
    assert ratings(desk, AUGUST) == {"standard": STANDARD, "rapid": RAPID, "blitz": {}}
    publish(desk, AUGUST)
    assert all(one.sound for one in verify(desk))


def _published(desk: Desk, day: dt.date) -> None:
    """Publish a list, unless it is."""
    if next(one for one in reversed(versions(desk)) if one.period == day).state == "provisional":
        publish(desk, day)


def test_a_class_that_does_not_come_is_carried_on(desk: Desk) -> None:
    """The list of August has standard alone: the rapid ratings of July stay, without games, and it is said."""
    import_list(desk, FILES / "rapid-2024-07.csv", JULY, time_class="rapid", publish=True)
    _published(desk, JULY)
    found = Found()
    import_list(desk, FILES / "standard-2024-08.csv", AUGUST, found=found, publish=True)
    assert ratings(desk, AUGUST) == {"standard": STANDARD | {"101": 2305}, "rapid": RAPID, "blitz": {}}
    assert [one.standing("rapid").games for one in ledger_of(desk, AUGUST).all_rows()] == [0] * 5
    assert "list-class-carried" in {one.code for one in found.in_order()}
    import_list(desk, FILES / "rapid-2024-07.csv", AUGUST, time_class="rapid", publish=True)
    games = {one.id: one.standing("rapid").games for one in ledger_of(desk, AUGUST).all_rows()}
    assert games == {"101": 3, "102": 0, "103": 0, "104": 0, "108": 5}


def test_a_decided_rating_of_one_class_outlives_the_import_of_another(desk: Desk) -> None:
    decide(desk, SetRating("101", JULY, 2310, "decided"))
    import_list(desk, FILES / "rapid-2024-07.csv", JULY, time_class="rapid", publish=True)
    assert ratings(desk, JULY) == {"standard": STANDARD | {"101": 2310}, "rapid": RAPID, "blitz": {}}


def test_an_inactive_player_with_games_is_active_on_the_next_list(desk: Desk) -> None:
    """7.2.2b: Bosco has the flag and nine games on the list of July, so he is active in August; Cano has none."""
    close(desk, AUGUST)
    assert inactive(desk, JULY, "standard") == ["102", "103"]
    assert inactive(desk, AUGUST, "standard") == ["103"]
    publish(desk, AUGUST)
    assert all(one.sound for one in verify(desk))


def test_the_flag_of_a_combined_list_says_nothing_of_rapid_and_blitz(desk: Desk, tmp_path: Path) -> None:
    """A player with the flag who was active at rapid stays so, and one who was not is not called active."""
    import_list(desk, FILES / "rapid-2024-07.csv", JULY, time_class="rapid", publish=True)
    _published(desk, JULY)
    combined = tmp_path / "combined.csv"
    combined.write_text(
        "id,name,federation,sex,title,rating,games,k,rapid_rating,rapid_games,rapid_k,"
        "blitz_rating,blitz_games,blitz_k,born,flag\n"
        '101,"Alba, Ana",ESP,F,WIM,2300,0,20,2250,0,20,,,,1985,wi\n'
        '104,"Diez, David",ESP,M,,2150,0,20,2100,0,20,,,,1986,\n'
        '108,"Hoyo, Hugo",ESP,M,,,,,1950,0,20,,,,2001,i\n',
        "utf-8",
    )
    import_list(desk, combined, AUGUST, publish=True)
    assert (inactive(desk, AUGUST, "standard"), inactive(desk, AUGUST, "rapid")) == (["101"], ["104"])


def test_a_missing_class_is_not_called_a_fall_below_the_floor(desk: Desk) -> None:
    """7.2.1 is about ratings below the floor: a class that one list does not have is gone, and nobody fell."""
    import_list(desk, FILES / "rapid-2024-07.csv", JULY, time_class="rapid", publish=True)
    (both, _) = compare_versions(desk, (JULY, 2), (JULY, 1))
    kinds = {(kind.name, kind.time_class): kind.count for kind in both.kinds}
    assert (kinds["unrated", "rapid"], kinds["gone", "rapid"]) == (0, 3)
    assert (kinds["unrated", "standard"], kinds["gone", "standard"]) == (0, 0)
