/** What is shared of a set: its link says how many were looked at, and its card says what everybody may see. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { TrendRow } from "../../src/contract/lists/trends.ts";
import { inventedSetWords } from "../../src/web/invented.ts";
import { drawSetCard } from "../../src/web/share/card.ts";
import { apiUrl, askApp, closedAfterAll, openApi, send } from "../support/api.ts";
import { Page } from "../support/document.ts";
import { readPng } from "../support/png.ts";
import { openSampleApi } from "../support/sample.ts";

const api = closedAfterAll(await openSampleApi());

const get = (url: string, headers: Record<string, string> = {}) => send(api.app, "GET", url, headers);
const set = "sport=nfl&bet_type=spread&selection=away&role=underdog";

async function trendOf(query: string): Promise<TrendRow> {
  const { status, body } = await get(`/v1/trends?${query}`, { authorization: `Bearer ${api.key}` });
  assert.equal(status, 200, query);
  return body.data[0];
}

const linkIn = (page: Page) => page.attribute("href", "[data-share]");

test("the Share link carries how many sets were looked at, and page, card and verdict allow for that", async () => {
  const alone = await get(`/?${set}`);
  assert.equal(linkIn(alone.page), `/?${set}`, "the first set needs no count");
  const many = await get(`/?${set}&nth=40`);
  assert.equal(many.status, 200);
  assert.equal(many.page.attribute("data-tries"), "40");
  assert.equal(linkIn(many.page), `/?${set}&nth=40`);
  assert.match(many.page.text(".tries"), /40th set that the person who shared it had looked at/);
  const row = await trendOf(`${many.page.attribute("data-query")}&tries=40`);
  assert.ok((row.p_adjusted ?? 0) > (row.p_value ?? 1) || row.p_value === 1);
  // Whoever has looked at more has their own count, and their link carries it.
  const cookie = "gradeline_visit=50.abcdef";
  const own = await get(`/?${set}&nth=40`, { cookie });
  assert.equal(own.page.attribute("data-tries"), "51");
  assert.equal(linkIn(own.page), `/?${set}&nth=51`);
  assert.match(own.page.text(".tries"), /51st set you look at/);
  const sorted = many.page.links(".games thead");
  assert.equal(sorted.length, 5);
  for (const link of sorted) assert.match(link, /&nth=40$/, "the count stays while the games are sorted");
});

test("every page that shows a set has its card, and absolute addresses; search engines list the set without the count", async () => {
  for (const [path, shared, canonical] of [
    [`/?${set}&nth=7`, `${set}&nth=7`, `/?${set}`],
    [`/?${set}&sort=-units&page=2`, set, `/?${set}&sort=-units&page=2`],
    ["/?sport=nhl", "sport=nhl", "/?sport=nhl"],
  ] as const) {
    const { page } = await get(path);
    assert.equal(page.meta("og:image"), `${apiUrl}/card.png?${shared}`);
    assert.deepEqual([page.meta("og:image:width"), page.meta("og:image:height")], ["1200", "630"]);
    assert.equal(page.meta("og:url"), apiUrl + path);
    assert.equal(page.attribute("href", "[rel=canonical]"), apiUrl + canonical);
    assert.equal(page.meta("twitter:card"), "summary_large_image");
    assert.match(page.meta("og:title"), /^Invented: N[FH]L · /);
    assert.ok(page.meta("og:description").startsWith(inventedSetWords));
    assert.equal((await get(`/card.png?${shared}`)).status, 200);
  }
  // The landing page shows a set too, and a mistake none.
  assert.ok((await get("/")).page.meta("og:image").startsWith(`${apiUrl}/card.png?sport`));
  assert.equal((await get("/?sport=nfl&on=Cowbys")).page.meta("og:image"), "");
});

test("the card says name, record, interval, verdict, count and that the games are invented, in colours of its own", () => {
  const verdict = {
    pill: "No evidence",
    look: "",
    meaning: "Chance gives such a record often.",
    chance: null,
  } as const;
  const said = {
    record: "61–52–3",
    won: "53.98% won, 95% interval 44.8% to 62.9%",
    count: "of 116 bets, the 12th set looked at",
    invented: inventedSetWords,
  };
  const point = (bets: number, units: number) => ({ bets, date: "2025-09-07", units, low: -9, high: 9 });
  const parts = ["NFL", "away teams", "underdogs", "spread", "2026 season"];
  const svg = drawSetCard({ ...said, parts, verdict, units: [point(60, 2.5), point(116, 4.1)] });
  const texts = new Page(`<!doctype html><body>${svg}</body>`).texts("svg text");
  const { won, ...whole } = said;
  for (const words of [...Object.values(whole), ...won.split(", "), verdict.pill, verdict.meaning, "Gradeline"]) {
    assert.ok(texts.includes(words), `${words} is not in ${texts.join(" | ")}`);
  }
  assert.ok(texts.join(" ").includes("NFL · away teams · underdogs · spread ·"));
  assert.match(svg, /<g [^>]*stroke="#0072b2" fill="none"><path d="M/, "the line of units");
  assert.doesNotMatch(svg, /var\(|currentColor|NaN|undefined/);
});

test("the card is a PNG of 1200 by 630 for whoever asks, made once for every spelling of a set", async () => {
  const url = `/card.png?${set}`;
  const first = await askApp(api.app, { method: "GET", url });
  assert.equal(first.headers["content-type"], "image/png");
  const { width, height, colours } = readPng(first.rawPayload);
  assert.deepEqual([width, height], [1200, 630]);
  assert.ok(colours > 20);
  assert.equal(first.headers["set-cookie"], undefined);
  assert.match(String(first.headers["cache-control"]), /^public/);
  // Other sites show it, also those that isolate themselves.
  assert.equal(first.headers["cross-origin-resource-policy"], "cross-origin");
  for (const [sent, to] of [
    [`${set}&sort=units&page=3`, set],
    ["sport=NFL&team=cowboys&utm_source=x", "sport=nfl&team=DAL"],
  ] as const) {
    const { status, headers } = await get(`/card.png?${sent}`);
    assert.deepEqual([status, headers.location], [303, `/card.png?${to}`]);
  }
});

test("the card shows what everybody may see, whoever asks", async () => {
  assert.equal((await get("/card.png?sport=nfl&season=2022")).status, 403);
  assert.equal((await get("/card.png?sport=nfl&on=Cowbys")).status, 400);
  assert.equal((await get("/card.png")).status, 400, "a set is asked for");
  await using closed = await openSampleApi({ EXPLORE_SEASONS: "none" });
  assert.equal((await send(closed.app, "GET", `/card.png?${set}`)).status, 403);
  await using empty = await openApi();
  assert.equal((await send(empty.app, "GET", "/card.png?sport=nfl")).status, 200);
});

test("games held back are on no card, and a kept link that was changed has none", async () => {
  const [[newest = ""] = []] = (await get(`/?${set}`)).page.table("The games");
  const whole = await get(`/card.png?${set}`);
  const before = await get(`/card.png?${set}&split=${newest}`);
  assert.equal(before.status, 200);
  assert.notEqual(before.headers.etag, whole.headers.etag);
  const asked = await get(`/card.png?${set}&split=${newest}&look=1`);
  assert.equal(asked.headers.location, `/card.png?${set}&split=${newest}`);
  assert.equal((await get(`/card.png?${set}&split=${newest}&kept=${"a".repeat(22)}`)).status, 400);
});
