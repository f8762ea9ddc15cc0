"""Events that are run by commands alone, as an arbiter types them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from answers import Answer, Arpad

AT = "2026-05-01T10:00Z"


class TypedEvent:
    """An event in a database. A call is a command on it, its slug left out: `event("draw 2 --json")`."""

    def __init__(self, arpad: Arpad, folder: Path, url: str, slug: str = "prueba") -> None:
        self.arpad, self.folder, self.url, self.slug = arpad, folder, url, slug

    @classmethod
    def new(cls, arpad: Arpad, folder: Path, url: str, rules: str, slug: str = "prueba") -> "TypedEvent":
        """An event with these rules."""
        event = cls(arpad, folder, url, slug)
        made = event.says(f"event new {event.file(f'{slug}.toml', rules)}")
        assert made.code == 0, made.err
        return event

    def says(self, line: str) -> Answer:
        """A whole command, with the database, a name and a time."""
        at = "" if " --at " in line else f" --at {AT}"
        return self.arpad(f"{line} --events {self.url} --who Ana{at}")

    def __call__(self, line: str) -> Answer:
        verb, _, rest = line.partition(" ")
        words = [verb, rest.partition(" ")[0]] if verb in ("staff", "link", "contact") else [verb]
        return self.says(f"event {' '.join(words)} {self.slug} {line.removeprefix(' '.join(words))}")

    def does(self, *lines: str) -> None:
        """Commands that must be done."""
        for line in lines:
            answer = self(line)
            assert answer.code == 0, (line, answer.err)

    def tells(self, line: str) -> Any:
        """The document of a command that must be done."""
        answer = self(f"{line} --json")
        assert answer.code == 0, (line, answer.err)
        return answer.json

    def file(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def enters(self, rows: Iterable[str], columns: str = "name,rating") -> None:
        """Players from a CSV file."""
        text = "\n".join([columns, *rows])
        self.does(f"enter --yes --csv {self.file('entries.csv', text)}")

    def results(self, number: int, told: Iterable[tuple[int, str]]) -> Any:
        """The results of a round, all in one command."""
        lines = "".join(f"{board} {result}\n" for board, result in told)
        return self.tells(f"results {number} {self.file('results.txt', lines)}")
