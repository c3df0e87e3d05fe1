"""The Discord bot: commands and screens for the engine, without any rules of its own."""

__version__ = "1.0.0"
