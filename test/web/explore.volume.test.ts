// @module-tag volume
/**
 * The explorer as a visitor without a script meets it: permalinks, names of teams, errors, visits, limits and headers; and its
 * numbers, which are those that the API answers to the query which the page names.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fastify } from "fastify";
import { test, vi } from "vitest";
import type { BookRow } from "../../src/contract/lists/books.ts";
import type { Revision } from "../../src/contract/lists/changes.ts";
import type { SportRow } from "../../src/contract/lists/reference.ts";
import type { TrendRow } from "../../src/contract/lists/trends.ts";
import { sportFacts } from "../../src/domain/sports.ts";
import { Computing, TooBusy } from "../../src/query/computing.ts";
import { type SetAsked, type SummedGroup, sumsOfSet } from "../../src/query/trends/summed.ts";
import { firstSeasonsText } from "../../src/web/archive-facts.ts";
import { examples, firstSet } from "../../src/web/explore/question.ts";
import { explorer } from "../../src/web/explore/routes.ts";
import { registerSitePages } from "../../src/web/frame/recipe.ts";
import { countText, shareText, signedShareText } from "../../src/web/ui/words.ts";
import { apiUrl, closedAfterAll, send } from "../support/api.ts";
import type { Page } from "../support/document.ts";
import { oneOf, randomOf } from "../support/grade/made-bets.ts";
import { pageSite } from "../support/page-site.ts";
import { openSampleApi } from "../support/sample.ts";
import { isLongRun, seed, share } from "../support/volume.ts";
import { openBrowser } from "./manage-site.ts";

const api = closedAfterAll(await openSampleApi());

const get = (url: string, headers: Record<string, string> = {}) => send(api.app, "GET", url, headers);
const nfl = "sport=nfl&bet_type=spread";
const cowboys = `/?${nfl}&selection=home&on=DAL`;

/** Rows of the API, as callers get them. */
const rowsOf = async <Row>(path: string): Promise<readonly Row[]> => (await api.get(`/v1${path}`)).body.data;
const trendsOf = (query: string) => rowsOf<TrendRow>(`/trends?${query}`);

const recordIn = (page: Page) => page.text(".record-numbers");
const queryIn = (page: Page) => page.attribute("data-query");
const recordOf = ({ won, lost, push }: TrendRow) => `${won}–${lost}–${push}`;

const visitor = () => openBrowser(api.app, "", "");

test("the README's picture is of the page as it is: otherwise run npm run screenshots", async () => {
  const { page } = await get("/");
  const pictured = readFileSync(new URL("../../docs/images/explore.txt", import.meta.url), "utf8");
  assert.equal(pictured.trim(), `${page.text("header.top")} ${page.text("h1")}`);
});

test("the landing page shows a sentence with its answer, three pictures with tables, and the games", async () => {
  const { status, page } = await get("/");
  assert.equal(status, 200);
  assert.equal(queryIn(page), `${firstSet}&season=2026`);
  assert.equal(page.attribute("value", "[name=sport] option[selected]"), "nfl");
  assert.match(recordIn(page), /^\d+–\d+–\d+$/);
  assert.match(page.text(".verdict"), /Chance alone gives a record this good or bad in/);
  assert.equal(page.texts("figure.picture > svg").length, 3);
  assert.equal(page.texts("figure.picture > details table").length, 3);
  assert.match(page.links(".games tbody")[0] ?? "", /^\/games\/NFL-2026\d{4}-[A-Z]+-[A-Z]+$/);
});

test("the landing page says whose lines of how many games, since when, and when they were published, as the API does", async () => {
  const { page } = await get("/");
  const intro = page.text(".intro");
  const books = (await rowsOf<BookRow>("/books")).filter(({ sports }) => sports.length > 0);
  const sports = await rowsOf<SportRow>("/sports");
  const games = sports.flatMap(({ seasons }) => seasons).reduce((sum, each) => sum + each.games, 0);
  assert.ok(books.length > 10 && games > 100);
  assert.match(intro, new RegExp(`what ${books.length} books opened at`));
  assert.equal(page.text(".facts h3"), `${books.length} books, open to close`);
  assert.match(intro, new RegExp(` ${games.toLocaleString("en-US")} games turned out`));
  for (const { sport, seasons } of sports) {
    const first = seasons.find((each) => each.games_with_closing_line > 0);
    if (first === undefined) continue;
    // A season of winter has the number of the year after its first game, and nothing has begun in a year to come.
    const year = Number(first.first_game?.slice(0, 4));
    const since = year < first.season ? `${year}–${first.season % 100}` : String(first.season);
    assert.match(intro, new RegExp(`${sportFacts[sport].label}[^.]*? since ${since}\\b(?!–)`), sport);
  }
  const [ofGames, published] = [...page.document.querySelectorAll(".intro time")].map((time) =>
    time.getAttribute("datetime"),
  );
  const newest = sports.map((each) => each.last_completed_game ?? "").sort();
  assert.equal(ofGames?.slice(0, 10), newest.at(-1));
  const revision = (await rowsOf<Revision>("/revisions")).at(-1);
  assert.equal(published, revision?.published_at);
  assert.ok(intro.includes(`(revision ${revision?.revision})`));
});

test("what is taken in of each sport begins with the season that the README and llms.txt say", async () => {
  assert.equal(firstSeasonsText, "MLB, NFL and NCAAF since 2022, NBA since 2023, NHL since 2024");
  assert.ok(readFileSync("README.md", "utf8").includes(firstSeasonsText));
  assert.ok((await get("/llms.txt")).text.includes(firstSeasonsText));
});

test("a price is offered to be looked at only where the page of accounts has one", async () => {
  const price = '.facts [href$="#price"]';
  assert.equal((await get("/")).page.attribute("href", price), "");
  await using priced = await openSampleApi({ PLAN_PRICE: "$19 a month" });
  assert.match((await send(priced.app, "GET", "/")).page.attribute("href", price), /\/keys#price$/);
});

test("the first word of a sample is no discovery in it, and that of an archive of real games is what it is", async () => {
  // Everything is unlikely but one of the examples.
  const [, sober] = examples.find(([, query]) => query.includes("max_line")) ?? assert.fail();
  const line = Number(new URLSearchParams(sober).get("max_line"));
  const computing = new Computing(async (computation, snapshot, asked) => {
    const computed = await computation.compute(snapshot, asked);
    if (computation.name !== sumsOfSet.name) return computed;
    const groups = computed as readonly SummedGroup[];
    const pValue = (asked as SetAsked).filter.maxLine === line ? 0.5 : 0.000_01;
    return groups.map((group) => ({ ...group, summary: { ...group.summary, pValue } })) as never;
  });
  for (const [isSample, first] of [
    [true, sober],
    [false, firstSet],
  ] as const) {
    const { page } = await ask("/", computing, { isSample });
    assert.equal(queryIn(page), `${first}&season=2026`);
  }
});

test("[A-14] games held back are in no number until they are asked for, and each look counts", async () => {
  const one = visitor();
  const set = `/?${nfl}&selection=home`;
  const { page } = await get(set);
  const [split = ""] = page.table("The games").at(-1) ?? assert.fail("no games");
  const rows = await trendsOf(`${queryIn(page)}&split=${split}`);
  const [before, since] = ["before", "since"].map((name) => rows.find(({ group }) => group === name));
  assert.ok(before !== undefined && since !== undefined && before.bets > 0 && since.bets > 0);
  const hidden = await one.get(`${set}&split=${split}`);
  assert.equal(recordIn(hidden.page), recordOf(before));
  assert.match(
    hidden.page.text(".held"),
    new RegExp(`^Held back: games since.* ${since.bets} bets? ha(s|ve) been graded since`),
  );
  assert.doesNotMatch(hidden.page.text(".held"), /won|\d–\d/);
  const [look = ""] = hidden.page.links(".held");
  assert.match(look, /&look=1$/);
  const shown = await one.get(look);
  assert.equal(shown.page.text(".held-record strong"), recordOf(since));
  assert.match(shown.page.text(".held"), /your first look/);
  const newest = shown.page.links(".held ul");
  assert.deepEqual(newest, page.links(".games tbody").slice(0, newest.length));
  const again = await one.get(`${set}&role=underdog&split=${split}&look=1`);
  assert.match(again.page.text(".held"), /your second look/);
  assert.equal((await get(`${set}&split=2025-02-30`)).status, 400);
});

test("[A-14] a kept link holds back what comes after its day, and one that was changed is refused", async () => {
  const [kept = ""] = (await get(`/?${nfl}&selection=home`)).page.links(".keep");
  assert.match(kept, /split=\d{4}-\d\d-\d\d&kept=[\w-]{22}$/);
  assert.match((await get(kept)).page.text(".held"), /This question was kept on \d{4}/);
  // The page is kept; its link is signed with the day on which somebody sees it.
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 24 * 60 * 60_000);
  const [nextDay = ""] = (await get(`/?${nfl}&selection=home`)).page.links(".keep");
  clock.mockRestore();
  const dayIn = (link: string) => Date.parse(/split=([\d-]+)/.exec(link)?.[1] ?? "");
  assert.equal(dayIn(nextDay) - dayIn(kept), 24 * 60 * 60_000);
  for (const [right, wrong] of [
    ["selection=home", "selection=away"],
    [/split=\d{4}/, "split=2023"],
  ] as const)
    assert.equal((await get(kept.replace(right, wrong))).status, 400, wrong);
});

/** An address; how it is answered; a part of the page with what stands there; and where the links of the answer lead. */
const answers: readonly (readonly [string, number, string, RegExp, (readonly string[])?])[] = [
  [`/?${nfl}&selection=home&result=won`, 200, ".verdict", /^No verdict.*chosen by their result/],
  // [A-12] A typed team is the team that is bet on, and games of a team have both sides.
  [`/?${nfl}&on=SF`, 200, "#result", /take the San Francisco 49ers(?!.*By construction)/],
  [`/?${nfl}&team=SF`, 200, "#result", /in games of the San Francisco 49ers.*By construction/],
  [`${cowboys}&ask=cowboys+home`, 200, ".say", /Understood: NFL · take the Dallas Cowboys · home teams · spread/],
  // A link with words that no filter has, as somebody may have shared it, says so beside its set.
  [`${cowboys}&ask=cowboys+home+purple`, 200, ".say", /Not answered: purple\. Below is NFL/],
  [
    "/?sport=nfl&ask=primetime+unders",
    400,
    "#result",
    /Not answered: “primetime” is not a filter\. Without it: ?NFL · unders · total/,
    ["/?sport=nfl&bet_type=total&selection=under"],
  ],
  [
    "/?sport=nfl&ask=new+york+home+dogs",
    400,
    "#result",
    /“new york home dogs” may mean more than one set of bets\. Choose one/,
    ["NYG", "NYJ"].map((team) => `/?${nfl}&selection=home&role=underdog&on=${team}`),
  ],
  ["/?sport=nba&ask=%3Cb%3Epurple", 400, "#result", /Not answered: “b”, “purple” are no filters/, []],
  ["/?sport=nfl&team=Cowbys", 400, "#ask-wrong[role=alert]", /did you mean DAL \(Dallas Cowboys\)\?/],
];

test.for(answers)("%s is answered with %i, and the page says why", async ([path, status, part, says, links]) => {
  const { status: answered, page, text, headers } = await get(path);
  assert.equal(answered, status);
  assert.match(page.text(part), says);
  for (const [name, value] of new URLSearchParams(path.slice(2)))
    if (name === "ask" || value === "Cowbys")
      assert.equal(page.attribute("value", `[name=${name}]`), value, "it stays");
  if (status === 200) return;
  assert.deepEqual([recordIn(page), headers["set-cookie"]], ["", undefined], "no record, and no look at anything");
  if (links !== undefined) assert.deepEqual(page.links("#result"), links);
  for (const link of links ?? []) assert.equal((await get(link)).status, 200);
  assert.doesNotMatch(text, /<b>purple/);
});

test("[A-14] a set is divided into groups that are those of the API, for a family of looks", async () => {
  for (const by of ["team", "line", "week"]) {
    const { page } = await get(`/?${nfl}&role=underdog&group_by=${by}`);
    const [, ...groups] = await trendsOf(`${queryIn(page)}&group_by=${by}&limit=1000`);
    assert.deepEqual(
      page.cells(".groups").map(([, record, , beside]) => [record, beside]),
      groups.map((group) => [
        recordOf(group),
        group.verdict === null ? "–" : group.verdict === "no evidence" ? "luck may do that" : group.verdict,
      ]),
    );
    const judged = groups.filter(({ p_value: chance }) => chance !== null).length;
    assert.match(page.text(".groups .hint"), new RegExp(`all ${judged} groups`));
  }
});

test("a form is led to the permalink, which is led nowhere and shows what was chosen", async () => {
  for (const [sent, permalink, rest] of [
    ["sport=nfl&selection=&role=&bet_type=spread&team=&min_line=+7+", "/?sport=nfl&bet_type=spread&min_line=7"],
    ["bet_type=spread&sport=NFL", "/?sport=nfl&bet_type=spread"],
    ["sport=nfl&book=consensus&season_type=all", "/?sport=nfl"],
    ["sport=nfl&utm_source=mail&fbclid=x", "/?sport=nfl"],
    ["sport=nfl&team=Cowboys", "/?sport=nfl&team=DAL"],
    ["sport=nfl&on=49ers", "/?sport=nfl&on=SF"],
    ["sport=nfl&home=dallas%20cowboys&away=oak", "/?sport=nfl&home=DAL&away=LV"],
    ["sport=ncaaf&team=Crimson+Tide", "/?sport=ncaaf&team=ALA"],
    ["sport=nfl&page=1&sort=-date&selection=", "/?sport=nfl"],
    ["sport=", "/"],
    ["ask=cowboys+home", `${cowboys}&ask=cowboys+home`],
    // The spread of another sport is its run line or puck line.
    ["sport=mlb&bet_type=spread", "/?sport=mlb&bet_type=run_line"],
    ["sport=nhl&bet_type=run_line", "/?sport=nhl&bet_type=puck_line"],
    ["sport=nba&bet_type=puck_line", "/?sport=nba&bet_type=spread"],
    // Rest is asked for by its word [A-12], and stays in days where it has none.
    ["sport=nfl&rest=bye", "/?sport=nfl&rest_min=13", "bye"],
    ["sport=nba&rest=back_to_back", "/?sport=nba&rest_max=1", "back_to_back"],
    ["sport=nfl&rest=days&rest_min=9", "/?sport=nfl&rest_min=9", "days"],
    ["sport=nfl&rest=bye&rest_min=9", "/?sport=nfl&rest_min=9", "days"],
  ] as const) {
    const { status, headers } = await get(`/?${sent}`);
    assert.deepEqual([status, headers.location], [303, permalink], sent);
    const shown = await get(permalink);
    assert.equal(shown.status, 200, permalink);
    if (rest !== undefined) assert.equal(shown.page.attribute("value", "[name=rest] option[selected]"), rest);
  }
  // Behind the last page of games is the last one.
  assert.match((await get("/?sport=nfl&page=9999")).headers.location ?? "", /^\/\?sport=nfl&page=\d{1,3}$/);
});

test("what is unknown, repeated, too long or hostile is answered with 400 and a page that repeats nothing unescaped", async () => {
  const evil = encodeURIComponent('"><script>alert(1)</script>');
  const queries = `colour=blue sport=nba team=DAL&team=KC min_line=abc month=13 from=yesterday from=2024-13-45 season=now season=2025x book=all
    page=0 page=-1 sort=score tries=1 group_by=book format=csv limit=1 __proto__=1 nth=0 nth=-1 nth=1.5 nth=10001 nth=many team=New+York
    week=${"9".repeat(300)} team=${"x".repeat(500)} x=${"y".repeat(2_500)} team=${evil} ${evil}=1 team=%ff%fe team=%00`;
  const others = ["sport=cricket", "bet_type=spread", "constructor=1&sport=nfl", `sport=${evil}`];
  for (const query of [...queries.split(/\s+/).map((each) => `sport=nfl&${each}`), ...others]) {
    const { status, text, headers } = await get(`/?${query}`);
    assert.equal(status, 400, query);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    assert.ok(!text.includes("<script>alert"), query);
    assert.doesNotMatch(text, /at file:|node:internal|SELECT /);
    assert.match(text, /class="card instead"/);
    assert.equal(headers["set-cookie"], undefined, "a question that was refused is no look");
  }
});

test("a visit counts different sets, tells the verdict of them, and begins again when asked", async () => {
  const browser = visitor();
  const [home, away] = [`/?${nfl}&selection=home`, `/?${nfl}&selection=away`];
  const first = await browser.get(home);
  assert.match(
    String(first.headers["set-cookie"]),
    /^gradeline_visit=1\.[\w-]{6}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  assert.match(first.page.text(".tries"), /This is the first set you look at in this visit/);
  const second = await browser.get(away);
  assert.match(second.page.text(".tries"), /This is the second set you look at/);
  for (const again of [home, `${home}&sort=line`, `${home}&page=2`]) {
    const { page, headers } = await browser.get(again);
    assert.deepEqual([page.attribute("data-tries"), headers["set-cookie"]], ["2", undefined], "it counts once");
  }
  const begun = await browser.get(second.page.links(".tries")[0] ?? "");
  assert.deepEqual([begun.status, begun.headers.location], [303, away]);
  assert.match(String(begun.headers["set-cookie"]), /^gradeline_visit=; .*Max-Age=0/);
  // Every further set has the verdict that the API gives to so many tries.
  const sets = ["&selection=away", "&selection=home", "&role=underdog", "&role=favorite&selection=away"];
  const chances: number[] = [];
  for (const [before, filters] of sets.entries()) {
    const { page } = await browser.get(`/?${nfl}${filters}`);
    assert.equal(page.attribute("data-tries"), String(before + 1));
    if (before === 0) continue;
    const [row] = await trendsOf(`${queryIn(page)}&tries=${before + 1}`);
    const { p_adjusted: adjusted, p_value: chance } = row ?? assert.fail();
    assert.ok(adjusted !== null && chance !== null && (adjusted > chance || chance === 1));
    const share = 1 - (1 - chance) ** (before + 1);
    const words = share > 0.99 ? "nearly all visits" : `at most ${Math.ceil(100 * share)} of 100 visits`;
    assert.ok(page.text(".tries").includes(words), `${filters}: ${words}`);
    chances.push(share);
  }
  assert.ok(Math.min(...chances) <= 0.99, "a chance is below 1 after several looks");
});

test("the cookie stays small, and one that is not ours is as good as none", async () => {
  const digests = Array.from({ length: 300 }, (_, index) => String(index).padStart(6, "0")).join("");
  const full = await get(`/?${nfl}`, { cookie: `gradeline_visit=300.${digests}` });
  assert.match(String(full.headers["set-cookie"]), /^gradeline_visit=301\..{1,1970}$/);
  for (const [value, tries] of [
    ...["x", "5", "-1.aaaaaa", `1.${"a".repeat(6_000)}`, "<script>"].map((each) => [each, "1"] as const),
    ["99999.aaaaaa", "10000"],
  ]) {
    const { status, page } = await get(`/?${nfl}`, { cookie: `gradeline_visit=${value}` });
    assert.deepEqual([status, page.attribute("data-tries")], [200, tries], value);
  }
});

test("a network gets 60 pages a minute, and another network is another visitor", async () => {
  const ask = (remoteAddress: string, url = `/?${nfl}`) => api.app.inject({ url, remoteAddress });
  for (let count = 0; count < 60; count++) assert.equal((await ask("2001:db8::1")).statusCode, 200);
  assert.equal((await ask("2001:db8::2")).statusCode, 429);
  assert.equal((await ask("2001:db8:0:1::1")).statusCode, 200);
  assert.equal((await ask("2001:db8::3", "/docs")).statusCode, 200, "the docs are files, and have no limit");
});

test("the landing page and all that it loads are at most 150 KB on the wire", async () => {
  const { document } = (await get("/")).page;
  const elements = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script, img")];
  const loaded = new Set(elements.map((each) => each.getAttribute("href") ?? each.getAttribute("src") ?? ""));
  assert.ok(loaded.size >= 5);
  let bytes = 0;
  for (const url of ["/", ...loaded]) {
    const file = await api.app.inject({ url, headers: { "accept-encoding": "gzip" } });
    assert.equal(file.statusCode, 200, url);
    if (url === "/") assert.equal(file.headers["content-encoding"], "gzip");
    bytes += file.rawPayload.length;
  }
  assert.ok(bytes <= 150_000, `${bytes} bytes`);
});

/** Asks an explorer of its own, which computes in another way, or has another archive. */
async function ask(url: string, computing: Computing, archive: Partial<(typeof api.shelf)["current"]>) {
  await using app = fastify();
  const { current, files } = api.shelf;
  const shelf = { current: { ...current, ...archive }, computing, files };
  const sign = (text: string) => text.slice(0, 22);
  const site = { ...pageSite(apiUrl), shelf, sign, exploreSeasons: "newest", hasPrice: false } as const;
  registerSitePages(app, site, [explorer]);
  return await send(app, "GET", url);
}

test("a page that fails tells nothing of why, and one that cannot be answered now says so", async () => {
  for (const [thrown, status, words] of [
    [new Error("a secret of ours"), 500, /Something went wrong on our side/],
    [new TooBusy(), 503, /Too many pages are being made just now/],
    // The list of seasons is damaged in the database.
    [null, 503, /This cannot be answered now/],
  ] as const) {
    const computing = new Computing(() => Promise.reject(thrown));
    const answer = await ask("/", computing, thrown === null ? { sportRows: null } : {});
    assert.equal(answer.status, status);
    assert.match(answer.text, words);
    assert.doesNotMatch(answer.text, /secret of ours/);
    assert.equal(recordIn(answer.page), "");
  }
});

const next = randomOf(seed);

const betTypes: Readonly<Record<string, readonly string[]>> = {
  nfl: ["spread", "total", "moneyline", "first_half_spread", "spread,total"],
  nba: ["spread", "total", "q1_total"],
  mlb: ["moneyline", "run_line", "inn5_total"],
  nhl: ["puck_line", "moneyline", "p1_total"],
  ncaaf: ["spread", "total"],
};
const others: Readonly<Record<string, readonly string[]>> = {
  selection: ["home", "away", "over", "under"],
  role: ["favorite", "underdog"],
  min_line: ["-7", "1.5", "3", "8"],
  book: ["draftkings", "fanduel"],
  month: ["1", "9", "10", "11"],
  weekday: ["sun", "thu", "sat"],
  open_moved: ["toward", "away", "none"],
  home_rest_max: ["1", "6", "7"],
};

function randomSentence(): URLSearchParams {
  const sport = oneOf(next, Object.keys(betTypes));
  const query = new URLSearchParams({ sport });
  for (const [name, values] of Object.entries({ bet_type: betTypes[sport] ?? [], ...others }))
    if (next() < 0.35) query.set(name, oneOf(next, values));
  return query;
}

test("for many random sentences, the record, the rates, the returns and the verdict are the API's", async () => {
  let withBets = 0;
  for (let count = 0; count < share(200); count++) {
    const sentence = randomSentence();
    const { page, status, headers, text } = await get(`/?${sentence}`);
    assert.equal(status, 200, `${sentence}: ${headers.location}`);
    if (text.includes("No bets match")) continue;
    const query = queryIn(page);
    const asked = new URLSearchParams(query);
    asked.delete("season");
    assert.deepEqual(Object.fromEntries(asked), Object.fromEntries(sentence));
    const [all = assert.fail(query)] = await trendsOf(`${query}&tries=${page.attribute("data-tries")}`);
    assert.equal(recordIn(page), recordOf(all), query);
    assert.match(page.text(".record"), new RegExp(`${countText(all.bets)} bets?\\b`), query);
    const { close, open } = all.return_on_investment;
    const measures = page.texts(".measure");
    for (const [place, { value, low, high }, format] of [
      [0, all.win_rate, shareText],
      [1, close, signedShareText],
      [2, open, signedShareText],
      // [A-13] How often the open beat the close.
      [3, all.closing_line.beat, shareText],
    ] as const) {
      if (value === null || low === null || high === null) continue;
      const said = measures[place] ?? "";
      assert.ok(said.includes(` ${format(value)} `) && said.includes(` ${format(low)} to ${format(high)}`), said);
    }
    const { better, worse } = all.closing_line;
    if (better !== null && all.closing_line.beat.value !== null)
      assert.ok(measures[3]?.includes(`${countText(better)} opens were better, ${countText(worse ?? 0)} worse`), query);
    const unlikely = all.verdict === "unlikely by chance" ? "Unlikely by chance" : "No evidence of more than luck";
    const none = all.both_sides > all.bets / 2 ? "By construction" : "No verdict";
    assert.equal(page.text(".pill"), all.p_value === null ? none : unlikely, query);
    withBets++;
  }
  assert.ok(withBets >= (isLongRun ? 100 : 1), `${withBets} sentences had bets`);
});

test("the pages of games together have the record, and the last point of the units is their sum", async () => {
  const query = "sport=nfl&bet_type=spread&selection=home";
  const { page: first } = await get(`/?${query}`);
  const pages = Number(/^Page 1 of (\d+)$/.exec(first.text(".pager span:not(:empty)"))?.[1]);
  assert.ok(pages > 1);
  const rows: (readonly string[])[] = [];
  const games: string[] = [];
  for (let at = 1; at <= pages; at++) {
    const { page } = await get(`/?${query}${at === 1 ? "" : `&page=${at}`}`);
    rows.push(...page.table("The games"));
    games.push(...page.links(".games tbody"));
  }
  assert.equal(new Set(games).size, rows.length, "every game once");
  const graded = rows.filter(([, , , , , result]) => result !== "ungraded");
  const count = (wanted: string) => rows.filter(([, , , , , result]) => result === wanted).length;
  assert.equal(first.text(".record-numbers"), `${count("won")}–${count("lost")}–${count("push")}`);
  const units = graded.reduce((sum, row) => sum + numberOf(row.at(-1)), 0);
  const [bets, , last] = first.table("Units won, bet by bet").at(-1) ?? [];
  assert.equal(Number(bets), graded.length);
  // Each row is rounded to a hundredth.
  assert.ok(Math.abs(numberOf(last) - units) <= 0.005 * (graded.length + 1), `${last} and ${units}`);
});

function numberOf(text = ""): number {
  return Number(text.replace("−", "-"));
}

test("the record of the seasons or months and the bars of the margins add up to the record", async () => {
  const { page } = await get("/?sport=nfl&bet_type=total&selection=over");
  const record = page.text(".record-numbers").split("–").map(Number);
  const groups = page.table("Share won by month").map(([, cell = ""]) => cell.split("–").map(Number));
  assert.ok(groups.length > 1);
  assert.deepEqual(
    [0, 1, 2].map((place) => groups.reduce((sum, group) => sum + (group[place] ?? 0), 0)),
    record,
  );
  const bins = page.table("Margin against the line");
  const countOf = (result: string) =>
    bins.reduce((sum, [, bets = "0", each]) => sum + (each === result ? Number(bets.replace(",", "")) : 0), 0);
  assert.deepEqual([countOf("won"), countOf("lost"), countOf("push")], record);
});

test("games are sorted by links, in both directions, and bets without the number come last", async () => {
  const columns = { line: 3, price: 4, margin: 7, units: 8 } as const;
  for (const [column, cell] of Object.entries(columns)) {
    for (const sign of ["", "-"]) {
      const { page, status } = await get(`/?sport=nfl&bet_type=spread&sort=${sign}${column}`);
      assert.equal(status, 200);
      assert.equal(page.attribute("aria-sort"), sign === "" ? "ascending" : "descending");
      assert.equal(page.text("[aria-sort] a").toLowerCase(), column);
      const values = page.table("The games").map((row) => {
        const value = row[cell] === "–" ? null : numberOf(row[cell]);
        // Prices are in the order of what they pay.
        return value === null || column !== "price" ? value : value > 0 ? value / 100 : 100 / -value;
      });
      assert.ok(values.length > 10);
      const known = values.filter((value) => value !== null);
      const sorted = known.toSorted((a, b) => (sign === "" ? a - b : b - a));
      assert.deepEqual(values, [...sorted, ...values.filter((value) => value === null)], `${sign}${column}`);
    }
  }
});
