"""The welcome of a server: once for each time the bot joins it, whichever process posts it."""

from collections.abc import Callable

from engine.service import preferences
from engine.service.changes import YES_NO, Once
from engine.service.ids import own_key
from engine.service.people import GuildId
from engine.service.ports import Clock
from engine.service.preferences import GuildConfig
from engine.store import Store


class Welcomes:
    """The joinings that have been noticed, and whether their welcome is still due."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def joined(self, guild: GuildId, at_ms: int) -> bool:
        """Record a joining; ``False`` if it is known. Its welcome is due from now on."""

        def note(config: GuildConfig) -> GuildConfig:
            if config.joined_ms >= at_ms:
                return config
            return config.model_copy(update={"joined_ms": at_ms, "welcome_due": True})

        return await self._change("joined", guild, note)

    async def take(self, guild: GuildId) -> bool:
        """Claim the welcome that is due; ``False`` if there is none."""
        return await self._change("welcome", guild, _due(on=False))

    async def put_back(self, guild: GuildId) -> None:
        """Make the welcome due again, because it could not be shown."""
        await self._change("no-welcome", guild, _due(on=True))

    async def _change(
        self, name: str, guild: GuildId, change: Callable[[GuildConfig], GuildConfig]
    ) -> bool:
        now = self._clock.now_ms()
        return await self._store.write(
            Once(
                own_key(),
                name,
                YES_NO,
                lambda c: preferences.change_config(c, guild, change, now),
            )
        )


def _due(*, on: bool) -> Callable[[GuildConfig], GuildConfig]:
    return lambda config: config.model_copy(update={"welcome_due": on})
