// @module-tag long
/** The sample against what has been counted in real seasons: the table of sample/base-rates.csv. */
import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import { test } from "vitest";
import { type SampleOptions, sampleRecords } from "../../sample/src/sample.ts";
import { impliedProbability } from "../../src/domain/american-odds.ts";
import { consensusLine, consensusMoneyline, moneylineLean } from "../../src/domain/consensus.ts";
import type { Quote } from "../../src/domain/fold.ts";
import type { Sport } from "../../src/domain/sports.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { testFolder } from "../support/folders.ts";
import { sampledSports } from "../support/sports.ts";

type Target = {
  readonly sport: Sport;
  readonly rate: string;
  readonly real: string;
  readonly within: string;
  readonly source: string;
};

const table = readFileSync("sample/base-rates.csv", "utf8");
const targets = Map.groupBy(parse<Target>(table, { columns: true }), ({ sport }) => sport);

/** Each rate by its name, in SQL over the games of a sport. `decided by 3` has its number in the place of `N`. */
const rates: Readonly<Record<string, string>> = {
  "home sides win": "avg((margin > 0)::int)",
  "overtime or extra innings": "avg(overtime::int)",
  shootouts: "avg((season_type = 'regular' and periods = 5)::int)",
  "a run in the first inning": "avg((first_points > 0)::int)",
  "won in the last half inning": "avg((margin > 0 and coalesce(margin <= last_of_home, false))::int)",
  "decided by": "avg((abs(margin) = N)::int)",
  "margin, deviation": "stddev_pop(margin)",
  "total, mean": "avg(points)",
  "total, deviation": "stddev_pop(points)",
  // Only whole regular seasons count, because a team in mid-season has few wins.
  "wins of a team in a season, deviation": `(select stddev_pop(wins) from (
     select sum(if(lead = 0, 0.5, (lead > 0)::int)) as wins, count(*) as played, max(played) over () as most from (
       select season, home as team, margin as lead from of_sport where season_type = 'regular'
       union all select season, away, -margin from of_sport where season_type = 'regular')
     group by season, team) where played > 0.9 * most)`,
  "closing spread, mean": "avg(spread_close)",
  "closing spread, mean size": "avg(abs(spread_close))",
  "closing spread, deviation": "stddev_pop(spread_close)",
  "closing spread ends in a half": "avg((spread_close % 1 <> 0)::int)",
  "closing spread of": "avg((abs(spread_close) = N)::int)",
  "closing total, mean": "avg(total_close)",
  "closing total, deviation": "stddev_pop(total_close)",
  "closing total ends in a half": "avg((total_close % 1 <> 0)::int)",
  "closing total of": "avg((total_close = N)::int)",
  "margin against the closing spread, deviation": "stddev_pop(margin + spread_close)",
  "total against the closing total, deviation": "stddev_pop(points - total_close)",
  "margin and closing spread, correlation": "-corr(spread_close, margin)",
  "total and closing total, correlation": "corr(total_close, points)",
  "the spread pushes": "avg((margin + spread_close = 0)::int)",
  "the total pushes": "avg((points = total_close)::int)",
  "favorites cover":
    "avg(((margin + spread_close > 0) = (spread_close < 0))::int) filter (spread_close <> 0 and margin + spread_close <> 0)",
  "home sides cover": "avg((margin + spread_close > 0)::int) filter (margin + spread_close <> 0)",
  "games go over": "avg((points > total_close)::int) filter (points <> total_close)",
  "moneyline favorite's chance, mean": "avg(greatest(share_close, 1 - share_close))",
  // A tie counts as half a win.
  "moneyline favorites win, above their chance":
    "avg(if(share_close >= 0.5, 1, -1) * (if(margin = 0, 0.5, (margin > 0)::int) - share_close))",
  "spread moves, deviation": "stddev_pop(spread_close - spread_open)",
  "spread closes where it opened": "avg((spread_close = spread_open)::int)",
  "total moves, deviation": "stddev_pop(total_close - total_open)",
  "total closes where it opened": "avg((total_close = total_open)::int)",
  "home side's chance moves, deviation": "stddev_pop(share_close - share_open)",
  "books on the closing spread": "avg(spread_agreed)",
  "books' spreads, deviation": "avg(spread_apart)",
  "books on the closing total": "avg(total_agreed)",
  "books' totals, deviation": "avg(total_apart)",
  "captures of a line": "avg(captures)",
  "first capture, hours before the start": "avg(first_hours)",
  "last capture, minutes before the start": "median(last_minutes)",
};

/** Where five books or more have priced a market: the share that is on its closing consensus, and how far they are apart. */
const ofMarket = (market: string): string => `select id, avg((line = ${market}_close)::int) as ${market}_agreed,
  stddev_pop(line) as ${market}_apart from series join games using (id)
  where market = '${market}' and ${market}_close is not null group by id having count(*) >= 5`;

const view = `create or replace view sampled as select * from games
  left join (select id, avg(captures) as captures, avg(first_hours) as first_hours, median(last_minutes) as last_minutes
    from series group by id) using (id)
  left join (${ofMarket("spread")}) using (id) left join (${ofMarket("total")}) using (id)`;

const folder = testFolder("rates");
const connection = await (await DuckDBInstance.create()).connect();

type MainMarket = "moneyline" | "spread" | "total";

/** The captures of one book and market before the start, in order of time. */
type Series = {
  readonly book: string;
  readonly market: MainMarket;
  readonly captures: readonly (Quote & { readonly leadMs: number })[];
};

const mainMarkets: ReadonlySet<string> = new Set<MainMarket>(["moneyline", "spread", "total"]);

/** The final games of a sample with every book's full-game captures. */
function* sampledGames(options: SampleOptions): Generator<{ game: GameRecord; series: readonly Series[] }> {
  let game: GameRecord | null = null;
  let quotes: QuoteRecord[] = [];
  for (const record of sampleRecords(options)) {
    if (record.type === "quote" && record.period === "full" && mainMarkets.has(record.market)) quotes.push(record);
    if (record.type !== "game") continue;
    if (game?.status === "final") yield { game, series: seriesOf(game, quotes) };
    game = record;
    quotes = [];
  }
  if (game?.status === "final") yield { game, series: seriesOf(game, quotes) };
}

function seriesOf({ actual_start_time, start_time }: GameRecord, quotes: readonly QuoteRecord[]): Series[] {
  const startMs = Date.parse(actual_start_time ?? (start_time as string));
  const byBook = Map.groupBy(quotes, ({ book, market }) => `${book} ${market}`);
  const series = [...byBook.values()].map((ofBook): Series => {
    const [{ book, market }] = ofBook as [QuoteRecord];
    const captures = ofBook.map(({ captured_at, line, home_odds, away_odds, over_odds, under_odds }) => ({
      line,
      first: home_odds ?? over_odds,
      second: away_odds ?? under_odds,
      leadMs: startMs - Date.parse(captured_at as string),
    }));
    const before = captures.filter(({ leadMs }) => leadMs > 0).sort((a, b) => b.leadMs - a.leadMs);
    return { book, market: market as MainMarket, captures: before };
  });
  return series.filter(({ captures }) => captures.length > 0);
}

/** The home line of the spread, the total, and the home side's chance without the vig, all by the consensus of openings or closings. */
function linesOf(series: readonly Series[], at: 0 | -1) {
  const of = (wanted: MainMarket): Quote[] =>
    series.filter(({ market }) => market === wanted).map(({ captures }) => captures.at(at) as Quote);
  const moneyline = consensusMoneyline(of("moneyline"));
  const [home, away] = [moneyline.first, moneyline.second].map((price) =>
    price === null ? null : impliedProbability(price),
  );
  return {
    spread: consensusLine(of("spread"), moneylineLean(moneyline)).line,
    total: consensusLine(of("total"), 0).line,
    share: home == null || away == null ? null : home / (home + away),
  };
}

/** Puts the games of a sample in the place of those of before. */
async function fill(seed: number, extent: "start" | "full"): Promise<void> {
  const files = ["games", "series"].map((name) => join(folder, `${name}.ndjson`));
  const [games = 0, lines = 0] = files.map((file) => openSync(file, "w"));
  let id = 0;
  for (const { game, series } of sampledGames({ seed, extent })) {
    id++;
    const { sport, season, season_type, home, away, overtime, home_score, away_score, line_score } = game;
    const points = { margin: (home_score ?? 0) - (away_score ?? 0), points: (home_score ?? 0) + (away_score ?? 0) };
    const [open, close] = [linesOf(series, 0), linesOf(series, -1)];
    const periods = {
      periods: line_score?.home.length ?? 0,
      first_points: (line_score?.home[0] ?? 0) + (line_score?.away[0] ?? 0),
      last_of_home: line_score?.home.at(-1) ?? null,
    };
    const opened = { spread_open: open.spread, total_open: open.total, share_open: open.share };
    const closed = { spread_close: close.spread, total_close: close.total, share_close: close.share };
    const facts = { id, sport, season, season_type, home, away, overtime: overtime === true };
    writeSync(games, `${JSON.stringify({ ...facts, ...points, ...periods, ...opened, ...closed })}\n`);
    const rows = series.map(({ market, captures }) => {
      const [first, last] = [captures[0]?.leadMs ?? 0, captures.at(-1)?.leadMs ?? 0];
      const times = { first_hours: first / 3_600_000, last_minutes: last / 60_000 };
      return `${JSON.stringify({ id, market, line: captures.at(-1)?.line, captures: captures.length, ...times })}\n`;
    });
    writeSync(lines, rows.join(""));
  }
  for (const [index, name] of ["games", "series"].entries()) {
    closeSync([games, lines][index] ?? 0);
    await connection.run(`create or replace table ${name} as from read_ndjson('${files[index]}', sample_size = -1)`);
  }
  await connection.run(view);
}

async function rateOf(sport: Sport, name: string): Promise<number> {
  const [, kind = name, number = ""] = /^(decided by|closing spread of|closing total of) ([\d.]+)$/.exec(name) ?? [];
  const sql = rates[kind]?.replace("N", number) ?? assert.fail(`no rate is called "${name}"`);
  const ofSport = `with of_sport as (from sampled where sport = '${sport}')`;
  const [[rate] = []] = (await connection.runAndReadAll(`${ofSport} select (${sql})::double from of_sport`)).getRows();
  return Number(rate);
}

test("every sport has real base rates, and the page says what their sources are", () => {
  assert.deepEqual([...targets.keys()].toSorted(), sampledSports.toSorted());
  const text = readFileSync("sample/README.md", "utf8");
  for (const { source } of [...targets.values()].flat())
    assert.ok(source === "" || text.includes(`**${source}**`), source);
});

for (const seed of [1, 5]) {
  test(`margins, totals, lines, moves and books of seed ${seed} are near the real ones in every sport`, async () => {
    await fill(seed, "full");
    const misses: string[] = [];
    for (const [sport, rows] of targets) {
      for (const { rate, real, within } of rows) {
        const value = await rateOf(sport, rate);
        if (!(Math.abs(value - Number(real)) <= Number(within)))
          misses.push(`${sport}: ${rate}: ${value}, real ${real} ± ${within}`);
      }
    }
    assert.deepEqual(misses, []);
  });

  test(`in the start sample of seed ${seed} too, half of the favorites cover and half of the games go over`, async () => {
    await fill(seed, "start");
    const misses: string[] = [];
    for (const sport of targets.keys()) {
      const { length } = await connection
        .runAndReadAll(`from games where sport = '${sport}'`)
        .then((of) => of.getRows());
      // Run lines and puck lines are priced, not balanced.
      const rates = sport === "mlb" || sport === "nhl" ? ["games go over"] : ["favorites cover", "games go over"];
      for (const rate of rates) {
        const errors = ((await rateOf(sport, rate)) - 0.5) / (0.5 / Math.sqrt(length));
        if (Math.abs(errors) > 2.8) misses.push(`${sport}: ${rate}: ${errors} standard errors from a half`);
      }
    }
    assert.deepEqual(misses, []);
  });
}
