"""The course: lessons of one idea each, at a table, whose answers the master grades."""
