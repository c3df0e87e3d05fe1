"""The parts of the bot, composed once: shared collaborators and background work."""

from dataclasses import dataclass
from functools import partial

import discord

from bot.coach.review import enter_all_luck
from bot.coach.tutor import Tutor
from bot.coach.weekly_messages import HandMessages
from bot.events.messages import EventMessages
from bot.leaderboard.handlers import LOOK_S, SeasonRoles
from bot.lobby.messages import Invitations, LobbyContext
from bot.match.coaching import Coaching
from bot.match.links import Threads
from bot.match.messages import TableMessages
from bot.match.panels import Panels, PanelUpdates
from bot.match.replay.records import Replays
from bot.match.turn_pings import TurnPings
from bot.match.tv import TvMessages
from bot.match.wiring import MatchDisplay
from bot.moderation.handlers import AdminChannel, count_help
from bot.notes import NoteDelivery
from bot.ops.breaker import CircuitBreaker
from bot.ops.guilds import HEARTBEAT_INTERVAL_S, DuplicateProcesses, GuildWatch
from bot.ops.metrics import Metrics
from bot.rewards import AchievementAnnouncer
from bot.server.greetings import Greetings, Installs
from bot.settings import Settings
from bot.ui.listener import Messenger, Running
from bot.ui.markup import Markup
from bot.ui.members import Members
from bot.ui.reader import CardTable, Preferences
from engine.service import Job, JobRunner, Service


@dataclass(frozen=True, slots=True)
class Parts:
    """The collaborators of every feature's handlers and commands.

    ``share_url``: the card table's address, if matches may be shared. ``runs``: background work,
    started in this order and stopped in reverse.
    """

    messenger: Messenger
    display: MatchDisplay
    hosting: LobbyContext
    invitations: Invitations
    events: EventMessages
    coaching: Coaching
    tutor: Tutor
    seasons: SeasonRoles
    admins: AdminChannel
    tv: TvMessages
    notes: NoteDelivery
    guilds: GuildWatch
    duplicates: DuplicateProcesses
    weekly: HandMessages
    share_url: str
    installs: Installs
    runs: tuple[Running, ...]

    async def start(self) -> None:
        """Start the background work."""
        for one in self.runs:
            await one.start()

    async def room_changed(self, room: int) -> None:
        """Draw what waits in a channel or thread that has changed."""
        for messages in (self.display.tables, self.invitations, self.events, self.tv, self.weekly):
            await messages.room_changed(room)

    async def stop(self) -> None:
        """Stop the background work."""
        for one in reversed(self.runs):
            await one.stop()
        await self.tutor.stop()
        self.coaching.close()
        self.display.replays.close()


def outlet_of(
    client: discord.AutoShardedClient,
    service: Service,
    breaker: CircuitBreaker,
    settings: Settings,
) -> Messenger:
    """Return the collaborators for writing to Discord."""

    def language_of(guild: int) -> str | None:
        """Return the language that a server has chosen at Discord."""
        found = client.get_guild(guild)
        return None if found is None else found.preferred_locale.value

    card_table = None
    if settings.activities or settings.web_url:
        card_table = CardTable(settings.activities, settings.web_url, settings.sharing)
    preferences = Preferences(service, language_of, card_table)
    members = Members(client, preferences, breaker, lambda: service.now_ms() / 1000)
    metrics = Metrics(service, breaker)
    return Messenger(client, service, preferences, members, Markup(), breaker, metrics)


def compose_parts(
    messenger: Messenger,
    settings: Settings,
    *,
    edit_interval: float,
    poll_seconds: float | None,
    panel_seconds: float | None,
) -> Parts:
    """Compose the parts.

    ``poll_seconds``: the polling interval of what one process does for all; ``panel_seconds``: that
    of this process's panels. ``None``: no polling.
    """
    client, service = messenger.client, messenger.service
    panels, coaching = Panels(), Coaching(service)
    tables, updates = TableMessages(messenger, edit_interval), PanelUpdates(messenger, panels)
    threads, pings, replays = (
        Threads(messenger),
        TurnPings(messenger, panels, updates),
        Replays(service, coaching.evaluation, coaching.what_if),
    )
    display = MatchDisplay(tables, panels, updates, threads, pings, replays, messenger.metrics)
    invitations = Invitations(messenger, tables, edit_interval)
    events = EventMessages(messenger, pings, edit_interval)
    tv = TvMessages(messenger, edit_interval)
    weekly = HandMessages(messenger, edit_interval)
    greetings = Greetings(messenger)
    notes = NoteDelivery(messenger, greetings.seen)
    announcer = AchievementAnnouncer(messenger, notes.here)
    seasons, admins = SeasonRoles(messenger), AdminChannel(messenger)
    guilds = GuildWatch(messenger, greetings.joined, looks=poll_seconds is not None)
    duplicates = DuplicateProcesses(messenger)

    async def look_at_panels() -> None:
        await updates.look(pings.sent())

    jobs = JobRunner(
        Job("boards-behind", poll_seconds, tables.redraw),
        Job("invitations-behind", poll_seconds, invitations.redraw),
        Job("events-behind", poll_seconds, events.redraw),
        Job("hands-behind", poll_seconds, weekly.redraw),
        Job("luck", poll_seconds, partial(enter_all_luck, service, coaching)),
        Job("fair-play", poll_seconds, partial(count_help, messenger, admins, coaching.help_given)),
        Job("daily", poll_seconds, service.daily.run),
        Job("trainer", poll_seconds, service.trainer.run),
        Job("seasons", poll_seconds and LOOK_S, seasons.once),
        Job("season-roles", poll_seconds, seasons.again),
        Job("duplicates", poll_seconds and HEARTBEAT_INTERVAL_S, duplicates.beat),
        failures=service.failures,
        ready=client.wait_until_ready,
    )
    return Parts(
        messenger=messenger,
        display=display,
        hosting=LobbyContext(display, settings.challenge_seconds),
        invitations=invitations,
        events=events,
        coaching=coaching,
        tutor=Tutor(service, coaching),
        seasons=seasons,
        admins=admins,
        tv=tv,
        notes=notes,
        guilds=guilds,
        duplicates=duplicates,
        weekly=weekly,
        share_url=settings.web_url if settings.sharing else "",
        installs=Installs(messenger),
        runs=(
            tables,
            updates,
            JobRunner(
                Job("panels-behind", panel_seconds, look_at_panels), failures=service.failures
            ),
            invitations,
            events,
            threads,
            announcer,
            admins,
            notes,
            greetings,
            tv,
            weekly,
            pings,
            duplicates,
            jobs,
            guilds,
        ),
    )
