// @module-tag volume
/** Trends and their filters, worked out a second time from the oracle's rows of bets. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import type { TrendRow } from "../../src/contract/lists/trends.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { closedAfterAll } from "../support/api.ts";
import { sampledSports } from "../support/sports.ts";
import { isLongRun, share } from "../support/volume.ts";
import { type BetRow, betRows } from "./computed/bets.ts";
import { momentAdder } from "./computed/bets-at-moment.ts";
import { type Asked, isAskedBet } from "./computed/filters.ts";
import { momentBetFilters, randomRequest } from "./computed/random-requests.ts";
import { openOracleSample } from "./computed/sample.ts";
import { snapshotRows } from "./computed/snapshots.ts";
import {
  bothSidesOf,
  closingLineOf,
  designEffectOf,
  type Estimate,
  groupsOf,
  holm,
  isAskedSituation,
  isAskedTeam,
  isOneEach,
  movementOf,
  pValue,
  rateOf,
  recordOf,
  restOf,
  returnOf,
  type TeamGroups,
} from "./computed/trends.ts";

const sample = closedAfterAll(await openOracleSample());

const rows = Object.fromEntries(
  sampledSports.map((sport) => [sport, sample.games[sport].flatMap(betRows)]),
) as unknown as Readonly<Record<Sport, readonly BetRow[]>>;

const withMoment = momentAdder(sampledSports.flatMap((sport) => sample.games[sport].flatMap(snapshotRows)));

const teams = new Map<Sport, TeamGroups>();
for (const sport of sampledSports) {
  const { body } = await sample.api.get(`/v1/teams?sport=${sport}`);
  const listed = body.data as readonly { abbreviation: string; conference: string | null; division: string | null }[];
  teams.set(sport, new Map(listed.map((team) => [team.abbreviation, team])));
}

const groupings = ["none", "season", "week", "month", "team", "book", "bet_type", "selection", "role", "line"];

/** Filters of trends beside those of bets: values that some games have. */
function situations(sport: Sport): fc.Arbitrary<Asked> {
  const games = sample.games[sport].map(({ keys }) => keys);
  const game = fc.constantFrom(...games);
  const groups = teams.get(sport) as TeamGroups;
  const seldom = <Of>(value: fc.Arbitrary<Of>) => fc.option(value, { nil: undefined, freq: 1 }).map((each) => each);
  const rarely = <Of>(value: fc.Arbitrary<Of>) =>
    fc.oneof({ arbitrary: fc.constant(undefined), weight: 20 }, { arbitrary: value, weight: 1 });
  const restBound = (team: "home" | "away") => game.map((each) => String(restOf(each[team], each, games) ?? 3));
  const condition = (kind: "wind" | "temperature") =>
    fc.constantFrom(...sample.games[sport]).map(({ conditions }) => String(conditions[kind] ?? 10));
  const named = (kind: "conference" | "division") => game.map(({ home }) => groups.get(home)?.[kind] ?? undefined);
  return fc.record({
    home_rest_min: rarely(restBound("home")),
    home_rest_max: rarely(restBound("home")),
    away_rest_min: rarely(restBound("away")),
    away_rest_max: rarely(restBound("away")),
    month: rarely(game.map(({ game_date: date }) => String(Number(date.slice(5, 7))))),
    weekday: rarely(fc.constantFrom("mon", "tue", "wed", "thu", "fri", "sat", "sun")),
    start_hour_min: rarely(fc.constantFrom("0", "12", "13", "16", "18", "20")),
    start_hour_max: rarely(fc.constantFrom("0", "13", "16", "19", "21", "23")),
    conference: rarely(named("conference")),
    division: rarely(named("division")),
    open_moved: seldom(fc.constantFrom("toward", "away", "none")),
    on: rarely(
      fc
        .uniqueArray(
          game.map(({ home }) => home),
          { minLength: 1, maxLength: 3 },
        )
        .map((on) => on.join(",")),
    ),
    rest_min: rarely(restBound("home")),
    rest_max: rarely(restBound("away")),
    opponent_rest_min: rarely(restBound("away")),
    opponent_rest_max: rarely(restBound("home")),
    wind_min: rarely(condition("wind")),
    wind_max: rarely(condition("wind")),
    temperature_min: rarely(condition("temperature")),
    temperature_max: rarely(condition("temperature")),
    indoor: rarely(fc.constantFrom("true", "false")),
  });
}

function wantedRows(asked: Asked): BetRow[] {
  const sport = asked.sport as Sport;
  const games = sample.games[sport].map(({ keys }) => keys);
  const bySituation = new Map(
    sample.games[sport].map(({ keys, conditions }) => [
      keys.game_id,
      isAskedSituation({ game: keys, games, teams: teams.get(sport) as TeamGroups, conditions }, asked),
    ]),
  );
  const wanted = rows[sport].filter(
    (row) =>
      isAskedBet(row, asked) &&
      bySituation.get(row.game_id) === true &&
      isAskedTeam(row, games, asked) &&
      (asked.open_moved === undefined || movementOf(row) === asked.open_moved),
  );
  return wanted.map((row) => withMoment(row, asked));
}

function queryOf(asked: Asked): string {
  return String(
    new URLSearchParams(Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined)),
  );
}

const request = fc
  .tuple(randomRequest(sample.games, momentBetFilters), fc.constantFrom(...groupings), fc.constantFrom(1, 7, 10_000))
  .chain(([asked, groupBy, tries]) =>
    situations(asked.sport as Sport).map((more) => ({ asked: { ...asked, ...more } as Asked, groupBy, tries })),
  );

/** Fails unless the first bets that are asked for are those that the oracle's filters leave. @returns whether there are any. */
async function assertBets(asked: Asked): Promise<boolean> {
  const wanted = wantedRows(asked).slice(0, 1000);
  const { status, body, text } = await sample.api.get(`/v1/bets?limit=1000&${queryOf(asked)}`);
  assert.equal(status, 200, text.slice(0, 300));
  assert.deepEqual(body.data, wanted, queryOf(asked));
  return wanted.length > 0;
}

test("bets of 300 random requests with the filters of circumstances are those that the oracle's filters leave", async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(request, async ({ asked }) => {
      if (await assertBets(asked)) found++;
    }),
    { seed: 14, numRuns: share(300) },
  );
  assert.ok(found > share(60), `${found} of 300 requests have rows`);
});

/** Each is asked of every sport, so that no day goes without one of them. */
const circumstances: readonly Asked[] = [
  ...[{ rest_min: "0" }, { rest_min: "7", rest_max: "20" }, { opponent_rest_min: "4" }, { opponent_rest_max: "14" }],
  ...[{ home_rest_min: "2" }, { home_rest_max: "7" }, { away_rest_min: "3" }, { away_rest_max: "8" }],
  ...[{ start_hour_min: "14" }, { start_hour_max: "13" }, { start_hour_min: "19", start_hour_max: "20" }],
  ...[{ wind_min: "0" }, { wind_min: "8" }, { wind_max: "8" }, { temperature_min: "61.5" }, { temperature_max: "60" }],
  ...[{ indoor: "true" }, { indoor: "false" }],
];
/** No bet has what contradicts itself. */
const contradictions: readonly Asked[] = [
  ...[
    { indoor: "true", wind_min: "0" },
    { rest_min: "0", market: "total" },
    { rest_min: "8", rest_max: "7" },
  ],
  ...[
    { min_line: "3", max_line: "2.5" },
    { min_price: "-110", max_price: "-120" },
  ],
];

test("bets with each filter of circumstances alone are those that the oracle's filters leave [A-3, A-12, A-19]", async () => {
  const found = new Set<Asked>();
  for (const sport of sampledSports) {
    const [{ keys } = assert.fail(sport)] = sample.games[sport];
    const ofTeam = [{ on: keys.home }, { on: `${keys.away},${keys.home}`, team: keys.home, selection: "away" }];
    for (const each of [...circumstances, ...contradictions, ...ofTeam])
      if (await assertBets({ sport, from: "2022-01-01", ...each })) found.add(each);
  }
  assert.deepEqual(
    circumstances.filter((each) => !found.has(each)),
    [],
  );
  assert.deepEqual(
    contradictions.filter((each) => found.has(each)),
    [],
  );
});

test("trends of 300 random requests are what the oracle works out from its rows of bets", async (t) => {
  let [answered, grouped, exact] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(request, async ({ asked: { book: named, ...others }, groupBy, tries }) => {
      const book = named === undefined || named === "all" ? undefined : named.split(",")[0];
      const asked = { ...others, book };
      const everyBook = book === undefined && groupBy === "book";
      const wanted = wantedRows(everyBook ? { ...asked, book: "all" } : asked).filter(
        (row) => !everyBook || row.book_id !== null,
      );
      const url = `/v1/trends?limit=1000&group_by=${groupBy}&tries=${tries}&${queryOf(asked)}`;
      const { status, body, text } = await sample.api.get(url);
      assert.equal(status, 200, text.slice(0, 300));
      const [all, ...groups] = body.data as readonly [TrendRow, ...TrendRow[]];
      assert.equal(all.group, null);
      const groupsOfRow = (row: BetRow) => (groupBy === "none" ? [] : groupsOf(row, groupBy));
      const sharedOf = (members: readonly BetRow[]) => members.filter((row) => groupsOfRow(row).length > 1).length;
      assert.equal(all.shared, sharedOf(wanted), url);
      exact += assertRow(all, wanted, asked, url);
      const times = all.p_value === null ? null : Math.min(1, all.p_value * tries);
      assertWithin(all.p_adjusted, times, tries * 1e-6, url);
      if (wanted.length > 0) answered++;
      if (groupBy === "none") {
        assert.equal(groups.length, 0);
        return;
      }
      const byGroup = new Map<string, BetRow[]>();
      for (const row of wanted) {
        for (const name of groupsOf(row, groupBy)) byGroup.set(name, [...(byGroup.get(name) ?? []), row]);
      }
      assert.deepEqual(groups.map(({ group }) => group).sort(), [...byGroup.keys()].sort(), url);
      for (const group of groups) {
        assert.equal(group.shared, sharedOf(byGroup.get(String(group.group)) ?? []), url);
        exact += assertRow(group, byGroup.get(String(group.group)) ?? [], asked, `${url} ${group.group}`);
        grouped++;
      }
      const family = groups.flatMap(({ p_value: value }) => (value === null ? [] : [value]));
      assert.equal(body.meta.family, family.length, url);
      for (const { p_value: value, p_adjusted: shown } of groups) {
        const expected = value === null ? null : holm(value, family, tries);
        assertWithin(shown, expected, family.length * tries * 1e-6, url);
      }
    }),
    { seed: 15, numRuns: share(300) },
  );
  const [leastAnswered, leastGrouped] = isLongRun ? [60, 100] : [0, 0];
  assert.ok(
    answered > leastAnswered && grouped > leastGrouped && (!isLongRun || exact > 10),
    `${answered} answered, ${grouped} groups, ${exact} exact`,
  );
  t.annotate(`${answered} of 300 sets have bets; ${grouped} groups; ${exact} p-values worked out exactly`);
});

test("p-values of one bet a game are those of the oracle, in every sport and market", async () => {
  let exact = 0;
  for (const sport of sampledSports) {
    const season = String(sample.games[sport][0]?.keys.season);
    for (const market of ["moneyline", "spread", "total"]) {
      for (const selection of market === "total" ? ["over", "under"] : ["home", "away"]) {
        const asked: Asked = { sport, season, market, period: "game", selection };
        const { body } = await sample.api.get(`/v1/trends?${queryOf(asked)}`);
        exact += assertRow(body.data[0], wantedRows(asked), asked, JSON.stringify(asked));
      }
    }
  }
  assert.ok(exact >= 3 * sampledSports.length, `${exact} p-values`);
});

/** @returns 1 where the p-value could be worked out, too. */
function assertRow(row: TrendRow, wanted: readonly BetRow[], asked: Asked, what: string): 0 | 1 {
  const record = recordOf(wanted);
  const { bets, won, lost, push, void: voided, ungraded } = record;
  assert.deepEqual(
    { bets: row.bets, won: row.won, lost: row.lost, push: row.push, void: row.void, ungraded: row.ungraded },
    { bets, won, lost, push, void: voided, ungraded },
    what,
  );
  const knowsClose = asked.result !== undefined || asked.open_moved !== undefined;
  const bothSides = bothSidesOf(wanted);
  assert.equal(row.both_sides, bothSides, what);
  assertNear(row.break_even, record.breakEven, what);
  assertNear(row.closing_line_value, record.closingLineValue, what);
  assertEstimate(row.win_rate, rateOf(wanted, isWon), what);
  assertNear(row.design_effect, designEffectOf(wanted, isWon), what);
  const { close, open } = row.return_on_investment;
  assertEstimate(close, returnOf(wanted, "close"), what);
  assertEstimate(open, knowsClose ? null : returnOf(wanted, "open"), what);
  assertMoment(row.at_moment, wanted, asked, what);
  const { beat, points, probability, ...counts } = row.closing_line;
  const closing = knowsClose ? null : closingLineOf(wanted);
  assert.deepEqual(counts, closing?.counts ?? { better: null, worse: null, same: null, probability_bets: null }, what);
  assertEstimate(beat, closing?.beat ?? null, what);
  assertNear(points, closing?.points ?? null, what, 2);
  assertNear(probability, closing?.probability ?? null, what);
  if (asked.result !== undefined || bothSides > bets / 2) {
    assert.deepEqual([row.p_value, row.p_adjusted, row.verdict], [null, null, null], what);
    return 0;
  }
  const verdict = row.p_adjusted !== null && row.p_adjusted <= 0.05 ? "unlikely by chance" : "no evidence";
  assert.equal(row.verdict, row.p_value === null ? null : verdict, what);
  assert.equal(row.p_adjusted === null, row.p_value === null, what);
  const expected = pValue(wanted);
  // Of several bets a game the oracle knows only whether there are games enough.
  assert.equal(row.p_value === null, expected === null, what);
  if (expected === null || !isOneEach(wanted)) return 0;
  assert.ok(Math.abs((row.p_value ?? -1) - expected) < 1e-6, what);
  return 1;
}

/** */
function assertMoment(shown: TrendRow["at_moment"], wanted: readonly BetRow[], asked: Asked, what: string): void {
  if (asked.price_at === undefined) {
    assert.equal(shown, null, what);
    return;
  }
  const results = wanted.flatMap(({ at_moment: at }) => (at === null || at.profit === null ? [] : [at.result]));
  const count = (result: string): number => results.filter((each) => each === result).length;
  const { return_on_investment: returned, ...counts } = shown ?? assert.fail(what);
  assert.deepEqual(
    counts,
    {
      minutes_before: Number(asked.price_at),
      ...{ bets: results.length, won: count("won"), lost: count("lost"), push: count("push") },
    },
    what,
  );
  const knowsClose = asked.result !== undefined || asked.open_moved !== undefined;
  assertEstimate(returned, knowsClose ? null : returnOf(wanted, "moment"), what);
}

const isWon = ({ result: { close } }: BetRow) => (close === "won" || close === "lost" ? close === "won" : null);

function assertEstimate(shown: TrendRow["win_rate"], expected: Estimate | null, what: string): void {
  assertNear(shown.value, expected?.value ?? null, what);
  assertNear(shown.low, expected?.low ?? null, what);
  assertNear(shown.high, expected?.high ?? null, what);
}

function assertWithin(value: number | null, expected: number | null, slack: number, what: string): void {
  if (value === null || expected === null) assert.equal(value, expected, what);
  else assert.ok(Math.abs(value - expected) <= slack + 1e-6, `${what}: ${value} is not ${expected}`);
}

/** The answer has so many decimals of it. */
function assertNear(value: number | null, expected: number | null, what: string, decimals = 4): void {
  if (value === null || expected === null) assert.equal(value, expected, what);
  else assert.ok(Math.abs(value - expected) <= 0.5 * 10 ** -decimals + 1e-7, `${what}: ${value} is not ${expected}`);
}
