"""How visitors go on from a page of standings: by links, or by buttons of a form that carries a dropped report."""

import base64
import binascii
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from arpad.i18n import ArpadError
from arpad.web.standings.asked import StandingsAsked

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
class WayOn:
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
        told = self.asked.told(**changes) | dict(self.kept)
        hidden = [Markup('<input type="hidden" name="{}" value="{}">').format(*pair) for pair in told.items()]
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
        told = {"report": self.report or "", "ask": self.asked.query()} | dict(self.kept)
        hidden = [Markup('<input type="hidden" name="{}" value="{}">').format(*pair) for pair in told.items()]
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
