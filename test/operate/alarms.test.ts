/** Alarms: each rule is quiet on good data and rings when the data is broken, and a webhook hears of every change once. */
import assert from "node:assert/strict";
import { json } from "node:stream/consumers";
import { test } from "vitest";
import type { Database } from "../../src/database/engine.ts";
import { teamsOf } from "../../src/domain/teams/registry.ts";
import type { FeedRecord, GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { readAlarmsOn } from "../../src/operate/alarms.ts";
import { readReports } from "../../src/operate/reports.ts";
import type { Judged } from "../../src/publish/alarms/judge.ts";
import { type AlarmName, alarmRules } from "../../src/publish/alarms/rules.ts";
import { tellAlarms } from "../../src/serve/alarm-webhook.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { freePort, startHttp } from "../support/http-server.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { publishItems } from "../support/sample.ts";

const books = ["draftkings", "fanduel", "betmgm", "caesars", "bovada", "betrivers", "betonlineag"] as const;
const teams = teamsOf("nba").map((team) => team.abbreviation);
const none = { home_odds: null, away_odds: null, over_odds: null, under_odds: null };

type Change = (quote: QuoteRecord, game: number) => QuoteRecord | readonly QuoteRecord[] | null;
const asIs: Change = (quote) => quote;

/** A night of the NBA: so many games on a date, each priced by every book an hour and five minutes before its start. */
function slate(date: string, games: number, change: Change = asIs): FeedRecord[] {
  return Array.from({ length: games }, (_, index) => index).flatMap((index): FeedRecord[] => {
    const [home = "", away = ""] = teams.slice(2 * index, 2 * index + 2);
    const start = Date.parse(`${date}T23:30:00Z`) + index * 60_000;
    const record: GameRecord = gameRecord({
      game_id: `${date} ${index}`,
      season: 2026,
      game_date: date,
      home,
      away,
      start_time: new Date(start).toISOString(),
    });
    const quotes = books.flatMap((book, place) =>
      [2880, 65, 5].flatMap((minutes): QuoteRecord[] => {
        const base = quoteRecord({
          ...none,
          event_id: `${date} ${index}`,
          home,
          away,
          book,
          start_time: record.start_time,
          captured_at: new Date(start - minutes * 60_000).toISOString(),
        });
        const [spread, total] = [-3.5 - index, 205.5 + 9 * index];
        const under = { over_odds: -110, under_odds: -110 - place };
        return [
          { ...base, market: "spread", line: spread, home_odds: -110, away_odds: -110 },
          { ...base, market: "moneyline", line: null, home_odds: -161 - 20 * index, away_odds: 141 + 15 * index },
          { ...base, market: "total", line: total, ...under },
        ];
      }),
    );
    return [record, ...quotes.flatMap((quote) => change(quote, index) ?? [])];
  });
}

const dateOf = (dayOfJanuary: number): string => new Date(Date.UTC(2026, 0, dayOfJanuary)).toISOString().slice(0, 10);

/** The rules that ring. */
const ringing = (judged: readonly Judged[]): string[] =>
  judged.flatMap(({ rule, fault }) => (fault === null ? [] : [rule])).sort();

const minutesBefore = ({ start_time, captured_at }: QuoteRecord): number =>
  (Date.parse(start_time ?? "") - Date.parse(captured_at ?? "")) / 60_000;

/** How the data is broken so that a rule rings, and no other one does. */
type OfDates = "week-off-its-dates" | "season-type-out-of-order" | "team-in-two-places" | "date-off-its-start";
const broken: Readonly<Record<Exclude<AlarmName, OfDates | "final-the-other-way" | "lines-copied">, Change>> = {
  "closes-missing": (quote, game) => (game < 3 ? null : quote),
  "captures-too-early": (quote) => (minutesBefore(quote) < 60 ? null : quote),
  "book-stopped": (quote) =>
    quote.book === "betrivers" && quote.market === "total" && minutesBefore(quote) < 2000 ? null : quote,
  "favorite-contradicted": (quote, game) =>
    game !== 0 || quote.market === "total"
      ? quote
      : quote.market === "spread"
        ? { ...quote, line: -2.5 }
        : { ...quote, home_odds: 104, away_odds: -124 },
  "close-never-posted": (quote, game) =>
    quote.market === "spread" && game === 1
      ? { ...quote, line: (quote.line ?? 0) - 6, home_odds: 300, away_odds: -400 }
      : quote,
  "prices-missing": (quote, game) =>
    game === 2 && quote.book === "caesars" && quote.market === "total" ? { ...quote, ...none } : quote,
  "lines-leap": (quote, game) =>
    game === 3 && quote.market === "total" && minutesBefore(quote) < 10
      ? { ...quote, line: (quote.line ?? 0) + 9 }
      : quote,
  "captures-off-the-clock": (quote, game) =>
    game === 1
      ? { ...quote, seen_at: new Date(Date.parse(quote.captured_at ?? "") + 5 * 3_600_000).toISOString() }
      : quote,
  "unlike-last-weeks": (quote, game) =>
    game === 2 && quote.market === "total" ? { ...quote, line: (quote.line ?? 0) + 14 } : quote,
  "lines-lost": (quote, game) => (game === 3 ? null : quote),
  "feed-stands-still": (quote) =>
    minutesBefore(quote) < 2000
      ? quote
      : Array.from({ length: 47 }, (_, hour) => ({
          ...quote,
          captured_at: new Date(Date.parse(quote.captured_at ?? "") + hour * 3_600_000).toISOString(),
        })),
};

onSqliteDaily((databases) => {
  let database: Database;
  const night = (date: string, records: readonly FeedRecord[]) =>
    publishItems(database, items(...records), `${date}T10:00:00.000Z`);
  /** The next good or broken night after the good ones with which each test begins. */
  const nightAfter = (day: number, change: Change = asIs) => night(dateOf(day + 1), slate(dateOf(day), 7, change));
  /** Enough good games for a season to have something usual. */
  async function fresh(): Promise<void> {
    ({ database } = await databases.fresh());
    for (const day of [10, 11, 12]) {
      const { judged } = await night(dateOf(day + 1), slate(dateOf(day), 8));
      assert.deepEqual(ringing(judged), [], "good data is quiet");
      assert.equal(judged.length, Object.keys(alarmRules).length, "and was looked at");
    }
  }
  const on = async (now = "2026-01-22T12:00:00Z") =>
    (await readAlarmsOn(database.kysely, Date.parse(now))).map(({ rule, sport }) => `${rule} ${sport}`);

  test("each rule rings when the data is broken as it says, and no other does; the next good night turns it off", async () => {
    await fresh();
    let day = 13;
    for (const [rule, change] of Object.entries(broken)) {
      assert.deepEqual(ringing((await nightAfter(day, change)).judged), [rule]);
      const [kept] = await readReports(database.kysely, { kind: "publish", limit: 1 });
      const finding = kept?.findings.find((each) => each.name === "alarm");
      assert.equal(finding?.count, 1, rule);
      assert.match(finding?.example ?? "", new RegExp(`^${rule}, nba: `));
      day += 1;
    }
    await nightAfter(day);
    assert.deepEqual(await on(`${dateOf(day + 1)}T12:00:00Z`), []);
  });

  test("games of a sample are invented, and ring none", async () => {
    await fresh();
    const games = slate("2026-01-13", 7, broken["closes-missing"]).map((record) => ({ ...record, provider: "sample" }));
    assert.deepEqual((await night("2026-01-14", games)).judged, []);
  });

  test("lines of one game that every book shows under another one, days later, name both", async () => {
    await fresh();
    // The books of the fourth game open as those of the sixth one did on another day.
    const other = { spread: -3.5 - 5, total: 205.5 + 9 * 5, home: -161 - 20 * 5, away: 141 + 15 * 5 };
    const { judged } = await night(
      "2026-01-25",
      slate("2026-01-24", 5, (quote, game) => {
        if (game !== 3) return quote;
        if (quote.market === "moneyline") return { ...quote, home_odds: other.home, away_odds: other.away };
        return { ...quote, line: quote.market === "spread" ? other.spread : other.total };
      }),
    );
    const copied = judged.filter(({ rule }) => rule === "lines-copied").flatMap(({ fault }) => fault?.all ?? []);
    const ids = ["20260110", "20260111", "20260112"].map((date) => `NBA-${date}-${teams[11]}-${teams[10]}`);
    for (const id of ids) {
      const sentence = copied.find((each) => each.includes(id)) ?? "";
      assert.match(sentence, /^7 of 7 books have the same lines and prices in both/);
      assert.ok(sentence.includes(`NBA-20260124-${teams[7]}-${teams[6]}`), sentence);
    }
    assert.equal(copied.length, ids.length);
  });

  test("a close that the final turns round, or that leaves a team fewer points than none, names the game", async () => {
    const rings = async (line: number, total: number): Promise<string[]> => {
      ({ database } = await databases.fresh());
      const start_time = "2026-09-12T23:30:00.000Z";
      const game = { sport: "ncaaf", home: "LSU", away: "GRAM", start_time } as const;
      const final = gameRecord({
        ...game,
        game_id: "1",
        season: 2026,
        week: 2,
        game_date: "2026-09-12",
        home_score: 72,
        away_score: 10,
      });
      const quotes = books.slice(0, 3).flatMap((book): QuoteRecord[] => {
        const quote = quoteRecord({ ...game, ...none, event_id: "1", book, captured_at: "2026-09-12T23:25:00.000Z" });
        return [
          { ...quote, market: "spread", line, home_odds: -110, away_odds: -110 },
          { ...quote, market: "total", line: total, over_odds: -110, under_odds: -110 },
        ];
      });
      const { judged } = await night("2026-09-13", [final, ...quotes]);
      const told = judged.flatMap(({ fault }) => fault?.all ?? []);
      for (const sentence of told) assert.match(sentence, /^NCAAF-20260912-GRAM-LSU: /);
      return ringing(judged);
    };
    assert.deepEqual(await rings(-56.5, 61.5), []);
    assert.deepEqual(await rings(56.5, 61.5), ["final-the-other-way"]);
    assert.deepEqual(await rings(-56.5, 31), ["close-never-posted"]);
  });

  test("what came in of games of long ago rings for what it says, and not for how it was collected", async () => {
    await fresh();
    const late = await night("2026-03-01", slate("2026-01-13", 7, broken["captures-too-early"]));
    assert.deepEqual(ringing(late.judged), []);
    const { judged } = await night("2026-03-02", slate("2026-01-14", 7, broken["prices-missing"]));
    assert.deepEqual(ringing(judged), ["prices-missing"]);
    assert.equal(judged.find(({ rule }) => rule === "prices-missing")?.isOfNow, false);
    assert.deepEqual(await on("2026-03-02T00:00:00Z"), [], "it is reported, and rings nothing");
    const [kept] = await readReports(database.kysely, { kind: "publish", limit: 1 });
    assert.match(kept?.findings.find(({ name: finding }) => finding === "suspect")?.example ?? "", /223\.5 at caesars/);
  });

  test("an alarm of a sport that is not played any more is over after ten days, and the webhook hears so", async () => {
    await fresh();
    await nightAfter(13, broken["prices-missing"]);
    assert.equal(await tellAlarms(database, null), null);
    assert.deepEqual(await on("2026-01-23T00:00:00Z"), ["prices-missing nba"]);
    assert.deepEqual(await on("2026-01-25T00:00:00Z"), []);
    await night("2026-01-25", []);
    await using hook = await openHook();
    assert.equal(await tellAlarms(database, hook.url), null);
    assert.match(JSON.stringify(hook.bodies), /"text":"resolved: prices-missing, nba"/);
  });

  test("a webhook hears once that an alarm is on, and once that it is over, and gets later what did not arrive", async () => {
    await fresh();
    await using hook = await openHook();
    const isTold = async () => assert.equal(await tellAlarms(database, hook.url), null);
    await isTold();
    assert.equal(hook.bodies.length, 0, "nothing has changed");
    await nightAfter(13, broken["prices-missing"]);
    hook.status = 500;
    assert.match((await tellAlarms(database, hook.url)) ?? "", /answered 500/);
    assert.equal(hook.bodies.length, 2, "one retry");
    hook.status = 200;
    for (const day of [14, 15]) {
      await nightAfter(day, broken["prices-missing"]);
      await isTold();
    }
    assert.equal(hook.bodies.length, 3, "an alarm that goes on is told of once");
    const { text, alarms } = hook.bodies[2] ?? assert.fail();
    assert.equal(alarms.length, 1);
    const on = { rule: "prices-missing", state: "on", since: "2026-01-14T10:00:00.000Z" };
    assert.partialDeepStrictEqual(alarms, [on]);
    assert.match(text, /^ALARM prices-missing, nba: 1, such as NBA-20260114-/);
    await nightAfter(16);
    await isTold();
    assert.equal(hook.bodies[3]?.alarms[0]?.state, "resolved");
    await isTold();
    assert.equal(hook.bodies.length, 4);
  });

  test("a webhook that is not there is a sentence without its address, and disturbs nothing", async () => {
    await fresh();
    await nightAfter(13, broken["prices-missing"]);
    const gone = `http://127.0.0.1:${await freePort()}/hook?token=secret`;
    assert.equal(await tellAlarms(database, gone), "the webhook could not be reached");
    assert.deepEqual(await on(), ["prices-missing nba"]);
  });
});

type Message = { readonly text: string; readonly alarms: readonly { readonly state: string }[] };

async function openHook() {
  const hook = { bodies: [] as Message[], status: 200 };
  const server = await startHttp(async (request, response) => {
    hook.bodies.push((await json(request)) as Message);
    response.writeHead(hook.status, { Connection: "close" }).end();
  });
  return Object.assign(hook, { url: `${server.url}/hook`, [Symbol.asyncDispose]: server.close });
}
