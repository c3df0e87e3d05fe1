"""The answers to HTTP requests of pages."""

from aiohttp import web

from bot.ui.i18n import Translator
from bot.web.files import words_asked_for
from bot.web.protocol.base import Message
from bot.web.protocol.http import Problem


def answer(message: Message) -> web.Response:
    """Return a message as JSON."""
    return web.Response(text=message.model_dump_json(), content_type="application/json")


def words_of(request: web.Request) -> Translator:
    """Return the language that the browser asks for, as nobody has signed in yet."""
    return words_asked_for(request.headers.get("Accept-Language", ""))


def problem(words: Translator, sentence: str, status: int) -> web.Response:
    """Return an error with a sentence of the catalogues."""
    body = Problem(error=words.t(sentence)).model_dump_json()
    return web.Response(text=body, content_type="application/json", status=status)
