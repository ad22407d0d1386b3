/** EXPLORE_SEASONS: which seasons people may explore who have no account, and what people see who have one. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { readConfig } from "../../src/config/config.ts";
import { readAddress } from "../../src/web/explore/address.ts";
import { askedWithin, type Reach } from "../../src/web/explore/question.ts";
import { sessionCookie } from "../support/access.ts";
import { send } from "../support/api.ts";
import { openSampleApi } from "../support/sample.ts";

test("the setting is newest, all, none or a year, and anything else is refused by name", () => {
  const of = (EXPLORE_SEASONS: string) => readConfig({ EXPLORE_SEASONS }).exploreSeasons;
  assert.deepEqual(
    [readConfig({}).exploreSeasons, of("newest"), of("all"), of("none"), of(" 2024 ")],
    ["newest", "newest", "all", "none", 2024],
  );
  for (const wrong of ["Newest", "24", "2024-25", "1999", "everything"]) {
    assert.throws(() => of(wrong), /^ConfigError: EXPLORE_SEASONS is ".*"; allowed: newest, all, none, or the year/);
  }
});

describe("what is asked of the API within a reach", () => {
  const all: Reach = { first: 0, last: Number.POSITIVE_INFINITY };
  const only: Reach = { first: 2024, last: 2024 };
  const since: Reach = { ...all, first: 2024 };
  for (const [reach, sent, query, state] of [
    [all, "sport=nfl&season=2022", "sport=nfl&season=2022", "whole"],
    [only, "sport=nfl", "sport=nfl&season=2024", "whole"],
    [only, "sport=nfl&season=2024", "sport=nfl&season=2024", "whole"],
    [only, "sport=nfl&season=2023", null, "refused"],
    [only, "sport=nfl&season=2025", null, "refused"],
    [only, "sport=nfl&from=2022-06-01", "sport=nfl&season=2024", "cut"],
    [only, "sport=nfl&from=2024-10-01", "sport=nfl&season=2024&from=2024-10-01", "whole"],
    [only, "sport=nfl&from=2025-10-01", null, "refused"],
    [only, "sport=nfl&to=2023-01-01", null, "refused"],
    [only, "sport=nfl&from=never", "sport=nfl&from=never", "whole"],
    [since, "sport=nfl", "sport=nfl&from=2024-06-01", "whole"],
    [since, "sport=nba", "sport=nba&from=2023-08-01", "whole"],
    [since, "sport=mlb", "sport=mlb&from=2024-01-01", "whole"],
    [since, "sport=nfl&season=2025", "sport=nfl&season=2025", "whole"],
    [since, "sport=nfl&season=2023", null, "refused"],
    [since, "sport=nfl&from=2022-06-01", "sport=nfl&from=2024-06-01", "cut"],
    [since, "sport=nfl&from=2025-06-01", "sport=nfl&from=2025-06-01", "whole"],
  ] as const) {
    test(`${reach.first} to ${reach.last}: ${sent}`, () => {
      const sport = sent.slice(6, 9) as "nfl";
      const asked = askedWithin(readAddress(sent), sport, reach);
      assert.deepEqual([asked.isRefused, asked.isCut], [state === "refused", state === "cut"]);
      if (query !== null) assert.equal(asked.query, query);
    });
  }
});

for (const [setting, query] of [
  ["all", "sport=nfl&bet_type=spread"],
  ["2024", "sport=nfl&bet_type=spread&from=2024-06-01"],
] as const) {
  test(`EXPLORE_SEASONS=${setting}: the page asks for ${query}`, async () => {
    await using api = await openSampleApi({ EXPLORE_SEASONS: setting });
    const { page } = await send(api.app, "GET", "/?sport=nfl&bet_type=spread");
    assert.equal(page.attribute("data-query"), query);
  });
}

test("with newest, an earlier season needs an account, and whoever signs in sees all that their keys read", async () => {
  await using api = await openSampleApi({ MANAGE_URL: "http://127.0.0.1:8080/manage" });
  const refused = await send(api.app, "GET", "/?sport=nfl&season=2022");
  assert.equal(refused.status, 403);
  assert.match(refused.text, /That season needs an account.*you see the 2026 season of the NFL/s);
  assert.equal(refused.page.text(".record-numbers"), "");
  const cut = await send(api.app, "GET", "/?sport=nfl&from=2022-06-01");
  assert.match(cut.text, /Without an account you see the 2026 season alone/);
  assert.equal(cut.page.attribute("data-query"), "sport=nfl&season=2026");

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
