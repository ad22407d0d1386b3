// @module-tag volume
/** Random requests of the lists: every page is what the oracle's filters leave [D-2, D-5, D-23, D-24, D-26]. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, type TestContext, test } from "vitest";
import type { Game } from "../../src/contract/lists/games.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { walk } from "../support/api.ts";
import { betRows } from "../support/oracle/bets.ts";
import { momentAdder } from "../support/oracle/bets-at-moment.ts";
import { assertCsvPages, assertJsonPages } from "../support/oracle/compare.ts";
import {
  type Asked,
  isAskedBet,
  isAskedGame,
  isAskedPeriod,
  isAskedPeriodOdds,
  isAskedSnapshot,
} from "../support/oracle/filters.ts";
import type { OracleGame } from "../support/oracle/game.ts";
import { oddsRows, periodOddsRows, periodRows } from "../support/oracle/periods.ts";
import {
  momentBetFilters,
  periodFilters,
  periodOddsFilters,
  randomRequest,
  snapshotFilters,
} from "../support/oracle/random-requests.ts";
import { openOracleSample } from "../support/oracle/sample.ts";
import { snapshotRows } from "../support/oracle/snapshots.ts";
import { sampledSports } from "../support/sports.ts";
import { share } from "../support/volume.ts";

const seed = 12;
const requests = share(300);
/** A walk takes no more pages than this: small limits are tried on small answers. */
const mostPages = 12;

const sample = await openOracleSample();
afterAll(() => sample[Symbol.asyncDispose]());

type Rows<Row> = Readonly<Record<Sport, readonly Row[]>>;

function rowsOf<Row>(make: (game: OracleGame) => Row[]): Rows<Row> {
  return Object.fromEntries(
    sampledSports.map((sport) => [sport, sample.games[sport].flatMap(make)]),
  ) as unknown as Rows<Row>;
}

function urlOf(path: string, asked: Asked): string {
  const given = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${path}?${new URLSearchParams(given)}`;
}

type Tried<Row> = {
  readonly isAsked: (row: Row, asked: Asked) => boolean;
  readonly filters: typeof momentBetFilters;
  /** The row as it is shown to who asks so. */
  readonly shown?: (row: Row, asked: Asked) => Row;
};

async function tryRequests<Row extends object>(
  t: TestContext,
  path: string,
  rows: Rows<Row>,
  { isAsked, filters, shown = (row) => row }: Tried<Row>,
): Promise<void> {
  let answered = 0;
  let walked = 0;
  const shape = fullest(Object.values(rows).flat());
  await fc.assert(
    fc.asyncProperty(randomRequest(sample.games, filters), async ({ asked, limit, format }) => {
      const wanted = rows[asked.sport as Sport].filter((row) => isAsked(row, asked)).map((row) => shown(row, asked));
      const enough = Math.min(1000, Math.max(limit, Math.ceil(wanted.length / mostPages)));
      const url = urlOf(path, asked);
      if (wanted.length > 0) answered++;
      if (wanted.length > enough) walked++;
      if (format === "csv") await assertCsvPages(sample.api, url, { wanted, shape }, enough);
      else await assertJsonPages(sample.api, url, wanted, enough);
    }),
    { seed, numRuns: requests },
  );
  // Requests that match nothing prove little, so most of them must match something.
  assert.ok(answered > requests / 3 && walked > requests / 6, `${answered} have rows, ${walked} several pages`);
  t.annotate(`${answered} of ${requests} requests have rows, ${walked} several pages`);
}

/** The row that has the most members, so that all columns are known. */
function fullest<Row extends object>(rows: readonly Row[]): Row {
  const [first, ...others] = rows;
  if (first === undefined) throw new Error("there are no rows");
  const countNulls = (row: Row): number => Object.values(row).filter((value) => value === null).length;
  return others.reduce((best, row) => (countNulls(row) < countNulls(best) ? row : best), first);
}

const keysOf = new Map(
  Object.values(sample.games)
    .flat()
    .map(({ keys }) => [keys.game_id, keys]),
);

/** test/oracle/pages.test.ts holds the rows themselves. */
test("every page of 300 random requests of games is what the oracle's filters leave", async (t) => {
  const listed = async (sport: Sport) => (await walk(sample.api, `/v1/games?sport=${sport}`, 1000)).rows as Game[];
  const rows = await Promise.all(sampledSports.map(async (sport) => [sport, await listed(sport)] as const));
  await tryRequests(t, "/v1/games", Object.fromEntries(rows) as unknown as Rows<Game>, {
    isAsked: (row, asked) => isAskedGame(keysOf.get(row.game_id) ?? assert.fail(row.game_id), asked),
    filters: () => fc.constant({ game_id: undefined }),
  });
});

const notOfOdds = { home: undefined, away: undefined, week: undefined, season_type: undefined, period: undefined };

test("every page of 300 random requests of odds is what the oracle's filters leave", (t) =>
  tryRequests(t, "/v1/odds", rowsOf(oddsRows), {
    isAsked: (row, asked) =>
      isAskedPeriodOdds({ ...row, ...(keysOf.get(row.game_id) ?? assert.fail(row.game_id)) }, asked),
    filters: (sport, games) => periodOddsFilters(sport, games).map((asked) => ({ ...asked, ...notOfOdds })),
  }));

/** Today's abbreviation of each former one. */
const former = [
  ["nfl", "OAK", "LV"],
  ["nfl", "LVR", "LV"],
  ["nba", "BRK", "BKN"],
  ["nba", "NJN", "BKN"],
  ["mlb", "OAK", "ATH"],
] as const;

test("a team may be said by its id and by an abbreviation of before, in any case [D-2, D-26]", async () => {
  const rowsOfTeam = async (sport: string, team: string | number) =>
    (await walk(sample.api, `/v1/games?sport=${sport}&team=${team}`, 1000)).rows;
  for (const [sport, before, now] of former) {
    const wanted = await rowsOfTeam(sport, now);
    assert.ok(wanted.length > 0, now);
    for (const word of [before, before.toLowerCase()]) assert.deepEqual(await rowsOfTeam(sport, word), wanted, word);
  }
  for (const sport of sampledSports) {
    const { data } = (await sample.api.get(`/v1/teams?sport=${sport}`)).body;
    for (const { team_id: id, abbreviation } of data)
      assert.deepEqual(await rowsOfTeam(sport, id), await rowsOfTeam(sport, abbreviation), abbreviation);
  }
});

test("every page of 300 random requests of bets is what the oracle's filters leave", (t) =>
  tryRequests(t, "/v1/bets", rowsOf(betRows), {
    isAsked: isAskedBet,
    filters: momentBetFilters,
    shown: momentAdder(Object.values(rowsOf(snapshotRows)).flat()),
  }));

test("every page of 300 random requests of periods is what the oracle's filters leave", (t) =>
  tryRequests(t, "/v1/periods", rowsOf(periodRows), { isAsked: isAskedPeriod, filters: periodFilters }));

test("every page of 300 random requests of period odds is what the oracle's filters leave", (t) =>
  tryRequests(t, "/v1/period_odds", rowsOf(periodOddsRows), {
    isAsked: isAskedPeriodOdds,
    filters: periodOddsFilters,
  }));

test("every page of 300 random requests of lines at moments is what the oracle's filters leave", (t) =>
  tryRequests(t, "/v1/snapshots", rowsOf(snapshotRows), { isAsked: isAskedSnapshot, filters: snapshotFilters }));
