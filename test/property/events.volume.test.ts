// @module-tag volume
/** Laws of the pairing of events with games, tried on many generated days. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { hourMs, minuteMs } from "../../src/domain/durations.ts";
import { pairOf } from "../../src/domain/pairs.ts";
import { slateDate } from "../../src/domain/slate-date.ts";
import { CaptureList } from "../../src/ledger/captures.ts";
import type { PricedEvent } from "../../src/ledger/events.ts";
import { matchEvents } from "../../src/publish/match/match-events.ts";
import { share } from "../support/volume.ts";

const noonMs = Date.parse("2026-07-11T16:00:00Z");
const teams = { sport: "mlb", home: "PIT", away: "MIL" } as const;
/** Series of the moneyline of books. */
const seriesOf = (book: number): number => book * 65_536;

type Game = { readonly gameDate: string; readonly gameNumber: number; readonly startMs: number | null };

/** Minutes from noon; few different ones, so that many are equal or near. */
const minutes = fc.integer({ min: -40, max: 60 }).map((tens) => tens * 30);

const neverSeen = { seenMs: null, startStatedMs: null };

const event: fc.Arbitrary<Omit<PricedEvent, "eventId">> = fc
  .record({
    provider: fc.constantFrom("the-odds-api", "cfbd"),
    start: fc.option(minutes, { freq: 8 }),
    seen: fc.option(minutes, { freq: 8 }),
    captures: fc.array(fc.record({ book: fc.integer({ min: 1, max: 3 }), at: minutes }), { maxLength: 4 }),
  })
  .map(({ provider, start, seen, captures }) => {
    const list = new CaptureList();
    for (const { book, at } of captures) list.add(seriesOf(book), noonMs + at * minuteMs, null, 110, -120);
    return {
      ...{ provider, home: teams.home, away: teams.away, pair: pairOf(teams) },
      gameDate: start === null ? "2026-07-11" : null,
      startMs: start === null ? null : noonMs + start * minuteMs,
      ...(seen === null ? neverSeen : { seenMs: noonMs + seen * minuteMs, startStatedMs: noonMs + seen * minuteMs }),
      captures: list.sorted(),
    };
  });

const events = fc
  .array(event, { maxLength: 6 })
  .map((all) => all.map((each, index) => ({ ...each, eventId: `e${index}` })));

/** Up to two games on each of up to three days, in order of play. */
const games: fc.Arbitrary<Game[]> = fc
  .array(
    fc.record({
      day: fc.integer({ min: -1, max: 1 }),
      first: fc.integer({ min: 0, max: 10 }),
      gap: fc.option(fc.integer({ min: 6, max: 16 })),
      isKnown: fc.boolean(),
    }),
    { maxLength: 3 },
  )
  .map((days) => {
    const byDay = new Map(days.map((each) => [each.day, each]));
    return [...byDay.values()].flatMap(({ day, first, gap, isKnown }) => {
      const startMs = noonMs + day * 24 * hourMs + first * 30 * minuteMs;
      const gameDate = slateDate(startMs);
      const one = { gameDate, gameNumber: 1, startMs };
      if (gap === null) return [{ ...one, startMs: isKnown ? startMs : null }];
      return [one, { gameDate, gameNumber: 2, startMs: isKnown ? startMs + gap * 30 * minuteMs : null }];
    });
  });

const calledOff = fc.subarray(["2026-07-10", "2026-07-11", "2026-07-12"]).map((dates) => new Set(dates));

test("the order in which events and games are given decides nothing", () => {
  fc.assert(
    fc.property(events, games, calledOff, fc.integer(), (all, ofTeams, off, seed) => {
      const told = (given: readonly PricedEvent[], among: readonly Game[]) =>
        matchEvents(given, among, off)
          .map(({ event: { eventId }, game, reason }) => [eventId, game?.gameDate, game?.gameNumber, reason].join(" "))
          .sort();
      const shuffled = (<Of>(list: readonly Of[]): Of[] => {
        const turn = list.length === 0 ? 0 : Math.abs(seed) % list.length;
        return [...list.slice(turn), ...list.slice(0, turn)].reverse();
      }) satisfies (list: readonly never[]) => never[];
      assert.deepEqual(told(shuffled(all), shuffled(ofTeams)), told(all, ofTeams));
    }),
    { numRuns: share(2000) },
  );
});

test("every event is decided about once; events that share a game start close together; a day keeps its order", () => {
  fc.assert(
    fc.property(events, games, calledOff, (all, ofTeams, off) => {
      const matches = matchEvents(all, ofTeams, off);
      assert.deepEqual(
        matches.map(({ event: { eventId } }) => eventId).sort(),
        all.map(({ eventId }) => eventId).sort(),
      );
      for (const { reason } of matches) assert.ok(reason.length > 0);
      const taken = matches.flatMap(({ event: one, game }) => (game === null ? [] : [{ one, game }]));
      for (const { one, game } of taken) {
        const rivals = taken.filter((each) => each.one !== one && each.one.provider === one.provider);
        for (const { one: other, game: another } of rivals) {
          if (one.startMs === null || other.startMs === null || game.gameDate !== another.gameDate) continue;
          // An event near the one that has the game shares it, on either side of it.
          if (game === another) assert.ok(Math.abs(one.startMs - other.startMs) <= 180 * minuteMs);
          else if (one.startMs + 180 * minuteMs < other.startMs) assert.ok(game.gameNumber < another.gameNumber);
        }
      }
    }),
    { numRuns: share(2000) },
  );
});

test("a game of which a provider lists a single event, on its day, has that event", () => {
  fc.assert(
    fc.property(event, games, (one, ofTeams) => {
      const priced = { ...one, eventId: "e" };
      const own = priced.gameDate ?? slateDate(priced.startMs ?? 0);
      const [match] = matchEvents([priced], ofTeams, new Set());
      if (ofTeams.some(({ gameDate }) => gameDate === own)) assert.equal(match?.game?.gameDate, own);
    }),
    { numRuns: share(1000) },
  );
});
