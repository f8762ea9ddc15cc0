"""Many small cases in one test: to set up, report and tear down a test takes longer than most of them."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[..., None]


def each(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Call a test for each case, with the values of these names: as `pytest.mark.parametrize`, but as one test. All
    cases are tried; what fails is told with its case."""
    arguments = [name.strip() for name in names.split(",")]
    values = [_values(case, len(arguments)) for case in cases]

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def try_all(**fixtures: Any) -> None:
            failed = []
            for case in values:
                given = dict(zip(arguments, case, strict=True))
                try:
                    test(**given, **fixtures)
                except Exception as problem:
                    problem.add_note(f"the case was {given}")
                    failed.append(problem)
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(values)} cases", failed)
            assert values, "there are no cases"

        asked = inspect.signature(test)
        others = [value for name, value in asked.parameters.items() if name not in arguments]
        try_all.__dict__["__signature__"] = asked.replace(parameters=others)
        return try_all

    return decorate


def _values(case: Any, count: int) -> tuple[Any, ...]:
    """The values of a case, also of one that pytest has named."""
    if isinstance(case, tuple) and hasattr(case, "marks"):
        return tuple(case.values)  # type: ignore[attr-defined]
    return (case,) if count == 1 else tuple(case)
