"""Two servers whose people may meet, and a match between them."""

from engine.service import (
    ChannelId,
    GuildConfig,
    GuildId,
    LiveMatch,
    LobbyOutcome,
    Person,
    Prefs,
    Started,
    UserId,
)
from tests.keys import fresh
from tests.service.world import ANN, BOB, CHANNEL, GUILD, World

AWAY = GuildId(701)
AWAY_CHANNEL = ChannelId(801)
ADMIN = UserId(5)
PLACES = {GUILD: CHANNEL, AWAY: AWAY_CHANNEL}


def account(person: Person) -> Person:
    """A person with the name of their account beside that of their server."""
    return Person(person.user_id, person.name, f"{person.name}@account")


async def open_servers(world: World, *guilds: GuildId) -> None:
    """Let the members of servers meet players of others."""
    for guild in guilds:
        await world.service.set_guild_config(fresh(), guild, ADMIN, GuildConfig(across=True))


async def be_found(world: World, *people: Person, named: bool = False) -> None:
    """Let players of other servers find these people. ``named``: by the name of the account."""
    for one in people:
        await world.service.set_prefs(fresh(), one, Prefs(across=True, world_board=named))


async def seek(
    world: World, person: Person, guild: GuildId, window: int | None = None, **more: object
) -> LobbyOutcome:
    """Look for an opponent in a server's channel."""
    channel = PLACES[guild]
    ask = world.offer(account(person), guild=guild, channel=channel, **more)  # type: ignore[arg-type]
    return await world.service.find(ask, window, frozenset({channel}))


async def match_of_two_servers(world: World, *, named: bool = False, **more: object) -> LiveMatch:
    """Ann of one server waits, and Bob of the other finds her."""
    await open_servers(world, GUILD, AWAY)
    await be_found(world, ANN, BOB, named=named)
    await seek(world, ANN, GUILD, **more)  # type: ignore[arg-type]
    outcome = await seek(world, BOB, AWAY, **more)  # type: ignore[arg-type]
    assert isinstance(outcome, Started), outcome
    return outcome.live
