"""Ask for lists and tables of the rules of an event: groups, stages, tie-breaks, the timetable; the registry of all
controls, and how a form of many rules is read."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from arpad.domain.values import canonical
from arpad.i18n import ArpadError, Language, text
from arpad.inputs.declared import FieldErrors
from arpad.regulations.tiebreak_editions import EventKind, TieBreakEdition, tie_break_library
from arpad.standings.codes import NAMES, OUTSIDE, TEAM_KINDS, parse_code
from arpad.standings.reasons import tie_break_name
from arpad.tournament.acts.event import CHECKED_WITH, rule_problems
from arpad.tournament.rules import DEFAULTS, KEYS, ON_THE_COMMITTEE, SECTIONS, TIMES, check_points, plain
from arpad.tournament.rules_check import edition_of_tie_breaks, event_kind
from arpad.tournament.state import EventState
from arpad.tournament.times import A_DAY, event_times
from arpad.web.site import problem_on_page
from arpad.web.standings.choices import variants
from arpad.web.tournaments.controls import (
    AccelerationField,
    AnswerField,
    AskedRule,
    ChoiceField,
    Data,
    DayField,
    EditionField,
    ItemsField,
    LinesField,
    LongTextField,
    NumberField,
    PointsField,
    RuleControl,
    ScoreField,
    ScoresField,
    SlugField,
    SwitchField,
    SystemField,
    TimeClassField,
    TimeControlField,
    Typed,
    ZoneField,
    fits,
    missing,
    option_words,
    read_parts,
    read_whole,
    rules_so_far,
)

# Lists whose members have several parts: a row each.


class RowsField(RuleControl):
    """A list whose members have several parts, a row each; a row without anything in it is none."""

    template = "control_rows.html"
    parts: ClassVar[Mapping[str, str]] = {}
    """The parts with the type of their input, or with their choices between bars."""
    numbers: ClassVar[Mapping[str, tuple[int, int]]] = {}
    """The limits of the parts that are numbers."""
    needed: ClassVar[tuple[str, ...]] = ("name",)
    fewest: ClassVar[int] = 3
    spare: ClassVar[int] = 1

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        rows = [self.parts_of(member) for member in self.members(value)]
        spare: list[dict[str, str]] = [{}] * max(self.spare, self.fewest - len(rows))
        return {
            rule.at(f"{place}.{part}"): row.get(part, "")
            for place, row in enumerate([*rows, *spare], 1)
            for part in self.parts
        }

    def read(self, rule: AskedRule) -> Any:
        """Read the rows; all that is wrong in them is said at once."""
        members: list[dict[str, Any]] = []
        wrong: dict[str, ArpadError] = {}
        for place in rule.rows:
            row = {part: rule.value(f"{place}.{part}") for part in self.parts}
            if not any(row.values()):
                continue
            readers = {part: (partial(self.read_part, part), f"{place}.{part}") for part in self.parts}
            found: dict[str, Any] = {}
            try:
                found = read_parts(rule, readers)
            except FieldErrors as problem:
                wrong |= problem.at
            wrong |= {rule.at(f"{place}.{part}"): missing() for part in self.needed if not row[part]}
            wrong |= {rule.at(f"{place}.{part}"): problem for part, problem in self.problems(found, members)}
            members.append(found)
        if wrong:
            raise FieldErrors(wrong)
        return self.value_of(members)

    def read_part(self, part: str, written: str) -> Any:
        """Return the value of a part, None for nothing."""
        if part in self.numbers:
            return read_whole(written, *self.numbers[part])
        if part == "federation" and written and not re.fullmatch("[A-Za-z]{3}", written):
            raise ArpadError("event-found-value", value=written, example="ESP")
        return written or None

    def problems(
        self, _row: Mapping[str, Any], _before: Sequence[Mapping[str, Any]]
    ) -> Iterable[tuple[str, ArpadError]]:
        """Yield what is wrong with a row as a whole, at which part."""
        return ()

    def members(self, value: Any) -> Sequence[Any]:
        """Return the members of a value."""
        return tuple(value or ())

    def parts_of(self, member: Any) -> dict[str, str]:
        """Return the parts of a member as they are typed."""
        return {part: str(member.get(part, "")) for part in self.parts}

    def value_of(self, members: list[dict[str, Any]]) -> Any:
        """Return the value of the rows."""
        return members or None

    def choices(self, rule: AskedRule) -> Any:
        """The numbers of the rows, and the parts with their types or choices."""
        return rule.rows, [(part, kind, kind.split("|")) for part, kind in self.parts.items()]


class StagesField(RowsField):
    """The stages of a knock-out: what each is called, how many games, at which time control."""

    parts: ClassVar[Mapping[str, str]] = {"name": "text", "games": "number", "control": "text"}
    numbers: ClassVar[Mapping[str, tuple[int, int]]] = {"games": (1, 24)}
    needed = ("name", "games", "control")

    def members(self, value: Any) -> Sequence[Any]:
        return tuple(DEFAULTS["stages"] if value is None else value)

    def parts_of(self, member: Any) -> dict[str, str]:
        return dict(zip(self.parts, map(str, member), strict=True))

    def value_of(self, members: list[dict[str, Any]]) -> Any:
        stages = [[*member.values()] for member in members]
        return None if not stages or stages == plain(DEFAULTS["stages"]) else stages


class CommitteeField(RowsField):
    """The appeals committee."""

    parts: ClassVar[Mapping[str, str]] = {
        "name": "text", "part": "|".join(("", *ON_THE_COMMITTEE)), "federation": "text", "born": "number",
    }  # fmt: skip
    numbers: ClassVar[Mapping[str, tuple[int, int]]] = {"born": (1850, 2999)}


class PeriodsField(RowsField):
    """The periods of a long event: its months, one report of the whole, or days of its own, a row each."""

    template = "control_periods.html"
    parts: ClassVar[Mapping[str, str]] = {"first_day": "date", "last_day": "date"}
    needed = ("first_day", "last_day")
    fewest = 2

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        own = isinstance(value, list | tuple)
        rows = super().show(rule, value if own else ())
        return {rule.name: "own" if own else value or DEFAULTS[rule.name], **rows}

    def parts_of(self, member: Any) -> dict[str, str]:
        return dict(zip(self.parts, map(str, member), strict=True))

    def read(self, rule: AskedRule) -> Any:
        if rule.value() != "own":
            return None if rule.value() == DEFAULTS[rule.name] else rule.value() or None
        periods = super().read(rule)
        if periods is None:
            raise FieldErrors({rule.at("1.first_day"): missing()})
        return periods

    def value_of(self, members: list[dict[str, Any]]) -> Any:
        return [[member["first_day"], member["last_day"]] for member in members] or None

    def choices(self, rule: AskedRule) -> Any:
        options = ("monthly", "none", "own")
        return *super().choices(rule), [(option, option_words(rule.name, option, rule.language)) for option in options]


class GroupsField(RowsField):
    """Groups of players: born, sex, rating, federation and club by fields; any other condition as it is written."""

    parts: ClassVar[Mapping[str, str]] = {
        "name": "text", "born_from": "number", "born_to": "number", "sex": "|f|m", "rating_from": "number",
        "rating_to": "number", "federation": "text", "club": "text", "other": "text",
    }  # fmt: skip
    numbers: ClassVar[Mapping[str, tuple[int, int]]] = {
        "born_from": (1850, 2999), "born_to": (1850, 2999), "rating_from": (1, 4000), "rating_to": (1, 4000),
    }  # fmt: skip
    spare = 2
    terms: ClassVar[Mapping[str, str]] = {
        "born_from": "born >= {}", "born_to": "born <= {}", "sex": "sex = {}", "rating_from": "rating >= {}",
        "rating_to": "rating <= {}", "federation": "federation = {}", "club": 'club = "{}"', "other": "{}",
    }  # fmt: skip
    compared = re.compile(r"(born|rating)\s*(>=|<=|>|<)\s*(\d{1,4})", re.IGNORECASE)
    equal = re.compile(
        r"(?:(sex)\s*=\s*([fmw])|(federation)\s*=\s*([a-z]{3})|(club)\s*=\s*\"([^\"]*)\")", re.IGNORECASE
    )

    def members(self, value: Any) -> Sequence[Any]:
        return tuple((value or {}).items())

    def parts_of(self, member: Any) -> dict[str, str]:
        name, condition = member
        found = {"name": name}
        for term in re.split(r"\s+and\s+", condition):
            part, value = self._part(term.strip())
            if not part or part in found:
                return {"name": name, "other": condition}
            found[part] = value
        return found

    def _part(self, term: str) -> tuple[str, str]:
        """The part of a term, and what is typed there; nothing if no field can say it."""
        if compared := self.compared.fullmatch(term):
            word, sign, amount = compared.groups()
            bound = int(amount) + {">": 1, "<": -1}.get(sign, 0)
            return f"{word.lower()}_{'from' if sign[0] == '>' else 'to'}", str(bound)
        if equal := self.equal.fullmatch(term):
            part, value = (one for one in equal.groups() if one is not None)
            return part.lower(), value.lower().replace("w", "f") if part.lower() == "sex" else value
        return "", ""

    def problems(self, row: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> Iterable[tuple[str, ArpadError]]:
        if row.get("name") in {one.get("name") for one in before} - {None}:
            yield "name", ArpadError("event-rule-twice")
        if {*row} <= {"name"}:
            yield "born_from", ArpadError("event-rule-group-empty")
        if "other" in row and not fits("groups", {"x": row["other"]}):
            yield "other", ArpadError("event-found-value", value=row["other"], example="title = WGM")

    def value_of(self, members: list[dict[str, Any]]) -> Any:
        return {member["name"]: self.condition_of(member) for member in members} or None

    def condition_of(self, row: Mapping[str, Any]) -> str:
        """Return the condition that a row says."""
        said = {part: str(row[part]).replace('"', "" if part != "other" else '"') for part in self.terms if part in row}
        return " and ".join(self.terms[part].format(words) for part, words in said.items())


class ConditionField(GroupsField):
    """A condition on players: the parts of one group, without a name."""

    parts: ClassVar[Mapping[str, str]] = {part: kind for part, kind in GroupsField.parts.items() if part != "name"}
    needed = ()
    fewest, spare = 1, 0

    def members(self, value: Any) -> Sequence[Any]:
        return (("", value),) if value else ()

    def value_of(self, members: list[dict[str, Any]]) -> Any:
        return self.condition_of(members[0]) if members else None


# Tie-breaks: a recommended list as one choice, or codes in an order of one's own.


class TieBreakOption(NamedTuple):
    """A tie-break to choose, with its name and one line about it."""

    code: str
    name: str
    meaning: str


class TieBreaksField(RuleControl):
    """Tie-breaks in their order: the list that the edition recommends for the system, or one's own."""

    template = "control_tie_breaks.html"
    follows_others = True
    fewest: ClassVar[int] = 5

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        codes = [_code(code) for code in value or ()]
        lists = recommended_lists(rule.data)
        chosen = next((name for name, codes_ in lists.items() if codes and [*codes_] == codes), "own")
        rows = [*codes, *[""] * max(1, self.fewest - len(codes))]
        return {rule.at("list"): chosen} | {rule.at(place): code for place, code in enumerate(rows, 1)}

    def read(self, rule: AskedRule) -> Any:
        lists = recommended_lists(rule.data)
        if self.follows(rule) and lists:
            return [*lists.get(rule.value("list"), next(iter(lists.values())))]
        return [code for code in map(rule.value, rule.rows) if code] or None

    def follows(self, rule: AskedRule) -> bool:
        return rule.value("list") not in ("", "own")

    def choices(self, rule: AskedRule) -> Any:
        """The recommended lists, the codes to choose from, and the rows of one's own list."""
        offered = {option.code: option for option in offered_codes(rule.data, rule.language)}
        for code in filter(None, map(rule.value, rule.rows)):
            offered.setdefault(code, TieBreakOption(code, code_words(code, rule.language), ""))
        lists = {
            name: [code_words(code, rule.language) for code in codes]
            for name, codes in recommended_lists(rule.data).items()
        }
        chosen = rule.value("list")
        return {"lists": lists, "offered": offered, "chosen": chosen if chosen in lists or chosen == "own" else ""}


def _code(written: str) -> str:
    """A code as the editions write it; one that nobody knows as it is."""
    try:
        return parse_code(written).code
    except ArpadError:
        return written


def code_words(code: str, language: Language) -> str:
    """Return the name of a tie-break; the code itself if nobody knows it."""
    try:
        return tie_break_name(parse_code(code), language)
    except ArpadError:
        return code


def _edition_and_kind(data: Data) -> tuple[TieBreakEdition, EventKind]:
    rules, library = rules_so_far(data), tie_break_library()
    return edition_of_tie_breaks(rules, library) or library.editions()[-1], event_kind(EventState(rules=rules))


def recommended_lists(data: Data) -> dict[str, tuple[str, ...]]:
    """Return the lists that the edition recommends for the system: one, and for a Swiss two."""
    if data.get("system") == "knockout":
        return {}
    edition, kind = _edition_and_kind(data)
    if kind == "swiss":
        return {"rated": edition.lists.swiss_rated.value, "unrated": edition.lists.swiss_unrated.value}
    return {"recommended": getattr(edition.lists, kind.replace("-", "_")).value}


def offered_codes(data: Data, language: Language) -> list[TieBreakOption]:
    """Return the tie-breaks that the edition allows for the system, with their variants."""
    edition, kind = _edition_and_kind(data)
    return [
        TieBreakOption(code, code_words(code, language), text(f"tie-break-meaning.{name}", language))
        for name in sorted(edition.codes, key=NAMES.index)
        if name != "PTS" and name not in OUTSIDE and kind in edition.codes[name].value.events
        for code in variants(name, edition.codes[name].value, kind in TEAM_KINDS)
    ]


# The timetable: hours that repeat, rounds one after the other, or times of its own for each round.

MOST_HOURS = 4
MINUTES_OF_A_DAY = 24 * 60
USUAL_ROUNDS = 9
"""Rounds that a timetable has room for while their number is not known."""
HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


def read_hour(written: str) -> str | None:
    """Return a time of the day, None for nothing."""
    if written and not HOUR.fullmatch(written[:5]):
        raise ArpadError("event-found-value", value=written, example="16:00")
    return written[:5] or None


class ScheduleField(RuleControl):
    """When rounds are played, by the clocks of the hall."""

    template = "control_schedule.html"
    follows_others = True
    hours: ClassVar[tuple[str, ...]] = tuple(f"hour.{place}" for place in range(1, MOST_HOURS + 1))

    def show(self, rule: AskedRule, value: Any) -> dict[str, str]:
        rows = [] if value is None else plain(rule.key.maker(value))
        shown = {rule.at(part): "" for part in ("plan", "first", "from", "minutes", *self.hours)} | {
            rule.at("every"): "1"
        }
        plan = self._plan(rule, rows) if rows else {}
        return shown | (plan or {rule.at("plan"): "own" if rows else ""}) | self._own(rule, rows)

    def _own(self, rule: AskedRule, rows: Sequence[Mapping[str, str]]) -> dict[str, str]:
        """The fields of each round."""
        times, by_round = event_times(rules_so_far(rule.data)), {int(row["round"]): row for row in rows}
        shown = {}
        for place in range(1, max((_rounds(rule.data), *by_round)) + 1):
            for what in TIMES:
                written = by_round.get(place, {}).get(what, "")
                at = times.local(written) if written else None
                shown[rule.at(f"{place}.{what}.day")] = "" if at is None else f"{at:%Y-%m-%d}"
                shown[rule.at(f"{place}.{what}")] = "" if at is None or len(written) <= A_DAY else f"{at:%H:%M}"
        return shown

    def _plan(self, rule: AskedRule, rows: list[dict[str, str]]) -> dict[str, str]:
        """The fields of the plan that gives a timetable, nothing if there is none."""
        if any({*row} != {"round", "start"} or len(row["start"]) <= A_DAY for row in rows):
            return {}
        starts = [dt.datetime.fromisoformat(row["start"]) for row in rows]
        days = [*dict.fromkeys(start.date() for start in starts)]
        by_day = [[f"{at:%H:%M}" for at in starts if at.date() == day] for day in days]
        hours = max(by_day, key=len)
        if len(days) == 1 and len(starts) > 1:
            gap = next(later - earlier for earlier, later in pairwise(starts))
            plan = {"plan": "minutes", "from": hours[0], "minutes": str(int(gap.total_seconds()) // 60)}
        else:
            every = str((days[1] - days[0]).days) if len(days) > 1 else "1"
            first = str(len(by_day[0])) if len(by_day[0]) < len(hours) else ""
            plan = {"plan": "hours", "every": every, "first": first, **dict(zip(self.hours, hours, strict=False))}
        fields = {rule.at(part): value for part, value in plan.items()}
        with suppress(ArpadError):
            if self._planned(AskedRule(rule.name, fields, rule.data)) == rows:
                return fields
        return {}

    def read(self, rule: AskedRule) -> Any:
        if self.follows(rule):
            return self._planned(rule)
        return self._own_times(rule) if rule.value("plan") == "own" else None

    def _planned(self, rule: AskedRule) -> list[dict[str, str]]:
        """The timetable of a plan."""
        daily = rule.value("plan") == "hours"
        whole = partial(read_whole, least=1, most=MINUTES_OF_A_DAY)
        hours_of = self.hours if daily else ("from",)
        numbers = ("every", "first") if daily else ("minutes",)
        wrong: dict[str, ArpadError] = {} if rule.data.get("start") else {"start": ArpadError("event-rule-start")}
        found: dict[str, Any] = {}
        try:
            found = read_parts(
                rule, {**{part: (read_hour, part) for part in hours_of}, **{part: (whole, part) for part in numbers}}
            )
            needed = ("hour.1",) if daily else ("from", "minutes")
            wrong |= {rule.at(part): missing() for part in needed if part not in found}
        except FieldErrors as problem:
            wrong |= problem.at
        if wrong:
            raise FieldErrors(wrong)
        start, rounds = dt.date.fromisoformat(str(rule.data["start"])), _rounds(rule.data)
        hours = sorted({dt.time.fromisoformat(found[part]) for part in hours_of if part in found})
        if daily:
            skipped = max(0, len(hours) - found.get("first", len(hours)))
            places = [divmod(place + skipped, len(hours)) for place in range(rounds)]
            days = [start + dt.timedelta(days=day * found.get("every", 1)) for day, _ in places]
            moments = [dt.datetime.combine(day, hours[hour]) for day, (_, hour) in zip(days, places, strict=True)]
        else:
            gap = dt.timedelta(minutes=found["minutes"])
            moments = [dt.datetime.combine(start, hours[0]) + gap * place for place in range(rounds)]
        return [{"round": str(place), "start": f"{at:%Y-%m-%dT%H:%M}"} for place, at in enumerate(moments, 1)]

    def _own_times(self, rule: AskedRule) -> list[dict[str, str]] | None:
        """The timetable as it was typed round by round; a time without a day is on the day of its round."""
        rows, wrong = [], {}
        for place in rule.rows:
            row = {"round": str(place)}
            for what in TIMES:
                where = f"{place}.{what}"
                hour, day = rule.value(where), rule.value(f"{where}.day") or rule.value(f"{place}.start.day")
                if not hour and not rule.value(f"{where}.day"):
                    continue
                try:
                    dt.date.fromisoformat(day)
                    row[what] = f"{day}T{read_hour(hour)}" if hour else day
                except ArpadError as problem:
                    wrong[rule.at(where)] = problem
                except ValueError:
                    wrong[rule.at(f"{where}.day")] = missing() if not day else ArpadError("event-rule-day", value=day)
            rows += [row] if len(row) > 1 else []
        if wrong:
            raise FieldErrors(wrong)
        return rows or None

    def follows(self, rule: AskedRule) -> bool:
        return rule.value("plan") in ("hours", "minutes")

    def choices(self, rule: AskedRule) -> Any:
        """The plans, the timetable as it would be, and the rounds with their fields."""
        rows: Any = ()
        with suppress(ArpadError):
            rows = self.read(rule) or ()
        own = self._own(rule, rows) if self.follows(rule) else rule.fields
        times = event_times(rules_so_far(rule.data))
        return {
            "plans": ("", "hours", "minutes", "own"),
            "shown": [(row["round"], times.when(row["start"], rule.language)) for row in rows if "start" in row],
            "rounds": range(1, max((_rounds(rule.data), *rule.rows)) + 1),
            "own": own,
        }


def _rounds(data: Data) -> int:
    rounds = data.get("rounds")
    return rounds if isinstance(rounds, int) and 0 < rounds < 100 else USUAL_ROUNDS


# The registry: which control asks for a value of a kind; and a form of many rules.

CONTROLS: dict[str, RuleControl] = {
    "text": RuleControl(), "area": LongTextField(), "lines": LinesField(), "number": NumberField(), "date": DayField(),
    "checkbox": SwitchField(), "answer": AnswerField(), "select": ChoiceField(), "edition": EditionField(),
    "zone": ZoneField(), "slug": SlugField(), "system": SystemField(), "time-control": TimeControlField(),
    "time-class": TimeClassField(), "score": ScoreField(), "scores": ScoresField(), "points": PointsField(),
    "acceleration": AccelerationField(), "items": ItemsField(), "stages": StagesField(), "committee": CommitteeField(),
    "groups": GroupsField(), "condition": ConditionField(), "tie-breaks": TieBreaksField(),
    "schedule": ScheduleField(), "periods": PeriodsField(),
}  # fmt: skip
"""The control of each kind of value."""


def control_for(name: str) -> RuleControl:
    """Return the control of a rule."""
    return CONTROLS[KEYS[name].control.kind]


def fields_of(name: str, data: Data) -> dict[str, str]:
    """Return the fields of a rule as the rules are."""
    return control_for(name).show(AskedRule(name, {}, data), data.get(name))


def mark_of(fields: Typed) -> str:
    """Return a mark of what a form shows, to see later what was changed in it."""
    shown = {name: "\n".join(value.split()) for name, value in fields.items() if value.strip()}
    return sha256(canonical(shown).encode()).hexdigest()[:8]


def asked_fields(name: str, typed: Typed) -> dict[str, str]:
    """Return the fields of a rule that a form has."""
    return {at: value for at, value in typed.items() if at == name or at.startswith(f"{name}.")}


def read_form(names: Iterable[str], typed: Typed, data: Data) -> tuple[dict[str, Any], dict[str, ArpadError]]:
    """Read what was typed for some rules: their values (None: left open), and what is wrong at which field. `data` has
    the other rules."""
    values: dict[str, Any] = {}
    wrong: dict[str, ArpadError] = {}
    for name in sorted(names, key=lambda name: control_for(name).follows_others):
        known = {key: value for key, value in {**data, **values}.items() if value is not None}
        try:
            value = plain(control_for(name).read(AskedRule(name, typed, known)))
            if value is not None:
                KEYS[name].maker(value)
            values[name] = value
        except FieldErrors as problem:
            wrong |= problem.at
        except ArpadError as problem:
            wrong[name] = problem
        except ValueError:
            example = KEYS[name].example.strip('"')
            wrong[name] = ArpadError("event-found-value", value=typed.get(name, "").strip(), example=example)
    if "kind" in values and str(values.get("system")).partition("-")[0] == "team":
        values["kind"] = "team"
    return values, wrong


# A page with all rules: its sections, what differs, and what stands against the rules as a whole.


def asked_sections(
    data: Data,
    typed: Typed,
    language: Language,
    wrong: Typed,
    frozen: Typed,
    shown: Data | None = None,
    opened: str = "",
) -> list[tuple[str, list[AskedRule], bool]]:
    """Return the sections of a form with all rules, each with its rules and whether it is open. `data` are the rules as
    far as they are known, `shown` those that a change is compared with, if the event is there already; `opened` is a
    rule whose section is open."""
    sections = []
    for section, names in SECTIONS.items():
        rules = []
        for name in names:
            given = {} if name in frozen else asked_fields(name, typed)
            was = "" if shown is None or name in frozen else mark_of(fields_of(name, shown))
            known = fields_of(name, data)
            if not (name in data and control_for(name).follows(AskedRule(name, given, data))):
                known = {at: value for at, value in known.items() if at != name or not given} | given
            rules.append(AskedRule(name, known, data, language, wrong, frozen.get(name, ""), was))
        has_groups = section == "groups" and any(rule.given for rule in rules)
        is_open = has_groups or section in OPEN_SECTIONS or opened in names or any(rule.errors for rule in rules)
        sections.append((section, rules, is_open))
    return sections


OPEN_SECTIONS = ("event", "play", "schedule", "ties", "teams", "knockout")


def field_sentences(wrong: Mapping[str, ArpadError], language: Language) -> dict[str, str]:
    """Return what is wrong at each field, in words."""
    return {at: problem_on_page(problem, language) for at, problem in wrong.items()}


def rules_differ(name: str, new: Any, old: Any) -> bool:
    """Whether two values of a rule mean something else; None is the value that holds without one."""

    def made(value: Any) -> Any:
        return DEFAULTS.get(name) if value is None else KEYS[name].maker(value) if fits(name, value) else value

    return bool(made(new) != made(old))


def whole_problems(
    state: EventState, data: Data, changed: Iterable[str], wrong: Mapping[str, ArpadError]
) -> dict[str, ArpadError]:
    """Return what is wrong at each field, with what stands against the rules as a whole because of these changes."""
    found, names = dict(wrong), {*changed}
    rules = rules_so_far({name: value for name, value in data.items() if name not in wrong})
    if {"start", "end"} & names and rules.start and rules.end and rules.end < rules.start:
        found.setdefault("end", ArpadError("event-rule-end"))
    if "points" in names:
        try:
            check_points(rules)
        except ArpadError as problem:
            found.setdefault("points", problem)
    codes = [_code(code) for code in rules.tie_breaks]
    for key, against in rule_problems(replace(state, rules=rules)):
        if not names & CHECKED_WITH[key]:
            continue
        code = _code(str(against.values.get("code", "")))
        at = f"tie_breaks.{codes.index(code) + 1}" if key == "tie_breaks" and code in codes else key
        hour = against.key in ("event-hour-never", "event-hour-twice")
        found.setdefault(at, ArpadError("event-rule-hour", round=against.values["round"]) if hour else against)
    return found


def read_file(given: Data) -> tuple[dict[str, Any], dict[str, ArpadError]]:
    """Read a file of rules: the values of its keys, and what is wrong with which."""
    values: dict[str, Any] = {}
    wrong: dict[str, ArpadError] = {}
    for name, value in given.items():
        if name not in KEYS:
            wrong[name] = ArpadError("event-rule-unknown", key=name)
        elif not fits(name, value):
            wrong[name] = ArpadError(
                "event-found-value", value=str(plain(value)), example=KEYS[name].example.strip('"')
            )
        else:
            values[name] = plain(value)
    return values, wrong
