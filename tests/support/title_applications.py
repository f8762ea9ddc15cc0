"""Title applications to change in one place: nine games against good opponents in a large Swiss."""

import datetime as dt
from dataclasses import replace
from typing import Any

from arpad.regulations.title_editions import NormTitle
from arpad.titles.applications import ApplicationVerdict, judge
from arpad.titles.model import Applicant, Application, NormEntry, Opponents, Reached

OPPONENTS = Opponents(
    host=4,
    foreign=6,
    one_federation=2,
    federations=4,
    titled=7,
    gm=4,
    im=3,
    fm=0,
    wgm=0,
    wim=0,
    wfm=0,
    rated=9,
    unrated=0,
)
APPLIED = dt.date(2023, 12, 1)


def norm(month: int = 3, year: int = 2023, credit: int = 9, **changes: Any) -> NormEntry:
    """A GM norm of nine games: 6 points against 2480, one round a day, a large Swiss."""
    entry = NormEntry(
        event=f"Open {year}-{month}",
        location="",
        start=dt.date(year, month, 1),
        end=dt.date(year, month, 9),
        system="swiss",
        rounds=9,
        games=9,
        score=12,
        required=12,
        average=2480,
        credit=credit,
        opponents=OPPONENTS,
        one_round_days=9,
        participants=90,
        participants_average=2200,
    )
    return replace(entry, **changes)


def apply(*norms: NormEntry, title: NormTitle = "GM", highest: int = 2500, **changes: Any) -> ApplicationVerdict:
    person = Applicant("Minta", "Pál", "790001", "HUN", changes.pop("sex", "m"))
    rating = changes.pop("rating", Reached(highest, dt.date(2023, 10, 1)))
    date = changes.pop("date", APPLIED)
    return judge(Application("HUN", title, person, rating, norms, date, **changes))


def lacking(verdict: ApplicationVerdict) -> list[str]:
    return [lack.check.name if lack.norm is None else f"{lack.norm}: {lack.check.name}" for lack in verdict.lacks]


def three(**changes: Any) -> list[NormEntry]:
    return [norm(month, **changes) for month in (3, 5, 7)]
