"""Certificates and applications for titles, read back: IT1 and IT2; and what all title forms must stand."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest

from arpad.documents.document import replace
from arpad.domain.event import Event, Player, RoundResult
from arpad.i18n import Language, keys
from arpad.papers.old_forms import it2
from arpad.papers.title_forms import NormCounters, counters, form_4, form_5, form_6, it1, it3, rows
from arpad.regulations.title_editions import title_edition
from arpad.titles.model import Applicant, Application, EventFacts, Norm, NormEntry, Opponents, Reached
from certificate_events import B01, SAMPLE, Row, check, games, meeting, norm, pages, whole
from places import PROJECT

ROOM = PROJECT / "src" / "arpad" / "papers"
RULES = title_edition(B01).norm
NASTY = '#panic() $x^2$ *b* @ref ]]))}} "\\'


def certificate(event: Event | None = None, made: Norm | None = None, language: Language = "en", **facts: Any) -> str:
    event = event or meeting(SAMPLE)
    pdf = it1(event, made or norm(), event.players[0], EventFacts(**facts), title_edition(B01), language)
    (page,) = pages(pdf)
    return page


def test_the_sample_of_form_it1() -> None:
    """Ten rounds, a forfeit in the first: the form shows 9, and the forfeited game in no counter."""
    page = certificate()
    for part in (
        "Certificate of Title Result IT1", "Grandmaster", "Prince", "Andrew", "400000", "ENG", "1 May 1990",
        "Campus Internacional", "3 January 2023", "12 January 2023", "IA Ruiz, Carmen", "Number of rounds 9",
        "applicant's federation 9", "Number of rated opponents 9", "from the host federation 5",
        "Total number of titled opponents 7", "Rat. acc. 1.4.6c",
        "1 LALLANA, Daniel 117129 ARG 1940 – CM +", "2 ROCHE SIMON, Manuel Angel 2216566 ESP 2122 2200 1",
        "4 ILLESCAS CORDOBA, Miguel 2200015 ESP 2613 GM ½", "R(a) Rp Total score d(p) 2500 2625 6 125",
        "Checked by FIDE title regulations 2023 (b01-2023).",
        "Does not count: round 1, LALLANA, Daniel (1940): forfeit (1.4.2c).",
        "Arbiter's signature", "Federation confirming the result", "Unrated = 1000, but see 1.4.6c",
    ):  # fmt: skip
        assert part in page, (part, page)
    assert "Where applying" not in page
    assert "NOT A NORM" not in page


def test_the_counters_of_form_it1() -> None:
    """TV-FM-03: rated opponents 9, titled 7, of the host federation 5, not of the candidate's own 9."""
    assert counters(norm().rows, "ENG", "ESP", RULES.titles_counted.value) == NormCounters(9, 9, 5, 7)
    assert counters(norm().rows, "ESP", "BUL", RULES.titles_counted.value) == NormCounters(4, 9, 1, 7)
    twice = (*norm().rows, *norm().rows)
    assert counters(twice, "ENG", "ESP", RULES.titles_counted.value) == NormCounters(9, 9, 5, 7)
    flagged = games((("A, A", "", "FID", 2400, "CM", "="), ("B, B", "", "ENG", None, "WFM", "=")))
    assert counters(flagged, "ENG", "", RULES.titles_counted.value) == NormCounters(1, 1, None, 1)
    silent = games((("A, A", "", "", 2400, "GM", "="),))
    assert counters(silent, "ENG", "ESP", RULES.titles_counted.value) == NormCounters(None, 1, 0, 1)
    assert counters(flagged, "", "ESP", RULES.titles_counted.value).not_own is None


def test_the_spanish_certificate_keeps_the_english_titles_beside() -> None:
    page = certificate(language="es")
    for part in (
        "Certificado de norma Certificate of Title Result IT1", "Gran Maestro Grandmaster", "Oponentes",
        "federación anfitriona 5", "3 de enero de 2023", "Comprobada según Reglamento de títulos FIDE 2023",
    ):  # fmt: skip
        assert part in page, (part, page)


def test_dropped_wins_and_a_cut_are_shown_marked_and_remarked() -> None:
    everything = games(SAMPLE)
    made = norm(dropped=everything[1:2], rows=everything[2:9], cut_after=9, half_points=8, raised=None, credit=0)
    page = certificate(made=made)
    for part in (
        "2 ROCHE SIMON, Manuel Angel 2216566 ESP 2122 – [1]", "10 STEINGRIMSSON, Hedinn 2300117 ISL 2557 – GM [½]",
        "Left out: the win of round 2 against ROCHE SIMON, Manuel Angel (2122) (1.4.1f).",
        "Left out: all games after round 9 (1.4.1e).", "[ ] played, but not counted",
        "Number of rounds 7", "Number of rated opponents 7",
    ):  # fmt: skip
        assert part in page, (part, page)


def test_an_unrated_opponent_counts_as_the_edition_says() -> None:
    """Two unrated: one is raised to the floor, the other counts 1000."""
    story: tuple[Row, ...] = (("A, A", "", "ESP", None, "", "1"), ("B, B", "", "ESP", None, "", "1"), *SAMPLE[2:])
    event = meeting(story)
    cells = [row["cells"] for row in rows(event, norm(story), event.players[0], 1000, "en")]
    assert [row[4:6] for row in cells[:3]] == [["", "2200"], ["", "1000"], ["2230", ""]]  # type: ignore[index]


def test_a_bye_and_an_opponent_who_did_not_come_in_the_last_round() -> None:
    """1.4.2c: the game counts as lost and the certificate says so; a round without a game is shown as what it was."""
    event = meeting(SAMPLE[1:10])
    own = event.players[0]
    rounds = (
        *own.rounds[:7],
        RoundResult(8, None, None, "U"),
        own.rounds[8]._replace(result="+"),
        RoundResult(10, None, None, None),
    )
    event = replace(event, players=(own._replace(rounds=rounds), *event.players[1:]))
    everything = games(SAMPLE[1:10])
    made = norm(SAMPLE[1:10], rows=(*everything[:7], replace(everything[8], score=0)), special="last-round-absent")
    page = certificate(event, made)
    assert "8 pairing-allocated bye – +" in page
    assert "9 STEINGRIMSSON, Hedinn 2300117 ISL 2557 GM + (0)" in page
    assert "the game counts as lost (1.4.2c)." in page
    eight = certificate(made=norm(special="eight-of-nine", credit=9))
    assert "Eight games of nine rounds are enough" in eight


def test_where_the_swiss_is_exempt_the_block_is_filled() -> None:
    """1.4.3d: federations, rated players and titled ones that are not the host's."""
    rule = RULES.swiss_rated_foreigners
    exempt = replace(check("1.4.3d", "other-federations", True), article=rule.article)
    page = certificate(made=norm(checks=(exempt,)))
    for part in (
        "Where applying 1.4.3d:", "Number of federations 6", "rated players not from the host federation 6",
        "holding a GM, IM, WGM or WIM title 5",
    ):  # fmt: skip
        assert part in page, (part, page)
    assert "Number of federations" not in certificate(made=norm(checks=(check("1.4.3", "other-federations", True),)))


def test_what_is_no_norm_says_so_across_the_page() -> None:
    made = norm(achieved=False, checks=(check("1.4.4", "one-federation", False), check("1.4.5a", "titled", None)))
    page = certificate(made=made)
    assert "NOT A NORM" in page
    assert "DRAFT. This is not a GM norm: " in page
    assert "opponents of one federation: 0, required ≥ 1 (1.4.4)." in page
    assert "to be confirmed by the arbiter: " in page
    assert "(1.4.5a)" in page.partition("to be confirmed")[2]
    assert "NO ES NORMA" in certificate(made=made, language="es")
    silent = certificate(made=replace(made, checks=made.checks[1:]))
    assert "NOT A NORM" not in silent
    assert "DRAFT. The report leaves open whether this is a GM norm." in silent


def test_the_kind_of_the_event_is_remarked() -> None:
    assert "The event is a " in certificate(kind="zonal")
    assert "The event is a " not in certificate()


LONG: tuple[Row, ...] = tuple(
    (f"Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine {at}", str(10**9 + at), "ESP", 2400, "WGM", "1")
    for at in range(19)
)


@pytest.mark.parametrize("language", ["en", "es"])
def test_nineteen_rounds_and_long_names_take_one_page(language: Language) -> None:
    event = meeting(LONG, name="Memorial " * 30, chief_arbiter="Z" * 120)
    dropped = games(LONG)[:9]
    page = certificate(event, norm(LONG, dropped=dropped, rows=games(LONG)[9:]), language)
    assert "Hubert Blaine 18" in page
    assert page.count("(1.4.1f)") == 9


def test_a_certificate_with_nothing_known() -> None:
    story: tuple[Row, ...] = (("", "", "", None, "", "="),)
    event = Event(players=meeting(story).players)
    event = replace(event, players=(Player(1, rounds=event.players[0].rounds), *event.players[1:]))
    page = certificate(event, norm(story, average=None, performance=None, dp=None, half_points=1))
    assert "1 #2 2200 ½" in page
    assert "R(a) Rp Total score d(p) – – ½ –" in page


def application(norms: int = 2, **settings: Any) -> Application:
    met = Opponents(host=5, foreign=9, titled=7, gm=7, im=0, fm=0, wgm=0, wim=0, wfm=0, rated=9, unrated=0)
    start, end = dt.date(2023, 1, 3), dt.date(2023, 1, 12)
    first = NormEntry("Campus", "Roquetas", start, end, "swiss", 10, 9, 12, 12, 2500, 9, met)
    second = replace(
        first, event="Bundesliga", counted=12, counted_required=16, counted_score=17, opponents=Opponents()
    )
    person = Applicant("Prince", "Andrew", "400000", "ENG", "m")
    made = Application(
        "ENG", "IM", person, Reached(2512, dt.date(2023, 5, 1)), ((first, second) * norms)[:norms],
        dt.date(2023, 6, 1), "Ms President", "First.\nSecond.",
    )  # fmt: skip
    return replace(made, **settings)


def test_form_it2_shows_the_application() -> None:
    (page,) = pages(it2(application()))
    for part in (
        "Title Application IT2", "The following federation ENG hereby applies",
        "× International Master (minimum level 2400)",
        "Grandmaster (minimum level 2500)", "Prince", "Andrew", "400000", "1 May 2023", "2512",
        "Campus", "Roquetas", "3 January 2023 – 12 January 2023", "Swiss",
        "Average rating of opponents 2500", "Total number of games played 9", "Points required 6", "Points scored 6",
        "Games to be counted (if not all) 12", "After dropping: points required 8", "Points scored 8½",
        "Number from host federation 5", "Number not from own federation 9",
        "titled GM IM FM WGM WIM WFM rated unrated 7 7 0 0 0 0 0 9 0", "3. Name of event",
        "Total number of games (minimum 27) 18", "First. Second.", "Ms President", "1 June 2023",
        "(title regulations 1.5.3",
    ):  # fmt: skip
        assert part in page, (part, page)
    assert page.count("×") == 1


def test_more_than_three_norms_take_another_form() -> None:
    found = pages(it2(application(4), "es"))
    assert len(found) == 2
    assert "Solicitud de título Title Application" in found[1]
    assert "4. Nombre del torneo" in found[1]
    assert "6. Nombre del torneo" in found[1]
    (empty,) = pages(it2(application(0)))
    assert "3. Name of event" in empty
    assert "Date necessary rating gained" in whole(it2(application(rating=Reached(2490))))


MADE: dict[str, Callable[[Event], bytes]] = {
    "it1": lambda event: it1(event, norm(), event.players[0], EventFacts(), title_edition(B01)),
    "it3": it3,
    "form_4": lambda event: form_4(event, [1]),
    "form_5": form_5,
    "form_6": form_6,
}


@pytest.mark.parametrize("name", MADE)
def test_a_name_is_printed_as_it_is_written(name: str) -> None:
    event = meeting(SAMPLE, name=NASTY, chief_arbiter=NASTY)
    assert NASTY in whole(MADE[name](event))
    assert MADE[name](event) == MADE[name](event)


@pytest.mark.parametrize("name", ["it3", "form_4", "form_5", "form_6"])
def test_an_empty_event_has_empty_forms(name: str) -> None:
    made = {"it3": it3, "form_4": form_4, "form_5": form_5, "form_6": form_6}[name]
    assert len(pages(made(Event()))) == 1  # type: ignore[operator]


def test_every_word_of_the_certificates_is_used() -> None:
    """No key of the catalogue that no template and no function asks for."""
    code = "\n".join(path.read_text("utf-8") for path in [*ROOM.glob("*.py"), *(ROOM / "templates").glob("*.typ")])
    printed = {key for key in keys("en") if key.startswith(("it1.", "it2.", "it3."))}
    built = re.compile(r"it1\.titles\.|it2\.opponent\.|it3\.(deputy|types)\.")
    for key in printed:
        last = re.escape(key.rpartition(".")[2])
        used = re.search(rf"[\"']{last}[\"']|[\"'][a-z0-9.-]*\.{last}[\"']|words\.{last}\b", code)
        assert used or built.match(key), key
