/** A page of periods costs what its rows cost, however many games the archive has and however deep the page is. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { pricedPeriodsOf } from "../../src/domain/periods.ts";
import { markets } from "../../src/domain/sports.ts";
import type { Page, PageKey } from "../../src/query/pages.ts";
import { periodOddsPage, periodsPage } from "../../src/query/periods.ts";
import { type Span, spansOf } from "../../src/query/spans.ts";
import { gameLines, type LineEntry } from "../../src/release/game-lines.ts";
import type { GameValues } from "../../src/release/values.ts";
import { valuesOf } from "../support/archive.ts";
import { seasonOf } from "../support/season-shelf.ts";

const bookIds = [1, 2, 3];
const quote = { line: -3, first: -110, second: -110, timeMs: 0 };

/** Every period is priced by three books and has been played. */
const lines = gameLines(
  pricedPeriodsOf.nfl.flatMap((period) =>
    markets.slice(0, 3).flatMap((market): LineEntry[] =>
      // The moneyline has no line.
      [0, ...bookIds].map((bookId) => {
        const own = market === "moneyline" ? { ...quote, line: null } : quote;
        return { period, market, bookId, open: own, close: own };
      }),
    ),
  ),
);
const period_scores = Object.fromEntries(pricedPeriodsOf.nfl.map((period) => [period, { home: 7, away: 3 }]));

function gameAt(place: number): GameValues {
  const values = valuesOf({
    sport: "nfl",
    season: 2025,
    start: new Date(place).toISOString(),
    away: "DAL",
    home: "PHI",
  });
  const game_id = `NFL-20250904-A${String(place).padStart(5, "0")}-B`;
  return { ...values, facts: { ...values.facts, game_id, period_scores }, lines };
}

type Counted = { readonly spans: readonly Span[]; reads: number };

/** A season that counts how often a page reads the id of a game, which it does once for each game that it looks at. */
function countedSeason(gameCount: number): Counted {
  const games = Array.from({ length: gameCount }, (_, place) => gameAt(place));
  const shelf = seasonOf({ sport: "nfl", season: 2025, games });
  const counted = { spans: [] as readonly Span[], reads: 0 };
  const gameIds = new Proxy(shelf.gameIds, {
    get(target, name) {
      if (typeof name === "string" && /^\d+$/.test(name)) counted.reads++;
      return Reflect.get(target, name);
    },
  });
  counted.spans = spansOf([{ ...shelf, gameIds }]);
  counted.reads = 0;
  return counted;
}

const noFilter = {
  ...{ season: null, fromDate: null, toDate: null, team: null, home: null, away: null, week: null },
  ...{ seasonType: null, gameId: null, period: null, bookIds: null, market: null },
};

const pages: Readonly<Record<string, (season: Counted, after: PageKey | null) => Page>> = {
  periods: ({ spans }, after) => periodsPage("nfl", spans, noFilter, { after, limit: 60, format: "json" }),
  "period odds": ({ spans }, after) => periodOddsPage("nfl", spans, noFilter, { after, limit: 180, format: "json" }),
};

/** Ten games of six periods and three books, and the game of the first row that does not fit. */
const gamesOfPage = 11;

for (const [name, page] of Object.entries(pages)) {
  test(`a page of ${name} looks at the games of its rows alone, in a small season and in one of sixteen times the games`, () => {
    const readsOf = (gameCount: number): number => {
      const season = countedSeason(gameCount);
      const { count, lastKey } = page(season, null);
      assert.ok(count > 0 && lastKey !== null);
      return season.reads;
    };
    const [small, large] = [readsOf(250), readsOf(4000)];
    assert.equal(small, large);
    // A few reads a game: for the cursor, for the row, and for the comparison with the cursor's game.
    assert.ok(small <= 3 * gamesOfPage, `${small} reads`);
  });

  test(`a page of ${name} deep in a season finds its beginning by halves`, () => {
    const season = countedSeason(4000);
    const first = page(season, null);
    const atBegin = season.reads;
    season.reads = 0;
    const deep = page(season, { startMs: 3900, gameId: "NFL-20250904-A03900-B", withinGame: 2 ** 31 });
    assert.deepEqual([deep.count, deep.lastKey?.startMs], [first.count, 3910]);
    assert.ok(season.reads <= atBegin + 2 * Math.log2(4000), `${season.reads} reads, and ${atBegin} at the beginning`);
  });
}
