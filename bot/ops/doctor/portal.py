"""What the developer portal says of the application, beside what the settings say."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

import discord

from bot.ops.doctor.findings import Finding, right, skipped, wrong
from bot.settings import Settings

Payload: TypeAlias = Mapping[str, Any]
GUILD_INSTALL: Final = "0"
USER_INSTALL: Final = "1"
_VERIFIED_BOT: Final = 1 << 16
_PRIVILEGED: Final = {
    "Presence": 1 << 12 | 1 << 13,
    "Server Members": 1 << 14 | 1 << 15,
    "Message Content": 1 << 18 | 1 << 19,
}
"""The flags of the application for each privileged intent: with and without Discord's approval."""
_EMBEDDED: Final = 1 << 17
_DIRECTORY: Final = {
    "description": "a description",
    "icon": "an icon",
    "tags": "tags",
    "terms_of_service_url": "a link to the terms of service",
    "privacy_policy_url": "a link to the privacy policy",
}


def portal_findings(
    settings: Settings, application: Payload, me: Payload, *, directory: bool
) -> Iterator[Finding]:
    """Yield a finding for each switch."""
    yield _intents(application)
    yield _installation(application)
    yield _public_key(settings, application)
    yield _endpoint(settings, application)
    yield _activities(settings, application)
    yield _directory(application, me, counts=directory)


def _intents(application: Payload) -> Finding:
    flags = int(application.get("flags") or 0)
    needless = [name for name, bits in _PRIVILEGED.items() if flags & bits]
    if needless:
        return right(
            "intents",
            f"none of the privileged ones is needed, and {', '.join(needless)} can be switched off "
            "(Bot → Privileged Gateway Intents)",
        )
    return right("intents", "no privileged one is needed, and none is on")


def _installation(application: Payload) -> Finding:
    if application.get("bot_require_code_grant"):
        return wrong(
            "installation",
            "the bot requires an OAuth2 code grant, so invitations fail. Switch it off under Bot",
        )
    contexts = application.get("integration_types_config")
    if contexts is None:
        return skipped("installation", "Discord does not show how the application is installed")
    if GUILD_INSTALL not in contexts:
        return wrong(
            "installation",
            "nobody can add Gin to a server. Tick Guild Install under Installation",
        )
    user = "on" if USER_INSTALL in contexts else "off"
    return right("installation", f"on servers; to one's own account (User Install) it is {user}")


def _public_key(settings: Settings, application: Payload) -> Finding:
    if not settings.public_key:
        return skipped("public key", "GIN_PUBLIC_KEY is not set")
    if settings.public_key.lower() != str(application.get("verify_key", "")).lower():
        return wrong(
            "public key",
            "GIN_PUBLIC_KEY is not this application's. Copy it from General Information",
        )
    return right("public key", "it is this application's")


def _endpoint(settings: Settings, application: Payload) -> Finding:
    url = application.get("interactions_endpoint_url")
    if url and not settings.webhook_port:
        return wrong(
            "interactions",
            f"Discord sends them to {url} and not by the gateway. Remove the address under General "
            "Information → Interactions Endpoint URL, or set GIN_WEBHOOK_PORT",
        )
    if settings.webhook_port and not url:
        return wrong(
            "interactions",
            "GIN_WEBHOOK_PORT is set, but Discord has no address to send to. Enter it under "
            "General Information → Interactions Endpoint URL",
        )
    return right("interactions", f"Discord sends them to {url}" if url else "by the gateway")


def _activities(settings: Settings, application: Payload) -> Finding:
    is_on = bool(int(application.get("flags") or 0) & _EMBEDDED)
    if settings.activities and not is_on:
        return wrong(
            "Activities",
            "GIN_ACTIVITIES is true, but they are off in the portal, so the buttons fail. Switch "
            "them on under Activities → Settings",
        )
    if is_on and not settings.activities:
        return wrong(
            "Activities",
            "they are on in the portal, where the app launcher opens a page that is not served. "
            "Set GIN_WEB_PORT and GIN_ACTIVITIES=true, or switch them off",
        )
    return right("Activities", "on, here and in the portal" if is_on else "off, here and there")


def _directory(application: Payload, me: Payload, *, counts: bool) -> Finding:
    missing = [words for name, words in _DIRECTORY.items() if not application.get(name)]
    if not application.get("bot_public", True):
        missing.append("that everybody may add it (Public Bot)")
    if not int(me.get("public_flags") or 0) & _VERIFIED_BOT:
        missing.append("Discord's verification")
    what = "App Directory"
    if not missing:
        return right(what, "everything that Discord shows of its conditions is met")
    text = f"to be listed it lacks {', '.join(missing)}. General Information and Bot have them"
    if counts:
        return wrong(what, text)
    return skipped(what, f"{text}; only `gin-bot doctor --directory` counts this as wrong")


INVITED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
    embed_links=True,
    attach_files=True,
)
"""The permissions of the invitation in README.md."""
_SHOWN: Final = 20


def server_findings(guilds: list[Payload]) -> Iterator[Finding]:
    """Yield a finding for each server that lacks a permission, or one for all of them."""
    what, found = "permissions", []
    for guild in guilds:
        has = discord.Permissions(int(guild.get("permissions") or 0))
        name = guild.get("name") or guild["id"]
        if has.administrator:
            text = "Gin is Administrator, which it never needs. Take that from its role"
            found.append(wrong(what, f"{name}: {text}"))
            continue
        lacking = [one for one, is_set in INVITED if is_set and not getattr(has, one)]
        if lacking:
            words = ", ".join(one.replace("_", " ").title() for one in lacking)
            text = f"{words} missing. Give them to Gin's role, or invite it again"
            found.append(wrong(what, f"{name}: {text}"))
    yield from found[:_SHOWN]
    if len(found) > _SHOWN:
        yield wrong(what, f"{len(found) - _SHOWN} more servers of {len(guilds)}")
    if not guilds:
        yield skipped(what, "Gin is on no server yet. README.md has the address to invite it")
    elif not found:
        yield right(what, f"all seven; servers: {len(guilds)}. Channels may take some away")
