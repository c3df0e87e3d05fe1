"""The supported languages, in their own names."""

from typing import Final

OWN_LANGUAGE: Final = "server"
"""The choice of no own language: that of the server, or of the person's Discord client."""
NAMES: Final = {
    "en-US": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es-ES": "Español",
    "it": "Italiano",
    "pt-BR": "Português (Brasil)",
    "pl": "Polski",
}
"""The names of the languages in themselves, which need no translation."""
