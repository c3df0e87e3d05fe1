"""The door of events; every call raises StoreBusyError or StoreFailedError like the others."""
# service.events: Events
#   async announce(ask: Announce) -> EventOutcome
#   async enter(interaction, event_id, person: Person) -> EventOutcome       (late entry included)
#   async check_in(interaction, event_id, user_id) -> EventOutcome
#   async withdraw(interaction, event_id, user_id) -> EventOutcome           (arena: also "leave")
#   async pause(interaction, event_id, user_id, paused: bool) -> EventOutcome  (arena)
#   async manage(interaction, event_id, actor: UserId, deed: Deed) -> EventOutcome
#       (the bot has checked that ``actor`` may; the deed is in the server's log)
#   async event(event_id) -> Event | None
#   async of_guild(guild, page: int = 0) -> EventList
#   async event_of_match(match_id) -> tuple[Event, Pairing] | None
#   async honours_of(user_id) -> tuple[Honour, ...]
#   async outdated() -> tuple[Event, ...]          (their messages do not show the newest version)
#   async shown(event_id, version, message: MessageId | None = None, thread: ChannelId | None = None)
# service.event_hub: EventBus[EventChanged]   published after COMMIT, in the process that committed
