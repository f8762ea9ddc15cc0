"""The rules of an event: every key with its type and limits, in TOML and in the log."""

import datetime as dt
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from arpad.domain.event import USUAL_POINTS
from arpad.i18n import ArpadError, Words
from arpad.inputs.toml_tables import (
    Maker,
    TomlKey,
    TomlTable,
    WithControl,
    control_of,
    federation,
    flag,
    iso_day,
    number,
    one_line,
    one_of,
    text,
    whole,
    words,
)
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
ORDERS = ("fide", "national", "fidon", "nidof", "hbfn", "lbfn", "feda", "given")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
ZONE = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")
POINTS = ("win", "draw", "loss", "forfeit-win", "forfeit-loss", "bye")
"""What has points. They need not be halves: the inequality that they break says what they may be."""
MOST_ROUNDS = 99
MOST_BOARDS = 99
MOST_MINUTES = 24 * 60
GROUP_COLUMNS = ("club", "family")
"""What the condition of a group may ask for, beside what every condition may."""
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
    """A key of the rules: how its value is read, an example, until when it may be changed, and the source. Its words
    are `tournament.rule.KEY`; its `control` is that of a form."""

    frozen: Frozen = "published"
    source: str = ""


def refuse_unless(fits: bool) -> None:
    """Refuse a value that does not fit its key."""
    if not fits:
        raise ValueError


def table(value: object) -> Mapping[str, Any]:
    """Return a table; refuse any other value."""
    if not isinstance(value, Mapping):
        raise ValueError
    return value


def table_with(value: object, known: Collection[str]) -> Mapping[str, Any]:
    """Return a table; refuse one with other keys than those known."""
    found = table(value)
    refuse_unless(set(found) <= set(known))
    return found


def row(value: object) -> Sequence[Any]:
    """Return a list; refuse any other value."""
    if not isinstance(value, list | tuple):
        raise ValueError
    return value


def stripped(value: object) -> str:
    return text(value).strip()


def slug(value: object) -> str:
    refuse_unless(isinstance(value, str) and SLUG.fullmatch(value) is not None)
    return str(value)


def time_zone(value: object) -> str:
    """The name of a time zone. Whether there is one is checked when the rules are made, so that no log becomes
    unreadable where its zone is not known."""
    refuse_unless(isinstance(value, str) and ZONE.fullmatch(value) is not None)
    return str(value)


def points(value: object) -> Fraction:
    """Points in halves: 1, 0.5, or as text 1/2."""
    found = number(value)
    refuse_unless((found * 2).denominator == 1)
    return found


def several(maker: Maker, counts: Collection[int] = ()) -> WithControl:
    """A list of values of one kind; `counts` are the numbers of them that it may have, if not any."""

    def made(value: object) -> tuple[Any, ...]:
        found = tuple(maker(one) for one in row(value))
        refuse_unless(not counts or len(found) in counts)
        return found

    return WithControl(made, "area")


def table_of(maker: Maker, known: Collection[str] = ()) -> WithControl:
    """A table of values of one kind; `known` are the keys that it may have, if not any."""

    def made(value: object) -> dict[str, Any]:
        found = table_with(value, known) if known else table(value)
        return {str(name): maker(one) for name, one in found.items()}

    return WithControl(made, "area")


def stage(value: object) -> tuple[str, int, str]:
    """A stage of a knock-out: its name, how many games, the time control."""
    name, games, control = row(value)
    return words(name), whole(1, 24)(games), one_line(control)


def scheduled(value: object) -> dict[str, str]:
    """The times of a round: pairings, start, results, corrections."""
    row = table_with(value, ("round", *TIMES))
    refuse_unless("round" in row)
    moments = {name: moment(one) for name, one in row.items() if name != "round"}
    place = row["round"]
    if isinstance(place, str) and place.isdecimal():
        place = int(place)
    return {"round": str(whole(1, MOST_ROUNDS)(place)), **moments}


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


def committee_member(value: object) -> dict[str, Any]:
    """Somebody on the appeals committee: a name, or a table with the name, the federation, the year and the part."""
    if isinstance(value, str):
        value = {"name": value}
    makers: Mapping[str, Maker] = {
        "name": words, "federation": federation, "born": whole(1850, 2999), "part": one_of(ON_THE_COMMITTEE),
    }  # fmt: skip
    member = table_with(value, makers)
    refuse_unless("name" in member)
    return {name: makers[name](one) for name, one in member.items()}


def acceleration(value: object) -> object:
    """None, Baku, or the virtual points of each round for the upper half."""
    if isinstance(value, str):
        return one_of(("none", "baku"))(value)
    return several(points)(value)


def optional(maker: Maker) -> WithControl:
    """A value that may be left open with null."""
    return replace(control_of(maker), maker=lambda value: None if value is None else maker(value))


KEYS: Mapping[str, RuleKey] = {
    "slug": RuleKey(slug, '"valdeoca-2026"', "at-once", needed=True),
    "name": RuleKey(words, '"Open de Valdeoca"', "never", "C.05 12.3 (1)", needed=True),
    "city": RuleKey(one_line, '"Valdeoca"', "never", "C.05 12.3 (1)"),
    "federation": RuleKey(federation, '"ESP"', "never", "C.05 12.3 (1)"),
    "start": RuleKey(iso_day, "2026-05-01", "published", "C.05 12.3 (1)"),
    "end": RuleKey(iso_day, "2026-05-09", "never", "C.05 12.3 (1)"),
    "time_zone": RuleKey(time_zone, '"Europe/Madrid"', "never"),
    "kind": RuleKey(one_of(("individual", "team")), '"individual"'),
    "system": RuleKey(words, '"dutch"'),
    "rounds": RuleKey(whole(1, MOST_ROUNDS), "9", "rules", "C.04.1.a"),
    "acceleration": RuleKey(acceleration, '"none" | "baku"', "published", "C.04.5"),
    "level": RuleKey(one_of(("L1", "L2", "L3")), '"L3"', "published", "C.05 1.2"),
    "time_class": RuleKey(one_of(("standard", "rapid", "blitz")), '"standard"'),
    "time_control": RuleKey(one_line, '"90+30"'),
    "stages": RuleKey(
        several(stage, range(1, MOST_ROUNDS)), '[["standard", 2, "90+30"]]', "published", "Arbiters' Manual IV 6.2"
    ),
    "third_place": RuleKey(flag, "true | false"),
    "points": RuleKey(table_of(number, POINTS), "{win = 1, draw = 0.5, loss = 0}", "published", "Laws 10"),
    "order": RuleKey(one_of(ORDERS), '"fide"', "published", "C.04.2.B"),
    "order_last": RuleKey(one_of(("name", "lot", "given")), '"name"', "published", "C.04.2.B"),
    "initial": RuleKey(one_of(("lot", "w", "b")), '"lot"', "drawn", "C.04.3.E.5"),
    "swap": RuleKey(one_of(("first", "each", "none")), '"first"', "published", "C.05 Annex 1"),
    "half_point_byes": RuleKey(whole(0, MOST_ROUNDS), "1", "published", "C.05 6.7 (4)"),
    "half_point_bye_until": RuleKey(optional(whole(0, MOST_ROUNDS)), "7", "published", "C.05 6.7 (4)"),
    "late_points": RuleKey(WithControl(points, "number"), "0.5", "published", "C.04.2.C.2"),
    "default_minutes": RuleKey(optional(whole(0, MOST_MINUTES)), "30", "started", "Laws 6.7.1"),
    "correction_minutes": RuleKey(optional(whole(0, MOST_MINUTES)), "15", "never", "C.04.2.D.8"),
    "schedule": RuleKey(several(scheduled), '[{round = 1, start = "2026-05-01T16:00"}]', "never", "C.04.2.D.8"),
    "tie_breaks": RuleKey(several(words), '["BH-C1", "BH"]', "rules", "C.05 8"),
    "tie_break_edition": RuleKey(words, '"c07-2017"', "rules", "C.07"),
    "boards": RuleKey(whole(1, MOST_BOARDS), "4", "published", "C.05 7"),
    "pattern": RuleKey(words, '"WBWB"', "published", "C.05 7"),
    "match_points": RuleKey(several(points, (3,)), "[2, 1, 0]", "published", "C.05 7"),
    "bye_points": RuleKey(several(points, (0, 2)), "[2, 2]", "published", "C.04.6"),
    "colours": RuleKey(one_of(("A", "B", "none")), '"A"', "published", "C.04.6"),
    "line_up": RuleKey(one_of(("list", "rating-100", "free")), '"list"', "published", "C.05 7"),
    "line_up_minutes": RuleKey(whole(0, MOST_MINUTES), "15", "published", "C.05 7"),
    "strength": RuleKey(whole(1, MOST_BOARDS), "4", "published", "C.05 7"),
    "groups": RuleKey(table_of(condition), '{u16 = "born >= 2010"}', "never"),
    "claims": RuleKey(one_of(("off", "show", "accept")), '"off"', "never"),
    "live": RuleKey(flag, "true | false", "never"),
    "open": RuleKey(flag, "true | false", "never"),
    "exclusive_with": RuleKey(several(slug), '["valdeoca-b-2026"]', "never"),
    "competition_rules": RuleKey(one_of(("full", "reduced")), '"full"', "published", "Laws A.4, B.2"),
    "guidelines": RuleKey(one_of(("III.4", "III.5", "III", "none")), '"III.5"', "published", "Laws III.2"),
    "draw_offers": RuleKey(words, '"after move 30"', "published", "Laws 9.1"),
    "devices": RuleKey(words, '"in a bag, switched off"', "published", "Laws 11.3"),
    "play_off": RuleKey(words, '"first place"', "published", "C.05 8"),
    "leaving_area": RuleKey(words, '"the player not on move tells the arbiter"', "published", "Laws 11.2"),
    "appeals_signed": RuleKey(words, '"not after signing the score sheet"', "published", "Laws 11.10"),
    "adjourned": RuleKey(words, '"no games are adjourned"', "published", "Laws I.11"),
    "appeals": RuleKey(several(committee_member), '[{name = "Ana Sol", part = "chairman"}]', "never", "C.05 10.2"),
    "chief_arbiter": RuleKey(one_line, '"IA Arbizo, Clara"', "never", "C.05 12.3 (14)"),
    "arbiters": RuleKey(several(words), '["FA Sol, Ana"]', "never"),
    "invitation": RuleKey(table_of(stripped, INVITATION_ITEMS), '{"03" = "Hotel Sol"}', "never", "C.05 12.3"),
    "first_table": RuleKey(whole(1, 9999), "1", "never"),
    "registered": RuleKey(optional(iso_day), "2026-04-01", "handed-over"),
    "hybrid": RuleKey(flag, "true | false", "handed-over"),
    "official": RuleKey(flag, "true | false", "handed-over"),
    "scope": RuleKey(one_of(SCOPES), '"national"', "handed-over", "FEDA 1.1"),
    "by_invitation": RuleKey(flag, "true | false", "handed-over", "FEDA 1.1"),
    "qualifies_for": RuleKey(one_of(("national", "regional")), '"national"', "handed-over", "FEDA 1.1"),
    "category": RuleKey(one_of(CATEGORIES), '"1.11.d"', "handed-over", "FEDA 1.1"),
    "arbiter_level": RuleKey(one_of(LEVELS), '"national"', "handed-over", "FEDA 1.1"),
    "rating_edition": RuleKey(words, '"fide-2005"', "handed-over", "B.02"),
}


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
    """What an event is played by. The fields are the keys of the rules, in `KEYS`."""

    slug: str
    name: str
    city: str = ""
    federation: str = ""
    start: dt.date | None = None
    end: dt.date | None = None
    time_zone: str = ""
    kind: str = "individual"
    system: str = ""
    rounds: int = 0
    acceleration: str | tuple[Fraction, ...] = "none"
    level: str = "L3"
    time_class: str = "standard"
    time_control: str = ""
    stages: tuple[tuple[str, int, str], ...] = DEFAULT_STAGES
    third_place: bool = False
    points: Mapping[str, Fraction] = field(default_factory=dict)
    order: str = "fide"
    order_last: str = "name"
    initial: str = "lot"
    swap: str = "first"
    half_point_byes: int = 0
    half_point_bye_until: int | None = None
    late_points: Fraction = Fraction(0)
    default_minutes: int | None = None
    correction_minutes: int | None = None
    schedule: tuple[Mapping[str, str], ...] = ()
    tie_breaks: tuple[str, ...] = ()
    tie_break_edition: str = ""
    boards: int = 4
    pattern: str = ""
    match_points: tuple[Fraction, ...] = USUAL_MATCH_POINTS
    bye_points: tuple[Fraction, ...] = ()
    colours: str = "A"
    line_up: str = "list"
    line_up_minutes: int = 15
    strength: int | None = None
    groups: Mapping[str, str] = field(default_factory=dict)
    claims: str = "off"
    live: bool = True
    open: bool = False
    exclusive_with: tuple[str, ...] = ()
    competition_rules: str = ""
    guidelines: str = ""
    draw_offers: str = ""
    devices: str = ""
    play_off: str = ""
    leaving_area: str = ""
    appeals_signed: str = ""
    adjourned: str = ""
    appeals: tuple[Mapping[str, Any], ...] = ()
    chief_arbiter: str = ""
    arbiters: tuple[str, ...] = ()
    invitation: Mapping[str, str] = field(default_factory=dict)
    first_table: int = 1
    registered: dt.date | None = None
    hybrid: bool = False
    official: bool = False
    scope: str = ""
    by_invitation: bool | None = None
    qualifies_for: str = ""
    category: str = ""
    arbiter_level: str = ""
    rating_edition: str = ""

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
    def games(self) -> int:
        """The games that players have with each opponent, each in a round of its own: two in the Double-Swiss."""
        return 2 if self.system.partition("-")[0] == "double" else 1

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


def plain(value: object) -> Any:
    """Return a value of the rules as JSON has it: days and points as text, lists for tuples."""
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return value.isoformat() if isinstance(value, dt.date) else value
