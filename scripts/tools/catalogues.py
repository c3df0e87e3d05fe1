"""The texts to translate, and their completeness in every language.

The texts stand in the code: in ``t("…")``, ``tn("…", "…", n)``, ``mark("…")`` and
``Refusal("…")``, and in the slash commands themselves. Names of commands and of options have a
context of their own ("command", "option"), because they follow Discord's rules for names.

Each translation carries a hash of the English text that it translates, so that none survives a
change of its text. Beside each catalogue, ``glossary.toml`` names the one word for each term.
"""

import ast
import re
import string
import tomllib
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from bot.commands import commands_of
from bot.ui.i18n import COMMAND, DOMAIN, LANGUAGES, LOCALES, OPTION

KEYWORDS: Final = {"t": 1, "tn": 2, "mark": 1, "Refusal": 1}
"""The number of texts among the first arguments of these calls."""
WIDTH: Final = 100
_NOTE: Final = "English "
"""Begins the comment with the hash."""
ROOT: Final = Path(__file__).parents[2] / "bot"


def languages() -> tuple[str, ...]:
    """Return every language but English, which is the source."""
    return tuple(sorted(set(LANGUAGES.values())))


def path_of(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


class _NoParts:
    """A placeholder for the parts of a bot: commands are inspected here, never called."""

    def __getattr__(self, name: str) -> "_NoParts":
        return self


def commands() -> tuple[app_commands.Group, app_commands.Group, app_commands.ContextMenu]:
    """Return every command, without a bot to run it."""
    return commands_of(_NoParts())  # type: ignore[arg-type]


def texts(commands: Iterable[app_commands.Group | app_commands.ContextMenu]) -> Catalog:
    """Return all texts to translate."""
    found = Catalog(domain=DOMAIN, charset="utf-8", fuzzy=False)
    for file in sorted(ROOT.rglob("*.py")):
        for message in _calls(ast.parse(file.read_text(encoding="utf-8"))):
            found.add(message)
    for command in commands:
        _add_command(found, command)
    return found


def _calls(tree: ast.AST) -> Iterator[str | tuple[str, ...]]:
    """Yield the texts in a module's calls; babel's own extraction misses those in f-strings."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        count = KEYWORDS.get(name, 0)
        constants = [arg.value for arg in node.args[:count] if isinstance(arg, ast.Constant)]
        found = tuple(text for text in constants if isinstance(text, str))
        if count and len(found) == count:
            yield found[0] if count == 1 else found


def _add_command(found: Catalog, command: object) -> None:
    match command:
        case app_commands.Group():
            found.add(command.name, context=COMMAND)
            found.add(command.description)
            for child in command.commands:
                _add_command(found, child)
        case app_commands.Command():
            found.add(command.name, context=COMMAND)
            found.add(command.description)
            for option in command.parameters:
                found.add(str(option.display_name), context=OPTION)
                found.add(str(option.description))
                for choice in option.choices:
                    found.add(choice.name)
        case app_commands.ContextMenu():
            found.add(command.name)
        case _:
            raise TypeError(f"not a command: {command!r}")


def load(language: str) -> Catalog:
    """Return a language's catalogue, an empty one if the file is missing."""
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language, domain=DOMAIN, charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def save(catalogue: Catalog, language: str) -> None:
    """Write a language's catalogue, sorted for readable diffs."""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    catalogue.fuzzy = False
    with path.open("wb") as file:
        write_po(
            file,
            catalogue,
            width=WIDTH,
            no_location=True,
            sort_output=True,
            ignore_obsolete=True,
            omit_header=False,
            include_lineno=False,
        )


def update(template: Catalog) -> None:
    """Add new texts to every language, without translations, and remove obsolete ones.

    A translation that was written into the file by hand gets its hash.
    """
    for language in languages():
        catalogue = load(language)
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        for message in messages(catalogue):
            if is_translated(message) and not _has_note(message):  # was filled in by hand
                _stamp(message)
        catalogue.revision_date = catalogue.creation_date
        save(catalogue, language)


def messages(catalogue: Catalog) -> Iterator[Message]:
    """Yield a catalogue's texts without its header."""
    return (message for message in catalogue if message.id)


def _as_tuple(text: object) -> tuple[str, ...]:
    """Return the forms of a text: one, or one for each plural."""
    return tuple(text) if isinstance(text, tuple | list) else (str(text or ""),)


def is_translated(message: Message) -> bool:
    """Whether every form of a text is translated."""
    return all(_as_tuple(message.string))


def hash_of(message: Message) -> str:
    """Return the note of a translation, which names the English text that it translates."""
    english = "\0".join(_as_tuple(message.id))
    return f"{_NOTE}{blake2b(english.encode(), digest_size=4).hexdigest()}"


def is_current(message: Message) -> bool:
    """Whether a text is translated, and from the English that it has today."""
    return is_translated(message) and hash_of(message) in message.user_comments


def translate(message: Message, string: str | tuple[str, ...]) -> None:
    """Enter a translation of the English text of today."""
    message.string = string
    _stamp(message)


def _stamp(message: Message) -> None:
    others = [one for one in message.user_comments if not one.startswith(_NOTE)]
    message.user_comments = [*others, hash_of(message)]


def _has_note(message: Message) -> bool:
    return any(one.startswith(_NOTE) for one in message.user_comments)


def fields_of(text: str) -> frozenset[str]:
    """Return the names of the fields in a text."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def glossary_of(language: str) -> list[tuple[str, re.Pattern[str]]]:
    """Return the terms of a language, each with an expression for a word that it replaces."""
    path = path_of(language).with_name("glossary.toml")
    terms = tomllib.loads(path.read_text(encoding="utf-8"))["term"]
    return [(one["term"], re.compile(word, re.IGNORECASE)) for one in terms for word in one["not"]]


def misnomers(catalogue: Catalog, glossary: Iterable[tuple[str, re.Pattern[str]]]) -> list[str]:
    """Return a sentence for every translation with a word that the glossary replaces."""
    rules = list(glossary)
    return [
        f"says {found[0]!r}, not {term!r}: {form!r}"
        for message in messages(catalogue)
        for form in _as_tuple(message.string)
        for term, word in rules
        if (found := word.search(form)) is not None
    ]


def gaps(template: Catalog, catalogue: Catalog) -> list[str]:
    """Return a sentence for every text that a translator has still to deal with."""
    wanted = {(message.id, message.context): message for message in messages(template)}
    had = {(message.id, message.context): message for message in messages(catalogue)}
    found = [f"not in the catalogue: {key[0]!r}" for key in wanted.keys() - had.keys()]
    found += [f"no longer used: {key[0]!r}" for key in had.keys() - wanted.keys()]
    for key in wanted.keys() & had.keys():
        if not is_translated(had[key]):
            found.append(f"not translated: {key[0]!r}")
        elif not is_current(had[key]):
            found.append(f"translates an earlier English text: {key[0]!r}")
    return sorted(found)


def faults(catalogue: Catalog) -> list[str]:
    """Return a sentence for every translation that is broken."""
    translated = filter(is_translated, messages(catalogue))
    return sorted(one for message in translated for one in _faults_of(message, catalogue))


def _faults_of(message: Message, catalogue: Catalog) -> Iterator[str]:
    plurals = catalogue.num_plurals
    ids, forms = _as_tuple(message.id), _as_tuple(message.string)
    if len(ids) > 1 and len(forms) != plurals:
        yield f"has {len(forms)} plural forms, not {plurals}: {message.id!r}"
    allowed = frozenset.union(*map(fields_of, ids))
    needed = allowed - {"n"} if len(ids) > 1 else allowed
    for form in forms:
        try:
            fields = fields_of(form)
        except ValueError:
            yield f"cannot be formatted: {form!r}"
            continue
        if not needed <= fields <= allowed:
            yield f"has other fields than {message.id!r}: {form!r}"
