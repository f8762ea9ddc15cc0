"""Files of games: against a report, on the command line, split and exported, hostile ones too."""

import io
import json
from pathlib import Path

import pytest

from answers import Arpad
from arpad.games.pgn import read_pgn
from arpad.i18n import ArpadError
from places import PROJECT

PGN, REPORT = (PROJECT / "examples" / "games" / f"torre.{ending}" for ending in ("pgn", "trf"))
EXPECTED = [
    (1, "games-language"), (2, "games-third-time"), (3, "games-colours"), (4, "games-result"), (6, "games-illegal"),
    (6, "games-forfeit-with-moves"), (7, "games-extra"),
]  # fmt: skip


def test_seven_games_against_their_report(arpad: Arpad) -> None:
    answer = arpad(f"games check {PGN} {REPORT} --json")
    assert answer.code == 1
    document = json.loads(answer.out)
    found = [(game["nr"], finding["code"]) for game in document["games"] for finding in game["findings"]]
    assert sorted(found) == sorted(EXPECTED)
    assert document["complete"] == {"duty": "all", "ok": True}
    assert document["report"] == {"played": 5, "found": 5, "missing": [], "findings": []}
    assert document["games"][0]["fen"] == "r1b1kbnr/pppp1Npp/8/6q1/2BnP3/8/PPPP1PPP/RNBQK2R b KQkq - 0 5"
    assert [game["language"] for game in document["games"]] == ["es", *["en"] * 6]
    told = arpad(f"games check {PGN} {REPORT} --lang es --jobs 2")
    assert told.code == 1
    assert "partida 6, movimiento 2 de las blancas: Ke3 no es legal ahí. Posibles: Ke2" in told.out


def test_missing_and_doubled_games(arpad: Arpad, tmp_path: Path) -> None:
    games = PGN.read_text().split("\n\n[Event")
    first, fifth = games[0], f"[Event{games[4]}"
    file = tmp_path / "some.pgn"
    file.write_text(f"{first}\n\n{fifth}\n\n{fifth}\n\n")
    document = json.loads(arpad(f"games check {file} {REPORT} --json").out)
    assert [finding["code"] for game in document["games"] for finding in game["findings"]][1:] == ["games-twice"]
    assert document["complete"] == {"duty": "all", "ok": False}
    assert {row["round"] for row in document["report"]["missing"]} == {1, 2}


def test_a_swiss_sends_the_games_of_norm_players(arpad: Arpad, tmp_path: Path) -> None:
    report = PROJECT / "examples" / "open-2024.trf"
    empty = tmp_path / "empty.pgn"
    assert arpad(f"games export {report} -o {empty}").code == 0
    kept = [game for game in empty.read_text().split("\n\n[Event ") if "Gallego" not in game]
    some = tmp_path / "some.pgn"
    some.write_text("\n\n[Event ".join(kept))
    whole, part = (json.loads(arpad(f"games check {file} {report} --json").out) for file in (empty, some))
    assert whole["complete"] == {"duty": "norm players", "ok": True}
    assert {finding["code"] for game in whole["games"] for finding in game["findings"]} == {"games-no-moves"}
    assert part["complete"] == {"duty": "norm players", "ok": False}
    assert len(part["report"]["missing"]) == 9


def test_split(arpad: Arpad, tmp_path: Path) -> None:
    for by, names in (("round", 3), ("player", 5), ("board", 1)):
        folder = tmp_path / by
        assert arpad(f"games split {PGN} --by {by} -o {folder}").code == 0
        files = sorted(folder.iterdir())
        assert len(files) == names, by
        count = sum(len(list(read_pgn(file.name, io.BytesIO(file.read_bytes())))) for file in files)
        assert count == (14 if by == "player" else 7)
        assert arpad(f"games split {PGN} --by {by} -o {folder}").code == 2


def test_chess960_and_claims_on_the_line(arpad: Arpad) -> None:
    assert arpad("games chess960 518").out.splitlines()[0] == "518  RNBQKBNR  TCADRACT"
    assert json.loads(arpad("games chess960 0 --json").out)["english"] == "BBQNNRKR"
    assert arpad("games chess960 --seed 4").out == arpad("games chess960 --seed 4").out
    right = arpad(f"games claim {PGN} --game 2 --at 4b --move Ng8 --kind repetition")
    assert (right.code, "right" in right.out) == (0, True)
    wrong = arpad(f"games claim {PGN} --game 2 --at 3w --kind repetition --lang es")
    assert (wrong.code, "9.5.3" in wrong.out) == (1, True)


def test_bad_input_is_one_line(arpad: Arpad, tmp_path: Path) -> None:
    binary = tmp_path / "binary.pgn"
    binary.write_bytes(b"\0\1\2")
    nothing = tmp_path / "nothing.pgn"
    nothing.write_bytes(b"\n\n")
    for line in (
        "games check missing.pgn", f"games check {binary}", f"games check {nothing}", f"games check {tmp_path}",
        f"games check {PGN} missing.trf", f"games check {PGN} --notation xx", "games chess960", "games chess960 960",
        "games chess960 1 --seed 2", f"games claim {PGN} --at 3 --kind fifty", f"games claim {PGN} --at 3w --kind x",
        f"games claim {PGN} --at 99w --kind fifty", f"games claim {PGN} --game 9 --at 3w --kind fifty",
        f"games claim {PGN} --game 2 --at 3w --kind fifty --move Qh8", f"games split {PGN} --by colour -o {tmp_path}/x",
    ):  # fmt: skip
        for language in ("en", "es"):
            answer = arpad(f"{line} --lang {language}")
            assert answer.code == 2, line
            assert answer.err.count("\n") == 1, answer.err


def test_hostile_files_are_read_or_refused() -> None:
    many = b"1. e4 " * 6_000
    with pytest.raises(ArpadError):
        list(read_pgn("many", [many]))
    for text in (b"{" * 10_000, b"(" * 10_000 + b")", b"[White", b'[White "\\', b"\xff\xfe Nf3", b"} ) * 1-0 $ ;;"):
        list(read_pgn("odd", [text]))
