"""The Discord bot: commands and screens for what the engine offers; no rules of its own."""
