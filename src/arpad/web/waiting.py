"""Forms that could not be taken when they were sent, and what was typed into them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from starlette.datastructures import UploadFile
from starlette.requests import Request

from arpad.i18n import Language, has, text
from arpad.web.security import FIELD

SECRET = "password"
"""How fields end that no page carries: they are typed again."""
LONGEST = 600_000
"""Letters of a field that can wait; a file that a page carries comes in shorter pieces."""
CARRIED = {"kept": "kept-", "files": "file-", "secrets": "secret-"}
"""What begins the names of hidden fields, by what they hold."""
WORDS = {"/t/": "event-field.", "/tools/prizes": "web.prizes.", "/calculators/": "web.tool."}
"""The labels of fields, by what the address of a form begins with; all others are fields of the desk."""

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WaitingForm:
    """A form that waits to be sent to an address. `kept` are its fields as they were typed, one after the other;
    `files` are its files, each by its field and its name: they have to be chosen again, and `secrets` typed again."""

    address: str
    kept: Pairs = ()
    files: Pairs = ()
    secrets: tuple[str, ...] = ()
    method: str = "post"

    def carried(self) -> Pairs:
        """Return the hidden fields of a page that carries the form."""
        return (
            ("address", self.address),
            *((CARRIED["kept"] + name, value) for name, value in self.kept),
            *((CARRIED["files"] + name, value) for name, value in self.files),
            *((CARRIED["secrets"] + name, "1") for name in self.secrets),
        )

    def without(self, names: Iterable[str]) -> "WaitingForm":
        """Return the form without some of its fields."""
        left = tuple((name, value) for name, value in self.kept if name not in names)
        return WaitingForm(self.address, left, self.files, self.secrets, self.method)

    def shown(self, language: Language) -> list[tuple[str, str]]:
        """Return the labels and the values that people are shown."""
        labels = ((label_of(self.address, name, language), value) for name, value in self.kept)
        return [(label, value) for label, value in labels if label and value.strip()]


def label_of(address: str, name: str, language: Language) -> str:
    """Return the label of a field of the form at an address; nothing if the field is not one that people see."""
    room = next((words for begin, words in WORDS.items() if address.startswith(begin)), "web.field.")
    return next((text(key, language) for key in (room + name, f"web.field.{name}") if has(key)), "")


async def waiting_form(request: Request, typed: Mapping[str, str] | None = None) -> WaitingForm:
    """Return the form that a request brought; `typed` are its fields, if they were read already."""
    address = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    if request.method == "GET":
        return WaitingForm(request.url.path, tuple(request.query_params.multi_items()), method="get")
    if typed is not None:
        return _form(address, typed.items(), ())
    fields = (await request.form()).multi_items()
    files = ((name, value.filename or "") for name, value in fields if isinstance(value, UploadFile))
    return _form(address, ((name, value) for name, value in fields if isinstance(value, str)), files)


def _form(address: str, fields: Iterable[tuple[str, str]], files: Iterable[tuple[str, str]]) -> WaitingForm:
    known = [(name, value) for name, value in fields if name != FIELD and len(value) <= LONGEST]
    return WaitingForm(
        address,
        tuple((name, value) for name, value in known if not name.endswith(SECRET)),
        tuple((name, file) for name, file in files if file),
        tuple(name for name, _ in known if name.endswith(SECRET)),
    )


def carried_form(fields: Iterable[tuple[str, str]], address: str) -> WaitingForm:
    """Return the form that a page has carried, to be sent to an address."""
    told = list(fields)

    def of(kind: str) -> Pairs:
        begin = CARRIED[kind]
        return tuple((name.removeprefix(begin), value) for name, value in told if name.startswith(begin))

    return WaitingForm(address, of("kept"), of("files"), tuple(name for name, _ in of("secrets")))
