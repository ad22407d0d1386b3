/**
 * A second source beside the first: what both say is published, and what they say differently is held back. ESPN is one beside a
 * league's own words. The Odds API's scores are a witness: they make no game, and give none a value.
 */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { type GameRecord, nothingStated } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { listDisputes, resolveDispute, unresolveDispute } from "../../src/operate/decisions.ts";
import { type EspnEvent, espnBoard } from "../feed/espn.ts";
import { firstNight, nextNight } from "../support/nights.ts";
import { publishedDetails } from "../support/published.ts";
import { gameRecord, items } from "../support/records.ts";

const at = "2025-07-20T09:00:00Z";
const none = { home_score: null, away_score: null, line_score: null, overtime: null } as const;

/** A record of StatsAPI of the Brewers at the Pirates. */
function statsapi(id: string, start: string, changes: Partial<GameRecord> = {}): FeedItem {
  const about = { provider: "mlb-statsapi", sport: "mlb", game_id: id, start_time: start, ...changes } as const;
  return { record: gameRecord({ game_date: start.slice(0, 10), home: "PIT", away: "MIL", ...about }) };
}
const brewers = (id: string, start: string, more: Partial<EspnEvent> = {}): EspnEvent => ({
  ...{ sport: "mlb", id, start, away: "Milwaukee Brewers", home: "Pittsburgh Pirates", score: [4, 5], ...more },
});

const nightOf = async (...lists: readonly (readonly FeedItem[])[]) => (await firstNight(at, ...lists)).told;
const board = (...events: readonly EspnEvent[]) => espnBoard(Date.parse(at), ...events);

test("MLB: a makeup that ESPN has under a new id, and the postponed event it leaves, hold back neither game of the doubleheader", async () => {
  const lists = [
    [
      statsapi("1", "2025-07-10T22:40:00Z", { ...none, status: "postponed" }),
      statsapi("1", "2025-07-11T16:05:00Z", { game_number: 1 }),
      statsapi("2", "2025-07-11T22:40:00Z", { game_number: 2, home_score: 2 }),
    ],
    board(
      brewers("401", "2025-07-10T22:40Z", { state: "STATUS_POSTPONED" }),
      brewers("402", "2025-07-11T22:40Z", { score: [4, 2], note: "Doubleheader - Game 2" }),
      brewers("403", "2025-07-11T16:05Z", { note: "Doubleheader - Game 1 - Makeup from July 10" }),
    ),
  ] as const;
  const wanted = { published: ["MLB-20250711-MIL-PIT 4-5", "MLB-20250711-MIL-PIT-2 4-2"], held: [] };
  assert.deepEqual(await nightOf(...lists), wanted);
  assert.deepEqual(await nightOf(...lists.toReversed()), wanted);
});

test("MLB: of a doubleheader of which ESPN has only one game over, that one is compared with its own", async () => {
  const { published, held } = await nightOf(
    [
      statsapi("1", "2025-07-11T16:05:00Z", { game_number: 1 }),
      statsapi("2", "2025-07-11T22:40:00Z", { game_number: 2, home_score: 2 }),
    ],
    board(brewers("402", "2025-07-11T22:40Z", { score: [4, 2], note: "Doubleheader - Game 2" })),
  );
  assert.deepEqual([published.length, held], [2, []]);
});

for (const [name, resumed] of [
  ["keeps on its day", "2025-07-10T22:40Z"],
  ["moves to the next day", "2025-07-11T18:10Z"],
] as const) {
  test(`MLB: a suspended game that ESPN ${name} is one game, beside the next day's own`, async () => {
    const begun = { ...none, game_date: "2025-07-10", start_time: "2025-07-10T22:40:00Z" };
    const wanted = { published: ["MLB-20250710-MIL-PIT 4-5", "MLB-20250711-MIL-PIT 4-1"], held: [] };
    const first = [
      statsapi("1", "2025-07-10T22:40:00Z", { ...begun, status: "suspended" }),
      statsapi("1", "2025-07-10T22:40:00Z", { game_date: "2025-07-10" }),
      statsapi("2", "2025-07-11T22:40:00Z", { home_score: 1 }),
    ];
    const suspended = board(brewers("401", "2025-07-10T22:40Z", { state: "STATUS_SUSPENDED" }));
    const ended = board(brewers("401", resumed), brewers("402", "2025-07-11T22:40Z", { score: [4, 1] }));
    assert.deepEqual(await nightOf(suspended, first, ended), wanted);
  });
}

test("NHL: the goal of a shootout is in both scores, so that it holds no game back, and a wrong score does", async () => {
  const start = "2025-01-11T00:00:00Z";
  const about = { provider: "nhl-api", sport: "nhl", home: "BOS", away: "NYR", overtime: true } as const;
  const nhl = gameRecord({ ...about, start_time: start, home_score: 3, away_score: 4 });
  const espn = board({
    ...{ sport: "nhl", id: "401", start: "2025-01-11T00:00Z", away: "New York Rangers", home: "Boston Bruins" },
    score: [4, 3],
    periods: "1-1 1-0 1-2 0-0 1-0",
  });
  assert.deepEqual(await nightOf([{ record: nhl }], espn), { published: ["NHL-20250110-NYR-BOS 4-3"], held: [] });
  // Without the shootout's goal, a source would say that it ended 3-3.
  assert.deepEqual(await nightOf([{ record: { ...nhl, away_score: 3 } }], espn), {
    published: [],
    held: ["NHL-20250110-NYR-BOS: nhl-api says 3-3, espn 4-3"],
  });
});

type Told = { readonly id?: string; readonly start?: string; readonly home?: "BOS" | "NYK"; readonly isOver?: boolean };

/** What the witness says of Boston and New York. */
function witness(boston: number, newYork: number, told: Told = {}): FeedItem[] {
  const { id: game_id = "w1", start: start_time = "2025-01-11T00:40:00Z", home = "BOS", isOver = true } = told;
  const [home_score, away_score] = home === "BOS" ? [boston, newYork] : [newYork, boston];
  const result = isOver ? { home_score, away_score } : { ...none, status: "scheduled" as const };
  const about = { provider: "the-odds-api", game_id, start_time, home, away: home === "BOS" ? "NYK" : "BOS" };
  return items(gameRecord({ ...nothingStated, ...about, ...result }));
}

const espn = (changes: Partial<GameRecord> = {}): FeedItem[] => [
  { record: gameRecord({ provider: "espn", game_date: null, ...changes }) },
];
const game = "NBA-20250110-NYK-BOS";
const right = { published: [`${game} 104-110`], held: [] };

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
  for (const status of ["scheduled", "postponed", "cancelled"] as const) {
    assert.deepEqual(await nightOf(espn({ ...none, status }), witness(110, 104)), { published: [], held: [] }, status);
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
