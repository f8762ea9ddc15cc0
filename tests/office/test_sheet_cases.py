"""What a claim sheet has to explain: first ratings, K cut, transitions, decisions, the floor, late events."""

import random
from pathlib import Path

import pytest

from answers import Arpad
from arpad.i18n import ArpadError
from arpad.office.decisions.corrections import SetBaseRating
from arpad.office.decisions.decisions import Exclude, Merge, SetRating, decide
from arpad.office.proof.sheets import PeriodSheet
from office_ledgers import ledger_of
from sheet_office import (
    FIRST,
    HERO,
    NEW,
    RATINGS,
    Met,
    Office,
    games,
    holds,
    list_of,
    two_events,
)


def test_k_is_cut_by_all_games_of_the_period(tmp_path: Path) -> None:
    """8.3.3: K = 40 with 9 and 11 games, 20 in all: K = 35, in both events."""
    office = Office(tmp_path).founded_on(
        "2024-07", {HERO: 2000} | {opponent: 1900 + 10 * opponent for opponent in range(1, 12)}, k=40
    )
    nine: Met = [(opponent, "1=0"[opponent % 3]) for opponent in range(1, 10)]
    office.event("Nine", "2024-07-01", nine)
    office.event("Eleven", "2024-07-12", [*nine, (10, "1"), (11, "1")])
    found = office.published("2024-08").document("2024-08")
    assert [(edition["listed_k"], edition["k"]) for edition in found["events"]] == [(40, 35)] * 2
    assert found["change"] == 35 * sum(cell["result"] for cell in found["events"])
    assert found["events"][1]["change"] == sum(event["change"] for event in found["events"][1]["opponents"])
    (cut,) = (step for step in found["steps"] if step["key"] == "k.limit")
    assert cut["what"].startswith("K = 40 with 20 games in the period exceeds 700: K = 35")
    assert not any(step["key"] == "k.limit" for event in found["events"] for step in event["steps"])


def test_the_transition_of_march_2024_is_told(tmp_path: Path, arpad: Arpad) -> None:
    """1500 plays in February 2024; what comes of it is then rises by 0.40 of what it lacks to 2000. 1450 rests,
    and is brought up too; 2100 is not touched."""
    office = Office(tmp_path).founded_on("2024-02", {HERO: 1500, 2: 1450, 3: 1600, 4: 1700, 5: 2100})
    office.event("February", "2024-02-02", [(3, "="), (4, "1")])
    found = office.published("2024-03").document("2024-03")
    computed = found["base"] + found["rounded"]
    then = arpad(f"calc transition --edition fide-2024 --rating {computed} --json").json
    assert (found["computed"], found["after"]) == (computed, then["new_rating"])
    (step,) = (step for step in found["steps"] if step["key"] == "transition.compress-below")
    assert (step["inputs"]["rating"], step["value"]) == (computed, found["after"])
    assert (found["events"][0]["edition"], found["edition"]) == ("fide-2022", "fide-2024")
    holds(office.page("2024-03"), f"Computed: {computed}; on the list: {found['after']}", "rises by 0.4")
    holds(office.page("2024-03", language="es"), f"Calculada: {computed}; en la lista: {found['after']}")
    idle, high = office.document("2024-03", 2), office.document("2024-03", 5)
    assert (idle["before"], idle["computed"], idle["after"], idle["games"]) == (1450, 1450, 1670, 0)
    assert (high["before"], high["computed"], high["after"]) == (2100, 2100, 2100)
    assert not any(step["key"].startswith("transition") for step in high["steps"])


def waiting(folder: Path) -> Office:
    """Three games of an unrated player in July."""
    office = Office(folder).founded_on("2024-07", RATINGS)
    office.event("July", "2024-07-02", [(2, "1"), (3, "="), (5, "0")], hero=NEW)
    return office.published("2024-08")


def test_an_unrated_player_over_two_periods(tmp_path: Path, arpad: Arpad) -> None:
    """Three games in July are not enough, with four in August they are."""
    office = waiting(tmp_path)
    first = office.document("2024-08", NEW)
    assert (first["before"], first["base"], first["after"], first["change"], first["k"]) == (None,) * 5
    assert [finding["code"] for finding in first["first"]["reasons"]] == ["too-few-games"]
    holds(office.page("2024-08", NEW), "is not published: 3 games count; 5 are needed for publication (7.1.4)")
    office.event("August", "2024-08-02", [(2, "="), (3, "="), (6, "0"), (7, "1")], hero=NEW)
    second = office.published("2024-09").document("2024-09", NEW)
    july = {2: "1", 3: "0.5", 5: "0"}
    august = {2: "0.5", 3: "0.5", 6: "0", 7: "1"}
    line = " ".join(
        f"--game {office.rating(period, id_)}:{score}:{period}"
        for period, met in (("2024-07", july), ("2024-08", august))
        for id_, score in met.items()
    )
    told = arpad(f"calc initial --edition fide-2024 {line} --json").json
    assert second["first"]["rating"] == second["after"] == told["rating"]
    assert (second["first"]["games_counted"], second["games"], second["games_so_far"]) == (7, 4, 7)
    assert [event["event"] for event in second["first"]["events"]] == ["July", "August"]
    page = office.page("2024-09", NEW)
    holds(page, "unrated → ", "July 4 July 2024 3 1.5", "August 5 August 2024 4 2", "can be published.")
    holds(
        office.page("2024-09", NEW, "es"), "RESULTADOS QUE SE CUENTAN JUNTOS", "sin valoración →", "Valoración inicial"
    )


def test_results_that_wait_are_shown_to_one_who_did_not_play(tmp_path: Path) -> None:
    office = waiting(tmp_path).published("2024-09")
    holds(
        office.page("2024-09", NEW),
        "No game of this player was rated",
        "July 4 July 2024 3 1.5",
        "kept for the first rating",
    )
    assert office.document("2024-09", NEW)["first"] is None


def test_an_opponent_who_has_entered_the_list_since(tmp_path: Path) -> None:
    """8.2.4: 77 had no rating when the late event began and has one when it is rated. It counts for him, with the
    rating he has now; for the hero he is unrated."""
    office = Office(tmp_path).founded_on("2024-07", RATINGS)
    office.event("July", "2024-07-02", [(2, "1"), (3, "="), (5, "0"), (6, "="), (7, "0")], hero=NEW)
    office.published("2024-08")
    office.event("Late", "2024-07-05", [(NEW, "1"), (2, "=")], received="2024-08-05")
    office.published("2024-09")
    entered = office.rating("2024-08", NEW)
    hero, other = office.document("2024-09"), office.document("2024-09", NEW)
    met = hero["events"][0]["opponents"]
    assert [opponent["rated"] for opponent in met] == [False, True]
    assert (met[0]["reason"], met[0]["article"], met[0]["rating"]) == ("a player is unrated", "8.3.1", None)
    assert (other["base"], other["games"], other["events"][0]["rating"]) == (entered, 1, entered)
    assert other["events"][0]["opponents"][0]["rating"] == 2000
    assert "rated-as.entered" in [step["key"] for step in other["events"][0]["steps"]]
    holds(office.page("2024-09"), "1 w Player, No 77 1 a player is unrated (8.3.1)")
    holds(office.page("2024-09", NEW), "Unrated when the event began")


def test_what_was_decided_is_told(tmp_path: Path) -> None:
    """The base rating of an event, and then the rating of the list itself: 2010 for the event, 1999 on the list."""
    office = two_events(tmp_path)
    decide(office.desk, SetBaseRating(1, "1000", 2010, "wrong list"))
    first, second = office.document("2024-08")["events"]
    assert (first["rating"], second["rating"]) == (2010, 2000)
    assert first["steps"][0]["what"] == "The rating that counts in this event was decided: 2010 (the list: 2000)"
    decide(office.desk, SetRating("1000", list_of("2024-08"), 1999, "appeal"))
    found = office.document("2024-08")
    assert (found["version"], found["reason"], found["after"]) == (3, "appeal", 1999)
    (step,) = (step for step in found["steps"] if step["key"] == "period.decided")
    assert step["what"] == f"Decided by the office for this list: 1999 (computed: {found['computed']})"
    holds(office.page("2024-08"), "Reason appeal", f"Computed: {found['computed']}; on the list: 1999")
    assert office.document("2024-08", number=1)["reason"] == ""
    decide(office.desk, SetRating("1000", list_of("2024-08"), 0, "no such player"))
    assert office.document("2024-08")["after"] is None
    holds(office.page("2024-08", language="es"), "Decidido por la oficina para esta lista: sin valoración")


def test_a_base_rating_for_one_who_has_none(tmp_path: Path) -> None:
    """The list has no rating for 77; the office decides that the player takes part with 1850."""
    office = waiting(tmp_path)
    decide(office.desk, SetBaseRating(1, str(NEW), 1850, "rated abroad"))
    found = office.document("2024-08", NEW)
    assert (found["base"], found["before"]) == (1850, None)
    assert found["events"][0]["steps"][0]["what"].endswith("was decided: 1850 (the list: unrated)")


def test_below_the_floor_a_player_is_unrated(tmp_path: Path) -> None:
    """1400 loses twice and falls below the floor; a late event of that time then has nothing to change."""
    office = Office(tmp_path).founded_on("2024-07", {HERO: 1400, 2: 1410, 3: 1420})
    office.event("July", "2024-07-02", [(2, "0"), (3, "0")])
    office.published("2024-08")
    office.event("Late", "2024-07-05", [(2, "1"), (3, "1")], received="2024-08-05")
    office.published("2024-09")
    found = office.document("2024-08")
    assert (found["computed"], found["after"], found["next_k"]) == (1400 + found["rounded"], None, None)
    told = f"{found['computed']} is below the floor of the list, 1400: unrated from this list on"
    assert found["steps"][-1]["what"] == told
    later = office.document("2024-09")
    assert (later["events"], [player["name"] for player in later["left_out"]]) == ([], ["Late"])
    holds(
        office.page("2024-09"),
        "Late: the player was rated when it began but is no longer: there is no rating to change",
    )


def test_two_identities_and_an_excluded_federation(tmp_path: Path) -> None:
    """The games under another id count for the player, and the sheet names it."""
    office = two_events(tmp_path)
    office.event("August", "2024-08-02", [(2, "1")], hero=8)
    office.published("2024-09")
    decide(office.desk, Merge("1000", "8", "one person"))
    decide(office.desk, Exclude("ESP", list_of("2024-09"), "excluded"))
    found = office.document("2024-09")
    assert (found["games"], found["events"][0]["rating"]) == (1, office.rating("2024-08", HERO))
    assert found["notes"][:2] == ["Identities merged into this one: 8.", "Not listed: the federation is excluded."]
    with pytest.raises(ArpadError, match="8 is not on the list"):
        office.sheet("2024-09", 8)


def test_rapid_with_the_standard_rating(tmp_path: Path) -> None:
    """7.2.1: nobody has a rapid rating; the standard ones stand in, and a mark says so."""
    office = Office(tmp_path).founded_on("2024-07", RATINGS)
    office.event("Rapid", "2024-07-02", [(2, "1"), (3, "=")], control="15 min + 10 sec increment from move one")
    found = office.published("2024-08").document("2024-08", time_class="rapid")
    assert (found["time_class"], found["before"], found["base"], found["games"]) == ("rapid", None, 2000, 2)
    assert found["after"] == 2000 + found["rounded"]
    assert [event["standing_in"] for event in found["events"][0]["opponents"]] == [True, True]
    holds(office.page("2024-08", time_class="rapid"), "2100†", "† The standard rating is used instead", "Rapid")
    assert office.document("2024-08")["games"] == 0


def test_by_event_average(tmp_path: Path, arpad: Arpad) -> None:
    """FEDA: 2000 meets 2100, 1950, 2450 and 1580 in one event; the change is that of the calculator, rounded to 5."""
    office = Office(tmp_path, "feda").founded_on("2001-07", RATINGS)
    office.event("Open", "2001-08-02", FIRST)
    found = office.published("2002-01").document("2002-01")
    told = arpad(f"calc change --edition feda-1996 --rating 2000 --k {found['k']} {games(FIRST)} --json").json
    assert (found["change"], found["computed"]) == (told["change"], told["new_rating"])
    what = [step["key"] for step in found["events"][0]["steps"]]
    assert "change.average" in what
    assert "change.event" not in what
    assert found["events"][0]["opponents"][2]["counts_as"] == 2350
    holds(office.page("2002-01"), "2450 0 2350*", "Ra Ro D PD n W We")
    with pytest.raises(ArpadError, match="there is no rapid list here; choose one of: standard"):
        office.sheet("2002-01", time_class="rapid")


def told(found: PeriodSheet) -> int | None:
    """The rating at the end of the steps: what was computed, and then what the list's rules did."""
    rating = found.computed
    for step in found.listed:
        if step.what.startswith(("transition.", "period.decided", "period.below-floor")):
            assert step.value is None or isinstance(step.value, int)
            rating = step.value
    return rating


@pytest.mark.parametrize("seed", range(3))
def test_the_sheets_of_everybody_end_where_the_list_does(tmp_path: Path, seed: int) -> None:
    """Random events over the lists from February to May 2024: for everybody on every list the steps lead from the
    rating before to the one on the list, the events add up, and K and the games are those of the list."""
    dice = random.Random(seed)
    office = Office(tmp_path).founded_on("2024-02", {opponent: dice.randint(1400, 2500) for opponent in range(1, 13)})
    for month in (2, 3, 4):
        for at in range(4):
            hero, *others = dice.sample(range(1, 16), 7)
            met: Met = [(other, dice.choice("1=0+-")) for other in others]
            office.event(f"{month}/{at}", f"2024-{month:02}-{at + 1:02}", met, hero=hero)
        office.published(f"2024-{month + 1:02}")
    for period in ("2024-03", "2024-04", "2024-05"):
        for row in ledger_of(office.desk, list_of(period)).all_rows():
            found, shown = office.sheet(period, int(row.id)), office.document(period, int(row.id))
            assert told(found) == (found.standing.rating or None) == shown["after"]
            if shown["base"] is not None:
                assert shown["games"] == sum(event["games"] for event in shown["events"])
                assert shown["base"] == shown["before"]
                assert shown["change"] == sum(event["change"] for event in shown["events"])
                assert shown["computed"] == shown["before"] + shown["rounded"]
            for event in shown["events"]:
                assert event["games"] == sum(opponent["rated"] for opponent in event["opponents"])
                if event["k"] is not None:
                    assert event["result"] == sum(cell["result"] for cell in event["opponents"] if cell["rated"])


def test_an_event_without_a_name(tmp_path: Path) -> None:
    office = Office(tmp_path).founded_on("2024-07", RATINGS)
    office.event("", "2024-07-02", FIRST)
    found = office.published("2024-08").document("2024-08")
    assert found["steps"][0]["what"].startswith("The event, 4 games: K")
    holds(office.page("2024-08", language="es"), "El torneo, 4 partidas: K")
