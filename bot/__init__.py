"""The Discord bot: commands and screens for the engine, without any rules of its own."""

__version__ = "0.1.0"
