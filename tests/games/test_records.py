"""Games as they are written and played: notations, endings, repetition, claims, material, Chess960."""

import csv
import json
import re
from itertools import product

import pytest

from arpad.documents.document import replace
from arpad.documents.findings import message
from arpad.games._board import BoardPosition
from arpad.games.check import chess960_position
from arpad.games.pgn import NOTATIONS, PIECES, WrittenGame, move_number, plies_before, read_pgn, written_game
from arpad.games.record import can_mate, check_ending, dead_by_material, judge_claim, men_of, ply_of, record_of
from arpad.i18n import ArpadError
from places import FIXTURES

FOLDER = FIXTURES / "games"
SHORT = (
    "1.e4 e5 2.Cf3 Cf6 3.d4 exd4 4.e5 Ce4 5.Dxd4 d5 6.exd6 a.p. Cxd6 7.Ag5 Cc6 8.De3+ Ae7 9.Cbd2 0-0 "
    "10.0-0-0 Te8 11.Rb1(=)"
)
SHORTEST = (
    "1. e4 e5 2. Cf3 Cf6 3. d4 ed4 4. e5 Ce4 5. Dd4 d5 6. ed6 Cd6 7. Ag5 Cc6 8. De3 Ae7 9 Cbd2 0-0 10. 0-0-0 Te8 "
    "11. Rb1 (=)"
)
LONG = (
    "1. e2e4 e7e5 2.Cg1f3 Cg8f6 3. d2d4 e5xd4 4. e4e5 Cf6e4 5. Dd1xd4 d7d5 6. e5xd6 a.p. Ce4xd6 7. Ac1g5 Cb8c6 "
    "8. Dd4{square} Af8e7 9. Cb1d2 0-0 10. 0-0-0 Tf8e8 11. Rb1 (=)"
)
REACHED = "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R b - - 9 11"
MISPRINTED = "r1bqr1k1/ppp1bppp/2nn4/6B1/8/3Q1N2/PPPN1PPP/1K1R1B1R b - - 9 11"


def written(moves: str, *tags: str) -> WrittenGame:
    (game,) = read_pgn("test", [*(f"[{tag}]\n".encode() for tag in tags), b"\n", moves.encode()])
    return game


def numbered(moves: list[str]) -> str:
    return " ".join(f"{at // 2 + 1}. {move}" if at % 2 == 0 else move for at, move in enumerate(moves))


def codes(game: WrittenGame, **more: int) -> list[str]:
    record = record_of(game)
    return [finding.code for finding in (*record.findings, *check_ending(record, **more)) if finding.severity != "info"]


def test_c_the_three_spellings_of_one_game() -> None:
    """The third is printed with Dd4d3, where the other two play De3 with check."""
    for moves in (SHORT, SHORTEST, LONG.format(square="e3")):
        record = record_of(written(moves))
        assert (record.language, record.fen, record.offers) == ("es", REACHED, (21,)), moves
    assert record_of(written(LONG.format(square="d3"))).fen == MISPRINTED


def test_a_game_in_every_language() -> None:
    moves = [
        "e4",
        "e5",
        "{N}f3",
        "{N}c6",
        "{B}b5",
        "a6",
        "{B}xc6",
        "dxc6",
        "0-0",
        "{Q}f6",
        "{R}e1",
        "{B}g4",
        "h3",
        "0-0-0",
    ]
    english = record_of(written(numbered([move.format(**dict(zip(PIECES, PIECES, strict=True))) for move in moves])))
    assert english.legal
    for language, letters in NOTATIONS.items():
        own = numbered([move.format(**dict(zip(PIECES, letters, strict=True))) for move in moves])
        for record in (record_of(written(own)), record_of(written(own), language)):
            assert (record.legal, record.moves) == (True, english.moves), language
    assert record_of(written("1. e4 e5 2. Cf3 Cc6")).moves == ("e2e4", "e7e5", "g1f3", "b8c6")


def test_promotions_and_what_is_left_out() -> None:
    fen = 'FEN "8/3P4/8/8/8/8/k6K/8 w - - 0 1"'
    for move in ("d8D", "d8=D", "d8(D)", "d7d8D+", "d7-d8=D"):
        assert record_of(written(f"1. {move}", fen), "es").moves == ("d7d8q",), move
    lines = ("% a line", "1. e4 {a comment", "over lines} e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 Nc6! ; the rest")
    (game,) = read_pgn("test", [f"{line}\n".encode() for line in (*lines, "3. Bb5 1/2-1/2")])
    assert [word.text for word in game.words] == ["e4", "e5", "Nf3", "Nc6!", "Bb5"]
    assert game.result == "1/2-1/2"


def test_illegal_and_ambiguous_moves_are_told_with_the_position() -> None:
    record = record_of(written("1. e4 e5 2. Ke3 Nf6"))
    (finding,) = record.findings
    assert (finding.code, finding.values["number"], finding.values["advice"]) == ("games-illegal", 2, "Ke2")
    assert record.fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    knights = 'FEN "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"'
    (finding,) = record_of(written("1. Nd2", knights)).findings
    assert (finding.code, finding.values["choices"]) == ("games-ambiguous", "Nbd2, Nfd2")
    assert codes(written("1. e4", 'FEN "not a position"'))[0] == "games-fen"


def _spellings() -> list[list[str]]:
    lines = (FOLDER / "spellings.txt").read_text("utf-8").splitlines()
    return [[part.strip() for part in line.split("|")] for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("fen", "move", "notation", "article", "said"), _spellings())
def test_c_9_to_c_13_a_move_that_is_only_written_otherwise(
    fen: str, move: str, notation: str, article: str, said: str
) -> None:
    """It is never called illegal beside a list of legal moves that has it."""
    dots = "1..." if " b " in fen else "1."
    record = record_of(written(f"{dots} {move}", f'FEN "{fen}"'), notation)
    (finding,) = [one for one in record.findings if one.severity == "error"]
    told = message(finding, "en")
    assert said in told
    assert (finding.article, f"Possible: {move}" in told) == (article, False)
    assert message(finding, "es") != told
    with pytest.raises(ArpadError) as refused:
        judge_claim(written("", f'FEN "{fen}"'), ply_of("1b" if " b " in fen else "1w"), "fifty", move, notation)
    assert refused.value.key == "games-claim-move"
    assert re.split(r"; write |Possible: |may be ", said)[-1] in refused.value.text()


def test_c_every_move_that_a_message_proposes_is_taken() -> None:
    """What a message tells people to write is read back as one legal move."""
    for fen, move, notation, _, _ in _spellings():
        record = record_of(written(f"1. {move}", f'FEN "{fen}"'), notation)
        (finding,) = [one for one in record.findings if one.severity == "error"]
        proposed = str(finding.values.get("choices", finding.values.get("advice")))
        for one in [] if proposed.startswith("@") else proposed.split(", "):
            assert record_of(written(f"1. {one}", f'FEN "{fen}"'), notation).moves, (fen, one)


def from_fen() -> list[WrittenGame]:
    return list(read_pgn("from-fen.pgn", (FOLDER / "from-fen.pgn").read_bytes().splitlines(keepends=True)))


def test_9_2_a_game_from_a_fen_keeps_its_move_numbers() -> None:
    """Question 8 of the manual's examination: the position after 26…, 28… and the intended 30…Qg4."""
    game = from_fen()[0]
    right = judge_claim(game, ply_of("30b"), "repetition", "Qg4")
    assert (right.right, right.places, right.ply) == (True, ("26b", "28b", "30b"), 9)
    wrong = judge_claim(game, ply_of("30b"), "repetition")
    assert (wrong.right, wrong.places) == (False, ("28w", "30w"))
    assert judge_claim(game, ply_of("26b"), "fifty").quiet_half_moves == 4, "the FEN has four quiet half moves"
    for at, key in (("26w", "games-claim-early"), ("31w", "games-claim-late")):
        with pytest.raises(ArpadError) as refused:
            judge_claim(game, ply_of(at), "repetition")
        assert refused.value.key == key
        assert at in refused.value.text()


def test_5_1_1_mate_by_black_who_moves_first() -> None:
    mate, illegal = map(record_of, from_fen()[1:])
    assert check_ending(mate) == ()
    assert [one.code for one in check_ending(replace(mate, result="1-0"))] == ["games-mate-result"]
    (finding,) = illegal.findings
    assert (finding.values["number"], finding.values["side"]) == (41, "@games.side.black")


def test_a_split_game_from_a_fen_keeps_its_move_numbers() -> None:
    """Written and read again it is the same game with the same numbers."""
    for game in from_fen():
        text = written_game(game)
        number = move_number(plies_before(game.tags) + 1)
        assert f"\n\n{number}... {game.words[0].text} {number + 1}." in text.replace("40... Ra1# ", "40... Ra1# 41.")
        (again,) = read_pgn("again", [f"{line}\n".encode() for line in text.splitlines()])
        assert record_of(again).moves == record_of(game).moves


def test_the_numbers_of_a_fen() -> None:
    for fen, before in (("", 0), ("x w - - 0 1", 0), ("x b - - 0 1", 1), ("x w - - 0 30", 58), ("x b - - 9 30", 59),
                        ("x b", 1), ("x w - - 0 0", 0), ("x w - - 0 many", 0)):  # fmt: skip
        assert plies_before({"FEN": fen}) == before, fen


def test_9_2_and_9_3_as_printed_and_computed() -> None:
    for name, case in json.loads((FOLDER / "draws.json").read_text()).items():
        record, facts = record_of(written(numbered(case["moves"]))), case["facts"]
        found = (record.third, record.fifth, record.fifty, record.seventy_five, len(record.moves), record.fen)
        assert found == tuple(facts[key] for key in ("third", "fifth", "fifty", "seventyfive", "plies", "fen")), name
        assert (record.end == "checkmate", record.end == "stalemate") == (facts["mate"], facts["stalemate"]), name


def test_results_that_the_moves_forbid() -> None:
    tags = [f'{name} "x"' for name in ("Event", "Site", "Date", "White", "Black")] + ['Round "1"']
    mate = "1. f3 e5 2. g4 Qh4#"
    draws = json.loads((FOLDER / "draws.json").read_text())
    stale, fifth = numbered(draws["stalemate-10"]["moves"]), numbered(draws["knights-5"]["moves"])
    knight = 'FEN "7k/8/8/8/8/1Q6/8/K6n b - - 0 1"'
    assert codes(written(mate, *tags, 'Result "0-1"')) == []
    assert codes(written(mate, *tags, 'Result "1-0"')) == ["games-mate-result"]
    assert codes(written(stale, *tags, 'Result "1-0"')) == ["games-draw-due"]
    assert codes(written(stale, *tags, 'Result "1/2-1/2"')) == []
    assert codes(written(fifth, *tags, 'Result "1-0"')) == ["games-draw-due"]
    assert codes(written("1... Nf2 2. Qb8+", *tags, knight, 'Result "0-1"')) == ["games-cannot-mate"]
    decided = 'Termination "rules infraction"'
    assert codes(written("1... Nf2 2. Qb8+", *tags, knight, decided, 'Result "0-1"')) == []
    assert codes(written("1. e4 e5", *tags, 'Result "1/2-1/2"'), no_draw_before=30) == ["games-early-draw"]
    assert codes(written("1. e4 e5 1-0"))[0] == "games-tags"


def test_6_9_by_material() -> None:
    for row in json.loads((FOLDER / "flag-fall.json").read_text()):
        assert row["result"] == ("opponent wins" if can_mate(row["fen"], white=False) else "draw"), row


def test_6_9_is_the_same_for_both_colours_and_more_men_never_lose_the_mate() -> None:
    """A law over small positions by their men: colours may be mirrored, and a position is dead if nobody can mate."""
    men = ["", "P", "N", "B", "R", "Q", "NN", "BB", "BN"]
    for white, black in product(men, men):
        fen = f"{'K' + white:1<8}/8/8/8/8/8/8/{'k' + black.lower():1<8}"
        mirror = fen.swapcase()
        assert can_mate(fen, white=True) == can_mate(mirror, white=False), fen
        assert dead_by_material(fen) == (not can_mate(fen, white=True) and not can_mate(fen, white=False))
    assert men_of("8/8/8/8/8/8/8/BB5k")[0].dark_bishops == 1


def test_9_5_claims() -> None:
    knights = written(numbered(["Nf3", "Nf6", "Ng1", "Ng8"] * 2))
    assert judge_claim(knights, ply_of("4b"), "repetition", "Ng8").right
    assert judge_claim(knights, ply_of("5w"), "repetition").plies == (0, 4, 8)
    assert not judge_claim(knights, ply_of("3b"), "repetition", "Nf6").right
    assert not judge_claim(knights, ply_of("4b"), "fifty", "Ng8").right
    quiet = written(numbered(json.loads((FOLDER / "draws.json").read_text())["seventy-five"]["moves"]))
    assert judge_claim(quiet, 102, "fifty", "Nd4").right
    assert not judge_claim(quiet, 101, "fifty").right
    for at in ("", "x", "30", "0w", "b"):
        with pytest.raises(ArpadError):
            ply_of(at)


def test_chess960() -> None:
    with (FOLDER / "chess960.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 960
    for row in rows:
        position = chess960_position(int(row["number"]))
        assert (position.english, position.spanish) == (row["english"], row["spanish"])
        assert BoardPosition(position.fen, chess960=True).has_moves
    with pytest.raises(ArpadError):
        chess960_position(960)


def test_castling_in_chess960() -> None:
    """II.3: the king goes to c or g, wherever it stood."""
    tags = ('Variant "Chess960"', 'FEN "4k3/8/8/8/8/8/8/RK6 w A - 0 1"')
    record = record_of(written("1. O-O-O", *tags))
    assert record.legal
    assert record.fen.startswith("4k3/8/8/8/8/8/8/2KR4 b")
