/** What tests of adapters share: one good record of each kind that has rules, to spoil, and what becomes of one entry. */
import assert from "node:assert/strict";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { nothingStated } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";

/** The clock of an import that comes after everything that is told of. */
export const nowMs = Date.parse("2027-06-01T00:00:00Z");

const sides = { sport: "nfl", home: "PHI", away: "DAL", start_time: "2025-09-05T00:20:00Z" } as const;
const season = { season: 2025, week: 1, game_date: "2025-09-04" } as const;

export const exampleGame: GameRecord = gameRecord({
  ...nothingStated,
  ...sides,
  ...season,
  provider: "office",
  neutral_site: false,
  home_score: 24,
  away_score: 20,
});

export const exampleQuote: QuoteRecord = quoteRecord({
  ...sides,
  provider: "recorder",
  captured_at: "2025-09-04T22:59:51Z",
  line: -8.5,
  away_odds: -105,
});

/** Reads one entry that is good but for what a test changes. @param read gives the items of an answer that has it alone. */
export function readingOf<Changes>(read: (changes: Changes) => Iterable<FeedItem>) {
  const itemOf = (changes: Changes): FeedItem => [...read(changes)][0] ?? assert.fail("nothing was read");
  return {
    /** The game that it is taken as. */
    game(changes: Changes): GameRecord {
      const item = itemOf(changes);
      assert.ok(item.record?.type === "game", JSON.stringify(item));
      return item.record;
    },
    /** `malformed season`: the reason and the field of its refusal. */
    refusal(changes: Changes): string {
      const { refusal } = itemOf(changes);
      return `${refusal?.reason} ${refusal?.field}`;
    },
  };
}
