"""Input that cannot be used: one clear line, exit code 2, nothing on standard output."""

from pathlib import Path

import pytest

from answers import Arpad

CHANGE = "calc change --edition fide-2024"
BAD = {
    "an unknown edition lists the known ones": (
        "calc change --edition fide-2023 --game 1:1",
        "fide-2022, fide-2022-10",
    ),
    "a score that is none": (f"{CHANGE} --rating 2000 --k 20 --game 1926:2", "--game 1926:2: “2” is not a score"),
    "a negative rating": (f"{CHANGE} --rating -5 --k 20 --game 1900:1", "--rating: the rating -5"),
    "a rating of 30000": (f"{CHANGE} --rating 30000 --k 20 --game 1900:1", "the rating 30000 is not between"),
    "an opponent of 30000": (f"{CHANGE} --rating 2000 --k 20 --game 30000:1", "--game 30000:1: the rating 30000"),
    "a negative opponent": (f"{CHANGE} --rating 2000 --k 20 --game -5:1", "--game -5:1: the rating -5"),
    "an empty game list": (f"{CHANGE} --rating 2000 --k 20", "no games"),
    "two sources of K": (f"{CHANGE} --rating 2000 --k 20 --games-played 9 --game 1900:1", "two sources of K"),
    "no K": (f"{CHANGE} --rating 2000 --game 1900:1", "no K"),
    "no date to derive K for": (f"{CHANGE} --rating 2000 --games-played 9 --game 1900:1", "--date is missing"),
    "no rating": (f"{CHANGE} --k 20 --game 1900:1", "no rating"),
    "a rating in words": (f"{CHANGE} --rating two --k 20 --game 1900:1", "“two” is not a whole number"),
    "a game without a score": (f"{CHANGE} --rating 2000 --k 20 --game 1900", "a game is OPPONENT:SCORE"),
    "K of 0": (f"{CHANGE} --rating 2000 --k 0 --game 1900:1", "--k: 0 is not between 1 and 100"),
    "K in words": (f"{CHANGE} --rating 2000 --k high --game 1900:1", "--k: “high”"),
    "a date that is none": (f"{CHANGE} --rating 2000 --games-played 9 --date 2024-02-30 --game 1900:1", "2024-02-30"),
    "a birth after the date": (
        f"{CHANGE} --rating 2000 --games-played 9 --date 2024-02-01 --born 2030 --game 1900:1",
        "2030 cannot be",
    ),
    "a birth in words": (
        f"{CHANGE} --rating 2000 --games-played 9 --date 2024-02-01 --born x --game 1:1",
        "--born: “x”",
    ),
    "standing in where no rule has it": (f"{CHANGE} --standard 1850 --k 20 --game 1900:1", "fide-2024 has no rule"),
    "standing in for a rating": (
        "calc change --edition fide-2024-rapid-blitz --rating 1900 --standard 1850 --k 20 --game 1900:1",
        "the player has a rating",
    ),
    "entering the list of FEDA": (
        "calc change --edition feda-1996 --rating 1900 --entered-list --k 20 --game 1900:1",
        "feda-1996 has no rule",
    ),
    "a round robin with an unrated player, seen by one man": (
        "calc change --edition feda-1996 --rating 1900 --k 15 --game 1900:1 --game unrated:1 --format round-robin",
        "give it as a file",
    ),
    "a page that cannot be written": (
        f"{CHANGE} --rating 1900 --k 15 --game 1900:1 --html nowhere/page.html",
        "nowhere/page.html: cannot be written",
    ),
    "no games for a first rating": ("calc initial --edition fide-2024", "no games"),
    "a Ru where games are pooled": (
        "calc initial --edition fide-2024 --performance 2000:5",
        "counts all games as one",
    ),
    "a malformed Ru": ("calc initial --edition fide-2005 --performance 2000", "write it like 2280:5"),
    "a round robin from 2022 on": ("calc initial --edition fide-2022 --round-robin 2000:5:9", "no special rule"),
    "more points than games": ("calc initial --edition fide-2005 --round-robin 2000:10:9", "write it like 2348:7:9"),
    "the date of no event": (
        "calc initial --edition fide-2024 --game 1500:1:A --event-date B:2024-01-01",
        "no game of the event B",
    ),
    "a championship outside FEDA": (
        "calc initial --edition fide-2024 --game 1500:1:A --championship A",
        "only feda-1996",
    ),
    "no games for a performance": ("calc performance", "no games"),
    "a missing file": ("rate", "FILE is missing"),
    "an unknown option": ("calc change --nope", "--nope: there is no such option"),
    "an unknown command": ("calc nope", "nope: there is no such command"),
    "a missing edition": ("calc change --game 1900:1", "--edition is missing"),
    "an unknown language": ("editions --lang fr", "--lang fr: write en or es"),
    "a date in the gap": (
        "editions for --date 2012-05-01",
        "there is none for 2009-07-01 to 2017-06-30, between fide-2005 and fide-2017",
    ),
    "a date before the first": ("editions for --date 2001-05-01", "the first is fide-2003, from 2003-07-01 on"),
    "rapid before 2017": ("editions for --time-class rapid --date 2012-01-01", "fide-2017-rapid-blitz"),
    "a system unknown": ("editions for --system uscf --date 2012-01-01", "no edition for uscf standard"),
    "FEDA has no blitz": ("editions for --system feda --time-class blitz --date 2012-01-01", "feda standard"),
    "a time class unknown": ("editions for --time-class bullet --date 2012-01-01", "standard | rapid | blitz"),
    "a time control in words": ("calc time-class fast", "time control “fast”: not understood"),
    "a time control of nothing": ("calc time-class 0+0", "time control “0+0”"),
    "dates in the wrong order": ("calc dates --edition fide-2024 --start 2024-05-02 --end 2024-05-01", "is before"),
    "a match without games": ("calc match --edition fide-2024 --scheduled 4", "no games"),
    "a match too long": ("calc match --edition fide-2024 --scheduled 1 --result 1 --result 1", "scheduled over 1"),
    "a match with a wrong score": ("calc match --edition fide-2024 --scheduled 1 --result 3", "“3” is not a score"),
    "no transition": ("calc transition --edition fide-2022 --rating 1500", "fide-2022 came into force without"),
    "a transition without the standard": (
        "calc transition --edition fide-2022-10-rapid-blitz --rating 1500",
        "--standard is missing",
    ),
    "a file that is not there": ("calc round-robin nowhere.toml", "nowhere.toml: there is no such file"),
    "a folder that is not there": ("editions --regulations nowhere", "nowhere: there is no such folder"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_in_one_line(arpad: Arpad, case: str) -> None:
    line, words = BAD[case]
    answer = arpad(line)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("error: ")
    assert answer.err.count("\n") == 1
    assert words in answer.err


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_in_spanish(arpad: Arpad, case: str) -> None:
    line, _ = BAD[case]
    if "--lang" in line:
        line = line.replace("fr", "it")
    answer = arpad(line if "--lang" in line else f"{line} --lang es")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert "{" not in answer.err


@pytest.mark.parametrize(
    ("line", "english", "spanish"),
    [
        ("rate a b c", "b c: more than this command takes", "b c: sobra, esta orden no lo admite"),
        ("calc change --edition", "--edition: its value is missing", "--edition: falta su valor"),
        ("calc change --json=3", "--json takes no value", "--json no lleva ningún valor"),
    ],
)
def test_a_line_that_does_not_fit_is_refused_in_our_own_words(
    arpad: Arpad, line: str, english: str, spanish: str
) -> None:
    for language, words, see in (("en", english, "see"), ("es", spanish, "vea")):
        answer = arpad(f"--lang {language} {line}")
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith(f"error: {words}; {see} arpad")
        assert answer.err.count("\n") == 1


ROUND_ROBIN = 'edition = "fide-2005"\n[[player]]\nname = "A"\nrating = 2000\nscore = 1\n'
BAD_FILES = {
    "not toml": ("edition = ", "cannot be read"),
    "no edition": ('[[player]]\nname = "A"', "“edition” is missing"),
    "two players": (ROUND_ROBIN + '[[player]]\nname = "B"\nscore = 0', "2 players"),
    "an unknown key": (ROUND_ROBIN.replace("score", "points") * 1 + "[[player]]\n[[player]]", "“points” is not known"),
    "no score": ('edition = "x"\n' + '[[player]]\nname = "A"\n' * 3, "“score” is missing"),
    "a score of thirds": ('edition = "x"\n' + '[[player]]\nname = "A"\nscore = 0.3\n' * 3, "score = 3/10"),
    "a name twice": ('edition = "x"\n' + '[[player]]\nname = "A"\nscore = 1\n' * 3, "the name A appears twice"),
    "points that are too many": (
        'edition = "x"\n' + "".join(f'[[player]]\nname = "{name}"\nscore = 2\n' for name in "ABC"),
        "the scores add up to 6",
    ),
    "results too few": (
        'edition = "x"\n' + "".join(f'[[player]]\nname = "{name}"\nresults = ["*"]\n' for name in "ABC"),
        "1 result for 3 players",
    ),
    "results against the score": (
        'edition = "x"\n[[player]]\nname = "A"\nscore = 2\nresults = ["*", 1, 0]\n' + '[[player]]\nname = "B"\n' * 2,
        "the results add up to 1",
    ),
    "results that clash": (
        'edition = "x"\n[[player]]\nname = "A"\nresults = ["*", 1, 0]\n[[player]]\nname = "B"\nresults = [1, "*", 0]\n'
        '[[player]]\nname = "C"\nresults = [1, 0, "*"]\n',
        "add up to 2, not to 1",
    ),
    "a rating too high": (ROUND_ROBIN.replace("2000", "30000") + '[[player]]\nname = "B"\n' * 2, "30000"),
    "cycles of three": ("cycles = 3\n" + ROUND_ROBIN, "cycles = 3"),
    "nobody rated": (
        'edition = "fide-2005"\n' + "".join(f'[[player]]\nname = "{name}"\nscore = 1\n' for name in "ABC"),
        "nobody in this round robin is rated",
    ),
}


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("case", BAD_FILES, ids=str)
def test_a_bad_round_robin_is_refused(arpad: Arpad, tmp_path: Path, case: str, lang: str) -> None:
    content, words = BAD_FILES[case]
    file = tmp_path / "event.toml"
    file.write_text(content, encoding="utf-8")
    answer = arpad(f"calc round-robin {file} --lang {lang}")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    if lang == "en":
        assert words in answer.err


def test_a_half_point_needs_the_single_results(arpad: Arpad, tmp_path: Path) -> None:
    """2003 6.1: D scored half a point and drops out; without the single results nobody knows against whom."""
    scores = {"A": "3", "B": "1.5", "C": "1", "D": "0.5"}
    players = "".join(
        f'[[player]]\nname = "{name}"\nscore = {score}\n{"" if name == "D" else "rating = 2000"}\n'
        for name, score in scores.items()
    )
    file = tmp_path / "event.toml"
    file.write_text('edition = "fide-2003"\n' + players, encoding="utf-8")
    answer = arpad(f"calc round-robin {file}")
    assert answer.code == 2
    assert "the games against D must be left out" in answer.err


CALCULATORS = (
    ("dates", "--start", "2024-05-01", ""),
    ("match", "--scheduled", "6", "--result 1 --result 0.5"),
    ("transition", "--rating", "1500", ""),
    ("expected", "--opponent", "2200", "--rating 2000"),
)


@pytest.mark.parametrize(("command", "option", "value", "more"), CALCULATORS)
def test_calculators_take_blanks_and_refuse_long_values(
    arpad: Arpad, command: str, option: str, value: str, more: str
) -> None:
    line = f"calc {command} --edition fide-2024 {more} {option}"
    answer = arpad(f"{line} {value} --json")
    assert (answer.code, arpad(f"{line} ' {value} ' --json").json) == (0, answer.json)
    long = arpad(f"{line} '{value}{' ' * 20}'")
    assert (long.code, long.out, option in long.err) == (2, "", True)
