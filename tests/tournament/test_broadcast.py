"""Games for a broadcast: tags in their order, results that agree, nothing that is not public, and lists of names."""

import re
from pathlib import Path

import pytest

from answers import Arpad
from arbiter import Arbiter
from arpad.i18n import ArpadError
from arpad.inputs.times import try_time_control
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.broadcast import games_pgn, pgn_time_control, replacements, team_replacements
from arpad.tournament.public import public_view
from arpad.tournament.results import TypedResult
from places import PROJECT

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
    return re.findall(r"(?:\[.*\]\n)+\n.*\n\n", games_pgn(public_view(arbiter.state), 1))


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
    assert games_pgn(view) == ""
    with pytest.raises(ArpadError):
        games_pgn(view, 1)


def test_results_that_are_not_shown_are_in_no_file() -> None:
    arbiter = drawn(live=False)
    arbiter.does(Publish(1))
    arbiter.does(SetResults(1, [TypedResult(1, "1-0"), TypedResult(2, "+/-")]))
    assert re.findall(r'\[Result "(.*)"\]', games_pgn(public_view(arbiter.state))) == ["*"] * 3
    assert "unplayed" not in games_pgn(public_view(arbiter.state))


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
