// @module-tag volume
/** The explorer's numbers are those that the API answers to the query which the page names. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { TrendRow } from "../../src/contract/lists/trends.ts";
import { countText, shareText, signedShareText } from "../../src/web/frame/formats.ts";
import { send } from "../support/api.ts";
import { openSampleApi } from "../support/sample-api.ts";
import { isLongRun, seed, share } from "../support/volume.ts";
import { textIn } from "./explore/page-text.ts";

const api = await openSampleApi();
afterAll(() => api[Symbol.asyncDispose]());

/** The same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const next = random(seed);
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value;

const betTypes: Readonly<Record<string, readonly string[]>> = {
  nfl: ["spread", "total", "moneyline", "first_half_spread", "spread,total"],
  nba: ["spread", "total", "q1_total"],
  mlb: ["moneyline", "run_line", "inn5_total"],
  nhl: ["puck_line", "moneyline", "p1_total"],
  ncaaf: ["spread", "total"],
};

function randomSentence(): URLSearchParams {
  const sport = oneOf(Object.keys(betTypes));
  const query = new URLSearchParams({ sport });
  const maybe = (name: string, values: readonly string[]) => {
    if (next() < 0.35) query.set(name, oneOf(values));
  };
  maybe("bet_type", betTypes[sport] ?? []);
  maybe("selection", ["home", "away", "over", "under"]);
  maybe("role", ["favorite", "underdog"]);
  maybe("min_line", ["-7", "1.5", "3", "8"]);
  maybe("book", ["draftkings", "fanduel", "consensus"]);
  maybe("month", ["1", "9", "10", "11"]);
  maybe("weekday", ["sun", "thu", "sat"]);
  maybe("open_moved", ["toward", "away", "none"]);
  maybe("home_rest_max", ["1", "6", "7"]);
  return query;
}

test("for many random sentences, the record, the rates, the returns and the verdict are the API's", async () => {
  let withBets = 0;
  for (let count = 0; count < share(200); count++) {
    const sentence = randomSentence();
    if (sentence.get("book") === "consensus") sentence.delete("book");
    const page = await send(api.app, "GET", `/?${sentence}`);
    assert.equal(page.status, 200, `${sentence}: ${page.headers.location}`);
    if (page.text.includes("No bets match")) continue;
    const query = textIn(page.text, /data-query="([^"]*)"/);
    const asked = new URLSearchParams(query);
    asked.delete("season");
    assert.deepEqual(Object.fromEntries(asked), Object.fromEntries(sentence));
    const tries = textIn(page.text, /data-tries="(\d+)"/);
    const answer = await send(api.app, "GET", `/v1/trends?${query}&tries=${tries}`, {
      authorization: `Bearer ${api.key}`,
    });
    assert.equal(answer.status, 200, answer.text);
    const [all] = (answer.body as { data: readonly TrendRow[] }).data as [TrendRow];
    const record = textIn(page.text, /class="record-numbers[^"]*">([^<]*)</);
    assert.equal(record, `${all.won}–${all.lost}–${all.push}`, query);
    assert.ok(page.text.includes(`${countText(all.bets)} bet`), query);
    const { value, low, high } = all.win_rate;
    if (value !== null && low !== null && high !== null) {
      assert.ok(page.text.includes(`>${shareText(value)}<`), query);
      assert.ok(page.text.includes(`<strong>${shareText(low)} to ${shareText(high)}</strong>`), query);
    }
    for (const { value: middle, low: least, high: most } of Object.values(all.return_on_investment)) {
      if (middle === null || least === null || most === null) continue;
      assert.ok(page.text.includes(`>${signedShareText(middle)}<`), query);
      assert.ok(page.text.includes(`<strong>${signedShareText(least)} to ${signedShareText(most)}</strong>`), query);
    }
    const pill = textIn(page.text, /class="pill[^"]*">([^<]*)</);
    const expected =
      all.p_value === null
        ? all.both_sides > all.bets / 2
          ? "By construction"
          : "No verdict"
        : all.verdict === "unlikely by chance"
          ? "Unlikely by chance"
          : "No evidence of more than luck";
    assert.equal(pill, expected, query);
    withBets++;
  }
  assert.ok(withBets >= (isLongRun ? 100 : 1), `${withBets} sentences had bets`);
});

test("the pages of games together have the record, and the last point of the units is their sum", async () => {
  const query = "sport=nfl&bet_type=spread&selection=home";
  const results = { won: 0, lost: 0, push: 0 };
  let units = 0;
  const seen = new Set<string>();
  const first = await send(api.app, "GET", `/?${query}`);
  const pages = Number(textIn(first.text, /Page 1 of (\d+)/));
  assert.ok(pages > 1);
  for (let page = 1; page <= pages; page++) {
    const { text } = await send(api.app, "GET", `/?${query}${page === 1 ? "" : `&page=${page}`}`);
    const body = textIn(text, /aria-label="The games">.*?<tbody>(.*?)<\/tbody>/s);
    for (const row of body.split("</tr>")) {
      const result = /class="result (\w+)"/.exec(row)?.[1];
      if (result === undefined) continue;
      results[result as keyof typeof results]++;
      seen.add(textIn(row, /href="\/games\/([^"]*)"/));
      units += Number(textIn(row, />([^<]*)<\/td>$/).replace("−", "-"));
    }
  }
  const bets = results.won + results.lost + results.push;
  assert.equal(seen.size, bets, "every game once");
  assert.equal(
    textIn(first.text, /class="record-numbers[^"]*">([^<]*)</),
    `${results.won}–${results.lost}–${results.push}`,
  );
  const table = textIn(first.text, /aria-label="Units won, bet by bet">.*?<tbody>(.*?)<\/tbody>/s);
  const last = [...table.matchAll(/<tr><th scope="row">(\d+)<\/th><td>[^<]*<\/td><td class="number">([^<]*)</g)].at(-1);
  assert.equal(Number(last?.[1]), bets);
  // Each row is rounded to a hundredth.
  assert.ok(Math.abs(Number(last?.[2]?.replace("−", "-")) - units) <= 0.005 * (bets + 1), `${last?.[2]} and ${units}`);
});

test("the record of the seasons or months and the bars of the margins add up to the record", async () => {
  const { text } = await send(api.app, "GET", "/?sport=nfl&bet_type=total&selection=over");
  const record = textIn(text, /class="record-numbers[^"]*">([^<]*)</)
    .split("–")
    .map(Number);
  const rowsOf = (label: string) => {
    const body = textIn(text, new RegExp(`aria-label="${label}">.*?<tbody>(.*?)</tbody>`, "s"));
    return [...body.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) =>
      [...row.matchAll(/>([^<]+)<\/t/g)].map(([, cell = ""]) => cell),
    );
  };
  const groups = rowsOf("Share won by month").map(([, cell = ""]) => cell.split("–").map(Number));
  assert.ok(groups.length > 1);
  assert.deepEqual(
    [0, 1, 2].map((place) => groups.reduce((sum, group) => sum + (group[place] ?? 0), 0)),
    record,
  );
  const bins = rowsOf("Margin against the line");
  const countOf = (result: string) =>
    bins.reduce((sum, [, bets = "0", each]) => sum + (each === result ? Number(bets.replace(",", "")) : 0), 0);
  assert.deepEqual([countOf("won"), countOf("lost"), countOf("push")], record);
});

test("games are sorted by links, in both directions, and bets without the number come last", async () => {
  const columns = { line: 3, price: 4, margin: 7, units: 8 } as const;
  for (const [column, cell] of Object.entries(columns)) {
    for (const sign of ["", "-"]) {
      const { text, status } = await send(api.app, "GET", `/?sport=nfl&bet_type=spread&sort=${sign}${column}`);
      assert.equal(status, 200);
      const order = sign === "" ? "ascending" : "descending";
      assert.equal(textIn(text, /aria-sort="([^"]*)"/), order);
      assert.equal(textIn(text, /aria-sort="[^"]*"><a [^>]*>(\w+)</).toLowerCase(), column);
      const body = textIn(text, /aria-label="The games">.*?<tbody>(.*?)<\/tbody>/s);
      const values = [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) => {
        const cells = [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, each = ""]) => each);
        const text = cells[cell]?.replace("−", "-") ?? "";
        const value = text === "–" ? null : Number(text);
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
