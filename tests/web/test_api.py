"""The documented interface for programs, called by schemathesis with whatever its schema allows and forbids.

Schemathesis takes two seconds to load, so it is loaded only where it is used.
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from arpad.office.accounts.people import add_token
from office_rows import BY
from proofs import TIMES, examples
from web_demo import NAME, MakeOffice

if TYPE_CHECKING:
    from fastapi import FastAPI

EXAMPLES, LEAST_CALLED = examples(2, long=6), 10
THERE = {"id": "98000017", "period": "2023-02", "number": "1", "event": "1", "edition": "fide-2024"}
TOKEN = "a token of the officer"
CALLERS: tuple[dict[str, str], ...] = ({}, {"authorization": f"Bearer {TOKEN}"})
"""A visitor, and the officer."""
BOUNDED = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def application(office: MakeOffice) -> "FastAPI":
    app = office(requests_a_minute=1_000_000)
    add_token(app.state.site.database, NAME, "tests", TOKEN, BY)
    return app


def checks() -> list[Any]:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks as of_openapi

    conformance = ("status_code_conformance", "content_type_conformance", "response_schema_conformance")
    return [not_a_server_error, *(getattr(of_openapi, name) for name in conformance)]


def operations(app: "FastAPI") -> list[Any]:
    """Those of version 1; `make prove` calls those of version 2 too, but for the one that goes on for an hour."""
    import schemathesis

    schemas = [schemathesis.openapi.from_asgi("/openapi.json", app)]
    schemas += [schemathesis.openapi.from_asgi("/api/v2/openapi.json", app)] if TIMES > 1 else []
    found: list[Any] = [answer.ok() for schema in schemas for answer in schema.get_all_operations()]
    return [one for one in found if not one.label.endswith("/stream")]


@pytest.mark.proof
@pytest.mark.long
def test_every_answer_is_one_that_the_schema_names(application: "FastAPI") -> None:
    """To draw a call takes longer than to answer it: each is sent by everybody, and again with what is there. Every
    second operation is called as the schema allows and the others as it forbids; `make prove` calls all in both ways.
    """
    from schemathesis.generation import GenerationMode

    called, conforming = set(), checks()
    modes = list(GenerationMode)

    def call(operation: Any, mode: GenerationMode) -> None:
        @BOUNDED
        @given(case=operation.as_strategy(generation_mode=mode))
        def every_call_is_answered(case: Any) -> None:
            called.add((case.operation.label, mode))
            for headers in CALLERS:
                case.call_and_validate(headers=dict(headers), checks=conforming)
            there = {name: THERE[name] for name in case.path_parameters if name in THERE}
            if there:  # what is in the address is there, so that the rest is looked at
                case.path_parameters |= there
                for headers in CALLERS:
                    case.call_and_validate(headers=dict(headers), checks=conforming)

        with suppress(*() if mode is GenerationMode.POSITIVE else (Unsatisfiable,)):  # where any text will do
            every_call_is_answered()

    for number, operation in enumerate(operations(application)):
        for mode in modes if TIMES > 1 else modes[number % len(modes) :][:1]:
            call(operation, mode)
    assert all(sum(mode is one for _, mode in called) >= LEAST_CALLED for one in modes)
