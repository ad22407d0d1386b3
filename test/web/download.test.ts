/** Downloads of somebody who is signed in: the rows of the API, on the requests of their own key, and nobody else's. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { get as httpGet } from "node:http";
import { fastify } from "fastify";
import { afterAll, test } from "vitest";
import { type AccountChanges, readAccount, setAccount } from "../../src/access/accounts.ts";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { type DownloadSite, downloads } from "../../src/web/download/routes.ts";
import { registerSitePages } from "../../src/web/frame/recipe.ts";
import { plenty, sessionCookie } from "../support/access.ts";
import { send, type TestApi } from "../support/api.ts";
import { pageSite } from "../support/page-site.ts";
import { openSampleApi } from "../support/sample.ts";
import { until } from "../support/until.ts";

const settings = { MANAGE_URL: "http://127.0.0.1:8080/manage" };
const many = "sport=nfl&season=2026&book=all";

const api = await openSampleApi(settings);
afterAll(() => api[Symbol.asyncDispose]());

let accounts = 0;

/** Somebody with an account and a key, who is signed in. */
async function member(at: TestApi, changes: AccountChanges = {}) {
  const email = `member-${++accounts}@example.com`;
  const { key } = await createKey(at.access, { email, plan: "standard", ...changes, now: new Date() });
  const cookie = await sessionCookie(at.signIn, email);
  return {
    email,
    key,
    cookie,
    get: (url: string, headers: Record<string, string> = {}) => send(at.app, "GET", url, { cookie, ...headers }),
    async used() {
      await at.gate.settle();
      return (await readAccount(at.access, email, new Date()))?.requestsUsed;
    },
  };
}

/** All pages of a list of the API as CSV, below one header line. */
async function pagesOf(
  path: string,
): Promise<{ readonly text: string; readonly rows: number; readonly pages: number }> {
  let text = "";
  let pages = 0;
  for (let cursor: string | undefined = ""; cursor !== undefined; pages++) {
    const url: string = `${path}&format=csv&limit=1000${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const page = await send(api.app, "GET", url, { authorization: `Bearer ${api.key}` });
    assert.equal(page.status, 200, url);
    text += pages === 0 ? page.text : page.text.slice(page.text.indexOf("\r\n") + 2);
    cursor = page.headers["x-next-cursor"];
  }
  return { text, pages, rows: text.split("\r\n").length - 2 };
}

test("a download has the rows of the API below one header line, and its headers say what it is", async () => {
  const one = await member(api, plenty);
  for (const [list, query] of [
    ["bets", many],
    ["bets", "sport=nfl&season=2026&bet_type=spread&selection=home&price_at=60"],
    ["bets", "sport=nfl&season=2026&min_line=900"],
    ["trends", "sport=nfl&bet_type=spread&group_by=team&tries=7"],
    ["trends", "sport=nba&on=BOS&split=2026-01-01&tries=3"],
  ] as const) {
    const { text, headers, status } = await one.get(`/download/${list}.csv?${query}`);
    assert.equal(status, 200, text.slice(0, 300));
    const expected = await pagesOf(`/v1/${list}?${query}`);
    assert.ok(query !== many || expected.pages > 2, "several pages");
    assert.equal(text, expected.text, query);
    const ofApi = await send(api.app, "GET", `/v1/${list}?${query}&format=csv`, {
      authorization: `Bearer ${api.key}`,
    });
    for (const name of ["content-type", "content-disposition"]) assert.equal(headers[name], ofApi.headers[name]);
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["x-dataset"], "sample");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["access-control-allow-origin"], undefined);
  }
});

test("a request is charged for each 1,000 rows; what is refused or did not go out takes nothing", async () => {
  const one = await member(api);
  const { rows } = await pagesOf(`/v1/bets?${many}`);
  const cost = Math.ceil(rows / 1000);
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

test("each refusal is a page in words, and takes nothing", async () => {
  const small = "sport=nfl&season=2026&bet_type=spread";
  const nobody = await send(api.app, "GET", `/download/bets.csv?${small}`);
  assert.equal(nobody.status, 401);
  assert.match(nobody.text, /Sign in to download.*href="http:\/\/127\.0\.0\.1:8080\/manage"/s);

  const revoked = await member(api);
  await revokeKey(api.access, { prefix: revoked.key, now: new Date() });
  const without = await revoked.get(`/download/bets.csv?${small}`);
  assert.equal(without.status, 403);
  assert.match(without.text, /Make a key first/);
  // A newer key pays where an older one is revoked.
  await createKey(api.access, { email: revoked.email, now: new Date() });
  assert.equal((await revoked.get(`/download/bets.csv?${small}`)).status, 200);

  for (const [changes, url, status, words] of [
    [{ standing: "trial_ended" }, small, 403, /The trial has ended/],
    [{ standing: "past_due" }, small, 403, /The subscription is past due/],
    [{ standing: "canceled" }, small, 403, /The subscription was canceled/],
    [{ requestsPerMinute: 2 }, many, 403, /takes \d+ requests, and your plan allows 2 in a minute/],
    [{}, "sport=nfl", 400, /At least one of season/],
    [{}, `${small}&team=Cowbys`, 400, /did you mean DAL/],
    [{}, `${small}&limit=5`, 400, /limit is of pages of the API/i],
    [{}, `${small}&format=json`, 400, /format is of pages of the API/i],
  ] as const) {
    const one = await member(api, changes);
    const refused = await one.get(`/download/bets.csv?${url}`);
    assert.deepEqual([refused.status, refused.headers["cache-control"]], [status, "no-store"], url);
    assert.match(refused.text, words);
    assert.equal(await one.used(), 0, String(words));
  }
});

test("no other site can spend somebody's requests, looking at the head costs nothing, and the limit of a minute says when to come back", async () => {
  const one = await member(api, { requestsPerMinute: 2 });
  const url = "/download/bets.csv?sport=nfl&season=2026&bet_type=spread";
  for (const site of ["cross-site", "same-site"]) {
    const { status, text } = await one.get(url, { "sec-fetch-site": site });
    assert.equal(status, 403);
    assert.match(text, /Begin the download here/);
  }
  assert.equal((await send(api.app, "HEAD", url, { cookie: one.cookie })).status, 200);
  assert.equal((await send(api.app, "POST", url, { cookie: one.cookie })).status, 405);
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
  let taken = 0;
  let isAway = false;
  const app = fastify();
  const own: DownloadSite = {
    ...pageSite(),
    shelf: { current: snapshot, computing },
    payingKeyOf: async () => (isAway ? { kind: "away" } : { kind: "key", keyId: "k" }),
    gate: {
      async admitById() {
        const admission = await api.gate.admit({ authorization: `Bearer ${api.key}`, apiKey: undefined, address: "x" });
        if (!admission.ok) throw new Error(admission.message);
        taken++;
        return {
          ...admission,
          giveBack() {
            taken--;
            return admission.giveBack();
          },
        };
      },
    },
  };
  registerSitePages(app, own, downloads);
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const answer = await fetch(`${url}/download/bets.csv?${many}`);
  await assert.rejects(answer.text(), "the file is not taken for whole");
  await until(() => taken === 0, "all is given back");
  // More rows than a download may have are refused before anything is taken.
  [scans, times] = [0, 4];
  const long = await fetch(`${url}/download/bets.csv?${many}`);
  assert.deepEqual([long.status, taken], [400, 0]);
  assert.match(await long.text(), /more than 50,000 bets.*\/docs\/files/s);
  isAway = true;
  const away = await fetch(`${url}/download/bets.csv?${many}`);
  assert.deepEqual([away.status, away.headers.get("retry-after")], [503, "5"]);
  await app.close();
});

test("the cost stands on the link, which works; without an account the link says that it needs one", async () => {
  const one = await member(api, plenty);
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
