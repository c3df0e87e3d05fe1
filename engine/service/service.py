"""The service: every change of a match or a lobby is one command, answered after COMMIT."""

import asyncio
import contextlib
import logging
from collections import Counter
from typing import Final

from engine import worker_pool
from engine.game.actions import Resign
from engine.players import Workers
from engine.service.announcer import Announcer, EventBus
from engine.service.changes import NUMBER
from engine.service.commands import Dependencies
from engine.service.daily.challenge import Daily
from engine.service.daily.puzzle import DayPuzzles
from engine.service.events.commands import Events
from engine.service.exercise_commands import Exercises
from engine.service.jobs import Job, JobRunner
from engine.service.lobbies.commands import LobbyCommands
from engine.service.lobbies.outdated import Messages
from engine.service.matches import match_timers
from engine.service.matches.deals import DealRecords
from engine.service.matches.queries import MatchQueries
from engine.service.matches.records import Shares
from engine.service.moderation.helping import HelpRecords
from engine.service.moderation.reports import Bans, Reports
from engine.service.operations import privacy
from engine.service.operations.deletion import Deletions
from engine.service.operations.guilds import GuildAbsences, Welcomes
from engine.service.operations.maintenance import MAINTENANCE_INTERVAL_S, BackupPlan, Maintenance
from engine.service.operations.processes import Processes
from engine.service.operations.timers import TimerRunner
from engine.service.people import InteractionId, UserId, own_key
from engine.service.play.commands import PlayCommands
from engine.service.play.premoves import PremoveChanges
from engine.service.ports import Chooser, Clock, Entropy, SystemClock, TimeSettings
from engine.service.preferences import SettingsCommands
from engine.service.rewards.achievements import Achievements
from engine.service.rewards.coins import Coins
from engine.service.scheduler import Scheduler
from engine.service.social.friends import Blocks, Friends
from engine.service.social.notes import Notes
from engine.service.social.notifications import Mentions
from engine.service.standings.leaderboards import Leaderboards
from engine.service.standings.luck import LuckRecords
from engine.service.standings.ratings import Ratings
from engine.service.standings.seasons import Seasons
from engine.service.standings.statistics import Statistics
from engine.service.trainer.advice import Tutoring
from engine.service.trainer.commands import Trainer
from engine.service.trainer.races import Races
from engine.service.trainer.studies import Studies
from engine.service.trainer.weekly import WeeklyHands
from engine.service.types import Busy, MatchCommand, Unsure
from engine.store import Store, StoreError

START_PATIENCE_S: Final = 120.0
"""Time in seconds that a start waits for the database; there is no interaction to answer yet."""
_log = logging.getLogger(__name__)


class Service(PlayCommands, LobbyCommands, MatchQueries, SettingsCommands):
    """Matches, lobbies, timers and computers on one store.

    ``act`` returns every failure as a value; the other calls raise StoreBusyError or
    StoreFailedError if nothing could be stored.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        chooser: Chooser | None = None,
        time_settings: TimeSettings | None = None,
        backups: BackupPlan | None = None,
    ) -> None:
        clock, time_settings = clock or SystemClock(), time_settings or TimeSettings()
        self._announcer = Announcer(store, clock, time_settings)
        part = Dependencies(store, clock, entropy, time_settings, self._announcer.announce)
        super().__init__(part)
        self.planning = PremoveChanges(part)
        self.ratings = Ratings(part)
        self.boards = Leaderboards(part)
        self.statistics = Statistics(part)
        self.seasons = Seasons(part)
        self.luck = LuckRecords(part)
        self.dealing = DealRecords(part)
        self.helping = HelpRecords(part)
        self.friends, self.blocks = Friends(part), Blocks(part)
        self.shares = Shares(part)
        self.reports = Reports(part)
        self.bans = Bans(part)
        self.messages = Messages(part)
        self.mentions = Mentions(part)
        self.notes = Notes(part)
        self.absences = GuildAbsences(part)
        self.deletions = Deletions(part)
        self.welcomes = Welcomes(part)
        self.processes = Processes(part)
        self.daily = Daily(part)
        self.puzzles, self.exercises = DayPuzzles(part), Exercises(part)
        self.trainer = Trainer(part)
        self.races, self.weekly = Races(part), WeeklyHands(part)
        self.tutoring, self.studies = Tutoring(part), Studies(part)
        self.coins = Coins(part)
        self.achievements = Achievements(part)
        self.failures: Counter[str] = Counter()
        """The failures of periodic work since the start, by its name."""
        self.upkeep = Maintenance(part, backups)
        self._jobs = JobRunner(
            Job("upkeep", MAINTENANCE_INTERVAL_S, self.upkeep.look),
            Job("workers", worker_pool.IDLE_S, worker_pool.close_idle),
            failures=self.failures,
            ready=lambda: asyncio.sleep(MAINTENANCE_INTERVAL_S),
        )
        self._deleting = JobRunner(
            Job("deletions", MAINTENANCE_INTERVAL_S, self.deletions.resume), failures=self.failures
        )
        # A chooser from outside is closed by its owner.
        self._workers = Workers()
        self.events = Events(part)
        clockwork = TimerRunner(part, chooser=chooser or self._workers, fire_event=self.events.fire)
        self._deadlines = Scheduler(clockwork.peek, clockwork.fire, self._clock, self._give_grace)
        self._announcer.scheduler = self._deadlines

    @property
    def bus(self) -> EventBus:
        """What has happened to matches, lobbies and events, and reminders of turns."""
        return self._announcer.bus

    # -- lifecycle -----------------------------------------------------------------------------

    async def start(self) -> None:
        """Grant overdue deadlines grace, then watch the timers."""
        await self._give_grace(START_PATIENCE_S)
        self._deadlines.start()
        await self._jobs.start()
        await self._deleting.start()

    async def _give_grace(self, patience_s: float | None = None) -> None:
        given = await self._once(
            own_key(), "grace", NUMBER, match_timers.give_grace, patience_s=patience_s
        )
        if given:
            _log.info("%d overdue deadlines were given time", given)

    async def close(self) -> None:
        """Refuse new commands, finish accepted ones, stop the timers, close the store."""
        try:
            await self.trainer.close()
            await self._jobs.stop()
            await self._deleting.stop()
            await self._deadlines.close()
            self._workers.close()
            # The messages are drawn once more after the start.
            with contextlib.suppress(StoreError):
                await self.messages.flush()
            await self._store.finish()
            await self._announcer.drained()
            await self.bus.close()
        finally:  # the program does not end before its connections
            await self._store.close()

    async def idle(self) -> None:
        """Wait until no command is queued, no timer is due and every event is delivered."""
        while True:
            await self._store.drained()
            ran = await self._deadlines.run_due()
            await self._announcer.drained()
            await self.bus.drained()
            if not ran and self._store.is_idle and self._announcer.is_quiet:
                return

    @property
    def database(self) -> Store:
        """The database, for measurements only."""
        return self._store

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same database."""
        return self._store.is_shared

    @property
    def waiting(self) -> int:
        """The number of queued commands."""
        return self._store.waiting

    def now_ms(self) -> int:
        """Return the time by the service's clock, in epoch milliseconds."""
        return self._clock.now_ms()

    async def export_of(self, user_id: UserId) -> dict[str, object]:
        """Return all stored data about one person, ready to be written as JSON."""
        return await self._read_long(lambda tx: privacy.export(tx, user_id))

    async def forget(self, interaction: InteractionId, user_id: UserId) -> bool:
        """Leave all events and lobbies, resign all matches, then delete one person's data.

        ``False`` if they have joined a new match meanwhile, or the database is busy; the call can
        be repeated safely. A deletion that has begun is finished later by itself.
        """
        for lobby in await self.open_lobbies_of(user_id):
            await self.leave(interaction, lobby.id, user_id)
        await self.events.leave_all(interaction, user_id)
        for live in await self.live_matches_of(user_id):
            outcome = await self.act(MatchCommand(interaction, live.id, user_id, Resign(), None))
            if isinstance(outcome, Busy | Unsure):
                return False
        if not await self.deletions.begin(interaction, user_id):
            return False
        try:
            await self.deletions.finish(user_id)
        except StoreError as error:
            _log.warning("a deletion rests (%s)", error.code)
            return False
        return True
