"""The parts of the bot, composed once: shared collaborators and background work."""

from dataclasses import dataclass

import discord

from bot.coach.analysis import Coaching
from bot.coach.luck_task import LuckTask
from bot.daily.task import DailyTask
from bot.events.messages import EventMessages
from bot.events.redraw import EventRedraw
from bot.leaderboard.season_roles import LOOK_S, SeasonRoles
from bot.lobby.hosting import Hosting
from bot.lobby.invitations import Invitations
from bot.lobby.redraw import RedrawTask
from bot.match.messages import TableMessages
from bot.match.panel_polling import PanelPolling
from bot.match.panel_updates import PanelUpdates
from bot.match.panels import Panels
from bot.match.replay.cache import Replays
from bot.match.threads import Threads
from bot.match.turn_pings.listener import TurnPings
from bot.match.tv.message import TvMessages
from bot.match.wiring import MatchChat
from bot.moderation.fair_play import FairPlayTask
from bot.notes.delivery import NoteDelivery
from bot.ops.breaker import CircuitBreaker
from bot.ops.duplicates import BEAT_S, DuplicateProcesses
from bot.ops.guilds import GuildWatch
from bot.ops.metrics import Metrics
from bot.rewards.announcer import AchievementAnnouncer
from bot.server.greetings import Greetings
from bot.settings import Settings
from bot.trainer.task import TrainerTask
from bot.ui.markup import Markup
from bot.ui.outlet import Outlet
from bot.ui.preferences import Preferences
from bot.ui.reader import CardTable
from bot.ui.running import Closing, Running, StartedByDiscord, WhenReady
from engine.service import Service


@dataclass(frozen=True, slots=True)
class Parts:
    """The collaborators of every feature's handlers and commands.

    ``share_url``: the card table's address, if matches may be shared. ``runs``: background work,
    started in this order and stopped in reverse.
    """

    outlet: Outlet
    chat: MatchChat
    hosting: Hosting
    invitations: Invitations
    redraw: RedrawTask
    events: EventMessages
    coaching: Coaching
    luck: LuckTask
    fair_play: FairPlayTask
    daily: DailyTask
    trainer: TrainerTask
    seasons: SeasonRoles
    tv: TvMessages
    notes: NoteDelivery
    guilds: GuildWatch
    duplicates: DuplicateProcesses
    share_url: str
    runs: tuple[Running, ...]


def outlet_of(
    client: discord.AutoShardedClient,
    service: Service,
    breaker: CircuitBreaker,
    settings: Settings,
) -> Outlet:
    """Return the collaborators for writing to Discord."""

    def language_of(guild: int) -> str | None:
        """Return the language that a server has chosen at Discord."""
        found = client.get_guild(guild)
        return None if found is None else found.preferred_locale.value

    card_table = None
    if settings.activities or settings.web_url:
        card_table = CardTable(settings.activities, settings.web_url, settings.sharing)
    preferences = Preferences(service, language_of, card_table)
    return Outlet(client, service, preferences, Markup(), breaker, Metrics(service, breaker))


def compose_parts(
    outlet: Outlet,
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
    client, service = outlet.client, outlet.service
    panels, coaching = Panels(), Coaching(service)
    tables, updates = TableMessages(outlet, edit_interval), PanelUpdates(outlet, panels)
    threads, pings, replays = (
        Threads(outlet),
        TurnPings(outlet, panels, updates),
        Replays(service, coaching.evaluation, coaching.what_if),
    )
    chat = MatchChat(tables, panels, updates, threads, pings, replays, outlet.metrics)
    invitations = Invitations(outlet, tables)
    events = EventMessages(outlet, tables, pings, edit_interval)
    tv = TvMessages(outlet)
    greetings = Greetings(outlet)
    notes = NoteDelivery(outlet, greetings.seen)
    announcer = AchievementAnnouncer(outlet, notes.here)
    redraw = RedrawTask(outlet, tables, invitations, poll_seconds)
    event_redraw = EventRedraw(outlet, events, poll_seconds)
    luck = LuckTask(service, coaching, poll_seconds)
    fair_play = FairPlayTask(outlet, coaching.help_given, poll_seconds)
    daily = DailyTask(service, poll_seconds)
    trainer = TrainerTask(service, poll_seconds)
    seasons = SeasonRoles(outlet, poll_seconds and LOOK_S)
    guilds = GuildWatch(outlet, greetings.joined, looks=poll_seconds is not None)
    duplicates = DuplicateProcesses(outlet, poll_seconds and BEAT_S)
    tasks = (redraw, event_redraw, luck, fair_play, daily, trainer, seasons, duplicates)
    return Parts(
        outlet=outlet,
        chat=chat,
        hosting=Hosting(chat, settings.challenge_seconds),
        invitations=invitations,
        redraw=redraw,
        events=events,
        coaching=coaching,
        luck=luck,
        fair_play=fair_play,
        daily=daily,
        trainer=trainer,
        seasons=seasons,
        tv=tv,
        notes=notes,
        guilds=guilds,
        duplicates=duplicates,
        share_url=settings.web_url if settings.sharing else "",
        runs=(
            Closing(replays.close),
            Closing(coaching.close),
            tables,
            updates,
            PanelPolling(updates, pings, panel_seconds),
            invitations,
            events,
            threads,
            announcer,
            tv,
            pings,
            *(WhenReady(client, task) for task in tasks),
            StartedByDiscord(guilds),
        ),
    )
