"""FIDE mode, and what FIDE's list of questions for tournament programs asks of an event (VCL and the number of a
question)."""

import json
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from answers import Answer, Arpad
from arpad.i18n import ArpadError
from arpad.papers.event_papers import event_paper
from arpad.tournament.acts.event import Create, SetRule
from arpad.tournament.acts.rounds import Publish
from arpad.tournament.documents import fide_mode
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Journal, fold_log
from arpad.tournament.log import read_lines
from arpad.tournament.rules_check import invitation
from arpad.tournament.state import EventState
from arpad.tournament.takeover import take_over
from arpad.web.tournaments.control_tables import offered_codes
from arpad.web.tournaments.public.home import rules_in_sentences
from papers import ReadPaper
from places import FIXTURES
from small_event import AT, SAID, SmallEvent

FOLDER = FIXTURES / "tournament"
TIE_BREAKS: dict[str, Any] = json.loads((FOLDER / "round-robin-tie-breaks.json").read_text("utf-8"))
RESULTS = ("1-0", "0-1", "1/2", "0-1", "1-0")
Open = Callable[..., Answer]


@pytest.fixture
def opened(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Give a command on an open of eleven players whose list is closed."""
    monkeypatch.setenv("ARPAD_EVENTS", f"sqlite:///{tmp_path}/events.db")
    monkeypatch.setenv("ARPAD_WHO", "Ana")
    shutil.copy(FOLDER / "open-11.csv", tmp_path / "open-11.csv")

    def give(verb: str, *words: str, code: int = 0) -> Answer:
        answer = arpad(shlex.join(["event", verb, "open-11", *words]))
        assert answer.code == code, answer.err
        return answer

    assert arpad(f"event new {FOLDER / 'open-11.toml'}").code == 0
    give("enter", "--csv", str(tmp_path / "open-11.csv"))
    give("close-list", "--initial", "w")
    return give


def first_round(opened: Open, *results: str) -> None:
    """Draw round 1, publish it, and enter results from board 1 on."""
    opened("draw")
    opened("publish", "1")
    for board, result in enumerate(results, 1):
        opened("result", "1", str(board), result)


def line_of(opened: Open) -> str:
    """The line of the log at which the event stands."""
    return str(opened("show", "--json").json["n"])


def comments(opened: Open, *words: str) -> list[str]:
    return [line for line in opened("export", *words).out.splitlines() if line.startswith("###")]


def test_vcl_43_fide_mode_is_left_in_two_calls(opened: Open) -> None:
    """The first call answers what will happen and a number; the second takes the number, as long as nothing was done
    in between. No option skips the first."""
    first_round(opened, *RESULTS)
    assert opened("show", "--json").json["fide_mode"] is True
    number = line_of(opened)
    for words in (["--reason", "they are brothers"], ["--reason", "they are brothers", "--outside-rules", "--yes"]):
        asked = opened("forbid", "1", "6", *words, code=2)
        assert "leaves FIDE mode in round 2" in asked.err
        assert f"--confirm {number}" in asked.err
    opened("forbid", "1", "6", "--confirm", number, code=2)
    opened("incident", "A telephone rang")
    late = opened("forbid", "1", "6", "--reason", "they are brothers", "--confirm", number, code=2)
    assert f"--confirm {number} no longer fits: the event is at line {int(number) + 1}" in late.err
    opened("forbid", "1", "6", "--reason", "they are brothers", "--confirm", line_of(opened))
    assert opened("show", "--json").json["fide_mode"] == "left in round 2"
    assert "FIDE mode left in round 2." in opened("show").out
    opened("forbid", "2", "7", "--reason", "and they", "--outside-rules")


def test_vcl_43_events_of_before_and_other_systems_have_no_second_call() -> None:
    """The way of scripts stays where there is no FIDE mode to leave, or it has no second step."""
    other = SmallEvent(system="manual", rounds=3)
    assert fide_mode(other.state) is None
    before = SmallEvent()
    before.up(1)
    done = before.do(SetRule("rounds", "4"), SAID)
    assert fide_mode(done.state) == "left in round 1"


def test_vcl_44_the_file_says_where_fide_mode_was_left_and_why(opened: Open) -> None:
    first_round(opened, *RESULTS[:2])
    opened("set", "tie_breaks", '["BH"]', "--reason", "voted", "--confirm", line_of(opened))
    assert comments(opened) == [
        "### Configuration @ Round 1: tie_breaks BH/C1, BH, SB to BH; voted",
        "### FIDE mode left @ Round 1: rules changed after the start; voted",
    ]
    assert "FIDE mode left in round 1" in ReadPaper(event_paper(_state(opened), "pairings", 1)).flat


def _state(opened: Open) -> EventState:
    return fold_log(read_lines(opened("export", "--log").out))


def test_vcl_44_a_table_that_is_published_together_names_the_round_that_is_played() -> None:
    event = SmallEvent(system="berger", order="given", start="2026-10-03", rounds=5)
    event.do(Publish(1, last=5))
    event.results(1, "1, 1, 1")
    state = event.do(SetRule("tie_breaks", '["SB"]'), SAID).state
    assert fide_mode(state) == "left in round 2"


def test_vcl_45_fide_mode_is_never_entered_again(opened: Open, arpad: Arpad, tmp_path: Path) -> None:
    """Neither by undo, nor by another round in the place of the wrong one, nor by the file of the event."""
    first_round(opened)
    opened("set", "rounds", "6", "--reason", "one more day", "--confirm", line_of(opened))
    opened("undo", line_of(opened), "--reason", "no")
    assert opened("show", "--json").json["fide_mode"] == "left in round 1"
    opened("export", "-o", str(tmp_path / "left.trf"))
    assert arpad(f"event take-over {tmp_path / 'left.trf'} --slug again --yes").code == 0
    again = arpad("event show again --json").json
    assert again["fide_mode"] == "left in round 1"
    assert [breach["kind"] for breach in again["breaches"]] == ["imported"]
    told = [line for line in arpad("event export again").out.splitlines() if "FIDE mode" in line]
    assert told == ["### FIDE mode left @ Round 1: rules changed after the start; one more day"]


def test_vcl_60_and_61_another_number_of_rounds_names_the_pairs(
    arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TV-VF-FLIP: with a sixth round nobody in round 5 is a topscorer any more."""
    monkeypatch.setenv("ARPAD_EVENTS", f"sqlite:///{tmp_path}/events.db")
    assert arpad(f"event take-over {FOLDER / 'rounds-flip-46.trf'} --slug flip --yes").code == 0
    number = arpad("event show flip --json").json["n"]
    asked = arpad("event set flip rounds 6 --reason voted")
    assert asked.code == 2
    assert "To confirm: With this number of rounds, round 5 would be drawn otherwise: 1-8, 6-3 instead" in asked.err
    assert arpad(f"event set flip rounds 6 --reason voted --confirm {number}").code == 0
    back = arpad("event set flip rounds 5 --reason late --outside-rules")
    assert "With this number of rounds, round 5 is right again." in back.err
    told = [line for line in arpad("event export flip").out.splitlines() if line.startswith("### Configuration")]
    assert told == [
        "### Configuration @ Round 5: rounds 5 to 6; voted",
        "### Configuration @ Round 5: round 5 would be 1-8, 6-3 instead of 1-6, 8-3",
        "### Configuration @ Round 5: rounds 6 to 5; late",
        "### Configuration @ Round 5: round 5 is right again",
    ]


def test_vcl_69_a_pairing_by_hand_names_given_and_right_pairs(opened: Open, tmp_path: Path) -> None:
    opened("draw")
    (tmp_path / "given.txt").write_text("1 1 7\n2 6 2\n3 3 8\n4 9 4\n5 5 10\nbye 11\n")
    asked = opened("amend", "1", str(tmp_path / "given.txt"), code=2)
    assert "1-7, 6-2 instead of 1-6, 7-2" in asked.err
    opened("amend", "1", str(tmp_path / "given.txt"), "--reason", "a mistake of mine")
    opened("publish", "1", "--reason", "a mistake of mine", "--confirm", line_of(opened))
    assert "### MPA @ Round 1: 1-7, 6-2 instead of 1-6, 7-2; a mistake of mine" in comments(opened)


@pytest.mark.parametrize("system", TIE_BREAKS["systems"])
def test_vcl_105_a_round_robin_has_no_tie_breaks_of_a_swiss(system: str) -> None:
    """Refused with the codes that may stand, not offered by the form, and left out of a file that is taken over."""
    rules = {"slug": "liga", "name": "Liga", "start": "2026-10-03", "system": system}
    for code in TIE_BREAKS["refused"]:
        with pytest.raises(ArpadError, match=r"\(c07-2026, .*these may stand in it: PTS, DE, ") as refused:
            Journal().act(Create({**rules, "tie_breaks": [code]}), "x", AT)
        assert code in refused.value.text()
        event = Journal()
        event.act(Create(rules), "x", AT)
        with pytest.raises(ArpadError, match="these may stand"):
            event.act(SetRule("tie_breaks", json.dumps([code])), "x", AT)
    for code in TIE_BREAKS["accepted"]:
        Journal().act(Create({**rules, "tie_breaks": [code]}), "x", AT)
    offered = {option.code.partition("/")[0] for option in offered_codes(rules, "en")}
    assert not offered & {"BH", "FB", "AOB", "SSSC"}
    assert {"DE", "SB", "KS"} <= offered


def test_vcl_105_a_file_that_names_them_is_taken_over_without() -> None:
    data = (FOLDER / "rr-left-6.trf").read_text("utf-8")
    given = data.replace("202 DE,SB,KS", "202 BH,SB").replace("212 PTS,DE,SB,KS", "212 PTS,BH,SB")
    answer = take_over(given.encode(), file="rr.trf")
    (finding,) = [one for one in answer.findings if one.code == "import-tie-breaks"]
    assert finding.severity == "warning"
    event = Journal()
    event.act(answer.command(), "me", AT, SAID)
    assert event.state.event_rules.tie_breaks == ()


def test_vcl_108_an_acceleration_of_its_own_prints_its_rules() -> None:
    """Who, in which rounds, how much: where players read the rules, below every pairing, and in the file."""
    event = SmallEvent(8, acceleration=[1, "1/2"], start="2026-10-03", system="dutch-2026", tie_breaks=["BH"])
    event.up(1)
    words = "has virtual points for the pairing alone, by rounds: 1: 1, 2: 1/2"
    rules = event.state.event_rules
    assert any(words in sentence for sentence in rules_in_sentences(rules, "en"))
    assert words in invitation(rules, "en")["06"]
    for paper in ("pairings", "pairings-by-name"):
        assert words in ReadPaper(event_paper(event.state, paper, 1)).flat, paper
    told = "### Configuration @ Round 1: own acceleration, virtual points of the upper half of the numbers by rounds: "
    assert f"{told}1: 1, 2: 1/2" in export_trf(event.state, "trf26").data.decode().splitlines()
    baku = SmallEvent(8, acceleration="baku", start="2026-10-03", system="dutch-2026")
    assert not baku.state.event_rules.own_acceleration


def test_vcl_113_renumbering_says_which_numbers_are_now_which(opened: Open) -> None:
    first_round(opened, *RESULTS)
    opened("change", "5", "rating", "2190", "--yes", "--reason", "from the list")
    assert comments(opened) == ["### Renumbering @ Round 2: 2-4 is now 3-5, 5 is now 2; from the list"]


def test_vcl_163_an_adjourned_game_that_is_no_draw_is_asked_for(opened: Open) -> None:
    """TV-VF-ADJ: the pairing took a draw."""
    first_round(opened, *RESULTS[:4])
    opened("draw", "--adjourn-open", code=2)
    opened("draw", "--adjourn-open", "--yes")
    opened("publish", "2")
    file = opened("export").out
    assert "### Adjournment @ Round 1: 5-10\n" in file
    assert "X 0.5" in next(line for line in file.splitlines() if line.startswith("162"))
    assert "was a draw for the pairing of round 2" in opened("result", "1", "5", "1-0", code=2).err
    opened("result", "1", "5", "1-0", "--yes")
    assert "### Adjournment @ Round 1: 5-10 drawn for the pairing of round 2, then 1-0" in comments(opened)
    opened("undo", line_of(opened), "--yes", "--reason", "wrong board")
    opened("result", "1", "5", "1/2")


def test_vcl_169_no_report_for_rating_while_a_game_is_open(opened: Open, tmp_path: Path) -> None:
    first_round(opened, *RESULTS[:4])
    out = ["-o", str(tmp_path / "out")]
    for words in (["report", *out], ["export", "--rated", *out]):
        assert "boards without a result: 5" in opened(*words, code=2).err
    opened("result", "1", "5", "a")
    for words in (["report", *out], ["export", "--rated", *out]):
        assert "adjourned games of round 1 have no result yet: boards 5" in opened(*words, code=2).err
    assert not (tmp_path / "out").exists()
    opened("export", *out)
    opened("result", "1", "5", "1-0")
    opened("report", *out)


def test_vcl_174_one_half_point_bye_more_than_the_rules_give(opened: Open) -> None:
    """TV-VF-BYES: asked for, with a reason, and told in the file; never for players on conditions."""
    opened("absent", "1", "2", "H")
    for words in ([], ["--yes"], ["--reason", "a wedding"]):
        assert "number 2 of 1 that the rules give" in opened("absent", "1", "3", "H", *words, code=2).err
    opened("absent", "1", "3", "H", "--yes", "--reason", "a wedding")
    opened("absent", "2", "3", "H")
    assert "no half-point bye" in opened("absent", "1", "4", "H", "--yes", "--reason", "x", code=2).err
    for number in (1, 2):
        opened("draw")
        opened("publish", str(number))
        boards = opened("round", str(number), "--json").json["pairs"]
        for pair in boards:
            opened("result", str(number), str(pair["board"]), "1/2")
    assert comments(opened) == ["### Half-point bye @ Round 3: 1, 2 of 1; a wedding"]
    opened("absent", "1", "3", "none")
    assert comments(opened) == []


def test_vcl_109_the_acceleration_is_fixed_with_round_1(opened: Open) -> None:
    opened("set", "acceleration", "baku")
    first_round(opened, *RESULTS)
    late = opened("set", "acceleration", "none", "--reason", "too late", "--confirm", line_of(opened), code=2)
    assert "since line" in late.err


def test_vcl_204_lots_are_drawn_by_a_command(opened: Open) -> None:
    """The same again from the same round; a round that everybody has won or lost alike has ties."""
    first_round(opened, *RESULTS)
    assert "name the players of one tie" in opened("lots", code=2).err
    drawn = [opened("lots", "--draw", "--yes", "--json").json]
    opened("undo", line_of(opened))
    drawn.append(opened("lots", "--draw", "--yes", "--json").json)
    assert drawn[0]["groups"] == drawn[1]["groups"]
    assert drawn[0]["groups"]
    rows = opened("standings", "--json").json["rows"]
    assert [row["rank"] for row in rows] == list(range(1, 12))


def test_vcl_179_a_full_point_bye_is_in_every_later_file(opened: Open) -> None:
    asked = opened("absent", "2", "1", "F", code=2)
    assert "no longer used" in asked.err
    opened("absent", "2", "1", "F", "--reason", "sponsor")
    first_round(opened, *RESULTS)
    assert comments(opened) == ["### Full-point bye @ Round 1: 2; sponsor"]


def test_vcl_196_a_pair_forbidden_late_is_kept_apart_from_the_next_draw(
    opened: Open, arpad: Arpad, tmp_path: Path
) -> None:
    """TV-VF-FORBID: the file says the first round to be drawn; what was drawn before is right."""
    first_round(opened, *RESULTS)
    opened("draw")
    pair = opened("round", "2", "--json").json["pairs"][0]
    one, two = map(str, sorted([pair["white_entry"], pair["black_entry"]]))
    kept = opened("forbid", one, two, "--reason", "asked by both", "--confirm", line_of(opened))
    assert "The draft of round 2 no longer fits and is cleared" in kept.err
    opened("forbid", "1", "6", "--reason", "asked by both", "--outside-rules")
    opened("draw")
    opened("publish", "2")
    opened("export", "-o", str(tmp_path / "late.trf"))
    records = [line for line in (tmp_path / "late.trf").read_text().splitlines() if line.startswith("260")]
    assert records == [f"260 002     {one:>4} {two:>4}", "260 002        1    6"]
    assert arpad(f"pair check {tmp_path / 'late.trf'}").code == 0


def test_vcl_166_a_result_of_one_line_alone_is_no_result() -> None:
    data = (FOLDER / "takeover-26.trf").read_bytes()
    lines = data.decode().splitlines(keepends=True)
    place = next(number for number, line in enumerate(lines) if line.startswith("001") and line[98:99] in "10")
    for sign in "?%":
        changed = [*lines[:place], lines[place][:98] + sign + lines[place][99:], *lines[place + 1 :]]
        answer = take_over("".join(changed).encode(), file="half.trf", system="dutch-2017")
        assert [one.severity for one in answer.findings if one.code == "import-half-result"] == ["warning"], sign


def test_vcl_49_what_an_import_derives_is_told() -> None:
    """A system that the file does not name by its code, and an initial colour that only its first round gives."""
    lines = (FOLDER / "takeover-26.trf").read_text("utf-8").splitlines(keepends=True)
    whole = {one.code for one in take_over("".join(lines).encode(), file="a.trf", system="dutch-2017").findings}
    bare = "".join(line for line in lines if line[:3] not in ("192", "152"))
    told = {one.code: one for one in take_over(bare.encode(), file="a.trf", system="dutch-2017").findings}
    assert told.keys() - whole == {"import-system", "import-first-colour"}
    assert {told[code].severity for code in ("import-system", "import-first-colour")} == {"info"}


def test_vcl_188_boards_of_an_accelerated_round_go_by_real_and_virtual_points() -> None:
    """C.04.7: the score that pairs, then the sum, then the lower number. Without acceleration, points alone."""
    event = SmallEvent(12, acceleration=[2, 2], start="2026-10-03", system="dutch-2026")
    event.up(1)
    event.results(1, "0, 0, 0, 0, 0, 0")
    event.up(2)
    won = {board.black for board in event.state.rounds[1].games}
    number = event.state.pairing_numbers

    def place(pair: tuple[int, int], virtual: bool) -> tuple[int, int, int]:
        scores = {one: (one in won) + (2 if virtual and number[one] <= len(number) // 2 else 0) for one in pair}
        highest = max(scores.values())
        return -highest, -sum(scores.values()), min(number[one] for one in pair if scores[one] == highest)

    order = [place(pair, virtual=True) for pair in event.pairs(2)]
    assert order == sorted(order)
    points = [place(pair, virtual=False) for pair in event.pairs(2)]
    assert points != sorted(points), "by points alone it would be another order"
