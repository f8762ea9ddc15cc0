"""The rules of an event: one table, in the first line of its log, and later changes of single keys."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from arpad.domain.event import HALF_POINTS_OF
from arpad.i18n import ArpadError, Words
from arpad.inputs.toml_tables import TomlTable
from arpad.tournament.rule_keys import KEYS, OTHER_SYSTEMS, SYSTEMS_BY_TABLE

HALF = Fraction(1, 2)
LATEST_HALF_POINT_BYE = 2
"""C.05 6: no half-point bye in the last two rounds, if the rules do not say otherwise."""
USUAL_MATCH_POINTS = (Fraction(2), Fraction(1), Fraction(0))
DEFAULT_STAGES = (
    ("standard", 2, "90+30"), ("rapid", 2, "25+10"), ("blitz", 2, "5+3"), ("sudden-death", 1, "5-4"),
)  # fmt: skip


@dataclass(frozen=True)
class EventRules:
    """What an event is played by. The fields are the keys of the rules, in `rule_keys`."""

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
        told = {"win": Fraction(1), "draw": HALF, "loss": Fraction(0), "forfeit-loss": Fraction(0)} | dict(self.points)
        return {"forfeit-win": told["win"], "bye": told["win"]} | told

    @property
    def worth_of_codes(self) -> dict[str, Fraction]:
        """The points by the codes of a report, the usual ones too."""
        return {code: Fraction(half, 2) for code, half in HALF_POINTS_OF.items()} | self.scoring()

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
    rules = EventRules(**table.read(dict(data), {name: key.toml() for name, key in KEYS.items()}))
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
