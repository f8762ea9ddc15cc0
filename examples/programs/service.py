"""A small web service that rates an uploaded report; it is asked once, and ends."""

import asyncio
from pathlib import Path

import arpad


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    size = int(next(line.split(":")[1] for line in head.splitlines() if line.lower().startswith("content-length")))
    report = await reader.readexactly(size)
    try:
        status, body = "200 OK", (await asyncio.to_thread(lambda: arpad.read(report).rate())).to_json()
    except arpad.ArpadError as problem:
        status, body = "422 Unprocessable Content", str(problem)
    writer.write(f"HTTP/1.1 {status}\r\ncontent-length: {len(body.encode())}\r\n\r\n{body}".encode())
    await writer.drain()
    writer.close()


async def ask(port: int, report: bytes) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"POST / HTTP/1.1\r\ncontent-length: %d\r\n\r\n" % len(report) + report)
    found = (await reader.read()).decode()
    writer.close()
    return found


async def main() -> None:
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = int(server.sockets[0].getsockname()[1])
    for report in (Path("examples/open-2024.trf").read_bytes(), b"no report"):
        print((await ask(port, report)).splitlines()[0])
    server.close()


asyncio.run(main())
