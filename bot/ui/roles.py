"""Roles that the bot may give."""

import discord

from bot.ui.markup import safe_name
from bot.ui.replying import Refusal


def require_assignable(interaction: discord.Interaction, role: discord.Role) -> None:
    """Refuse a role that the bot cannot assign, and name the missing permission."""
    if role.is_default() or role.managed:
        raise Refusal("This role belongs to Discord or to another app. Choose another one.")
    if not interaction.app_permissions.manage_roles:
        raise Refusal(
            "I'm not allowed to give roles here. Grant me **Manage Roles**, then try again."
        )
    me = None if interaction.guild is None else interaction.guild.me
    if me is not None and me.top_role <= role:
        raise Refusal(
            "I can only give roles below my own. Move my role above {role} in the server's "
            "role list, then try again.",
            role=f"**{safe_name(role.name)}**",
        )
