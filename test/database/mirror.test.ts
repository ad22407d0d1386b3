/** A copy that is kept by /v1/changes alone equals the whole archive read anew, whatever the nights bring, on every engine. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import { tablesOf } from "../../src/database/engine.ts";
import { sports } from "../../src/domain/sports.ts";
import type { FeedRecord, GameRecord } from "../../src/feed/records.ts";
import { removeIdentities } from "../../src/ledger/identities.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { openApi, type TestApi, walk } from "../support/api.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { Nights } from "../support/nights.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";

const nba = (day: number, changes: Partial<GameRecord> = {}): GameRecord =>
  gameRecord({ game_id: `nba ${day}`, game_date: `2025-01-${day}`, ...changes });
const mlb = (changes: Partial<GameRecord>): GameRecord =>
  gameRecord({ sport: "mlb", home: "NYY", away: "BOS", line_score: null, overtime: null, venue: null, ...changes });
const moving = mlb({ game_id: "rain", game_date: "2025-06-07", start_time: "2025-06-07T23:15:00Z" });

const priced = { event_id: "nba 10", start_time: "2025-01-11T00:30:00Z" };
const teamTotal = quoteRecord({
  ...priced,
  market: "home_team_total",
  line: 110.5,
  home_odds: null,
  away_odds: null,
  over_odds: -110,
  under_odds: -110,
});
const firstHalf = quoteRecord({ ...priced, period: "1h", line: -2.5 });

type NightOf = { readonly records: readonly FeedRecord[]; readonly changes: readonly string[] };

/** Each night's records, and the games that it has to tell of. */
const changesOf: Readonly<Record<string, NightOf>> = {
  "the first games": {
    records: [nba(10), nba(12), moving, quoteRecord(priced), teamTotal, firstHalf],
    changes: ["added MLB-20250607-BOS-NYY", "added NBA-20250110-NYK-BOS", "added NBA-20250112-NYK-BOS"],
  },
  "another game": { records: [nba(14)], changes: ["added NBA-20250114-NYK-BOS"] },
  "a corrected score": {
    records: [nba(12, { home_score: 111, line_score: null })],
    changes: ["changed NBA-20250112-NYK-BOS"],
  },
  "a price that only odds rows show": {
    records: [{ ...teamTotal, captured_at: "2025-01-10T20:00:00Z", over_odds: -125, under_odds: 105 }],
    changes: ["changed NBA-20250110-NYK-BOS"],
  },
  "a capture earlier by an hour of the same line": {
    records: [quoteRecord({ ...priced, captured_at: "2025-01-10T14:00:00Z" })],
    changes: ["changed NBA-20250110-NYK-BOS"],
  },
  "the opening price of a first half": {
    records: [{ ...firstHalf, captured_at: "2025-01-10T13:00:00Z", home_odds: -105, away_odds: -115 }],
    changes: ["changed NBA-20250110-NYK-BOS"],
  },
  "a game that is called off": {
    records: [nba(14, { status: "cancelled", home_score: null, away_score: null, line_score: null })],
    changes: ["removed NBA-20250114-NYK-BOS"],
  },
  "the game that was called off, after all": { records: [nba(14)], changes: ["added NBA-20250114-NYK-BOS"] },
  "nothing new": { records: [nba(14)], changes: [] },
};

/** All that callers can read of a game. */
type MirroredGame = { readonly detail: unknown; readonly odds: unknown };

type ChangeRow = { readonly game_id: string; readonly change: string };

/** So few that a night is several pages. */
const rowsPerPage = 2;

/** Everything that a server has, read anew. */
async function wholeArchive(server: TestApi): Promise<Map<string, MirroredGame>> {
  const games = new Map<string, MirroredGame>();
  for (const sport of sports) {
    const { body } = await server.get(`/v1/games?sport=${sport}&limit=1000`);
    assert.equal(body.next_cursor, null);
    for (const { game_id: id } of body.data) {
      games.set(id, (await readGame(server, id)) ?? assert.fail(`${id} is listed, and is not there`));
    }
  }
  return games;
}

/** Null when there is no such game. */
async function readGame(server: TestApi, id: string): Promise<MirroredGame | null> {
  const { status, body } = await server.get(`/v1/games/${id}`);
  if (status === 404) return null;
  assert.equal(status, 200);
  const sport = id.split("-")[0]?.toLowerCase();
  const odds = await server.get(`/v1/odds?sport=${sport}&game_id=${id}&limit=1000`);
  return { detail: body.data, odds: odds.body.data };
}

onSqliteDaily((engine) => {
  const nights = new Nights(engine, "2026-01-02T00:00:00Z");
  const copy = new Map<string, MirroredGame>();
  let revision = 0;
  let served: TestApi;

  beforeAll(async () => {
    await nights.fresh();
    served = await openApi([], { facts: { path: "", database: nights.database, close: async () => {} } });
  });
  afterAll(() => served?.[Symbol.asyncDispose]());

  async function night(...records: readonly FeedRecord[]): Promise<void> {
    if (records.length > 0) await nights.take(...records);
    await nights.publish({ acceptRemovals: true });
  }
  /** Brings the copy up to date by what it is told. Returns each change with its game. */
  async function sync(): Promise<string[]> {
    await served.shelf.refresh();
    const rows = (await walk(served, `/v1/changes?since=${revision}`, rowsPerPage)).rows as ChangeRow[];
    for (const { game_id: id, change } of rows) {
      const game = change === "removed" ? null : await readGame(served, id);
      if (game === null) copy.delete(id);
      else copy.set(id, game);
    }
    revision = served.shelf.current.revision;
    return rows.map(({ change, game_id: id }) => `${change} ${id}`);
  }
  async function assertSame(): Promise<void> {
    assert.deepEqual(new Map([...copy].sort()), new Map([...(await wholeArchive(served))].sort()));
  }

  for (const [what, { records, changes }] of Object.entries(changesOf)) {
    test(`after ${what}, the copy is the archive, and the changes name the games of that night alone [A-7]`, async () => {
      await night(...records);
      assert.deepEqual(await sync(), changes);
      await assertSame();
    });
  }

  test("a game that is published under another id is taken out under the old one", async () => {
    await removeIdentities(tablesOf<LedgerTables>(nights.database.kysely), "MLB-20250607-BOS-NYY");
    await night({ ...moving, game_date: "2025-06-08", start_time: "2025-06-08T17:35:00Z" });
    assert.deepEqual(await sync(), ["removed MLB-20250607-BOS-NYY", "added MLB-20250608-BOS-NYY"]);
    await assertSame();
  });

  test("every game published anew from the same ledger is no change", async () => {
    await nights.publish({ all: true, acceptRemovals: true });
    assert.deepEqual(await sync(), []);
    await assertSame();
  });

  test("a server that has not taken over the revision of a copy asks it to wait, and shows nothing newer than its own", async () => {
    await night(nba(16));
    const early = await served.get(`/v1/changes?since=${revision + 1}`);
    assert.deepEqual([early.status, early.body.error.code], [503, "unavailable"]);
    const same = await served.get(`/v1/changes?since=${revision}`);
    assert.deepEqual([same.status, same.body.data, same.body.meta.revision], [200, [], revision]);
    assert.deepEqual(await sync(), ["added NBA-20250116-NYK-BOS"]);
    await assertSame();
  });
});
