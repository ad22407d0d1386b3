/** The worked numbers of docs/api/trends.md are those of the API. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { FeedRecord } from "../../src/feed/records.ts";
import { openApi } from "../support/api.ts";
import { markdownOf, tablesOf } from "../support/docs.ts";
import { gameRecord, publishRecords, quoteRecord } from "../support/records.ts";

const page = "docs/api/trends.md";

/** The rows of the table that begins with these heads. */
function table(...heads: readonly string[]): readonly (readonly string[])[] {
  const found = tablesOf(page).find(({ header }) => heads.every((head, at) => header[at] === head));
  return found?.rows ?? assert.fail(heads.join());
}

const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());

const none = { home_odds: null, away_odds: null, over_odds: null, under_odds: null };
const played = table("game_date", "side", "opponent", "score");

function gameOf(date: string, home: string, away: string, homeScore: number, awayScore: number) {
  const week = { week: 1 + Math.floor((Date.parse(date) - Date.parse("2025-09-04")) / (7 * 86_400_000)) };
  const scores = { home_score: homeScore, away_score: awayScore, line_score: null, overtime: null, venue: null };
  const when = { game_date: date, start_time: `${date}T17:00:00Z` };
  return gameRecord({
    sport: "nfl",
    season: 2025,
    game_id: `${date}-${home}`,
    home,
    away,
    ...week,
    ...scores,
    ...when,
  });
}

const records: FeedRecord[] = played.flatMap(([date = "", side, opponent = "", score = "", line = "", total = ""]) => {
  const [own, others] = score.split("-").map(Number) as [number, number];
  const isHome = side === "home";
  const game = isHome ? gameOf(date, "DAL", opponent, own, others) : gameOf(date, opponent, "DAL", others, own);
  const { sport, home, away, start_time } = game;
  const quote = { sport, home, away, start_time, event_id: date, captured_at: `${date}T16:00:00Z`, ...none };
  const spread = isHome ? Number(line) : 0 - Number(line);
  return [
    game,
    quoteRecord({ ...quote, market: "spread", line: spread, home_odds: -110, away_odds: -110 }),
    quoteRecord({ ...quote, market: "total", line: Number(total), over_odds: -110, under_odds: -110 }),
  ];
});
const asked = gameOf("2025-10-19", "NYG", "DAL", 24, 21);
const { sport, home, away, start_time } = asked;
const close = { sport, home, away, start_time, event_id: "asked", captured_at: "2025-10-19T16:55:00Z", ...none };
records.push(quoteRecord({ ...close, market: "spread", line: -3.5, home_odds: 100, away_odds: -110 }));
await publishRecords(api, [...records, asked]);

async function rows<Row>(path: string): Promise<readonly Row[]> {
  const { status, body, text } = await api.get(path);
  assert.equal(status, 200, text);
  return body.data;
}

type Anything = Readonly<Record<string, unknown>>;

test("the row of a team says what the games before it add up to", async () => {
  const all = await rows<Anything>("/v1/team_games?sport=nfl&season=2025&team=DAL");
  assert.deepEqual(
    all.slice(0, -1).map((row) => Object.values(row.result as Anything)),
    played.map((cells) => cells.slice(6)),
  );
  const row = all.at(-1) as Anything;
  for (const [field = "", value] of table("field", "value", "how")) {
    const found = field.split(".").reduce((object, name) => (object as Anything)[name], row as unknown);
    assert.equal(String(found), value, field);
  }
  const sets = ["team_last_margin_max=-14", "team_ats_streak_max=-2", "meeting=rematch", "team_win_share_min=0.75"];
  const counts = [];
  for (const filter of sets) {
    assert.ok(markdownOf(page).includes(`\`${filter}\``), filter);
    const path = `/v1/bets?sport=nfl&from=2025-10-19&market=spread&on=DAL&${filter}`;
    counts.push((await rows(path)).length);
  }
  assert.deepEqual(counts, [1, 1, 1, 0]);
});
