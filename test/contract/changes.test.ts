/** What each revision changed, and the revisions, as callers are told of them. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Change } from "../../src/contract/lists/changes.ts";
import { tablesOf } from "../../src/database/engine.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { renewArchiveId } from "../../src/release/manifest.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { closedAfterAll, openApi, openPublished, send, walk } from "../support/api.ts";
import { league } from "../support/league.ts";
import { finals, finalIds as ids, publishRecords, quotesOf } from "../support/records.ts";
import { assertInvalid } from "./refusals.ts";

const api = closedAfterAll(await openApi());
const { nfl, nba } = finals;
const corrected: GameRecord = { ...nfl, home_score: 25, line_score: { away: [7, 7, 3, 3], home: [7, 10, 8, 0] } };
const cancelled: GameRecord = { ...nba, status: "cancelled", home_score: null, away_score: null, line_score: null };
/** Revision 1, 2 and 3. */
await publishRecords(api, Object.values(finals));
await publishRecords(api, quotesOf(nba));
await publishRecords(api, [corrected, cancelled]);
const headers = { authorization: `Bearer ${api.key}` };
const publishedAt = "2026-06-01T12:00:00.000Z";

test("every answer to a known key says of which revision it is, also a refusal, CSV and what has not changed [A-16]", async () => {
  for (const path of ["/v1", "/v1/games?sport=nfl", "/v1/changes?since=0&format=csv", "/v1/games?sport=x"])
    assert.equal((await send(api.app, "GET", path, headers)).headers["x-revision"], "3", path);
  const { headers: first } = await send(api.app, "GET", "/v1/games?sport=nfl&season=2025", headers);
  const again = await send(api.app, "GET", "/v1/games?sport=nfl&season=2025", {
    ...headers,
    "if-none-match": first.etag ?? "",
  });
  assert.deepEqual([again.status, again.headers["x-revision"]], [304, "3"]);
  assert.equal(
    (await send(api.app, "GET", "/v1/games?sport=nfl", {})).headers["x-revision"],
    undefined,
    "none without a key",
  );
  assert.equal((await api.get("/v1/files")).body.meta.revision, 3);
});

test("meta of our own lists names the revision, and ETags of seasons that did not change stay through it [A-16] [D-30, D-34]", async () => {
  await using other = await openPublished([nfl, ...quotesOf(nfl)]);
  const ofGames = ["/v1/bets", "/v1/trends", "/v1/periods", "/v1/period_odds", "/v1/team_games", "/v1/snapshots"];
  const ofSeason = [...ofGames, "/v1/ids/games", "/v1/coverage"].map((path) => `${path}?sport=nfl&season=2025`);
  const lists = [...ofSeason, `/v1/games/${ids.nfl}/lines`, "/v1/ids/teams?sport=nfl"];
  const ofEveryNight = ["/v1/books", "/v1/files", "/v1/changes?since=0", "/v1/revisions"];
  const before = await Promise.all(lists.map((path) => other.get(path)));
  await publishRecords(other, [nba]);
  for (const [at, path] of lists.entries()) {
    const { body, headers: sent } = await other.get(path);
    assert.deepEqual([before[at]?.body.meta.revision, body.meta.revision], [1, 2], path);
    assert.equal(before[at]?.headers.etag, sent.etag, path);
    assert.deepEqual(before[at]?.body.data, body.data, path);
    const csv = await other.get(`${path}${path.includes("?") ? "&" : "?"}format=csv`);
    assert.equal(csv.headers["x-revision"], "2", path);
  }
  for (const path of ofEveryNight) assert.equal((await other.get(path)).body.meta.revision, 2, path);
  for (const path of ["sports", "games?sport=nfl", "odds?sport=nfl&season=2025"])
    assert.deepEqual(Object.keys((await other.get(`/v1/${path}`)).body.meta), ["count", "request_id"], path);
  assert.deepEqual(Object.keys((await other.get(`/v1/games/${ids.nfl}`)).body.meta), ["request_id"]);
});

test("a row is a revision and a game: added, changed with its fields from and to, or removed, in order [A-7]", async () => {
  const { body } = await api.get("/v1/changes?since=0");
  assert.deepEqual(
    body.data.map((row: Change) => `${row.revision} ${row.change} ${row.game_id}`),
    [
      ...Object.values(ids)
        .sort()
        .map((id) => `1 added ${id}`),
      `2 changed ${ids.nba}`,
      `3 removed ${ids.nba}`,
      `3 changed ${ids.nfl}`,
    ],
  );
  assert.equal((await api.get(`/v1/games/${ids.nba}`)).status, 404);
  assert.deepEqual((await api.get("/v1/seasons?sport=nba")).body.data, []);
  const [first] = body.data;
  assert.deepEqual(first, {
    ...{ revision: 1, published_at: publishedAt, sport: "mlb", season: 2025, game_id: ids.mlb },
    ...{ change: "added", fields: [], more: 0 },
  });
  const fields = new Map(body.data.at(-1).fields.map(({ path, ...values }: { path: string }) => [path, values]));
  assert.deepEqual(
    fields,
    new Map<string, unknown>([
      ["home.score", { from: 24, to: 25 }],
      ["result.margin_home", { from: 4, to: 5 }],
      ["period_scores.q3.home", { from: 7, to: 8 }],
      ["period_scores.2h.home", { from: 7, to: 8 }],
    ]),
  );
});

test("since leaves out what a copy has; a game's first lines are told by path: its consensus, its books and periods, and its odds rows", async () => {
  const { body } = await api.get("/v1/changes?since=1&sport=nba");
  const [row] = body.data;
  assert.deepEqual([row.revision, row.change, row.more > 0 || row.fields.length > 0], [2, "changed", true]);
  const paths: string[] = row.fields.map(({ path }: { path: string }) => path.split(".", 1)[0]);
  for (const member of ["consensus", "books", "period_odds", "odds"]) assert.ok(paths.includes(member), member);
});

test("meta names the newest revision and the archive on every page, as the headers of CSV do [A-7]", async () => {
  const { revision, archiveId: archive } = api.shelf.current;
  for (const url of ["/v1/changes?since=0&limit=1", "/v1/changes?since=3", "/v1/revisions?limit=1"]) {
    const { body, headers: sent } = await api.get(url);
    assert.deepEqual(body.meta, { count: body.data.length, request_id: sent["x-request-id"], revision, archive });
    const csv = await api.get(`${url}&format=csv`);
    assert.deepEqual([csv.headers["x-revision"], csv.headers["x-archive"]], [String(revision), archive]);
  }
});

test("a revision has its counts, its odds rows and the seasons that it touched [A-7]", async () => {
  const { body } = await api.get("/v1/revisions");
  const seasons = Object.values(finals).map(({ sport, season }) => ({ sport, season }));
  const of = (...names: string[]) => seasons.filter(({ sport }) => names.includes(sport));
  const at = { published_at: publishedAt };
  assert.deepEqual(body.data, [
    { revision: 1, ...at, added: seasons.length, changed: 0, removed: 0, odds_rows: 0, seasons },
    { revision: 2, ...at, added: 0, changed: 1, removed: 0, odds_rows: 3, seasons: of("nba") },
    { revision: 3, ...at, added: 0, changed: 1, removed: 1, odds_rows: 0, seasons: of("nfl", "nba") },
  ]);
  assert.deepEqual((await walk(api, "/v1/revisions?since=1", 1)).rows, body.data.slice(1));
  assert.deepEqual((await api.get("/v1/revisions?since=3")).body.data, []);
});

test("since later than the newest revision is 400 that names the newest", async () => {
  for (const path of ["/v1/changes", "/v1/revisions"]) {
    const answer = await api.get(`${path}?since=4`);
    assertInvalid(answer, "since", path);
    assert.match(answer.body.error.message, /newest revision, 3\b/);
  }
});

test("changes of before they were kept are refused with the revision to go on from; revisions say null of what nobody counted [A-7]", async () => {
  await using other = await openPublished([nfl]);
  await publishRecords(other, [nba]);
  // As the migration leaves the archive of an older release.
  const log = tablesOf<ReleaseTables>(other.database.kysely);
  const body = JSON.stringify({ added: null, changed: null, removed: null, odds_rows: 7, seasons: null, ends: {} });
  for (const revision of [1, 2]) {
    const row = { kept_since: revision, body };
    await log.updateTable("archive_summaries").set(row).where("revision", "=", revision).execute();
  }
  await log.updateTable("archive_changes").set({ position: null, sport_position: null }).execute();
  for (const since of [0, 1]) {
    const answer = await other.get(`/v1/changes?since=${since}`);
    assertInvalid(answer, "since", String(since));
    assert.match(answer.body.error.message, /kept from revision 2 on.*make your copy anew.*since=2/);
    const known = { "x-api-key": other.key, "if-none-match": "*" };
    assert.equal((await other.get(`/v1/changes?since=${since}`, known)).status, 400);
  }
  assert.deepEqual((await other.get("/v1/changes?since=2")).body.data, []);
  await publishRecords(other, [corrected]);
  assert.deepEqual(
    (await other.get("/v1/changes?since=2")).body.data.map((row: Change) => `${row.revision} ${row.change}`),
    ["3 changed"],
  );
  const { data } = (await other.get("/v1/revisions")).body;
  const unknown = { added: null, changed: null, removed: null, odds_rows: 7, seasons: null };
  assert.deepEqual(
    data.slice(0, 2),
    [1, 2].map((revision) => ({ revision, published_at: publishedAt, ...unknown })),
  );
  assert.deepEqual([data[2].changed, data[2].seasons], [1, [{ sport: "nfl", season: 2025 }]]);
});

test("an archive without any summary is told from its revision on", async () => {
  await using other = await openApi(league);
  const log = tablesOf<ReleaseTables>(other.database.kysely);
  await log.deleteFrom("archive_summaries").execute();
  const { revision } = other.shelf.current;
  assertInvalid(await other.get("/v1/changes?since=0"), "since", "0");
  const { status, body } = await other.get(`/v1/changes?since=${revision}`);
  assert.deepEqual([status, body.data, body.meta.revision], [200, [], revision]);
});

test("nothing published yet is revision 0, and a copy of it is up to date", async () => {
  await using other = await openApi();
  const { body } = await other.get("/v1/changes?since=0");
  assert.deepEqual([body.data, body.next_cursor, body.meta.revision], [[], null, 0]);
  assert.match(body.meta.archive, /^[0-9a-f-]{36}$/);
  assertInvalid(await other.get("/v1/changes?since=1"), "since", "1");
});

test("a copy of another archive is refused by its archive, also where the revision fits, and a cursor of it too", async () => {
  await using other = await openPublished([nfl]);
  await publishRecords(other, [nba]);
  const before = (await other.get("/v1/changes?since=0&limit=1")).body;
  const { archive } = before.meta;
  assert.equal((await other.get(`/v1/changes?since=1&archive=${archive}`)).status, 200);
  await renewArchiveId(other.database);
  // The server still has the old archive in memory, and the database has another.
  const between = await other.get("/v1/changes?since=1");
  assert.deepEqual([between.status, between.body.error.code], [503, "unavailable"]);
  await publishRecords(other, [{ ...nfl, referee: "B. Umpire" }]);
  assertInvalid(await other.get(`/v1/changes?since=1&archive=${archive}`), "archive", "archive");
  assertInvalid(await other.get(`/v1/changes?since=0&cursor=${before.next_cursor}`), "cursor", "cursor");
});
