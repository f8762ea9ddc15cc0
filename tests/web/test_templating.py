"""Messages that are part of a compiled template are those that it would look up."""

import pytest

from arpad.i18n import LANGUAGES, Language, text
from arpad.web.site import templates


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_without_values_is_in_the_template(language: Language) -> None:
    made = templates(language).from_string('{{ t("web.menu") }}|{{ t("web.signed-in", name=name) }}|{{ t(key) }}')

    def looked_up(key: str, **values: object) -> str:
        assert key != "web.menu"
        return text(key, language, **values)

    said = made.render(t=looked_up, name="<Eva>", key="web.find")
    greeting = text("web.signed-in", language, name="&lt;Eva&gt;")
    assert said == f"{text('web.menu', language)}|{greeting}|{text('web.find', language)}"
