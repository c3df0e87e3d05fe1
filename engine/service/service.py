"""The one door: every change of a match or a lobby is one command, answered after COMMIT."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from engine.fairness import SECRET_BYTES
from engine.game.actions import Award, Cancel, Resign
from engine.game.cards import CardSet
from engine.game.match import MatchEvent
from engine.game.record import MatchRecord
from engine.game.seats import Seat
from engine.players import Workers
from engine.service import preferences
from engine.service.changes import NUMBER, YES_NO, Once, SelfKeyed, own_key, stored
from engine.service.daily.challenge import Daily
from engine.service.daily.puzzle import Puzzles
from engine.service.event_bus import EventBus
from engine.service.live import LiveMatch, stored_of
from engine.service.lobbies import rows as lobby_rows
from engine.service.lobbies import transactions as lobbies
from engine.service.lobbies.answers import LOBBY, PRACTICE
from engine.service.lobbies.outdated import Messages
from engine.service.matches import deals, queries, records
from engine.service.matches import timers as timing
from engine.service.matches.records import Played
from engine.service.matches.timers import TimeSettings
from engine.service.matches.turn_pings import Mentions
from engine.service.moderation.audit import AuditLog
from engine.service.moderation.bans import Bans
from engine.service.moderation.reports import Reports
from engine.service.operations import privacy, rebuild
from engine.service.operations.guilds import GuildPresence
from engine.service.operations.maintenance import BackupPlan, Maintenance
from engine.service.operations.processes import Processes
from engine.service.operations.timers import TimerRunner
from engine.service.people import (
    GuildId,
    InteractionId,
    LobbyId,
    MatchId,
    Person,
    UserId,
)
from engine.service.play import acting
from engine.service.play.premoves import PremoveChanges
from engine.service.ports import Chooser, Clock, Entropy, SystemClock, SystemEntropy
from engine.service.preferences import AuditEntry, GuildConfig, Prefs
from engine.service.rewards.achievements import Achievements
from engine.service.rewards.coins import Coins
from engine.service.scheduler import Scheduler
from engine.service.social.blocks import Blocks
from engine.service.social.friends import Friends
from engine.service.social.notes import Notes
from engine.service.standings import conduct
from engine.service.standings.conduct import Completion
from engine.service.standings.leaderboards import Leaderboards
from engine.service.standings.luck import LuckRecords
from engine.service.standings.ratings import Ratings
from engine.service.standings.seasons import Seasons
from engine.service.standings.statistics import Statistics
from engine.service.types import (
    ActOutcome,
    Applied,
    Busy,
    Command,
    Committed,
    Finished,
    Lobby,
    LobbyChanged,
    LobbyClosed,
    LobbyEvent,
    LobbyOpened,
    LobbyOutcome,
    LobbyRefused,
    OpenLobby,
    Practice,
    Proof,
    Rematch,
    Reminded,
    Repeated,
    Started,
    Unsure,
)
from engine.store import (
    Change,
    Repeatable,
    Store,
    StoreBusyError,
    StoreFailedError,
    StoreUnsureError,
)

T = TypeVar("T")
MATCHES_AT_ONCE = 10
DEALS_OF_MATCHES = 100
"""How many ended matches the deal statistics of a server look at."""
START_PATIENCE_S = 120.0
"""How long a start waits for the database; nobody has pressed anything yet."""
_log = logging.getLogger(__name__)


class Service:
    """Matches, lobbies, timers and computers on one store.

    ``act`` answers every trouble with a value; the other calls raise StoreBusyError or
    StoreFailedError when nothing could be stored.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        chooser: Chooser | None = None,
        terms: TimeSettings | None = None,
        backups: BackupPlan | None = None,
    ) -> None:
        self.hub: EventBus[Committed] = EventBus()
        self.lobby_hub: EventBus[LobbyEvent] = EventBus()
        self.reminders: EventBus[Reminded] = EventBus()
        self.terms = terms or TimeSettings()
        self._store = store
        self._clock = clock or SystemClock()
        self._entropy = entropy or SystemEntropy()
        self.planning = PremoveChanges(store, self._clock)
        self.ratings = Ratings(store, self._clock)
        self.boards = Leaderboards(store, self._clock)
        self.statistics = Statistics(store, self._clock)
        self.seasons = Seasons(store, self._clock)
        self.luck = LuckRecords(store)
        self.friends = Friends(store, self._clock)
        self.blocks = Blocks(store, self._clock)
        self.reports = Reports(store, self._clock)
        self.bans = Bans(store, self._clock)
        self.audit = AuditLog(store)
        self.messages = Messages(store)
        self.mentions = Mentions(store)
        self.notes = Notes(store, self._clock)
        self.absences = GuildPresence(store, self._clock, self._entropy, self.terms)
        self.processes = Processes(store, self._clock)
        self.daily = Daily(store, self._change, self._clock, self._entropy, self.terms)
        self.puzzles = Puzzles(store, self._clock)
        self.coins = Coins(store, self._clock)
        self.achievements = Achievements(store, self._clock)
        self._upkeep = Maintenance(store, self._clock, backups)
        # Who hands in a chooser also closes it.
        self._workers = Workers()
        player = chooser or self._workers
        clockwork = TimerRunner(store, self._change, self._clock, player, self.terms)
        self._deadlines = Scheduler(clockwork.peek, clockwork.fire, self._clock, self._give_grace)

    # -- life -----------------------------------------------------------------------------

    async def start(self) -> None:
        """Give overdue deadlines grace, then watch the timers."""
        await self._give_grace(START_PATIENCE_S)
        needed = Repeatable(rebuild.is_needed)
        if await self._store.write(needed, patience_s=START_PATIENCE_S):
            _log.warning("older matches are not in the statistics: run `rebuild-stats` once")
        self._deadlines.start()
        self._upkeep.start()

    async def _give_grace(self, patience_s: float | None = None) -> None:
        now = self._clock.now_ms()
        given = await self._store.write(
            Once(own_key(), "grace", NUMBER, lambda c: timing.give_grace(c, now, self.terms)),
            patience_s=patience_s,
        )
        if given:
            _log.info("%d overdue deadlines were given time", given)

    async def close(self) -> None:
        """Refuse new commands, finish accepted ones, stop the timers, close the store."""
        await self._upkeep.close()
        await self._deadlines.close()
        self._workers.close()
        await self._store.finish()
        await self.hub.close()
        await self.lobby_hub.close()
        await self.reminders.close()
        await self._store.close()

    async def idle(self) -> None:
        """Wait until nothing is queued, due or undelivered."""
        while True:
            await self._store.drained()
            ran = await self._deadlines.run_due()
            await self.hub.drained()
            await self.lobby_hub.drained()
            await self.reminders.drained()
            hubs = (self.hub, self.lobby_hub, self.reminders)
            if not ran and self._store.is_idle and all(hub.is_quiet for hub in hubs):
                return

    @property
    def damage(self) -> str:
        """What the last check of the database found; empty when nothing."""
        return self._upkeep.damage

    @property
    def waiting(self) -> int:
        """Commands in the queue."""
        return self._store.waiting

    # -- lobbies --------------------------------------------------------------------------

    async def open_lobby(self, ask: OpenLobby) -> LobbyOutcome:
        """Open a challenge or an open lobby."""
        root, now = self._root(), self._clock.now_ms()
        return await self._change(
            Once(ask.interaction, "open", LOBBY, lambda c: lobbies.open_lobby(c, ask, root, now)),
            ask.interaction,
        )

    async def join(
        self, interaction: InteractionId, lobby_id: LobbyId, person: Person
    ) -> LobbyOutcome:
        """Join; in a challenge that is accepting it."""
        now = self._clock.now_ms()
        return await self._in_lobby(
            interaction,
            "join",
            lobby_id,
            lambda c: lobbies.join(c, interaction, lobby_id, person, now=now, terms=self.terms),
        )

    async def start_lobby(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId
    ) -> LobbyOutcome:
        """The host starts a lobby with those who are there."""
        now = self._clock.now_ms()
        return await self._in_lobby(
            interaction,
            "start",
            lobby_id,
            lambda c: lobbies.start_lobby(
                c, interaction, lobby_id, user_id, now=now, terms=self.terms
            ),
        )

    async def leave(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId
    ) -> LobbyOutcome:
        """Leave a lobby; the host's leaving closes it."""
        now = self._clock.now_ms()
        return await self._in_lobby(
            interaction, "leave", lobby_id, lambda c: lobbies.leave(c, lobby_id, user_id, now)
        )

    async def decline(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId
    ) -> LobbyOutcome:
        """Refuse an invitation."""
        now = self._clock.now_ms()
        return await self._in_lobby(
            interaction, "decline", lobby_id, lambda c: lobbies.decline(c, lobby_id, user_id, now)
        )

    async def cancel(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId
    ) -> LobbyOutcome:
        """Take one's own offer back."""
        now = self._clock.now_ms()
        return await self._in_lobby(
            interaction, "cancel", lobby_id, lambda c: lobbies.cancel(c, lobby_id, user_id, now)
        )

    async def choose_side(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId, side: int | None
    ) -> LobbyOutcome:
        """Choose a side (0 or 1) of a team match, or neither."""
        return await self._in_lobby(
            interaction,
            "side",
            lobby_id,
            lambda c: lobbies.choose_side(c, lobby_id, user_id, side),
        )

    async def shuffle_sides(
        self, interaction: InteractionId, lobby_id: LobbyId, user_id: UserId
    ) -> LobbyOutcome:
        """The host draws lots for the sides."""
        chance = self._entropy.token(8 * lobbies.MOST_SEATS)
        return await self._in_lobby(
            interaction,
            "shuffle",
            lobby_id,
            lambda c: lobbies.shuffle_sides(c, lobby_id, user_id, chance),
        )

    async def practice(self, ask: Practice) -> Started | LobbyRefused:
        """Start a match against computers."""
        root, now = self._root(), self._clock.now_ms()
        return await self._change(
            Once(
                ask.interaction,
                "practice",
                PRACTICE,
                lambda c: lobbies.practice(c, ask, root, now, self.terms),
            ),
            ask.interaction,
        )

    async def rematch(self, ask: Rematch) -> LobbyOutcome:
        """The same again: against a computer at once, else by a lobby for the same people."""
        root, now = self._root(), self._clock.now_ms()
        return await self._change(
            Once(
                ask.interaction,
                "rematch",
                LOBBY,
                lambda c: lobbies.rematch(c, ask, root, now, self.terms),
            ),
            ask.match_id,
        )

    async def _in_lobby(
        self,
        interaction: InteractionId,
        command: str,
        lobby_id: LobbyId,
        work: Callable[[Connection], LobbyOutcome],
    ) -> LobbyOutcome:
        change = Once(interaction, f"{command}:{lobby_id}", LOBBY, work)
        return await self._change(change, lobby_id)

    async def lobby(self, lobby_id: LobbyId) -> Lobby | None:
        """One lobby."""
        return await self._store.read(lambda c: lobby_rows.read(c, lobby_id))

    async def open_lobbies_of(self, user_id: UserId) -> tuple[Lobby, ...]:
        """The open lobbies somebody is in."""
        return await self._store.read(lambda c: lobby_rows.open_of(c, user_id))

    # -- matches --------------------------------------------------------------------------

    async def act(self, command: Command) -> ActOutcome:
        """Apply one press, exactly once."""
        now = self._clock.now_ms()
        return await self._decide(
            command.interaction,
            lambda c: acting.act(c, command, now, self.terms),
            command.match_id,
        )

    async def adjudicate(
        self,
        interaction: InteractionId,
        match_id: MatchId,
        guild: GuildId,
        admin: UserId,
        reason: str,
        winner: Seat | None = None,
    ) -> ActOutcome:
        """End a match, for ``winner`` or without one. The caller has checked that ``admin`` may."""
        now = self._clock.now_ms()
        ruling = Cancel() if winner is None else Award(winner)

        def work(connection: Connection) -> ActOutcome:
            outcome = acting.decide(connection, match_id, interaction, ruling, now, self.terms)
            if isinstance(outcome, Applied):
                deed = AuditEntry(interaction, guild, admin, now)
                name = "cancel_match" if winner is None else "award_match"
                preferences.note(connection, deed, name, match_id, reason)
            return outcome

        return await self._decide(interaction, work, match_id)

    async def load(self, match_id: MatchId) -> LiveMatch | None:
        """One match. Raises RecordError if it cannot be read."""
        return await self._store.read(lambda c: queries.match(c, match_id))

    async def live_matches_of(self, user_id: UserId) -> tuple[LiveMatch, ...]:
        """The running matches of one person."""
        return await self._store.read(lambda c: queries.live_of(c, user_id))

    async def last_match_of(self, user_id: UserId) -> LiveMatch | None:
        """The match that somebody began last, running or over."""
        return await self._store.read(lambda c: queries.last_of(c, user_id))

    async def ended_matches_of(
        self, user_id: UserId, wanted: Finished, limit: int
    ) -> tuple[LiveMatch, ...]:
        """Ended matches of one person, the newest first."""
        return await self._store.read(lambda c: queries.ended_of(c, user_id, wanted, limit))

    def now_ms(self) -> int:
        """Return the time by the service's clock, in epoch milliseconds."""
        return self._clock.now_ms()

    def deals_at(self, live: LiveMatch) -> int | None:
        """When a match between two rounds is dealt by itself; ``None``: it waits for its player."""
        return timing.deals_at(stored_of(live), self.terms)

    async def played_by(
        self, user_id: UserId, wanted: Finished, limit: int
    ) -> AsyncIterator[tuple[Played, ...]]:
        """What records of one person's ended matches are made of, a few matches at a time."""
        ids = await self._store.read_long(lambda c: queries.ended_ids_of(c, user_id, wanted, limit))
        for first in range(0, len(ids), MATCHES_AT_ONCE):
            some = ids[first : first + MATCHES_AT_ONCE]
            yield await self._store.read_long(partial(records.played_some, match_ids=some))

    async def running(self) -> tuple[LiveMatch, ...]:
        """Every running match."""
        return await self._store.read_long(queries.running)

    async def running_in(self, guild: GuildId, limit: int = 50) -> tuple[LiveMatch, ...]:
        """The running matches of one server, the newest first."""
        return await self._store.read(lambda c: queries.running_in(c, guild, limit))

    async def count_running(self) -> int:
        """How many matches are being played."""
        return await self._store.read(queries.count_running)

    async def proof(self, match_id: MatchId, number: int) -> Proof | None:
        """What is public about the deal of one round."""
        return await self._store.read(lambda c: deals.proof(c, match_id, number))

    async def record(self, match_id: MatchId) -> MatchRecord | None:
        """An ended match, or the finished rounds of a running one."""
        found = await self._store.read_long(lambda c: records.played(c, match_id))
        # Shuffling every deck again takes its time.
        return None if found is None else await asyncio.to_thread(records.record_of, found)

    async def dealt_hands(self, guild: GuildId, limit: int = DEALS_OF_MATCHES) -> list[CardSet]:
        """One starting hand of every deal in a server's last matches, for statistics."""
        found = await self._store.read_long(lambda c: records.dealt_in(c, guild, limit))
        return await asyncio.to_thread(
            lambda: [hand for one in found for hand in records.first_hands(one)]
        )

    async def completion(self, user_id: UserId) -> Completion:
        """How reliably somebody plays their matches to the end."""
        return await self._store.read(lambda c: conduct.completion(c, user_id))

    # -- settings -----------------------------------------------------------------------

    async def prefs(self, user_id: UserId) -> Prefs:
        """A player's preferences."""
        return await self._store.read(lambda c: preferences.prefs(c, user_id))

    async def set_prefs(self, interaction: InteractionId, person: Person, chosen: Prefs) -> Prefs:
        """Store a player's preferences; those that are stored then."""
        now = self._clock.now_ms()
        return await self._store.write(
            Once(
                interaction,
                "prefs",
                stored(lambda c: preferences.prefs(c, person.user_id)),
                lambda c: preferences.set_prefs(c, person, chosen, now),
            )
        )

    async def guild_config(self, guild: GuildId) -> GuildConfig:
        """A server's settings."""
        return await self._store.read(lambda c: preferences.config(c, guild))

    async def set_guild_config(
        self, interaction: InteractionId, guild: GuildId, admin: UserId, chosen: GuildConfig
    ) -> GuildConfig:
        """Store a server's settings; those that are stored then.

        The caller has checked that ``admin`` may.
        """
        now = self._clock.now_ms()
        return await self._store.write(
            Once(
                interaction,
                "config",
                stored(lambda c: preferences.config(c, guild)),
                lambda c: preferences.set_config(
                    c, AuditEntry(interaction, guild, admin, now), chosen
                ),
            )
        )

    # -- privacy --------------------------------------------------------------------------

    async def export_of(self, user_id: UserId) -> dict[str, object]:
        """Everything that is stored about one person, ready to be written as JSON."""
        return await self._store.read_long(lambda c: privacy.export(c, user_id))

    async def forget(self, interaction: InteractionId, user_id: UserId) -> bool:
        """Resign and leave everywhere, then take one person out of all that is stored.

        ``False``: they sat down again meanwhile, or the database is busy; nothing is lost by
        asking again.
        """
        for lobby in await self.open_lobbies_of(user_id):
            await self.leave(interaction, lobby.id, user_id)
        for live in await self.live_matches_of(user_id):
            outcome = await self.act(Command(interaction, live.id, user_id, Resign(), None))
            if isinstance(outcome, Busy | Unsure):
                return False
        return await self._store.write(
            Once(interaction, "forget", YES_NO, lambda c: privacy.forget(c, user_id))
        )

    # -- inside ---------------------------------------------------------------------------

    def _root(self) -> bytes:
        return self._entropy.token(SECRET_BYTES)

    async def _change(self, change: Change[T], key: int) -> T:
        return await self._store.write(change, key=key, committed=self._announce)

    async def _decide(
        self, interaction: InteractionId, work: Callable[[Connection], ActOutcome], key: MatchId
    ) -> ActOutcome:
        try:
            return await self._change(SelfKeyed(interaction, _told_once(work)), key)
        except StoreUnsureError as error:
            _log.warning("whether a command was stored is not known (%s)", error.data.get("reason"))
            return Unsure(key)
        except StoreBusyError as error:
            return Busy(str(error.data.get("reason", "slow")))
        except StoreFailedError:
            _log.exception("a command could not be stored")
            return Busy("storage")

    def _announce(self, outcome: object) -> None:
        """Publish what was committed; runs whether or not somebody still waits for it."""
        match outcome:
            case Applied(live=live, happened=happened):
                self._publish(live, happened)
            case Started(live=live, lobby=lobby):
                self._publish(live, (MatchEvent.ROUND_DEALT,))
                if lobby is not None:
                    self.lobby_hub.publish(LobbyEvent(lobby))
            case LobbyOpened(lobby=lobby) | LobbyChanged(lobby=lobby) | LobbyClosed(lobby=lobby):
                self.lobby_hub.publish(LobbyEvent(lobby))
                self._deadlines.wake(lobby.expires_ms)
            case Reminded():
                self.reminders.publish(outcome)
            case _:
                pass

    def _publish(self, live: LiveMatch, happened: tuple[MatchEvent, ...]) -> None:
        self.hub.publish(Committed(live.id, live.version, happened, live))
        due = timing.wanted(stored_of(live), self.terms).values()
        if due:
            self._deadlines.wake(min(one.due_ms for one in due))


def _told_once(work: Callable[[Connection], ActOutcome]) -> Callable[[Connection], ActOutcome]:
    """The work, which calls its move applied also when it is redone after a COMMIT in doubt.

    Whoever asked has had no answer yet, and nobody has heard of the move.
    """
    applied: list[Applied] = []

    def redone(connection: Connection) -> ActOutcome:
        outcome = work(connection)
        if isinstance(outcome, Repeated) and applied:
            return Applied(outcome.live, applied[-1].happened)
        if isinstance(outcome, Applied):
            applied.append(outcome)
        return outcome

    return redone
