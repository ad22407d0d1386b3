/** Walks the pages of a list, and compares its rows with those that the oracle expects. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Game } from "../../../src/contract/lists/games.ts";
import type { Sport } from "../../../src/domain/sports.ts";
import { type Answer, send, type TestApi, walk } from "../../support/api.ts";
import { betRows, betRowsByScore } from "./bets.ts";
import { coverageRows } from "./coverage.ts";
import { csvLines } from "./csv.ts";
import { idRows, type OracleGame } from "./game.ts";
import { pathRows } from "./paths.ts";
import { gradedGame, oddsRows, periodOddsRows, periodRows } from "./periods.ts";
import { snapshotRows } from "./snapshots.ts";

type List = { readonly path: string; readonly query: string; readonly rowsOf: (game: OracleGame) => object[] };

/** The lists of rows that games have. */
export const lists: readonly List[] = [
  { path: "/v1/odds", query: "", rowsOf: oddsRows },
  { path: "/v1/bets", query: "&book=all", rowsOf: betRows },
  { path: "/v1/bets", query: "&book=all&rules=score", rowsOf: betRowsByScore },
  { path: "/v1/periods", query: "", rowsOf: periodRows },
  { path: "/v1/snapshots", query: "", rowsOf: snapshotRows },
  { path: "/v1/period_odds", query: "", rowsOf: periodOddsRows },
  { path: "/v1/ids/games", query: "", rowsOf: idRows },
];

/** Fails unless a list has exactly the rows of these games, in JSON and in CSV. @returns how many there are. */
export async function assertList(api: TestApi, list: List, sport: string, games: readonly OracleGame[], limit = 1000) {
  const url = `${list.path}?sport=${sport}&from=2020-01-01${list.query}`;
  const wanted = games.flatMap(list.rowsOf);
  await assertJsonPages(api, url, wanted, limit);
  // A row in which nothing is missing has every column.
  const shape = wanted.find((row) => !("consensus" in row) || row.consensus !== null);
  if (shape !== undefined) await assertCsvPages(api, url, { wanted, shape }, 1000);
  return wanted.length;
}

type Served = { readonly api: TestApi; readonly games: ReadonlyMap<Sport, readonly OracleGame[]> };

/** Declares the tests that all which is published of some games is what the oracle says. */
export function testEveryList(what: string, { api, games }: Served): void {
  for (const list of lists) {
    test(`${list.path}?${list.query} of ${what} is what the oracle says`, async () => {
      let rows = 0;
      for (const [sport, ofSport] of games) rows += await assertList(api, list, sport, ofSport);
      assert.ok(rows > 0);
    });
  }
  test(`consensus, results, paths and coverage of ${what} are what the oracle says`, async () => {
    for (const [sport, ofSport] of games) {
      await assertGames(api, sport, ofSport);
      await assertJsonPages(api, `/v1/coverage?sport=${sport}`, coverageRows({ [sport]: ofSport }), 9);
      for (const game of ofSport) {
        await assertJsonPages(api, `/v1/games/${game.keys.game_id}/lines?`, pathRows(game), 1000);
      }
    }
  });
}

/** More pages than any list here has. */
const mostPages = 2_000;

/** Every page of a list, by following its cursors, in JSON or CSV. */
async function* pagesOf(api: TestApi, url: string, format: "json" | "csv"): AsyncGenerator<Answer> {
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages++) {
    const asked: string = `${url}&format=${format}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer: Answer = await send(api.app, "GET", asked, { authorization: `Bearer ${api.key}` });
    assert.equal(answer.status, 200, `${asked}: ${answer.text.slice(0, 500)}`);
    yield answer;
    const { body, headers } = answer;
    cursor = format === "json" ? body.next_cursor : (headers["x-next-cursor"] ?? null);
    if (cursor === null) return;
  }
  assert.fail(`${url} has more than ${mostPages} pages`);
}

/**
 * Fails unless the pages of a list have exactly these rows, in this order, with members in this order, and every page
 * but the last is full. Text by text: 0.10 is not 0.1, and -0 is not 0.
 */
export async function assertJsonPages(api: TestApi, url: string, wanted: readonly object[], limit: number) {
  let at = 0;
  for await (const { text, body } of pagesOf(api, `${url}&limit=${limit}`, "json")) {
    const page = wanted.slice(at, at + limit);
    const { next_cursor, meta } = body;
    assert.equal(meta.count, page.length, `${url}: rows from ${at}`);
    assert.equal(next_cursor === null, at + limit >= wanted.length, `${url}: the last page and its cursor`);
    const start = '{"data":[';
    const data = `${page.map((row) => JSON.stringify(row)).join(",")}]`;
    if (text.slice(start.length, start.length + data.length) !== data) reportFirst(url, at, body.data, page);
    at += page.length;
  }
  assert.equal(at, wanted.length, url);
}

/** The same of CSV. `shape` is a row in which every object is there. */
export async function assertCsvPages(
  api: TestApi,
  url: string,
  { wanted, shape }: { readonly wanted: readonly object[]; readonly shape: object },
  limit: number,
) {
  const [header = "", ...lines] = csvLines(wanted, shape);
  let at = 0;
  for await (const { text } of pagesOf(api, `${url}&limit=${limit}`, "csv")) {
    const page = lines.slice(at, at + limit);
    const wantedText = `${[header, ...page].join("\r\n")}\r\n`;
    if (text !== wantedText) {
      const found = text.split("\r\n");
      const first = [header, ...page, ""].findIndex((line, index) => line !== found[index]);
      assert.equal(found[first], [header, ...page, ""][first], `${url}: line ${first} of the page from row ${at}`);
      assert.equal(found.length, page.length + 2, `${url}: lines of the page from row ${at}`);
    }
    at += page.length;
  }
  assert.equal(at, lines.length, url);
}

/** Fails with the first row that differs, since one difference among thousands of rows is nothing a person can find. */
function reportFirst(url: string, at: number, found: readonly unknown[], page: readonly object[]): never {
  for (const [index, row] of page.entries()) {
    assert.deepEqual(found[index], row, `${url}: row ${at + index}`);
    assert.equal(JSON.stringify(found[index]), JSON.stringify(row), `${url}: row ${at + index}, order of members`);
  }
  assert.fail(`${url}: the text of the rows from ${at} is not what JSON.stringify makes of them`);
}

/** Fails unless the games of a sport are exactly these, with identity, start, score, consensus and result as the oracle has them. */
export async function assertGames(api: TestApi, sport: string, games: readonly OracleGame[]): Promise<void> {
  const { rows } = await walk(api, `/v1/games?sport=${sport}`, 1000);
  const found = (rows as Game[]).map(({ home, away, consensus, result, ...game }) => {
    const { game_id, season, season_type, week, game_date, start_time } = game;
    const keys = { game_id, sport: game.sport, season, season_type, week, game_date, start_time };
    const teams = { home: home.abbreviation, away: away.abbreviation };
    return { ...keys, ...teams, score: { home: home.score, away: away.score }, consensus, result };
  });
  const wanted = games.map((game) => ({ ...game.keys, score: game.score, ...gradedGame(game) }));
  for (const [index, row] of wanted.entries()) assert.deepEqual(found[index], row);
  assert.equal(found.length, wanted.length, sport);
}
