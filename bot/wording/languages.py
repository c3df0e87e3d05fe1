"""The languages that Gin speaks, in their own names."""

from typing import Final

OWN_LANGUAGE: Final = "server"
"""The choice of no language of one's own: that of the server, or of one's Discord."""
NAMES: Final = {
    "en-US": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es-ES": "Español",
    "it": "Italiano",
    "pt-BR": "Português (Brasil)",
    "pl": "Polski",
}
"""The languages in their own names, which nobody has to translate."""
