"""Pages of the prizes of an event: what was announced, who has which and why; the desk announces them."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import Document
from arpad.documents.findings import findings_json
from arpad.i18n import ArpadError, Language, text
from arpad.prizes.rules import MEASURES, PRIZE_POLICIES, PRIZE_SYSTEMS, ROUNDING_RULES, Currency, currency_of
from arpad.prizes.tables import system_name
from arpad.tournament.acts.event import SetPrizes
from arpad.tournament.documents import done_document
from arpad.tournament.prizes import (
    EventPrizes,
    OnePrize,
    announced_prizes,
    event_prize_rules,
    prize_table,
    prizes_shown,
)
from arpad.tournament.public import PublicState
from arpad.tournament.rules import EventRules
from arpad.tournament.state import EventState
from arpad.tournament.workbook import EventWorkbook
from arpad.web.cache import Answer, html, json_text, wants_json
from arpad.web.office.forms import BEARER
from arpad.web.problems import status_of
from arpad.web.routes import Pages
from arpad.web.security import NotOurForm, NotSignedIn
from arpad.web.site import problem_on_page
from arpad.web.tournaments.actions import form_token
from arpad.web.tournaments.context import (
    AsArbiter,
    EventContext,
    PublicEvent,
    Seen,
    Slug,
    event_context,
    need,
    say,
    staff_pages,
)
from arpad.web.tournaments.perform import TypedForm, acting_context
from arpad.web.tournaments.public.standings import parts_until

prize_pages = Pages("event")
desk_prizes = staff_pages()
announcing = APIRouter(include_in_schema=False, dependencies=[BEARER])


class PrizesPage(Document, frozen=True):
    """The prizes of an event. `table` says who has which, after the last round for everybody; the staff sees it before,
    as it would be now."""

    event: str
    n: int
    announced: tuple[OnePrize, ...]
    table: EventPrizes | None


@prize_pages.page("/t/{slug}/prizes", "event_prizes.html", PrizesPage, xlsx=True)
def prizes(event: Seen) -> Answer:
    """The prizes that were announced, and once the last round is complete, who has which and why."""
    view = event.view
    if not view.event_rules.prizes:
        raise ArpadError("event-no-prizes")
    table = event_prizes(event) if prizes_shown(view) else None
    return event.answer(*_both(view, table, event.language), xlsx=_sheet(event.workbook(), table))


def _sheet(book: EventWorkbook, table: EventPrizes | None) -> Callable[[], bytes]:
    """Return what writes who has which prize as a workbook; refused as long as nobody has one."""

    def write() -> bytes:
        if table is None:
            raise ArpadError("event-no-standings")
        return book.write("prizes")

    return write


def event_prizes(event: PublicEvent) -> EventPrizes | None:
    """Return who has which prize, made once of the rounds that are over; None if nothing can be said yet."""
    view = event.view
    parts = (view.given_up, view.prize_members, *parts_until(view, view.last_published))
    return event.kept("prizes", parts, lambda: _table(view, event.site.tie_breaks))


@desk_prizes.page("/t/{slug}/desk/prizes", "event_desk_prizes.html", PrizesPage, xlsx=True)
def prizes_at_desk(context: AsArbiter) -> Answer:
    """The prizes, and who would have which if the event ended now, with the reasons."""
    table = _table(context.state, context.site.tie_breaks)
    document, shown = _both(context.state, table, context.language)
    book = EventWorkbook(context.state, context.language, context.now, library=context.site.tie_breaks)
    return context.answer(
        document,
        lambda: shown() | _form(context, fields_of(context.state.event_rules.prizes)),
        xlsx=_sheet(book, table),
    )


def _table(state: EventState, library: Any) -> EventPrizes | None:
    """The prizes after the last complete round; None before there is one."""
    try:
        return prize_table(state, library)
    except ArpadError as problem:
        if problem.key != "event-no-standings":
            raise
        return None


def _both(
    state: EventState | PublicState, table: EventPrizes | None, language: Language
) -> tuple[Callable[[], dict[str, Any]], Callable[[], dict[str, Any]]]:
    """Return how the document is made, and what the page shows."""
    page = PrizesPage(state.event_rules.slug, state.n, announced_prizes(state.event_rules), table)

    def shown() -> dict[str, Any]:
        return {
            "data": page,
            "seen_by_all": prizes_shown(state),
            "announced": announced_lists(state.event_rules, language),
            "rules_of_prizes": rules_in_words(state.event_rules, language),
            "findings": [] if table is None else findings_json(table.findings, language, at_desk=True),
        }

    return lambda: page.document(language), shown


def announced_lists(rules: EventRules, language: Language) -> list[tuple[str, list[str]]]:
    """Return the announced prizes in words: the main ones under no name, then each category by its own."""
    lists: dict[str, list[str]] = {}
    for prize in announced_prizes(rules):
        lists.setdefault(prize.category, []).append(prize.written(language))
    return list(lists.items())


def rules_in_words(rules: EventRules, language: Language) -> list[str]:
    """Return how the prizes are shared, in words."""
    known = event_prize_rules(rules)
    if known is None:
        return []
    sentences = [text("event-prizes.system", language, system=system_name(known.system, language))]
    if known.categories:
        sentences.append(text(f"prizes.policy.{known.policy}", language))
    return sentences


# The form in which the chief arbiter announces prizes: a row for each main prize, a block for each category. All that
# is wrong is said at once, each at its field, and nothing that was typed is lost.

SHARED_BY: Mapping[str, tuple[str, ...]] = {
    "system": PRIZE_SYSTEMS, "policy": PRIZE_POLICIES, "rounding": ROUNDING_RULES,
}  # fmt: skip
USUAL = {"currency": "EUR", "system": "hort", "policy": "main-first", "rounding": "rank", "places": "", "unit": ""}
"""What the form shows before anything is announced. Places: everybody who is level shares; unit: the smallest coin."""
KEPT = ("date", "progress_games", "decided")
"""What a file may say and the form does not ask for."""
SPARE, FEWEST, SPARE_CATEGORIES, MORE = 2, 4, 2, 5
"""Empty rows at the end, how many rows there are at least, empty categories, and the rows that a button adds."""
OWN = "where:"
"""Before a condition of its own, where a category is for no group."""
AMOUNT = re.compile(r"[-\d]")


def fields_of(prizes: Mapping[str, Any], more: int = 0) -> dict[str, str]:
    """Return the prizes of the rules as the fields of the form."""
    fields = {name: str(prizes.get(name, usual)) for name, usual in USUAL.items()}
    fields["places"] = fields["places"].removeprefix("none")
    main = list(prizes.get("prizes", ()))
    for place, prize in enumerate([*main, *[""] * (max(SPARE, FEWEST - len(main)) + more)], 1):
        money, _, thing = str(prize).partition("+")
        fields |= {f"amount.{place}": money.strip(), f"thing.{place}": thing.strip()}
    for place, category in enumerate([*prizes.get("category", ()), *[{}] * SPARE_CATEGORIES], 1):
        own = f"{OWN}{category['where']}" if "where" in category else ""
        given = "\n".join(str(prize).removeprefix("+").strip() for prize in category.get("prizes", ()))
        fields |= {
            f"name.{place}": category.get("name", ""), f"group.{place}": category.get("group", own),
            f"prizes.{place}": given, f"by.{place}": category.get("by", "rank"),
        }  # fmt: skip
    return fields


def _rows(fields: Mapping[str, str], part: str) -> list[int]:
    """The numbers of the rows that a form has."""
    found = (name.partition(".")[2] for name in fields if name.startswith(f"{part}."))
    return sorted(int(row) for row in found if row.isascii() and row.isdigit() and len(row) < 4)


class ReadPrizes:
    """Reads the form: `value` is what the rules will say, None for no prizes; `wrong` says what is wrong where."""

    def __init__(self, typed: Mapping[str, str], rules: EventRules) -> None:
        self.typed, self.rules = typed, rules
        self.wrong: dict[str, ArpadError] = {}
        self.currency = self._at("currency", lambda: currency_of(self._of("currency") or USUAL["currency"]))
        self.value = self._value()

    def _of(self, name: str) -> str:
        return self.typed.get(name, "").strip()

    def _at(self, field: str, read: Callable[[], Any]) -> Any:
        """Read a field; what is wrong is kept with it."""
        try:
            return read()
        except ArpadError as problem:
            self.wrong[field] = problem
            return None

    def _value(self) -> dict[str, Any] | None:
        main, categories = self._main(), self._categories()
        if not main and not categories:
            return None
        value: dict[str, Any] = {"system": self._choice("system"), "prizes": main, "category": categories}
        value |= {name: chosen for name in ("policy", "rounding") if (chosen := self._choice(name)) != USUAL[name]}
        value |= {name: self.rules.prizes[name] for name in KEPT if name in self.rules.prizes}
        if self.currency is not None and self.currency.code != USUAL["currency"]:
            value["currency"] = self.currency.code
        if unit := self._of("unit"):
            self._money("unit", unit)
            value["unit"] = unit
        if places := self._of("places"):
            value["places"] = self._at("places", lambda: _whole(places))
        return value if categories else {name: part for name, part in value.items() if name != "category"}

    def _choice(self, name: str) -> str:
        chosen = self._of(name)
        return chosen if chosen in SHARED_BY[name] else USUAL[name]

    def _money(self, field: str, typed: str) -> None:
        currency: Currency = self.currency or currency_of(USUAL["currency"])
        self._at(field, lambda: currency.amount(typed, typed))

    def _main(self) -> list[str]:
        """The main prizes; an empty row between others is refused."""
        found: list[str] = []
        for row in _rows(self.typed, "amount"):
            money, thing = self._of(f"amount.{row}"), " ".join(self._of(f"thing.{row}").replace("+", " ").split())
            if money:
                self._money(f"amount.{row}", money)
            found.append(" + ".join(filter(None, (money, thing))) if money or not thing else f"+ {thing}")
        while found and not found[-1]:
            found.pop()
        for row, prize in enumerate(found, 1):
            if not prize:
                self.wrong[f"amount.{row}"] = ArpadError("event-prizes-gap", place=row)
        return found

    def _categories(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for row in _rows(self.typed, "name"):
            name, group, given = self._of(f"name.{row}"), self._of(f"group.{row}"), self._of(f"prizes.{row}")
            if not name and not given:
                continue
            who = {"where": group.removeprefix(OWN)} if group.startswith(OWN) else {"group": group}
            if not name:
                self.wrong[f"name.{row}"] = ArpadError("event-rule-missing")
            if name in [category["name"] for category in found]:
                self.wrong[f"name.{row}"] = ArpadError("event-rule-twice")
            if "group" in who and group not in self.rules.groups:
                self.wrong[f"group.{row}"] = ArpadError("event-prizes-group")
            prizes = [self._line(f"prizes.{row}", line) for line in given.splitlines() if line.strip()]
            if not prizes:
                self.wrong[f"prizes.{row}"] = ArpadError("event-rule-missing")
            by = {"by": "progress"} if self._of(f"by.{row}") == "progress" else {}
            found.append({"name": name, **who, "prizes": prizes, **by})
        return found

    def _line(self, field: str, typed: str) -> str:
        """A prize of a category: an amount, an object, or an amount and an object."""
        money, _, thing = (part.strip() for part in typed.partition("+"))
        if not AMOUNT.match(money):
            money, thing = "", " ".join(filter(None, (money, thing)))
        if money:
            self._money(field, money)
        return " + ".join(filter(None, (money, thing))) if money else f"+ {thing}"


def _whole(typed: str) -> int:
    if not (typed.isascii() and typed.isdigit() and len(typed) < 5 and int(typed)):
        raise ArpadError("event-rule-number", value=typed, least=1, most=9999)
    return int(typed)


def _form(context: EventContext, fields: Mapping[str, str], wrong: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What the form shows."""
    groups = list(context.state.event_rules.groups)
    own = [fields[f"group.{row}"] for row in _rows(fields, "name") if fields.get(f"group.{row}", "").startswith(OWN)]
    return {
        "fields": {**USUAL, **fields},
        "rows": _rows(fields, "amount"),
        "categories": _rows(fields, "name"),
        "groups": [("", "–"), *((group, group) for group in groups), *((one, one.removeprefix(OWN)) for one in own)],
        "shared_by": SHARED_BY,
        "measures": MEASURES,
        "wrong": wrong or {},
        "typing": wrong is not None,
    }


@announcing.post("/t/{slug}/desk/prizes", name="event_prizes")
def announce(request: Request, slug: Slug, typed: TypedForm) -> Response:
    """Take the prizes as they were typed. A button asks for more rows instead."""
    context = event_context(request, slug)
    if context.is_nobody and context.kept.at_home:
        raise NotSignedIn(typed)
    need(context, "chief")
    if not request.state.own_form:
        raise NotOurForm(form_token(request), typed)
    if typed.get("more"):
        rows = len(_rows(typed, "amount"))
        more = {f"{part}.{rows + place}": "" for part in ("amount", "thing") for place in range(1, MORE + 1)}
        return _again(context, {**typed, **more}, {}, 200)
    read = ReadPrizes(typed, context.state.event_rules)
    if not read.wrong:
        try:
            done = acting_context(context, SetPrizes, typed).act(SetPrizes(read.value))
        except ArpadError as problem:
            read.wrong["prizes"] = problem
    if read.wrong:
        first = next(iter(read.wrong.values()))
        if wants_json(request):
            raise first
        words = {name: problem_on_page(problem, context.language) for name, problem in read.wrong.items()}
        return _again(context, typed, words, status_of(first))
    if wants_json(request):
        return json_text(done_document(done, context.language))
    response = RedirectResponse(f"/t/{slug}/desk/prizes", 303)
    say(response, slug, [text("event-prizes.kept-rules", context.language)])
    return response


def _again(context: EventContext, typed: Mapping[str, str], wrong: Mapping[str, str], status: int) -> Response:
    """The page with the form as it was typed."""
    _, shown = _both(context.state, _table(context.state, context.site.tie_breaks), context.language)
    values = {"frame": context.frame, "rules": context.state.event_rules} | shown() | _form(context, typed, wrong)
    return html(context.request, "event_desk_prizes.html", values, status)
