// @module-tag volume
/** Answers have whole items in at most 8 KB, and what is left out follows: daily on a small sample, in the long run on the full one. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { usBooks } from "../../src/domain/books.ts";
import { linePeriods } from "../../src/domain/periods.ts";
import { sportFacts, sports } from "../../src/domain/sports.ts";
import { teamsOf } from "../../src/domain/teams/registry.ts";
import { groupings } from "../../src/domain/trends/game-sums.ts";
import { closedAfterAll, openApi } from "../support/api.ts";
import { openFullSample, openSmallSampleApi } from "../support/sample.ts";
import { isLongRun, seed, share } from "../support/volume.ts";
import { callOf, type Found, post } from "./assistant.ts";

const api = closedAfterAll(await (isLongRun ? openApi([], { facts: await openFullSample() }) : openSmallSampleApi()));

const gameIds = sports.flatMap((sport) => api.shelf.current.sports[sport].seasons.flatMap((season) => season.gameIds));
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined });
const book = fc.constantFrom(...usBooks.map(({ slug }) => slug), "consensus");
const gameId = fc.constantFrom(...gameIds);
const period = fc.constantFrom(...linePeriods);
const grouping = fc.constantFrom(...groupings.filter((each) => each !== "book"));
const spread = maybe(fc.constant("spread"));

const ofSport = fc.constantFrom(...sports).chain((sport) => {
  const season = fc.constantFrom(...api.shelf.current.sports[sport].seasons.map((each) => each.season));
  const team = fc.constantFrom(...teamsOf(sport).map(({ abbreviation }) => abbreviation));
  const betType = fc.constantFrom(...sportFacts[sport].betTypes);
  const args = { sport: fc.constant(sport), season: maybe(season) };
  return fc.oneof(
    asked("find_games", { ...args, team: maybe(team), season_type: maybe(fc.constantFrom("regular", "postseason")) }),
    asked("trend", { ...args, on: maybe(team), bet_type: maybe(betType), group_by: grouping }),
    asked("data_quality", { ...args, book: maybe(book) }),
  );
});

function asked(tool: string, args: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  return fc.record({ tool: fc.constant(tool), args: fc.record(args) });
}

const cases = fc.oneof(
  ofSport,
  asked("game_card", { game_id: gameId, period: maybe(period), book: maybe(book) }),
  asked("line_path", { game_id: gameId, period: maybe(period), book: maybe(book), market: spread }),
);

const listOf: Readonly<Record<string, string>> = {
  find_games: "games",
  trend: "trends",
  data_quality: "coverage",
  game_card: "books",
  line_path: "lines",
};

test("every answer fits, its items are whole, and its cursor leads to those that follow, each once", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ tool, args }) => {
      const seen = new Set<string>();
      let cursor: string | null = null;
      for (let page = 0; page < 4; page++) {
        const given: object = { ...args, ...(cursor === null ? {} : { cursor }) };
        const { status, text, headers } = await post(api, callOf(tool, given));
        assert.equal(status, 200, text);
        const what = `${tool} ${JSON.stringify(given)}`;
        assert.ok(Buffer.byteLength(text) <= 8 * 1024, `${what}: ${Buffer.byteLength(text)} bytes`);
        assert.equal(Number(headers["content-length"]), Buffer.byteLength(text));
        const { structuredContent: found, isError } = JSON.parse(text).result;
        assert.notEqual(isError, true, text);
        const items = found[listOf[tool] as string] as Found[];
        for (const item of items) {
          assert.ok(!seen.has(JSON.stringify(item)), `${what} told twice: ${JSON.stringify(item)}`);
          seen.add(JSON.stringify(item));
        }
        assert.equal(found.has_more, found.next_cursor !== null);
        assert.ok(!found.has_more || items.length > 0, "a page that is followed has an item");
        cursor = found.next_cursor;
        if (cursor === null) break;
      }
    }),
    { numRuns: share(2000), seed },
  );
});
