/** Downloads of somebody who is signed in: the rows of the API, on the requests of their own key, and nobody else's. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { get as httpGet } from "node:http";
import { fastify } from "fastify";
import { test } from "vitest";
import { type AccountChanges, readAccount, setAccount } from "../../src/access/accounts.ts";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { type DownloadSite, downloads } from "../../src/web/download/routes.ts";
import { registerSitePages } from "../../src/web/frame/recipe.ts";
import { plenty, sessionCookie } from "../support/access.ts";
import { type Answer, closedAfterAll, send } from "../support/api.ts";
import { pageSite } from "../support/page-site.ts";
import { openSampleApi } from "../support/sample.ts";
import { until } from "../support/until.ts";

const many = "sport=nfl&season=2026&book=all";

const api = closedAfterAll(await openSampleApi({ MANAGE_URL: "http://127.0.0.1:8080/manage" }));

let accounts = 0;

/** Somebody with an account and a key, who is signed in. */
async function member(changes: AccountChanges = {}) {
  const email = `member-${++accounts}@example.com`;
  const { key, keyId } = await createKey(api.access, { email, plan: "standard", ...changes, now: new Date() });
  const cookie = await sessionCookie(api.signIn, email);
  return {
    email,
    key,
    keyId,
    cookie,
    get: (url: string, headers: Record<string, string> = {}) => send(api.app, "GET", url, { cookie, ...headers }),
    async used() {
      await api.gate.settle();
      return (await readAccount(api.access, email, new Date()))?.requestsUsed;
    },
  };
}

const ofApi = (path: string) => send(api.app, "GET", path, { authorization: `Bearer ${api.key}` });

/** All pages of a list of the API as CSV, below one header line. */
async function pagesOf(path: string): Promise<readonly string[]> {
  const pages: string[] = [];
  for (let more: string | undefined = ""; more !== undefined; ) {
    const { status, text, headers }: Answer = await ofApi(`${path}&format=csv&limit=1000${more}`);
    assert.equal(status, 200, path);
    pages.push(pages.length === 0 ? text : text.slice(text.indexOf("\r\n") + 2));
    more = headers["x-next-cursor"] && `&cursor=${headers["x-next-cursor"]}`;
  }
  return pages;
}

test.for([
  ["bets", many],
  ["bets", "sport=nfl&season=2026&bet_type=spread&selection=home&price_at=60"],
  ["bets", "sport=nfl&season=2026&min_line=900"],
  ["trends", "sport=nfl&bet_type=spread&group_by=team&tries=7"],
  ["trends", "sport=nba&on=BOS&split=2026-01-01&tries=3"],
])(
  "a download of %s with %s has the rows of the API below one header line, and its headers say what it is",
  async ([list, query]) => {
    const { text, headers, status } = await (await member(plenty)).get(`/download/${list}.csv?${query}`);
    assert.equal(status, 200, text.slice(0, 300));
    const pages = await pagesOf(`/v1/${list}?${query}`);
    assert.ok(query !== many || pages.length > 2, "several pages");
    assert.equal(text, pages.join(""));
    const { headers: ofPage } = await ofApi(`/v1/${list}?${query}&format=csv`);
    for (const name of ["content-type", "content-disposition"]) assert.equal(headers[name], ofPage[name]);
    const told = ["cache-control", "x-dataset", "x-content-type-options", "access-control-allow-origin"];
    assert.deepEqual(
      told.map((name) => headers[name]),
      ["no-store", "sample", "nosniff", undefined],
    );
  },
);

test("a request is charged for each 1,000 rows; what is refused or did not go out takes nothing", async () => {
  const one = await member();
  const cost = (await pagesOf(`/v1/bets?${many}`)).length;
  assert.ok(cost > 2);
  await one.get(`/download/bets.csv?${many}`);
  assert.equal(await one.used(), cost);
  await one.get("/download/bets.csv?sport=nfl&season=2026&min_line=900");
  await one.get("/download/trends.csv?sport=nfl&group_by=season");
  assert.equal(await one.used(), cost + 2, "an answer without rows is a request, as at the API");
  // The quota ends in the middle of what the download takes.
  await setAccount(api.access, one.email, { requestsPerMonth: 2 * cost + 1 }, new Date());
  const refused = await one.get(`/download/bets.csv?${many}`);
  assert.deepEqual([refused.status, Number(refused.headers["retry-after"]) > 0], [429, true]);
  assert.equal(refused.headers["content-disposition"], undefined);
  assert.match(refused.text, /Your requests are used up.*The quota of/s);
  assert.equal(await one.used(), cost + 2);
  await setAccount(api.access, one.email, { requestsPerMonth: null }, new Date());
  const leaving = httpGet(`${await api.listen()}/download/bets.csv?${many}`, { headers: { cookie: one.cookie } });
  const [answer] = await once(leaving, "response");
  assert.equal(answer.statusCode, 200);
  answer.destroy();
  await until(async () => Number(await one.used()) < 2 * cost + 2, "who has left pays for what went out alone");
});

const small = "sport=nfl&season=2026&bet_type=spread";

test.for<readonly [number, RegExp, query: string, AccountChanges, headers?: Record<string, string>]>([
  [401, /Sign in to download.*href="http:\/\/127\.0\.0\.1:8080\/manage"/s, small, {}, { cookie: "" }],
  [403, /The trial has ended/, small, { standing: "trial_ended" }],
  [403, /The subscription is past due/, small, { standing: "past_due" }],
  [403, /The subscription was canceled/, small, { standing: "canceled" }],
  [403, /takes \d+ requests, and your plan allows 2 in a minute/, many, { requestsPerMinute: 2 }],
  [400, /At least one of season/, "sport=nfl", {}],
  [400, /did you mean DAL/, `${small}&team=Cowbys`, {}],
  [400, /limit is of pages of the API/i, `${small}&limit=5`, {}],
  [400, /format is of pages of the API/i, `${small}&format=json`, {}],
])("%i %s is told by a page, and takes nothing", async ([status, words, query, changes, headers]) => {
  const one = await member(changes);
  const refused = await one.get(`/download/bets.csv?${query}`, headers);
  assert.deepEqual([refused.status, refused.headers["cache-control"]], [status, "no-store"]);
  assert.match(refused.text, words);
  assert.equal(await one.used(), 0);
});

test("no other site can spend somebody's requests", async () => {
  const one = await member();
  for (const site of ["cross-site", "same-site"]) {
    const { status, page } = await one.get(`/download/bets.csv?${small}`, { "sec-fetch-site": site });
    assert.deepEqual([status, page.text("h1")], [403, "Begin the download here"]);
  }
  assert.equal(await one.used(), 0);
});

test("whose key is revoked is told to make one, and a newer key pays", async () => {
  const one = await member();
  await revokeKey(api.access, { prefix: one.key, now: new Date() });
  const without = await one.get(`/download/bets.csv?${small}`);
  assert.deepEqual([without.status, without.page.text("h1")], [403, "Make a key first"]);
  await createKey(api.access, { email: one.email, now: new Date() });
  assert.equal((await one.get(`/download/bets.csv?${small}`)).status, 200);
});

test("looking at the head costs nothing, and the limit of a minute says when to come back", async () => {
  const one = await member({ requestsPerMinute: 2 });
  const url = `/download/bets.csv?${small}`;
  assert.equal((await send(api.app, "HEAD", url, { cookie: one.cookie })).status, 200);
  assert.equal(await one.used(), 0);
  for (const site of ["same-origin", "none"])
    assert.equal((await one.get(url, { "sec-fetch-site": site })).status, 200);
  const { status, headers, text } = await one.get(url);
  assert.deepEqual([status, Number(headers["retry-after"]) > 0], [429, true]);
  assert.match(text, /That was too fast.*More than 2 requests in a minute/s);
  assert.equal(await one.used(), 2);
});

test("a download that fails on the way is given back, and nothing is taken for too many rows or while keys cannot be checked", async () => {
  const { current, computing } = api.shelf;
  let scans = 0;
  let times = 1;
  const nfl = current.sports.nfl;
  const spans = Object.assign([...nfl.spans], {
    *[Symbol.iterator]() {
      // The first scan counts, the second makes a page, and the third fails.
      if (++scans > 2) throw new Error("a page fails");
      for (let time = 0; time < times; time++) yield* nfl.spans;
    },
  });
  const snapshot = { ...current, sports: { ...current.sports, nfl: { ...nfl, spans } } };
  let isAway = false;
  const one = await member(plenty);
  const { keyId } = one;
  const app = fastify();
  const own: DownloadSite = {
    ...pageSite(),
    shelf: { current: snapshot, computing },
    payingKeyOf: async () => (isAway ? { kind: "away" } : { kind: "key", keyId }),
    gate: api.gate,
  };
  registerSitePages(app, own, downloads);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const answer = await fetch(`${url}/download/bets.csv?${many}`);
  await assert.rejects(answer.text(), "the file is not taken for whole");
  await until(async () => (await one.used()) === 0, "all is given back");
  // More rows than a download may have are refused before anything is taken.
  [scans, times] = [0, 4];
  const long = await fetch(`${url}/download/bets.csv?${many}`);
  assert.deepEqual([long.status, await one.used()], [400, 0]);
  assert.match(await long.text(), /more than 50,000 bets.*\/docs\/files/s);
  isAway = true;
  const away = await fetch(`${url}/download/bets.csv?${many}`);
  assert.deepEqual([away.status, away.headers.get("retry-after")], [503, "5"]);
  await app.close();
});

test("the cost stands on the link, which works; without an account the link says that it needs one", async () => {
  const one = await member(plenty);
  const { page } = await one.get("/?sport=nfl&bet_type=spread&selection=home");
  assert.equal(page.text("[href^='/download/bets']"), "Download as CSV (1 request)");
  const file = await one.get(page.attribute("href", "[href^='/download/bets']"));
  assert.equal(file.status, 200);
  const [, bets = ""] = /, ([\d,]+) bets/.exec(page.text(".record")) ?? [];
  assert.equal(file.text.split("\r\n").length - 2, Number(bets.replace(",", "")));
  assert.equal((await one.get(page.attribute("href", "[href^='/download/trends']"))).status, 200);
  const { page: open } = await send(api.app, "GET", "/?sport=nfl");
  assert.ok(open.texts("a[href$='/manage']").includes("Download as CSV (needs an account)"));
  assert.deepEqual(open.texts("[href^='/download']"), []);
});
