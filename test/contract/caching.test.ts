/** Caching [D-34 to D-36]; lists.test.ts holds that who has an answer gets 304, and that another question of a list, another format and another page have tags of their own; headers.test.ts has errors. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { closedAfterAll, openApi, type TestApi } from "../support/api.ts";
import { type GameSketch, publishGames } from "../support/archive.ts";
import { league } from "../support/league.ts";
import { publishedLeague, publishedValues } from "../support/published.ts";
import { writeReleaseOf } from "../support/release-by-hand.ts";

const api = closedAfterAll(await openApi(league));

const game = "/v1/games/NBA-20240110-BOS-LAL";
const endpoints = [
  "/v1/sports",
  "/v1/teams?sport=nfl",
  "/v1/seasons?sport=nfl",
  "/v1/games?sport=nfl&season=2024",
  game,
  "/v1/odds?sport=nfl&season=2024",
  "/v1/books",
  "/v1/coverage?sport=nfl",
];
const everyUrl = [...endpoints, "/v1/games?sport=nfl&format=csv", "/v1/odds?sport=nba&team=BOS&format=csv"];

const get = (from: TestApi, url: string, headers: Record<string, string> = {}) =>
  from.get(url, { authorization: `Bearer ${from.key}`, ...headers });

async function etagOf(url: string, from: TestApi = api, headers: Record<string, string> = {}): Promise<string> {
  const answer = await get(from, url, headers);
  assert.equal(answer.status, 200, `${url}: ${answer.text}`);
  return answer.headers.etag ?? "";
}

async function maxAgeOf(url: string, from: TestApi = api): Promise<number> {
  const text = (await get(from, url)).headers["cache-control"] ?? "";
  const [, seconds] = /^public, max-age=(\d+)$/.exec(text) ?? assert.fail(`${url}: "${text}"`);
  return Number(seconds);
}

test("If-None-Match takes lists, * and weak comparison; bad syntax is ignored [D-34]", async () => {
  const etag = await etagOf(endpoints[3] as string);
  const strong = etag.slice(2);
  const cases: [ifNoneMatch: string, status: number][] = [
    [etag, 304],
    [strong, 304],
    ["*", 304],
    [` ${etag} `, 304],
    [`"a", W/"b",${etag}`, 304],
    [`, ,"", ${strong},`, 304],
    [`"a,b", ${etag}`, 304],
    ['"other"', 200],
    [`W/"${strong[1] === "x" ? "y" : "x"}${strong.slice(2)}`, 200],
    [strong.slice(1, -1), 200],
    [`w/${strong}`, 200],
    [`${etag} ${etag}`, 200],
    [`${etag}, broken`, 200],
    [`${etag}, "open`, 200],
    [`*, ${etag}`, 200],
    ["", 200],
    ['"', 200],
  ];
  for (const [ifNoneMatch, status] of cases) {
    const answer = await get(api, endpoints[3] as string, { "if-none-match": ifNoneMatch });
    assert.equal(answer.status, status, ifNoneMatch);
  }
});

test("the ETag is the same for the same question in other words, again, and with another key, and another one in another archive [D-34]", async () => {
  const plain = "/v1/odds?sport=nfl&season=2024&team=KC&book=1,2";
  const etag = await etagOf(plain);
  for (const url of [plain, "/v1/odds?book=fanduel,DraftKings,1&team=kc&limit=100&format=json&season=2024&sport=nfl"]) {
    assert.equal(await etagOf(url), etag);
  }
  const { body: whole } = await api.get(plain);
  const { body: first } = await api.get(`${plain}&limit=2`);
  const { body: rest } = await api.get(`/v1/odds?season=2024&book=2,1,2&team=Kc&sport=nfl&cursor=${first.next_cursor}`);
  assert.deepEqual([...first.data, ...rest.data], whole.data, "a cursor too knows it again [D-28]");
  const { key } = await createKey(api.access, {
    email: "other@example.com",
    plan: "standard",
    requestsPerMinute: 120,
    requestsPerMonth: 100_000,
    now: new Date(),
  });
  await using other = await openApi(league);
  for (const url of everyUrl) {
    const mine = await etagOf(url);
    assert.equal((await api.get(url, { "x-api-key": key })).headers.etag, mine, url);
    assert.notEqual(await etagOf(url, other), mine, "another archive");
  }
});

test("a publish that changes one season keeps the ETags of the others, and changes its own", async () => {
  await using live = await openApi(league);
  const kept = [
    "/v1/games?sport=nfl&season=2023",
    "/v1/odds?sport=nfl&from=2023-09-01&to=2024-03-01&format=csv",
    "/v1/games?sport=nfl&to=2024-05-31",
    "/v1/games?sport=nba",
    "/v1/games?sport=nfl&season=2019",
    "/v1/teams?sport=nfl",
    "/v1/seasons?sport=nba",
    game,
    "/v1/odds?sport=nfl&game_id=NFL-20231105-NYG-PHI",
  ];
  const changed = [
    "/v1/games?sport=nfl&season=2024",
    "/v1/odds?sport=nfl&season=2024&format=csv",
    "/v1/games?sport=nfl",
    // It is not there yet.
    "/v1/games?sport=nfl&season=2025",
    "/v1/odds?sport=nfl&team=KC",
    "/v1/games?sport=nfl&from=2023-09-01",
    "/v1/games?sport=nfl&to=2024-06-01",
    "/v1/odds?sport=nfl&game_id=NFL-20241105-NYG-PHI",
    "/v1/seasons?sport=nfl",
    "/v1/sports",
  ];
  const tagsOf = (urls: readonly string[]) => Promise.all(urls.map((url) => etagOf(url, live)));
  const [keptBefore, changedBefore] = [await tagsOf(kept), await tagsOf(changed)];
  const season = league.filter((each) => each.sport === "nfl" && each.season === 2024);
  const extra: GameSketch = { ...(season[0] as GameSketch), start: "2024-12-24T18:00:00.000Z" };
  await publishGames(live.database, [...season, extra]);
  await publishGames(live.database, [{ ...extra, season: 2025, start: "2025-09-05T00:20:00.000Z" }]);
  await live.shelf.refresh();
  assert.deepEqual(await tagsOf(kept), keptBefore);
  for (const [index, etag] of (await tagsOf(changed)).entries()) {
    assert.notEqual(etag, changedBefore[index], changed[index] ?? "");
  }
});

test("[D-36] max-age is 86400 when every season that the request can match is published, otherwise 900", async () => {
  await using live = await openApi(league);
  const day = 86_400;
  const soon = 900;
  const check = async (cases: readonly (readonly [url: string, seconds: number])[]) => {
    for (const [url, seconds] of cases) assert.equal(await maxAgeOf(url, live), seconds, url);
  };
  await check([
    ["/v1/games?sport=nfl&season=2024", day],
    ["/v1/odds?sport=nfl&season=2023&format=csv", day],
    ["/v1/games?sport=nfl&to=2024-02-28", day],
    ["/v1/games?sport=nfl&from=2023-11-01&to=2025-05-31", day],
    ["/v1/odds?sport=nfl&game_id=NFL-20241105-NYG-PHI", day],
    ["/v1/games?sport=nba&to=2024-07-31", day],
    [game, day],
    // What the request can match may yet come into being.
    ["/v1/games?sport=nfl", soon],
    ["/v1/odds?sport=nfl&team=KC", soon],
    ["/v1/games?sport=nfl&from=2023-01-01", soon],
    ["/v1/games?sport=nfl&to=2025-06-01", soon],
    ["/v1/games?sport=nba&to=2024-08-01", soon],
    ["/v1/games?sport=nfl&season=2025", soon],
    ["/v1/games?sport=nfl&season=1999", soon],
    ["/v1/games?sport=nhl&season=2024", soon],
    ["/v1/odds?sport=nfl&game_id=NFL-20251105-NYG-PHI", soon],
    ["/v1/odds?sport=nfl&game_id=NBA-20240110-BOS-LAL", soon],
    ["/v1/sports", soon],
    ["/v1/seasons?sport=nfl", soon],
    ["/v1/teams?sport=nfl", soon],
    ["/v1/coverage?sport=nfl&season=2024", day],
    ["/v1/coverage?sport=nfl", soon],
    ["/v1/coverage?season=2024", soon],
    ["/v1/books", soon],
  ]);
  const ofSport = await publishedLeague(live.database, "nfl");
  const seasons = ofSport.seasons.map((each) =>
    each.row.season === 2023 ? { ...each, row: { ...each.row, status: "in_progress" as const } } : each,
  );
  const games = (await publishedValues(live.database)).filter(
    ({ facts }) => facts.sport === "nfl" && facts.season === 2023,
  );
  const season = { sport: "nfl", season: 2023, games } as const;
  await writeReleaseOf(live.database, [season], [{ ...ofSport, seasons }], { revision: 2 });
  await live.shelf.refresh();
  await check([
    ["/v1/games?sport=nfl&season=2023", soon],
    ["/v1/games?sport=nfl&to=2025-05-31", soon],
    ["/v1/games/NFL-20231105-NYG-PHI", soon],
    ["/v1/games?sport=nfl&from=2024-06-01&to=2025-05-31", day],
    ["/v1/games?sport=nfl&season=2024", day],
  ]);
});
