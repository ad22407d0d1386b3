/** The Odds API's scores are a witness: a second opinion about final scores, which makes no game and gives none a value. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { readOddsApiScores } from "../../src/feed/providers/the-odds-api.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { listDisputes, resolveDispute, unresolveDispute } from "../../src/operate/decisions.ts";
import { firstNight, nextNight } from "../support/nights.ts";
import { publishedDetails } from "../support/published.ts";
import { gameRecord } from "../support/records.ts";

const at = "2025-01-20T09:00:00Z";
const names = { BOS: "Boston Celtics", NYK: "New York Knicks" } as const;
type Told = {
  readonly id?: string;
  readonly start?: string;
  readonly home?: keyof typeof names;
  readonly isOver?: boolean;
};

/** What the witness says of Boston and New York. */
function witness(boston: number, newYork: number, told: Told = {}): FeedItem[] {
  const { id = "w1", start = "2025-01-11T00:40:00Z", home = "BOS", isOver = true } = told;
  const scores = [
    { name: names.BOS, score: String(boston) },
    { name: names.NYK, score: String(newYork) },
  ];
  const sides = { home_team: names[home], away_team: names[home === "BOS" ? "NYK" : "BOS"] };
  const event = { id, sport_key: "basketball_nba", commence_time: start, completed: isOver, ...sides, scores };
  return [...readOddsApiScores([event], { file: "scores", nowMs: Date.parse(at), sport: "nba", seenAt: null })];
}

const espn = (changes: Partial<GameRecord> = {}): FeedItem[] => [
  { record: gameRecord({ provider: "espn", game_date: null, ...changes }) },
];
const game = "NBA-20250110-NYK-BOS";
const right = { published: [`${game} 104-110`], held: [] };

const nightOf = async (...lists: readonly (readonly FeedItem[])[]) => (await firstNight(at, ...lists)).told;
const providersOf = async ({ kysely }: Database): Promise<string[]> => {
  const identities = tablesOf<{ ledger_identities: { provider: string } }>(kysely).selectFrom("ledger_identities");
  return (await identities.select("provider").execute()).map(({ provider }) => provider);
};

test("NBA: a score that it says too is published, and another one is held back and named", async () => {
  assert.deepEqual(await nightOf(espn(), witness(110, 104)), right);
  assert.deepEqual(await nightOf(espn({ home_score: 111, line_score: null }), witness(110, 104)), {
    published: [],
    held: [`${game}: espn says 104-111, the-odds-api 104-110`],
  });
});

test("the sides may be listed the other way round", async () => {
  assert.deepEqual(await nightOf(espn(), witness(110, 104, { home: "NYK" })), right);
  const { held } = await nightOf(espn(), witness(104, 110, { home: "NYK" }));
  assert.deepEqual(held, [`${game}: espn says 104-110, the-odds-api 110-104`]);
});

test("it makes no game: not alone, not beside a game that others have as scheduled or called off", async () => {
  assert.deepEqual(await nightOf(witness(110, 104)), { published: [], held: [] });
  const open = { home_score: null, away_score: null, line_score: null, overtime: null };
  for (const status of ["scheduled", "postponed", "cancelled"] as const) {
    assert.deepEqual(await nightOf(espn({ ...open, status }), witness(110, 104)), { published: [], held: [] }, status);
  }
});

test("an event of it that is no game, or of another day, says nothing about the others", async () => {
  const ghosts = [
    ...witness(1, 2, { id: "w0", start: "2025-01-10T20:00:00Z" }),
    ...witness(110, 104),
    ...witness(3, 4, { id: "w2", start: "2025-01-11T03:00:00Z" }),
    ...witness(5, 6, { id: "w3", start: "2025-01-13T00:30:00Z" }),
    ...witness(0, 0, { id: "w4", start: "2025-01-11T00:30:00Z", isOver: false }),
  ];
  assert.deepEqual(await nightOf(ghosts, espn()), right);
});

test("of several games of two teams each hears the one that begins with it", async () => {
  const second = { game_id: "g2", start_time: "2025-01-12T18:00:00Z", home_score: 99 };
  const told = [...witness(99, 104, { id: "w2", start: "2025-01-12T18:05:00Z" }), ...witness(110, 104)];
  assert.deepEqual(await nightOf(espn(), espn({ ...second, line_score: null }), told), {
    published: [`${game} 104-110`, "NBA-20250112-NYK-BOS 104-99"],
    held: [],
  });
});

test("it gives no value to the game, and no game an id", async () => {
  const details = async (...lists: readonly FeedItem[][]) => {
    const { database } = await firstNight(at, ...lists);
    assert.deepEqual(await providersOf(database), ["espn"]);
    return publishedDetails(database);
  };
  const postseason = {
    season_type: "postseason",
    start_time: null,
    actual_start_time: "2025-01-11T00:35:00Z",
  } as const;
  const unknown = { ...postseason, neutral_site: null, overtime: null, venue: null, referee: null, line_score: null };
  assert.deepEqual(await details(espn(unknown), witness(110, 104)), await details(espn(unknown)));
  const withoutStart = espn({ game_date: "2025-01-10", start_time: null });
  assert.deepEqual(await nightOf(withoutStart, witness(110, 104)), await nightOf(withoutStart));
});

test("a game that was published is held as it stood, and an operator may believe the witness, and take it back", async () => {
  const { database, told: before } = await firstNight(at, espn());
  const held = [`${game}: espn says 104-110, the-odds-api 104-112`];
  assert.deepEqual((await nextNight(database, at, witness(112, 104))).told, { ...before, held });
  assert.deepEqual(
    (await listDisputes(database)).map((game) => game.game_id),
    [game],
  );
  assert.equal((await resolveDispute(database, game, "the-odds-api", at)).isNew, true);
  assert.deepEqual((await nextNight(database, at)).told.published, [`${game} 104-112`]);
  assert.equal(await unresolveDispute(database, game, at), true);
  assert.deepEqual((await nextNight(database, at)).told.held, held);
});

test("a decision about a game that was never published gives its id back when it is undone", async () => {
  const { database, told } = await firstNight(at, espn(), witness(112, 104));
  assert.equal(told.held.length, 1);
  await resolveDispute(database, game, "the-odds-api", at);
  assert.equal((await providersOf(database)).length, 1);
  await unresolveDispute(database, game, at);
  assert.deepEqual(await providersOf(database), []);
});
