"""Play: actions, premoves, and the end of a match."""
