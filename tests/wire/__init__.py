"""A Discord on loopback for whole processes of the bot: gateway, REST API and people.

It behaves as the API's documentation says where a bot can notice: sessions and shards, identify
windows, rate limits, messages with attachments, answers to interactions. Everything that it keeps
is bounded.
"""
