"""Grades a file of bets: results, closing line value, and whether chance explains the record."""
