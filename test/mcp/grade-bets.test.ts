/** `grade_bets`: a wrong match is worse than none, and numbers are those of the API. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { teamsOf } from "../../src/domain/teams/registry.ts";
import { closedAfterAll, openApi } from "../support/api.ts";
import { league } from "../support/league.ts";
import { openSmallSampleApi } from "../support/sample.ts";
import { share } from "../support/volume.ts";
import { type Found, found, refused, v1 } from "./assistant.ts";

const api = closedAfterAll(await openSmallSampleApi());

const sports = ["nfl", "ncaaf", "nba", "nhl", "mlb"] as const;

test("bets that are made of the API's own rows get the API's results, profits and closes", async () => {
  let graded = 0;
  for (const sport of sports) {
    const { data: seasons } = await v1(api, `/v1/seasons?sport=${sport}`);
    const { data } = await v1(api, `/v1/bets?sport=${sport}&season=${seasons.at(-1).season}&book=all&limit=1000`);
    const rows = data.filter(
      (row: Found) => row.open.price !== null && (row.market === "moneyline" || row.open.line !== null),
    );
    const step = Math.max(1, Math.floor(rows.length / share(1200)));
    const some = rows.filter((_: Found, place: number) => place % step === 0);
    for (let from = 0; from < some.length; from += 15) {
      const part = some.slice(from, from + 15);
      const { bets, has_more, next_bet } = await found(api, "grade_bets", { bets: part.map(betOf) });
      assert.ok(bets.length === part.length || (has_more && next_bet === bets.length + 1));
      for (const [place, told] of bets.entries()) {
        checkGraded(told, part[place]);
        graded++;
      }
    }
  }
  assert.ok(graded > 100, String(graded));
});

/** The bet at its opening line, as a bettor has it. */
function betOf(row: Found) {
  const team = row.side_team ?? row.home;
  return {
    sport: row.sport,
    date: row.game_date,
    team,
    opponent: team === row.home ? row.away : row.home,
    bet_type: row.bet_type,
    ...(row.side_team === null ? { selection: row.selection } : {}),
    ...(row.open.line === null ? {} : { line: row.open.line }),
    price: row.open.price,
    book: row.book,
  };
}

function checkGraded(told: Found, row: Found): void {
  if (!told.matched) {
    // Two games of one day cannot be told apart by the date alone.
    assert.match(told.why, /twice/, JSON.stringify([told, row]));
    assert.ok(told.candidates.includes(row.game_id));
    return;
  }
  assert.deepEqual(
    [told.game_id, told.bet_type, told.selection, told.side_team, told.score],
    [row.game_id, row.bet_type, row.selection, row.side_team, row.score],
  );
  assert.equal(told.why, `${row.away} at ${row.home} on ${row.game_date}, the only game of both that day`);
  assert.equal(told.result, row.result.open);
  assert.equal(told.profit, row.profit.open);
  const { line, price, no_vig_probability, beat, points } =
    row.book === "consensus" ? told.consensus_close : told.book_close;
  assert.deepEqual(
    { line, price, no_vig_probability },
    { line: row.close.line, price: row.close.price, no_vig_probability: row.close.no_vig_probability },
  );
  assert.deepEqual([beat, points], [row.closing_line.beat, row.closing_line.points], JSON.stringify([told, row]));
}

test("an ambiguous bet is named and never guessed", async () => {
  await using hand = await openApi(league);
  const game = { sport: "mlb", date: "2024-07-04", team: "NYY", bet_type: "moneyline", price: 120 };
  const { bets } = await found(hand, "grade_bets", {
    bets: [
      game,
      { ...game, game_id: "MLB-20240704-NYY-BOS-2" },
      { ...game, date: "2024-07-05" },
      { ...game, opponent: "TB" },
      { ...game, bet_type: "total", line: 8.5, game_id: "MLB-20240704-NYY-BOS" },
      { ...game, game_id: "MLB-20240704-NYY-BOS", team: "TB" },
      { ...game, team: undefined },
      { ...game, bet_type: "run_line", game_id: "MLB-20240704-NYY-BOS" },
      { ...game, selection: "home", game_id: "MLB-20240704-NYY-BOS" },
      { ...game, price: 50 },
      { ...game, bet_type: "spread" },
      { ...game, team: "yankees" },
      "a bet",
    ],
  });
  assert.deepEqual(
    bets.map((bet: Found) => (bet.matched ? bet.game_id : bet.why)),
    [
      "NYY played twice that day: which game?",
      "no book here has a line of moneyline in it",
      "no completed game of NYY on 2024-07-05",
      "no completed game of NYY and TB on 2024-07-04",
      "which side: selection must be over or under",
      "TB did not play in MLB-20240704-NYY-BOS",
      "game_id is required, or date and team: they say which game it was",
      "line is required: run_line has one",
      "team and selection contradict each other: NYY was away",
      bets[9].why,
      bets[10].why,
      bets[11].why,
      "bets must be a list of objects, one for each bet",
    ],
  );
  assert.deepEqual(bets[0].candidates, ["MLB-20240704-NYY-BOS", "MLB-20240704-NYY-BOS-2"]);
  assert.deepEqual(bets[1].candidates, ["MLB-20240704-NYY-BOS-2"]);
  assert.deepEqual(bets[2].candidates, bets[0].candidates, "games of the days around are named");
  assert.match(bets[9].why, /^price must be American odds/);
  assert.match(bets[10].why, /did you mean run_line\?/);
  assert.match(bets[11].why, /^NYY played twice that day/, "a name is understood");
});

test("a stake counts in the profit, and the price has a value where the lines are the same", async () => {
  const [team] = teamsOf("nba");
  assert.ok(team !== undefined);
  const { data } = await v1(api, "/v1/bets?sport=nba&season=2027&bet_type=moneyline&book=draftkings&limit=1");
  const [row] = data;
  const bet = {
    game_id: row.game_id,
    bet_type: "moneyline",
    selection: row.selection,
    price: 150,
    stake: 20,
    book: "draftkings",
  };
  const { bets, profit } = await found(api, "grade_bets", { bets: [bet] });
  const won = row.result.close === "won";
  assert.equal(bets[0].profit, won ? 30 : -20);
  assert.equal(profit, bets[0].profit);
  assert.equal(bets[0].book_close.value, Math.round((row.close.no_vig_probability * 2.5 - 1) * 10_000) / 10_000);
});

test("a line in quarters, which pays by halves, and a total that no game has are not graded", async () => {
  const { data } = await v1(api, "/v1/bets?sport=nba&season=2027&bet_type=total&selection=over&limit=1");
  const bet = { game_id: data[0].game_id, bet_type: "total", selection: "over", price: -110 };
  const lines = [data[0].close.line + 0.25, 27.5, 999];
  const { bets } = await found(api, "grade_bets", { bets: lines.map((line) => ({ ...bet, line })) });
  const why = bets.map((each: Found) => each.why);
  assert.match(why[0], /^line must be whole or half points/);
  for (const far of why.slice(1)) assert.match(far, /is far from the close of .* may be of something else$/);
});

test("a list that is none, too long, or has company is an error", async () => {
  for (const bets of [[], {}, "x", null, Array.from({ length: 16 }, () => ({}))]) {
    assert.equal((await refused(api, "grade_bets", { bets })).param, "bets");
  }
  assert.equal((await refused(api, "grade_bets", { bets: [{}], sport: "nfl" })).param, "sport");
});
