"""The welcome of a server: once for each time the bot joins it, whichever process posts it."""

from engine.service.changes import YES_NO
from engine.service.people import GuildId
from engine.service.server_settings import GuildConfig, change_config
from engine.service.tx import Commands, Tx, own_command


def note_joining(tx: Tx, guild: GuildId, at_ms: int) -> bool:
    """Record a joining; ``False`` if it is known. Its welcome is due from now on."""

    def noted(config: GuildConfig) -> GuildConfig:
        if config.joined_ms >= at_ms:
            return config
        return config.model_copy(update={"joined_ms": at_ms, "welcome_due": True})

    return change_config(tx.connection, guild, noted, tx.now)


def claim_welcome(tx: Tx, guild: GuildId) -> bool:
    """Claim the welcome that is due; ``False`` if there is none."""
    return _set_due(tx, guild, is_due=False)


def put_back_welcome(tx: Tx, guild: GuildId) -> bool:
    """Make the welcome due again, because it could not be shown."""
    return _set_due(tx, guild, is_due=True)


def _set_due(tx: Tx, guild: GuildId, *, is_due: bool) -> bool:
    return change_config(
        tx.connection,
        guild,
        lambda config: config.model_copy(update={"welcome_due": is_due}),
        tx.now,
    )


class Welcomes(Commands):
    """The joinings that have been noticed, and whether their welcome is still due."""

    joined = own_command("joined", YES_NO, note_joining)
    claim = own_command("welcome", YES_NO, claim_welcome)
    put_back = own_command("no-welcome", YES_NO, put_back_welcome)
