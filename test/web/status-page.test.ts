/** The page of status: one sentence, and beside it the API's own numbers. */
import assert from "node:assert/strict";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import type { Revision } from "../../src/contract/lists/changes.ts";
import type { SportRow } from "../../src/contract/lists/reference.ts";
import type { Database } from "../../src/database/engine.ts";
import { verifyCommand } from "../../src/release/proof/manifests.ts";
import { fingerprintOf } from "../../src/release/proof/signature.ts";
import { registerSitePages } from "../../src/web/frame/recipe.ts";
import { readStatus, statusPage, statusSentence } from "../../src/web/status/routes.ts";
import { agoText } from "../../src/web/ui/words.ts";
import { openApi, send, type TestApi } from "../support/api.ts";
import { publishNight, testKey } from "../support/offered-files.ts";
import { pageSite } from "../support/page-site.ts";
import { firstGames, publishItems } from "../support/sample.ts";

/** Publishes the NFL's games of 2025 until a day, as the nights after it do. */
async function publishUntil(site: TestApi, day: string, publishedAt: string): Promise<void> {
  const games = firstGames([{ sport: "nfl", season: 2025 }], ({ game_date: date }) => (date ?? "") > day);
  await publishItems(site.database, games, publishedAt);
  await site.shelf.refresh();
}

async function openNight(): Promise<TestApi> {
  const site = await openApi();
  await publishUntil(site, "2025-09-07", "2025-09-08T09:00:00.000Z");
  await publishUntil(site, "2025-09-08", "2025-09-09T09:00:00.000Z");
  return site;
}

test("the page says what the newest revision brought, and its tables have the numbers of /v1/sports and /v1/revisions", async () => {
  await using site = await openNight();
  const { page } = await send(site.app, "GET", "/status");
  const revisions = ((await site.get("/v1/revisions")).body.data as Revision[]).toReversed();
  const [{ added = 0 } = {}] = revisions;
  const news = new RegExp(` days ago, at revision 2, with ${added} new games?; no season is in progress\\.$`);
  assert.match(page.text(".status-line"), news);
  const sports = (await site.get("/v1/sports")).body.data as SportRow[];
  assert.deepEqual(
    page.table("Sports"),
    sports.flatMap(({ sport, seasons, last_completed_game: last }) => {
      const newest = seasons.at(-1);
      if (newest === undefined) return [];
      const state = newest.status === "in_progress" ? "In progress" : "Complete";
      const all = seasons.reduce((sum, { games }) => sum + games, 0);
      return [[sport.toUpperCase(), newest.season, state, newest.games, last, all].map(String)];
    }),
  );
  assert.deepEqual(
    page.table("Newest updates").map(([number]) => number),
    revisions.map(({ revision }) => String(revision)),
  );
  for (const link of page.links("main")) assert.equal((await send(site.app, "GET", link)).status, 200);
});

test.for(["/status", "/coverage"])("before the first publish %s says that there is nothing yet", async (path) => {
  await using site = await openApi();
  const { status, page } = await send(site.app, "GET", path);
  assert.equal(status, 200);
  assert.match(page.text("main"), /Nothing is published yet/);
});

test("the page says which key signed the manifest of the files and how to check it, or why none did", async () => {
  await using site = await openNight();
  const shown = async () => (await send(site.app, "GET", "/status")).page.text("main");
  await publishNight(site.database, 2, testKey(1));
  const signed = await shown();
  for (const part of [fingerprintOf(testKey(1).publicKey), verifyCommand]) assert.ok(signed.includes(part), part);
  await using other = await openNight();
  await publishNight(other.database, 2, null);
  const unsigned = (await send(other.app, "GET", "/status")).page.text("main");
  assert.match(
    unsigned,
    /The manifest of revision 2 is not signed\. The server had no key: with PostgreSQL set MANIFEST/,
  );
  assert.doesNotMatch(unsigned, /ssh-keygen/);
});

test("however many ask at once, the revisions are read once, and those of the snapshot that is served", async () => {
  await using site = await openNight();
  const { current, computing } = site.shelf;
  let asked = 0;
  let nowMs = Date.parse("2026-10-28T15:30:00.000Z");
  const ask = <Result>(work: (database: Database) => Promise<Result>) => {
    asked++;
    return site.shelf.ask(work);
  };
  await using app = fastify();
  registerSitePages(app, { ...pageSite(), nowMs: () => nowMs, shelf: { current, computing, ask } }, [statusPage]);
  const open = () => app.inject({ url: "/status" });
  const pages = await Promise.all(Array.from({ length: 40 }, open));
  assert.ok(pages.every(({ statusCode }) => statusCode === 200));
  const once = asked;
  assert.ok(once > 0 && once < 5);
  nowMs += 14_999;
  await open();
  assert.equal(asked, once);
  nowMs += 1;
  await open();
  assert.equal(asked, 2 * once);
  // A restore may serve an earlier one.
  for (const day of [11, 14, 15, 18, 21, 22])
    await publishUntil(site, `2025-09-${day}`, `2025-09-${day}T12:00:00.000Z`);
  const shown = async (of: typeof current) =>
    (await readStatus({ current: of, ask })).revisions?.map(({ revision }) => revision);
  const newest = site.shelf.current.revision;
  assert.ok(newest > 7);
  assert.deepEqual(
    await shown(site.shelf.current),
    [0, 1, 2, 3, 4, 5, 6].map((back) => newest - back),
  );
  assert.deepEqual(await shown(current), [2, 1]);
});

const now = { season: 2026, status: "in_progress" };
const nfl = { sport: "nfl", seasons: [now] } as SportRow;
const both = [{ sport: "mlb", seasons: [{ season: 2025, status: "published" }, now] } as SportRow, nfl];

/** What a revision of the morning of 28 October changed, or null where it is not known, and the sports. */
const sentences: readonly (readonly [string, Partial<Revision> | null, readonly SportRow[] | null])[] = [
  ["Updated 6 hours ago, at revision 41, with 13 new games; MLB 2026 and NFL 2026 are in progress.", {}, both],
  ["Updated 6 hours ago, at revision 41, with 1 new game; no season is in progress.", { added: 1 }, []],
  [
    "Updated 6 hours ago, at revision 1,041, with 1,300 new games, changes to 1 game and 2 games taken out.",
    { revision: 1041, added: 1300, changed: 1, removed: 2 },
    null,
  ],
  ["Updated 6 hours ago, at revision 41.", { added: null, changed: null, removed: null }, null],
  ["When the data was last updated cannot be told at the moment; NFL 2026 is in progress.", null, [nfl]],
];

test.for(sentences)("%s", ([words, last, sports]) => {
  const revision: Revision = {
    revision: 41,
    published_at: "2026-10-28T09:00:00.000Z",
    added: 13,
    changed: 0,
    removed: 0,
    odds_rows: 1,
    seasons: null,
    ...last,
  };
  const revisions = last === null ? null : [revision];
  expect(statusSentence({ sports, revisions }, Date.parse("2026-10-28T15:30:00.000Z"))).toBe(words);
});

test("how long ago it was is told in one unit", () => {
  const told = [-5, 0, 1, 59, 60, 119, 47 * 60, 48 * 60].map((minutes) => agoText(0, minutes * 60_000));
  const ago = ["1 minute", "59 minutes", "1 hour", "1 hour", "47 hours", "2 days"].map((text) => `${text} ago`);
  assert.deepEqual(told, ["just now", "just now", ...ago]);
});
