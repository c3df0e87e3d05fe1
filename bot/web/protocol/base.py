"""The base of all messages."""

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """A part of the protocol; fields that are not in it are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")
