"""Teams (C.04.6 of 2024 and 2026) and Double-Swiss (C.04.5): given tournaments, decisive positions, two opinions."""

import json
from pathlib import Path

import pytest

from arpad.cli.main import main
from arpad.documents.steps import sentence, walk
from arpad.formats.codes import team_scores
from arpad.i18n import LANGUAGES, ArpadError
from arpad.pairing._matching import SolverWork
from arpad.pairing.checklist import checklist
from arpad.pairing.engines import Pairing, explain_pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.matches import (
    BracketSearch,
    MatchField,
    MatchSide,
    SetSearch,
    double_colour,
    preference_of,
    rules_of,
    team_colour,
    with_wish,
)
from arpad.pairing.matches_files import colour_type_of
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.systems import systems
from pairing_brute_matches import brute_matches
from pairing_positions import one_rule_decides
from pairing_states import any_match_state
from places import FIXTURES
from proofs import over, seeds

SWISS = FIXTURES / "swiss"
FILES = sorted(file for name in ("team", "double") for file in (SWISS / name).glob("*-r*.json"))
POSITIONS = [
    position
    for name in ("team", "double")
    for position in json.loads((SWISS / name / "positions.json").read_text("utf-8"))
]
SYSTEMS = ("team-2026", "team-2024", "double-2026")


@pytest.mark.parametrize("file", FILES)
def test_given_tournaments(file: Path) -> None:
    checked = read_source(file.read_bytes()).checked()
    assert checked
    assert [one.number for one in checked if not one.ok] == []


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_a_position_that_one_rule_decides(position: dict[str, object]) -> None:
    one_rule_decides(position)


def _engine(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    answer = pair_round(state)
    if not isinstance(answer, Pairing):
        return None
    return sorted((board.white, board.black) for board in answer.boards), answer.bye


@over(1600, any_match_state, long=3300)
def test_engine_and_brute_force_agree(state: PairingState) -> None:
    assert _engine(state) == brute_matches(state)


def test_the_long_way_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the bounds for single upfloaters and for halves."""
    monkeypatch.setattr(SetSearch, "suits", lambda *_: False)
    monkeypatch.setattr(BracketSearch, "_quick", lambda _: None)
    monkeypatch.setattr(SolverWork, "room", property(lambda _: 3))

    @over(150, any_match_state)
    def agree(state: PairingState) -> None:
        assert _engine(state) == brute_matches(state)

    agree()


@seeds(6)
def test_generated_matches_are_paired_by_the_rules(seed: int, tmp_path: Path) -> None:
    """Leagues as reports and Double-Swisses as JSON; brute force agrees round by round."""
    id_ = SYSTEMS[seed % 3]
    file = tmp_path / "made"
    asked = ["pair", "generate", "--system", id_, "--players", str(7 + seed % 3), "--rounds", "5", "--boards", "3"]
    assert main([*asked, "--seed", str(seed), "-o", str(file)], {}) == 0
    source = read_source(file.read_bytes())
    assert source.system.id == id_
    assert all(one.ok for one in source.checked())
    for number in source.numbers():
        assert _engine(source.state(number)) == brute_matches(source.state(number))


@pytest.mark.parametrize(
    ("colours", "simple", "b_type", "b_last"),
    [
        ("", (None, False), (None, False), (None, False)),
        ("w", (None, False), ("b", False), ("b", False)),
        ("ww", ("b", False), ("b", True), ("b", True)),
        ("wb", (None, False), ("w", False), (None, False)),
        ("bww", ("b", False), ("b", True), ("b", True)),
        ("bbww", ("b", False), ("b", True), ("b", True)),
        ("bbbww", (None, False), ("w", False), ("w", False)),
        ("bbb", ("w", False), ("w", True), ("w", True)),
    ],
)
def test_1_7_colour_preferences_of_teams(
    colours: str, simple: tuple[object, bool], b_type: tuple[object, bool], b_last: tuple[object, bool]
) -> None:
    assert preference_of(colours, "A", last=False) == simple
    assert preference_of(colours, "B", last=False) == b_type
    assert preference_of(colours, "B", last=True) == b_last
    assert preference_of(colours, "none", last=False) == (None, False)


def side(rank: int, colours: str, type_: str = "A") -> MatchSide:
    return with_wish(systems()["team-2026"], PairingPlayer(rank, 4, 4, colours, number=rank), 0, type_, last=False)


@pytest.mark.parametrize(
    ("first", "second", "type_", "expected"),
    [
        ("", "", "A", ("w", "4.3.1")),
        ("ww", "", "A", ("b", "4.3.2")),
        ("", "ww", "A", ("w", "4.3.2")),
        ("ww", "bb", "A", ("b", "4.3.3")),
        ("bww", "w", "B", ("b", "4.3.4")),
        ("bww", "www", "A", ("w", "4.3.5")),
        ("wb", "bw", "A", ("w", "4.3.6")),
        ("ww", "ww", "A", ("b", "4.3.7")),
        ("wb", "wb", "A", ("w", "4.3.8")),
        ("", "wb", "A", ("b", "4.3.9")),
    ],
)
def test_4_3_colours_of_teams(first: str, second: str, type_: str, expected: tuple[str, str]) -> None:
    assert team_colour(side(1, first, type_), side(2, second, type_), "w") == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("", "", ("w", "4.3.1")), ("w", "b", ("b", "4.3.2")), ("wb", "bw", ("w", "4.3.3")),
        ("bw", "bw", ("b", "4.3.4")), ("", "b", ("b", "4.3.5")),
    ],
)  # fmt: skip
def test_4_3_colours_of_the_double_swiss(first: str, second: str, expected: tuple[str, str]) -> None:
    assert double_colour(side(1, first), side(2, second), "w") == expected


def test_3_6_2_a_pairing_is_known_by_its_tops_and_bottoms() -> None:
    """All may meet: the upper half against the lower half, whatever the scores."""
    players = [side(rank, "") for rank in (4, 6, 8, 9, 10, 11, 16, 24)]
    state = PairingState(1, 9, tuple(players), system=systems()["team-2026"])
    search = BracketSearch(MatchField(state), rules_of(state.system), range(8), ())
    ranks = [side.rank for side in search.sides]
    assert [(ranks[one], ranks[two]) for one, two in search.first()] == [(4, 10), (6, 11), (8, 16), (9, 24)]


@pytest.mark.parametrize(
    ("code", "asked", "expected"),
    [("", None, "A"), ("", "B", "B"), ("FIDE_TEAM", None, "A"), ("FIDE_TEAM_TYPEB_MP_GP", None, "B"),
     ("FIDE_TEAM_MP_GP", None, "none"), ("FIDE_TEAM_GP_BAKU", None, "none"), ("FIDE_TEAM_TYPEA_GP", "A", "A")],
)  # fmt: skip
def test_record_192_tells_the_colour_preferences(code: str, asked: str | None, expected: str) -> None:
    assert colour_type_of(code, asked) == expected


def test_record_192_tells_the_scores() -> None:
    codes = {"": (0, 1), "FIDE_TEAM": (0, 1), "FIDE_TEAM_TYPEA_MP_GP": (0, 1), "FIDE_TEAM_MP": (0, None),
             "FIDE_TEAM_TYPEB_GP_MP_BAKU": (1, 0), "FIDE_TEAM_GP": (1, None)}  # fmt: skip
    assert {code: team_scores(code) for code in codes} == codes


@pytest.mark.parametrize(("asked", "key"), [("C", "pairing-colour-type"), ("B", "pairing-colours-contradict")])
def test_colours_that_cannot_be(asked: str, key: str) -> None:
    with pytest.raises(ArpadError) as problem:
        colour_type_of("FIDE_TEAM_TYPEA_MP_GP", asked)
    assert problem.value.key == key


LEAGUE = SWISS / "team" / "league-11.trf"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("next {league}", 0), ("check {league}", 0), ("explain {league} --round 6", 0), ("checklist {league}", 0),
        ("check {league} --system team-2026 --colours A", 0), ("next {league} --system team-2026 --json", 0),
        ("compare {league} --system team-2024 --system team-2026", 1),
        ("next {league} --system dutch", 2), ("next {league} --colours B", 2), ("next {players} --colours B", 2),
        ("next {players} --system team", 2), ("next {players} --system double", 2),
        ("generate --system double --players 6 --rounds 3 --seed 1 --byes 10% -o {out}", 0),
    ],
)  # fmt: skip
def test_a_league_through_every_command(
    line: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = FIXTURES / "pairing" / "open-14.trf"
    asked = line.format(league=LEAGUE, players=players, out=tmp_path / "out").split()
    for language in LANGUAGES:
        assert main(["--lang", language, "pair", *asked], {}) == code
        told = capsys.readouterr()
        assert (told.out if code < 2 else told.err).strip()
        assert "pairing." not in told.out + told.err


def test_every_explanation_has_words() -> None:
    for file in FILES:
        source = read_source(file.read_bytes())
        for number in source.numbers():
            for _, step in walk(explain_pairing(pair_round(source.state(number)), 100)):
                for language in LANGUAGES:
                    told = sentence(step, language)
                    assert "pairing." not in told, step.what
                    assert "{" not in told, step.what


def test_the_checklist_has_the_preferences_of_teams() -> None:
    rows = checklist(read_source(LEAGUE.read_bytes()).state())
    assert {row.preference for row in rows} <= {"W", "B", "A"}
    assert any(row.preference != "A" for row in rows)


@pytest.mark.parametrize(
    "change",
    [{"teams": "eight"}, {"rounds": [{"pairs": 3}]}, {"colour_preferences": "C"}, {"system": "dutch"},
     {"rounds": [{"pairs": [{"white": 1, "black": 99}]}]},
     {"rounds": [{"pairs": [{"white": 1, "black": 2, "score": ["2", 0]}]}]}],
)  # fmt: skip
def test_a_tournament_that_cannot_be_used(change: dict[str, object]) -> None:
    document = json.loads(FILES[-1].read_text("utf-8"))
    with pytest.raises(ArpadError) as problem:
        read_source(json.dumps(document | change).encode()).checked()
    assert problem.value.key.startswith("pairing-")
