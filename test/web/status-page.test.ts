/** The page of status: one sentence, and beside it the API's own numbers. */
import assert from "node:assert/strict";
import { fastify } from "fastify";
import { describe, test } from "vitest";
import { sampleRecords } from "../../sample/src/sample.ts";
import type { Revision } from "../../src/contract/lists/changes.ts";
import type { SportRow } from "../../src/contract/lists/reference.ts";
import type { Database } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { verifyCommand } from "../../src/release/proof/manifests.ts";
import { fingerprintOf, type SigningKey } from "../../src/release/proof/signature.ts";
import { agoText } from "../../src/web/frame/formats.ts";
import { registerSitePages } from "../../src/web/frame/recipe.ts";
import { readStatus, statusPage, statusSentence } from "../../src/web/status/routes.ts";
import { openApi, send, type TestApi } from "../support/api.ts";
import { publishNight, testKey } from "../support/offered-nights.ts";
import { pageSite } from "../support/page-site.ts";

/** Publishes the NFL's games of 2025 until a day, as the nights after it do. */
async function publishUntil(site: TestApi, day: string, publishedAt: string): Promise<void> {
  function* items(): Generator<FeedItem> {
    for (const record of sampleRecords({ seed: 1, extent: [{ sport: "nfl", season: 2025 }] })) {
      const isDated = record.type === "game" || record.type === "quote";
      if (!isDated || (record.game_date as string) <= day) yield { record };
    }
  }
  await importItems(site.database, items(), publishedAt);
  await publish(site.database, { all: false, acceptRemovals: false, publishedAt });
  await site.shelf.refresh();
}

const ninthMorning = "2025-09-09T09:00:00.000Z";

async function openNight(): Promise<TestApi> {
  const site = await openApi();
  await publishUntil(site, "2025-09-07", "2025-09-08T09:00:00.000Z");
  await publishUntil(site, "2025-09-08", ninthMorning);
  return site;
}

test("the page says when the data was updated, with which games, and which seasons are in progress", async () => {
  await using site = await openNight();
  const added = ((await site.get("/v1/revisions?since=1")).body.data as Revision[])[0]?.added;
  const { status, page } = await send(site.app, "GET", "/status");
  assert.equal(status, 200);
  const games = `${added} ${added === 1 ? "game" : "games"} of 8 September 2025`;
  const ago = agoText(Date.parse(ninthMorning), Date.now());
  assert.equal(page.text(".status-line"), `Updated ${ago}, at revision 2, with ${games}; no season is in progress.`);
});

test("the tables have the numbers of /v1/sports and /v1/revisions", async () => {
  await using site = await openNight();
  const { page } = await send(site.app, "GET", "/status");
  const [sportLines, revisionLines] = [page.table("Sports"), page.table("Newest updates")];
  const sports = (await site.get("/v1/sports")).body.data as SportRow[];
  const published = sports.filter(({ seasons }) => seasons.length > 0);
  assert.equal(sportLines.length, published.length);
  for (const [index, { sport, seasons, last_completed_game }] of published.entries()) {
    const newest = seasons.at(-1);
    const all = seasons.reduce((sum, { games }) => sum + games, 0);
    const state = newest?.status === "in_progress" ? "In progress" : "Complete";
    const wanted = [sport.toUpperCase(), newest?.season, state, newest?.games, last_completed_game, all];
    assert.deepEqual(sportLines[index], wanted.map(String));
  }
  const revisions = ((await site.get("/v1/revisions")).body.data as Revision[]).toReversed();
  assert.deepEqual(
    revisionLines.map(([number]) => number),
    revisions.map(({ revision }) => String(revision)),
  );
  for (const link of page.links("main")) assert.equal((await send(site.app, "GET", link)).status, 200);
});

test("the page works before the first publish", async () => {
  await using site = await openApi();
  const { status, page } = await send(site.app, "GET", "/status");
  assert.deepEqual([status, page.text("main")], [200, "Status of the data Nothing is published yet."]);
});

test("the page says which key signed the manifest of the files and how to check it, or why none did", async () => {
  const shownFor = async (key: SigningKey | null): Promise<string> => {
    await using site = await openNight();
    await publishNight(site.database, 2, key);
    return (await send(site.app, "GET", "/status")).page.text("main");
  };
  const { publicKey } = testKey(1);
  const signed = await shownFor(testKey(1));
  for (const part of [fingerprintOf(publicKey), verifyCommand]) assert.ok(signed.includes(part), part);
  const unsigned = await shownFor(null);
  assert.match(
    unsigned,
    /The manifest of revision 2 is not signed\. The server had no key: with PostgreSQL set MANIFEST_KEY/,
  );
  assert.doesNotMatch(unsigned, /ssh-keygen/);
});

test("however many ask at once, the revisions are read once", async () => {
  await using site = await openNight();
  let asked = 0;
  let nowMs = Date.parse("2026-10-28T15:30:00.000Z");
  await using app = fastify();
  const own = {
    ...pageSite(),
    nowMs: () => nowMs,
    shelf: {
      current: site.shelf.current,
      computing: site.shelf.computing,
      ask: <Result>(work: (database: Database) => Promise<Result>) => {
        asked++;
        return site.shelf.ask(work);
      },
    },
  };
  registerSitePages(app, own, [statusPage]);
  const open = () => app.inject({ url: "/status" });
  const pages = await Promise.all(Array.from({ length: 40 }, open));
  assert.deepEqual([...new Set(pages.map(({ statusCode }) => statusCode))], [200]);
  const once = asked;
  assert.ok(once > 0 && once < 5);
  nowMs += 14_999;
  await open();
  assert.equal(asked, once);
  nowMs += 1;
  await open();
  assert.equal(asked, 2 * once);
});

test("the newest revisions are those of the snapshot that is served, also after a restore to an earlier one", async () => {
  await using site = await openNight();
  const earlier = site.shelf.current;
  const of = async (current: typeof earlier) => {
    const { revisions } = await readStatus({ current, ask: (work) => site.shelf.ask(work) });
    return revisions?.map(({ revision }) => revision);
  };
  for (let dayOfMonth = 11; dayOfMonth <= 29; dayOfMonth++) {
    const day = `2025-09-${dayOfMonth}`;
    await publishUntil(site, day, `${day}T12:00:00.000Z`);
  }
  const { current } = site.shelf;
  assert.ok(current.revision > 9);
  assert.deepEqual(
    await of(current),
    [0, 1, 2, 3, 4, 5, 6].map((back) => current.revision - back),
  );
  assert.deepEqual(await of(earlier), [2, 1]);
});

describe("the sentence", () => {
  const season = (year: number, status: "in_progress" | "published") => ({
    ...{ season: year, status, first_game: null, last_game: null, games: 1, games_with_closing_line: 1 },
  });
  const sport = (name: SportRow["sport"], ...seasons: ReturnType<typeof season>[]): SportRow => ({
    ...{ sport: name, name, season_label: "", seasons, bet_types: [], last_completed_game: null, teams: 1 },
  });
  const mlb = sport("mlb", season(2025, "published"), season(2026, "in_progress"));
  const nfl = sport("nfl", season(2026, "in_progress"));
  const revision = (changes: Partial<Revision>): Revision => ({
    ...{ revision: 41, published_at: "2026-10-28T09:00:00.000Z", added: 13, changed: 0, removed: 0 },
    ...{ odds_rows: 1, seasons: null, ...changes },
  });
  const nowMs = Date.parse("2026-10-28T15:30:00.000Z");
  const say = (last: Partial<Revision>, addedDay: string | null = null, sports = [mlb, nfl]) =>
    statusSentence({ sports, revisions: [revision(last)], addedDay }, nowMs);
  const end = "; MLB 2026 and NFL 2026 are in progress.";

  const cases: readonly (readonly [string, string])[] = [
    [say({}, "2026-10-27"), `Updated 6 hours ago, at revision 41, with last night's 13 games${end}`],
    [say({ added: 1 }, "2026-10-27"), `Updated 6 hours ago, at revision 41, with last night's game${end}`],
    [
      statusSentence(
        { sports: [mlb, nfl], revisions: [revision({})], addedDay: "2026-10-27" },
        nowMs + 3 * 24 * 60 * 60_000,
      ),
      `Updated 3 days ago, at revision 41, with 13 games of 27 October 2026${end}`,
    ],
    [say({}, "2026-10-20"), `Updated 6 hours ago, at revision 41, with 13 games of 20 October 2026${end}`],
    [say({}), `Updated 6 hours ago, at revision 41, with 13 new games${end}`],
    [
      say({ revision: 1041, added: 1300, changed: 1, removed: 2 }),
      `Updated 6 hours ago, at revision 1,041, with 1,300 new games, changes to 1 game and 2 games taken out${end}`,
    ],
    [say({ added: 0 }), `Updated 6 hours ago, at revision 41${end}`],
    [say({ added: null, changed: null, removed: null }), `Updated 6 hours ago, at revision 41${end}`],
    [say({ added: 0 }, null, [nfl]), "Updated 6 hours ago, at revision 41; NFL 2026 is in progress."],
    [say({ added: 0 }, null, []), "Updated 6 hours ago, at revision 41; no season is in progress."],
    [statusSentence({ sports: [], revisions: [], addedDay: null }, nowMs), "Nothing is published yet."],
    [
      statusSentence({ sports: [nfl], revisions: null, addedDay: null }, nowMs),
      "When the data was last updated cannot be told at the moment; NFL 2026 is in progress.",
    ],
    [
      statusSentence({ sports: null, revisions: [revision({})], addedDay: null }, nowMs),
      "Updated 6 hours ago, at revision 41, with 13 new games.",
    ],
  ];
  for (const [said, wanted] of cases) test(wanted, () => assert.equal(said, wanted));

  test("says how long ago in one unit", () => {
    const minute = 60_000;
    const said = [-5, 0, 1, 59, 60, 119, 120, 47 * 60, 48 * 60, 800 * 24 * 60].map((minutes) =>
      agoText(0, minutes * minute),
    );
    assert.deepEqual(said, [
      ...["just now", "just now", "1 minute ago", "59 minutes ago", "1 hour ago", "1 hour ago"],
      ...["2 hours ago", "47 hours ago", "2 days ago", "800 days ago"],
    ]);
  });
});
