"""The kind of answer to a press or a command, known before any work begins.

Discord fixes the visibility of an answer at its first acknowledgement: an answer announced in
private stays private (interactions/receiving-and-responding). So every handler is registered
together with its kind of answer, and its caller acknowledges accordingly.
"""

from enum import Enum
from typing import Final

import discord


class Answer(Enum):
    """The place of an answer; a refusal is always private."""

    PRIVATE = "private"
    """A message that only this person sees."""
    PUBLIC = "public"
    """A message that everyone in the channel sees."""
    IN_PLACE = "in_place"
    """An edit of the message whose button was pressed."""
    FORM = "form"
    """A form, which Discord accepts only as the first answer."""


PUBLIC: Final = {"answer": Answer.PUBLIC}
"""The extras of a command that answers in public; other commands answer in private."""


def kind_of_command(interaction: discord.Interaction) -> Answer:
    """Return the registered kind of answer to a command."""
    found: object = getattr(interaction.command, "extras", {}).get("answer", Answer.PRIVATE)
    assert isinstance(found, Answer)
    return found
