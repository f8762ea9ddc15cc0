"""Write the names by which the search is tried: 100 players of an invented list, each typed wrong by a rule.

    PYTHONPATH=tests/support python -m tools.misspelled_names       writes tests/data/search/misspelled.tsv

The letters are dropped, doubled and swapped where the dice fall; `sound` writes a name as it is heard, `cyrillic` as it
is written at home, `umlaut` with ae, oe and ue, `order` with the given name first and without accents.
"""

import random
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

from named_world import Named, named_people

FILE = Path(__file__).parents[1] / "tests" / "data" / "search" / "misspelled.tsv"
PLAYERS, SEED = 4_000, 1
NUMBERS = {"dropped": 15, "doubled": 15, "swapped": 15, "sound": 15, "cyrillic": 15, "umlaut": 10, "order": 15}
HEARD = (("sch", "sh"), ("ck", "k"), ("ch", "tsh"), ("qu", "k"), ("ph", "f"), ("kh", "h"), ("yu", "ju"), ("ya", "ja"),
         ("v", "b"), ("z", "s"), ("w", "v"), ("c", "k"), ("y", "i"), ("ll", "l"))  # fmt: skip
UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}

Dice = random.Random


def plain(name: str) -> str:
    """Take accents off."""
    return "".join(part for part in unicodedata.normalize("NFKD", name) if not unicodedata.combining(part))


def spot(name: str, dice: Dice) -> int:
    """Return the place of a letter within a word of at least four letters: the next one is a letter too."""
    places = [
        at
        for at in range(1, len(name) - 2)
        if name[at - 1 : at + 2].isalpha() and name[at] != name[at + 1] and len(name.split(",", maxsplit=1)[0]) > 3
    ]
    return dice.choice(places)


def dropped(person: Named, dice: Dice) -> str:
    at = spot(person.name, dice)
    return person.name[:at] + person.name[at + 1 :]


def doubled(person: Named, dice: Dice) -> str:
    at = spot(person.name, dice)
    return person.name[:at] + person.name[at] + person.name[at:]


def swapped(person: Named, dice: Dice) -> str:
    name, at = person.name, spot(person.name, dice)
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def heard(person: Named, _: Dice) -> str:
    """The first three groups of letters that sound alike, the surname first."""
    name, changed = plain(person.name), 0
    for group, other in HEARD:
        if group in name and changed < 3:
            name, changed = name.replace(group, other, 1), changed + 1
    return name


def at_home(person: Named, _: Dice) -> str:
    return person.at_home


def with_umlauts(person: Named, _: Dice) -> str:
    return "".join(UMLAUTS.get(letter, letter) for letter in person.name)


def turned(person: Named, _: Dice) -> str:
    surname, given = plain(person.name).split(", ")
    return f"{given} {surname}"


RULES: dict[str, tuple[Callable[[Named, Dice], str], Callable[[Named], bool]]] = {
    "dropped": (dropped, lambda _: True),
    "doubled": (doubled, lambda _: True),
    "swapped": (swapped, lambda _: True),
    "sound": (heard, lambda person: any(group in plain(person.name) for group, _ in HEARD)),
    "cyrillic": (at_home, lambda person: person.federation == "FID"),
    "umlaut": (with_umlauts, lambda person: bool(set(person.name) & UMLAUTS.keys())),
    "order": (turned, lambda person: plain(person.name) != person.name),
}


def misspelled(people: list[Named], seed: int, numbers: dict[str, int]) -> Iterator[tuple[str, str, Named]]:
    """Return the rule, what is typed, and who is meant."""
    dice = random.Random(f"misspelled-{seed}")
    for rule, number in numbers.items():
        change, fits = RULES[rule]
        for person in dice.sample([person for person in people if fits(person)], number):
            yield rule, change(person, dice), person


def main() -> None:
    found = misspelled(named_people(PLAYERS, SEED), SEED, NUMBERS)
    rows = ["rule\ttyped\tid\tname", *(f"{rule}\t{typed}\t{one.id}\t{one.name}" for rule, typed, one in found)]
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
