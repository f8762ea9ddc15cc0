"""The forms for title events, read back: IT3, and forms 4, 5 and 6 of 2003 and 2005; the counting behind them."""

import datetime as dt

import pytest

from arpad.domain.event import Event, Player
from arpad.i18n import ArpadError
from arpad.papers.title_forms import (
    TYPES,
    ReportExtra,
    census,
    foreigners,
    form_4,
    form_5,
    form_6,
    it3,
    norm_row,
    schedule,
)
from certificate_events import SAMPLE, meeting, pages, whole


def crowd() -> list[Player]:
    """TV-FM-01: the players of the printed sample of form IT3, type by type: of the host federation, and others."""
    numbers = {"GM": (10, 26), "IM": (12, 13), "FM": (17, 4), "WGM": (0, 5), "WIM": (2, 3), "WFM": (2, 0)}
    kinds = [(title, 2400, home, away) for title, (home, away) in numbers.items()]
    home, away = (sum(kind[at] for kind in kinds) for at in (2, 3))  # type: ignore[misc]
    kinds += [("", 2100, 324 - home, 87 - away), ("", None, 16, 1)]  # type: ignore[list-item]
    found: list[Player] = []
    abroad = 0
    for title, rating, at_home, others in kinds:
        found += [Player(len(found) + at, title=title, rating=rating, federation="ESP") for at in range(1, at_home + 1)]
        for _ in range(others):
            federation = f"F{abroad % 36:02}"
            abroad += 1
            found.append(Player(len(found) + 1, title=title, rating=rating, federation=federation))
    return found


def test_the_players_by_type_of_form_it3() -> None:
    """TV-FM-01: rated 411 = 324 + 87 of 37 federations; unrated 17; GM 36; IM 25; FM 21; WGM 5; WIM 5; WFM 2."""
    found = census(crowd(), "ESP")
    assert tuple(found) == TYPES
    assert {name: (counted.number, counted.host, counted.other) for name, counted in found.items()} == {
        "rated": (411, 324, 87), "unrated": (17, 16, 1), "gm": (36, 10, 26), "im": (25, 12, 13), "fm": (21, 17, 4),
        "wgm": (5, 0, 5), "wim": (5, 2, 3), "wfm": (2, 2, 0),
    }  # fmt: skip
    assert found["rated"].federations == 37
    assert found["wgm"].federations == 5
    assert found["wfm"].federations == 1
    unknown = census(crowd(), "")
    assert (unknown["gm"].number, unknown["gm"].host, unknown["gm"].other) == (36, None, None)
    assert census([Player(1, rating=2000), Player(2, rating=2000, federation="esp")], "ESP")["rated"] == (2, 1, 1, 0)


def test_the_foreigners_of_forms_it1_and_it3_agree() -> None:
    """TV-FM-02: titled 47 = 26 + 13 + 5 + 3; rated 87; 36 federations without the host's."""
    assert foreigners(crowd(), "ESP") == {"federations": "36", "rated": "87", "titled": "47"}


def test_form_it3() -> None:
    event = meeting(SAMPLE, players=tuple(crowd()), deputy_arbiters=("A", "B", "C", "D", "E", "F", "G"))
    extra = ReportExtra("Chess Club", "info@example.org", "Dutch", "", "Vega", "Restarted.", "Calle Mayor 1")
    (page,) = pages(it3(event, extra))
    for part in (
        "Tournament Report Form IT3", "ESP, Roquetas de Mar", "Chess Club", "info@example.org", "Dutch", "Vega",
        "Restarted.", "IA Ruiz, Carmen Calle Mayor 1", "90/40+30:30", "Rated 411 37 324 87 Unrated 17 2 16 1",
        "GM 36 27 10 26 WGM 5 5 0 5", "1st deputy chief arbiter A",
        "If more than 20 players 2nd deputy chief arbiter B",
        "If more than 220 players 6th deputy chief arbiter F, G", "FIDE Secretariat",
    ):  # fmt: skip
        assert part in page, (part, page)
    assert page.count("×") == 1
    assert "Informe del torneo Tournament Report Form" in whole(it3(event, None, "es"))
    assert "GM 36 27 1 35" in whole(it3(event, ReportExtra(host="F00")))


def test_the_schedule_of_form_it3() -> None:
    first, second = dt.date(2024, 3, 1), dt.date(2024, 3, 2)
    assert schedule(Event(rounds=2, round_dates=(first, second)), "en") == "1"
    assert schedule(Event(rounds=3, round_dates=(first, first, second)), "en") == "1 (days: 1), 2 (days: 1)"
    assert schedule(Event(rounds=3, round_dates=(first, None, second)), "en") == ""
    assert schedule(Event(), "en") == ""


def test_form_4() -> None:
    """R(a) of him and nine opponents: (2450 + 22425) / 10 = 2487.5, so 2488; N = 9 without the forfeit."""
    event = meeting(SAMPLE)
    (page,) = pages(form_4(event, [1]))
    for part in (
        "Certificate of Title Result Form 4", "GM IM WGM WIM", "Prince", "Andrew", "1 LALLANA, Daniel ARG 1940 CM +",
        "10 STEINGRIMSSON, Hedinn ISL 2557 GM ½", "R(a) 2488", "N 9", "unrated = 2000", "Roquetas de Mar",
    ):  # fmt: skip
        assert part in page, (part, page)
    assert len(pages(form_4(event))) == 11
    assert "Certificado de norma Certificate of Title Result" in whole(form_4(event, [2], {}, "es"))
    with pytest.raises(ArpadError, match="no player 77"):
        form_4(event, [77])


def test_form_5_is_the_forerunner_of_form_it3() -> None:
    (page,) = pages(form_5(meeting(SAMPLE), ReportExtra(responsible="By hand, Ms")))
    for part in ("Tournament Report Form 5", "Rated 11 7 5 6", "4th deputy chief arbiter", "By hand, Ms"):
        assert part in page, (part, page)
    assert "5th deputy" not in page
    assert "Informe del torneo Tournament Report" in whole(form_5(meeting(SAMPLE), None, "es"))


def test_form_6() -> None:
    """nf and hfp include the player: 6 federations; Rc 22425 / 9 = 2491.67, so 2492; 6 of 9 is 67%, dp 125, Rp 2617."""
    event = meeting(SAMPLE)
    row = norm_row(event, event.players[0], None, "ESP", "en")
    assert row == [
        "", "Prince, Andrew 400000", "ENG", "9", "6", "5", "4", "9", "0", "7", "0", "0", "0", "0", "0", "2450", "2488",
        "", "", "6", "2492", "2617",
    ]  # fmt: skip
    assert norm_row(event, event.players[2], None, "ESP", "en")[3:9] == ["1", "2", "1", "1", "1", "0"]
    assert norm_row(event, event.players[1], {}, "", "es")[3:] == [
        "0",
        "1",
        *[""] * 2,
        *["0"] * 8,
        *[""] * 4,
        "0",
        "",
        "",
    ]
    (page,) = pages(form_6(event))
    assert "Prince, Andrew 400000 ENG 9 6 5 4 9 0 7" in page
    assert "LALLANA" not in page, "he played no game"
    assert "LALLANA" in whole(form_6(event, [2]))
    assert "Normas de título Title Norms" in whole(form_6(event, None, None, "es", "BUL"))
