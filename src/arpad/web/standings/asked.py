"""What is asked for on a page of standings: in the address, or by a form that carries a report."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Annotated, Literal
from urllib.parse import parse_qs, urlencode

from fastapi import Form, Query

from arpad.inputs import parse
from arpad.standings.table import Wishes

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

    def told(self, **changes: object) -> dict[str, str]:
        """What an address has to say, with some of it changed."""
        whole = asdict(self) | {"choosing": ""} | {name: str(value) for name, value in changes.items()}
        return {name: value for name, value in whole.items() if value}

    def query(self, **changes: object) -> str:
        return urlencode(self.told(**changes))

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


NAMES = tuple(field.name for field in fields(StandingsAsked))
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
    told = parse_qs(ask, max_num_fields=len(NAMES))
    return _stripped({name: values[0][:LONGEST] for name, values in told.items()})


def _stripped(told: Mapping[str, str]) -> StandingsAsked:
    return replace(StandingsAsked(), **{name: told.get(name, "").strip() for name in NAMES})
