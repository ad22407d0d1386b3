import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { itemsOfFiles } from "../../src/cli/import.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { isOddsApiScores, readOddsApiScores } from "../../src/feed/providers/the-odds-api.ts";
import { InputError } from "../../src/feed/refusals.ts";

const nowMs = Date.parse("2025-01-11T09:30:00Z");
const source = { file: "scores.json", nowMs, sport: null as Sport | null, seenAt: null };

/** As the provider's documentation has it. */
const event = {
  id: "572d984e132eddaac3da93e5db332e7e",
  sport_key: "basketball_nba",
  sport_title: "NBA",
  commence_time: "2025-01-11T03:10:38Z",
  completed: true,
  home_team: "Sacramento Kings",
  away_team: "Oklahoma City Thunder",
  scores: [
    { name: "Sacramento Kings", score: "113" },
    { name: "Oklahoma City Thunder", score: "103" },
  ],
  last_update: "2025-01-11T05:18:19Z",
};

const read = (...events: readonly unknown[]) => [...readOddsApiScores(events, source)];

function refusal(changes: object): string {
  const [item] = read({ ...event, ...changes });
  return `${item?.refusal?.reason} ${item?.refusal?.field}`;
}

test("a completed game is a final record that states its sides, its start and its score, and nothing else", () => {
  assert.deepEqual(read(event), [
    {
      record: {
        ...{ type: "game", provider: "the-odds-api", game_id: event.id, sport: "nba", season: 2025, week: null },
        ...{ season_type: "regular", game_date: null, game_number: null, actual_start_time: null, status: "final" },
        ...{ start_time: "2025-01-11T03:10:38Z", home: "SAC", away: "OKC", home_score: 113, away_score: 103 },
        ...{ neutral_site: null, overtime: null, line_score: null, venue: null, referee: null, weather: null },
      },
    },
  ]);
});

test("the scores are those of the names, in whichever order they come", () => {
  const [item] = read({ ...event, scores: event.scores.toReversed() });
  assert.ok(item?.record?.type === "game");
  assert.deepEqual([item.record.home_score, item.record.away_score], [113, 103]);
});

test("a game to come or in play is scheduled, and its score is not read", () => {
  for (const scores of [null, event.scores]) {
    const [item] = read({ ...event, completed: false, scores });
    assert.ok(item?.record?.type === "game");
    assert.deepEqual([item.record.status, item.record.home_score, item.record.away_score], ["scheduled", null, null]);
  }
});

test("a completed game without two whole scores is refused, and so is what is no game", () => {
  const [home, away] = event.scores;
  for (const score of [null, "", "110.5", "-3", "1e2", 110.5, "W"]) {
    assert.equal(refusal({ scores: [home, { ...away, score }] }), "malformed scores", JSON.stringify(score));
  }
  for (const scores of [null, [], [home], [home, { name: "Thunder", score: "103" }], "113-103"]) {
    assert.equal(refusal({ scores }), "malformed scores", JSON.stringify(scores));
  }
  assert.equal(refusal({ completed: "true" }), "malformed completed");
  assert.equal(refusal({ home_team: "Team LeBron" }), "unknown-team home");
  assert.equal(refusal({ commence_time: "soon" }), "malformed commence_time");
  assert.equal(refusal({ commence_time: "2025-01-12T03:00:00Z" }), "in-the-future start_time");
  assert.equal(refusal({ scores: [home, { ...away, score: "999" }] }), "out-of-bounds away_score");
  assert.equal(refusal({ sport_key: "basketball_nba_preseason" }), "not-covered sport_key");
});

test("all five sports are read, and a file of two of them is not", () => {
  const hockey = {
    ...event,
    ...{ sport_key: "icehockey_nhl", home_team: "Boston Bruins", away_team: "New York Rangers" },
    scores: [
      { name: "Boston Bruins", score: "3" },
      { name: "New York Rangers", score: "4" },
    ],
  };
  const [item] = read(hockey);
  assert.ok(item?.record?.type === "game");
  assert.deepEqual([item.record.sport, item.record.home, item.record.away_score], ["nhl", "BOS", 4]);
  assert.throws(() => read(event, hockey), InputError);
});

test("a file of scores is known among files of odds by its events, so that a kept answer is imported again", () => {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-scores-"));
  try {
    const odds = { ...event, bookmakers: [] };
    writeFileSync(join(folder, "nba-20250111T093000Z-1.json"), JSON.stringify([event]));
    writeFileSync(join(folder, "nba-20250111T093000Z-2.json"), "[]");
    const items = [...itemsOfFiles("the-odds-api", [folder], nowMs, "nba")];
    assert.deepEqual(
      items.map(({ record }) => record?.type),
      ["game"],
    );
    const { completed: _, scores: __, ...plain } = odds;
    assert.deepEqual([[event], [plain], [], plain, null].map(isOddsApiScores), [true, false, false, false, false]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
