// @module-tag volume
/** Form: the rows of /v1/team_games and 900 random sets of its filters, worked out a second time from rows of games. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import type { Game } from "../../src/contract/lists/games.ts";
import type { TeamGameRow } from "../../src/contract/lists/team-games.ts";
import { closedAfterAll, openPublished, walk } from "../support/api.ts";
import { denseSeasons } from "../support/dense-seasons.ts";
import { share } from "../support/volume.ts";
import type { Asked } from "./computed/filters.ts";
import {
  earlierOf,
  isAskedForm,
  lastMeetingOf,
  marginOf,
  type PlayedGame,
  spreadOf,
  starterOf,
  straightUpOf,
  streakOf,
  totalOf,
  winShareOf,
} from "./computed/form.ts";

const records = denseSeasons();
const api = closedAfterAll(await openPublished(records));

const statedOf = new Map(
  records.flatMap((record) => {
    if (record.type !== "game") return [];
    const number = record.game_number === 2 ? "-2" : "";
    const id = `${record.sport.toUpperCase()}-${record.game_date?.replaceAll("-", "")}-${record.away}-${record.home}${number}`;
    const { starters = null, resumed_on: resumedOn = null } = record;
    return [[id, { starters: starters ?? { home: null, away: null }, resumedOn }] as const];
  }),
);

const sports = ["nfl", "mlb"] as const;
type Sport = (typeof sports)[number];

async function all<Row>(path: string): Promise<readonly Row[]> {
  return (await walk(api, path, 1000)).rows as Row[];
}

type Known = {
  readonly games: readonly PlayedGame[];
  readonly bets: readonly BetRow[];
  readonly groups: ReadonlyMap<string, { division: string | null; conference: string | null }>;
};

async function readSport(sport: Sport): Promise<Known> {
  const games = (await all<Game>(`/v1/games?sport=${sport}`)).map((game): PlayedGame => {
    const { game_id, season, game_date, week, home, away, consensus, result } = game;
    return {
      ...{ game_id, season, game_date, week, favorite: result.favorite },
      ...{ home: home.abbreviation ?? "", away: away.abbreviation ?? "" },
      ...{ homeScore: home.score ?? Number.NaN, awayScore: away.score ?? Number.NaN },
      ...(statedOf.get(game_id) ?? assert.fail(game_id)),
      ...{ spread: consensus?.spread.close ?? null, total: consensus?.total.close ?? null },
    };
  });
  const { body } = await api.get(`/v1/teams?sport=${sport}`);
  const groups = new Map<string, { division: string | null; conference: string | null }>(
    body.data.map((team: { abbreviation: string }) => [team.abbreviation, team]),
  );
  return { games, groups, bets: await all<BetRow>(`/v1/bets?sport=${sport}&from=2000-01-01`) };
}

const known = { nfl: await readSport("nfl"), mlb: await readSport("mlb") };

test("the dense seasons have what form is made of: ties, pushes, streaks, rematches, suspended games and those without a close", () => {
  const { games } = known.nfl;
  assert.ok(games.length > 100);
  assert.ok(games.some((game) => straightUpOf(game, game.home) === "tied"));
  assert.ok(games.some((game) => spreadOf(game, game.home) === "push"));
  assert.ok(games.some((game) => totalOf(game) === "push"));
  assert.ok(games.some(({ spread, total }) => spread === null && total === null));
  assert.ok(known.mlb.games.some(({ game_id: id }) => id.endsWith("-2")));
  assert.ok(known.mlb.games.filter(({ resumedOn }) => resumedOn !== null).length >= 3);
});

test("every row of /v1/team_games is what a second reading of the games says", async () => {
  for (const sport of sports) {
    const { games } = known[sport];
    const rows = await all<TeamGameRow>(`/v1/team_games?sport=${sport}&from=2000-01-01`);
    assert.deepEqual(
      rows.map(({ game_id: id, team }) => [id, team]),
      games.flatMap(({ game_id: id, home, away }) => [
        [id, home],
        [id, away],
      ]),
    );
    for (const row of rows) assert.deepEqual(comparable(row), wantedRow(row, games), `${row.game_id} ${row.team}`);
  }
});

/** The members of a row that the second reading works out. */
function comparable(row: TeamGameRow) {
  const { opponent, side, score, result, role, line, total, margin, margin_against_line, before, meetings } = row;
  const { last, last_meeting: met, starter, opponent_starter } = row;
  const results = (of: Pick<NonNullable<typeof last>, "straight_up" | "spread" | "total" | "margin">) =>
    [of.straight_up, of.spread, of.total, of.margin] as const;
  return {
    starter,
    opponent_starter,
    opponent,
    side,
    score,
    result,
    role,
    line,
    total,
    margin,
    margin_against_line,
    before,
    meetings,
    last: last && [last.game_id, ...results(last), last.opponent, last.side, last.role],
    met: met && [met.game_id, met.season, ...results(met), met.side],
  };
}

function wantedRow({ game_id: id, team }: TeamGameRow, games: readonly PlayedGame[]): ReturnType<typeof comparable> {
  const game = games.find((each) => each.game_id === id) as PlayedGame;
  const isHome = game.home === team;
  const opponent = isHome ? game.away : game.home;
  const earlier = earlierOf(team, game, games);
  const straightUps = earlier.map((each) => straightUpOf(each, team));
  const spreads = earlier.map((each) => spreadOf(each, team));
  const totals = earlier.map(totalOf);
  const count = (results: readonly unknown[], wanted: string) => results.filter((each) => each === wanted).length;
  const last = earlier.at(-1);
  const met = lastMeetingOf(game, games);
  const side = (of: PlayedGame) => (of.home === team ? "home" : "away");
  const roleIn = (of: PlayedGame) => (of.favorite === null ? null : of[of.favorite] === team ? "favorite" : "underdog");
  const line = game.spread === null ? null : isHome ? game.spread : 0 - game.spread;
  const results = (of: PlayedGame) => [straightUpOf(of, team), spreadOf(of, team), totalOf(of), marginOf(of, team)];
  return {
    starter: starterOf(game, team),
    opponent_starter: starterOf(game, opponent),
    opponent,
    side: side(game),
    score: isHome
      ? { team: game.homeScore, opponent: game.awayScore }
      : { team: game.awayScore, opponent: game.homeScore },
    result: { straight_up: straightUpOf(game, team), spread: spreadOf(game, team), total: totalOf(game) },
    role: roleIn(game),
    line,
    total: game.total,
    margin: marginOf(game, team),
    margin_against_line: line === null ? null : marginOf(game, team) + line,
    before: {
      games: earlier.length,
      won: count(straightUps, "won"),
      lost: count(straightUps, "lost"),
      tied: count(straightUps, "tied"),
      win_share: winShareOf(straightUps),
      covered: count(spreads, "covered"),
      failed: count(spreads, "failed"),
      spread_push: count(spreads, "push"),
      over: count(totals, "over"),
      under: count(totals, "under"),
      total_push: count(totals, "push"),
      streak: streakOf(straightUps, "won", "lost"),
      spread_streak: streakOf(spreads, "covered", "failed"),
      total_streak: streakOf(totals, "over", "under"),
    },
    meetings: earlier.filter(({ home, away }) => [home, away].includes(opponent)).length,
    last:
      last === undefined
        ? null
        : [last.game_id, ...results(last), last.home === team ? last.away : last.home, side(last), roleIn(last)],
    met: met === undefined ? null : [met.game_id, met.season, ...results(met), side(met)],
  } as ReturnType<typeof comparable>;
}

const lastResults = ["won", "lost", "covered", "failed", "over", "under"];
const seldom = <Of>(of: number, value: fc.Arbitrary<Of>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: of }, { arbitrary: value, weight: 1 });
const number = (min: number, max: number) => fc.integer({ min, max }).map(String);

const formOf = (prefix: string, weight: number): fc.Arbitrary<Asked> =>
  fc
    .record({
      last: seldom(weight, fc.constantFrom(...lastResults)),
      last_margin_min: seldom(weight, number(-14, 5)),
      last_margin_max: seldom(weight, number(-5, 14)),
      last_role: seldom(weight, fc.constantFrom("favorite", "underdog")),
      streak_min: seldom(weight, number(-3, 2)),
      streak_max: seldom(weight, number(-2, 3)),
      ats_streak_min: seldom(weight, number(-3, 2)),
      ats_streak_max: seldom(weight, number(-2, 3)),
      total_streak_min: seldom(weight, number(-3, 2)),
      total_streak_max: seldom(weight, number(-2, 3)),
      win_share_min: seldom(weight, fc.constantFrom("0", "0.25", "0.5", "0.6667")),
      win_share_max: seldom(weight, fc.constantFrom("0.3333", "0.5", "1")),
      games_min: seldom(weight, number(0, 8)),
      starter: seldom(3 * weight, fc.constantFrom("NYY0", "jose b nyy", "José C. BOS", "Nobody")),
      starter_hand: seldom(3 * weight, fc.constantFrom("L", "R")),
    })
    .map((form) => Object.fromEntries(Object.entries(form).map(([name, value]) => [`${prefix}_${name}`, value])));

const request = fc
  .tuple(
    fc.constantFrom(...sports),
    fc.constantFrom<Asked>(
      {},
      { bet_type: "moneyline" },
      { market: "spread" },
      { market: "total" },
      { selection: "over" },
    ),
    ...["team", "opponent", "either", "both"].map((prefix) => formOf(prefix, 25)),
    fc.record({
      meeting: seldom(8, fc.constantFrom("first", "rematch")),
      meeting_last: seldom(8, fc.constantFrom(...lastResults)),
      week_min: seldom(12, number(1, 9)),
      week_max: seldom(12, number(6, 14)),
      same_division: seldom(12, fc.constant("true")),
      same_conference: seldom(12, fc.constant("true")),
    }),
  )
  .map(([sport, ...filters]) => Object.assign({ sport, from: "2000-01-01" }, ...filters) as Asked);

test("bets of 900 random sets of filters of form are those of a second reading: none where filters contradict each other", async (t) => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const { games, bets, groups } = known[asked.sport as Sport];
      const pairs = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const query = String(new URLSearchParams(pairs));
      const { status, body } = await api.get(`/v1/bets?limit=1000&${query}`);
      assert.equal(status, 200, query);
      const byId = new Map(games.map((game) => [game.game_id, game]));
      const wanted = bets.filter(
        (row) =>
          (asked.bet_type === undefined || row.bet_type === asked.bet_type) &&
          (asked.market === undefined || row.market === asked.market) &&
          (asked.selection === undefined || row.selection === asked.selection) &&
          isAskedForm(
            row.side_team,
            byId.get(row.game_id) as PlayedGame,
            games,
            (team) => groups.get(team) as never,
            asked,
          ),
      );
      if (wanted.length > 0) found++;
      assert.deepEqual(body.data, wanted.slice(0, 1000), query);
      const trend = await api.get(`/v1/trends?${query}`);
      assert.equal(trend.body.data[0].bets, wanted.length, query);
    }),
    { seed: 17, numRuns: share(900) },
  );
  assert.ok(found > share(900) / 6, `${found} of 900 sets have bets`);
  t.annotate(`${found} sets have bets`);
});
