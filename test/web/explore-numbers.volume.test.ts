// @module-tag volume
/** The explorer's numbers are those that the API answers to the query which the page names. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { TrendRow } from "../../src/contract/lists/trends.ts";
import { countText, shareText, signedShareText } from "../../src/web/ui/words.ts";
import { send } from "../support/api.ts";
import { oneOf, randomOf } from "../support/grade/made-bets.ts";
import { openSampleApi } from "../support/sample.ts";
import { isLongRun, seed, share } from "../support/volume.ts";

const api = await openSampleApi();
afterAll(() => api[Symbol.asyncDispose]());

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
    const { page, status, headers, text } = await send(api.app, "GET", `/?${sentence}`);
    assert.equal(status, 200, `${sentence}: ${headers.location}`);
    if (text.includes("No bets match")) continue;
    const query = page.attribute("data-query");
    const asked = new URLSearchParams(query);
    asked.delete("season");
    assert.deepEqual(Object.fromEntries(asked), Object.fromEntries(sentence));
    const answer = await send(api.app, "GET", `/v1/trends?${query}&tries=${page.attribute("data-tries")}`, {
      authorization: `Bearer ${api.key}`,
    });
    assert.equal(answer.status, 200, answer.text);
    const [all] = (answer.body as { data: readonly TrendRow[] }).data as [TrendRow];
    assert.equal(page.text(".record-numbers"), `${all.won}–${all.lost}–${all.push}`, query);
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
  const { page: first } = await send(api.app, "GET", `/?${query}`);
  const pages = Number(/^Page 1 of (\d+)$/.exec(first.text(".pager span:not(:empty)"))?.[1]);
  assert.ok(pages > 1);
  const rows: (readonly string[])[] = [];
  const games: string[] = [];
  for (let at = 1; at <= pages; at++) {
    const { page } = await send(api.app, "GET", `/?${query}${at === 1 ? "" : `&page=${at}`}`);
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
  const { page } = await send(api.app, "GET", "/?sport=nfl&bet_type=total&selection=over");
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
      const { page, status } = await send(api.app, "GET", `/?sport=nfl&bet_type=spread&sort=${sign}${column}`);
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
