/** The client against a real server: pages, cache, plans and errors, and requests as the quota counts them. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { BudgetSpent } from "../../clients/typescript/src/asking.ts";
import { MemoryCache } from "../../clients/typescript/src/cache.ts";
import { Gradeline, type GradelineOptions } from "../../clients/typescript/src/client.ts";
import { type GradelineError, InvalidParam, NotFound, Unauthorized } from "../../clients/typescript/src/errors.ts";
import { FolderCache } from "../../clients/typescript/src/folder-cache.ts";
import { makeFiles } from "../../src/publish/files/make-files.ts";
import { openApi } from "../support/api.ts";
import { testFolder } from "../support/folders.ts";
import { testKey } from "../support/offered-files.ts";
import { firstGames, openCopyOf, publishItems } from "../support/sample.ts";

/** Hockey has the moneyline first, football all periods. */
const facts = await openCopyOf("first-games-files", async (database) => {
  const seasons = [
    { sport: "nhl", season: 2026 },
    { sport: "nfl", season: 2025 },
  ] as const;
  await publishItems(
    database,
    firstGames(seasons, (_, count) => count > 3),
    "2026-01-01T00:00:00.000Z",
  );
  await makeFiles(database, { termsUrl: null, key: testKey(1) });
});
const site = await openApi([], { facts });
const url = await site.listen();
afterAll(() => site[Symbol.asyncDispose]());
const folder = testFolder("client");
const open = (options: Partial<GradelineOptions> = {}) => new Gradeline({ baseUrl: url, apiKey: site.key, ...options });

/** How many requests the quota counts while something is done. */
async function costOf<T>(work: () => Promise<T>): Promise<readonly [value: T, requests: number]> {
  const before = await site.used();
  const value = await work();
  return [value, (await site.used()) - before];
}

async function errorOf(work: Promise<unknown>): Promise<GradelineError> {
  return work.then(
    () => assert.fail("it was answered"),
    (error: unknown) => error as GradelineError,
  );
}

test("for await reads all rows of all pages, typed, and asks nothing before it is read", async () => {
  const gradeline = open();
  const listing = gradeline.bets({ sport: "nfl", season: 2025, book: "all" });
  assert.equal(await site.used().then(() => gradeline.requests), 0);
  const [rows, requests] = await costOf(() => listing.all());
  assert.ok(rows.length > 500, String(rows.length));
  assert.equal(requests, Math.ceil(rows.length / 1000));
  assert.equal(gradeline.requests, requests);
  let count = 0;
  for await (const bet of gradeline.bets({ sport: "nfl", season: 2025, book: "all" })) {
    assert.equal(bet.game_id, rows[count]?.game_id);
    count += 1;
    if (count === 3) break;
  }
  assert.equal(gradeline.requests, requests + 1, "what is not read is not asked for");
});

test("a list of many pages comes whole and in order, one request a page", async () => {
  const snapshots = open().snapshots({ sport: "nfl", season: 2025 });
  const [pages, requests] = await costOf(async () => {
    const all = [];
    for await (const page of snapshots.pages()) all.push(page.data);
    return all;
  });
  assert.ok(pages.length > 1, String(pages.length));
  assert.equal(requests, pages.length);
  for (const page of pages.slice(0, -1)) assert.equal(page.length, 1000);
  assert.deepEqual(await snapshots.all(), pages.flat());
});

test("a page tells its quota, rate, ETag and that the data is what it is; changes tell the revision", async () => {
  const gradeline = open();
  for await (const { meta, data } of gradeline.games({ sport: "nfl", season: 2025 }).pages()) {
    assert.equal(meta.count, data.length);
    assert.match(meta.etag ?? "", /^W\//);
    assert.deepEqual(meta.limits, gradeline.limits);
    assert.equal(meta.limits?.quota.remaining, (meta.limits?.quota.limit ?? 0) - (await site.used()));
    assert.equal(meta.isFromCache, false);
  }
  for await (const { meta } of gradeline.changes({ since: 0 }).pages()) assert.equal(meta.revision, 1);
  const { value: page } = await gradeline.games({ sport: "nhl", season: 2026, week: 3 }).pages().next();
  assert.match(page?.meta.note ?? "", /week/);
});

test("one game, its lines and a file come by their own addresses", async () => {
  const gradeline = open();
  const [first] = await gradeline.games({ sport: "nfl", season: 2025 }).all();
  const { data } = await gradeline.game(first?.game_id ?? "");
  assert.equal(data.home.score, first?.home.score);
  const runs = await gradeline.lines(first?.game_id ?? "", { market: "spread", period: "game" }).all();
  assert.ok(runs.length > 0 && runs.every(({ market }) => market === "spread"));
  const [row] = await gradeline.files({ sport: "nfl", season: 2025, data_set: "games", file_format: "csv.gz" }).all();
  const bytes = await gradeline.file("nfl", 2025, "games.csv.gz", { sha256: row?.sha256 });
  assert.equal(bytes.length, row?.bytes);
  const link = await gradeline.fileLink("nfl", 2025, "games.csv.gz");
  assert.match(link.data.url, /signature=/);
});

const games = (gradeline: Gradeline) => gradeline.games({ sport: "nfl", season: 2025 });
const seen = async (gradeline: Gradeline) => {
  for await (const { meta, data } of games(gradeline).pages()) return { isFromCache: meta.isFromCache, data };
  return assert.fail();
};

test("the cache gives what has not changed from memory, and from a folder in the next run of a program", async () => {
  const [memory, disk] = [new MemoryCache(), new FolderCache(folder)];
  for (const [first, second] of [
    [open({ cache: memory }), open({ cache: memory })],
    [open({ cache: disk }), open({ cache: new FolderCache(folder) })],
  ] as const) {
    const fresh = await seen(first);
    const [kept, requests] = await costOf(() => seen(second));
    assert.deepEqual([fresh.isFromCache, kept.isFromCache, requests], [false, true, 1]);
    assert.deepEqual(kept.data, fresh.data);
  }
});

test("the cache keeps no key, and a damaged file is as good as none", async () => {
  for (const file of readdirSync(folder)) {
    assert.match(file, /^[0-9a-f]{64}\.json$/);
    assert.ok(!readFileSync(join(folder, file), "utf8").includes(site.key));
    writeFileSync(join(folder, file), "{");
  }
  assert.equal((await seen(open({ cache: new FolderCache(folder) }))).isFromCache, false);
});

test("the cache mixes neither two keys nor two addresses of a server, and forgets what was used longest ago", async () => {
  const cache = new MemoryCache();
  await seen(open({ cache }));
  assert.equal((await seen(open({ cache, baseUrl: url.replace("127.0.0.1", "localhost") }))).isFromCache, false);
  await errorOf(seen(open({ cache, apiKey: "another" })));
  const small = new MemoryCache(10);
  await small.set("a", { etag: "1", body: "12345" });
  await small.set("b", { etag: "1", body: "12345" });
  await small.get("a");
  await small.set("c", { etag: "1", body: "12345" });
  assert.deepEqual(
    [(await small.get("a"))?.body, await small.get("b"), (await small.get("c"))?.body],
    ["12345", null, "12345"],
  );
});

test("a plan says the requests of whole seasons exactly, at one request for all lists of a sport", async () => {
  const gradeline = open();
  const ofSeasons = ["games", "odds", "periods", "periodOdds", "bets", "snapshots", "teamGames", "gameIds"] as const;
  for (const method of ofSeasons) {
    const listing = gradeline[method]({ sport: "nfl", season: 2025 });
    const plan = await listing.plan();
    assert.equal(plan.planningRequests, method === "games" ? 1 : 0);
    const [, requests] = await costOf(async () => void (await listing.all()));
    assert.deepEqual([plan.atLeast, plan.atMost], [requests, requests], method);
    assert.equal(typeof plan.left, "number");
  }
});

test("a plan counts the rows of the books that are asked for", async () => {
  const gradeline = open();
  const season = { sport: "nfl", season: 2025 } as const;
  const [{ book, book_id: id, book_name: name } = assert.fail()] = await gradeline.books().all();
  const rowsIn = async (list: { all: () => Promise<readonly unknown[]> }) => (await list.all()).length;
  for (const named of [book, String(id), name.toUpperCase()]) {
    const odds = gradeline.odds({ ...season, book: named });
    const { atLeast, atMost, why } = await odds.plan();
    const rows = await rowsIn(odds);
    assert.ok(rows > 0 && why.includes(` ${rows} rows,`), `${named}: ${why}, and there are ${rows}`);
    assert.equal(atLeast, atMost);
  }
  for (const method of ["bets", "snapshots", "periodOdds"] as const) {
    const [one, all] = [gradeline[method]({ ...season, book }), gradeline[method](season)];
    const planned = Number(/It has (\d+) rows at most/.exec((await one.plan()).why)?.[1]);
    const rows = await rowsIn(one);
    assert.ok(
      rows <= planned && planned <= 2 * rows * (method === "periodOdds" ? 3 : 1),
      `${method}: ${planned}, ${rows}`,
    );
    if (method === "snapshots") assert.ok(planned < (await rowsIn(all)), `${method}: not of all books`);
  }
});

test("a plan says bounds where filters leave fewer, and what nobody can say", async () => {
  const gradeline = open();
  const all = gradeline.bets({ sport: "nfl", season: 2025, book: "all" });
  const plan = await all.plan();
  assert.equal(plan.planningRequests, 2, "the files, and what the books have");
  const [, requests] = await costOf(() => all.all());
  assert.ok(plan.atLeast <= requests && requests <= (plan.atMost ?? 0), JSON.stringify(plan));
  const days = await gradeline.odds({ sport: "nfl", from: "2025-09-01", to: "2025-09-30" }).plan();
  assert.equal(days.planningRequests, 0);
  assert.ok((days.atMost ?? 0) >= 1);
  assert.equal((await gradeline.changes({ since: 0 }).plan()).atMost, null);
  const nothing = open();
  assert.deepEqual((await nothing.teams({ sport: "nfl" }).plan()).atMost, 1);
  assert.equal(nothing.requests, 0);
});

test("errors are the API's own, by class, with parameter, nearest right value, status and request id, and cost nothing", async () => {
  const gradeline = open();
  const [wrong, requests] = await costOf(() => errorOf(gradeline.games({ sport: "nfl", team: "eagles" }).all()));
  assert.ok(wrong instanceof InvalidParam);
  assert.deepEqual(
    [wrong.code, wrong.status, wrong.param, requests, gradeline.requests],
    ["invalid_param", 400, "team", 0, 0],
  );
  assert.equal(wrong.hint, "PHI");
  assert.match(wrong.message, /did you mean PHI \(Philadelphia Eagles\)\?/);
  assert.match(wrong.requestId ?? "", /^req_/);
  assert.ok((await errorOf(gradeline.game("NFL-19990101-DAL-PHI"))) instanceof NotFound);
  const key = await errorOf(open({ apiKey: "gl_live_nobody" }).sports().all());
  assert.ok(key instanceof Unauthorized);
  assert.ok(!String(key.stack).includes("gl_live_nobody"));
});

test("a budget is never passed, also by calls at the same time", async () => {
  const gradeline = open({ maxRequests: 3 });
  const [results, requests] = await costOf(() =>
    Promise.allSettled(Array.from({ length: 6 }, () => gradeline.sports().all())),
  );
  assert.equal(requests, 3);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  assert.equal(refused.length, 3);
  for (const reason of refused) assert.ok(reason instanceof BudgetSpent);
});

test("what is out of bounds is refused before anything is asked", () => {
  for (const options of [
    { baseUrl: "ftp://example.com" },
    { baseUrl: "https://me:secret@example.com" },
    { apiKey: "" },
    { retries: -1 },
  ])
    assert.throws(() => open(options), TypeError);
});
