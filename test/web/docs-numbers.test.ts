/** What the docs work out by hand, worked out again by the code. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { mostKeys, mostKeysADay } from "../../src/access/keys/account-keys.ts";
import { plans } from "../../src/access/plans.ts";
import { impliedProbability, meanPrice, meanProbability } from "../../src/domain/american-odds.ts";
import { consensusLine, consensusMoneyline, favorite, grade } from "../../src/domain/consensus.ts";
import type { Quote } from "../../src/domain/fold.ts";
import { gameId, parseGameId } from "../../src/domain/game-ids.ts";
import { pricedPeriodsOf, scoredPeriodsOf } from "../../src/domain/periods.ts";
import { seasonOf } from "../../src/domain/seasons.ts";
import { isSport, type Sport, scorePeriods, sports } from "../../src/domain/sports.ts";
import { newYork, slateDate } from "../../src/domain/times.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { openCloseOf } from "../domain/captures.ts";
import { closedAfterAll, openApi } from "../support/api.ts";
import { jsonOf, markdownOf, numberOf, tablesWith, tableWith } from "../support/docs.ts";
import { gameRecord, publishRecords, quoteOf } from "../support/records.ts";

const conventions = "docs/api/conventions.md";
const consensusPage = "docs/api/consensus.md";

function sportOf(cell: string | undefined): Sport {
  assert.ok(cell !== undefined && isSport(cell), `${cell} is no sport`);
  return cell;
}

function lean(before: string): number {
  const [, side] = /consensus moneyline favors\s+(home|away|neither)/.exec(before) ?? [];
  return side === "home" ? 1 : side === "away" ? -1 : 0;
}

const lineTables = [
  ...tablesWith(consensusPage, "book", "home line", "home price", "away price"),
  ...tablesWith(consensusPage, "book", "total", "over price", "under price"),
];

for (const { before, rows } of lineTables) {
  const [heading = ""] = before.trim().split("\n");
  test(`the docs' consensus line is the code's: ${heading}`, () => {
    const quotes = rows.map(([, ...cells]): Quote => {
      const [line, first, second] = cells.map(numberOf);
      return { line: line ?? null, first: first ?? null, second: second ?? null };
    });
    assert.equal(rows.at(-1)?.[0], "consensus");
    assert.deepEqual(consensusLine(quotes.slice(0, -1), lean(before)), quotes.at(-1));
  });
}

test("the docs show every tie-break in order, and each needs its rule: without it, the books' counts are even", () => {
  const ties = lineTables.filter(({ before }) => before.includes("### Tie "));
  assert.deepEqual(
    ties.map(({ before }) => /### Tie (\d)/.exec(before)?.[1]),
    ["1", "2", "3", "4", "5"],
  );
  for (const { before, rows } of ties) {
    const counts = [...Map.groupBy(rows.slice(0, -1), ([, line]) => line).values()].map((on) => on.length);
    const most = Math.max(...counts);
    assert.ok(counts.filter((count) => count === most).length >= 2, before);
  }
});

test("the docs' consensus moneyline is the code's [D-17]", () => {
  const { rows } = tableWith(consensusPage, "book", "home", "away");
  const quotes = rows.map(([, home, away]) => ({ line: null, first: numberOf(home), second: numberOf(away) }));
  assert.deepEqual(consensusMoneyline(quotes.slice(0, -1)), quotes.at(-1));
});

test("the docs' implied probabilities and mean prices are the code's", () => {
  for (const [odds, probability] of tableWith(conventions, "odds", "implied probability").rows) {
    assert.equal(impliedProbability(numberOf(odds)).toFixed(6), probability);
  }
  for (const [prices, probability, price] of tableWith(consensusPage, "prices", "mean probability", "price").rows) {
    const numbers = (prices ?? "").split(",").map(numberOf);
    assert.equal(meanProbability(numbers)?.toFixed(6), probability);
    assert.equal(meanPrice(numbers), numberOf(price));
  }
});

const results = ["home_covered", "total.close", "went_over"];
const ofResults = [
  ["games", "away score", "home score", "spread.close", ...results],
  ["periods", "period", "home score", "away score", "spread.close", ...results],
] as const;
for (const [what, ...columns] of ofResults) {
  test(`the docs' results of ${what} are the code's [D-21]`, () => {
    for (const row of tableWith(consensusPage, ...columns).rows) {
      const cell = (column: string) => jsonOf(row[columns.indexOf(column as never)]);
      const score = { away: cell("away score") as number, home: cell("home score") as number };
      const graded = grade(score, cell("spread.close") as number | null, cell("total.close") as number | null);
      assert.deepEqual([graded.homeCovered, graded.wentOver], [cell("home_covered"), cell("went_over")], row.join(" "));
    }
  });
}

test("the docs have the periods of every sport, those with scores and those with odds", () => {
  const { rows } = tableWith(consensusPage, "sport", "period in /v1/periods", "period in /v1/period_odds");
  const told = rows.flatMap(([names = "", scored = "", priced = ""]) =>
    names.split(", ").map((sport) => [sportOf(sport), scored.split(" "), priced.split(" ")] as const),
  );
  assert.deepEqual(told.map(([sport]) => sport).toSorted(), [...sports].toSorted());
  for (const [sport, scored, priced] of told) {
    assert.deepEqual([scored, priced], [scoredPeriodsOf[sport], pricedPeriodsOf[sport]], sport);
  }
});

test("the docs' favorites are the code's [D-20]", () => {
  const columns = ["sport", "spread.close", "moneyline.home_close", "moneyline.away_close", "favorite"];
  for (const [sport, spread, home, away, side] of tableWith(consensusPage, ...columns).rows) {
    const moneyline = { line: null, first: numberOf(home), second: numberOf(away) };
    assert.equal(String(favorite(sportOf(sport), numberOf(spread), moneyline)), side);
  }
});

test("the docs' season labels and slate dates are the code's", () => {
  for (const [sport, date, season] of tableWith(conventions, "sport", "game_date", "season").rows) {
    assert.equal(seasonOf(sportOf(sport), date ?? ""), numberOf(season));
  }
  for (const [start = "", local = "", date] of tableWith(conventions, "start_time", "in New York", "game_date").rows) {
    assert.equal(new Date(start).toISOString(), start);
    assert.equal(slateDate(Date.parse(start)), date);
    const clock = new Intl.DateTimeFormat("en-US", {
      timeZone: newYork,
      weekday: "long",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    assert.equal(clock.format(Date.parse(start)).replace(",", "").replace(" at", ""), local);
  }
});

test("the docs' opening and closing lines are the code's", () => {
  const columns = ["captured (UTC)", "home line", "home price", "away price", "taken as"];
  const { before, rows } = tableWith(conventions, ...columns);
  const [, date, time] = /started on (\d{4}-\d{2}-\d{2}) at\s+(\d{2}:\d{2}) UTC/.exec(before) ?? [];
  const quotes = rows.map(([, ...cells]) => {
    const [line = 0, first = 0, second = 0] = cells.slice(0, 3).map(numberOf);
    return { line, first, second };
  });
  const captures = rows.map(([at], index) => {
    const quote = quotes[index];
    assert.ok(quote);
    return { time: Date.parse(`${at?.replace(" ", "T")}Z`), ...quote };
  });
  const taken = (as: string) => quotes[rows.findIndex((row) => row.at(-1) === as)];
  const folded = openCloseOf(captures, Date.parse(`${date}T${time}Z`));
  assert.deepEqual(folded, { open: taken("open"), close: taken("close") });
});

test("the docs' game ids are made and read by the code", () => {
  const columns = ["game_id", "sport", "game_date", "away", "home", "game"];
  for (const [id = "", sport, gameDate = "", away = "", home = "", game] of tableWith(conventions, ...columns).rows) {
    const identity = { sport: sportOf(sport), gameDate, away, home, gameNumber: numberOf(game) };
    assert.deepEqual(parseGameId(id), identity);
    assert.equal(gameId(identity), id);
  }
});

test("the docs name every period of scores", () => {
  const { rows } = tableWith(conventions, "sport", "keys of period_scores");
  const named = rows.flatMap(([, keys]) => (keys ?? "").split(" "));
  assert.deepEqual([...new Set(named)].sort(), [...scorePeriods].sort());
});

test("the docs' numbers of keys and of the plans are the code's", () => {
  const page = readFileSync("docs/api/limits.md", "utf8");
  assert.match(page, new RegExp(`at most ${mostKeys} keys at once, and makes at most ${mostKeysADay} in 24 hours`));
  const { rows } = tableWith("docs/api/limits.md", "plan", "requests in any 60 seconds", "requests", "length");
  const told = (["trial", "standard"] as const).map((plan) => plans[plan]);
  assert.deepEqual(
    rows.map(([, perMinute, requests]) => [perMinute, requests]),
    told.map(({ requestsPerMinute: perMinute, requests }, index) => [
      String(perMinute),
      `${requests.toLocaleString("en-US")} ${index === 0 ? "in all" : "a month"}`,
    ]),
  );
});

const trendsPage = "docs/api/trends.md";

const api = closedAfterAll(await openApi());

const heads = ["game_date", "side", "opponent", "score", "line", "total", "straight up", "spread", "total result"];
const { rows: played } = tableWith(trendsPage, ...heads);

function gameOf(date: string, home: string, away: string, homeScore: number, awayScore: number) {
  return gameRecord({
    sport: "nfl",
    season: 2025,
    week: 1 + Math.floor((Date.parse(date) - Date.parse("2025-09-04")) / (7 * 86_400_000)),
    game_id: `${date}-${home}`,
    game_date: date,
    start_time: `${date}T17:00:00Z`,
    home,
    away,
    home_score: homeScore,
    away_score: awayScore,
    line_score: null,
    overtime: null,
    venue: null,
  });
}

const book = "draftkings";
const records = played.flatMap(([date = "", side, opponent = "", score = "", line = "", total = ""]): FeedRecord[] => {
  const [own, others] = score.split("-").map(Number) as [number, number];
  const isHome = side === "home";
  const game = isHome ? gameOf(date, "DAL", opponent, own, others) : gameOf(date, opponent, "DAL", others, own);
  const spread = isHome ? Number(line) : 0 - Number(line);
  return [
    game,
    quoteOf(game, book, ["full", "spread"], 60, [spread, -110, -110]),
    quoteOf(game, book, ["full", "total"], 60, [Number(total), -110, -110]),
  ];
});
const asked = gameOf("2025-10-19", "NYG", "DAL", 24, 21);
records.push(asked, quoteOf(asked, book, ["full", "spread"], 5, [-3.5, 100, -110]));
await publishRecords(api, records);

async function rows<Row>(path: string): Promise<readonly Row[]> {
  const { status, body, text } = await api.get(path);
  assert.equal(status, 200, text);
  return body.data;
}

type Anything = Readonly<Record<string, unknown>>;

test("the row of a team says what the games before it add up to", async () => {
  const all = await rows<Anything>("/v1/team_games?sport=nfl&season=2025&team=DAL");
  assert.deepEqual(
    all.slice(0, -1).map((row) => Object.values(row.result as Anything)),
    played.map((cells) => cells.slice(6)),
  );
  const row = all.at(-1) as Anything;
  for (const [field = "", value] of tableWith(trendsPage, "field", "value", "how").rows) {
    const found = field.split(".").reduce((object, name) => (object as Anything)[name], row as unknown);
    assert.equal(String(found), value, field);
  }
  const sets = ["team_last_margin_max=-14", "team_ats_streak_max=-2", "meeting=rematch", "team_win_share_min=0.75"];
  const counts = [];
  for (const filter of sets) {
    assert.ok(markdownOf(trendsPage).includes(`\`${filter}\``), filter);
    const path = `/v1/bets?sport=nfl&from=2025-10-19&market=spread&on=DAL&${filter}`;
    counts.push((await rows(path)).length);
  }
  assert.deepEqual(counts, [1, 1, 1, 0]);
});
