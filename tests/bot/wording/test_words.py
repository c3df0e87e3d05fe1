"""Every language is complete, can be formatted, and fits into Discord's limits."""

import copy
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from babel.messages.catalog import Catalog, Message
from discord import app_commands

from bot.ui.i18n import LANGUAGES, LOCALES, in_language, words_for
from bot.ui.publishing import CommandTranslator
from scripts.tools import catalogues, words_of_all_languages

LONGEST_COMMAND = 8000
NAME = re.compile(r"[-_'\w]{1,32}")


@pytest.fixture(scope="module")
def template() -> Catalog:
    return catalogues.texts(catalogues.commands())


@pytest.mark.slow
@pytest.mark.parametrize("language", catalogues.languages())
def test_every_text_is_translated_with_its_plurals_and_fields(
    template: Catalog, language: str
) -> None:
    catalogue = catalogues.load(language)
    assert catalogues.gaps(template, catalogue) + catalogues.faults(catalogue) == []


@pytest.mark.parametrize("language", catalogues.languages())
def test_every_text_can_be_filled_in(template: Catalog, language: str) -> None:
    words = in_language(language)
    for message in catalogues.messages(template):
        if message.context is not None:
            continue
        if isinstance(message.id, str):
            fields = catalogues.fields_of(message.id)
            assert words.t(message.id, **dict.fromkeys(fields, "7"))
            continue
        one, many = message.id[0], message.id[1]
        fields = catalogues.fields_of(one) | catalogues.fields_of(many)
        for n in (0, 1, 2, 4, 5, 12, 22, 100):
            assert words.tn(one, many, n, **dict.fromkeys(fields - {"n"}, "7"))


def marks(text: str) -> list[str]:
    """What has to stay as it is in a translation: commands, code, emphasis, links, times."""
    return sorted(re.findall(r"`[^`]*`|<[^>]*>|\]\(|^#+ |^-# |^- ", text))


@pytest.mark.parametrize("language", catalogues.languages())
def test_commands_and_formatting_survive_the_translation(language: str) -> None:
    def forms(message: Message) -> Iterator[tuple[str, str]]:
        if isinstance(message.id, str):
            yield message.id, str(message.string)
        else:
            yield from ((message.id[1], form) for form in message.string or ())

    broken = [
        (one, translated)
        for message in catalogues.messages(catalogues.load(language))
        for one, translated in forms(message)
        if marks(one) != marks(translated) or one.count("**") != translated.count("**")
    ]
    assert broken == []


def test_a_missing_text_a_missing_field_and_a_missing_plural_are_found(template: Catalog) -> None:
    catalogue = catalogues.load("de")
    assert not catalogues.gaps(template, catalogue) + catalogues.faults(catalogue)
    catalogue["Newer"].string = ""
    catalogue["{name} declined."].string = "abgelehnt"
    catalogue["{n} mistake"].string = ("{n} Fehler",)
    catalogue["{n} blunder"].string = ("{n", "{n} Patzer")
    catalogue.add("no such text", "gibt es nicht")
    found = "\n".join(catalogues.faults(catalogue))
    for fault in ("other fields", "1 plural forms", "cannot be formatted"):
        assert fault in found
    found = "\n".join(catalogues.gaps(template, catalogue))
    for gap in ("not translated", "no longer used"):
        assert gap in found


def test_who_contributes_in_english_needs_no_other_language(
    template: Catalog, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = copy.deepcopy(template)
    changed.add("A sentence that nobody has translated yet, with {n}.")
    changed.delete("Newer")
    monkeypatch.setattr(catalogues, "texts", lambda _: changed)
    for arguments, code in ((["check"], 0), (["check", "--complete"], 1)):
        monkeypatch.setattr(sys, "argv", ["words", *arguments])
        assert words_of_all_languages.main() == code
        said = capsys.readouterr().err
        assert "de: 2 texts are left to whoever translates" in said or code
        assert ("not in the catalogue: 'A sentence" in said) is bool(code)


def test_a_command_about_one_language_asks_for_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments, said in (
        (["missing"], "de, es"),
        (["fill"], "de, es"),
        (["fill", "de"], "file"),
    ):
        monkeypatch.setattr(sys, "argv", ["words", *arguments])
        with pytest.raises(SystemExit):
            words_of_all_languages.main()
        assert said in capsys.readouterr().err


def test_a_translation_of_an_earlier_english_text_is_found(template: Catalog) -> None:
    template, catalogue = copy.deepcopy(template), catalogues.load("fr")
    message = catalogue.get("{name} declined.")
    assert message is not None
    catalogue.delete(message.id)
    message.id = "{name} said no."
    catalogue[message.id] = message
    template.add(message.id)
    found = [one for one in catalogues.gaps(template, catalogue) if "said no" in one]
    assert found == ["translates an earlier English text: '{name} said no.'"]
    catalogues.translate(message, "{name} a refusé.")
    assert not [one for one in catalogues.gaps(template, catalogue) if "said no" in one]


@pytest.mark.parametrize("language", catalogues.languages())
def test_every_language_has_one_word_for_a_term(language: str) -> None:
    catalogue, glossary = catalogues.load(language), catalogues.glossary_of(language)
    assert catalogues.misnomers(catalogue, glossary) == []
    wrong = Catalog()
    wrong.add("a text", "el jugador va a tirar")
    assert catalogues.misnomers(wrong, [("descartar", re.compile(r"\btirar\b"))]) == [
        "says 'tirar', not 'descartar': 'el jugador va a tirar'"
    ]


def test_texts_inside_formatted_strings_are_found(template: Catalog) -> None:
    assert template.get("round {n}") is not None, "the table says it inside an f-string"


def test_locales_are_those_of_discord_and_everybody_else_reads_english() -> None:
    known = {locale.value for locale in discord.Locale}
    assert set(LANGUAGES) <= known
    assert {path.name for path in LOCALES.iterdir()} == set(LANGUAGES.values())
    assert words_for("en-GB").t("Your turn") == words_for("ja").t("Your turn") == "Your turn"
    assert words_for("es-419").t("Your turn") == words_for("es-ES").t("Your turn") == "Tu turno"


async def payloads() -> list[dict[str, Any]]:
    client = discord.Client(intents=discord.Intents.none())
    tree: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(client)
    tops = catalogues.commands()
    return [await top.get_translated_payload(tree, CommandTranslator()) for top in tops[:2]]


def each(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for option in command.get("options", ()):
        yield from each(option)


def versions(part: dict[str, Any], key: str) -> list[str]:
    """A field in every language."""
    return [part[key], *(part.get(f"{key}_localizations") or {}).values()]


@pytest.mark.parametrize("number", [0, 1], ids=["gin", "gin-admin"])
async def test_commands_keep_discords_limits_in_every_language(number: int) -> None:
    whole = (await payloads())[number]
    size = 0
    for part in each(whole):
        for name in versions(part, "name"):
            assert NAME.fullmatch(name), name
            assert name == name.lower(), name
        assert all(1 <= len(text) <= 100 for text in versions(part, "description")), part
        size += max(map(len, versions(part, "name")))
        size += max(map(len, versions(part, "description")))
        assert len(part.get("options", ())) <= 25
        for choice in part.get("choices", ()):
            assert all(1 <= len(text) <= 100 for text in versions(choice, "name"))
            size += max(map(len, versions(choice, "name"))) + len(str(choice["value"]))
    assert size <= LONGEST_COMMAND


async def test_only_administrators_are_offered_the_commands_of_administrators() -> None:
    members, admins = await payloads()
    assert members["default_member_permissions"] is None
    needed = discord.Permissions(int(admins["default_member_permissions"]))
    assert needed == discord.Permissions(manage_guild=True)
    assert "config" not in {part["name"] for part in members["options"]}


async def test_no_two_commands_or_options_share_a_name_in_any_language() -> None:
    for part in [part for whole in await payloads() for part in each(whole)]:
        for locale in LANGUAGES:
            names = [
                (option.get("name_localizations") or {}).get(locale, option["name"])
                for option in part.get("options", ())
            ]
            assert len(set(names)) == len(names), (part["name"], locale, names)


def test_the_catalogues_are_where_the_package_takes_them_from() -> None:
    for language in catalogues.languages():
        assert catalogues.path_of(language).is_file()
        assert Path("bot/locales") in catalogues.path_of(language).relative_to(Path.cwd()).parents
