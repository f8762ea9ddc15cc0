"""Reports of players, conditions and printed values on both sides of their boundaries."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from arpad.documents.document import replace
from arpad.domain.event import ExtraPoints, RoundResult
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.standings._calculation import Calculation
from arpad.standings._tie_breaks import column_of, without_last
from arpad.standings.check import check_standings, rank_findings
from arpad.standings.codes import parse_code
from arpad.standings.competition import competition, counted_rounds, kind_of
from arpad.standings.conditions import Profile, parse_condition
from arpad.standings.order import Ordering, mutual
from arpad.standings.reasons import explain, points_text
from arpad.standings.table import Departure, StandingsRow, Wishes, decimal_text, ranked_again, standings
from arpad.standings.tables import crosstable_of, crosstable_table, standings_in_words
from made_standings import UNIT, games, one_player, tie_break_edition
from places import FIXTURES

OTHER_SIDE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", ".": " "}


def report(
    players: int,
    *rounds: str,
    more: Sequence[str] = (),
    called: str = "",
    printed: Sequence[str] = (),
    start: bool = True,
) -> Report:
    """`1-2 1;3 H` is a round: games, and results without an opponent; `printed` are points and rank of the players."""
    cells = {rank: ["          "] * len(rounds) for rank in range(1, players + 1)}
    for at, line in enumerate(rounds):
        for told in filter(None, line.split(";")):
            pair, sign = told.split()
            one, _, other = pair.partition("-")
            if not other:
                cells[int(one)][at] = f"  0000 - {sign}"
                continue
            cells[int(one)][at] = f"  {other:>4} w {' ' if sign == '.' else sign}"
            cells[int(other)][at] = f"  {one:>4} b {OTHER_SIDE[sign]}"
    lines = ["012 Open", *(["042 2026/04/01"] if start else []), f"092 {called}", *more]
    for rank, own in cells.items():
        told = printed[rank - 1] if printed else ""
        points, _, place = told.partition(" ")
        name = f"P{rank}"
        lines.append(f"001 {rank:4}      {name:<33} 2000 ESP {'':11} {'':10} {points:>4} {place:>4}" + "".join(own))
    return read_report("\n".join([*lines, ""]).encode())


# ---------------------------------------------------------------- which rounds count, and what they were


def _line(*results: str | None) -> list[RoundResult]:
    return [RoundResult(number, 2, "w", result) for number, result in enumerate(results, 1)]  # type: ignore[arg-type]


def test_a_round_robin_counts_up_to_the_last_complete_round() -> None:
    """Of three rounds the last two have open games: one counts; in a Swiss an adjourned game counts for nobody yet."""
    lines = [_line("1", None, None)]
    assert counted_rounds(lines, None, "round-robin") == (1, False)
    assert counted_rounds(lines, None, "swiss") == (2, True)
    with pytest.raises(ArpadError):
        counted_rounds([_line(None, None)], None, "round-robin")


@pytest.mark.parametrize(("called", "rounds", "cycles"), [
    ("Individual: Double Round-Robin", 4, 1), ("Individual: Double Round-Robin", 5, 2),
    ("Individual: Round-Robin", 6, 1),
])  # fmt: skip
def test_a_double_round_robin_has_more_rounds_than_players(called: str, rounds: int, cycles: int) -> None:
    """Four players who have all met once: the second cycle is still to come if more than four rounds are scheduled."""
    once = report(4, "1-2 1;3-4 1", "1-3 1;2-4 1", "1-4 1;2-3 1", called=called, more=[f"142 {rounds}"])
    found = competition(once)
    assert (found.kind, found.cycles) == ("round-robin", cycles)


def test_systems_and_how_often_everybody_meets() -> None:
    swiss = report(4, "1-2 1;3-4 1")
    assert (kind_of(swiss.event), competition(swiss).cycles) == ("swiss", 1)
    assert competition(report(4, "1-2 1;3-4 1", called="Individual: Swiss-System")).cycles == 1
    match = report(2, "1-2 1")
    assert (kind_of(match.event), competition(match).cycles) == ("round-robin", 1)
    assert competition(report(2, "1-2 1", "2-1 1")).cycles == 2
    scheveningen = competition(report(4, "1-3 1;2-4 1", "1-4 1;2-3 1"), system="scheveningen")
    assert (scheveningen.kind, scheveningen.cycles) == ("round-robin", 0)


def test_a_line_that_ends_early_goes_on_with_absences() -> None:
    found = competition(report(3, "1-2 1;3 H", "1-3 1", "1-2 ."))
    assert found.counted == 2
    assert [(one.round, one.kind) for one in found.contestants[2].records] == [(1, "played"), (2, "zero-bye")]
    late = competition(report(3, "1-2 1", "1-2 1;3 H"))
    assert [(one.round, one.kind) for one in late.contestants[3].records] == [(1, "zero-bye"), (2, "half-bye")]


def test_an_adjourned_game_is_worth_nothing_yet() -> None:
    found = competition(report(4, "1-2 .;3-4 1", "1-3 1;2-4 1"))
    assert [(one.kind, one.points) for one in found.contestants[1].records] == [("open", (0,)), ("played", (UNIT,))]


@pytest.mark.parametrize(("round_number", "penalty"), [(1, -1), (2, -1), (3, 0)])
def test_299_points_that_are_added_in_a_counted_round(round_number: int, penalty: int) -> None:
    told = report(4, "1-2 1;3-4 1", "1-3 1;2 H", "1-4 1;2-3 1")
    extra = ExtraPoints("", Fraction(-1), round_number, (2,))
    changed = replace(told, event=replace(told.event, extra_points=(extra,)))
    found = competition(changed, 2)
    assert [found.points(found.contestants[rank].penalty[0]) for rank in (1, 2)] == [0, penalty]
    assert found.points(found.contestants[2].records[1].points[0]) == Fraction(1, 2), "a bye keeps its worth"


# ---------------------------------------------------------------- what a report prints


def _points_that_differ(told: Report) -> list[tuple[int, Fraction | int]]:
    checked = check_standings(standings(told, Wishes(edition="c07-2026", tie_breaks="TPN")), told)
    return [(one.number, one.ours) for one in checked.differences if one.field == "points"]


@pytest.mark.parametrize(("points", "ours"), [("2.0", None), ("1.0", 2), ("1.5", 2)])
def test_the_points_of_a_report_are_those_of_all_its_games(points: str, ours: int | None) -> None:
    """Round 2 is being played, and the game of player 1 is over."""
    printed = [f"{points} 1", "0.0 3", "1.0 2", "0.0 4"]
    told = report(4, "1-2 1;3-4 1", "1-3 1;2-4 .", printed=printed)
    assert _points_that_differ(told) == ([] if ours is None else [(1, ours)])


@pytest.mark.parametrize(("points", "ours"), [("1.0", None), ("1.5", None), ("2.0", 1)])
def test_a_bye_that_is_announced_for_later_is_counted_or_not(points: str, ours: int | None) -> None:
    told = report(4, "1-2 1;3-4 1", "1 H", printed=[f"{points} 1", "0.0 3", "1.0 2", "0.0 4"], more=["142 3"])
    assert _points_that_differ(told) == ([] if ours is None else [(1, ours)])


@pytest.mark.parametrize(("points", "ours"), [("0.0", None), ("0.5", None), ("1.0", Fraction(1, 2))])
def test_162_an_unknown_result_is_counted_or_not(points: str, ours: Fraction | None) -> None:
    printed = ["2.0 1", f"{points} 3", "1.0 2", "0.0 4"]
    told = report(4, "1-2 1;3-4 1", "1-3 1;2-4 .", printed=printed, more=["162  W 1.0    D 0.5    X 0.5"])
    assert [one for one in _points_that_differ(told) if one[0] == 2] == ([] if ours is None else [(2, ours)])


def test_a_whole_table_is_compared_by_its_own_points() -> None:
    told = report(2, "1-2 1", "2-1 =", printed=["1.5 1", "0.5 2"], called="Individual: Swiss-System")
    checked = check_standings(standings(told, Wishes(edition="c07-2026", tie_breaks="TPN")), told)
    assert (checked.compared, checked.differences) == (4, ())
    first = check_standings(standings(told, Wishes(1, edition="c07-2026", tie_breaks="TPN")), told)
    assert first.differences == (), "after round 1 the printed points are those of the file"


@pytest.mark.parametrize(("ranks", "tied"), [
    (["1", "2", "3", "4"], True), (["2", "1", "4", "3"], True), (["1", "3", "2", "4"], False),
])  # fmt: skip
def test_an_order_within_a_tie_and_one_across_it(ranks: list[str], tied: bool) -> None:
    """Players 1 and 2 are level at rank 1, 3 and 4 at rank 3; a rank 3 in the first tie is one of the others."""
    printed = [f"{points} {rank}" for points, rank in zip(("1.0", "1.0", "0.0", "0.0"), ranks, strict=True)]
    told = report(4, "1-3 1;2-4 1", printed=printed, called="Individual: Swiss-System")
    checked = check_standings(standings(told, Wishes(edition="c07-2026", tie_breaks="WIN")), told)
    assert checked.equal is tied


def test_the_first_rank_that_is_wrong_is_the_one_that_is_told() -> None:
    printed = ["1.0 3", "1.0 4", "0.0 1", "0.0 2"]
    told = report(4, "1-3 1;2-4 1", printed=printed, called="Individual: Swiss-System", more=["202 TPN"])
    (found,) = rank_findings(told)
    assert (found.player, found.values["given"], found.values["ours"], found.values["count"]) == (1, 3, 1, 4)


def test_findings_about_212_and_the_number_of_rounds() -> None:
    def codes(*more: str, edition: str = "c07-2026", tie_breaks: str | None = None) -> set[str]:
        told = report(4, "1-2 1;3-4 1", more=more, called="Individual: Swiss-System")
        return {one.code for one in standings(told, Wishes(edition=edition, tie_breaks=tie_breaks)).findings}

    assert "tie-breaks-without-score" in codes("212 BH")
    assert "tie-breaks-without-score" not in codes("212 PTS,BH")
    assert "rounds-assumed" in codes(tie_breaks="WIN")
    assert "rounds-assumed" not in codes(edition="c07-2024", tie_breaks="WIN")
    assert "rounds-assumed" in codes(edition="c07-2024", tie_breaks="FB")
    assert "rounds-assumed" not in codes("142 1", tie_breaks="WIN")


def test_the_edition_of_a_report_without_a_start_is_the_newest() -> None:
    table = standings(report(2, "1-2 1", called="Individual: Swiss-System", start=False))
    assert table.edition == "c07-2026"
    assert [one.values["edition"] for one in table.findings if one.code == "tie-break-edition-assumed"] == ["c07-2026"]


def test_c05_6_7_expelled_players_have_points_and_no_place() -> None:
    comments = ["### Expulsion @ Round 2: 4", "### Withdrawal @ Round 2: 3"]
    told = report(4, "1-2 1;3-4 0", "1-2 =", more=comments, called="Individual: Swiss-System")
    table = standings(told, Wishes(edition="c07-2026", tie_breaks="WIN"))
    assert table.left == {4: Departure("expelled", 2), 3: Departure("withdrawn", 2)}
    assert [table.mark_of(number) for number in (1, 3, 4)] == ["", " [W2]", " [X2]"]
    assert [(one.number, one.points) for one in table.not_ranked] == [(4, Fraction(1))]
    assert table.without_place(4) is not None
    assert table.without_place(3) is None
    assert [row.number for row in table.rows] == [1, 2, 3]


def test_the_nearest_code_is_named() -> None:
    for typed, nearest in (("BHX", "BH"), ("AOBB", "AOB"), ("SBB", "SB")):
        with pytest.raises(ArpadError) as refused:
            parse_code(typed)
        assert refused.value.values["nearest"] == nearest


# ---------------------------------------------------------------- ranks, values, tables


def _rows(*ranks: int) -> list[StandingsRow]:
    return [StandingsRow(rank, number, "", Fraction(0), {}) for number, rank in enumerate(ranks, 1)]


def test_rows_of_a_group_are_ranked_again() -> None:
    assert [row.rank for row in ranked_again(_rows(2, 2, 4, 7, 7, 7, 11))] == [1, 1, 3, 4, 4, 4, 7]


def test_a_rank_that_two_share() -> None:
    table = standings(report(2, "1-2 1", called="Individual: Swiss-System"))
    assert replace(table, rows=tuple(_rows(1, 2, 2, 4, 5, 5, 5))).shared == (2, 5)


def test_12_3_the_boards_from_the_last_but_one_to_the_first() -> None:
    assert [without_last(sums) for sums in ((1, 2, 3, 4), (1, 2), (1,))] == [(6, 3, 1), (1,), ()]


def test_numbers_below_nothing_have_a_sign() -> None:
    half = Fraction(1, 2)
    assert [decimal_text(value) for value in (Fraction(-1), -half, Fraction(0), half)] == ["-1", "-0.5", "0", "0.5"]


@pytest.mark.parametrize(("code", "values"), [
    ("TPN", ["1", "2"]), ("TPN/R", ["1", "2"]), ("RTNG", ["2000", "2000"]), ("RTNG/R", ["2000", "2000"]),
    ("ARO", ["2000", "2000"]),
])  # fmt: skip
def test_values_of_the_list_are_printed_as_they_are(code: str, values: list[str]) -> None:
    for edition in ("c07-2017", "c07-2026"):
        told = report(2, "1-2 1", called="Individual: Swiss-System")
        table = standings(told, Wishes(edition=edition, tie_breaks=code))
        assert [next(iter(row.values.values())) for row in sorted(table.rows, key=lambda row: row.number)] == values


def test_7_7_an_open_round_is_worth_nothing_in_standard_points() -> None:
    told = report(4, "1-2 .;3-4 1", "1-3 =;2-4 1", called="Individual: Swiss-System")
    table = standings(told, Wishes(edition="c07-2026", tie_breaks="STD"))
    assert {row.number: next(iter(row.values.values())) for row in table.rows} == {1: "0.5", 2: "1", 3: "1.5", 4: "0"}


@pytest.mark.parametrize(("missed", "value"), [(0, 2100), (1, 2000), (2, 2000)])
def test_annex_iii_each_unplayed_round_uses_up_one_cut_of_the_ratings(missed: int, value: int) -> None:
    """ARO/C1 of 1900, 2100: the cut takes 1900, unless a round was missed."""
    whole = one_player([("played", "1", "1")] * 2 + [("half-bye", "0.5", "")] * missed, 2 + missed)  # type: ignore[arg-type]
    contestants = {**whole.contestants, 2: whole.contestants[2]._replace(rating=1900)}
    contestants[3] = contestants[3]._replace(rating=2100)
    calculation = Calculation(replace(whole, contestants=contestants), tie_break_edition("c07-2017"))
    column = column_of(calculation, parse_code("ARO/C1"))
    assert (column.values[1], column.parts) == (value, 1)


def test_6_1_2_points_against_the_others_of_a_group() -> None:
    """A beat B and drew with C; A and B met twice, which counts as the mean."""
    calculation = Calculation(
        games("ABC", [("A", "B", "1"), ("A", "B", "1/2"), ("A", "C", "1/2")]), tie_break_edition("c07-2026")
    )
    found = mutual(calculation, [1, 2, 3], 0, False)
    assert {number: (Fraction(one.points, UNIT), one.unmet) for number, one in found.items()} == {
        1: (Fraction(5, 4), 0), 2: (Fraction(1, 4), 1), 3: (Fraction(1, 2), 1),
    }  # fmt: skip


def test_before_the_first_tie_break_everybody_is_tied() -> None:
    ordering = Ordering([[2], [1]], ({1: 2, 2: 1},))
    assert ordering.tied_before(0, 1) == [1, 2]


def test_a_tie_that_stays_names_the_others_alone() -> None:
    told = report(4, "1-3 1;2-4 1", called="Individual: Swiss-System")
    table = standings(told, Wishes(edition="c07-2026", tie_breaks="WIN"))
    ties = [step.value for step in explain(table, 3)[0].steps if step.what == "standings.tie"]
    assert ties == ["4 P4"]


def test_a_crosstable_of_one_row_and_of_none() -> None:
    table = standings(report(2, "1-2 1", "2-1 1", called="Individual: Swiss-System"), Wishes(edition="c07-2026"))
    for rows, headings in ((table.rows[:1], ["1", "2"]), ((), [])):
        cross = crosstable_of(table.narrowed(table.rows, {1, 2}))
        shown = crosstable_table(replace(cross, rows=cross.rows[: len(rows)]), "en")
        assert shown.headings == ["rank", "number", "name", *headings, "points"]


# ---------------------------------------------------------------- conditions


def test_conditions_up_to_five_hundred_letters() -> None:
    assert parse_condition("rating > 1".ljust(500)).holds(Profile(rating=2))
    with pytest.raises(ArpadError):
        parse_condition("rating > 1".ljust(501))


@pytest.mark.parametrize(("text", "readable"), [
    ("(" * 20 + "rank > 1" + ")" * 20, True), ("(" * 21 + "rank > 1" + ")" * 21, False),
    (" or ".join(["(rank > 1)"] * 25), True), ("(rank > 1) or " + "(" * 21 + "rank > 1" + ")" * 21, False),
    ("(rank > 1) or " + "(" * 20 + "rank > 1" + ")" * 20, True),
])  # fmt: skip
def test_brackets_within_twenty_brackets(text: str, readable: bool) -> None:
    if readable:
        assert parse_condition(text).holds(Profile(rank=2))
    else:
        with pytest.raises(ArpadError):
            parse_condition(text)


def test_the_bounds_of_a_word() -> None:
    assert parse_condition("rating >= 2000 and rating < 2200 and age < 20").bounds("rating") == (2000, 2200)
    assert parse_condition("rating = none or age < 20").bounds("rating") == ()


@pytest.mark.parametrize(("condition", "answer"), [
    ("born < 2008-01-01", False), ("born < 2008-01-02", None), ("born <= 2008-01-01", None),
    ("born < 2008-12-31", None), ("born <= 2008-12-31", True), ("born <= 2008-12-30", None),
    ("born > 2008-12-31", False),
])  # fmt: skip
def test_a_year_of_birth_is_all_its_days(condition: str, answer: bool | None) -> None:
    assert parse_condition(condition).answer(Profile(born=2008)) is answer


# ---------------------------------------------------------------- tables in words


def test_a_team_table_counts_matches_won_drawn_and_lost() -> None:
    """The league: Alpha won two matches and drew one, Delta drew one and lost two."""
    told = read_report((FIXTURES / "standings" / "team-league.trf").read_bytes())
    table = standings(told, Wishes(edition="c07-2026", tie_breaks="EDE"))
    shown = standings_in_words(table, "en")
    headings = [column.heading for column in shown.columns]
    cells = [dict(zip(headings, row, strict=True)) for row in shown.rows]
    assert [[row[sign] for sign in "+=-"] for row in (cells[0], cells[-1])] == [["2", "1", "0"], ["0", "1", "2"]]
    assert {column.heading: column.name for column in shown.columns if column.heading in ("MP", "GP")} == {
        "MP": "points",
        "GP": "score",
    }


def test_standings_are_final_after_the_last_scheduled_round() -> None:
    headings = []
    for scheduled in (1, 2):
        told = report(2, "1-2 1", called="Individual: Swiss-System", more=[f"142 {scheduled}"])
        table = standings(told, Wishes(edition="c07-2026", tie_breaks="WIN"))
        headings.append(standings_in_words(table, "en").title)
    assert [heading.startswith("Final standings") for heading in headings] == [True, False]


@pytest.mark.parametrize(("first", "primary"), [("GPTS", 1), ("MPTS", 0)])
def test_212_names_the_primary_score_of_a_team_event(first: str, primary: int) -> None:
    text = (FIXTURES / "standings" / "team-league.trf").read_text("utf-8")
    table = standings(read_report(f"{text}212 {first},EDE\n".encode()), Wishes(edition="c07-2026"))
    assert table.competition.primary == primary


def test_a_half_above_and_below_nothing() -> None:
    half = Fraction(1, 2)
    assert [points_text(points, "en") for points in (half, Fraction(0), 3 * half)] == ["½", "0", "1½"]
    assert "½" not in points_text(-half, "en")


def test_a_line_without_its_last_rounds_has_absences_there() -> None:
    told = report(4, "1-2 1;3-4 1", "1-3 1", "1-4 1")
    players = tuple(
        player._replace(rounds=player.rounds[:1]) if player.rank == 2 else player for player in told.event.players
    )
    found = competition(replace(told, event=replace(told.event, players=players)))
    assert [one.round for one in found.contestants[2].records] == [1, 2, 3]
