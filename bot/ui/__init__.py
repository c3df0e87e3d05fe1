"""Discord input and screen output: the foundation of every feature."""
