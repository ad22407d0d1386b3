/** EXPLORE_SEASONS: which seasons people may explore who have no account, and what people see who have one. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { sessionCookie } from "../support/access.ts";
import { openApi, send } from "../support/api.ts";
import { firstGames, openSampleApi, publishItems } from "../support/sample.ts";

/** What is sent, and what the page then asks of the API: `refused` needs an account, and `less` is said to be less than was asked for. */
const reaches = {
  all: [
    ["sport=nfl&season=2022", "sport=nfl&season=2022"],
    ["sport=nfl&bet_type=spread", "sport=nfl&bet_type=spread"],
  ],
  newest: [
    ["sport=nfl", "sport=nfl&season=2026"],
    ["sport=nfl&season=2026", "sport=nfl&season=2026"],
    ["sport=nfl&season=2025", "refused"],
    ["sport=nfl&season=2027", "refused"],
    ["sport=nfl&from=2022-06-01", "sport=nfl&season=2026", "less"],
    ["sport=nfl&from=2026-10-01", "sport=nfl&season=2026&from=2026-10-01"],
    ["sport=nfl&from=2027-10-01", "refused"],
    ["sport=nfl&to=2026-01-01", "refused"],
  ],
  2024: [
    ["sport=nfl", "sport=nfl&from=2024-06-01"],
    ["sport=nba", "sport=nba&from=2023-08-01"],
    ["sport=mlb", "sport=mlb&from=2024-01-01"],
    ["sport=nfl&season=2025", "sport=nfl&season=2025"],
    ["sport=nfl&season=2023", "refused"],
    ["sport=nfl&from=2022-06-01", "sport=nfl&from=2024-06-01", "less"],
    ["sport=nfl&from=2025-06-01", "sport=nfl&from=2025-06-01"],
  ],
} as const;

test.for(Object.entries(reaches))("EXPLORE_SEASONS=%s narrows what is asked, and says so", async ([setting, cases]) => {
  await using api = await openSampleApi({ EXPLORE_SEASONS: setting });
  for (const [sent, asked, less] of cases as readonly (readonly [string, string, string?])[]) {
    const { status, page } = await send(api.app, "GET", `/?${sent}`);
    assert.equal(status, asked === "refused" ? 403 : 200, sent);
    assert.match(page.text("#result"), asked === "refused" ? /^That season needs an account/ : /\d–\d|No bets match/);
    if (asked === "refused") assert.deepEqual(page.texts(".record-numbers"), []);
    else if (page.text(".instead h2") !== "No bets match") assert.equal(page.attribute("data-query"), asked, sent);
    assert.equal(page.text(".notice").startsWith("Without an account you see"), less !== undefined, sent);
  }
});

test("with newest, an earlier season needs an account, and whoever signs in sees all that their keys read", async () => {
  await using api = await openSampleApi({ MANAGE_URL: "http://127.0.0.1:8080/manage" });
  const refused = await send(api.app, "GET", "/?sport=nfl&season=2022");
  assert.match(refused.text, /That season needs an account.*you see the 2026 season of the NFL/s);
  const cookieOf = (email: string) => sessionCookie(api.signIn, email);
  await setAccount(api.access, "member@example.com", { plan: "standard" }, new Date());
  const member = await cookieOf("member@example.com");
  assert.equal((await send(api.app, "GET", "/?sport=nfl&season=2022", { cookie: member })).status, 200);
  const seen = await send(api.app, "GET", "/?sport=nfl&bet_type=spread", { cookie: member });
  assert.equal(seen.page.attribute("data-query"), "sport=nfl&bet_type=spread");
  assert.match(seen.text, /1 request; your plan has 100,000 left/);

  await setAccount(api.access, "member@example.com", { standing: "canceled" }, new Date());
  for (const [whose, cookie] of Object.entries({
    "a member whose keys no longer read": member,
    "a stranger": await cookieOf("nobody@example.com"),
    "a forger": member.replace(/=.{6}/, "=abcdef"),
  }))
    assert.equal((await send(api.app, "GET", "/?sport=nfl&season=2022", { cookie })).status, 403, whose);
});

test("EXPLORE_SEASONS=none closes the explorer: a page without numbers says how to get in", async () => {
  await using api = await openSampleApi({ EXPLORE_SEASONS: "none" });
  for (const url of ["/", "/?sport=nfl&bet_type=spread", "/?sport=nfl&season=2025"]) {
    const { status, page } = await send(api.app, "GET", url);
    assert.equal(status, 200);
    assert.match(page.text("#result"), /^Sign in to explore/);
    assert.equal(page.texts("fieldset[disabled]").length, 1);
    assert.deepEqual(page.texts(".record-numbers, figure, [href^='/games/']"), []);
  }
});

test("an archive without games says so; one of few opens the season that has lines, and its examples have bets", async () => {
  await using api = await openApi();
  for (const url of ["/", "/?sport=mlb"])
    assert.equal((await send(api.app, "GET", url)).page.text(".instead h2"), "No bets match", url);
  // Results of the season 2025, which is over, and results with lines of 2026, which is in progress.
  const few = firstGames(
    [2025, 2026].map((season) => ({ sport: "nfl", season })),
    (_, count) => count > 40,
  );
  const items = few.filter(({ record }) => record?.type !== "quote" || (record.start_time ?? "") > "2026-06");
  const isOver = { type: "season", provider: "sample", sport: "nfl", season: 2025, complete: true } as const;
  await publishItems(api.database, [...items, { record: isOver }], "2026-10-28T12:00:00.000Z");
  await api.shelf.refresh();
  const first = (await send(api.app, "GET", "/")).page;
  assert.match(first.attribute("data-query"), /season=2026$/);
  const { body } = await api.get("/v1/games?sport=nfl&season=2026&limit=1");
  assert.equal((await send(api.app, "GET", `/games/${body.data[0].game_id}`)).status, 200);
  const examples = first.links(".examples");
  assert.ok(examples.length > 0);
  for (const path of ["/", ...examples]) {
    const { status, page } = await send(api.app, "GET", path);
    assert.equal(status, 200, path);
    assert.match(page.attribute("data-query"), /sport=nfl/);
    assert.notEqual(page.text(".record-numbers"), "", path);
  }
});
