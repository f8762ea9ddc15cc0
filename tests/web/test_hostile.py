"""What visitors send to do harm: it is refused with a reason, or it is only text."""

import io
import select
import socket
import zipfile
from collections.abc import MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import anyio
import pytest

from visitor import TestClient
from web_demo import MakeOffice, Served

if TYPE_CHECKING:
    import httpx2

MEGABYTE = 1024 * 1024
LIMIT = 20 * MEGABYTE
BOMB = b"""<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><lolz>&c;</lolz>"""


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("report.trf", b"0" * MEGABYTE)
    return out.getvalue()


def drop(visitor: TestClient, data: bytes, name: str = "report.trf", path: str = "/report.json") -> "httpx2.Response":
    return visitor.post(path, files={"file": (name, data)})


# ---------------------------------------------------------------- uploads


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (zipped(), "ZIP"),
        (BOMB, "XML"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, ""),
        (b"%PDF-1.7 \xff\xfe", "PDF"),
        (b"\x1f\x8b\x08\x00" + b"\x00" * 100, "gzip"),
        (b"MZ\x90\x00" * 1000, ""),
        (b"", "empty"),
        (b"\x00" * 5000, ""),
        (("012 Open\n001 " + "x" * 2_000_000).encode(), ""),
    ],
    ids=["zip", "xml-bomb", "picture", "pdf", "gzip", "program", "empty", "nothing", "line"],
)
def test_what_is_no_report_is_refused_with_a_reason(client: TestClient, data: bytes, reason: str) -> None:
    answer = drop(client, data)
    assert answer.status_code == 400, answer.text
    assert answer.json()["status"] == 400
    assert reason in answer.json()["error"]
    assert len(answer.json()["error"].split()) > 5
    page = drop(client, data, path="/report")
    assert page.status_code == 400
    assert 'role="alert"' in page.text


def test_a_name_of_a_file_is_never_used(client: TestClient) -> None:
    for name in ("../../../etc/passwd", "a\r\nx-evil: 1", "<script>", "\x00", "con.trf", "x" * 5000):
        answer = drop(client, BOMB, name)
        assert answer.status_code == 400
        assert "x-evil" not in answer.headers


def test_a_body_that_is_announced_too_long_is_not_read(client: TestClient) -> None:
    for said in (str(LIMIT + 1), "9" * 5000, "-1", "many"):
        answer = client.post("/report.json", content=b"", headers={"content-length": said})
        assert answer.status_code == 413, said
        assert answer.json() == {"error": "The file is too large: 20 MB at most.", "status": 413}


HEAD = b'--b\r\ncontent-disposition: form-data; name="file"; filename="r.trf"\r\n\r\n012 Open\n'
PIECE = b"x" * 65535 + b"\n"
KIND = b"multipart/form-data; boundary=b"


@pytest.mark.parametrize("path", ["/report", "/report.json", "/login", "/logout", "/office/submit"])
def test_a_body_that_grows_too_long_is_refused_while_it_streams(office: MakeOffice, path: str) -> None:
    """What comes after the limit is never asked for."""
    given, answers = 0, []

    async def receive() -> dict[str, Any]:
        nonlocal given
        body = PIECE if given else HEAD
        given += len(body)
        assert given < LIMIT + 2 * len(PIECE)
        return {"type": "http.request", "body": body, "more_body": True}

    async def send(message: MutableMapping[str, Any]) -> None:
        answers.append(message)

    headers = [(b"content-type", KIND), (b"accept", b"application/json")]
    scope = {
        "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "",
        "headers": headers, "scheme": "http", "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 1), "state": {},
    }  # fmt: skip
    with ThreadPoolExecutor(1) as thread:  # a browser of another test may hold this one's loop
        thread.submit(anyio.run, office(), scope, receive, send).result()
    assert answers[0]["status"] == 413
    assert given > LIMIT


def test_the_wire_is_cut_when_too_much_comes(served: Served) -> None:
    """Sent in pieces whose end nobody announced: the answer comes long before the last one."""
    sent, most = 0, 200 * MEGABYTE
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as wire:
        wire.sendall(
            b"POST /report HTTP/1.1\r\nhost: x\r\naccept: application/json\r\ntransfer-encoding: chunked\r\n"
            b"content-type: " + KIND + b"\r\n\r\n"
        )
        with suppress(OSError):  # the server takes no more
            while sent < most and not select.select([wire], [], [], 0)[0]:
                piece = PIECE if sent else HEAD
                wire.sendall(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                sent += len(piece)
        answer = wire.recv(65536)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert LIMIT - MEGABYTE < sent < most // 2


def test_many_parts_and_long_fields_are_refused(client: TestClient) -> None:
    parts = b"".join(b'--b\r\ncontent-disposition: form-data; name="f%d"\r\n\r\nx\r\n' % at for at in range(3000))
    long = b'--b\r\ncontent-disposition: form-data; name="edition"\r\n\r\n' + b"x" * (2 * MEGABYTE) + b"\r\n"
    for body in (parts, long, b"--b\r\n\xff", b""):
        answer = client.post("/report.json", content=body + b"--b--\r\n", headers={"content-type": KIND.decode()})
        assert answer.status_code in (400, 422)
        assert answer.json()["status"] == answer.status_code
