"""Joins published games with nflverse's games.csv by the id, and says how many scores differ.

Argument: games.csv. Standard input: [{"nflverse", "home", "away"}]
"""

import json
import sys

import pandas

published = pandas.DataFrame(json.load(sys.stdin))
source = pandas.read_csv(sys.argv[1])
joined = published.merge(source, left_on="nflverse", right_on="game_id", how="left", validate="one_to_one", indicator=True)
assert (joined["_merge"] == "both").all(), joined[joined["_merge"] != "both"]
differ = (joined["home"] != joined["home_score"]) | (joined["away"] != joined["away_score"])
print(f"{len(joined)} joined, {differ.sum()} differ")
