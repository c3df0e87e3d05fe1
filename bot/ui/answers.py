"""What kind of answer a press or a command gets, known before any work on it begins.

Discord fixes who sees an answer at its first acknowledgement: an answer that was announced in
private stays private (interactions/receiving-and-responding). So every handler is registered
together with the kind of its answer, and whoever calls it acknowledges accordingly.
"""

from enum import Enum
from typing import Final

import discord


class Answer(Enum):
    """Where an answer goes if nothing is in the way; a refusal is always private."""

    PRIVATE = "private"
    """A message that only this person sees."""
    PUBLIC = "public"
    """A message that everybody in the channel sees."""
    IN_PLACE = "in_place"
    """The message whose button was pressed changes."""
    FORM = "form"
    """A form to fill in, which Discord takes as the first answer only."""


PUBLIC: Final = {"answer": Answer.PUBLIC}
"""The extras of a command that answers in public; without them a command answers in private."""


def kind_of_command(interaction: discord.Interaction) -> Answer:
    """Return the kind of answer to a command, as it was registered."""
    found: object = getattr(interaction.command, "extras", {}).get("answer", Answer.PRIVATE)
    assert isinstance(found, Answer)
    return found
