"""The logo and the photo of an event: recognised by their content, freed of metadata, kept beside the log.

Only what shows the picture is kept. Where and when it was taken, by whom and with which camera is cut out.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import select

from arpad.domain.values import sha256_of
from arpad.i18n import ArpadError
from arpad.office.storage._log import sha256_of_value
from arpad.office.storage._seals import put_sealed, remove_sealed
from arpad.office.storage.schema import tournament_pictures, tournaments
from arpad.office.tournaments.event_rows import event_row
from arpad.office.tournaments.store import EventStore

PictureName = Literal["logo", "photo"]
PICTURE_NAMES: tuple[PictureName, ...] = ("logo", "photo")
MOST_BYTES = 5_000_000
MOST_PIXELS, LONGEST_SIDE = 40_000_000, 12_000
LONGEST_ABOUT = 200


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is served: its kind, its size in pixels as it is seen, its bytes without metadata."""

    media: str
    width: int
    height: int
    data: bytes


class StoredPicture(NamedTuple):
    """What an event knows of a picture without its bytes. `about` says in words what it shows."""

    name: str
    sha256: str
    media: str
    width: int
    height: int
    about: str


# The three formats. Each function returns a picture without metadata; IndexError, ValueError and struct.error say that
# the file is damaged.

PNG = b"\x89PNG\r\n\x1a\n"
PNG_SHOWS = {
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"bKGD", b"pHYs",
    b"acTL", b"fcTL", b"fdAT",
}  # fmt: skip
"""The chunks that show something; the others are texts, times and metadata of cameras."""


def _png(data: bytes) -> Picture:
    width, height = struct.unpack(">II", data[16:24])
    kept, place, kind = [PNG], len(PNG), b""
    while kind != b"IEND":
        (length,) = struct.unpack(">I", data[place : place + 4])
        kind, after = data[place + 4 : place + 8], place + 12 + length
        if after > len(data) or (place == len(PNG)) != (kind == b"IHDR"):
            raise ValueError
        if kind in PNG_SHOWS:
            kept.append(data[place:after])
        place = after
    return Picture("image/png", width, height, b"".join(kept))


SOI, EOI, SOS = 0xD8, 0xD9, 0xDA
FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
ALONE = {0x01, *range(0xD0, 0xD8)}
"""Markers that nothing follows."""
APP0, APP1, APP2, APP14, APPS, COMMENT = 0xE0, 0xE1, 0xE2, 0xEE, range(0xE0, 0xF0), 0xFE
ORIENTATION, UPRIGHT, ON_ITS_SIDE = 0x0112, 1, range(5, 9)


def _jpeg(data: bytes) -> Picture:
    """Keep what shows the picture. Phones write down which way is up: that alone is kept of APP1 (Exif)."""
    kept: list[bytes] = []
    size, turned = (0, 0), UPRIGHT
    for marker, whole, content in _jpeg_segments(data):
        if marker == APP1 and content.startswith(b"Exif\0\0"):
            turned = _orientation(content[6:])
        if marker in FRAMES:
            size = struct.unpack(">HH", content[1:5])
        shows = marker in (APP0, APP14) or (marker == APP2 and content.startswith(b"ICC_PROFILE\0"))
        if shows or (marker not in APPS and marker != COMMENT):
            kept.append(whole)
    height, width = size
    if not width or not height:
        raise ValueError
    if turned in ON_ITS_SIDE:
        width, height = height, width
    head = b"\xff\xd8" if turned == UPRIGHT else b"\xff\xd8" + _exif(turned)
    return Picture("image/jpeg", width, height, head + b"".join(kept))


def _jpeg_segments(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """The marker of each segment, the whole of it, and its content. What comes after the end of the picture is not
    part of it."""
    place, marker = 2, SOI
    while marker != EOI:
        if data[place] != 0xFF:
            raise ValueError
        while data[place + 1] == 0xFF:
            place += 1
        marker = data[place + 1]
        if marker == EOI or marker in ALONE:
            yield marker, data[place : place + 2], b""
            place += 2
            continue
        (length,) = struct.unpack(">H", data[place + 2 : place + 4])
        end = place + 2 + length
        if length < 2 or end > len(data):
            raise ValueError
        content = data[place + 4 : end]
        if marker == SOS:
            end = _end_of_scan(data, end)
        yield marker, data[place:end], content
        place = end


def _end_of_scan(data: bytes, place: int) -> int:
    """Where the next marker is: in a scan, FF is followed by 00 or by a marker that belongs to the scan."""
    while True:
        place = data.index(b"\xff", place)
        if data[place + 1] != 0 and data[place + 1] not in ALONE:
            return place
        place += 2


def _orientation(tiff: bytes) -> int:
    """The way up of a photo (1 to 8), as its metadata say; 1 if they say nothing that can be read."""
    try:
        order = {b"II": "<", b"MM": ">"}[tiff[:2]]
        (first,) = struct.unpack(order + "I", tiff[4:8])
        (count,) = struct.unpack(order + "H", tiff[first : first + 2])
        for place in range(first + 2, first + 2 + 12 * count, 12):
            tag, _, _, value = struct.unpack(order + "HHIH", tiff[place : place + 10])
            if tag == ORIENTATION and value in range(UPRIGHT, 9):
                return int(value)
    except (KeyError, struct.error):
        pass
    return UPRIGHT


def _exif(turned: int) -> bytes:
    """The smallest metadata that say which way is up."""
    tiff = struct.pack("<2sHIHHHIHHI", b"II", 42, 8, 1, ORIENTATION, 3, 1, turned, 0, 0)
    return struct.pack(">HH", 0xFF00 | APP1, 2 + 6 + len(tiff)) + b"Exif\0\0" + tiff


WEBP_SAYS = (b"EXIF", b"XMP ")
WEBP_FLAGS = 0x08 | 0x04
"""The bits by which the extended header announces them."""


def _webp(data: bytes) -> Picture:
    size: tuple[int, int] | None = None
    kept, place = [], 12
    end = 8 + struct.unpack("<I", data[4:8])[0]
    if end > len(data):
        raise ValueError
    while place < end:
        kind, (length,) = data[place : place + 4], struct.unpack("<I", data[place + 4 : place + 8])
        content, after = data[place + 8 : place + 8 + length], place + 8 + length + length % 2
        if len(content) < length:
            raise ValueError
        if kind == b"VP8X":
            content = bytes([content[0] & ~WEBP_FLAGS]) + content[1:]
        size = size or _webp_size(kind, content)
        if kind not in WEBP_SAYS:
            kept.append(kind + struct.pack("<I", length) + content + b"\0" * (length % 2))
        place = after
    if size is None:
        raise ValueError
    body = b"WEBP" + b"".join(kept)
    return Picture("image/webp", *size, b"RIFF" + struct.pack("<I", len(body)) + body)


def _webp_size(kind: bytes, content: bytes) -> tuple[int, int] | None:
    if kind == b"VP8X":
        return int.from_bytes(content[4:7], "little") + 1, int.from_bytes(content[7:10], "little") + 1
    if kind == b"VP8 " and content[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", content[6:10])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and content[:1] == b"\x2f":
        bits = int.from_bytes(content[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return None


def read_picture(data: bytes) -> Picture:
    """Return a picture without its metadata; refuse what is no PNG, JPEG or WebP, and what is too large."""
    if len(data) > MOST_BYTES:
        raise ArpadError("event-picture-bytes", most=MOST_BYTES // 1_000_000)
    if data.startswith(PNG):
        read = _png
    elif data.startswith(b"\xff\xd8\xff"):
        read = _jpeg
    elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        read = _webp
    else:
        raise ArpadError("event-picture-kind")
    try:
        picture = read(data)
    except (IndexError, ValueError, struct.error):
        raise ArpadError("event-picture-damaged") from None
    sides = picture.width, picture.height
    if not all(sides):
        raise ArpadError("event-picture-damaged")
    if max(sides) > LONGEST_SIDE or picture.width * picture.height > MOST_PIXELS:
        raise ArpadError("event-picture-pixels", width=picture.width, height=picture.height, side=LONGEST_SIDE)
    return picture


# Pictures of an event in the database.


def keep_picture(event_store: EventStore, slug: str, name: PictureName, data: bytes, about: str = "") -> StoredPicture:
    """Keep a picture in the place of the one before."""
    picture = read_picture(data)
    row = event_store.open(slug).row
    stored = StoredPicture(
        name, sha256_of_value(picture.data), picture.media, picture.width, picture.height, about.strip()[:LONGEST_ABOUT]
    )
    with event_store.database.writing(row.id) as connection:
        remove_sealed(connection, tournament_pictures, *_own(row.id, name))
        put_sealed(
            connection, tournament_pictures, [{"tournament_id": row.id, "data": picture.data, **stored._asdict()}]
        )
    return stored


def remove_picture(event_store: EventStore, slug: str, name: PictureName) -> bool:
    """Remove a picture. Return whether there was one."""
    row = event_store.open(slug).row
    with event_store.database.writing(row.id) as connection:
        return bool(remove_sealed(connection, tournament_pictures, *_own(row.id, name)))


def _own(event: int, name: str) -> tuple[Any, ...]:
    return tournament_pictures.c.tournament_id == event, tournament_pictures.c.name == name


_COLUMNS = [tournament_pictures.c[name] for name in StoredPicture._fields]
_PICTURES = select(tournaments.c.slug, *_COLUMNS).join(
    tournaments, tournaments.c.id == tournament_pictures.c.tournament_id
)


def pictures_of(event_store: EventStore, slug: str) -> dict[str, StoredPicture]:
    """Return the pictures of an event by their names, without the bytes."""
    with event_store.database.reading() as connection:
        rows = connection.execute(_PICTURES.where(tournaments.c.slug == slug))
        return {values[0]: StoredPicture(*values) for _, *values in rows}


def picture_file(event_store: EventStore, slug: str, name: PictureName) -> tuple[StoredPicture, bytes]:
    """Return a picture with its bytes; refuse one that is not there."""
    with event_store.database.reading() as connection:
        own = _own(event_row(connection, slug).id, name)
        row = connection.execute(select(*_COLUMNS, tournament_pictures.c.data).where(*own)).one_or_none()
    if row is None:
        raise ArpadError("event-picture-none")
    *values, data = row
    return StoredPicture(*values), bytes(data)


def pictures_tag(pictures: dict[str, StoredPicture]) -> str:
    """Return what names these pictures, for the tag of a page that shows them."""
    together = " ".join(f"{name} {picture.sha256} {picture.about}" for name, picture in sorted(pictures.items()))
    return sha256_of(together)[:8] if together else ""
