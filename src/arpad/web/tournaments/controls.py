"""Ask for single values of the rules of an event: a control for each kind of value.

The declaration of a rule (`tournament/rules.py`) says its kind, choices and limits. Its control shows a value as the
fields of a form, NAME and NAME.PART, and reads what was typed there. Lists and tables are in `control_tables`, with the
registry of all controls.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from arpad.eligibility.time_controls import time_class
from arpad.i18n import ArpadError, Language, has, number, text
from arpad.inputs.declared import FieldErrors
from arpad.inputs.times import try_time_control, zone_names
from arpad.pairing.systems import systems
from arpad.regulations.rating_editions import regulations
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.tournament.rules import DEFAULTS, INVITATION_ITEMS, KEYS, POINTS, EventRules, RuleKey, plain, slug_from
from arpad.untrusted import exact

Typed = Mapping[str, str]
Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AskedRule:
    """A rule on a page: its fields as they are shown or were typed, and the rules that are known. `frozen` says why it
    may not be changed, `was` is a mark of what the page showed."""

    name: str
    fields: Typed
    data: Data
    language: Language = "en"
    wrong: Typed = field(default_factory=dict)
    frozen: str = ""
    was: str = ""

    @property
    def key(self) -> RuleKey:
        return KEYS[self.name]

    @property
    def id(self) -> str:
        return f"r-{self.name}"

    @property
    def errors(self) -> list[str]:
        """The fields with something wrong."""
        return [name for name in self.wrong if name == self.name or name.startswith(f"{self.name}.")]

    @property
    def given(self) -> bool:
        """Whether the rule says something, or something is wrong with it."""
        return self.data.get(self.name) is not None or bool(self.errors)

    def at(self, part: object = "") -> str:
        """Return the name of the field of a part."""
        return f"{self.name}.{part}" if part != "" else self.name

    def value(self, part: object = "") -> str:
        """Return what a field shows, or what was typed there."""
        return self.fields.get(self.at(part), "").strip()

    @property
    def rows(self) -> list[int]:
        """The numbers of its rows or rounds: NAME.3 and NAME.3.PART."""
        found = {name.split(".")[1] for name in self.fields if name.startswith(f"{self.name}.")}
        return sorted(int(part) for part in found if part.isascii() and part.isdigit() and len(part) < 4)


class RuleControl:
    """Asks for a value of one kind. This one is a line of text; the others say what is different. One that
    `follows_others` is read after them, since what is left open follows from them."""

    template: ClassVar[str] = "control_input.html"
    type: ClassVar[str] = "text"
    follows_others: ClassVar[bool] = False

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        """Return the fields of a value; None is one that is left open."""
        return {rule.name: "" if value is None else str(value)}

    def read(self, rule: AskedRule) -> Any:
        """Return the value of what was typed, None if it is left open."""
        return rule.value() or None

    def follows(self, _rule: AskedRule) -> bool:
        """Whether the value follows from other rules, so that it may change although nothing was typed here."""
        return False

    def choices(self, _rule: AskedRule) -> Any:
        """Return what there is to choose from, for the template."""
        return ()


class LongTextField(RuleControl):
    template = "control_area.html"


class DayField(RuleControl):
    type = "date"


class SlugField(RuleControl):
    """The short name of an event in its address: what is left open follows from its name and year."""

    follows_others = True

    def read(self, rule: AskedRule) -> Any:
        return rule.value() or proposed_slug(str(rule.data.get("name", "")), str(rule.data.get("start", "")))


class NumberField(RuleControl):
    """A whole number between its limits."""

    type = "number"

    def read(self, rule: AskedRule) -> Any:
        least, most = rule.key.control.limits or (0, 9999)
        return read_whole(rule.value(), least, most)


class ChoiceField(RuleControl):
    """One of a few words; the one that holds without a choice comes first."""

    template = "control_choice.html"

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        return super().show(rule, DEFAULTS.get(rule.name, "") if value is None else value)

    def read(self, rule: AskedRule) -> Any:
        return None if rule.value() == DEFAULTS.get(rule.name) else rule.value() or None

    def choices(self, rule: AskedRule) -> Any:
        """The options as (value, label), the present one too if it is no longer offered."""
        options = [(option, option_words(rule.name, option, rule.language)) for option in self.options(rule)]
        now = rule.value()
        return options if not now or now in dict(options) else [*options, (now, now)]

    def options(self, rule: AskedRule) -> Iterable[str]:
        default = DEFAULTS.get(rule.name) or ""
        return (default, *(option for option in rule.key.control.choices if option != default))


class TimeControlField(RuleControl):
    """A time control; the page says of which class its games are."""

    template = "control_time.html"

    def choices(self, rule: AskedRule) -> Any:
        return class_of({rule.name: rule.value()})


class TimeClassField(ChoiceField):
    """The class of the games: that of the time control, unless somebody says otherwise."""

    follows_others = True

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        now = value or DEFAULTS[rule.name]
        return {rule.name: "" if now == (class_of(rule.data) or DEFAULTS[rule.name]) else now}

    def read(self, rule: AskedRule) -> Any:
        found = rule.value() or class_of(rule.data)
        if found is None and rule.data.get("time_control"):
            raise FieldErrors({"time_control": ArpadError("event-rule-control", value=rule.data["time_control"])})
        return None if found == DEFAULTS[rule.name] else found

    def follows(self, rule: AskedRule) -> bool:
        return not rule.value()

    def options(self, rule: AskedRule) -> Iterable[str]:
        return ("", *rule.key.control.choices)


class SystemField(RuleControl):
    """The pairing system with one line about it; earlier editions are apart."""

    template = "control_system.html"
    systems: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "swiss": ("dutch", "dubov", "burstein", "lim", "double", "team"),
        "table": ("berger", "double-berger", "scheveningen", "schiller", "varma", "skalitzka", "hilton"),
        "other": ("knockout", "match", "manual"),
    }

    def choices(self, rule: AskedRule) -> Any:
        """The groups of systems, each as (name of the group, options as (value, label))."""
        groups = {**self.systems, "edition": tuple(systems())}
        now = rule.value()
        if now and not any(now in options for options in groups.values()):
            groups["edition"] = (*groups["edition"], now)
        return [
            (group, [(option, system_words(option, rule.language)) for option in options])
            for group, options in groups.items()
        ]


class ZoneField(RuleControl):
    """A time zone; places of the continents and oceans are offered, all others can be typed."""

    template = "control_zone.html"
    offered: ClassVar[frozenset[str]] = frozenset(
        ("Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
    )

    def choices(self, _rule: AskedRule) -> Any:
        return [name for name in zone_names() if name.count("/") == 1 and name.partition("/")[0] in self.offered]


class EditionField(ChoiceField):
    """An edition of the regulations, or the one in force on the first day."""

    def choices(self, rule: AskedRule) -> Any:
        library: Any = tie_break_library() if rule.name.startswith("tie") else regulations()
        named = [(name, library.edition(name).name[rule.language]) for name in reversed(library.names)]
        return [("", text("event-edition.by-date", rule.language)), *named]


class SwitchField(RuleControl):
    """Yes or no. A hidden field says that it was asked for: a browser sends nothing for one that is off."""

    template = "control_switch.html"

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        on = DEFAULTS[rule.name] if value is None else value
        return {rule.name: "1" if on else "", rule.at("asked"): "1"}

    def read(self, rule: AskedRule) -> Any:
        if not rule.value("asked") and rule.name not in rule.fields:
            return None
        on = rule.value() not in ("", "0", "false")
        return None if on == DEFAULTS[rule.name] else on


class AnswerField(ChoiceField):
    """Yes, no, or nothing said."""

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        return {rule.name: "" if value is None else "yes" if value else "no"}

    def read(self, rule: AskedRule) -> Any:
        return {"yes": True, "no": False}.get(rule.value())

    def options(self, _rule: AskedRule) -> Iterable[str]:
        return ("", "yes", "no")


class ScoreField(RuleControl):
    """Points: 1, 0.5 or ½."""

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        return {rule.name: score_text(value)}

    def read(self, rule: AskedRule) -> Any:
        return read_score(rule.value())


class PointsField(RuleControl):
    """What a win, a draw and so on are worth; what is left open is as usual."""

    template = "control_scores.html"

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        return {rule.at(part): score_text((value or {}).get(part)) for part in POINTS}

    def read(self, rule: AskedRule) -> Any:
        return read_parts(rule, {part: (read_score, part) for part in self.choices(rule)}) or None

    def choices(self, _rule: AskedRule) -> Any:
        return POINTS


class ScoresField(PointsField):
    """Several points in a row: all of them, or none."""

    parts: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "match_points": ("win", "draw", "loss"), "bye_points": ("match", "game"),
    }  # fmt: skip

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        given = plain(DEFAULTS[rule.name]) if value is None else value
        parts = self.choices(rule)
        return {rule.at(part): score_text(one) for part, one in zip(parts, given or [None] * len(parts), strict=True)}

    def read(self, rule: AskedRule) -> Any:
        given = super().read(rule) or {}
        if 0 < len(given) < len(self.choices(rule)):
            raise FieldErrors({rule.at(part): missing() for part in self.choices(rule) if part not in given})
        values = [*given.values()]
        return None if not values or values == plain(DEFAULTS[rule.name]) else values

    def choices(self, rule: AskedRule) -> Any:
        return self.parts[rule.name]


class AccelerationField(RuleControl):
    """A switch for Baku; virtual points of one's own are for those who need them."""

    template = "control_acceleration.html"

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        own = " ".join(map(score_text, value)) if isinstance(value, list | tuple) else ""
        return {rule.name: "1" if value == "baku" else "", rule.at("points"): own}

    def read(self, rule: AskedRule) -> Any:
        try:
            own = [read_score(points) for points in rule.value("points").split()]
        except ArpadError as problem:
            raise FieldErrors({rule.at("points"): problem}) from None
        return own or ("baku" if rule.value() not in ("", "0", "none") else None)


class LinesField(LongTextField):
    """A list of texts, one in each line."""

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        return {rule.name: "\n".join(map(str, value or ()))}

    def read(self, rule: AskedRule) -> Any:
        return [line.strip() for line in rule.value().splitlines() if line.strip()] or None


class ItemsField(RuleControl):
    """The items of an invitation, a text each."""

    template = "control_items.html"

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        return {rule.at(item): str((value or {}).get(item, "")) for item in INVITATION_ITEMS}

    def read(self, rule: AskedRule) -> Any:
        return {item: rule.value(item) for item in INVITATION_ITEMS if rule.value(item)} or None

    def choices(self, _rule: AskedRule) -> Any:
        return INVITATION_ITEMS


# Small values as they are typed, and the words of choices.


def missing() -> ArpadError:
    """A field that must have something in it."""
    return ArpadError("event-rule-missing")


def read_whole(written: str, least: int, most: int) -> int | None:
    """Return a whole number between two, None for nothing."""
    if not written:
        return None
    if not (written.isascii() and written.isdigit() and len(written) < 9 and least <= int(written) <= most):
        raise ArpadError("event-rule-number", value=written, least=least, most=most)
    return int(written)


def read_score(written: str) -> Any:
    """Return points as they are kept, None for nothing."""
    if not written:
        return None
    try:
        plainly = written.replace(",", ".")
        return plain(exact("1/2" if plainly == "½" else plainly.replace("½", ".5")))
    except (ValueError, ZeroDivisionError):
        raise ArpadError("event-found-value", value=written, example="0.5") from None


def read_parts(rule: AskedRule, readers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts in which something was typed, each by its reader and field; refuse all that are wrong at
    once."""
    found: dict[str, Any] = {}
    wrong: dict[str, ArpadError] = {}
    for part, (reader, where) in readers.items():
        try:
            value = reader(rule.value(where))
        except ArpadError as problem:
            wrong[rule.at(where)] = problem
        else:
            found |= {} if value is None else {part: value}
    if wrong:
        raise FieldErrors(wrong)
    return found


def score_text(value: Any) -> str:
    return "" if value is None else number(Fraction(value))


def proposed_slug(name: str, start: str) -> str | None:
    """Propose a short name: the letters of the name, and the year if it has none."""
    slug, year = slug_from(name), start[:4]
    return (f"{slug}-{year}" if slug and year.isdigit() and year not in slug else slug) or None


def class_of(data: Data) -> str | None:
    """Return the class of the time control, None if it cannot be understood."""
    control = try_time_control(str(data.get("time_control") or ""))
    return None if control is None else time_class(control)


def option_words(name: str, option: str, language: Language) -> str:
    """Return the label of a choice."""
    key = f"event-rule-option.{name}-{option.replace('.', '-') or 'none'}"
    return text(key, language) if has(key) else option or text("event-rule-option.none", language)


def system_words(option: str, language: Language) -> str:
    """Return the name of a system; one of an edition has its year too."""
    system, _, year = option.partition("-")
    for key, end in ((f"web.event-found.system-{option}", ""), (f"web.event-found.system-{system}", f" · {year}")):
        if has(key):
            return text(key, language) + end
    return option


def fits(name: str, value: Any) -> bool:
    """Whether a rule takes a value."""
    try:
        KEYS[name].maker(value)
    except ValueError:
        return False
    return True


def rules_so_far(data: Data) -> EventRules:
    """Return the rules as far as they can be read."""
    found = {name: KEYS[name].maker(value) for name, value in data.items() if name in KEYS and fits(name, value)}
    return EventRules(**{"slug": "x", "name": "-", **found})
