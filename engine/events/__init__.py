"""Events without input or output: who meets whom, and what the results add up to.

Entrants are numbers that stay the same for the whole event; lots are passed in.
"""
