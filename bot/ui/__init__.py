"""Discord in, screens out: what every feature stands on."""
