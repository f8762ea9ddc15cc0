"""FIDE's list of questions: the table, its sums, and the tests that show the answers."""

import ast
from functools import cache
from pathlib import Path

import pytest

from answers import Arpad
from arpad.cli.examples import QUESTIONS, Question, questions
from places import PROJECT

ANSWERED = [question for question in questions() if question.state in ("yes", "part")]


def test_every_question_stands_in_the_table_once() -> None:
    numbers = [number for question in questions() for number in question.each]
    assert sorted(numbers) == list(range(1, QUESTIONS + 1))


@pytest.mark.parametrize("question", ANSWERED, ids=[question.numbers for question in ANSWERED])
def test_the_test_of_an_answer_is_there_and_asserts_something(question: Question) -> None:
    file, _, name = question.shown.partition("::")
    found = functions_of(PROJECT / file).get(name)
    assert found is not None, f"there is no {question.shown}"
    asserts = [node for node in ast.walk(found) if isinstance(node, ast.Assert)]
    raises = [node for node in ast.walk(found) if isinstance(node, ast.Attribute) and node.attr == "raises"]
    assert asserts or raises, question.shown
    assert not any("skip" in ast.unparse(one) or "xfail" in ast.unparse(one) for one in found.decorator_list)


@cache
def functions_of(file: Path) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("question", questions(), ids=[question.numbers for question in questions()])
def test_a_question_says_what_is_asked_and_answered_in_both_languages(question: Question) -> None:
    known = question.state != "not known"
    for words in (question.demand, question.answer):
        assert sorted(words) == (["en", "es"] if known else [])
        assert all(one.endswith(".") for one in words.values())
    assert bool(question.shown) == (question.state in ("yes", "part"))


def test_the_command_prints_the_table_and_the_sums(arpad: Arpad) -> None:
    """Exit code 1 while a question that would stop the verification is open."""
    answer = arpad("self-test --fide")
    lost = sum(question.penalty for question in questions() if question.state in ("no", "not offered"))
    assert f"Penalties for certain: {lost} per cent" in " ".join(answer.out.split())
    assert answer.code == int(any(question.fails for question in questions()))
    assert len(arpad("self-test --fide --json").json) == len(questions())
    assert "no se sabe" in arpad("self-test --fide --lang es").out
    refused = arpad("self-test")
    assert (refused.code, refused.err) == (2, "error: say what to test: arpad self-test --fide\n")


def test_a_no_to_a_hard_question_stops_and_others_cost() -> None:
    assert Question("1-3", "no", "HF, 7").fails
    assert not Question("1-3", "yes", "HF, 7").fails
    assert not Question("1-3", "no", "30").fails
    assert Question("1-3, 7", "no", "HF, 7, 10").penalty == 17
    assert Question("1-3, 7", "no").each == [1, 2, 3, 7]
