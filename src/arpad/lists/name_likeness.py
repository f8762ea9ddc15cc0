"""Words of names that are like a word: misspelt, written as they sound, or written by the rules of another language."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from arpad.lists.ledger import TextCells, narrow, numbers
from arpad.lists.whole_list import Tables
from arpad.rating.columns import Numbers

# How a word sounds, roughly: letters and groups of letters that stand for nearly the same sound in the languages of
# players are written alike, doubled letters once. So Müller and Mueller, Shevchenko and Ševčenko, Aleksandr and
# Alexander are the same word or nearly so.

GROUPS = {
    "shch": "s", "schtsch": "s", "sch": "s", "sh": "s", "sz": "s", "zh": "s", "ts": "s", "tz": "s", "dz": "s", "z": "s",
    "ss": "s", "tsch": "c", "tch": "c", "cz": "c", "ch": "c", "tj": "c", "ce": "se", "ci": "si", "cy": "si", "ck": "k",
    "qu": "k", "q": "k", "c": "k", "x": "ks", "ks": "ks", "kh": "h", "ph": "f", "th": "t", "dh": "d", "rh": "r",
    "gh": "g", "gue": "ge", "gui": "gi", "dj": "i", "dzh": "i", "j": "i", "y": "i", "ij": "i", "iy": "i", "yi": "i",
    "ie": "i", "ee": "i", "ae": "a", "oe": "o", "ue": "u", "oo": "u", "ou": "u", "w": "v", "b": "v",
}  # fmt: skip
SOUND = re.compile("|".join(sorted(GROUPS, key=len, reverse=True)))
DOUBLED = re.compile(r"(.)\1+")
LAST_F = re.compile("f$")


def sound(word: str) -> str:
    """Return a folded word as it sounds."""
    written = SOUND.sub(lambda found: GROUPS[found[0]], word)
    return LAST_F.sub("v", DOUBLED.sub(r"\1", written)) or word


# Which words are like another: those that share pairs of letters with it, as they sound. The pairs are sorted columns,
# each with the sounds that have it, so a hundred thousand words are counted in a millisecond.

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
SIGNS = len(LETTERS) + 1
"""The letters, and 0 for the beginning and the end of a word."""
CODES = np.zeros(256, dtype=np.int64)
CODES[[ord(letter) for letter in LETTERS]] = np.arange(1, SIGNS)


def likeness_tables(words: Sequence[str]) -> Tables:
    """Return the tables of sorted different words: their sounds, sorted, each with its words; and for each pair of
    letters the sounds that have it."""
    sounds = [sound(word) for word in words]
    known = sorted(set(sounds))
    place = {own: at for at, own in enumerate(known)}
    owners = np.fromiter((place[own] for own in sounds), dtype=np.int32, count=len(words))
    pairs = _pairs_of(known)
    keys, of = np.divmod(pairs, max(len(known), 1))
    sound_begins = np.searchsorted(np.sort(owners), np.arange(len(known) + 1)).astype(np.int32)
    return {
        "sounds": pa.table({"sound": pa.array(known, pa.string()),
                            "pairs": narrow(np.bincount(of, minlength=len(known)))}),
        "sounds-begin": pa.table({"word": sound_begins}),
        "sound-words": pa.table({"word": np.argsort(owners, kind="stable").astype(np.int32)}),
        "pairs-begin": pa.table({"sound": np.searchsorted(keys, np.arange(SIGNS * SIGNS + 1)).astype(np.int32)}),
        "pair-sounds": pa.table({"sound": of.astype(np.int32)}),
    }  # fmt: skip


def _pairs_of(words: Sequence[str]) -> Any:
    """Return the different pairs of letters of each word, sorted: the pair times the number of words, and the word."""
    text = np.frombuffer(f" {' '.join(words)} ".encode(), dtype=np.uint8)
    codes = CODES[text]
    of = np.cumsum(codes == 0)[:-1] - 1
    return np.unique((codes[:-1] * SIGNS + codes[1:]) * max(len(words), 1) + of) if words else np.zeros(0, np.int64)


class LikeWord(NamedTuple):
    """How like a word is all the words of a list, of a thousand; and those that are, the most alike first."""

    likeness: Any
    words: Numbers


WHOLE = 1000
"""The likeness of two equal words: all that is likeness here is of a thousand."""
LEAST_LIKE, LEAST_PAIRS = 550, 340
"""How alike two words are at least; and how many of their pairs of letters they share before they are compared."""
COMPARED = 1_500
"""The most sounds whose words are compared letter by letter: those that share most pairs."""
BY_SOUND, BY_BEGINNING = 960, 900
"""What the likeness of two sounds counts, and that of a word to the beginning of another."""


class LikeWords:
    """Finds the words of a list that are like another word."""

    def __init__(self, tables: Tables, words: TextCells) -> None:
        self._words, self._sounds = words, TextCells(tables["sounds"]["sound"])
        self._pairs = numbers(tables["sounds"]["pairs"])
        self._first_word, self._of_sound = (
            numbers(tables["sounds-begin"]["word"]),
            numbers(tables["sound-words"]["word"]),
        )
        self._first_sound = numbers(tables["pairs-begin"]["sound"])
        self._with_pair = numbers(tables["pair-sounds"]["sound"])

    def of(self, word: str) -> LikeWord:
        """Return the words that are like a folded word; those that begin with it are."""
        likeness = np.zeros(len(self._words), dtype=np.int32)
        begin, end = self._words.beginning(word)
        likeness[begin:end] = BY_BEGINNING
        own = sound(word)
        codes, worth = self._compared(word, own, self._near(own))
        likeness[codes] = np.maximum(likeness[codes], worth)
        found = np.union1d(np.arange(begin, end), codes[worth > 0]).astype(np.int32)
        return LikeWord(likeness, found[np.argsort(-likeness[found], kind="stable")])

    def _near(self, own: str) -> Numbers:
        """Return the sounds that share most pairs of letters with a sound."""
        keys = np.unique(_pairs_of([own]))
        spans = [self._with_pair[self._first_sound[key] : self._first_sound[key + 1]] for key in keys]
        shared = np.bincount(np.concatenate(spans), minlength=len(self._sounds))
        found = np.flatnonzero(WHOLE * shared >= max(WHOLE, len(keys) * LEAST_PAIRS))
        share = 2 * WHOLE * shared[found] // (len(keys) + self._pairs[found])
        if len(found) > COMPARED:
            most = np.argpartition(-share, COMPARED)[:COMPARED]
            found, share = found[most], share[most]
        near: Numbers = found[share >= LEAST_PAIRS]
        return near

    def _compared(self, word: str, own: str, near: Numbers) -> tuple[Numbers, Any]:
        """Return the words of some sounds, and how alike they are letter by letter or by their sounds."""
        if not len(near):
            return near, np.zeros(0, dtype=np.int32)
        fuzz = compared_by()
        sounds = fuzz.alike(own, [self._sounds[at] for at in near.tolist()])
        counts = self._first_word[near + 1] - self._first_word[near]
        at = np.repeat(self._first_word[near] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
        codes = self._of_sound[at + np.arange(len(at))]
        letters = fuzz.alike(word, [self._words[code] for code in codes.tolist()])
        worth = np.maximum(letters, BY_SOUND * np.repeat(sounds, counts) // WHOLE)
        worth[worth < LEAST_LIKE] = 0
        return codes, worth


class Compared:
    """Likeness by rapidfuzz: the share of letters that stay if one is made into the other by putting in, leaving out,
    changing and swapping letters."""

    def __init__(self) -> None:
        from rapidfuzz import fuzz, process  # noqa: PLC0415  (an extra, and only for names that nobody has)
        from rapidfuzz.distance import OSA  # noqa: PLC0415

        self._process, self._letters, self._words = process, OSA.distance, fuzz.token_sort_ratio

    def alike(self, word: str, others: Sequence[str]) -> Any:
        """Return how alike a word is each of others."""
        distances = self._process.cdist([word], others, scorer=self._letters, dtype=np.int32)[0]
        longer = np.maximum([len(other) for other in others], len(word))
        return WHOLE * (longer - distances) // longer

    def names_alike(self, name: str, others: Sequence[str]) -> Any:
        """Return how alike a name is each of others, whatever the order of their words."""
        percent = self._process.cdist([name], others, scorer=self._words, dtype=np.int32)[0]
        return percent * (WHOLE // 100)


@cache
def compared_by() -> Compared:
    """Load the distances when a name is first compared."""
    return Compared()
