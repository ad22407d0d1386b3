/** Who states each published fact of a game, and why others do not count, from records and captures to answer. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import type { Change } from "../../src/contract/lists/changes.ts";
import type { EvidenceRow } from "../../src/contract/lists/evidence.ts";
import { doubtRules, otherRules } from "../../src/domain/evidence.ts";
import type { FeedRecord, GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { closedAfterAll, openApi, walk } from "../support/api.ts";
import { publishedValues } from "../support/published.ts";
import { finalIds, finals, gameRecord, items, publishRecords, quoteRecord, quotesOf } from "../support/records.ts";
import { publishItems } from "../support/sample.ts";
import { evidenceProblems } from "./evidence.ts";

const publishedAt = "2026-06-01T12:00:00.000Z";
const start = Date.parse("2025-01-11T00:30:00Z");

/** The spread of a book so many minutes before the start. */
function spread(minutes: number | "open", line: number, changes: Partial<QuoteRecord> = {}): QuoteRecord {
  const isTimed = minutes !== "open";
  const captured_at = isTimed ? new Date(start - minutes * 60_000).toISOString() : null;
  return quoteRecord({ captured_at, stated: isTimed ? null : "open", line, ...changes });
}

const id = "NBA-20250110-NYK-BOS";
const api = closedAfterAll(await openApi());
const published = items(
  gameRecord({ venue: { venue_id: "2", name: "TD Garden", city: null, indoor: null } }),
  // The second source knows the tip-off, has another official, and its quarters are one short.
  gameRecord({
    ...{ provider: "espn", actual_start_time: "2025-01-11T00:41:00Z", start_time: "2025-01-11T01:30:00Z" },
    ...{ referee: "B. Whistle", venue: null, line_score: { home: [30, 25, 28], away: [24, 28, 26] } },
  }),
  spread(1440, -5.5),
  spread(600, -5.5),
  spread(30, -6.5),
  // A source that states an opening without a time, beside captures of the same book.
  spread("open", -4.5, { provider: "cfbd", event_id: "c1" }),
  // Two quotes of one moment, of which the one with both prices counts.
  spread(20, -6.5, { book: "fanduel" }),
  spread(20, -7.5, { book: "fanduel", away_odds: null }),
  // A price that no book can show is in doubt; the close is the one before, of another source.
  spread(60, -6, { book: "betmgm", provider: "espn", event_id: "s1" }),
  spread(10, -6, { book: "betmgm", home_odds: -250, away_odds: -250 }),
);
await importItems(api.database, published, publishedAt);
await publishRecords(api, [finals.nfl, ...quotesOf(finals.nfl)]);

async function rowsOf(query = "", game = id): Promise<EvidenceRow[]> {
  return (await walk(api, `/v1/games/${game}/evidence?${query}`, 7)).rows as EvidenceRow[];
}

/** A row in short: what it is of and who says what; when; whether it is used, or by which rule not. */
function inShort(row: EvidenceRow): string {
  const of = [row.fact, row.book, row.period, row.market, row.team].filter((part) => part !== null).join(" ");
  const count = row.captures === null ? "" : ` x${row.captures} ${row.minutes_before_start}`;
  const use = row.used ? " used" : row.rule === null ? "" : ` ${row.rule}`;
  return `${of}: ${row.source} ${row.value}${count}${use}${row.is_first_seen ? " first" : ""}`;
}

test("each statement of a fact says whose it is, and whether it is used or by which rule not [D-51] [D-52]", async () => {
  const quarters = "q1 24-30, q2 28-25, q3 26-28, q4 26-27, 1h 52-55, 2h 52-55";
  assert.deepEqual((await rowsOf()).map(inShort), [
    "start: espn 2025-01-11T00:41:00.000Z used",
    "start: canonical 2025-01-11T00:30:00.000Z",
    "start: espn 2025-01-11T01:30:00.000Z outvoted_start",
    "start: the-odds-api 2025-01-11T00:30:00.000Z",
    "start: cfbd 2025-01-11T00:30:00.000Z",
    "score: canonical 104-110 used",
    "score: espn 104-110",
    `period_scores: canonical ${quarters} used`,
    "period_scores: espn 24-30, 28-25, 26-28 withheld_periods",
    "venue: canonical TD Garden used",
    "official: canonical A. Referee used",
    "official: espn B. Whistle",
    "neutral_site: canonical false used",
    "neutral_site: espn false",
    "open draftkings game spread: the-odds-api -5.5 -110 -110 x2 1451 used first",
    "open draftkings game spread: cfbd -4.5 -110 -110 x1 null untimed",
    "close draftkings game spread: the-odds-api -6.5 -110 -110 x1 41 used",
    "open fanduel game spread: the-odds-api -6.5 -110 -110 x1 31 used first",
    "open fanduel game spread: the-odds-api -7.5 -110 null x1 31 same_moment",
    "close fanduel game spread: the-odds-api -6.5 -110 -110 x1 31 used",
    "close fanduel game spread: the-odds-api -7.5 -110 null x1 31 same_moment",
    "open betmgm game spread: espn -6 -110 -110 x1 71 used first",
    "close betmgm game spread: espn -6 -110 -110 x1 71 used",
    "close betmgm game spread: the-odds-api -6 -250 -250 x1 21 pair_of_prices",
  ]);
});

test("of every published start, score, opening and close one row is used, and equals it", async () => {
  for (const game of await publishedValues(api.database)) {
    assert.deepEqual(evidenceProblems(game, await rowsOf("", game.facts.game_id)), []);
  }
  assert.ok((await rowsOf("", finalIds.nfl)).length > 100);
});

test("a dispute about a published game is a row until it is settled, and changes no number", async () => {
  const disputed = "NBA-20250112-NYK-BOS";
  const own = { game_id: "held", game_date: "2025-01-12", start_time: "2025-01-13T00:30:00Z" } as const;
  const espn = (changes: Partial<GameRecord>) => gameRecord({ ...own, provider: "espn", ...changes });
  const night = async (...records: readonly FeedRecord[]) => {
    await publishItems(api.database, items(...records), publishedAt);
    await api.shelf.refresh();
  };
  const scores = async () => (await rowsOf("", disputed)).filter(({ fact }) => fact === "score").map(inShort);
  const game = async () => (await api.get(`/v1/games/${disputed}`)).body.data;
  await night(gameRecord(own));
  const stood = await game();
  await night(espn({ home_score: 111 }));
  const open = ["score: canonical 104-110 used", "score: espn 104-111 disputed"];
  assert.deepEqual(await scores(), open);
  await night(gameRecord({ game_id: "other", home: "MIA" }));
  assert.deepEqual(await scores(), open, "the next night");
  assert.deepEqual(await game(), stood);
  const { data } = (await api.get("/v1/changes?since=0&sport=nba&limit=1000")).body;
  const told = data.filter(({ game_id, change }: Change) => game_id === disputed && change === "changed");
  assert.deepEqual(
    told.map(({ fields }: Change) => fields),
    [[{ path: "evidence", from: null, to: null }]],
  );
  await night(espn({ home_score: 104, away_score: 104, line_score: null }));
  assert.deepEqual((await scores())[1], "score: espn 104-104 disputed", "it says something else");
  await night(espn({}));
  assert.deepEqual(await scores(), ["score: canonical 104-110 used", "score: espn 104-110"]);
  // The rules of doubt hold a game back by their own names.
  const tie = { home_score: 104, line_score: null } as const;
  await night(gameRecord({ ...own, ...tie }), espn(tie));
  assert.deepEqual((await scores()).slice(2), [
    "score: canonical 104-104 tie_that_cannot_be",
    "score: espn 104-104 tie_that_cannot_be",
  ]);
});

const ofGames = doubtRules.filter(({ leavesOut }) => leavesOut === "game");
for (const [page, rules] of [
  ["docs/api/evidence.md", [...otherRules, ...ofGames]],
  ["docs/api/lines.md", doubtRules.filter(({ leavesOut }) => leavesOut === "quote")],
  ["docs/collect.md", ofGames],
] as const) {
  test(`${page} has the sentence of every rule that it tells of, in their order`, () => {
    const known = new Set([...otherRules, ...doubtRules].map(({ name }) => String(name)));
    const rows = [...readFileSync(page, "utf8").matchAll(/^\| `([a-z_]+)` \| ([A-Z].*\.) \|$/gm)];
    assert.deepEqual(
      rows.flatMap(([, name = "", sentence]) => (known.has(name) ? [{ name, sentence }] : [])),
      rules.map(({ name, sentence }) => ({ name, sentence })),
    );
  });
}
