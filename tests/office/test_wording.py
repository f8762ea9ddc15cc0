"""What is known beside a report is shown in words, never by the name it is kept under."""

from dataclasses import fields

import pytest

from arpad.eligibility.facts import Facts
from arpad.i18n import LANGUAGES, has
from arpad.office.records import facts_rows


def test_every_fact_has_a_word() -> None:
    assert [field_.name for field_ in fields(Facts) if field_.metadata and not has(f"web.field.{field_.name}")] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_are_shown_in_words(language: str) -> None:
    known = {
        "facts": {"registered": "2024-06-01", "women_only": True, "rounds_per_day": 2, "members": ["104", "106"]},
        "system": "double-round-robin",
        "time_class": "rapid",
        "edition": "fide-2024",
        "ids": {"3": "104"},
        "ratings": {"104": 2350},
        "stages": ["0123456789abcdef"],
    }
    said = {
        "en": [
            ["Edition of the regulations", "fide-2024"], ["Members of IBCA, ICSC or IPCA: their ids", "104, 106"],
            ["Registered on", "1 June 2024"], ["Rounds a day", "2"], ["For women only", "yes"], ["ID 3", "104"],
            ["Rating 104", "2350"], ["Further stages", "0123456789ab"],
            ["Kind of tournament", "double round robin"], ["Time class", "Rapid"],
        ],
        "es": [
            ["Edición del reglamento", "fide-2024"], ["Miembros de IBCA, ICSC o IPCA: sus códigos", "104, 106"],
            ["Registrado el", "1 de junio de 2024"], ["Rondas al día", "2"], ["Solo para mujeres", "sí"],
            ["ID 3", "104"], ["Valoración 104", "2350"], ["Otras fases", "0123456789ab"],
            ["Tipo de torneo", "liga a doble vuelta"], ["Clase", "Rápido"],
        ],
    }  # fmt: skip
    assert facts_rows(known, language) == said[language]  # type: ignore[arg-type]
