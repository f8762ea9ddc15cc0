"""The request for a standings page: tie-breaks to choose from, and links that keep the choices."""

import base64
import binascii
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import product
from typing import Annotated, Literal, NamedTuple
from urllib.parse import parse_qs, urlencode

from fastapi import Form, Query
from markupsafe import Markup

from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.regulations.tiebreak_editions import TieBreakCode
from arpad.standings.codes import GROUP_CODES, NAMES, OUTSIDE, RATING_CODES, TieBreak, parse_code
from arpad.standings.reasons import tie_break_name
from arpad.standings.table import StandingsTable, Wishes, leading

# What is asked for on a page of standings: in the address, or by a form that carries a report.

MOST_ROUNDS, HIGHEST_NUMBER = 999, 9999
LONGEST = 400


@dataclass(frozen=True, slots=True)
class StandingsAsked:
    """Everything as it was typed, empty if nothing was asked. `beside` is a second edition to compare with; `choosing`
    says that the visitor is choosing tie-breaks, so that their list stays open."""

    round: str = ""
    tie_breaks: str = ""
    edition: str = ""
    beside: str = ""
    order: str = ""
    group: str = ""
    player: str = ""
    against: str = ""
    choosing: str = ""

    def query_fields(self, **changes: object) -> dict[str, str]:
        """What an address has to say, with some of it changed."""
        whole = asdict(self) | {"choosing": ""} | {name: str(value) for name, value in changes.items()}
        return {name: value for name, value in whole.items() if value}

    def query(self, **changes: object) -> str:
        return urlencode(self.query_fields(**changes))

    @property
    def by_number(self) -> bool:
        return parse.choice("order", self.order or "rank", ("rank", "number")) == "number"

    def number(self, name: Literal["player", "against"]) -> int:
        """The number of a contestant."""
        return parse.whole(name, getattr(self, name), 1, HIGHEST_NUMBER)

    def wishes(self, edition: str | None = None) -> Wishes:
        """What the standings are asked for, under an edition other than the one named."""
        return Wishes(
            parse.whole("round", self.round, 1, MOST_ROUNDS) if self.round else None,
            self.tie_breaks or None,
            edition or self.edition or None,
            by_points=not self.tie_breaks,
        )


ASKED_NAMES = tuple(field.name for field in fields(StandingsAsked))
Listed = Annotated[str, Query(max_length=LONGEST, description="Tie-breaks after the score, like DE,WIN,BH/C1,BH,SB.")]


def asked_in_address(
    round: Annotated[str, Query(max_length=3, description="After this round.")] = "",  # noqa: A002
    tie_breaks: Listed = "",
    edition: Annotated[str, Query(max_length=60, description="The id of an edition of the tie-breaks.")] = "",
    beside: Annotated[str, Query(max_length=60, description="Another edition, to compare with.")] = "",
    order: Annotated[str, Query(max_length=6, description="rank or number.")] = "",
    group: Annotated[str, Query(max_length=LONGEST, description="A condition: born >= 2008 and sex = f.")] = "",
    player: Annotated[str, Query(max_length=4, description="The number of a player or team to explain.")] = "",
    against: Annotated[str, Query(max_length=4, description="Another one, to compare with.")] = "",
    choosing: Annotated[str, Query(max_length=1, description="1 leaves the list of tie-breaks open on the page.")] = "",
) -> StandingsAsked:
    """What an address asks for."""
    return _stripped(locals())


def asked_in_form(
    round: Annotated[str, Form(max_length=3)] = "",  # noqa: A002
    tie_breaks: Annotated[str, Form(max_length=LONGEST)] = "",
    edition: Annotated[str, Form(max_length=60)] = "",
    beside: Annotated[str, Form(max_length=60)] = "",
    order: Annotated[str, Form(max_length=6)] = "",
    group: Annotated[str, Form(max_length=LONGEST)] = "",
    player: Annotated[str, Form(max_length=4)] = "",
    against: Annotated[str, Form(max_length=4)] = "",
    choosing: Annotated[str, Form(max_length=1)] = "",
    ask: Annotated[str, Form(max_length=4 * LONGEST, description="All of this as the query of an address.")] = "",
) -> StandingsAsked:
    """What a form asks for; a button says all of it at once."""
    if not ask:
        return _stripped(locals())
    fields = parse_qs(ask, max_num_fields=len(ASKED_NAMES))
    return _stripped({name: values[0][:LONGEST] for name, values in fields.items()})


def _stripped(fields: Mapping[str, str]) -> StandingsAsked:
    return replace(StandingsAsked(), **{name: fields.get(name, "").strip() for name in ASKED_NAMES})


# Tie-breaks to choose from by clicking: those that an edition allows for a kind of event.

OFFERED = {
    "C": ("/C1", "/C2"), "M": ("/M1", "/M2"), "P": ("/P",), "F": ("/F",), "L": ("/L+1", "/L-1"), "R": ("/R",),
}  # fmt: skip
"""The modifiers that can be clicked; all others can be typed."""


class TieBreakChoice(NamedTuple):
    """A tie-break that can be clicked; `adds` is the list with it, empty if it stands there already."""

    code: str
    name: str
    adds: str


class TieBreakFamily(NamedTuple):
    """A tie-break with its variants."""

    name: str
    article: str
    choices: tuple[TieBreakChoice, ...]


class ListPlace(NamedTuple):
    """A tie-break of the list, with the lists that come of moving it up or down or of taking it out."""

    code: str
    name: str
    up: str
    down: str
    out: str


def families(table: StandingsTable, language: Language) -> list[TieBreakFamily]:
    """The tie-breaks that the edition has for this kind of event, with their variants."""
    kind, chosen = table.competition.kind, _chosen(table)
    found = []
    for name in sorted(table.rules.codes, key=NAMES.index):
        rule = table.rules.codes[name]
        if name != "PTS" and name not in OUTSIDE and kind in rule.value.events and not _dropped(table, name):
            choices = [_choice(code, chosen, language) for code in variants(name, rule.value, table.competition.teams)]
            found.append(TieBreakFamily(text(f"tie-break.{name}", language), rule.article.number, tuple(choices)))
    return found


def _dropped(table: StandingsTable, name: str) -> bool:
    """Whether a tie-break by ratings cannot be used, as somebody has none."""
    return name in RATING_CODES and any(not contestant.rating for contestant in table.competition.contestants.values())


def variants(name: str, code: TieBreakCode, teams: bool) -> Iterator[str]:
    """Yield the codes of a tie-break that can be clicked."""
    scores = ("", *(f":{score}" for score in code.scores)) if teams else ("",)
    marks = ["", *(mark for letter in code.modifiers for mark in OFFERED.get(letter, ()))]
    yield from (f"{name}{score}{mark}" for score, mark in product(scores, marks))


def _choice(code: str, chosen: list[TieBreak], language: Language) -> TieBreakChoice:
    tie_break = parse_code(code)
    there = tie_break in chosen and tie_break.name not in GROUP_CODES
    return TieBreakChoice(code, tie_break_name(tie_break, language), "" if there else _written([*chosen, tie_break]))


def places(table: StandingsTable, language: Language) -> list[ListPlace]:
    """The list of the table, each with the ways to change it."""
    chosen = _chosen(table)
    return [
        ListPlace(
            tie_break.code,
            tie_break_name(tie_break, language),
            _swapped(chosen, at - 1),
            _swapped(chosen, at),
            _written(chosen[:at] + chosen[at + 1 :]),
        )
        for at, tie_break in enumerate(chosen)
    ]


def list_text(table: StandingsTable) -> str:
    """The list as it is typed."""
    return _written(_chosen(table))


def _chosen(table: StandingsTable) -> list[TieBreak]:
    return list(table.codes[leading(table.codes) :])


def _swapped(chosen: list[TieBreak], at: int) -> str:
    """The list with two neighbours swapped; empty if there are none."""
    if not 0 <= at < len(chosen) - 1:
        return ""
    return _written([*chosen[:at], chosen[at + 1], chosen[at], *chosen[at + 2 :]])


def _written(chosen: list[TieBreak]) -> str:
    """A list for an address; the score alone, if nothing is left."""
    return ",".join(tie_break.code for tie_break in chosen) or "PTS"


# How visitors go on from a page of standings: by links, or by buttons of a form that carries a dropped report.

FORM = "choice"
"""The form of a page, to which its buttons belong."""
LONGEST_CARRIED = 900_000
"""The longest text of a carried report that fits into a field of a form."""


def carry(report: bytes) -> str | None:
    """Return a report for a field of a form; None if it is too long for one."""
    packed = base64.b64encode(zlib.compress(report)).decode()
    return packed if len(packed) <= LONGEST_CARRIED else None


def carried(packed: str, most: int) -> bytes:
    """Return the report that a form carries, of at most a number of bytes."""
    try:
        unpacking = zlib.decompressobj()
        report = unpacking.decompress(base64.b64decode(packed, validate=True), most)
    except (binascii.Error, zlib.error, ValueError):
        raise ArpadError("web-carried") from None
    if not unpacking.eof:
        raise ArpadError("web-carried")
    return report


@dataclass(frozen=True, slots=True)
class NavigationLink:
    """The pages of one report under an address. With `report`, a report that travels in the form of every page; if it
    is empty, the report is too long to travel, and there is no way on. `kept` goes on into every address."""

    base: str
    asked: StandingsAsked
    kept: Mapping[str, str] = field(default_factory=dict)
    report: str | None = None

    @property
    def form(self) -> str:
        return FORM

    def address(self, view: str = "", /, **changes: object) -> str:
        """The address of a page, with what is asked for in its query."""
        query = self.asked.query(**changes, **self.kept)
        return self.base + view + (f"?{query}" if query else "")

    def open_form(self, view: str = "", /, css: str = "card", **changes: object) -> Markup:
        """The beginning of the form of a page. It carries on what is asked for, except for its own fields, which are
        given as empty `changes`."""
        fields = self.asked.query_fields(**changes) | dict(self.kept)
        hidden = [Markup('<input type="hidden" name="{}" value="{}">').format(*pair) for pair in fields.items()]
        if self.report is None:
            start = Markup('<form class="{}" id="{}" action="{}">').format(css, FORM, self.base + view)
        else:
            start = Markup(
                '<form class="{}" id="{}" method="post" action="{}" enctype="multipart/form-data">'
                '<input type="hidden" name="report" value="{}">'
            ).format(css, FORM, self.base + view, self.report)
        return start + Markup("").join(hidden)

    def own_form(self, view: str, label: str) -> Markup:
        """A button in a form of its own that sends the report on. A button of the form of the page would be the one
        that Enter presses if it stands before the others."""
        fields = {"report": self.report or "", "ask": self.asked.query()} | dict(self.kept)
        hidden = [Markup('<input type="hidden" name="{}" value="{}">').format(*pair) for pair in fields.items()]
        start = Markup('<form class="inline" method="post" action="{}" enctype="multipart/form-data">')
        return (
            start.format(self.base + view)
            + Markup("").join(hidden)
            + Markup('<button class="link">{}</button></form>').format(label)
        )

    def link(
        self,
        label: str,
        view: str = "",
        /,
        css: str = "",
        title: str = "",
        anchor: str = "",
        current: bool = False,
        **changes: object,
    ) -> Markup:
        """A link to a page, or a button that sends the report there."""
        if self.report == "":
            return Markup("{}").format(label)
        end = f"#{anchor}" if anchor else ""
        more = Markup("")
        if title:
            more += Markup(' title="{0}" aria-label="{0}"').format(title)
        if current:
            more += Markup(' aria-current="page"')
        if self.report is None:
            if "choosing" in changes:
                more += Markup(' rel="nofollow"')  # there are more lists of tie-breaks than a crawler should visit
            more += Markup(' class="{}"').format(css) if css else Markup("")
            return Markup('<a href="{}"{}>{}</a>').format(self.address(view, **changes) + end, more, label)
        return Markup('<button form="{}" formaction="{}" name="ask" value="{}" class="{}"{}>{}</button>').format(
            FORM, self.base + view + end, self.asked.query(**changes), f"link {css}".strip(), more, label
        )
