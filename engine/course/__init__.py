"""The course: lessons of one idea each, whose positions the master grades."""
