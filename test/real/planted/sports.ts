/** The real input of the sports that there is some of, into which errors are planted. */
import { readFileSync } from "node:fs";
import { itemsOfFiles } from "../../../src/cli/import.ts";
import type { Sport } from "../../../src/domain/sports.ts";
import { readCanonical } from "../../../src/feed/canonical.ts";
import type { FeedItem } from "../../../src/feed/refusals.ts";
import { cfbdItems, importedMs, mlbWeek, nbaItems, nflverseItems, oddsApiItems, realPath } from "../real-data.ts";

type Input = {
  readonly results: () => Iterable<FeedItem>;
  /** Errors are planted into games of these quotes. */
  readonly odds: () => Iterable<FeedItem>;
  /** How far an alternate line is from the main one, and how far all totals are off. */
  readonly alternate: number;
  readonly offTotal: number;
  /** How often each error is planted. A week of baseball has few games. */
  readonly repeats: number;
};

/** College football has no captures: its lines come in the file of its results, and the season before stands beside it. */
export const inputs = {
  nfl: {
    results: () => nflverseItems(realPath("nflverse", "games.csv"), realPath("nflverse", "teams.csv")),
    odds: () => oddsApiItems([realPath("the-odds-api", "nfl-2025")], "nfl"),
    alternate: 6,
    offTotal: 10,
    repeats: 1,
  },
  nba: {
    results: () => nbaItems(realPath("nba-results", "results_2023-24.csv")),
    odds: () => oddsApiItems([realPath("the-odds-api", "nba-2023-24")], "nba"),
    alternate: 7,
    offTotal: 12,
    repeats: 3,
  },
  mlb: {
    results: () => itemsOfFiles("mlb-statsapi", [mlbWeek()], importedMs),
    odds: () => oddsApiItems([realPath("the-odds-api", "mlb-2026-07-week")], "mlb"),
    alternate: 2,
    offTotal: 4,
    repeats: 1,
  },
  nhl: {
    results: () =>
      readCanonical(
        readFileSync(realPath("nhl-results", "2025-10_2025-12.ndjson"), "utf8")
          .split("\n")
          .filter((line) => line !== ""),
        { file: "nhl-results", nowMs: importedMs },
      ),
    odds: () => oddsApiItems([realPath("nhl-odds-2025-26")], "nhl"),
    alternate: 1,
    offTotal: 2,
    repeats: 3,
  },
  ncaaf: {
    results: () => cfbdItems(realPath("cfbd", "games_2022.json"), realPath("cfbd", "lines_2022.json")),
    odds: () => cfbdItems(realPath("cfbd", "games_2023.json"), realPath("cfbd", "lines_2023.json")),
    alternate: 8,
    offTotal: 16,
    repeats: 3,
  },
} as const satisfies Partial<Record<Sport, Input>>;

export type PlantedSport = keyof typeof inputs;
export const plantedSports = Object.keys(inputs) as PlantedSport[];
