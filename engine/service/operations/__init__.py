"""Operations: settings, timers, maintenance, privacy and restores."""
