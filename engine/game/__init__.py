"""The game of gin rummy and nothing else: cards, rules, rounds, matches, views, records."""
