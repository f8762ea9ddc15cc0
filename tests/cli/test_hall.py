"""The address for telephones in the hall, and its QR code."""

import socket

import pytest

from arpad.cli import serve
from arpad.cli.options import Shared
from arpad.i18n import language
from arpad.papers.typeset import qr_lines

HERE, OTHER = "192.168.1.5", "10.42.0.1"


@pytest.mark.parametrize(("host", "named"), [(HERE, HERE), ("0.0.0.0", HERE), ("fd00::5", "[fd00::5]")])
def test_the_address_is_told_with_its_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, host: str, named: str
) -> None:
    monkeypatch.setattr(serve, "hall_addresses", lambda: [HERE, OTHER])
    serve.tell_hall(Shared(language=language("es"), folder=None), host, 8000)
    said, *code = capsys.readouterr().out.splitlines()
    others = [code.pop()] if host == "0.0.0.0" else []
    assert f"http://{named}:8000/t" in said
    assert code == qr_lines(f"http://{named}:8000/t")
    assert others == [f"Otras direcciones de este ordenador: http://{OTHER}:8000"][: len(others)]


def test_a_machine_without_a_network_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "hall_address", lambda: None)
    serve.tell_hall(Shared(language=language("en"), folder=None), "0.0.0.0", 8000)
    assert capsys.readouterr().out.startswith("This machine is in no network yet")


def test_the_first_way_that_others_can_go_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for way, name, cards, found in (
        (HERE, [], [], HERE),
        (None, ["127.0.1.1", "10.42.0.1"], [], "10.42.0.1"),
        ("127.0.0.1", [], ["127.0.0.1", HERE], HERE),
        (None, [], [], None),
    ):
        monkeypatch.setattr(serve, "_on_the_way", lambda way=way: way)
        monkeypatch.setattr(serve, "_of_the_name", lambda name=name: name)
        monkeypatch.setattr(serve, "_of_the_cards", lambda cards=cards: cards)
        assert serve.hall_address() == found


def test_cards_and_names_answer_whatever_the_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(socket.inet_aton(found) for found in (*serve._of_the_cards(), *serve._of_the_name()))

    def nobody(_name: str) -> None:
        raise OSError

    monkeypatch.setattr(socket, "gethostbyname_ex", nobody)
    assert serve._of_the_name() == []
