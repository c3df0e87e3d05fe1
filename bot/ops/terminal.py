"""Standard output and error in any encoding: what it cannot hold has a plain form."""

import codecs
import os
import sys
from typing import Final

_PLAIN: Final = {"✔": "OK", "✗": "WRONG", "–": "-", "…": "...", "→": "->", "“": '"', "”": '"'}
_HANDLER: Final = "gin-plain"


def print_anywhere() -> None:
    """Let what is printed from now on be written in every encoding, such as ASCII or CP1252."""
    codecs.register_error(_HANDLER, _plain)
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors=_HANDLER)


def print_no_more() -> None:
    """Let the rest of the output go nowhere: whoever read it has left."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, "?") for sign in signs), error.end
