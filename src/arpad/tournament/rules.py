"""The rules of an event: every key with its type and limits, in TOML and in the log."""

import datetime as dt
import json
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any, Literal, get_type_hints

from arpad.domain.event import USUAL_POINTS
from arpad.i18n import ArpadError, Words
from arpad.inputs.toml_tables import (
    Maker,
    TomlKey,
    TomlTable,
    WithControl,
    control_of,
    flag,
    iso_day,
    number,
    one_line,
    one_of,
    refuse_unless,
    text,
    whole,
    words,
)
from arpad.inputs.toml_tables import federation as federation_code
from arpad.prizes.files import Ranking
from arpad.prizes.files import read_rules as read_prize_rules
from arpad.prizes.rules import PrizeRules
from arpad.regulations.articles import TimeClass
from arpad.regulations.event_rules import announced_rules
from arpad.standings.conditions import parse_condition

# What each key of an event's rules takes. A value is plain JSON in the log, and the same in the TOML file.

Frozen = Literal["at-once", "drawn", "published", "started", "handed-over", "rules", "never"]
"""Until when a key may be changed: never again, until round 1 is drawn or published, until a round has started, until
the event is handed over; `rules`: later on it is a breach; `never`: at any time."""

SYSTEMS_BY_TABLE = (
    "berger", "double-berger", "varma", "scheveningen", "schiller", "skalitzka", "hilton", "match",
)  # fmt: skip
OTHER_SYSTEMS = ("knockout", "manual")
FIDE_TABLES = ("berger", "double-berger", "varma", "scheveningen", "schiller")
FIDE_SWISS = ("dutch", "dubov", "burstein", "lim", "double")
FIDE_TEAMS = ("team",)
"""The systems of FIDE: by a table, a Swiss of players and one of teams, each in any edition."""
TWO_STEPS_SINCE = dt.date(2026, 3, 1)
"""C.02.01: the first day of the events whose FIDE mode a command leaves in two steps (VCL 43)."""
ORDERS = ("fide", "national", "fidon", "nidof", "hbfn", "lbfn", "feda", "given")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST_SLUG = 60
ZONE = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")
"""The name of a time zone. Whether there is one is checked when the rules are made, so that no log becomes unreadable
where its zone is not known."""
POINTS = ("win", "draw", "loss", "forfeit-win", "forfeit-loss", "bye")
"""What has points. They need not be halves: the inequality that they break says what they may be."""
MOVES_SHOWN = ("at-once", "15-minutes", "after-round")
"""When everybody may see the moves of games."""
MOST_ROUNDS = 99
MOST_BOARDS = 99
MOST_POINTS = 99
MOST_MINUTES = 24 * 60
MOST_KEY = 999_999_999
"""The greatest number of an event on chess-results."""
LONGEST_PROSE = 8000
GROUP_COLUMNS = ("club", "family")
"""What the condition of a group may ask for, beside what every condition may."""
LIST_NAME = re.compile(r"standard|rapid|blitz|(office|custom):[a-z0-9]+(-[a-z0-9]+)*")
"""A list of ratings: that of a time class, those of a rating system of the office, or a file that the event keeps."""
RATINGS_OF = re.compile(r"first|round|list [0-9]{4}-(0[1-9]|1[0-2])")
"""Which ratings count in tie-breaks of a long event: the first, those of each round, or those of a period."""
SCOPES = ("international", "national", "regional", "provincial")
LEVELS = ("national", "regional", "provincial")
"""FEDA 1.11 to 1.13: the levels of events and of arbiters, the highest first."""
CATEGORIES = tuple(f"1.11.{letter}" for letter in "abcdef") + tuple(
    f"1.1{level}.{letter}" for level, letters in ((2, "abcd"), (3, "abc")) for letter in letters
)
INVITATION_ITEMS = tuple(item.name for item in announced_rules().items)
"""C.05 12.3: the 24 items of an invitation."""
TIMES = ("pairings", "start", "results", "corrections")
"""The times that the schedule of a round may name."""
ON_THE_COMMITTEE = ("chairman", "member", "reserve")


@dataclass(frozen=True, slots=True)
class RuleKey(TomlKey):
    """A key of the rules: how its value is read, an example, the source, and until when it may be changed. Its words
    are `tournament.rule.KEY`; its `control` is that of a form."""

    source: str = ""
    frozen: Frozen = "published"


def table(value: object, known: Collection[str] = ()) -> Mapping[str, Any]:
    """Return a table; refuse any other value, and one with other keys than those known, if there are any."""
    if not isinstance(value, Mapping) or (known and not set(value) <= set(known)):
        raise ValueError
    return value


def row(value: object) -> Sequence[Any]:
    """Return a list; refuse any other value."""
    if not isinstance(value, list | tuple):
        raise ValueError
    return value


def stripped(value: object) -> str:
    return text(value).strip()


def prose(value: object) -> str:
    """A text of several paragraphs."""
    written = stripped(value).replace("\r\n", "\n")
    refuse_unless(len(written) <= LONGEST_PROSE)
    return written


def like(pattern: re.Pattern[str]) -> Maker:
    """A text of a form."""

    def made(value: object) -> str:
        refuse_unless(isinstance(value, str) and pattern.fullmatch(value) is not None)
        return str(value)

    return made


def half_points(value: object) -> Fraction:
    """Points in halves: 1, 0.5, or as text 1/2."""
    found = number(value)
    refuse_unless((found * 2).denominator == 1)
    return found


def slug_from(name: str) -> str:
    """Return a name as an address has it: small letters without marks, figures and hyphens."""
    apart = unicodedata.normalize("NFD", name.casefold())
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return "-".join(re.findall(r"[a-z0-9]+", bare))[:LONGEST_SLUG].strip("-")


def festival_name(value: object) -> str:
    """A name on one line of which an address can be made."""
    name = one_line(value)
    refuse_unless(not name or bool(slug_from(name)))
    return name


def asked(maker: Maker, kind: str) -> WithControl:
    """A value that a form asks for by a control of its own."""
    return replace(control_of(maker), kind=kind)


def several(maker: Maker, counts: Collection[int] = (), kind: str = "lines") -> WithControl:
    """A list of values of one kind; `counts` are the numbers of them that it may have, if not any."""

    def made(value: object) -> tuple[Any, ...]:
        found = tuple(maker(one) for one in row(value))
        refuse_unless(not counts or len(found) in counts)
        return found

    return WithControl(made, kind)


def table_of(maker: Maker, kind: str, known: Collection[str] = ()) -> WithControl:
    """A table of values of one kind; `known` are the keys that it may have, if not any."""

    def made(value: object) -> dict[str, Any]:
        return {str(name): maker(one) for name, one in table(value, known).items()}

    return WithControl(made, kind)


def stage(value: object) -> tuple[str, int, str]:
    """A stage of a knock-out: its name, how many games, the time control."""
    name, games, control = row(value)
    return words(name), whole(1, 24)(games), one_line(control)


def scheduled(value: object) -> dict[str, str]:
    """The times of a round: pairings, start, results, corrections."""
    row = table(value, ("round", *TIMES))
    refuse_unless("round" in row)
    moments = {name: moment(one) for name, one in row.items() if name != "round"}
    place = row["round"]
    if isinstance(place, str) and place.isdecimal():
        place = int(place)
    return {"round": str(whole(1, MOST_ROUNDS)(place)), **moments}


def rating_periods(value: object) -> str | tuple[tuple[dt.date, dt.date], ...]:
    """By months, none, or the first and the last day of each period, one after the other."""
    if isinstance(value, str):
        return str(one_of(("monthly", "none"))(value))
    periods = tuple((iso_day(first), iso_day(last)) for first, last in row(value))
    refuse_unless(bool(periods) and all(first <= last for first, last in periods))
    refuse_unless(all(before[1] < after[0] for before, after in pairwise(periods)))
    return periods


def moment(value: object) -> str:
    """A day, with its hour if that is known, as TOML has it or as text."""
    if isinstance(value, str):
        dt.datetime.fromisoformat(value)
        return value
    if not isinstance(value, dt.date):
        raise ValueError
    return value.isoformat()


def condition(value: object) -> str:
    """The condition of a group."""
    typed = words(value)
    try:
        parse_condition(typed, GROUP_COLUMNS)
    except ArpadError:
        raise ValueError from None
    return typed


def admitted(value: object) -> str:
    """The condition of those who may play, empty for everybody."""
    return condition(value) if text(value).strip() else ""


NOBODY_MEETS = "rating = none and rating >= 1"
"""A condition that nobody meets: that of a group that the rules do not have any more."""


def prize_rules(value: Mapping[str, Any], groups: Mapping[str, str], on: dt.date | None) -> PrizeRules:
    """Return the prizes of an event as `arpad prizes` has them. A category is for a group of the event, or for players
    who meet a condition of its own; ages count on the first day if the prizes name none."""
    categories = []
    for category in row(value.get("category", [])):
        own = dict(table(category))
        group = own.pop("group", None)
        categories.append(own if group is None else own | {"where": groups.get(str(group), NOBODY_MEETS)})
    ranking = Ranking((), GROUP_COLUMNS, date=on)
    return read_prize_rules("prizes", {**value, "category": categories}, ranking)


def announced_prizes(value: object) -> dict[str, Any]:
    """The prizes of an event, as the file of `arpad prizes` has them; a category may name a group instead of a
    condition."""
    data = plain(table(value))
    prize_rules(data, {}, dt.date.min)
    return dict(data)


def committee_member(value: object) -> dict[str, Any]:
    """Somebody on the appeals committee: a name, or a table with the name, the federation, the year and the part."""
    if isinstance(value, str):
        value = {"name": value}
    makers: Mapping[str, Maker] = {
        "name": words, "federation": federation_code, "born": whole(1850, 2999), "part": one_of(ON_THE_COMMITTEE),
    }  # fmt: skip
    member = table(value, makers)
    refuse_unless("name" in member)
    return {name: makers[name](one) for name, one in member.items()}


def money(value: object) -> Fraction:
    """An amount in whole cents, as 25 or 12.50."""
    found = number(value)
    refuse_unless(found >= 0 and (found * 100).denominator == 1)
    return found


def fee_payers(value: object) -> str:
    """The players that an amount is for: a group of the rules, or a condition."""
    typed = words(value)
    return typed if len(typed.split()) == 1 else condition(typed)


def fee_category(value: object) -> dict[str, Any]:
    """Players with a fee of their own: whom it is for, and the amount."""
    given = table(value, ("name", "who", "amount"))
    refuse_unless({"who", "amount"} <= set(given))
    return {
        "name": one_line(given.get("name", "")),
        "who": fee_payers(given["who"]),
        "amount": money(given["amount"]),
    }


def fee_discount(value: object) -> dict[str, Any]:
    """A discount: an amount or a percentage, for players on a condition, or entered until a day, or both."""
    makers: Mapping[str, Maker] = {
        "name": one_line, "who": fee_payers, "until": iso_day, "less": money, "percent": whole(1, 100),
    }  # fmt: skip
    given = table(value, makers)
    refuse_unless(("less" in given) != ("percent" in given) and bool({"who", "until"} & set(given)))
    return {name: makers[name](part) for name, part in given.items()}


def fee_rule(value: object) -> dict[str, Any]:
    """What players pay: the currency, the usual amount, those of categories, and discounts."""
    makers: Mapping[str, Maker] = {
        "currency": one_line, "amount": money, "categories": several(fee_category), "discounts": several(fee_discount),
    }  # fmt: skip
    given = table(value, makers)
    refuse_unless("amount" in given)
    return {name: makers[name](part) for name, part in given.items()}


def accelerated(value: object) -> object:
    """None, Baku, or the virtual points of each round for the upper half."""
    if isinstance(value, str):
        return one_of(("none", "baku"))(value)
    return several(half_points)(value)


def optional(maker: Maker) -> WithControl:
    """A value that may be left open with null."""
    return replace(control_of(maker), maker=lambda value: None if value is None else maker(value))


# The rules of an event: one table, in the first line of its log, and later changes of single keys.

HALF = Fraction(1, 2)
LATEST_HALF_POINT_BYE = 2
"""C.05 6: no half-point bye in the last two rounds, if the rules do not say otherwise."""
USUAL_MATCH_POINTS = (Fraction(2), Fraction(1), Fraction(0))
DEFAULT_STAGES = (
    ("standard", 2, "90+30"), ("rapid", 2, "25+10"), ("blitz", 2, "5+3"), ("sudden-death", 1, "5-4"),
)  # fmt: skip


@dataclass(frozen=True)
class EventRules:
    """What an event is played by. The fields are the keys of the rules, in the log and in a TOML file."""

    slug: Annotated[str, RuleKey(asked(like(SLUG), "slug"), '"valdeoca-2026"', "", "at-once", needed=True)]
    name: Annotated[str, RuleKey(words, '"Open de Valdeoca"', "C.05 12.3 (1)", "never", needed=True)]
    city: Annotated[str, RuleKey(one_line, '"Valdeoca"', "C.05 12.3 (1)", "never")] = ""
    federation: Annotated[str, RuleKey(federation_code, '"ESP"', "C.05 12.3 (1)", "never")] = ""
    start: Annotated[dt.date | None, RuleKey(iso_day, "2026-05-01", "C.05 12.3 (1)")] = None
    end: Annotated[dt.date | None, RuleKey(iso_day, "2026-05-09", "C.05 12.3 (1)", "never")] = None
    time_zone: Annotated[str, RuleKey(asked(like(ZONE), "zone"), '"Europe/Madrid"', "", "never")] = ""
    kind: Annotated[str, RuleKey(one_of(("individual", "team")), '"individual"')] = "individual"
    system: Annotated[str, RuleKey(asked(words, "system"), '"dutch"')] = ""
    rounds: Annotated[int, RuleKey(whole(1, MOST_ROUNDS), "9", "C.04.1.a", "rules")] = 0
    acceleration: Annotated[
        str | tuple[Fraction, ...], RuleKey(asked(accelerated, "acceleration"), '"none" | "baku"', "C.04.5")
    ] = "none"
    level: Annotated[str, RuleKey(one_of(("L1", "L2", "L3")), '"L3"', "C.05 1.2")] = "L3"
    time_class: Annotated[
        TimeClass, RuleKey(asked(one_of(("standard", "rapid", "blitz")), "time-class"), '"standard"')
    ] = "standard"
    time_control: Annotated[str, RuleKey(asked(one_line, "time-control"), '"90+30"')] = ""
    stages: Annotated[
        tuple[tuple[str, int, str], ...],
        RuleKey(
            several(stage, range(1, MOST_ROUNDS), "stages"), '[["standard", 2, "90+30"]]', "Arbiters' Manual IV 6.2"
        ),
    ] = DEFAULT_STAGES
    third_place: Annotated[bool, RuleKey(flag, "true | false")] = False
    points: Annotated[
        Mapping[str, Fraction],
        RuleKey(table_of(number, "points", POINTS), "{win = 1, draw = 0.5, loss = 0}", "Laws 10"),
    ] = field(default_factory=dict)
    order: Annotated[str, RuleKey(one_of(ORDERS), '"fide"', "C.04.2.B")] = "fide"
    order_last: Annotated[str, RuleKey(one_of(("name", "lot", "given")), '"name"', "C.04.2.B")] = "name"
    lists: Annotated[tuple[str, ...], RuleKey(several(like(LIST_NAME)), '["rapid", "office:liga"]', "", "never")] = ()
    initial: Annotated[str, RuleKey(one_of(("lot", "w", "b")), '"lot"', "C.04.3.E.5", "drawn")] = "lot"
    swap: Annotated[str, RuleKey(one_of(("first", "each", "none")), '"first"', "C.05 Annex 1")] = "first"
    half_point_byes: Annotated[int, RuleKey(whole(0, MOST_ROUNDS), "1", "C.05 6.7 (4)")] = 0
    half_point_bye_until: Annotated[int | None, RuleKey(optional(whole(0, MOST_ROUNDS)), "7", "C.05 6.7 (4)")] = None
    late_points: Annotated[Fraction, RuleKey(asked(half_points, "score"), "0.5", "C.04.2.C.2")] = Fraction(0)
    default_minutes: Annotated[int | None, RuleKey(optional(whole(0, MOST_MINUTES)), "30", "Laws 6.7.1", "started")] = (
        None
    )
    correction_minutes: Annotated[
        int | None, RuleKey(optional(whole(0, MOST_MINUTES)), "15", "C.04.2.D.8", "never")
    ] = None
    schedule: Annotated[
        tuple[Mapping[str, str], ...],
        RuleKey(
            several(scheduled, kind="schedule"), '[{round = 1, start = "2026-05-01T16:00"}]', "C.04.2.D.8", "never"
        ),
    ] = ()
    periods: Annotated[
        str | tuple[tuple[dt.date, dt.date], ...],
        RuleKey(
            asked(rating_periods, "periods"),
            '[["2026-01-10", "2026-02-14"], ["2026-03-07", "2026-05-16"]]',
            "B.02",
            "handed-over",
        ),
    ] = "monthly"
    tie_breaks: Annotated[
        tuple[str, ...], RuleKey(several(words, kind="tie-breaks"), '["BH-C1", "BH"]', "C.05 8", "rules")
    ] = ()
    tie_break_edition: Annotated[str, RuleKey(asked(words, "edition"), '"c07-2017"', "C.07", "rules")] = ""
    ratings_for_tie_breaks: Annotated[str, RuleKey(like(RATINGS_OF), '"list 2026-03"', "C.07 10", "rules")] = "first"
    boards: Annotated[int, RuleKey(whole(1, MOST_BOARDS), "4", "C.05 7")] = 4
    pattern: Annotated[str, RuleKey(words, '"WBWB"', "C.05 7")] = ""
    match_points: Annotated[
        tuple[Fraction, ...], RuleKey(several(half_points, (3,), "scores"), "[2, 1, 0]", "C.05 7")
    ] = USUAL_MATCH_POINTS
    bye_points: Annotated[
        tuple[Fraction, ...], RuleKey(several(half_points, (0, 2), "scores"), "[2, 2]", "C.04.6")
    ] = ()
    colours: Annotated[str, RuleKey(one_of(("A", "B", "none")), '"A"', "C.04.6")] = "A"
    line_up: Annotated[str, RuleKey(one_of(("list", "rating-100", "free")), '"list"', "C.05 7")] = "list"
    line_up_minutes: Annotated[int, RuleKey(whole(0, MOST_MINUTES), "15", "C.05 7")] = 15
    strength: Annotated[int | None, RuleKey(whole(1, MOST_BOARDS), "4", "C.05 7")] = None
    groups: Annotated[
        Mapping[str, str], RuleKey(table_of(condition, "groups"), '{u16 = "born >= 2010"}', "", "never")
    ] = field(default_factory=dict)
    prizes: Annotated[
        Mapping[str, Any],
        RuleKey(
            asked(announced_prizes, "page"),
            '{system = "hort", prizes = ["300", "200 + cup"], category = '
            '[{name = "U16", group = "u16", prizes = ["50", "+ book"]}]}',
            "",
            "never",
        ),
    ] = field(default_factory=dict)
    claims: Annotated[str, RuleKey(one_of(("off", "show", "accept")), '"off"', "", "never")] = "off"
    live: Annotated[bool, RuleKey(flag, "true | false", "", "never")] = True
    moves: Annotated[str, RuleKey(one_of(MOVES_SHOWN), '"after-round"', "", "never")] = "at-once"
    open: Annotated[bool, RuleKey(flag, "true | false", "", "never")] = False
    exclusive_with: Annotated[tuple[str, ...], RuleKey(several(like(SLUG)), '["valdeoca-b-2026"]', "", "never")] = ()
    festival: Annotated[str, RuleKey(festival_name, '"Open de Primavera 2026"', "", "never")] = ""
    admits: Annotated[str, RuleKey(asked(admitted, "condition"), '"rating < 1900"', "", "never")] = ""
    competition_rules: Annotated[str, RuleKey(one_of(("full", "reduced")), '"full"', "Laws A.4, B.2")] = ""
    guidelines: Annotated[str, RuleKey(one_of(("III.4", "III.5", "III", "none")), '"III.5"', "Laws III.2")] = ""
    draw_offers: Annotated[str, RuleKey(words, '"after move 30"', "Laws 9.1")] = ""
    devices: Annotated[str, RuleKey(words, '"in a bag, switched off"', "Laws 11.3")] = ""
    play_off: Annotated[str, RuleKey(words, '"first place"', "C.05 8")] = ""
    leaving_area: Annotated[str, RuleKey(words, '"the player not on move tells the arbiter"', "Laws 11.2")] = ""
    appeals_signed: Annotated[str, RuleKey(words, '"not after signing the score sheet"', "Laws 11.10")] = ""
    adjourned: Annotated[str, RuleKey(words, '"no games are adjourned"', "Laws I.11")] = ""
    appeals: Annotated[
        tuple[Mapping[str, Any], ...],
        RuleKey(
            several(committee_member, kind="committee"), '[{name = "Ana Sol", part = "chairman"}]', "C.05 10.2", "never"
        ),
    ] = ()
    chief_arbiter: Annotated[str, RuleKey(one_line, '"IA Arbizo, Clara"', "C.05 12.3 (14)", "never")] = ""
    arbiters: Annotated[tuple[str, ...], RuleKey(several(words), '["FA Sol, Ana"]', "", "never")] = ()
    invitation: Annotated[
        Mapping[str, str],
        RuleKey(table_of(stripped, "items", INVITATION_ITEMS), '{"03" = "Hotel Sol"}', "C.05 12.3", "never"),
    ] = field(default_factory=dict)
    first_table: Annotated[int, RuleKey(whole(1, 9999), "1", "", "never")] = 1
    registered: Annotated[dt.date | None, RuleKey(optional(iso_day), "2026-04-01", "", "handed-over")] = None
    hybrid: Annotated[bool, RuleKey(flag, "true | false", "", "handed-over")] = False
    official: Annotated[bool, RuleKey(flag, "true | false", "", "handed-over")] = False
    scope: Annotated[str, RuleKey(one_of(SCOPES), '"national"', "FEDA 1.1", "handed-over")] = ""
    by_invitation: Annotated[bool | None, RuleKey(asked(flag, "answer"), "true | false", "FEDA 1.1", "handed-over")] = (
        None
    )
    qualifies_for: Annotated[
        str, RuleKey(one_of(("national", "regional")), '"national"', "FEDA 1.1", "handed-over")
    ] = ""
    category: Annotated[str, RuleKey(one_of(CATEGORIES), '"1.11.d"', "FEDA 1.1", "handed-over")] = ""
    arbiter_level: Annotated[str, RuleKey(one_of(LEVELS), '"national"', "FEDA 1.1", "handed-over")] = ""
    rating_edition: Annotated[str, RuleKey(asked(words, "edition"), '"fide-2005"', "B.02", "handed-over")] = ""
    chess_results: Annotated[int | None, RuleKey(optional(whole(1, MOST_KEY)), "1234567", "", "never")] = None
    fees: Annotated[
        Mapping[str, Any], RuleKey(asked(fee_rule, "page"), '{currency = "EUR", amount = 25}', "", "never")
    ] = field(default_factory=dict)
    about: Annotated[str, RuleKey(asked(prose, "page"), '"Welcome to Valdeoca."', "", "never")] = ""
    venue: Annotated[str, RuleKey(asked(one_line, "page"), '"Plaza Mayor 1, Valdeoca"', "", "never")] = ""

    @property
    def team(self) -> bool:
        return self.kind == "team"

    @property
    def by_table(self) -> bool:
        """Whether all rounds are known from the beginning."""
        return self.system in SYSTEMS_BY_TABLE

    @property
    def swiss(self) -> bool:
        return not self.by_table and self.system not in OTHER_SYSTEMS

    @property
    def fide_system(self) -> bool:
        """Whether the event is played by a system of FIDE, so that FIDE mode is a word for it."""
        name = self.system.partition("-")[0]
        return self.system in FIDE_TABLES if self.by_table else name in (FIDE_TEAMS if self.team else FIDE_SWISS)

    @property
    def games(self) -> int:
        """The games that players have with each opponent, each in a round of its own: two in the Double-Swiss."""
        return 2 if self.system.partition("-")[0] == "double" else 1

    @property
    def own_acceleration(self) -> str:
        """The virtual points of an acceleration that is none of FIDE's, round by round; empty if there is none."""
        if not self.swiss or isinstance(self.acceleration, str):
            return ""
        return ", ".join(f"{number}: {points}" for number, points in enumerate(self.acceleration, 1))

    @property
    def half_byes_until(self) -> int:
        """The last round in which a half-point bye is given."""
        if self.half_point_bye_until is not None:
            return self.half_point_bye_until
        return max(0, self.rounds - LATEST_HALF_POINT_BYE)

    @property
    def worth(self) -> dict[str, Fraction]:
        """The points of a win, a draw and so on, those that the rules leave open by the Laws (10)."""
        usual = {"win": Fraction(1), "draw": HALF, "loss": Fraction(0), "forfeit-loss": Fraction(0)}
        points = usual | dict(self.points)
        return {"forfeit-win": points["win"], "bye": points["win"]} | points

    @property
    def worth_of_codes(self) -> dict[str, Fraction]:
        """The points by the codes of a report, the usual ones too."""
        return USUAL_POINTS | self.scoring()

    def scoring(self) -> dict[str, Fraction]:
        """The points by the codes of a report; empty if they are the usual ones."""
        if not self.points:
            return {}
        worth = self.worth
        names = {
            "1": "win", "W": "win", "=": "draw", "D": "draw", "0": "loss", "L": "loss", "+": "forfeit-win",
            "-": "forfeit-loss", "U": "bye", "F": "win", "H": "draw",
        }  # fmt: skip
        return {code: worth[name] for code, name in names.items()} | {"Z": Fraction(0), "X": Fraction(0)}


KEYS: Mapping[str, RuleKey] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(EventRules, include_extras=True).items()
}
DEFAULTS: Mapping[str, Any] = {
    one.name: one.default for one in fields(EventRules) if one.default is not MISSING and one.default is not None
}
"""What a key is if it is left open."""
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "event": ("name", "slug", "city", "federation", "start", "end", "time_zone", "festival"),
    "play": ("kind", "system", "rounds", "time_control", "time_class", "default_minutes", "acceleration"),
    "schedule": ("schedule", "periods"),
    "ties": ("tie_breaks", "tie_break_edition", "ratings_for_tie_breaks", "play_off"),
    "groups": ("groups", "admits"),
    "teams": ("boards", "pattern", "match_points", "bye_points", "colours", "line_up", "line_up_minutes", "strength"),
    "knockout": ("stages", "third_place"),
    "byes": ("half_point_byes", "half_point_bye_until", "late_points", "points"),
    "order": ("order", "order_last", "lists", "initial", "swap", "first_table"),
    "visitors": ("open", "live", "moves", "claims", "exclusive_with"),
    "laws": (
        "competition_rules", "guidelines", "draw_offers", "devices", "leaving_area", "appeals_signed", "adjourned",
        "correction_minutes",
    ),
    "people": ("chief_arbiter", "arbiters", "appeals"),
    "invitation": ("invitation",),
    "office": (
        "level", "registered", "hybrid", "official", "scope", "by_invitation", "qualifies_for", "category",
        "arbiter_level", "rating_edition", "chess_results",
    ),
}  # fmt: skip
"""How pages group the keys, and in which order they ask for them. A key of the kind `page` has a page of its own."""


def read_rules(data: Mapping[str, Any], file: str = "") -> EventRules:
    """Return the rules of a table, from a file or from the log; refuse one that does not fit."""
    table = TomlTable("event-rules", file)
    rules = EventRules(**table.read(dict(data), KEYS))
    check_points(rules)
    return rules


def check_points(rules: EventRules) -> None:
    """Laws 10.1: points are halves, a win is worth most, and a draw not more than half of a win and a loss."""
    worth = rules.worth
    usual = [worth["win"], worth["draw"], worth["loss"]] == [Fraction(1), HALF, Fraction(0)]
    broken = [
        name
        for name, holds in {
            "draw-loss": worth["loss"] < worth["draw"],
            "win-draw": worth["draw"] < worth["win"],
            "two-draws": 2 * worth["draw"] <= worth["win"] + worth["loss"],
            "forfeit": worth["forfeit-loss"] <= worth["loss"],
            "bye": worth["bye"] <= worth["win"],
            "bye-usual": not usual or worth["bye"] in (0, HALF, 1),
            "halves": all((value * 2).denominator == 1 for value in worth.values()),
        }.items()
        if not holds
    ]
    if broken:
        raise ArpadError("event-points", why=Words(f"tournament.points.{broken[0]}"))


def check_bye(rules: EventRules) -> None:
    """VCL 84: the pairing-allocated bye is worth what results can give: a sum of wins, draws and losses. Events that
    were made before keep theirs. A win is worth at most 99: what is typed by accident is not counted through."""
    if rules.worth["win"] > MOST_POINTS:
        raise ArpadError("event-points", why=Words("tournament.points.most", most=MOST_POINTS))
    steps = {int(rules.worth[name] * 2) for name in ("win", "draw", "loss")} - {0}
    reached = {0}
    for points in range(1, int(rules.worth["bye"] * 2) + 1):
        reached |= {points} if any(points - step in reached for step in steps) else set()
    if int(rules.worth["bye"] * 2) not in reached:
        raise ArpadError("event-points", why=Words("tournament.points.bye-reached"))


def plain(value: object) -> Any:
    """Return a value of the rules as JSON has it: days and points as text, lists for tuples."""
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return value.isoformat() if isinstance(value, dt.date) else value


def rules_file(data: Mapping[str, Any]) -> str:
    """Return rules as the TOML file that gives them."""
    return "".join(f"{name} = {_toml(value)}\n" for name, value in data.items())


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(name))} = {_toml(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
