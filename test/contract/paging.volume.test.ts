// @module-tag volume
/**
 * Pages [D-23]: every row exactly once, in order, also while a publish comes in between; and cursors that are worth nothing once changed
 * [D-28]. That each belongs to its list and its filters is held by lists.test.ts.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { closedAfterAll, openApi, walk } from "../support/api.ts";
import { dateOf, type GameSketch, idOf, publishGames } from "../support/archive.ts";
import { league } from "../support/league.ts";
import { share, some } from "../support/volume.ts";
import { assertInvalid } from "./refusals.ts";

const live = closedAfterAll(await openApi(league));

type Row = { readonly game_id: string; readonly start_time: string; readonly book_id?: number };

const asked = fc.constantFrom(
  ...["games?sport=nfl", "games?sport=nfl&season=2024", "games?sport=nfl&team=KC", "games?sport=nfl&week=2"],
  ...["games?sport=nfl&season_type=postseason", "games?sport=nfl&from=2023-11-10&away=BUF"],
  ...["odds?sport=nfl&from=2000-01-01", "odds?sport=nfl&season=2023&book=1,10", "odds?sport=nfl&team=BUF&market=total"],
);

const keyOf = ({ start_time, game_id, book_id = 0 }: Row): readonly [string, string, number] => [
  start_time,
  game_id,
  book_id,
];

/** Ordering is by start_time, then game_id (odds rows also by book_id), oldest first. */
function compare(a: Row, b: Row): number {
  const [startA, idA, bookA] = keyOf(a);
  const [startB, idB, bookB] = keyOf(b);
  if (startA !== startB) return startA < startB ? -1 : 1;
  if (idA !== idB) return idA < idB ? -1 : 1;
  return bookA - bookB;
}

/** Games that a night may bring: other home sides than the league's, starts that fall among and on the league's. */
const arrivals = fc.uniqueArray(
  fc
    .record({
      season: fc.constantFrom(2023, 2024),
      day: fc.integer({ min: 1, max: 28 }),
      hour: fc.constantFrom(17, 18, 21),
      away: fc.constantFrom("KC", "BUF", "DAL", "MIA"),
      home: fc.constantFrom("ARI", "LV", "TEN"),
      week: fc.constantFrom(1, 2, 19),
    })
    .map(
      ({ season, day, hour, away, home, week }): GameSketch => ({
        sport: "nfl",
        season,
        start: `${season}-11-${String(day).padStart(2, "0")}T${hour}:00:00.000Z`,
        ...{ away, home, week, seasonType: week === 19 ? "postseason" : "regular" },
        books: { 1: ["spread"], 10: ["moneyline", "team_total"] },
      }),
    ),
  { selector: idOf, maxLength: 8 },
);
const nights = fc.array(fc.record({ afterPage: fc.integer({ min: 1, max: 8 }), games: arrivals }), {
  minLength: 1,
  maxLength: 3,
});

async function publishNight(games: readonly GameSketch[]): Promise<void> {
  await publishGames(live.database, games);
  assert.equal(await live.shelf.refresh(), true);
}

test("A walk begun before a publish neither skips nor repeats a game that existed at its start", async () => {
  const nfl = league.filter(({ sport }) => sport === "nfl");
  await fc.assert(
    fc.asyncProperty(
      asked.map((query) => `/v1/${query}`),
      fc.integer({ min: 1, max: 9 }),
      nights,
      async (url, limit, plan) => {
        await publishNight(nfl);
        const before: Row[] = (await live.get(`${url}&limit=1000`)).body.data;
        const rows: Row[] = [];
        let current = nfl;
        let mustCome = before;
        let cursor: string | null = null;
        let page = 0;
        do {
          const answer = await live.get(`${url}&limit=${limit}${cursor === null ? "" : `&cursor=${cursor}`}`);
          assert.equal(answer.status, 200, answer.text);
          rows.push(...answer.body.data);
          cursor = answer.body.next_cursor;
          page += 1;
          const due = plan.filter(({ afterPage }) => afterPage === page);
          if (due.length === 0 || cursor === null) continue;
          const known = new Set(current.map(idOf));
          const arrived = new Map(due.flatMap(({ games }) => games).map((game) => [idOf(game), game]));
          current = [...current, ...[...arrived].filter(([id]) => !known.has(id)).map(([, game]) => game)];
          await publishNight(current);
          // From here on, what the new archive has behind the cursor must come too.
          const now: Row[] = (await live.get(`${url}&limit=1000`)).body.data;
          mustCome = [...rows, ...now.filter((row) => compare(row, rows.at(-1) as Row) > 0)];
        } while (cursor !== null && page < 1000);
        assert.deepEqual(rows, mustCome);
        const existed = new Set(before.map((row) => keyOf(row).join()));
        assert.deepEqual(
          rows.filter((row) => existed.has(keyOf(row).join())),
          before,
        );
        assert.deepEqual(rows, rows.toSorted(compare));
      },
    ),
    { numRuns: share(60) },
  );
});

test("A publish that takes away the page's last row, or adds before it, moves nothing", async () => {
  const url = "/v1/games?sport=nfl&season=2024";
  const nfl = league.filter(({ sport, season }) => sport === "nfl" && season === 2024);
  await publishNight(nfl);
  const before = (await live.get(`${url}&limit=1000`)).body.data.map((row: Row) => row.game_id);
  const first = (await live.get(`${url}&limit=4`)).body;
  const snapshot = live.shelf.current;
  const early: GameSketch = { sport: "nfl", season: 2024, start: "2024-11-01T18:00:00.000Z", away: "KC", home: "DAL" };
  const late: GameSketch = { ...early, start: "2024-12-01T18:00:00.000Z" };
  assert.equal(await live.shelf.refresh(), false);
  await publishNight([...nfl.filter((game) => idOf(game) !== before[3]), early, late]);
  assert.equal(await live.shelf.refresh(), false);
  assert.notEqual(live.shelf.current, snapshot);
  const rest = (await live.get(`${url}&limit=1000&cursor=${first.next_cursor}`)).body;
  assert.deepEqual(
    rest.data.map((row: Row) => row.game_id),
    [...before.slice(4), idOf(late)],
  );
  assert.equal(rest.next_cursor, null);
});

test("Seasons that overlap in time are still walked in order of start", async () => {
  const game = (season: number, day: number): GameSketch => ({
    ...{ sport: "nba", season, away: "BOS", home: "LAL" },
    start: `2024-05-0${day}T00:00:00.000Z`,
  });
  const games = [game(2024, 1), game(2024, 3), game(2024, 6), game(2025, 2), game(2025, 4), game(2025, 5)];
  await using mixed = await openApi(games);
  for (const limit of [1, 2, 3, 4, 5, 6]) {
    const { rows } = await walk(mixed, "/v1/games?sport=nba", limit);
    assert.deepEqual(
      rows.map((row) => (row as { readonly game_date: string }).game_date),
      games.map(dateOf).sort(),
    );
  }
});

test("a cursor changed, cut, extended, doubled or made up is 400 with param = cursor, never 500 [D-28]", async () => {
  const url = "/v1/odds?sport=nfl&season=2023";
  const cursor: string = (await live.get(`${url}&limit=1`)).body.next_cursor;
  assert.match(cursor, /^[A-Za-z0-9_-]+$/);
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
  const all = [...letters, "%2B", "%2F", "%3D", "%20", "+", ".", "~", "%C3%A9", "%00", "%0A", "%FF", "%ZZ"];
  const changed = [...cursor].flatMap((_, at) =>
    some(all).map((other) => cursor.slice(0, at) + other + cursor.slice(at + 1)),
  );
  const cut = [...cursor].flatMap((_, at) => [cursor.slice(0, at), cursor.slice(at)]).filter((text) => text !== "");
  const extended = all.flatMap((more) => [cursor + more, more + cursor]);
  const madeUp = ["null", "0", "-1", "%00", "%ff", "undefined", "A".repeat(86), cursor + cursor, "%7B%7D"];
  for (const text of [...changed, ...cut, ...extended, ...madeUp].filter((each) => each !== cursor)) {
    assertInvalid(await live.get(`${url}&cursor=${text}`), "cursor", text);
  }
});
