"""A page says what to do in the words of its forms, and names no option of the command line."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from arbiter import Arbiter
from arpad.i18n import LANGUAGES, ArpadError, Language, has, keys, text
from arpad.office.tournaments.copies import restore_log
from arpad.tournament.acts.event import AddStaff, SetPrizes
from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.acts.ties import OpenPlayOff, OpenStage
from arpad.tournament.results import TypedResult
from arpad.web.site import on_page, problem_on_page
from league_of_twelve import LEAGUE_ROUNDS, league, play_round
from page_walk import FORBIDDEN, forbidden_in, refused, walk
from proofs import TIMES
from visitor import TestClient
from web_demo import NOW, sign_in
from web_event import SLUG, TOWN, MakeEventOffice

PROJECT = Path(__file__).resolve().parents[2]

SHOWN = ("finding.", "advice.")
PROBLEMS = (
    "error.k-missing", "error.list-edition-held", "error.no-games", "error.office-person-nothing",
    "error.pairing-rounds-unknown", "error.period-more-reports", "error.rating-missing", "error.reason-missing",
    "error.report-no-start", "error.stages-without-games",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_finding_names_an_option(language: Language) -> None:
    named = [key for key in keys(language) if key.startswith(SHOWN) or key in PROBLEMS]
    assert [key for key in named if "--" in on_page(text(key, language), language)] == []


def test_a_field_is_called_by_its_label() -> None:
    said = "it is not known; give --registered DATE, or --women or --no-women"
    assert on_page(said, "en") == "it is not known; give “Registered on”, or “For women only”"
    assert on_page("indique --arbiter-ok o --no-arbiter", "es") == (
        "indique «Árbitros con el título y la licencia exigidos»"
    )


def test_other_words_stay() -> None:
    assert on_page("Smith--Jones, 12 -- 0, --no-such", "en") == "Smith--Jones, 12 -- 0, --no-such"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_finding_names_the_form_and_not_the_command(language: Language) -> None:
    for key in ("finding.player-without-id", "finding.id-of-another"):
        said = on_page(text(key, language), language)
        assert "arpad" not in said
        assert text("web.form.identify", language) in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_that_is_turned_away_names_no_command(language: Language) -> None:
    for key in (
        "event-without-player", "period-no-list", "period-not-closed", "decision-unknown", "merge-none",
        "player-not-on-list", "period-unpublished", "list-provisional", "event-has-report", "event-submitted-before",
        "event-registered-before", "event-played-before", "office-no-event", "event-no-report", "event-withdrawn",
        "period-published", "merge-both-play",
    ):  # fmt: skip
        assert "arpad" not in on_page(text(f"error.{key}", language), language), key


def test_a_problem_within_a_problem_has_the_words_of_pages() -> None:
    inner = ArpadError("event-needs-confirm", what="Sure?")
    assert (
        problem_on_page(ArpadError("report", file="a.trf", problem=inner), "en")
        == "a.trf: Sure? Confirm it if that is right"
    )
    assert problem_on_page(inner, "es") == "Sure? Confírmelo si es correcto"
    said = "write its code in columns 54 to 56"
    assert on_page(said, "en") == "write its code in the report"
    assert on_page("escríbalo en las columnas 58 a 68", "es") == "escríbalo en el informe"


# A walk through all pages: no command, no option, no format of programs, no raw value. And all that a page may say.

SLUG_DESK = (f"/t/{SLUG}/desk", f"/t/{SLUG}/do/")
WALKS: dict[str, tuple[list[str], tuple[str, ...]]] = {
    "": (["/", f"/t/{SLUG}"], ("/",)),
    "chief": ([f"/t/{SLUG}/desk"], SLUG_DESK),
    "demo": (["/office", "/t/new"], ("/office", "/t/new")),
}
"""Who walks, from where, and where to."""
MUST_SEE = {"": f"/t/{SLUG}/prizes", "chief": f"/t/{SLUG}/desk/log", "demo": "/t/new"}
"""A page that each of them comes to."""
REFUSED_IN: tuple[Language, ...] = ("es",) if TIMES == 1 else LANGUAGES
"""The languages in which every form is sent to have it refused. What is said in words of programs stands on the Spanish
page too, and the messages of both are held below; `make prove` sends the forms in both."""
CONDITIONS_TYPED = ("/tools/prizes", "/events/")
"""Pages where whoever calculates may write a condition: they have to show how."""


@pytest.mark.proof
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("who", WALKS)
def test_no_page_says_what_only_programs_read(event_office: MakeEventOffice, who: str, language: Language) -> None:
    app = event_office()
    app.state.site.events.act(SLUG, SetPrizes({"prizes": ["300 + cup", "100"]}), TOWN, NOW)
    visitor = TestClient(app, raise_server_exceptions=False, headers={"accept-language": language})
    if who:
        sign_in(visitor, who)
    starts, within = WALKS[who]
    pages = dict(walk(visitor, starts, within))
    left = [
        (path, *hit)
        for path, page in (*pages.items(), *(refused(visitor, pages) if language in REFUSED_IN else ()))
        for hit in forbidden_in(page)
        if hit[0] != "a condition" or not path.startswith(CONDITIONS_TYPED)
    ]
    assert not left, "\n".join(map(str, left))
    assert MUST_SEE[who] in pages
    assert len(pages) > 30


# The other kinds of tournaments: a league, a knock-out with level ties, a round robin, and a festival of two.

FESTIVAL = "/f/festival-de-otono"


def drawn_out(arbiter: Arbiter, *results: str) -> Arbiter:
    """Draw and publish rounds, one for each result that all of their boards have ("" leaves them open)."""
    for number, result in enumerate(results, 1):
        if number not in arbiter.state.rounds:
            arbiter.does(DrawNext(number))
        arbiter.does(Publish(number))
        if result:
            boards = arbiter.state.rounds[number].games
            arbiter.does(SetResults(number, [TypedResult(board.number, result) for board in boards]))
    return arbiter


def a_league() -> list[Arbiter]:
    """A league in its second round."""
    liga = drawn_out(league(slug="liga", name="Liga"), "")
    play_round(liga, LEAGUE_ROUNDS[0])
    liga.does(DrawNext(2))
    liga.does(Publish(2))
    return [liga]


def a_knock_out() -> list[Arbiter]:
    """A knock-out whose first round is level: one tie has gone on to its next stage."""
    copa = Arbiter({"slug": "copa", "name": "Copa", "system": "knockout", "third_place": True})
    copa.enters(4)
    copa.closes(seed=1)
    drawn_out(copa, "1/2")
    copa.does(OpenStage(1, seed=2))
    return [copa]


def a_round_robin() -> list[Arbiter]:
    """A round robin of four that is over: two of them play off for the first rank."""
    groups = {"alfil": 'club = "Club Alfil"', "u16": "born >= 2010"}
    rules = {"slug": "liguilla", "name": "Liguilla", "system": "berger", "time_control": "90+30", "groups": groups}
    liguilla = Arbiter(rules)
    liguilla.enters(4, club="Club Alfil")
    liguilla.closes(seed=1)
    drawn_out(liguilla, "1/2", "1/2", "1/2")
    liguilla.does(OpenPlayOff([1, 2], seed=1))
    return [liguilla]


def a_festival() -> list[Arbiter]:
    """Two tournaments with one registration: one is drawn, one waits for its players."""
    common = {"system": "dutch", "rounds": 3, "festival": "Festival de Otoño", "time_zone": "Europe/Madrid"}
    first = Arbiter(
        common | {"slug": "grupo-a", "name": "Grupo A", "schedule": [{"round": 1, "start": "2026-05-01T16:00"}]}
    )
    second = Arbiter(common | {"slug": "grupo-b", "name": "Grupo B", "first_table": 21, "admits": "rating < 1900"})
    for tournament in (first, second):
        tournament.enters(4, club="Club Alfil", born=1990)
    first.closes(seed=1)
    drawn_out(first, "1-0", "")
    return [first, second]


OTHER_WALKS: dict[str, tuple[Callable[[], list[Arbiter]], tuple[str, ...], tuple[str, str]]] = {
    "league": (a_league, ("/t/liga",), ("/t/liga/teams", "/t/liga/desk/teams")),
    "knock-out": (a_knock_out, ("/t/copa",), ("/t/copa/bracket", "/t/copa/desk/bracket")),
    "round robin": (a_round_robin, ("/t/liguilla",), ("/t/liguilla/crosstable", "/t/liguilla/desk/play-offs")),
    "festival": (
        a_festival, (FESTIVAL, "/t/grupo-a", "/t/grupo-b"), (f"{FESTIVAL}/pairings", f"{FESTIVAL}/desk/players"),
    ),
}  # fmt: skip
"""What is walked through: its tournaments, its first pages, a page that a visitor comes to, one that the chief does."""


@pytest.mark.proof
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", OTHER_WALKS)
def test_no_page_of_other_tournaments_says_it(event_office: MakeEventOffice, kind: str, language: Language) -> None:
    make, starts, must_see = OTHER_WALKS[kind]
    app = event_office()
    for tournament in make():
        restore_log(app.state.site.events, tournament.journal.lines)
        app.state.site.events.act(tournament.state.event_rules.slug, AddStaff("chief", "chief"), TOWN, NOW)
    desks = [f"{start}/desk" for start in starts]
    for who, first, within, seen in (
        ("", list(starts), starts, must_see[0]),
        ("chief", desks, (*desks, *(f"{start}/do/" for start in starts)), must_see[1]),
    ):
        visitor = TestClient(app, raise_server_exceptions=False, headers={"accept-language": language})
        if who:
            sign_in(visitor, who)
        pages = dict(walk(visitor, first, within))
        shown = (*pages.items(), *(refused(visitor, pages) if language in REFUSED_IN else ()))
        left = [(path, *hit) for path, page in shown for hit in forbidden_in(page)]
        assert not left, "\n".join(map(str, left))
        assert seen in pages, sorted(pages)
        assert len(pages) > 10, sorted(pages)


ON_PAGES = ("web.", "event-", "desk-finding.", "tournament.warning.", "paper.", "on-page.", "prizes.column", "finding.",
            "lab.compared-note.")  # fmt: skip
NOT_ON_PAGES = ("web.api.",)
OF_PROGRAMS = ("cli/", "bulk/", "library/", "lab/studies")
"""Rooms whose messages no page shows."""
OF_THE_SERVER = {
    "edition.file-name", "edition.not-toml", "regulations.no-folder", "regulations.twice", "key-file-open",
    "office-sqlite",
}  # fmt: skip
"""Messages for whoever starts the server, before there is a page."""
QUOTED = re.compile(r'"([a-z0-9.-]+)"')
PLACEHOLDER = re.compile(r"\{[^}]*\}")


def raised_outside(rooms: tuple[str, ...]) -> set[str]:
    """The words in the code outside some rooms: among them the keys of all messages that are made there."""
    package = PROJECT / "src" / "arpad"
    files = [file for file in package.rglob("*.py") if not str(file.relative_to(package)).startswith(rooms)]
    return {word for file in files for word in QUOTED.findall(file.read_text("utf-8"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_says_what_only_programs_read(language: Language) -> None:
    """Every message of the catalogues that a page may show, in the words of the pages; also those whose keys are put
    together, so that nobody can say where they are made."""
    everywhere, here = raised_outside(()), raised_outside(OF_PROGRAMS)
    found = []
    for key in keys(language):
        room, _, name = key.partition(".")
        refusal = room == "error" and (name in here - OF_THE_SERVER or name not in everywhere)
        if not refusal and (not key.startswith(ON_PAGES) or key.startswith(NOT_ON_PAGES)):
            continue
        shown = f"on-page.{name}" if refusal and has(f"on-page.{name}") else key
        said = PLACEHOLDER.sub("…", on_page(text(shown, language), language))
        found += [(key, what, said) for what in IN_MESSAGES if FORBIDDEN[what].search(said)]
    assert not found, "\n".join(map(str, found))


IN_MESSAGES = ("an option", "a command", "a format", "columns of a report", "a time of programs")
