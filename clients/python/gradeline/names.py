"""The names of sports, data sets and formats. scripts/write-clients.ts makes this file of src/contract/."""

sports = ["mlb", "nfl", "ncaaf", "nba", "nhl"]
data_sets = ["games", "odds", "periods", "period_odds", "bets", "lines", "evidence", "snapshots", "team_games", "ids"]
formats = ["parquet", "csv.gz"]
