"""Whole games of the bot at the Discord of loopback, written down request by request.

Secrets, clock and ids are fixed, so that the same program sends the same bytes again: two
recordings show what a change of the code changes for people, and that it changes nothing else.
"""
