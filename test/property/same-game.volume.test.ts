// @module-tag volume
/** Laws of making games out of several providers' records, on generated days of one pair of teams. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { daysBetween } from "../../src/domain/bounds-in-time.ts";
import { hourMs } from "../../src/domain/durations.ts";
import { slateDate } from "../../src/domain/slate-date.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { dateOfGame } from "../../src/ledger/records.ts";
import { assembleGames } from "../../src/publish/match/assemble.ts";
import { gameRecord } from "../support/records.ts";
import { share } from "../support/volume.ts";

const noon = Date.parse("2025-07-02T12:00:00Z");
const dayAfter = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();

const record = (sport: "mlb" | "nhl" | "ncaaf") =>
  fc
    .record({
      provider: fc.constantFrom("mlb-statsapi", "cfbd", "espn", "canonical"),
      hours: fc.option(fc.integer({ min: 0, max: 72 }), { freq: 2 }),
      day: fc.integer({ min: 0, max: 3 }),
      offset: fc.constantFrom(-1, 0, 0, 0, 1),
      number: fc.option(fc.constantFrom(1, 2)),
      status: fc.constantFrom("final", "final", "scheduled", "cancelled", "postponed"),
    })
    .map(({ provider, hours, day, offset, number, status }): GameRecord => {
      const startMs = hours === null ? null : noon + hours * hourMs;
      const date = dayAfter(slateDate(startMs ?? noon + day * 24 * hourMs), offset);
      return gameRecord({
        ...{ sport, season: 2025, provider, status: status as GameRecord["status"], game_date: date },
        start_time: startMs === null ? null : new Date(startMs).toISOString(),
        game_number: sport === "mlb" ? number : null,
      });
    });

/** Up to nine records, each with an id of its own, and the same ones in another order. */
const days = fc.constantFrom("mlb" as const, "nhl" as const, "ncaaf" as const).chain((sport) =>
  fc
    .array(record(sport), { minLength: 1, maxLength: 9 })
    .map((records) => records.map((each, index) => ({ ...each, game_id: `g${index}` })))
    .chain((records) =>
      fc.record({
        records: fc.constant(records),
        shuffled: fc.shuffledSubarray(records, { minLength: records.length, maxLength: records.length }),
      }),
    ),
);

function gamesOf(records: readonly GameRecord[]) {
  return assembleGames(records, []);
}

function asText(records: readonly GameRecord[]): string[] {
  return gamesOf(records)
    .map(({ gameDate, gameNumber, startMs, records: own }) =>
      [gameDate, gameNumber, startMs, ...own.map(({ game_id }) => game_id)].join(" "),
    )
    .sort();
}

test("every record is of exactly one game, and no game has two records of a provider", () => {
  fc.assert(
    fc.property(days, ({ records }) => {
      const ids = gamesOf(records).flatMap((game) => game.records.map(({ game_id: id }) => id));
      assert.deepEqual(ids.sort(), records.map(({ game_id: id }) => id).sort());
      for (const { records: own } of gamesOf(records)) {
        assert.equal(new Set(own.map(({ provider }) => provider)).size, own.length);
      }
    }),
    { numRuns: share(2000) },
  );
});

test("the games are the same in any order of the records", () => {
  fc.assert(
    fc.property(days, ({ records, shuffled }) => assert.deepEqual(asText(shuffled), asText(records))),
    { numRuns: share(2000) },
  );
});

// Each of them is within a day of the start, one before it and one after it at most.
test("the date of a game is within two days of what each of its providers states", () => {
  fc.assert(
    fc.property(days, ({ records }) => {
      for (const { gameDate, records: own } of gamesOf(records)) {
        for (const { game_id: id } of own) {
          const stated = dateOfGame(records.find((each) => each.game_id === id) as GameRecord) ?? "";
          assert.ok(Math.abs(daysBetween(stated, gameDate)) <= 2, `${stated} became ${gameDate}`);
        }
      }
    }),
    { numRuns: share(2000) },
  );
});

test("a final is never taken for a game that was called off", () => {
  fc.assert(
    fc.property(days, ({ records }) => {
      for (const { records: own } of gamesOf(records)) {
        const statuses = new Set(own.map(({ status }) => status));
        assert.ok(!(statuses.has("final") && (statuses.has("cancelled") || statuses.has("postponed"))));
      }
    }),
    { numRuns: share(2000) },
  );
});
