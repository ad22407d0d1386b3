/** What all lists promise alike: pages, cursors, CSV, 304, HEAD, the columns of a game, and which games are meant [D-23, D-28, D-29]. */
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { describe, test } from "vitest";
import { documentedPath } from "../../src/contract/endpoint.ts";
import { endpoints } from "../../src/contract/lists/all.ts";
import { closedAfterAll, send, walk } from "../support/api.ts";
import { offerFile } from "../support/offered-files.ts";
import { gameRecord, publishRecords } from "../support/records.ts";
import { openSmallSampleApi } from "../support/sample.ts";
import { assertInvalid } from "./refusals.ts";

type Row = Readonly<Record<string, unknown>>;
type Keeps = readonly [query: string, keeps: (row: Row) => boolean];
type List = {
  readonly path: string;
  readonly query: string;
  /** Filters that make other questions of it, and which of its rows each keeps; null where rows do not say. */
  readonly narrowed: readonly (Keeps | readonly [query: string, keeps: null])[];
  readonly file: string;
};

const api = closedAfterAll(await openSmallSampleApi());
await publishRecords(api, [gameRecord({ referee: null })]);
await publishRecords(api, [gameRecord({ referee: "A. Person" })]);
for (const season of [2023, 2024, 2025]) await offerFile(api.database, { season });
const { game_id: pricedGame } = (await api.get("/v1/odds?sport=nfl&from=2000-01-01")).body.data[0];

const everything = "from=2000-01-01";
const is = (name: string, value: unknown): Keeps => [`${name}=${value}`, (row) => row[name] === value];
/** The rows in which a market has any line or price. */
const priced = (market: string): Keeps => [
  `market=${market}`,
  (row) => Object.values(row[market] as Row).some((value) => value !== null),
];
const [line, price] = ["line", "price"].map((name) => (row: Row) => (row.close as Row)[name] as number | null);
const within = (value: number | null | undefined, least: number, most: number) =>
  typeof value === "number" && value >= least && value <= most;
const lists: readonly List[] = [
  { path: "/games", query: "sport=nba", narrowed: [is("season_type", "regular")], file: "games-nba" },
  {
    ...{ path: "/odds", query: `sport=nfl&${everything}`, file: "odds-nfl-from-2000-01-01" },
    narrowed: [priced("total"), is("book", "fanduel")],
  },
  {
    ...{ path: "/bets", query: `sport=nhl&${everything}`, file: "bets-nhl-from-2000-01-01" },
    narrowed: [
      ...[is("role", "favorite"), is("market", "total"), is("period", "p1"), is("selection", "under")],
      ["result=push", (row) => (row.result as Row).close === "push"],
      ["min_line=-1.5&max_line=5.5", (row) => within(line?.(row), -1.5, 5.5)],
      // Of American odds those from -110 up and to 130 are below -101 and from 100 on.
      ["min_price=-110&max_price=130", (row) => within(price?.(row), -110, 130)],
    ],
  },
  {
    ...{ path: "/trends", query: "sport=nfl&group_by=line", file: "trends-nfl" },
    narrowed: [["tries=2", null]],
  },
  {
    ...{ path: "/team_games", query: "sport=nfl&season=2025", file: "team_games-nfl-2025" },
    narrowed: [is("season_type", "postseason")],
  },
  {
    ...{ path: "/snapshots", query: `sport=nba&${everything}`, file: "snapshots-nba-from-2000-01-01" },
    narrowed: [is("market", "total"), is("minutes_before", 60), is("book", "consensus"), is("period", "1h")],
  },
  {
    ...{ path: "/periods", query: `sport=nba&${everything}`, file: "periods-nba-from-2000-01-01" },
    narrowed: [is("period", "1h")],
  },
  {
    ...{ path: "/period_odds", query: `sport=nba&${everything}`, file: "period_odds-nba-from-2000-01-01" },
    narrowed: [is("period", "1h"), is("book", "fanduel"), priced("moneyline"), priced("total")],
  },
  ...["lines", "evidence"].map((list) => ({
    ...{ path: `/games/:game_id/${list}`, query: "", file: `${list}-${pricedGame}` },
    narrowed: [is("market", "total"), is("period", "1h"), is("book", "fanduel")],
  })),
  {
    ...{ path: "/ids/games", query: `sport=nba&${everything}`, file: "ids-games-nba-from-2000-01-01" },
    narrowed: [["team=BOS", ({ home, away }) => home === "BOS" || away === "BOS"]],
  },
  { path: "/ids/teams", query: "sport=mlb", narrowed: [], file: "ids-teams-mlb" },
  { path: "/coverage", query: "sport=nfl", narrowed: [is("season", 2025)], file: "coverage-nfl" },
  { path: "/changes", query: "since=0", narrowed: [is("sport", "nba")], file: "changes-since-0" },
  { path: "/revisions", query: "since=1", narrowed: [], file: "revisions-since-1" },
  { path: "/files", query: "sport=nfl", narrowed: [is("season", 2025)], file: "files-nfl" },
];
const urlOf = ({ path, query }: List): string => `/v1${path.replace(":game_id", pricedGame)}?${query}`;
const headers = { authorization: `Bearer ${api.key}` };

async function rowsOf(url: string): Promise<readonly Row[]> {
  return (await walk(api, url, 1000)).rows as Row[];
}

/** The cell that a column should have: a dot goes into an object, and into each of a list, whose values share the cell. */
function cellOf(value: unknown, column: string): string {
  const [name = "", ...rest] = column.split(".");
  const member = (value as Row | null)?.[name];
  if (!Array.isArray(member)) return rest.length > 0 ? cellOf(member, rest.join(".")) : String(member ?? "");
  // A changed value may be of any type, so it is written as JSON.
  const isAny = name === "fields" && rest[0] !== "path";
  const inner = (each: unknown) =>
    isAny ? JSON.stringify((each as Row)[rest[0] as string]) : cellOf(each, rest.join("."));
  return member.map((each) => (rest.length > 0 ? inner(each) : String(each))).join("|");
}

test("every list with a cursor is in this table", () => {
  const paged = endpoints.filter(({ parameters }) => "cursor" in parameters).map(({ path }) => path);
  assert.deepEqual(lists.map(({ path }) => path).sort(), paged.toSorted());
});

for (const list of lists) {
  const url = urlOf(list);
  const endpoint = endpoints.find(({ path }) => path === list.path) ?? assert.fail(list.path);

  describe(documentedPath(list.path), () => {
    test("pages of any size join to the whole list, and only the last has no cursor", async () => {
      const rows = await rowsOf(url);
      assert.ok(rows.length > 1, `${rows.length} rows`);
      assert.deepEqual((await api.get(url)).body.data, rows.slice(0, 100), "100 without a limit");
      const limits = new Set([1, 7, Math.ceil(rows.length / 3), rows.length - 1, rows.length, rows.length + 1]);
      for (const limit of limits) {
        if (limit > 1000 || rows.length / limit > 200) continue;
        const walked = await walk(api, url, limit);
        assert.deepEqual(walked.rows, rows, `by ${limit}`);
        assert.equal(walked.pages.length, Math.ceil(rows.length / limit));
      }
    });

    test("CSV has the rows of JSON under dotted columns, its cursors go on in either format, and its file has a name", async () => {
      const rows = (await api.get(`${url}&limit=500`)).body.data as readonly Row[];
      const limit = Math.ceil(rows.length / 2);
      const first = await api.get(`${url}&format=csv&limit=${limit}`);
      assert.match(first.headers["content-type"] ?? "", /^text\/csv/);
      assert.equal(first.headers["content-disposition"], `attachment; filename="gradeline-${list.file}.csv"`);
      const cursor = first.headers["x-next-cursor"];
      const [json, csv] = await Promise.all(
        [headers, { ...headers, accept: "text/csv" }].map((accepting) =>
          api.get(`${url}&limit=${rows.length - limit}&cursor=${cursor}`, accepting),
        ),
      );
      assert.deepEqual(json?.body.data, rows.slice(limit));
      assert.equal(csv?.headers["x-next-cursor"] ?? null, json?.body.next_cursor);
      const tables = [first, csv].map(
        (answer) => parse(answer?.text ?? "", { record_delimiter: "\r\n" }) as string[][],
      );
      const [columns = []] = tables[0] ?? [];
      assert.deepEqual(tables[1]?.[0], columns);
      assert.deepEqual([...new Set(columns.map((name) => name.split(".")[0]))], Object.keys(rows[0] ?? {}));
      assert.deepEqual(
        tables.flatMap((table) => table.slice(1)),
        rows.map((row) => columns.map((column) => cellOf(row, column))),
      );
    });

    test("who has an answer gets 304, HEAD has the headers of GET, and another question has another ETag", async () => {
      const asked = [`${url}&limit=3`, `${url}&limit=3&format=csv`, `${url}&limit=2`];
      for (const [query] of list.narrowed) asked.push(`${url}&limit=3&${query}`);
      const { next_cursor: next } = (await api.get(`${url}&limit=1`)).body;
      asked.push(`${url}&limit=3&cursor=${next}`);
      const etags = new Set<string | undefined>();
      for (const each of asked) {
        const { headers: sent } = await api.get(each);
        etags.add(sent.etag);
        assert.match(sent.etag ?? "", /^W\/"[A-Za-z0-9_-]{22}"$/);
        assert.match(sent["cache-control"] ?? "", /^public, max-age=(86400|900)$/);
        assert.equal(sent.vary, "Authorization, X-API-Key, Accept, Accept-Encoding");
        const again = await send(api.app, "GET", each, { ...headers, "if-none-match": sent.etag ?? "" });
        assert.deepEqual([again.status, again.text], [304, ""]);
        for (const name of ["etag", "cache-control", "vary", "x-dataset"])
          assert.equal(again.headers[name], sent[name], name);
        for (const name of ["content-type", "content-length", "content-disposition", "x-next-cursor"])
          assert.equal(again.headers[name], undefined, name);
        const head = await send(api.app, "HEAD", each, headers);
        assert.deepEqual([head.status, head.text], [200, ""]);
        for (const name of ["etag", "content-type", "content-length", "x-next-cursor", "cache-control"])
          assert.equal(head.headers[name], sent[name], name);
      }
      assert.equal(etags.size, asked.length);
    });

    test("a cursor belongs to its list and its filters", async () => {
      const { next_cursor: cursor } = (await api.get(`${url}&limit=1`)).body;
      const others = lists.filter((each) => each !== list).map(urlOf);
      for (const other of [...others, ...list.narrowed.map(([query]) => `${url}&${query}`)])
        assertInvalid(await api.get(`${other}&cursor=${cursor}`), "cursor", other);
      assert.equal((await api.get(`${url}&limit=2&cursor=${cursor}`)).status, 200);
    });

    for (const [query, keeps] of list.narrowed) {
      if (keeps === null) continue;
      test(`${query} keeps the rows that it says, in their order`, async () => {
        const all = await rowsOf(url);
        assert.deepEqual(await rowsOf(`${url}&${query}`), all.filter(keeps));
      });
    }

    if ((endpoint.oneOf ?? []).length > 0)
      test("a request must say which games it means [D-27]", async () => {
        for (const query of ["", "&week=1", "&season_type=regular", "&limit=5", "&market=total"]) {
          const [name = ""] = query.slice(1).split("=");
          if (query !== "" && !(name in endpoint.parameters)) continue;
          const answer = await api.get(`/v1${list.path}?sport=nfl${query}`);
          assertInvalid(answer, undefined, query);
          assert.match(answer.body.error.message, /season, from\/to, team/);
        }
      });

    if ("team" in endpoint.parameters && !/trends|team_games/.test(list.path))
      test("the filters of games keep the rows of those that match, and a row of ours begins with the columns of its game", async () => {
        const own = `/v1${list.path}?sport=nfl`;
        const games = (await api.get("/v1/games?sport=nfl&limit=1000")).body.data as Row[];
        const gameOf = ({ game_id: id }: Row): Row => {
          const { home, away, ...game } = games.find((each) => each.game_id === id) ?? assert.fail(String(id));
          return { ...game, home: (home as Row).abbreviation, away: (away as Row).abbreviation };
        };
        const all = await rowsOf(`${own}&${everything}`);
        const names = ["game_id", "sport", "season", "season_type", "week", "game_date", "start_time", "home", "away"];
        for (const row of ["/games", "/odds"].includes(list.path) ? [] : all) {
          assert.deepEqual(Object.keys(row).slice(0, 9), names);
          for (const name of names) assert.equal(row[name], gameOf(row)[name], name);
        }
        const one = gameOf(all[0] ?? assert.fail("no row"));
        const { season, game_date: date, home, away } = one;
        const filters: readonly (readonly [query: string, matches: (game: Row) => boolean])[] = [
          [`season=${season}`, (game) => game.season === season],
          ["season=1999", () => false],
          [`from=${date}&to=${date}`, (game) => game.game_date === date],
          [`team=${String(away).toLowerCase()}`, (game) => game.home === away || game.away === away],
          [`season=${season}&home=${home}`, (game) => game.season === season && game.home === home],
          [`season=${season}&home=${away}`, (game) => game.season === season && game.home === away],
          [`season=${season}&away=${away}`, (game) => game.season === season && game.away === away],
          [`season=${season}&week=1`, (game) => game.season === season && game.week === 1],
          [`season=${season}&week=2`, (game) => game.season === season && game.week === 2],
          [
            `season=${season}&season_type=postseason`,
            (game) => game.season === season && game.season_type === "postseason",
          ],
          [`game_id=${one.game_id}`, (game) => game.game_id === one.game_id],
        ];
        for (const [query, matches] of filters) {
          if (![...new URLSearchParams(query).keys()].every((name) => name in endpoint.parameters)) continue;
          const wanted = all.filter((row) => matches(gameOf(row)));
          assert.deepEqual(await rowsOf(`${own}&${query}`), wanted, query);
        }
      });
  });
}
