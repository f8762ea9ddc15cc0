"""A long list is sent as CSV while it is written, and is the same file as if it were made at once."""

from collections.abc import Iterator
from importlib import import_module

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from arpad.documents import fields as writing
from web_demo import MakeOffice

ADDRESSES = ("/lists/2023-02.csv", "/lists/2023-02.csv?sex=F", "/lists/2023-02.csv?time_class=blitz")


@pytest.fixture
def app(office: MakeOffice) -> FastAPI:
    return office()


def test_a_long_list_is_the_file_that_a_short_one_is(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    with TestClient(app) as client:
        whole = {address: client.get(address) for address in ADDRESSES}
        monkeypatch.setattr(import_module("arpad.web.public.lists"), "LONG", 0)
        monkeypatch.setattr(writing, "AT_ONCE", 7)
        tags = set()
        for address, expected in whole.items():
            fresh = f"{address}{'&' if '?' in address else '?'}page=2"  # kept pages know the address, not the players
            found = client.get(fresh)
            assert found.content == expected.content, address
            assert "content-length" not in found.headers, "it is sent in parts"
            kept = ("content-type", "content-disposition", "cache-control", "vary", "content-security-policy")
            assert [found.headers[name] for name in kept] == [expected.headers[name] for name in kept]
            assert client.head(fresh).headers["etag"] == found.headers["etag"]
            known = client.get(fresh, headers={"if-none-match": found.headers["etag"]})
            assert (known.status_code, known.content) == (304, b"")
            tags.add(found.headers["etag"])
        assert len(tags) == len(ADDRESSES), "another file has another tag"


def test_rows_are_asked_for_while_a_table_is_written() -> None:
    asked: list[int] = []

    def rows() -> Iterator[list[int]]:
        for number in range(5 * writing.AT_ONCE):
            asked.append(number)
            yield [number]

    parts = writing.csv_parts(["number"], rows())
    assert (next(parts), len(asked)) == ("number\r\n", 0)
    next(parts)
    assert len(asked) == writing.AT_ONCE
    assert sum(part.count("\r\n") for part in parts) == 4 * writing.AT_ONCE
