"""What tests of this folder share."""

from tests.postgres_fixtures import pooled_url, pooler_at, server, url

__all__ = ["pooled_url", "pooler_at", "server", "url"]
