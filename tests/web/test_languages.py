"""Whoever has not signed in is answered in the language that the browser asks for."""

from pathlib import Path

import pytest

from bot.match.options import level_titles
from bot.ui.i18n import Translator, in_language
from bot.web.files import SENTENCES, words_asked_for
from engine.service import Person, Prefs, UserId
from tests.keys import fresh
from tests.web.pages import running_web


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("nl-NL,nl;q=0.9,fr;q=0.4,it;q=0.7", "it"),
        ("pt;q=0.1", "pt_BR"),
        ("es-419", "es"),
        ("de;q=0,pl;q=0.1", "pl"),
        ("de;q=much,pl;q=0.1", "pl"),
        ("*", "en"),
        (";,;;q=", "en"),
        ("", "en"),
        ("x" * 10_000, "en"),
    ],
)
def test_the_best_of_the_languages_that_are_asked_for(header: str, language: str) -> None:
    assert words_asked_for(header).language == language


async def test_problems_are_told_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(translator: Translator, text: str, /, **_fields: object) -> str:
        return f"{translator.language}: {text}"

    async with running_web(tmp_path, people=1) as web:
        monkeypatch.setattr(Translator, "t", told)
        headers = {"Origin": web.origin, "Accept-Language": "fr-CA,fr;q=0.9"}
        login, session = f"{web.address}api/login", f"{web.address}api/session"
        stranger = {"kind": "playground", "key": "wrong", "member": "1"}
        for address, body in ((login, None), (session, stranger), (session, {"kind": "nothing"})):
            async with web.http.post(address, json=body, headers=headers) as answer:
                assert answer.status >= 400
                assert str((await answer.json())["error"]).startswith("fr: ")
        shared = f"{web.address}api/shared/nothing"
        for query, language in (("", "fr"), ("?locale=de", "de")):
            async with web.http.get(shared + query, headers=headers) as answer:
                assert answer.status == 404
                assert str((await answer.json())["error"]).startswith(f"{language}: ")


async def test_the_page_itself_speaks_the_language_of_the_browser(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=1) as web:
        async with web.http.get(web.address, headers={"Accept-Language": "de-AT"}) as told:
            german = await told.text()
        async with web.http.get(web.address) as told:
            english = await told.text()
    words = in_language("de")
    assert '<html lang="de">' in german
    assert '<html lang="en">' in english
    for sentence in SENTENCES:
        assert sentence in english
        assert words.t(sentence) in german
        assert (sentence in german) == (words.t(sentence) == sentence)


async def test_the_computers_strengths_are_named_in_the_readers_language(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=1) as web:
        reader = Person(UserId(web.user(0)), "Alice")
        await web.world.service.set_prefs(fresh(), reader, Prefs(locale="de"))
        page = await web.page(0)
        titles = {one["name"]: one["title"] for one in (await page.show_lobby())["levels"]}
        german = in_language("de")
        assert titles == level_titles(german) != level_titles(in_language("en"))
        begun = await page.ask("start", what="practice", level="expert")
        assert begun["match"]
