"""Who takes part: round robins, IDs, arbiters, hybrid events, and single games."""

from typing import Any

import pytest

from arpad.domain.event import Event
from arpad.eligibility.check_matches import rated_as
from arpad.eligibility.checks import check_event, ratable
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_editions import edition
from eligibility_events import ALL, RAPID_BLITZ, codes, event, excluded, round_robin, said

WITH_ROUND_ROBINS = ["feda-1996", "fide-2003", "fide-2005", "fide-2017", "fide-2017-rapid-blitz"]
WITH_CHAMPIONSHIPS = WITH_ROUND_ROBINS[:-1]
WITHOUT = [name for name in ALL if name not in WITH_ROUND_ROBINS]
SHARE = {"feda-1996": "7.3", "fide-2003": "6.3", "fide-2005": "6.3", "fide-2017": "6.2", "fide-2017-rapid-blitz": "6.2"}
SMALL = {name: f"{article}1" for name, article in SHARE.items()}
DOUBLE = {name: f"{article}2" for name, article in SHARE.items()}
CHAMPIONS = {name: f"{article}3" for name, article in SHARE.items()}


def players(rated: int, unrated: int, sex: str = "") -> str:
    return " ".join([f"2000{sex}"] * rated + [f"u{sex}"] * unrated)


# ---------------------------------------------------------------- round robins


@pytest.mark.parametrize("name", WITH_ROUND_ROBINS)
@pytest.mark.parametrize(
    ("rated", "unrated", "good"), [(4, 8, True), (4, 9, False), (5, 10, True), (4, 7, True), (3, 7, False)]
)
def test_a_third_rated(name: str, rated: int, unrated: int, good: bool) -> None:
    """Of 12 four, of 13 and of 15 five, of 10 and of 11 four."""
    tournament = round_robin(players(rated, unrated))
    assert codes(name, tournament, system="round-robin") == ([] if good else [("rr-rated-share", SHARE[name])])


@pytest.mark.parametrize("name", WITH_ROUND_ROBINS)
@pytest.mark.parametrize(("rated", "unrated", "good"), [(4, 5, True), (3, 6, False), (3, 3, False), (4, 0, True)])
def test_four_of_fewer_than_ten(name: str, rated: int, unrated: int, good: bool) -> None:
    """Nine players with four rated: yes; with three, a third of them: no."""
    tournament = round_robin(players(rated, unrated))
    assert codes(name, tournament, system="round-robin") == ([] if good else [("rr-rated-small", SMALL[name])])


@pytest.mark.parametrize("name", WITH_ROUND_ROBINS)
@pytest.mark.parametrize(
    ("rated", "unrated", "found"),
    [(4, 2, []), (4, 0, []), (4, 1, ["rr-double-players"]), (3, 3, ["rr-rated-small", "rr-double-rated"])],
)
def test_double_round_robin(name: str, rated: int, unrated: int, found: list[str]) -> None:
    """With unrated players six players and four rated; four who are all rated may play it."""
    tournament = round_robin(players(rated, unrated), cycles=2)
    got = codes(name, tournament, system="double-round-robin")
    assert [code for code, _ in got] == found
    assert {article for code, article in got if code.startswith("rr-double")} <= {DOUBLE[name]}


@pytest.mark.parametrize("name", WITH_CHAMPIONSHIPS)
def test_championships(name: str) -> None:
    """A championship of ten with three rated: yes; with two: no, except women's in the FIDE editions."""
    facts: dict[str, Any] = {"system": "round-robin", "championship": True}
    assert codes(name, round_robin(players(3, 7)), **facts) == []
    assert codes(name, round_robin(players(2, 8, "m")), **facts) == [("rr-championship", CHAMPIONS[name])]
    women = codes(name, round_robin(players(2, 8, "f")), **facts)
    assert women == ([("rr-championship", "7.33")] if name == "feda-1996" else [])
    assert codes(name, round_robin(players(1, 9, "f")), **facts) == [("rr-championship", CHAMPIONS[name])]


def test_women_only_by_the_players_or_by_the_facts() -> None:
    """Two rated players in a championship: enough for women only; if the report has no sex, the check asks."""
    facts: dict[str, Any] = {"system": "round-robin", "championship": True}
    tournament = round_robin(players(2, 8))
    assert said("fide-2005", tournament, "cannot-check-women", **facts) == ["6.33"]
    assert codes("fide-2005", tournament, women_only=True, **facts) == []
    assert codes("fide-2005", tournament, women_only=False, **facts) == [("rr-championship", "6.33")]


@pytest.mark.parametrize("kind", ["regional_championship", "provincial_championship"])
@pytest.mark.parametrize("name", WITH_CHAMPIONSHIPS)
def test_regional_and_provincial_championships(name: str, kind: str) -> None:
    """FEDA 7.33 names them too: three rated of ten suffice. FIDE's 6.33 does not: four are a third."""
    facts: dict[str, Any] = {"system": "round-robin", kind: True}
    found = codes(name, round_robin(players(3, 7, "m")), **facts)
    assert found == ([] if name == "feda-1996" else [("rr-rated-share", SHARE[name])])


def test_no_exception_for_championships_at_rapid() -> None:
    """Rapid 2017: three of ten are too few, championship or not."""
    tournament = round_robin(players(3, 7))
    assert codes("fide-2017-rapid-blitz", tournament, system="round-robin", championship=True) == [
        ("rr-rated-share", "6.2")
    ]


@pytest.mark.parametrize("name", WITHOUT)
def test_no_rules_for_round_robins_from_2022(name: str) -> None:
    """One rated player of ten: nothing to object to."""
    assert codes(name, round_robin(players(1, 9)), system="round-robin") == []


@pytest.mark.parametrize("name", ALL)
def test_swiss_needs_no_share(name: str) -> None:
    """The same ten as a Swiss: no rule on who is rated in any edition."""
    assert codes(name, round_robin(players(1, 9)), system="swiss") == []


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(("cycles", "system"), [(1, "round-robin"), (2, "double-round-robin")])
def test_an_unplayed_game_makes_it_a_swiss(name: str, cycles: int, system: str) -> None:
    """Six rated players, one game a forfeit: until 2021 rated as a Swiss, and said so; complete: as what it is."""
    whole, broken = (round_robin(players(6, 0), cycles, without) for without in (0, 1))
    facts = Facts(system="round-robin" if cycles == 1 else "double-round-robin")
    turned = name in WITH_ROUND_ROBINS
    assert rated_as(edition(name), whole, facts) == system
    assert rated_as(edition(name), broken, facts) == ("swiss" if turned else system)
    assert len(said(name, broken, "rr-as-swiss", system=system)) == turned
    assert said(name, whole, "rr-as-swiss", system=system) == []


# ---------------------------------------------------------------- IDs and arbiters


@pytest.mark.parametrize(
    ("name", "severity", "article"),
    [
        ("feda-1996", None, ""), ("fide-2017", None, ""), ("fide-2017-rapid-blitz", None, ""),
        ("fide-2022", "error", "10.2"), ("fide-2022-rapid-blitz", "error", "6.1.2"),
        ("fide-2022-10-rapid-blitz", "error", "6.1.2"), ("fide-2024", "warning", "7.1.2"),
        ("fide-2024-rapid-blitz", "warning", "6.1.2"), ("fide-2024-12-rapid-blitz", "warning", "6.1.2"),
        ("fide-2025", "warning", "7.1.2"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "player-id-missing"),
        ("0", "player-id-missing"),
        ('"2205"', "player-id-malformed"),
        ("22o5", "player-id-malformed"),
    ],
)
def test_player_ids(name: str, severity: str | None, article: str, text: str, code: str) -> None:
    """Player 2 without an ID, or with letters in it: refused in 2022, a warning from 2024 on, nothing before. In
    standard, rapid and blitz it is the same, each by its own half of the regulations."""
    tournament = event("2000 1900 1800", ids={2: text})
    found = [one for one in check_event(edition(name), tournament, Facts()) if one.code.startswith("player-id")]
    wanted = [] if severity is None else [(code, severity, article, 2, 12, None)]
    assert [(one.code, one.severity, one.article, one.player, one.line, one.round) for one in found] == wanted
    assert ratable(found) == (severity != "error")


@pytest.mark.parametrize("name", ALL)
def test_every_player_with_an_id(name: str) -> None:
    assert not [code for code, _ in codes(name, event(), severity=None) if code.startswith("player-id")]


@pytest.mark.parametrize(
    ("name", "fact", "article"),
    [
        ("feda-1996", "arbiter_titled", "1.1"),
        ("fide-2017", "arbiters_licensed", "0.3"),
        ("fide-2017-rapid-blitz", "arbiters_licensed", "0.3"),
    ],
)
def test_arbiter(name: str, fact: str, article: str) -> None:
    """FEDA: titled; 2017: licensed. Known to be: nothing; not: refused; not known: said."""
    assert [one for code, one in codes(name, event(), "error", **{fact: False}) if code.startswith("arbiter")] == [
        article
    ]
    for value, count in ((True, 0), (None, 1)):
        found = codes(name, event(), "info", **{fact: value})
        assert sum(code.startswith("cannot-check-arbiter") for code, _ in found) == count
        assert codes(name, event(), "error", **{fact: value}) == []


@pytest.mark.parametrize("name", ["fide-2003", "fide-2005"])
def test_no_rule_on_arbiters(name: str) -> None:
    assert codes(name, event(), arbiter_titled=False, arbiters_licensed=False) == []


@pytest.mark.parametrize("name", [name for name in ALL if name >= "fide-2022"])
def test_b_06_1_6_2_arbiters_who_are_not_registered(name: str) -> None:
    """From 2022 on: not registered, not rated. Nobody has said so: taken for granted, FIDE's server asks for it."""
    assert codes(name, event(), "error", arbiters_licensed=False) == [("arbiter-not-registered", "B.06.1 6.2")]
    assert edition(name).eligibility.arbiters_registered.article.source == "manual-2023-b06"
    for known in (True, None):
        assert not [code for code, _ in codes(name, event(), arbiters_licensed=known) if "arbiter" in code]


# ---------------------------------------------------------------- hybrid


@pytest.mark.parametrize(
    ("name", "approval", "pgn"),
    [
        ("fide-2005", None, None),
        ("fide-2017", "0.2", None),
        ("fide-2022", "0.2", "9.4"),
        ("fide-2024", "0.2", "9.4"),
        ("fide-2022-rapid-blitz", "0.2", "8.4"),
        ("fide-2017-rapid-blitz", None, None),
    ],
)
def test_hybrid(name: str, approval: str | None, pgn: str | None) -> None:
    """Each one approved, from 2022 on with all games as PGN; over the board nothing is asked."""
    wanted = [("hybrid-not-approved", approval)] * (approval is not None) + [("hybrid-pgn-missing", pgn)] * (
        pgn is not None
    )
    assert codes(name, event(), hybrid=True, hybrid_approved=False, pgn=False) == wanted
    assert codes(name, event(), hybrid=True, hybrid_approved=True, pgn=True) == []
    assert codes(name, event(), hybrid=False) == []
    assert said(name, event(), "cannot-check-hybrid") == ([approval] if approval else [])
    assert said(name, event(), "cannot-check-hybrid-approval", hybrid=True) == ([approval] if approval else [])
    assert said(name, event(), "cannot-check-hybrid-pgn", hybrid=True) == ([pgn] if pgn else [])


# ---------------------------------------------------------------- single games


@pytest.mark.parametrize(
    ("ratings", "left_out"),
    [("2601 2001", True), ("2600 2000", False), ("2601 2002", False), ("2000 2700", True), ("2601 u", False)],
)
def test_600_points_apart(ratings: str, left_out: bool) -> None:
    """From December 2024, rapid and blitz: 600 or more apart with a player above 2600."""
    tournament = event(ratings, time_control="15+10")
    assert excluded("fide-2024-12-rapid-blitz", tournament) == ({(1, 1, 2): "game-too-far"} if left_out else {})
    assert said("fide-2024-12-rapid-blitz", tournament, "game-too-far") == (["7.3.1"] if left_out else [])
    for name in RAPID_BLITZ[:-1]:
        assert excluded(name, tournament) == {}


@pytest.mark.parametrize("name", ALL)
def test_unplayed_games_are_not_rated(name: str) -> None:
    """One game played, one forfeit: an info; the game played alone: nothing."""
    assert len(said(name, event("2000 1900", "1-2 1; 2-1 +"), "games-unplayed")) == 1
    assert said(name, event("2000 1900", "1-2 1"), "games-unplayed") == []


@pytest.mark.parametrize("name", ALL)
def test_nobody_rated(name: str) -> None:
    """Two unrated players: nothing to rate by; one rated: fine."""
    assert len(said(name, event("u u"), "nobody-rated")) == 1
    assert said(name, event("2000 u"), "nobody-rated") == []


def test_the_first_reason_is_the_one_told() -> None:
    """A 2700 against a 2000 with unequal times at blitz: different times come first."""
    tournament: Event = event("2700 2000", time_control="W300-B240")
    assert excluded("fide-2024-12-rapid-blitz", tournament) == {(1, 1, 2): "times-unequal"}
