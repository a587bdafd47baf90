"""Referee of the card game Président on a forum: deal, judge, publish, and prove it from a signed ledger."""

__version__ = "0.2.0"
