"""The protocol of the web table: every message between page and server, and every HTTP body.

docs/design/web.md explains it; `scripts/dev web_types` writes the same types for the page.
"""
