"""Games for a broadcast: tags in their order, results that agree, nothing that is not public, and lists of names."""

import datetime as dt
import json
import re
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arbiter import AGREED, AT, Arbiter
from arpad.cli.event.options import folder_files
from arpad.games.pgn import livechess_pgn
from arpad.i18n import ArpadError
from arpad.inputs.times import try_time_control
from arpad.tournament.acts.moves import KeyMoves, SetMoves
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.broadcast import (
    games_pgn,
    pgn_time_control,
    replacements,
    round_form,
    round_parts,
    shown_moves,
    team_replacements,
    tournament_form,
)
from arpad.tournament.journal import state_digest
from arpad.tournament.public import public_view
from arpad.tournament.results import TypedResult
from arpad.tournament.undo import TakeBack
from places import PROJECT

NOW = dt.datetime(2026, 9, 5, 20, tzinfo=dt.UTC)
PLAYERS = (
    {"name": "Zabel, Orin", "id": "99100001", "title": "CM", "rating": 2105},
    {"name": "Lumar, Tessa", "id": "99100002", "title": "WFM", "rating": 2050},
    {"name": "Ferrod, Iban", "id": "99100003", "rating": 1990},
    {"name": 'Nacel, "B\\"', "id": "N-4", "rating": 1912},
    {"name": "Odrian, Vega", "id": "99100005", "rating": 1850},
    {"name": "Pelluz, Marc"},
    {"name": "Solo, Bye"},
)
RULES = {
    "name": "Invented Open",
    "city": "Example Town",
    "rounds": 3,
    "system": "dutch-2017",
    "time_control": "60+30",
    "schedule": [{"round": 1, "start": "2026-09-05T16:00:00"}],
}


def drawn(**rules: object) -> Arbiter:
    """An event of seven players whose first round is a draft."""
    arbiter = Arbiter({**RULES, **rules})
    for fields in PLAYERS:
        arbiter.does(Enter(dict(fields)))
    arbiter.closes(seed=1)
    arbiter.does(DrawNext(1))
    return arbiter


def games(arbiter: Arbiter) -> list[str]:
    return re.findall(r"(?:\[.*\]\n)+\n.*\n\n", games_pgn(public_view(arbiter.state), NOW, 1))


def test_a_game_has_its_tags_in_their_order() -> None:
    arbiter = drawn()
    arbiter.does(Publish(1))
    arbiter.does(SetResults(1, [TypedResult(1, "1-0"), TypedResult(3, "+/-")]))
    first, second, third = games(arbiter)
    assert first == (
        '[Event "Invented Open"]\n[Site "Example Town"]\n[Date "2026.09.05"]\n[Round "1.1"]\n[White "Zabel, Orin"]\n'
        '[Black "Nacel, \\"B\\\\\\""]\n[Result "1-0"]\n[Board "1"]\n[WhiteTitle "CM"]\n[WhiteElo "2105"]\n'
        '[BlackElo "1912"]\n[WhiteFideId "99100001"]\n[TimeControl "3600+30"]\n[EventDate "2026.05.01"]\n\n1-0\n\n'
    )
    assert '[Result "*"]' in second
    assert second.endswith("\n\n*\n\n")
    assert third.endswith('[Termination "unplayed"]\n\n1-0\n\n')
    assert "Elo" not in third.replace("WhiteElo", "")
    assert ' ""]' not in first + second + third


@pytest.mark.parametrize(
    ("result", "written", "end"),
    [
        ("1/2", "1/2-1/2", "1/2-1/2"), ("0-1", "0-1", "0-1"), ("-/+", "0-1", "0-1"), ("-/-", "*", "{0-0} *"),
        ("W-L", "1-0", "1-0"), ("*", "*", "*"), ("1/2-0", "*", "{1/2-0} *"),
    ],
)  # fmt: skip
def test_the_result_and_the_end_of_a_game_agree(result: str, written: str, end: str) -> None:
    arbiter = drawn()
    arbiter.does(Publish(1))
    arbiter.does(SetResults(1, [TypedResult(1, result)]))
    game = games(arbiter)[0]
    assert f'[Result "{written}"]' in game
    assert game.endswith(f"\n\n{end}\n\n")
    assert ("unplayed" in game) == (result in ("-/+", "-/-"))


def test_a_draft_is_in_no_file() -> None:
    view = public_view(drawn().state)
    assert games_pgn(view, NOW) == ""
    with pytest.raises(ArpadError):
        games_pgn(view, NOW, 1)


def test_results_that_are_not_shown_are_in_no_file() -> None:
    arbiter = drawn(live=False)
    arbiter.does(Publish(1))
    arbiter.does(SetResults(1, [TypedResult(1, "1-0"), TypedResult(2, "+/-")]))
    assert re.findall(r'\[Result "(.*)"\]', games_pgn(public_view(arbiter.state), NOW)) == ["*"] * 3
    assert "unplayed" not in games_pgn(public_view(arbiter.state), NOW)


@pytest.mark.parametrize(
    ("written", "pgn"),
    [("60+30", "3600+30"), ("90/40+30:30", "40/5400+30:1800+30"), ("10+0", "600"), ("3+2", "180+2")],
)
def test_a_time_control_in_the_seconds_of_pgn(written: str, pgn: str) -> None:
    control = try_time_control(written)
    assert control is not None
    assert pgn_time_control(control) == pgn


def test_replacements_name_players_by_their_id_or_by_rating_and_title() -> None:
    arbiter = drawn()
    assert replacements(public_view(arbiter.state)) == (
        "Ferrod, Iban / 99100003", "Lumar, Tessa / 99100002", 'Nacel, "B\\" / 1912 /  / Nacel, "B\\"',
        "Odrian, Vega / 99100005", "Zabel, Orin / 99100001",
    )  # fmt: skip
    assert team_replacements(public_view(arbiter.state)) == ()


def test_a_name_that_two_players_have_is_not_replaced() -> None:
    arbiter = Arbiter(RULES)
    for id_ in ("99100001", "99100002"):
        arbiter.does(Enter({"name": "Zabel, Orin", "id": id_}))
    assert replacements(public_view(arbiter.state)) == ()


def test_the_page_shows_the_first_game_of_the_file(arpad: Arpad, tmp_path: Path) -> None:
    """The page of the documentation runs these commands; the game below them is the first of their file."""
    page = (PROJECT / "docs" / "how-to" / "broadcast-a-round.md").read_text("utf-8")
    url, folder = f"sqlite:///{tmp_path}/events.db", PROJECT / "examples" / "tournament"
    for words in (
        f"new {folder}/open.toml", f"enter valdeoca-2026 --csv {folder}/entries.csv",
        "close-list valdeoca-2026 --seed 7",
        "draw valdeoca-2026", "publish valdeoca-2026 1", "result valdeoca-2026 1 1 1-0",
    ):  # fmt: skip
        assert arpad(f"event {words} --events {url}").code == 0
    shown = re.findall(r"^```text\n(.*?)\n```", page, re.MULTILINE | re.DOTALL)
    out = arpad(f"event export valdeoca-2026 --pgn --round 1 --events {url}").out
    assert out.split("\n\n[Event")[0] == shown[0]
    assert out.count("[Event ") == 29
    answer = arpad(f"event export valdeoca-2026 --pgn --events {url} --json").json
    assert (answer["format"], answer["text"]) == ("pgn", out)
    assert arpad(f"event export valdeoca-2026 --pgn --round 2 --events {url}").code == 2


# ------------------------------------------------------------------ moves

OPENING = "1. e4 {[%clk 1:00:12]} e5 {a comment [%clk 0:59:50]} (1... c5) 2. Nf3"


def pgn(board: int, moves: str, result: str = "*", **tags: str) -> str:
    """A game of round 1 between the players of a board, with the board's number of somebody else."""
    white, black = {1: (0, 3), 2: (4, 1), 3: (2, 5)}[board]
    named = {"Round": "1.9", "White": PLAYERS[white]["name"], "Black": PLAYERS[black]["name"], "Result": result} | tags
    quoted = {name: str(value).replace("\\", "\\\\").replace('"', '\\"') for name, value in named.items()}
    return "".join(f'[{name} "{value}"]\n' for name, value in quoted.items()) + f"\n{moves} {result}\n\n"


def playing(**rules: object) -> Arbiter:
    arbiter = drawn(**rules)
    arbiter.does(Publish(1))
    return arbiter


def text_of(arbiter: Arbiter, board: int, now: dt.datetime = NOW) -> str:
    view = public_view(arbiter.state)
    return shown_moves(view, 1, view.rounds[1].boards[board], now)


def test_moves_are_taken_by_names_with_their_clocks_and_change_no_result() -> None:
    arbiter = playing()
    arbiter.does(SetResults(1, [TypedResult(1, "1-0")]))
    done = arbiter.does(SetMoves(pgn(1, OPENING, "0-1") + pgn(2, "1. d4 d5")))
    assert [warning.code for warning in done.warnings] == ["moves-result"]
    first, second, _ = games(arbiter)
    assert first.endswith("\n1. e4 {[%clk 1:00:12]} e5 {[%clk 0:59:50]} 2. Nf3 1-0\n\n")
    assert second.endswith("\n1. d4 d5 *\n\n")
    assert arbiter.state.rounds[1].boards[1].result == "1-0"
    assert arbiter.does(SetMoves(pgn(2, "1. d4 d5"))).lines == (), "they are there"


def test_a_move_that_is_not_legal_ends_the_moves_with_a_comment_and_a_warning() -> None:
    arbiter = playing()
    arbiter.does(SetResults(1, [TypedResult(2, "0-1")]))
    done = arbiter.does(SetMoves(pgn(2, "1. e4 e5 2. Ke3 Nc6")))
    (warning,) = done.warnings
    assert warning.code == "moves-illegal"
    assert "Ke3" in warning.message.text("en")
    assert games(arbiter)[1].endswith("\n1. e4 e5 {not legal: Ke3} 0-1\n\n")


def test_moves_are_keyed_in_whole_and_taken_away_by_none() -> None:
    arbiter = playing()
    done = arbiter.does(KeyMoves(1, 2, "e4 e5 Cf3"))
    assert (text_of(arbiter, 2), done.warnings) == ("1. e4 e5 2. Nf3", ())
    assert arbiter.does(KeyMoves(1, 2, "1. e4 e5 2. Nf3")).lines == (), "they are there"
    (warning,) = arbiter.does(KeyMoves(1, 2, "1. e4 e5\n2. Ke3 Nc6")).warnings
    assert (warning.code, "(line 2)" in warning.message.text("en")) == ("moves-illegal", True)
    assert text_of(arbiter, 2) == "1. e4 e5 {not legal: Ke3}"
    assert arbiter.does(KeyMoves(1, 2)).lines
    assert text_of(arbiter, 2) == ""
    for wrong in (KeyMoves(1, 9, "e4"), KeyMoves(2, 1, "e4")):
        with pytest.raises(ArpadError):
            arbiter.does(wrong)


def livechess(folder: Path, *games: dict[str, Any], **more: object) -> Path:
    """A folder as LiveChess leaves it, with a round of these games: players by their place, moves, result."""
    (folder / "round-1").mkdir(parents=True)
    pairings = []
    for place, game in enumerate(games, 1):
        names = [str(PLAYERS[one]["name"]).partition(", ") for one in (game["white"], game["black"])]
        white, black = ({"fname": first, "mname": None, "lname": last, "fideid": None} for last, _, first in names)
        pairings.append({"white": white, "black": black, "result": game.get("result", "*"), "live": True})
        played = {"chess960": 518, "moves": game["moves"], "result": game.get("result")} | more
        (folder / "round-1" / f"game-{place}.json").write_text(json.dumps(played), "utf-8")
    (folder / "round-1" / "index.json").write_text(json.dumps({"date": None, "pairings": pairings}), "utf-8")
    (folder / "tournament.json").write_text('{"name": "Open"}', "utf-8")
    return folder


def test_a_folder_of_livechess_is_read_like_a_pgn(tmp_path: Path) -> None:
    """Boards are known by their players, not by the numbers of the files; a result that differs is noted."""
    first = {"white": 4, "black": 1, "moves": ["d4 5400+2", "d5 5390+10", "Nf3"], "result": "WHITEWIN"}
    second = {"white": 0, "black": 3, "moves": ["e4 +3", "e5 3725"]}
    files = folder_files(livechess(tmp_path / "hall", first, second))
    arbiter = playing()
    arbiter.does(SetResults(1, [TypedResult(2, "0-1")]))
    done = arbiter.does(SetMoves(livechess_pgn(files)))
    assert [warning.code for warning in done.warnings] == ["moves-result"]
    assert text_of(arbiter, 2) == "1. d4 {[%clk 1:30:00]} d5 {[%clk 1:29:50]} 2. Nf3"
    assert text_of(arbiter, 1) == "1. e4 e5 {[%clk 1:02:05]}"
    assert arbiter.state.rounds[1].boards[2].result == "0-1"
    assert livechess_pgn(folder_files(tmp_path / "hall" / "round-1")) == livechess_pgn(files)


@pytest.mark.parametrize(
    ("name", "data", "key"),
    [
        ("round-1/index.json", b"[", "livechess-json"),
        ("round-1/index.json", b'{"pairings": 3}', "livechess-shape"),
        ("round-1/index.json", b'{"pairings": [{"white": 1, "black": 2}]}', "livechess-shape"),
        ("round-1/game-1.json", b'{"moves": ["e4} {"]}', "livechess-shape"),
        ("round-1/game-1.json", b'{"moves": null}', "livechess-shape"),
        ("round-1/game-1.json", b'{"moves": [], "chess960": 1}', "livechess-position"),
        ("round-1/index.txt", b"", "livechess-none"),
    ],
)
def test_a_folder_that_livechess_did_not_write_is_refused(tmp_path: Path, name: str, data: bytes, key: str) -> None:
    files = folder_files(livechess(tmp_path / "hall", {"white": 0, "black": 3, "moves": []}))
    files = {path.removeprefix("hall/"): content for path, content in files.items()} | {name: data}
    if key == "livechess-none":
        del files["round-1/index.json"]
    with pytest.raises(ArpadError) as refused:
        livechess_pgn(files)
    assert refused.value.key == key
    assert refused.value.text("es")


def test_games_of_others_and_with_other_colours_are_left_out() -> None:
    arbiter = playing()
    swapped = pgn(1, "1. e4", White='Nacel, "B\\"', Black="Zabel, Orin")
    other_round = pgn(1, "1. e4", Round="7.1")
    other_id = pgn(1, "1. e4", WhiteFideId="99999999")
    done = arbiter.does(
        SetMoves(swapped + other_round + other_id + pgn(1, "1. e4", FEN="8/8/8/8/8/8/8/K1k5 w - - 0 1"))
    )
    assert [warning.code for warning in done.warnings] == ["moves-nowhere"] * 4
    assert done.lines == ()
    with pytest.raises(ArpadError):
        arbiter.does(SetMoves(""))


def test_the_rules_withhold_moves_for_a_while_or_until_the_round_is_over() -> None:
    for rule, early, late in (("at-once", "1. e4", "1. e4 e5"), ("15-minutes", "", "1. e4"), ("after-round", "", "")):
        arbiter = playing(moves=rule)
        arbiter.does(SetMoves(pgn(1, "1. e4")))
        first = dt.datetime.fromisoformat(arbiter.state.rounds[1].boards[1].moves[0].at)
        view = public_view(arbiter.state)
        assert shown_moves(view, 1, view.rounds[1].boards[1], first) == early
        later = AT + dt.timedelta(minutes=10)
        arbiter.journal.act(SetMoves(pgn(1, "1. e4 e5")), "Clara Arbizo", later, AGREED)
        assert text_of(arbiter, 1, first + dt.timedelta(minutes=15)) == late, rule
        arbiter.does(SetResults(1, [TypedResult(board, "1-0") for board in (1, 2, 3)]))
        assert text_of(arbiter, 1, first + dt.timedelta(days=1)) == "1. e4 e5"


def test_moves_are_hidden_with_their_results_and_can_be_undone() -> None:
    hidden = playing(live=False)
    hidden.does(SetMoves(pgn(1, OPENING)))
    assert text_of(hidden, 1) == ""
    arbiter = playing()
    arbiter.does(SetMoves(pgn(1, "1. e4")))
    arbiter.does(SetMoves(pgn(1, "1. e4 e5")))
    arbiter.does(TakeBack(arbiter.state.n, tuple(arbiter.journal.lines)))
    assert text_of(arbiter, 1) == "1. e4"


def test_moves_are_no_part_of_the_digest_of_an_event() -> None:
    arbiter = playing()
    before = state_digest(arbiter.state)
    arbiter.does(SetMoves(pgn(1, OPENING)))
    assert state_digest(arbiter.state) == before


# ------------------------------------------------------------------ forms for lichess


def test_the_forms_have_what_the_description_allows() -> None:
    arbiter = playing(
        tie_breaks=["BH-C1", "BH", "DE", "WIN", "SB", "TPR", "ARO"], name="X" * 100, time_zone="Europe/Madrid"
    )
    view = public_view(arbiter.state)
    form = tournament_form(view)
    assert len(dict(form)["name"]) == 80
    assert [value for name, value in form if name == "tiebreaks[]"] == ["BH-C1", "BH", "DE", "SB", "TPR"]
    assert dict(form)["teamTable"] == "false"
    names, start = round_form(view, 1, 2, 3)
    assert names == ("name", "Round 1, part 2")
    assert start == ("startsAt", str(int(dt.datetime(2026, 9, 5, 14, tzinfo=dt.UTC).timestamp()) * 1000))
    assert len(dict(tournament_form(public_view(playing(name="Ab").state)))["name"]) >= 3


def test_a_large_round_has_several_parts() -> None:
    arbiter = Arbiter(RULES)
    for number in range(202):
        arbiter.does(Enter({"name": f"Player {number}", "rating": 2000 - number}))
    arbiter.closes(seed=1)
    arbiter.does(DrawNext(1))
    arbiter.does(Publish(1))
    parts = round_parts(public_view(arbiter.state), 1, NOW)
    assert [part.count("[Event ") for part in parts] == [100, 1]
