"""Files to be saved, and their names, as browsers old and new read them."""

import os
import re
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response

NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f"*/:<>?\\|;%]+')
"""Signs that some system does not take in the name of a file."""
LONGEST = 120
ROOTS = ("t", "office", "players", "tools")
"""First parts of addresses that say nothing about what is in a file."""


@contextmanager
def written_zip() -> Iterator[Path]:
    """Give the path of a new archive to be written and sent; it is removed if that fails."""
    handle, place = tempfile.mkstemp(prefix="arpad-", suffix=".zip")
    os.close(handle)
    try:
        yield Path(place)
    except BaseException:
        Path(place).unlink(missing_ok=True)
        raise


def zip_file(path: Path, name: str, **headers: str) -> Response:
    """Send an archive under its name, and remove it when it is sent."""
    after = BackgroundTask(path.unlink, missing_ok=True)
    return FileResponse(path, media_type="application/zip", headers=disposition(name) | headers, background=after)


def disposition(name: str, *, shown: bool = False) -> dict[str, str]:
    """Return the header that names a file (RFC 6266): in ASCII, and as it is if that differs. A file that is `shown`
    opens in the browser and has its name when it is saved."""
    cleaned = cleaned_name(name)
    apart = unicodedata.normalize("NFKD", cleaned)
    plain = "".join(letter for letter in apart if letter.isascii()).strip(" .-") or "file"
    header = f'{"inline" if shown else "attachment"}; filename="{plain}"'
    if plain != cleaned:
        header += f"; filename*=UTF-8''{quote(cleaned, safe='')}"
    return {"content-disposition": header}


def cleaned_name(name: str) -> str:
    """A name without signs that some system does not take; a long one is cut before its ending."""
    told = unicodedata.normalize("NFC", " ".join(NOT_IN_NAMES.sub(" ", name).split()))
    stem, dot, ending = told.rpartition(".")
    return f"{stem[:LONGEST].strip(' .-')}{dot}{ending}" if dot else told[:LONGEST]


def name_by_address(request: Request) -> str:
    """Return the name of a file that has none of its own: the parts of its address, /lists/2024-05.csv as
    lists-2024-05.csv."""
    parts = [part for part in request.url.path.split("/") if part]
    return "-".join(parts[1:] if len(parts) > 1 and parts[0] in ROOTS else parts)
