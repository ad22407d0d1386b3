/** What pages are made of: escaped text, and pictures of numbers with words and a table for who does not see them. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { usageChart } from "../../src/web/manage/usage-chart.ts";
import { Html, html, joined } from "../../src/web/ui/html.ts";
import { Page } from "../support/document.ts";

test("a text is escaped once, HTML is not, and the items of a list follow each other", () => {
  const name = html`<b title="${"\"&'"}">${"<script>"}</b>`;
  assert.equal(name.text, '<b title="&#34;&#38;&#39;">&#60;script&#62;</b>');
  assert.equal(html`${name}${0}${["<", name]}`.text, `${name.text}0&#60;${name.text}`);
  assert.equal(html`${new Html("<hr>")}`.text, "<hr>");
  assert.equal(joined([html`<i>1</i>`, html`${"2>1"}`], " & ").text, "<i>1</i> &#38; 2&#62;1");
});

const daysOf = (counts: readonly number[]) =>
  counts.map((requests, index) => ({ day: `2026-11-${String(index + 1).padStart(2, "0")}`, requests }));
const shown = (counts: readonly number[]) => new Page(`<!doctype html><body>${usageChart(daysOf(counts)).text}</body>`);

test("every day is a bar with its number, which is that of the table, in both pictures", () => {
  const counts = Array.from({ length: 30 }, (_, index) => (index % 4 === 0 ? 0 : index * 137));
  const page = shown(counts);
  const table = page.table("Requests per day").map(([, requests]) => requests);
  assert.match(page.text("figcaption"), /^Requests per day/);
  for (const place of [".only-wide", ".only-narrow"]) {
    const titles = page.texts(`${place} svg g title`);
    assert.equal(titles.length, 30);
    assert.deepEqual(titles.map((title) => /: ([\d,]+) requests$/.exec(title)?.[1]).reverse(), table);
    assert.match(titles.at(-1) ?? "", /^30 Nov \(today\): 3,973 requests$/);
    assert.match(
      page.text(`${place} svg > desc`),
      /^Bar chart of requests per day over 30 days: [\d,]+ in total, most on 30 Nov/,
    );
    // Round numbers on the scale, and the first day, the middle and today below it.
    assert.deepEqual(page.texts(`${place} svg text`), ["0", "2,000", "4,000", "1 Nov", "16 Nov", "Today"]);
  }
  assert.doesNotMatch(page.html, /NaN|undefined|style=/);
});

test("one request is seen, and none at all is said in words", () => {
  const one = shown([0, 0, 1]);
  const bars = [...one.document.querySelectorAll('.only-wide g[fill="var(--accent)"]')];
  const heights = [...(bars[0]?.children ?? [])].map((bar) => Number(bar.getAttribute("height")));
  assert.deepEqual(heights.map(Math.sign), [0, 0, 1]);
  const none = shown([0, 0, 0]);
  assert.match(none.text(".hint"), /No requests in the last 30 days/);
  assert.deepEqual(none.texts("svg"), []);
});
