/** The lists that count: every number of /v1/books and /v1/coverage is what the oracle counts. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import { walk } from "../support/api.ts";
import { type BookRow, bookRows } from "../support/oracle/book-rows.ts";
import { assertCsvPages, assertJsonPages } from "../support/oracle/compare.ts";
import { type CoverageRow, coverageRows } from "../support/oracle/coverage.ts";
import { type OracleSample, openOracleSample } from "../support/oracle/sample.ts";
import { sampledSports } from "../support/sports.ts";

let sample: OracleSample;
let coverage: CoverageRow[];
beforeAll(async () => {
  sample = await openOracleSample();
  coverage = coverageRows(sample.games);
});
afterAll(() => sample[Symbol.asyncDispose]());

type FoundBook = BookRow & { readonly former_books: readonly string[]; readonly former_names: readonly unknown[] };

async function foundBooks(): Promise<readonly FoundBook[]> {
  const { status, body } = await sample.api.get("/v1/books");
  assert.equal(status, 200);
  assert.equal(body.next_cursor, null);
  assert.equal(body.meta.count, body.data.length);
  return body.data;
}

test("every published book is listed with its games of each season, as the oracle counts them", async () => {
  const found = await foundBooks();
  assert.deepEqual(
    found.map(({ former_books: _, former_names: __, ...row }) => row),
    bookRows(sample.games),
  );
  for (const { former_books } of found) assert.ok(former_books.every((name) => /^[a-z0-9_]+$/.test(name)));
});

test("the games of a book are its rows of odds, and those with a closing line are the rows with a close", async () => {
  const counted = new Map<string, [games: number, closed: number]>();
  for (const sport of sampledSports) {
    const seasons = new Map(sample.games[sport].map(({ keys }) => [keys.game_id, keys.season]));
    const { rows } = await walk(sample.api, `/v1/odds?sport=${sport}&from=2020-01-01`, 1000);
    for (const { game_id, book, moneyline, spread, total, team_total } of rows as OddsRow[]) {
      const key = `${book} ${sport} ${seasons.get(game_id)}`;
      const [games, closed] = counted.get(key) ?? [0, 0];
      const prices = [moneyline.home_close, moneyline.away_close];
      const lines = [spread.close, total.close, team_total.home_close, team_total.away_close];
      const hasClose = [...prices, ...lines].some((value) => value !== null);
      counted.set(key, [games + 1, closed + Number(hasClose)]);
    }
  }
  const found = (await foundBooks()).flatMap(({ book, sports }) =>
    sports.map(({ sport, season, games, games_with_closing_line: closed }) => [
      `${book} ${sport} ${season}`,
      [games, closed],
    ]),
  );
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(counted));
});

test("every row of coverage is what the oracle counts, in its order, in JSON and in CSV", async () => {
  await assertJsonPages(sample.api, "/v1/coverage?", coverage, 97);
  const [shape = {}] = coverage;
  await assertCsvPages(sample.api, "/v1/coverage?", { wanted: coverage, shape }, 1000);
});

test("coverage of one sport, and of one season of it, is a part of the whole", async () => {
  for (const sport of sampledSports) {
    const ofSport = coverage.filter((row) => row.sport === sport);
    await assertJsonPages(sample.api, `/v1/coverage?sport=${sport}`, ofSport, 1000);
    for (const season of new Set(ofSport.map((row) => row.season))) {
      const ofSeason = ofSport.filter((row) => row.season === season);
      await assertJsonPages(sample.api, `/v1/coverage?sport=${sport}&season=${season}`, ofSeason, 50);
    }
  }
});
