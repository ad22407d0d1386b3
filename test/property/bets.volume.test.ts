// @module-tag volume
/** Bets as answers have them are those that the plain way makes, byte by byte, and in its order. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { csvLines } from "../../src/contract/csv.ts";
import { type Format, separators } from "../../src/contract/formats.ts";
import { type BetRow, betColumns } from "../../src/contract/lists/bets.ts";
import { impliedProbability } from "../../src/domain/american-odds.ts";
import { type Movement, movements } from "../../src/domain/bets/movement.ts";
import { selections } from "../../src/domain/bets/sides.ts";
import { usBooks } from "../../src/domain/books.ts";
import { lineMarkets, linePeriods } from "../../src/domain/periods.ts";
import { type Sport, sportFacts, sports } from "../../src/domain/sports.ts";
import type { BetFilter } from "../../src/query/bets/filter.ts";
import { betsPage } from "../../src/query/bets/page.ts";
import { gameHead } from "../../src/query/made-rows.ts";
import type { Page, PageKey } from "../../src/query/pages.ts";
import { betOf, setOfBets } from "../../src/query/trends/set.ts";
import { gameLines, lineKey, scoredPeriods, type TimedQuote } from "../../src/release/game-lines.ts";
import { lineSlots } from "../../src/release/season-lines.ts";
import { bareSeason, everyBet, linesOf, type ScoredGame } from "../support/bare-season.ts";
import { plainBets } from "../support/plain-bets.ts";
import { share } from "../support/volume.ts";

/** Plain objects, as ours are. */
const record = <Of>(of: { [Name in keyof Of]: fc.Arbitrary<Of[Name]> }) => fc.record(of, { noNullPrototype: true });

const usualPrice = fc.oneof(fc.integer({ min: 100, max: 130 }), fc.integer({ min: -130, max: -101 }));
const anyPrice = fc.oneof(fc.integer({ min: 100, max: 1_000_000 }), fc.integer({ min: -1_000_000, max: -101 }));
const price = fc.option(fc.oneof({ arbitrary: usualPrice, weight: 3 }, { arbitrary: anyPrice, weight: 1 }));
const quarters = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -8000, max: 8000 }));
const timeMs = fc.oneof(
  fc.integer({ min: 1_640_000_000_000, max: 1_800_000_000_000 }),
  fc.constantFrom(1_735_689_599_999, 1_735_689_600_000, 1_735_700_000_000),
);
const quote: fc.Arbitrary<TimedQuote> = record({
  line: fc.option(quarters.map((each) => each / 4)),
  first: price,
  second: price,
  timeMs: fc.option(timeMs),
}).filter(({ line, first, second }) => line !== null || first !== null || second !== null);

const gameOf = (sport: Sport): fc.Arbitrary<ScoredGame> =>
  record({
    scores: fc
      .uniqueArray(fc.constantFrom(...scoredPeriods), { minLength: 3, maxLength: scoredPeriods.length })
      .chain((periods) =>
        fc.tuple(...periods.map((period) => record({ period: fc.constant(period), home: fc.nat(9), away: fc.nat(9) }))),
      ),
    entries: fc.uniqueArray(
      record({
        slot: fc.constantFrom(...lineSlots[sport]),
        bookId: fc.constantFrom(0, 0, ...usBooks.slice(0, 4).map((each) => each.bookId), 33),
        open: fc.option(quote),
        close: fc.option(quote),
      }).map(({ slot, ...entry }) => ({ ...entry, ...slot })),
      { selector: ({ period, market, bookId }) => lineKey(period, market, bookId), minLength: 5, maxLength: 60 },
    ),
  });

const sport = fc.constantFrom(...sports);
const season = sport.chain((each) =>
  record({ sport: fc.constant(each), games: fc.array(gameOf(each), { maxLength: 4 }) }),
);

/** Most filters are absent most of the time, or nothing would match them all. */
const optional = <Of>(value: fc.Arbitrary<Of>) =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, { arbitrary: value, weight: 1 });
const bound = optional(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(-2.25, 0.5, 3.3)));
const filterOf = (each: Sport): fc.Arbitrary<Partial<BetFilter>> =>
  record({
    betTypes: optional(fc.subarray([...sportFacts[each].betTypes], { minLength: 1 })),
    market: optional(fc.constantFrom(...lineMarkets)),
    period: optional(fc.constantFrom(...linePeriods)),
    selection: optional(fc.constantFrom(...selections)),
    role: optional(fc.constantFrom("favorite" as const, "underdog" as const)),
    result: optional(fc.constantFrom("won" as const, "lost" as const, "push" as const)),
    minLine: bound,
    maxLine: bound,
    minPrice: optional(price.map((each) => each ?? -110)),
    maxPrice: optional(price.map((each) => each ?? 110)),
    bookIds: optional(fc.constantFrom([0], [1], [0, 2, 33], [4])),
    openMoved: optional(fc.constantFrom(...movements)),
  });

/** From open to close, as the selection sees it; null where a number that decides is missing. */
function plainMovement({ market, selection, open, close }: BetRow): Movement | null {
  if (market !== "moneyline") {
    if (open.line === null || close.line === null) return null;
    if (open.line !== close.line) {
      const isHarder = selection === "over" ? close.line > open.line : close.line < open.line;
      return isHarder ? "toward" : "away";
    }
  }
  if (open.price === null || close.price === null) return null;
  const [before, after] = [impliedProbability(open.price), impliedProbability(close.price)];
  return after === before ? "none" : after > before ? "toward" : "away";
}

function plainMatch(row: BetRow, filter: BetFilter): boolean {
  const { line, price } = row.close;
  // What pays more is less likely.
  const isAbove = (one: number, other: number) => impliedProbability(one) <= impliedProbability(other);
  return (
    (filter.minPrice === null || (price !== null && isAbove(price, filter.minPrice))) &&
    (filter.maxPrice === null || (price !== null && isAbove(filter.maxPrice, price))) &&
    (filter.betTypes === null || (filter.betTypes as readonly string[]).includes(row.bet_type)) &&
    (filter.market === null || row.market === filter.market) &&
    (filter.period === null || row.period === filter.period) &&
    (filter.selection === null || row.selection === filter.selection) &&
    (filter.role === null || row.role === filter.role) &&
    (filter.result === null || row.result.close === filter.result) &&
    (filter.minLine === null || (line !== null && line >= filter.minLine)) &&
    (filter.maxLine === null || (line !== null && line <= filter.maxLine)) &&
    (filter.bookIds === null || filter.bookIds.includes(row.book_id ?? 0)) &&
    (filter.openMoved === null || plainMovement(row) === filter.openMoved)
  );
}

function textOf({ pieces }: Page, format: Format): string {
  return pieces.map(String).join(separators[format]);
}

const written = {
  json: (row: BetRow) => JSON.stringify(row),
  csv: (row: BetRow) => csvLines(betColumns)(row),
};

/** Pages of one season, with all their rows as the plain way makes them. */
function openSeason({ sport: of, games }: { readonly sport: Sport; readonly games: readonly ScoredGame[] }) {
  const shelf = bareSeason(of, linesOf(of, games), games.length);
  const rows = games.flatMap((game, index) => plainBets(gameHead(shelf, index), game));
  return { spans: [{ season: shelf, from: 0, to: games.length }], rows };
}

test("bets of any season and filters, in pages of any size, as JSON and as CSV, are what a plain filter over all rows gives, each once", () => {
  const asked = season.chain((made) =>
    record({
      made: fc.constant(made),
      filter: fc.oneof(fc.constant({}), filterOf(made.sport)),
      limit: fc.integer({ min: 1, max: 40 }),
      format: fc.constantFrom("json" as const, "csv" as const),
    }),
  );
  let found = 0;
  fc.assert(
    fc.property(asked, ({ made, filter: part, limit, format }) => {
      const { spans, rows } = openSeason(made);
      const filter = { ...everyBet, ...part };
      const expected = rows.filter((row) => plainMatch(row, filter));
      found += expected.length;
      const texts: string[] = [];
      let count = 0;
      let after: PageKey | null = null;
      do {
        const page: Page = betsPage(spans, filter, { after, limit, format });
        // A page is followed by another exactly when rows are left.
        const left = expected.length - count;
        assert.equal(page.count, Math.min(limit, left));
        count += page.count;
        if (page.count > 0) texts.push(textOf(page, format));
        assert.equal(page.lastKey === null, left <= limit);
        after = page.lastKey;
      } while (after !== null);
      assert.equal(texts.join(separators[format]), expected.map(written[format]).join(separators[format]));
    }),
    { numRuns: share(800) },
  );
  assert.ok(found > share(500) / 10, String(found));
});

test("the set of bets of any filters has the bets that a plain filter over all rows leaves, in their order [A-11]", () => {
  const asked = season.chain((made) => record({ made: fc.constant(made), filter: filterOf(made.sport) }));
  let found = 0;
  fc.assert(
    fc.property(asked, ({ made, filter: part }) => {
      const { spans, rows } = openSeason(made);
      const filter = { ...everyBet, ...part };
      const expected = rows.filter((row) => plainMatch(row, filter));
      found += expected.length;
      const set = setOfBets(made.sport, spans, filter);
      const bets = Array.from({ length: set.count }, (_, bet) => betOf(set, bet));
      assert.deepEqual(
        bets.map((bet) => ({
          ...{
            game_id: bet.gameId,
            bet_type: bet.side.betType,
            side_team: bet.sideTeam,
            selection: bet.side.selection,
          },
          ...{ book: bet.book, open: [bet.openLine, bet.openPrice], close: [bet.closeLine, bet.closePrice] },
          ...{ noVig: bet.noVigProbability, result: bet.closeResult, profit: bet.closeProfit, role: bet.role },
        })),
        expected.map((row) => ({
          ...{ game_id: row.game_id, bet_type: row.bet_type, side_team: row.side_team, selection: row.selection },
          ...{ book: row.book, open: [row.open.line, row.open.price], close: [row.close.line, row.close.price] },
          ...{
            noVig: row.close.no_vig_probability,
            result: row.result.close,
            profit: row.profit.close,
            role: row.role,
          },
        })),
      );
      const outcomes = [null, "won", "lost", "push"];
      assert.deepEqual(
        Array.from(set.openOutcome, (outcome) => outcomes[outcome]),
        expected.map(({ result }) => result.open),
      );
    }),
    { numRuns: share(500) },
  );
  assert.ok(found > share(2000) / 4, String(found));
});

test("a value that would come out as another is refused when it is packed", () => {
  const entry = { period: "full", market: "spread", bookId: 1, close: null } as const;
  for (const line of [0.1, 8192]) {
    const open = { line, first: null, second: null, timeMs: null };
    assert.throws(() => gameLines([{ ...entry, open }]), RangeError);
  }
});
