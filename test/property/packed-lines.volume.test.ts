// @module-tag volume
/** Whatever is packed comes out again, through the archive's value and through the columns of the shelf. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { sports } from "../../src/domain/sports.ts";
import {
  type GameLines,
  type LineEntry,
  lineKey,
  packLines,
  scoredPeriods,
  type TimedQuote,
  unpackLines,
} from "../../src/release/packed-lines.ts";
import {
  lineAt,
  lineSlots,
  packSeasonLines,
  priceAt,
  type SeasonLines,
  scoreAt,
  timeAt,
} from "../../src/release/season-lines.ts";
import { share } from "../support/volume.ts";

/** Plain objects, as ours are. */
const record = <Of>(of: { [Name in keyof Of]: fc.Arbitrary<Of[Name]> }) => fc.record(of, { noNullPrototype: true });

const price = fc.option(fc.oneof(fc.integer({ min: 100, max: 1_000_000 }), fc.integer({ min: -1_000_000, max: -101 })));
const quote: fc.Arbitrary<TimedQuote> = record({
  line: fc.option(fc.integer({ min: -1200, max: 1200 }).map((quarters) => quarters / 4)),
  first: price,
  second: price,
  timeMs: fc.option(fc.integer({ min: 1_640_000_000_000, max: 1_800_000_000_000 })),
}).filter(({ line, first, second }) => line !== null || first !== null || second !== null);

const season = fc.constantFrom(...sports).chain((sport) =>
  record({
    sport: fc.constant(sport),
    games: fc.array(
      record({
        scores: fc
          .uniqueArray(fc.constantFrom(...scoredPeriods), { maxLength: 5 })
          .chain((periods) =>
            fc.tuple(
              ...periods.map((period) => record({ period: fc.constant(period), home: fc.nat(200), away: fc.nat(200) })),
            ),
          ),
        entries: fc.uniqueArray(
          record({
            slot: fc.constantFrom(...lineSlots[sport]),
            bookId: fc.integer({ min: 0, max: 33 }),
            open: fc.option(quote),
            close: fc.option(quote),
          }),
          { selector: ({ slot, bookId }) => lineKey(slot.period, slot.market, bookId), maxLength: 60 },
        ),
      }),
      { maxLength: 4 },
    ),
  }),
);

/** The entries of a game as the columns have them, in their order. */
function readGame(lines: SeasonLines, game: number): LineEntry[] {
  return lines.slots.flatMap(({ period, market }, slot) => {
    const at = game * lines.slots.length + slot;
    const from = lines.from[at] as number;
    return Array.from({ length: (lines.from[at + 1] as number) - from }, (_, index) => {
      const entry = from + index;
      const quoteAt = (which: 0 | 1): TimedQuote | null => {
        const read = {
          line: lineAt(lines, entry, which),
          first: priceAt(lines, 4 * entry + 2 * which) || null,
          second: priceAt(lines, 4 * entry + 2 * which + 1) || null,
          timeMs: timeAt(lines, game, entry, which),
        };
        return read.line === null && read.first === null && read.second === null ? null : read;
      };
      return { period, market, bookId: lines.bookIds[entry] as number, open: quoteAt(0), close: quoteAt(1) };
    });
  });
}

test("scores and quotes of any season come out of the columns of the shelf as they were packed", () => {
  fc.assert(
    fc.property(season, ({ sport, games }) => {
      const packed = games.map(({ scores, entries }) => {
        const flat = entries.map(({ slot, ...entry }) => ({ ...entry, ...slot }));
        return { scores, entries: flat } satisfies GameLines;
      });
      const lines = packSeasonLines(sport, packed.map(packLines));
      for (const [game, { scores, entries }] of packed.entries()) {
        const key = (entry: LineEntry) => lineKey(entry.period, entry.market, entry.bookId);
        assert.deepEqual(
          readGame(lines, game),
          entries.toSorted((a, b) => key(a) - key(b)),
        );
        for (const period of scoredPeriods) {
          const at = scoreAt(game, period);
          const played = scores.find((score) => score.period === period);
          assert.deepEqual([lines.scores[at], lines.scores[at + 1]], [played?.home ?? -1, played?.away ?? -1]);
        }
      }
    }),
    { numRuns: share(200) },
  );
});

test("a value that would come out as another is refused when it is packed", () => {
  const entry = { period: "full", market: "spread", bookId: 1, close: null } as const;
  for (const line of [0.1, 8192]) {
    const open = { line, first: null, second: null, timeMs: null };
    assert.throws(() => packLines({ scores: [], entries: [{ ...entry, open }] }), RangeError);
  }
});

test("bytes that are no packed lines are refused when they are unpacked", () => {
  const packed = packLines({ scores: [{ period: "full", home: 1, away: 2 }], entries: [] });
  for (const damaged of [
    new Uint8Array(),
    packed.subarray(1),
    packed.subarray(0, -1),
    packed.map((byte, at) => (at === 0 ? 9 : byte)),
  ]) {
    assert.throws(() => unpackLines(damaged), /layout/);
  }
});
