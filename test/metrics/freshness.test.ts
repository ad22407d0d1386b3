/** What a scrape says of the data: how fresh it is, how much there is, and how it comes in. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import { Leader } from "../../src/collect/leader.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { Nights } from "../support/nights.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { type MeteredServer, startMetered, writeProviders } from "./metered-server.ts";

const minuteMs = 60_000;
/** For a machine that is busy with other tests. */
const slackS = 120;

onSqliteDaily((engine) => {
  const nights = new Nights(engine, new Date(Date.now() - 3_600_000).toISOString());
  let metered: MeteredServer;
  const stop = new AbortController();

  beforeAll(async () => {
    await nights.fresh();
    await nights.night(gameRecord(), quoteRecord());
    metered = await startMetered(nights.url);
  });
  afterAll(async () => {
    stop.abort();
    await metered?.close();
  });

  const at = (fromNowMs: number): string => new Date(Date.now() + fromNowMs).toISOString();
  function isAbout(seconds: number, expected: number, what: string): void {
    assert.ok(seconds >= expected - 1 && seconds < expected + slackS, `${what}: ${seconds} s, not ${expected} s`);
  }

  test("the revision, its age, and the games and odds rows of each sport are those that are served", async () => {
    const scrape = await metered.scrape();
    assert.equal(scrape.one("gradeline_revision"), 1);
    assert.equal(scrape.one("gradeline_newest_revision"), 1);
    isAbout(scrape.one("gradeline_publish_age_seconds"), 3_600, "the last publish");
    const startedS = (Date.now() - Date.parse("2025-01-11T00:30:00Z")) / 1000;
    const newest = scrape.one("gradeline_newest_game_age_seconds", { sport: "nba" });
    isAbout(newest, startedS - slackS / 2, "the newest game");
    const games = scrape.by("sport", "gradeline_published_games");
    assert.deepEqual(games, { mlb: 0, nfl: 0, ncaaf: 0, nba: 1, nhl: 0 });
    assert.equal(scrape.one("gradeline_published_odds_rows", { sport: "nba" }), 1);
    assert.equal(scrape.sum("gradeline_published_odds_rows"), 1);
    assert.deepEqual(scrape.all("gradeline_newest_game_age_seconds", { sport: "nfl" }), []);
    assert.equal(scrape.one("gradeline_damages"), 0);
    for (const part of ["facts", "access"]) assert.equal(scrape.one("gradeline_database_up", { part }), 1, part);
  });

  test("the age of the last capture, and the games that start within an hour, follow each import", long, async () => {
    assert.deepEqual((await metered.scrape()).all("gradeline_capture_age_seconds"), []);
    const captured_at = at(-10 * minuteMs);
    /** Three events of two games, as they are listed at some moment. */
    const listed = (seen_at: string, ofOneInMs: number, ofOtherInMs: number) => {
      const one = { captured_at, seen_at, start_time: at(ofOneInMs) };
      const other = { ...one, start_time: at(ofOtherInMs), home: "MIA", away: "BKN" };
      return nights.take(
        quoteRecord({ ...one, event_id: "one" }),
        quoteRecord({ ...one, event_id: "of another provider", provider: "canonical" }),
        quoteRecord({ ...other, event_id: "other" }),
      );
    };
    await listed(captured_at, 30 * minuteMs, 90 * minuteMs);
    const of = { sport: "nba" };
    const age = "gradeline_capture_age_seconds";
    const first = await metered.scraped((scrape) => scrape.sum(age, of) !== null, "there is a capture");
    isAbout(first.one(age, of), 600, "the last capture");
    assert.equal(first.one("gradeline_games_starting_soon", of), 1);
    assert.equal(first.one("gradeline_games_starting_soon", { sport: "nfl" }), 0);
    // The game that starts later is put forward, and the other one is put off until tomorrow.
    await listed(at(0), 1_440 * minuteMs, 40 * minuteMs);
    const second = await metered.scraped((scrape) => scrape.one(age, of) < 300, "the newer capture is known");
    assert.equal(second.one("gradeline_games_starting_soon", of), 1);
  });

  test("a revision that this node has not taken over is newer than the one it serves", async () => {
    await nights.take(gameRecord({ game_id: "g2", home: "MIA", away: "BKN" }));
    await nights.publish({ publishedAt: new Date().toISOString() });
    const waiting = await metered.scraped((scrape) => scrape.one("gradeline_newest_revision") === 2, "it is published");
    assert.equal(waiting.one("gradeline_revision"), 1);
    assert.equal(waiting.one("gradeline_reload_duration_seconds_count"), 0);
    void metered.server.refreshUntil(stop.signal);
    const taken = await metered.scraped((scrape) => scrape.one("gradeline_revision") === 2, "it is taken over");
    assert.equal(taken.one("gradeline_reload_duration_seconds_count"), 1);
    assert.equal(taken.one("gradeline_published_games", { sport: "nba" }), 2);
    isAbout(taken.one("gradeline_publish_age_seconds"), 0, "the last publish");
    assert.equal(taken.one("gradeline_reload_failures_total"), 0);
  });

  test("how asking the providers goes is read from what collecting keeps of it", long, async () => {
    const requests = "gradeline_provider_requests_total";
    await writeProviders(nights.database, [
      { provider: "espn", requests: 1000, failures_total: 3, last_success_ms: Date.now() - 5 * minuteMs },
      { provider: "nhl-api", requests: 4, failures_total: 4, open_until_ms: Date.now() + 60 * minuteMs },
      { provider: 'evil"} 1\nlabel', requests: 1, failures_total: 1 },
    ]);
    const scrape = await metered.scraped((each) => each.sum(requests) !== null, "the providers are known");
    const byProvider = (metric: string) => scrape.by("provider", metric);
    assert.deepEqual(byProvider(requests), { espn: 1000, "nhl-api": 4 });
    assert.deepEqual(byProvider("gradeline_provider_failures_total"), { espn: 3, "nhl-api": 4 });
    assert.deepEqual(byProvider("gradeline_provider_stopped"), { espn: 0, "nhl-api": 1 });
    isAbout(scrape.one("gradeline_provider_success_age_seconds"), 300, "the last good answer");
  });

  test("whether any node collects is told from the first time on that one did", long, async () => {
    const collecting = async () => (await metered.scrape()).one("gradeline_collecting");
    assert.ok(Number.isNaN(await collecting()), "nobody has ever collected");
    const leader = await Leader.tryTake(nights.database);
    assert.ok(leader !== null);
    await until(async () => (await collecting()) === 1, "a node collects");
    await leader.release();
    await until(async () => (await collecting()) === 0, "no node collects any more");
  });

  test("the process and its disk are told too", async () => {
    const scrape = await metered.scrape();
    const [free, size] = [scrape.one("gradeline_disk_free_bytes"), scrape.one("gradeline_disk_size_bytes")];
    if (engine.name === "sqlite") assert.ok(free > 0 && free <= size, `${free} of ${size}`);
    assert.ok(scrape.one("process_cpu_seconds_total") > 0);
    assert.ok(scrape.one("process_resident_memory_bytes") > 20_000_000);
    assert.ok(scrape.one("nodejs_eventloop_lag_p99_seconds") >= 0);
    assert.equal(scrape.one("gradeline_build_info"), 1);
  });
});
