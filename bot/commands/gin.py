"""`/gin …`: challenge, practice, hand, table and the rest (design: commands)."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.account.commands import PrivacyCommands
from bot.account.screens import settings_screen
from bot.coach.commands import StatsCommands
from bot.coach.screens import coach_screen
from bot.commands.welcome_screen import help_screen
from bot.daily.commands import daily_command
from bot.friends.commands import FriendCommands
from bot.history.commands import coachable, coachable_choices, history_command, replay_command
from bot.leaderboard.commands import leaderboard_command
from bot.lobby.handlers import answer_lobby_outcome
from bot.lobby.practice import start_practice
from bot.match.clock_commands import TimeCommands
from bot.match.hand.handlers import open_panel
from bot.match.match_line import match_head
from bot.match.menus import WaitingTable, turns_screen
from bot.match.options import (
    LEVEL_CHOICES,
    Ruleset,
    clock_of,
    clock_titles,
    house_of,
    offering,
    preset_choices,
    rated_here,
    rating_window,
    room_of,
    ruleset,
)
from bot.match.table_handlers import bump
from bot.match.tv.commands import tv_command
from bot.match.verify_screen import verify_screen
from bot.match.which_match import current, fulfil, waits_for
from bot.match.which_match_screen import ChoicePurpose
from bot.moderation.commands import report_command
from bot.notes.commands import NoteCommands
from bot.profile.commands import profile_command
from bot.rewards.commands import rewards_command
from bot.ui.answers import PUBLIC
from bot.ui.errors import Refusal
from bot.ui.i18n import mark
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import reply_to
from bot.wording.rules import rules_screen
from engine.clocks.clock import DAILY, ClockRules
from engine.game.errors import OptionError
from engine.game.presets import PRESET_PLAYERS
from engine.players import Level
from engine.service import (
    ChannelId,
    GuildId,
    InteractionId,
    LiveMatch,
    OpenLobby,
    Person,
    UserId,
)

if TYPE_CHECKING:
    from bot.app import GinBot

Asked = discord.Interaction
_NO_TABLE = mark("You aren't at any table. Start a match with `/gin challenge` or `/gin practice`.")


def person_of(user: discord.abc.User) -> Person:
    """A Discord user as the service knows people."""
    return Person(UserId(user.id), user.display_name)


class GinCommands(app_commands.Group):
    """Play gin rummy with the people of this server."""

    def __init__(self, bot: "GinBot") -> None:
        super().__init__(
            name="gin",
            description="Play gin rummy",
            guild_only=True,
        )
        self._bot = bot
        self.add_command(history_command(bot))
        self.add_command(replay_command(bot))
        self.add_command(StatsCommands(bot))
        self.add_command(leaderboard_command(bot))
        self.add_command(profile_command(bot))
        friends = FriendCommands(bot)
        friends.add_command(report_command(bot))
        self.add_command(friends)
        self.add_command(NoteCommands(bot))
        self.add_command(PrivacyCommands(bot))
        self.add_command(TimeCommands(bot))
        self.add_command(daily_command(bot))
        self.add_command(rewards_command(bot))
        self.add_command(tv_command(bot))

    # -- playing ------------------------------------------------------------------------

    @app_commands.command(description="Challenge someone", extras=PUBLIC)
    @app_commands.describe(
        opponent="Who you want to play",
        preset="The rules (default: standard gin)",
        target="Points needed to win a game",
        clock="Time limit per turn",
        rated="Whether the match counts for ratings",
        thread="Open the table in its own thread",
    )
    @app_commands.autocomplete(preset=preset_choices, clock=offering(clock_titles))
    async def challenge(
        self,
        interaction: Asked,
        opponent: discord.Member,
        preset: str = "standard",
        target: app_commands.Range[int, 10, 1000] | None = None,
        clock: str = DAILY.name,
        rated: bool | None = None,
        thread: bool = False,
    ) -> None:
        rules = await self._ruleset(interaction, preset, target)
        chosen = clock_of(await self._bot.readers.of(interaction), clock)
        await offer_challenge(
            self._bot, interaction, opponent, rules, chosen, rated=rated, thread=thread
        )

    @app_commands.command(
        name="open", description="Open a table anyone can join (2–8 players)", extras=PUBLIC
    )
    @app_commands.describe(
        preset="The rules (default: standard gin)",
        players="Number of players",
        target="Points needed to win a game",
        clock="Time limit per turn",
        rated="Whether the match counts for ratings",
        thread="Open the table in its own thread",
        rating_from="Minimum rating",
        rating_to="Maximum rating",
    )
    @app_commands.autocomplete(preset=preset_choices, clock=offering(clock_titles))
    async def open_table(
        self,
        interaction: Asked,
        *,
        preset: str = "standard",
        players: app_commands.Range[int, 2, 8] | None = None,
        target: app_commands.Range[int, 10, 1000] | None = None,
        clock: str = DAILY.name,
        rated: bool = False,
        thread: bool = False,
        rating_from: app_commands.Range[int, 0, 4000] | None = None,
        rating_to: app_commands.Range[int, 0, 4000] | None = None,
    ) -> None:
        reader = await self._bot.readers.of(interaction)
        config = await house_of(self._bot, interaction, reader)
        room = room_of(config, reader, asked=thread)
        chosen = await self._ruleset(interaction, preset, target)
        fitting = chosen.rules.players()
        size = PRESET_PLAYERS.get(preset)
        fitting = fitting if size is None else range(size, size + 1)
        if players is not None and players not in fitting:
            raise Refusal(
                reader.words.t(
                    "These rules are for {players} players.",
                    players=", ".join(map(str, fitting)),
                )
            )
        fixed = players if size is None else size
        low, high = (fixed, fixed) if fixed is not None else (fitting[0], fitting[-1])
        reply = reply_to(interaction)
        ask = OpenLobby(
            interaction=InteractionId(interaction.id),
            guild=GuildId(interaction.guild_id or 0),
            channel=ChannelId(interaction.channel_id or 0),
            host=person_of(interaction.user),
            rules=chosen.rules,
            expires_at_ms=self._bot.expiry_ms(),
            preset=chosen.name,
            seats=low,
            max_seats=high,
            clock=clock_of(reader, clock),
            rated=rated_here(config, reader, asked=rated, usual=False),
            locale=str(interaction.guild_locale or "en-US"),
            room=room,
            ratings=rating_window(reader, rating_from, rating_to),
        )
        async with self._bot.boards.expecting(ask.interaction):
            outcome = await self._bot.service.open_lobby(ask)
            await answer_lobby_outcome(self._bot, reply, outcome, fresh=True)

    @app_commands.command(description="Play the computer now", extras=PUBLIC)
    @app_commands.describe(
        level="How strong the computer plays",
        preset="The rules (default: standard gin)",
        target="Points needed to win",
    )
    @app_commands.autocomplete(preset=preset_choices)
    @app_commands.choices(level=LEVEL_CHOICES)
    async def practice(
        self,
        interaction: Asked,
        level: str = Level.CASUAL.value,
        preset: str = "standard",
        target: app_commands.Range[int, 10, 1000] | None = None,
    ) -> None:
        chosen = await self._ruleset(interaction, preset, target)
        await start_practice(self._bot, interaction, chosen, level)

    # -- at the table -------------------------------------------------------------------

    @app_commands.command(description="Show your hand")
    async def hand(self, interaction: Asked) -> None:
        live = await self._my_table(interaction)
        await open_panel(self._bot, reply_to(interaction), live)

    @app_commands.command(description="Repost your table at the bottom of the channel")
    async def table(self, interaction: Asked) -> None:
        live = await self._my_table(interaction)
        reply = reply_to(interaction)
        await bump(self._bot, reply, await self._bot.readers.of(interaction), live)

    @app_commands.command(description="Your tables, yours to move first")
    async def turns(self, interaction: Asked) -> None:
        reader = await self._bot.readers.of(interaction)
        user = UserId(interaction.user.id)
        tables = await self._bot.service.live_matches_of(user)
        waiting = [self._waiting(reader, live, user) for live in tables]
        await reply_to(interaction).private(turns_screen(reader, waiting))

    @app_commands.command(description="Resign a match")
    async def resign(self, interaction: Asked) -> None:
        reader = await self._bot.readers.of(interaction)
        mine = await self._bot.service.live_matches_of(UserId(interaction.user.id))
        if not mine:
            raise Refusal(reader.words.t(_NO_TABLE))
        await fulfil(self._bot, reply_to(interaction), reader, mine, ChoicePurpose.RESIGN)

    @app_commands.command(description="Check that your last deals were fair")
    @app_commands.describe(round_number="Which round (default: the last one)")
    @app_commands.rename(round_number="round")
    async def verify(
        self, interaction: Asked, round_number: app_commands.Range[int, 1, 1000] | None = None
    ) -> None:
        reader = await self._bot.readers.of(interaction)
        live = await self._bot.service.last_match_of(UserId(interaction.user.id))
        if live is None:
            raise Refusal(reader.words.t("You haven't played yet. Start with `/gin practice`."))
        board = self._bot.board(live)
        number = round_number or board.view.number
        proof = await self._bot.service.proof(live.id, number)
        await reply_to(interaction).private(verify_screen(reader, board, proof))

    # -- reading ------------------------------------------------------------------------

    @app_commands.command(description="Coach's review of a finished round")
    @app_commands.describe(
        match="Which match (default: the one you played last)",
        round_number="Which round (default: the last finished one)",
    )
    @app_commands.rename(round_number="round")
    @app_commands.autocomplete(match=coachable_choices)
    async def coach(
        self,
        interaction: Asked,
        match: str | None = None,
        round_number: app_commands.Range[int, 1, 1000] | None = None,
    ) -> None:
        reader = await self._bot.readers.of(interaction)
        user = UserId(interaction.user.id)
        live = await coachable(self._bot, user, match)
        seat = None if live is None else live.seat_of(user)
        if live is None or seat is None:
            text = reader.words.t("You haven't played yet. Start with `/gin practice`.")
            if match is not None:
                text = reader.words.t(
                    "You didn't play in that match. Find the ids of yours with `/gin history`."
                )
            raise Refusal(text)
        finished = len(live.public().played)
        number = round_number or finished
        reply = reply_to(interaction)
        study = await self._bot.coaching.study(live.id, number, seat) if number else None
        if study is None:
            text = reader.words.t("You haven't finished that round. Ask the coach when it's over.")
            await reply.private(notice_screen(text))
            return
        await reply.private(coach_screen(reader, live.id, study, 0, asked=False))

    @app_commands.command(description="The rules in plain words")
    @app_commands.describe(preset="Which rules (default: standard gin)")
    @app_commands.autocomplete(preset=preset_choices)
    async def rules(self, interaction: Asked, preset: str = "standard") -> None:
        reader = await self._bot.readers.of(interaction)
        chosen = await self._ruleset(interaction, preset, None)
        await reply_to(interaction).private(rules_screen(reader, chosen.rules, chosen.name))

    @app_commands.command(name="help", description="How to get started")
    async def help_(self, interaction: Asked) -> None:
        reader = await self._bot.readers.of(interaction)
        await reply_to(interaction).private(help_screen(reader))

    @app_commands.command(description="Text mode, notifications, cards and table")
    async def settings(self, interaction: Asked) -> None:
        reader = await self._bot.readers.of(interaction)
        prefs = await self._bot.readers.prefs(interaction.user.id)
        owned = await self._bot.service.coins.owned(UserId(interaction.user.id))
        screen = settings_screen(reader, prefs, owned)
        await reply_to(interaction).private(screen)

    # -- shared -------------------------------------------------------------------------

    async def _ruleset(self, interaction: Asked, preset: str, target: int | None) -> Ruleset:
        config = await self._bot.service.guild_config(GuildId(interaction.guild_id or 0))
        reader = await self._bot.readers.of(interaction)
        found = ruleset(reader, config.presets, preset)
        if target is None:
            return found
        try:
            return Ruleset(found.name, found.rules.to_points(target))
        except OptionError as error:
            text = reader.words.t("A game to {n} points isn't possible.", n=target)
            raise Refusal(text) from error

    async def _my_table(self, interaction: Asked) -> LiveMatch:
        """The table that waits for this person longest, or any of theirs."""
        user = UserId(interaction.user.id)
        mine = await self._bot.service.live_matches_of(user)
        live = current(mine, user, interaction.channel_id)
        if live is None:
            reader = await self._bot.readers.of(interaction)
            raise Refusal(reader.words.t(_NO_TABLE))
        return live

    def _waiting(self, reader: Reader, live: LiveMatch, user: UserId) -> WaitingTable:
        seat = live.seat_of(user)
        assert seat is not None, "only matches of this person are listed"
        running = not live.is_paused and seat not in live.late
        deadline = live.deadline_of(seat) if running else None
        link = f"https://discord.com/channels/{live.guild}/{live.channel}/{live.message or ''}"
        return WaitingTable(
            title=match_head(reader, self._bot.board(live), seat),
            mine=waits_for(live, user),
            link="" if live.is_private else link.rstrip("/"),
            deadline=None if deadline is None else deadline // 1000,
        )


async def offer_challenge(
    bot: "GinBot",
    interaction: Asked,
    opponent: discord.Member | discord.User,
    chosen: Ruleset,
    clock: ClockRules,
    *,
    rated: bool | None = None,
    thread: bool = False,
) -> None:
    """Challenge one person; against the bot itself this is practice."""
    reader = await bot.readers.of(interaction)
    config = await house_of(bot, interaction, reader)
    room = room_of(config, reader, asked=thread)
    if 2 not in chosen.rules.players():
        text = reader.words.t("These rules need more players. Find them with `/gin open`.")
        raise Refusal(text)
    if opponent.bot:
        text = reader.words.t("Bots can't accept challenges. Play one with `/gin practice`.")
        raise Refusal(text)
    reply = reply_to(interaction)
    ask = OpenLobby(
        interaction=InteractionId(interaction.id),
        guild=GuildId(interaction.guild_id or 0),
        channel=ChannelId(interaction.channel_id or 0),
        host=person_of(interaction.user),
        rules=chosen.rules,
        expires_at_ms=bot.expiry_ms(),
        preset=chosen.name,
        invited=(person_of(opponent),),
        clock=clock,
        rated=rated_here(config, reader, asked=rated, usual=True),
        locale=str(interaction.guild_locale or "en-US"),
        room=room,
    )
    async with bot.boards.expecting(ask.interaction):
        outcome = await bot.service.open_lobby(ask)
        await answer_lobby_outcome(bot, reply, outcome, fresh=True)


async def challenge_to_standard(
    bot: "GinBot", interaction: Asked, opponent: discord.Member
) -> None:
    """Challenge somebody to what most people play."""
    reader = await bot.readers.of(interaction)
    chosen = ruleset(reader, {}, "standard")
    await offer_challenge(bot, interaction, opponent, chosen, DAILY)


def challenge_menu(bot: "GinBot") -> app_commands.ContextMenu:
    """The user menu's "Challenge to gin"."""

    async def challenge(interaction: Asked, opponent: discord.Member) -> None:
        await challenge_to_standard(bot, interaction, opponent)

    menu = app_commands.ContextMenu(name="Challenge to gin", callback=challenge, extras=PUBLIC)
    menu.guild_only = True
    return menu
