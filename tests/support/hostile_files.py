"""Files that were made to do harm: nested without end, with numbers and texts without measure, with bombs inside."""

import io
import zipfile
from collections.abc import Mapping
from functools import cache

DEEP = 20_000
LONG = 200_000
DIGITS = 100_000


@cache
def zip_bomb() -> bytes:
    """A few kilobytes that would be a hundred million."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("head.json", "bundle.json", "log.parquet"):
            archive.writestr(name, b"[" * 30_000_000)
    return out.getvalue()


def endless_zip() -> bytes:
    """An archive whose table of contents tells of a member that is not there."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("bundle.json", b"{}")
    return out.getvalue().replace(b"bundle.json", b"../a/b.json")


def trf(players: int, rounds: int) -> bytes:
    """A report in which everybody plays in every round."""
    cells = "  ".join(["   1 w 1"] * rounds)
    person = "{0:>4} m    Player                            2000 ESP {0:>11} 1990/01/01  0.0 {0:>4}  "
    lines = [f"001 {person.format(rank)}{cells}" for rank in range(1, players + 1)]
    return "\n".join(["012 Open", "042 2024/05/01", "052 2024/05/02", *lines, ""]).encode()


def log_line(data: bytes) -> bytes:
    """A line of the log of an event."""
    texts = b", ".join(b'"%s": "x"' % name for name in (b"at", b"kind", b"prev", b"sha256", b"who"))
    return b'{"n": 1, "data": %s, %s}\n' % (data, texts)


@cache
def hostile_files() -> Mapping[str, bytes]:
    """Files by their names. They are made when the first test needs them, because a bomb takes half a second."""
    return {
        "deep.toml": b"a = " + b"[" * DEEP + b"]" * DEEP,
        "deep-tables.toml": b"a = " + b"{a = " * DEEP + b"1" + b"}" * DEEP,
        "dotted.toml": b"a" + b".a" * 3_000 + b" = 1\n",
        "deep-head.toml": b"[a" + b".a" * 3_000 + b"]\nb = 1\n",
        "exponent.toml": b"name = 'Open'\nfee = 1e999999999\n",
        "small-exponent.toml": b"name = 'Open'\nfee = 1e-999999999\n",
        "infinite.toml": b"name = 'Open'\nfee = inf\nslug = nan\n",
        "digits.toml": b"rounds = " + b"9" * DIGITS,
        "hex.toml": b"rounds = 0x" + b"f" * DIGITS,
        "bytes.toml": b"name = '\xff\xfe'",
        "deep.json": b"[" * DEEP + b"]" * DEEP,
        "fairly-deep.json": b'{"players": ' + b"[" * 900 + b"]" * 900 + b"}",
        "deep-objects.json": b'{"players": ' + b'{"a": ' * DEEP + b"1" + b"}" * (DEEP + 1),
        "digits.json": b'{"players": [{"rank": ' + b"9" * DIGITS + b', "points": 1}]}',
        "exponent.json": b'{"players": [{"rank": 1e999999999, "points": 1}]}',
        "nan.json": b'{"players": [{"rank": NaN, "points": -Infinity}]}',
        "surrogate.json": b'{"players": [{"name": "\\ud800", "rank": 1, "points": 1}]}',
        "deep-log.json": log_line(b'{"a": ' * 900 + b"1" + b"}" * 900),
        "surrogate-log.json": log_line(b'{"a": "\\ud800"}'),
        "nan-log.json": log_line(b'{"a": NaN}'),
        "digits-log.json": log_line(b'{"a": ' + b"9" * 5_000 + b"}"),
        "deep.xml": b"<playerslist>" + b"<player>" * DEEP,
        "entities.xml": b'<!DOCTYPE a [<!ENTITY a "aaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><playerslist>&b;</playerslist>',
        "attribute.xml": b'<playerslist a="' + b"x" * DIGITS + b'"/>',
        "encoding.xml": b'<?xml version="1.0" encoding="utf-7"?><playerslist/>',
        "field.csv": b"rank,name,points\n1,\"" + b"x" * LONG + b"\",1\n",
        "quote.csv": b'id,name,federation,sex,title,rating\n1,"' + b"x\n" * LONG,
        "nul.csv": b"rank,name,points\n1,\0,1\n",
        "columns.csv": b",".join(b"c%d" % column for column in range(LONG)) + b"\n",
        "bomb.zip": zip_bomb(),
        "outside.zip": endless_zip(),
        "cut.zip": zip_bomb()[:5000],
        "many.trf": trf(9_000, 50),
        "long.trf": trf(300, 999),
        "cut.parquet": b"PAR1" + b"\xff" * 1000 + b"PAR1",
    }  # fmt: skip
