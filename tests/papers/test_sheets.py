"""What is printed, read back: the sheet of a player, the forms, the crosstable. Little events, built and rated here."""

import datetime as dt
import io
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pypdf
import pytest

import arpad as arpad_library
from answers import Arpad
from arpad.domain.event import BYES, Colour, Event, Game, Player, ResultCode, RoundResult
from arpad.domain.findings import Finding
from arpad.domain.rating_list import ListEntry, RatingList
from arpad.eligibility.facts import Facts
from arpad.examination import examine
from arpad.formats.read import read_report
from arpad.formats.trf_event_lines import event_to_trf
from arpad.i18n import LANGUAGES, ArpadError, Language, keys
from arpad.papers.old_forms import KEYS, category_of, crosstable, form_1, form_2, form_3, norm_points
from arpad.papers.player_sheet import player_sheet
from arpad.rating._events import rate_event
from arpad.rating.model import EventRating
from arpad.rating.participants import detect_system, participants
from arpad.regulations.rating_editions import edition, regulations
from arpad.standings.table import Wishes, standings
from pdf_pages import page_texts
from places import PROJECT

ROOM = PROJECT / "src" / "arpad" / "papers"
MIRROR: dict[ResultCode, ResultCode] = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
RATINGS = (2000, 2100, 1950, None, 2410, 1580, 2050, 1900, 2000, 2200, 1800, 2300, 1700, 2005)

Story = dict[int, tuple[int | None, Colour | None, ResultCode]]
"""The rounds of player 1: opponent, colour, result."""

NINE: Story = {
    1: (2, "w", "1"), 2: (3, "b", "="), 3: (4, "w", "1"), 4: (5, "b", "0"), 5: (6, "w", "1"), 6: (7, "b", "+"),
    7: (None, None, "U"), 8: (8, "w", "="), 9: (9, "b", "0"),
}  # fmt: skip
"""Nine rounds of a player of 2000: 5 and 6 are more than 400 away, 4 is unrated, 7 did not come, round 7 was a bye."""


def story(rounds: Story, names: dict[int, str] | None = None, **settings: object) -> Event:
    """An event in which player 1 plays these rounds and nobody else plays each other."""
    lines: dict[int, list[RoundResult]] = {1: []}
    for number, (opponent, colour, result) in rounds.items():
        if opponent is None:
            lines[1].append(RoundResult(number, None, None, result))
            continue
        lines[1].append(RoundResult(number, opponent, colour, result))
        other = RoundResult(number, 1, "b" if colour == "w" else "w", MIRROR[result])
        lines.setdefault(opponent, []).append(other)
    players = tuple(
        Player(
            rank,
            (names or {}).get(rank, f"Player, No {rank}"),
            "m",
            "FM" if rank == 2 else "",
            RATINGS[rank - 1],
            "ESP",
            str(2200000 + rank),
            1980,
            rounds=tuple(lines[rank]),
        )
        for rank in sorted(lines)
    )
    event = Event(
        "Open de Ávila", "Ávila", "ESP", dt.date(2024, 3, 2), dt.date(2024, 3, 10), "Swiss", "", "IA Ruiz, Carmen",
        ("FA Gil, Luis",), "90/40+30:30", max(rounds), (), players,
    )  # fmt: skip
    return replace(event, **settings)  # type: ignore[arg-type]


def all_play_all(ratings: tuple[int | None, ...], cycles: int = 1, drawn: int = 6) -> Event:
    """A round robin by the circle method: the lower starting rank wins, and every so many rounds are drawn."""
    n = len(ratings)
    lines: dict[int, list[RoundResult]] = {rank: [] for rank in range(1, n + 1)}
    for number in range(1, cycles * (n - 1) + 1):
        turn = (number - 1) % (n - 1)
        others = list(range(2, n + 1))
        circle = [1, *others[turn:], *others[:turn]]
        for at in range(n // 2):
            one, two = sorted((circle[at], circle[n - 1 - at]))
            result: ResultCode = "=" if number % drawn == 0 else "1"
            lines[one].append(RoundResult(number, two, "w", result))
            lines[two].append(RoundResult(number, one, "b", MIRROR[result]))
    players = tuple(
        Player(rank, f"Player, No {rank}", rating=ratings[rank - 1], rounds=tuple(lines[rank])) for rank in lines
    )
    return Event(
        "League", "Bonn", "GER", dt.date(2016, 5, 1), dt.date(2016, 5, 9), rounds=cycles * (n - 1), players=players
    )


def rated(event: Event, name: str = "fide-2024", ratings: RatingList | None = None) -> EventRating:
    taking_part, findings = participants(edition(name), event, "standard", ratings)
    return replace(rate_event(edition(name), event, taking_part, detect_system(event)), findings=tuple(findings))


def sheet(event: Event, rank: int = 1, language: Language = "en", name: str = "fide-2024") -> bytes:
    return player_sheet(rated(event, name), rank, edition(name), regulations().sources, language)


def pages(pdf: bytes) -> list[str]:
    """The text of each page, spaces made one."""
    return [" ".join(text.split()) for text in page_texts(pdf)]


def whole(pdf: bytes) -> str:
    return " ".join(pages(pdf))


def test_a_sheet_of_nine_rounds_is_one_page_with_fides_columns() -> None:
    """2000: 1 v 2100, ½ v 1950, 0 v 2410*, 1 v 1580*, ½ v 1900, 0 v 2000; Σ = 0.64−0.07−0.08+0.08−0.14−0.50 = −0.07."""
    (page,) = pages(sheet(story(NINE)))
    for part in (
        "Player, No 1", "ID 2200001 · ESP · born 1980", "Open de Ávila", "Ávila, ESP", "2 March 2024 – 10 March 2024",
        "FIDE rating regulations 2024 (fide-2024)", "Below 2400: K = 20 (8.3.3)",
        "1 w FM Player, No 2 2100 1 −100 −100 0.36 +0.64 +12.80",
        "4 b Player, No 5 2410 0 −410 −400* 0.08 −0.08 −1.60",
        "5 w Player, No 6 1580 1 420 400* 0.92 +0.08 +1.60",
        "3 w Player, No 4 1 a player is unrated (8.3.1)",
        "6 b Player, No 7 2050 + not played (5.1)",
        "7 + pairing-allocated bye (5.1)",
        "* The difference is limited to 400 (8.3.1).",
        "Rc Ro n W We Change K K × change Rounded Rn",
        "2000 6 3 3.07 −0.07 20 −1.40 −1 1999",
        "Rd 9. Against 2000, 0: dR = −0.50", "8.3.4 New rating: 2000 −1 = 1999",
        "approved by the FIDE Council on 15 December 2023",
    ):  # fmt: skip
        assert part in page, (part, page)


def test_the_spanish_sheet_speaks_spanish_and_writes_a_comma() -> None:
    (page,) = pages(sheet(story(NINE), language="es"))
    for part in (
        "HOJA DE VALORACIÓN", "Oponente", "2 de marzo de 2024 – 10 de marzo de 2024", "Sistema suizo",
        "−400* 0,08 −0,08 −1,60", "no jugada (5.1)", "descanso asignado por el emparejamiento (5.1)",
        "MOTIVOS, ARTÍCULO POR ARTÍCULO", "Por debajo de 2400: K = 20", "15 de diciembre de 2023",
    ):  # fmt: skip
        assert part in page, (part, page)
    assert not re.search(r"\d\.\d\d\b(?!\.)", page.replace("8.3.", ""))


@pytest.mark.parametrize("language", LANGUAGES)
def test_thirteen_rounds_with_long_names_fit_one_page(language: Language) -> None:
    long = "Fernández de la Vega y Rodríguez-Santamaría, Francisco Javier"
    thirteen: Story = {number: (number + 1, "w", "1") for number in range(1, 14)}
    found = pages(sheet(story(thirteen, dict.fromkeys(range(1, 15), long)), language=language))
    assert len(found) == 1
    assert found[0].count("Francisco") >= 14


def test_what_does_not_fit_one_page_takes_more_and_numbers_them() -> None:
    """A match over sixty games."""
    found = pages(sheet(story(dict.fromkeys(range(1, 61), (2, "w", "1")))))
    assert len(found) > 1
    assert found[0].endswith(f"Page 1/{len(found)}")
    assert "New rating" in " ".join(found)


def test_the_k_of_a_list_is_said_to_come_from_it() -> None:
    """K = 40 by the list, and with 20 games K × n passes 700: 35."""
    event = story(dict.fromkeys(range(1, 21), (2, "w", "1")))
    ratings = RatingList({p.id: ListEntry(p.id, rating=p.rating, k=40) for p in event.players})
    pdf = player_sheet(rated(event, ratings=ratings), 1, edition("fide-2024"), regulations().sources, "en")
    assert "K = 40, as on the list. K = 40 with 20 games in the period exceeds 700: K = 35" in whole(pdf)


def test_what_was_assumed_is_noted() -> None:
    assert "K = 20 is assumed" in whole(sheet(story(NINE)))


def test_what_was_assumed_about_a_player_of_a_report_is_noted() -> None:
    report = read_report(event_to_trf(story(NINE), "trf16"))
    rating = examine(report, Facts(), regulations(), edition=edition("fide-2024")).rated().rating
    pdf = player_sheet(rating, 1, edition("fide-2024"), regulations().sources)
    assert "K = 20 is assumed" in whole(pdf)


def test_an_unrated_players_sheet_shows_his_first_rating() -> None:
    """He beat 2100, drew with 2200, lost to 2005, got a point without play and met nobody once: three games count."""
    event = story({1: (2, "w", "1"), 2: (10, "b", "="), 3: (14, "w", "0"), 4: (3, "b", "+"), 5: (None, None, "Z")})
    unrated = RatingList({p.id: ListEntry(p.id, rating=p.rating, k=20) for p in event.players if p.rank != 1})
    newcomer = Player(1, "New, Nora", id="x", rounds=event.players[0].rounds)
    rating = rated(replace(event, players=(newcomer, *event.players[1:])), ratings=unrated)
    (page,) = pages(player_sheet(rating, 1, edition("fide-2024"), regulations().sources, "en"))
    found = rating.player(1)
    assert found is not None
    assert found.initial is not None
    for part in (
        f"unrated → {found.initial.rating}", "1 w FM Player, No 2 2100 1", "3 w Player, No 14 2005 0",
        "4 b Player, No 3 1950 + not played (5.1)", "5 − absent (5.1)", "Ra n W p dp First rating",
        f"50% 0 {found.initial.rating}",
        "This first rating is not published: 3 games count; 5 are needed for publication (7.1.4)",
    ):  # fmt: skip
        assert part in page, (part, page)
    assert page.count("3 games count") == 2, "the verdict, and once among the reasons"


def test_by_event_average_there_is_the_line_of_the_event() -> None:
    """FEDA 1996: 2410 counts as 2350, 1580 as 1650; the event has one average, D and PD."""
    (page,) = pages(sheet(story(NINE), language="es", name="feda-1996"))
    for part in (
        "2410 0 2350*",
        "1580 1 1650*",
        "se valora por su media",
        "Ra Ro D PD n W We",
        "1991,66… 2000 8 0,51 6",
    ):
        assert part in page, (part, page)


@pytest.mark.parametrize("name", ["fide-2005", "fide-2017"])
@pytest.mark.parametrize("cycles", [1, 2])
def test_a_round_robin_game_by_game_adds_up(name: str, cycles: int) -> None:
    """The changes of the lines are those of the sum, the unrated opponent with their Ru."""
    from arpad.papers.player_sheet import lines

    rating = rated(all_play_all((2000, 2100, 1950, None, 2410, 2050), cycles, 4), name)
    assert rating.counted_as == ("round-robin" if cycles == 1 else "double-round-robin")
    for own in rating.players:
        if own.participant.rating is not None:
            found = lines(rating, own, edition(name), "en")
            assert len(found) == own.games
            assert sum(line.change.change for line in found if line.change) == own.result
    assert len(pages(sheet(rating.event, 4, "es", name))) == 1


def test_a_round_robin_by_average_has_no_change_of_a_game() -> None:
    (page,) = pages(sheet(all_play_all((2000, 2100, 1950, 2200, 2410, 2050)), name="fide-2003"))
    assert "round robin" in page
    assert "a single game has no change" in page
    assert "Rc Ro D PD n W We" in page


def test_a_game_that_the_checks_leave_out_shows_their_reason() -> None:
    event, rules = story(NINE), edition("fide-2024")
    taking_part, _ = participants(rules, event, "standard", None)
    finding = Finding("rating-differs", "error", "9.9", values={"report": 1, "list": 2})
    rating = rate_event(rules, event, taking_part, "swiss", {(1, 1, 2): finding})
    page = whole(player_sheet(rating, 1, rules, regulations().sources, "en"))
    assert "the report says 1, the list 2: the list is used (9.9)" in page
    assert "Rd 2. Against 1950" in page
    assert "Rd 1." not in page


def test_an_opponent_who_is_not_in_the_report_is_said_so() -> None:
    event = story(NINE)
    alone = Event(rounds=9, players=event.players[:2])
    assert "the opponent 3 is not in the report (5.1)" in whole(sheet(alone))


def test_nobody_has_no_sheet_and_no_card() -> None:
    event = story(NINE)
    with pytest.raises(ArpadError, match=r"no player 77 in the event \(players 1 to 9\)"):
        sheet(event, 77)
    with pytest.raises(ArpadError, match="no player 77"):
        form_2(event, [77])


NASTY = [
    '#*_$@"\\',
    "#panic()",
    "$x^2$",
    "*bold* _it_ `raw` <label> @ref",
    "// no comment",
    "#{1+1}",
    "= heading",
    "]]))}}",
]


@pytest.mark.parametrize("name", NASTY)
def test_a_name_is_printed_as_it_is_written(name: str) -> None:
    event = story(NINE, {1: name, 2: name}, name=name, city=name, time_control=name, chief_arbiter=name)
    for pdf in (sheet(event), form_1(event), form_2(event, [1]), form_3(event)):
        assert name in whole(pdf)


def test_signs_that_cannot_be_printed_do_no_harm() -> None:
    name = "A\x00B\udc80C\u202eD\n" + "x" * 200
    event = story(NINE, {1: name}, name=name)
    for pdf in (sheet(event), form_1(event), form_2(event, [1]), form_3(event)):
        assert "A B?C D" in whole(pdf)


def test_the_letters_of_the_trade_and_of_other_alphabets_come_out() -> None:
    names = {1: "Ñandú Çelik", 2: "Иванов, Сергей", 3: "Παπαδόπουλος, Νίκος", 5: "Żółć, Łukasz"}
    page = whole(sheet(story(NINE, names), language="es"))
    for part in ("½", "−", "×", "Δ", *(names[rank].split(",")[0] for rank in names)):
        assert part in page


def test_only_embedded_fonts_and_no_date() -> None:
    reader = pypdf.PdfReader(io.BytesIO(sheet(story(NINE))))
    resources: Any = reader.pages[0]["/Resources"]
    fonts = {str(font.get_object()["/BaseFont"]) for font in resources["/Font"].values()}
    assert fonts
    assert all("Libertinus" in font or "NewComputerModern" in font or "NewCM" in font for font in fonts), fonts
    assert reader.metadata is not None
    assert reader.metadata.title == "Rating sheet: Player, No 1"
    assert not {"/CreationDate", "/ModDate"} & set(reader.metadata)


@pytest.mark.parametrize("make", [sheet, form_1, form_2, form_3])
def test_the_same_input_gives_the_same_bytes(make: Callable[[Event], bytes]) -> None:
    assert make(story(NINE)) == make(story(NINE))


def test_crosstable_of_a_swiss_goes_round_by_round() -> None:
    heading, first, *_ = crosstable(story(NINE))
    assert heading == ["Rank", "No", "Name", "ID", "Title", "Rtng", "Fed", *"123456789", "Total"]
    assert first == [
        "1", "1", "Player, No 1", "2200001", "", "2000", "ESP",
        "2w1", "3b½", "4w1", "5b0", "6w1", "7b+", "+", "8w½", "9b0", "6",
    ]  # fmt: skip
    assert crosstable(story(NINE), {1: 1234}, "es")[1][5:8] == ["1234", "ESP", "2b1"]


def test_crosstable_of_a_round_robin_is_player_against_player() -> None:
    table = crosstable(all_play_all((2000, 2100, 1950, 2200)))
    assert [row[7:] for row in table] == [
        ["1", "2", "3", "4", "Total"],
        ["%", "1", "1", "1", "3"],
        ["0", "%", "1", "1", "2"],
        ["0", "0", "%", "1", "1"],
        ["0", "0", "0", "%", "0"],
    ]
    assert crosstable(all_play_all((2000, 2100, 1950, 2200), 2))[1][7:] == ["%", "1 1", "1 ½", "1 1", "5½"]


def test_the_crosstable_follows_the_final_ranking_and_the_points_of_the_report() -> None:
    players = (Player(1, "A", points=Fraction(7, 2), final_rank=2), Player(2, "B", points=Fraction(1, 2), final_rank=1))
    assert [row[2:3] + row[-1:] for row in crosstable(Event(players=players))[1:]] == [["B", "½"], ["A", "3½"]]


def test_form_1_has_the_fields_of_the_printed_form() -> None:
    page = whole(form_1(story(NINE)))
    for part in (
        "Tournament report", "Open de Ávila", "2 March 2024", "90/40+30:30", "IA Ruiz, Carmen", "FA Gil, Luis",
        "Average rating", "Category", "Points required for norms, GM",
        "Dates of birth of the unrated players: Player, No 4 (1980).", "Games not played: +", "7b+",
        "Name in print", "Signature and seal of the federation", "Certified as a correct report",
    ):  # fmt: skip
        assert part in page, (part, page)
    average = round_half_up(sum(rating for rating in RATINGS[:9] if rating), 8)
    assert str(average) in page
    assert "Informe del torneo" in whole(form_1(story(NINE), None, "es"))


def round_half_up(total: int, count: int) -> int:
    return (2 * total + count) // (2 * count)


def test_form_2_is_a_card_for_each_player_two_a_page() -> None:
    """Rated opponents he played: 2, 3, 5, 6, 8, 9; 3 points; their average 11940 / 6 = 1990."""
    event = story(NINE)
    (page,) = pages(form_2(event, [1]))
    for part in (
        "Swiss tournament pairing card", "2200001", "1 2 Player, No 2 2100 w 1 1", "7 pairing-allocated bye + 5½",
        "9 9 Player, No 9 2000 b 0 6", "Score against rated opponents 3", "Number of rated opponents 6",
        "Average rating of rated opponents 1990",
    ):  # fmt: skip
        assert part in page, (part, page)
    assert len(pages(form_2(event))) == 5
    assert "Tarjeta de emparejamiento" in whole(form_2(event, [1, 2], {1: 2000}, "es"))


CATEGORY = PROJECT / "tests" / "data" / "forms" / "category-10.trf"


def test_form_1_fills_in_tie_breaks_category_and_points_for_norms(arpad: Arpad, tmp_path: Path) -> None:
    """Ten players, average 2478: category 10. A GM norm needs 6 points against averages of 2474 to 2519 (annex, nine
    rounds), an IM norm 4½."""
    out = tmp_path / "form.pdf"
    assert arpad(f"report form {CATEGORY} -o {out}").code == 0
    page = whole(out.read_bytes())
    for part in (
        "Total SB KS WIN", "6 26.25 3.5 3", "Average rating 2478 Category 10 Points required for norms, GM 6 IM 4½",
    ):  # fmt: skip
        assert part in page, (part, page)
    assert whole(arpad_library.read(CATEGORY).form(1)) == page, "the library prints the same form"
    spanish = whole(arpad_library.read(CATEGORY).form(1, language="es"))
    assert "26,25" in spanish


def test_form_1_of_a_swiss_has_no_category_and_says_so() -> None:
    page = whole(arpad_library.read(PROJECT / "examples" / "open-2024.trf").form(1))
    assert "BH/C1" in page
    assert "A category and points for norms belong to round robins" in page
    assert "The report names no tie-breaks; those that hold by default are shown." in page


@pytest.mark.parametrize(
    ("average", "category"),
    [(2250, "–"), (2251, "1"), (2275, "1"), (2276, "2"), (2500, "10"), (2501, "11"), (2751, "21")],
)
def test_the_category_of_a_round_robin(average: int, category: str) -> None:
    event = Event(players=(Player(1, "A", rating=average - 10), Player(2, "B", rating=average + 10)))
    assert category_of(event, None) == category
    assert category_of(event, {1: average}) == "–", "somebody is unrated"


def test_points_for_norms_are_none_where_nobody_can_make_one() -> None:
    read = read_report(CATEGORY.read_bytes()).event
    assert norm_points(read, None, "GM", "en") == "6"
    plain = read.keeping_games(players=tuple(player._replace(title="FM") for player in read.players))
    assert norm_points(plain, None, "GM", "en") == "–", "1.4.5: three grandmasters are needed"
    ratings = dict.fromkeys(range(1, 11), 2493) | {9: 2400, 10: 2500}
    assert norm_points(read, ratings, "IM", "en") == "4–4½", "it depends on the player's own rating"
    old = replace(read, start=None)
    assert norm_points(old, None, "GM", "en") == "", "without a day no edition applies"


def test_form_2_fills_in_the_tie_break_after_each_round(arpad: Arpad, tmp_path: Path) -> None:
    """The last line has the final value, and the bottom all tie-breaks."""
    out, file = tmp_path / "cards.pdf", PROJECT / "examples" / "open-2024.trf"
    assert arpad(f"report form {file} --number 2 --player 1 -o {out}").code == 0
    (page,) = pages(out.read_bytes())
    assert "BH/C1" in page
    assert "9 18 Sanz, Sergio 1902 w 1 7½ 44.5" in page
    assert "Tie-breaks BH/C1 44.5 · BH 48 · SB 38.25" in page
    for number in range(1, 10):
        table = standings(read_report(file.read_bytes()), Wishes(round=number))
        value = re.escape(str(table.row(1).values[table.tie_breaks[0]]))
        assert re.search(rf"(^| ){number} \d+ \D+ \d+ [wb] [01½] \S+ {value} ", page), number
    assert pages(arpad_library.read(file).form(2, player=1)) == [page]


def test_form_3_has_ten_players_across_and_the_row_rc() -> None:
    event = story({number: (number + 1, "w", "1") for number in range(1, 14)})
    found = pages(form_3(event))
    assert len(found) == 2
    for part in (
        "Report form for multiple results",
        "Rc 12",
        "Legend",
        "IA Ruiz, Carmen",
        "90/40+30:30",
        "2200001",
        "1980",
    ):
        assert part in found[0], part
    assert "Informe de múltiples resultados" in whole(form_3(event, {}, "es"))


def test_forms_of_a_large_event_take_many_pages() -> None:
    """Two hundred players, thirteen rounds."""
    players = tuple(
        Player(rank, f"Player, No {rank}", rating=2000, rounds=tuple(
            RoundResult(number, rank + 100 if rank <= 100 else rank - 100, "w" if rank <= 100 else "b", "=")
            for number in range(1, 14)))
        for rank in range(1, 201)
    )  # fmt: skip
    event = Event("Large", rounds=13, players=players)
    first = form_1(event)
    for pdf, least in ((first, 4), (form_3(event), 20)):
        found = pages(pdf)
        assert len(found) >= least
        assert found[-1].endswith(f"Page {len(found)}/{len(found)}")
    assert "Player, No 200" in whole(first)


def test_an_empty_event_has_empty_forms() -> None:
    for pdf in (form_1(Event()), form_2(Event()), form_3(Event())):
        assert len(pages(pdf)) == 1
    assert len(crosstable(Event())) == 1


def test_every_word_that_is_printed_is_used() -> None:
    """No key of the catalogue that no template and no function asks for."""
    code = "\n".join(path.read_text("utf-8") for path in [*ROOM.glob("*.py"), *(ROOM / "templates").glob("*.typ")])
    built = {
        *(f"sheet.bye.{result}" for result in BYES),
        *(f"form.three.key.{letter}" for letter in KEYS),
        *("form.colour.w", "form.colour.b", "form.two.sex-m", "form.two.sex-f"),
    }
    printed = {key for key in keys("en") if key.startswith(("sheet.", "form."))}
    assert built <= printed
    for key in printed - built:
        last = re.escape(key.rpartition(".")[2])
        assert re.search(rf"[\"']{last}[\"']|[\"'][a-z.-]*\.{last}[\"']|words\.{last}\b", code), key


def test_a_game_is_a_pairing_whichever_way_round() -> None:
    from arpad.papers.player_sheet import key_of

    assert key_of(Game(3, 9, 2, 1, True)) == key_of(Game(3, 2, 9, 1, True)) == (3, 2, 9)
