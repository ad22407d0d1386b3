/** The lists of periods and of their odds as lists: pages, cursors, CSV, caching, and what is refused. */
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { afterAll, test } from "vitest";
import type { PeriodOddsRow, PeriodRow } from "../../src/contract/lists/periods.ts";
import { send, walk } from "../support/api.ts";
import { assertInvalid } from "../support/refusals.ts";
import { openSampledApi } from "../support/sampled.ts";
import { sampledSports } from "../support/sports.ts";

const api = await openSampledApi(6);
afterAll(() => api[Symbol.asyncDispose]());

type Row = PeriodRow | PeriodOddsRow;

const lists = ["/v1/periods", "/v1/period_odds"] as const;
const authorization = `Bearer ${api.key}`;

async function whole(url: string): Promise<Row[]> {
  const { status, body, text } = await api.get(`${url}&limit=1000`);
  assert.deepEqual([status, body.next_cursor], [200, null], text.slice(0, 300));
  return body.data;
}

for (const list of lists) {
  test(`${list}: pages of any size join to the whole list, in order and without a row twice`, async () => {
    for (const sport of sampledSports) {
      const url = `${list}?sport=${sport}&from=2000-01-01`;
      const rows = await whole(url);
      assert.ok(rows.length > 10);
      for (const limit of [1, 2, 7, rows.length - 1, rows.length]) {
        if (limit === 1 && rows.length > 100) continue;
        assert.deepEqual((await walk(api, url, limit)).rows, rows, `${url} by ${limit}`);
      }
      const starts = rows.map(({ start_time, game_id }) => `${start_time} ${game_id}`);
      assert.deepEqual(starts, starts.toSorted());
    }
  });

  test(`${list}: every row begins with the columns of its game, as /v1/games has them`, async () => {
    for (const sport of sampledSports) {
      const games = new Map(
        (await api.get(`/v1/games?sport=${sport}&limit=1000`)).body.data.map((game: Row) => [game.game_id, game]),
      );
      for (const row of await whole(`${list}?sport=${sport}&from=2000-01-01`)) {
        const { home, away, ...game } = games.get(row.game_id) as Record<string, { readonly abbreviation: string }>;
        const head = ["game_id", "sport", "season", "season_type", "week", "game_date", "start_time"];
        assert.deepEqual(Object.keys(row).slice(0, 10), [...head, "home", "away", "period"]);
        for (const name of head) assert.equal(row[name as keyof Row], game[name], name);
        assert.deepEqual([row.home, row.away], [home?.abbreviation, away?.abbreviation]);
      }
    }
  });

  test(`${list}: the filters of games keep the rows of the games that match`, async () => {
    const all = await whole(`${list}?sport=nfl&from=2000-01-01`);
    const [one] = all;
    assert.ok(one !== undefined);
    const filters: readonly (readonly [query: string, matches: (row: Row) => boolean])[] = [
      [`season=${one.season}`, (row) => row.season === one.season],
      ["season=1999", () => false],
      [`from=${one.game_date}&to=${one.game_date}`, (row) => row.game_date === one.game_date],
      [`team=${one.away?.toLowerCase()}`, (row) => row.home === one.away || row.away === one.away],
      [`season=${one.season}&home=${one.home}`, (row) => row.home === one.home],
      [`season=${one.season}&home=${one.away}`, (row) => row.home === one.away],
      [`season=${one.season}&away=${one.away}`, (row) => row.away === one.away],
      [`season=${one.season}&week=1`, (row) => row.week === 1],
      [`season=${one.season}&week=2`, (row) => row.week === 2],
      [`season=${one.season}&season_type=postseason`, (row) => row.season_type === "postseason"],
      [`game_id=${one.game_id}`, (row) => row.game_id === one.game_id],
      [`game_id=${one.game_id}&period=q1`, (row) => row.game_id === one.game_id && row.period === "q1"],
    ];
    for (const [query, matches] of filters) {
      assert.deepEqual(await whole(`${list}?sport=nfl&${query}`), all.filter(matches), query);
    }
  });

  test(`${list}: CSV has the members as dotted columns, equals the JSON row for row, and shares its cursors`, async () => {
    for (const sport of sampledSports) {
      const url = `${list}?sport=${sport}&from=2000-01-01`;
      const [first, second] = [await api.get(`${url}&limit=9`), await api.get(`${url}&limit=9&format=csv`)];
      assert.equal(second.headers["x-next-cursor"] ?? null, first.body.next_cursor);
      const next = `&limit=1000&cursor=${second.headers["x-next-cursor"]}`;
      const pages = [second, await send(api.app, "GET", url + next, { authorization, accept: "text/csv" })];
      assert.equal(pages[1]?.headers["x-next-cursor"], undefined);
      const cells = pages.flatMap(({ text }) => parse(text, { columns: true, record_delimiter: "\r\n" }));
      const rows = await whole(url);
      assert.deepEqual(
        cells,
        rows.map((row) => Object.fromEntries(flat(row))),
      );
    }
    assert.match(
      (await api.get(`${list}?sport=nba&season=2026&format=csv`)).headers["content-disposition"] ?? "",
      new RegExp(`filename="gradeline-${list.slice("/v1/".length)}-nba-2026\\.csv"`),
    );
  });

  test(`${list}: an ETag is answered with 304, and HEAD with the headers of GET`, async () => {
    const url = `${list}?sport=nba&from=2000-01-01&limit=3`;
    for (const at of [url, `${url}&format=csv`]) {
      const { headers } = await api.get(at);
      assert.equal(headers["cache-control"], "public, max-age=900");
      const again = await send(api.app, "GET", at, { authorization, "if-none-match": headers.etag ?? "" });
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, "", headers.etag]);
      const head = await send(api.app, "HEAD", at, { authorization });
      assert.deepEqual([head.status, head.text], [200, ""]);
      for (const name of ["etag", "content-type", "content-length", "x-next-cursor"]) {
        assert.equal(head.headers[name], headers[name], name);
      }
    }
    assert.notEqual((await api.get(url)).headers.etag, (await api.get(`${url}&format=csv`)).headers.etag);
    assert.notEqual((await api.get(url)).headers.etag, (await api.get(`${url}&period=1h`)).headers.etag);
  });

  test(`${list}: a cursor belongs to its list and its filters`, async () => {
    const url = `${list}?sport=nba&from=2000-01-01`;
    const { next_cursor: cursor } = (await api.get(`${url}&limit=2`)).body;
    const other = lists.find((each) => each !== list);
    for (const at of [`${url}&period=1h`, `${url}&team=BOS`, `${other}?sport=nba&from=2000-01-01`]) {
      assertInvalid(await api.get(`${at}&cursor=${cursor}`), "cursor", at);
    }
  });

  test(`${list}: at least one of season, from/to, team and game_id must say which games are meant`, async () => {
    for (const query of ["", "&period=q1", "&home=BOS", "&week=1", "&season_type=regular", "&limit=5"]) {
      const answer = await api.get(`${list}?sport=nba${query}`);
      assertInvalid(answer, undefined, query);
      assert.match(answer.body.error.message, /season, from\/to, team or game_id/);
    }
  });
}

/** The cells of a row of JSON by their columns. All periods of a list have the members of the first that has any. */
function flat(value: unknown, path = ""): [column: string, cell: string][] {
  if (value === null && path === "consensus") return flat(emptyConsensus, path);
  if (typeof value !== "object" || value === null) return [[path, String(value ?? "")]];
  return Object.entries(value).flatMap(([name, member]) => flat(member, path === "" ? name : `${path}.${name}`));
}

const emptyConsensus = {
  moneyline: { home_open: null, home_close: null, away_open: null, away_close: null },
  spread: {
    ...{ open: null, close: null, home_juice_open: null, home_juice_close: null },
    ...{ away_juice_open: null, away_juice_close: null },
  },
  total: {
    ...{ open: null, close: null, over_juice_open: null, over_juice_close: null },
    ...{ under_juice_open: null, under_juice_close: null },
  },
};
