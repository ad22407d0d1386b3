/** `/v1/books` and `/v1/coverage`: every count here was written by hand, from the quotes above it. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { usBooks } from "../../src/domain/books.ts";
import { sports } from "../../src/domain/sports.ts";
import { coverageOf } from "../../src/query/coverage.ts";
import { openApi, type TestApi, walk } from "../support/api.ts";
import { coveredGames, hockey, quote, total } from "../support/covered-games.ts";
import { publishRecords } from "../support/hand-made.ts";
import { league } from "../support/league.ts";

async function handMade(): Promise<TestApi> {
  const made = await openApi();
  await publishRecords(made, coveredGames);
  return made;
}

const api = await handMade();
afterAll(() => api[Symbol.asyncDispose]());

type Counts = readonly [
  games: number,
  withOpen: number,
  withClose: number,
  median: number | null,
  within: number | null,
];

const row = (
  place: readonly [string, number, string, string, string],
  [games, open, close, median, within]: Counts,
) => ({
  ...{ sport: place[0], season: place[1], period: place[2], market: place[3], book: place[4] },
  ...{ games, with_open: open, with_close: close, median_minutes_before_start: median, within_15_minutes: within },
});

const nfl2024 = [
  row(["nfl", 2024, "game", "total", "consensus"], [1, 1, 1, null, null]),
  row(["nfl", 2024, "game", "total", "draftkings"], [1, 1, 1, 8, 1]),
];
const nfl2025 = [
  row(["nfl", 2025, "game", "moneyline", "consensus"], [2, 2, 2, null, null]),
  row(["nfl", 2025, "game", "moneyline", "draftkings"], [2, 2, 2, 15, 0.5]),
  row(["nfl", 2025, "game", "spread", "consensus"], [2, 2, 2, null, null]),
  // The mean of 10 and 5.1 is 7.55, and half is rounded away from zero.
  row(["nfl", 2025, "game", "spread", "draftkings"], [2, 2, 2, 7.6, 1]),
  row(["nfl", 2025, "game", "spread", "fanduel"], [2, 2, 1, 61, 0]),
  row(["nfl", 2025, "game", "spread", "betmgm"], [1, 0, 1, null, null]),
  row(["nfl", 2025, "game", "total", "consensus"], [1, 1, 1, null, null]),
  row(["nfl", 2025, "game", "total", "bovada"], [1, 1, 1, 90, 0]),
  row(["nfl", 2025, "game", "team_total", "consensus"], [2, 2, 2, null, null]),
  row(["nfl", 2025, "game", "team_total", "draftkings"], [2, 2, 2, 20, 0.3333]),
  row(["nfl", 2025, "1h", "spread", "consensus"], [1, 1, 1, null, null]),
  row(["nfl", 2025, "1h", "spread", "bovada"], [1, 1, 1, 12, 1]),
];
const nhl2026 = [
  row(["nhl", 2026, "game", "total", "consensus"], [1, 1, 0, null, null]),
  row(["nhl", 2026, "game", "total", "bet365"], [1, 1, 0, null, null]),
];
const everything = [...nfl2024, ...nfl2025, ...nhl2026];

test("[A-9] coverage counts the games of each season, period, market and book, and how late its closes are", async () => {
  const { status, body, text } = await api.get("/v1/coverage");
  assert.equal(status, 200, text);
  assert.deepEqual(body.data, everything);
  assert.deepEqual([body.next_cursor, body.meta.count], [null, everything.length]);
});

test("[A-9] sport and season narrow coverage, each alone and both together", async () => {
  const dataOf = async (query: string) => (await api.get(`/v1/coverage?${query}`)).body.data;
  assert.deepEqual(await dataOf("sport=nfl"), [...nfl2024, ...nfl2025]);
  assert.deepEqual(await dataOf("season=2025"), nfl2025);
  assert.deepEqual(await dataOf("sport=nfl&season=2024"), nfl2024);
  assert.deepEqual(await dataOf("sport=nhl"), nhl2026);
  assert.deepEqual(await dataOf("sport=mlb"), []);
  assert.deepEqual(await dataOf("sport=nhl&season=2025"), []);
});

test("[A-2] books lists every published book with the seasons in which it has games", async () => {
  const { status, body, text } = await api.get("/v1/books");
  assert.equal(status, 200, text);
  assert.deepEqual(
    body.data.map((each: { readonly book_id: number }) => each.book_id),
    usBooks.map(({ bookId }) => bookId).toSorted((a, b) => a - b),
  );
  assert.deepEqual([body.next_cursor, body.meta.count], [null, usBooks.length]);
  type Row = { readonly book: string; readonly sports: readonly object[] };
  const season = (sport: string, year: number, games: number, closed: number) => ({
    ...{ sport, season: year, games, games_with_closing_line: closed },
  });
  const played = (body.data as Row[]).filter((each) => each.sports.length > 0);
  assert.deepEqual(Object.fromEntries(played.map((each) => [each.book, each.sports])), {
    draftkings: [season("nfl", 2024, 1, 1), season("nfl", 2025, 2, 2)],
    fanduel: [season("nfl", 2025, 2, 1)],
    betmgm: [season("nfl", 2025, 1, 1)],
    bovada: [season("nfl", 2025, 1, 1)],
    bet365: [season("nhl", 2026, 1, 0)],
  });
});

test("[A-2] books answers JSON to any Accept, and coverage what is asked for", async () => {
  const csv = { authorization: `Bearer ${api.key}`, accept: "text/csv" };
  assert.match((await api.get("/v1/books", csv)).headers["content-type"] ?? "", /^application\/json/);
  assert.match((await api.get("/v1/coverage", csv)).headers["content-type"] ?? "", /^text\/csv/);
});

test("[A-2] a book says which books it was before, where that is sure", async () => {
  const { body } = await api.get("/v1/books");
  const named = body.data.filter((each: { readonly former_books: readonly string[] }) => each.former_books.length > 0);
  assert.deepEqual(
    named.map(({ book, book_name, former_books }: Record<string, unknown>) => [book, book_name, former_books]),
    [
      ["caesars", "Caesars", ["williamhill_us"]],
      ["fanatics", "Fanatics", ["pointsbetus"]],
      ["espnbet", "theScore Bet", ["barstool"]],
    ],
  );
});

test("[A-2] a book says which names it had before, and until which day", async () => {
  const { body } = await api.get("/v1/books");
  const named = body.data.filter((each: { readonly former_names: readonly unknown[] }) => each.former_names.length > 0);
  assert.deepEqual(
    named.map(({ book, former_names }: Record<string, unknown>) => [book, former_names]),
    [["espnbet", [{ name: "ESPN BET", until: "2025-12-01" }]]],
  );
});

test("books counts the rows of /v1/odds, and its closes are those of /v1/sports and of coverage", async () => {
  const { body: books } = await api.get("/v1/books");
  const { body: listed } = await api.get("/v1/sports");
  for (const sport of sports) {
    const { seasons } = listed.data.find((each: { readonly sport: string }) => each.sport === sport);
    for (const { season, games_with_closing_line: closed } of seasons) {
      const { rows } = await walk(api, `/v1/odds?sport=${sport}&season=${season}`, 1000);
      const games = Object.fromEntries(
        [...Map.groupBy(rows as { readonly book: string }[], ({ book }) => book)].map(([book, own]) => [
          book,
          own.length,
        ]),
      );
      const own = books.data.flatMap((each: { readonly book: string; readonly sports: readonly BookSeason[] }) =>
        each.sports
          .filter((at) => at.sport === sport && at.season === season)
          .map((at) => ({ book: each.book, ...at })),
      ) as (BookSeason & { readonly book: string })[];
      assert.deepEqual(Object.fromEntries(own.map((each) => [each.book, each.games])), games, `${sport} ${season}`);
      const most = Math.max(0, ...own.map((each) => each.games_with_closing_line));
      const sum = own.reduce((all, each) => all + each.games_with_closing_line, 0);
      assert.ok(most <= closed && closed <= sum, `${sport} ${season}: ${most} ${closed} ${sum}`);
    }
  }
});

type BookSeason = {
  readonly sport: string;
  readonly season: number;
  readonly games: number;
  readonly games_with_closing_line: number;
};

test("seasons that did not change keep their ETag, their 304 and what was counted of them", async () => {
  await using live = await handMade();
  const etagOf = async (url: string) => (await live.get(url)).headers.etag ?? "";
  const urls = ["/v1/coverage?sport=nfl", "/v1/coverage?season=2024", "/v1/coverage", "/v1/coverage?sport=nhl"];
  const before = await Promise.all([...urls, "/v1/books"].map(etagOf));
  assert.equal(new Set(before).size, before.length);
  const countedOf = () => sports.flatMap((sport) => live.shelf.current.sports[sport].seasons).map(coverageOf);
  const counted = countedOf();
  await publishRecords(live, [quote(hockey, "draftkings", 5, { ...total, line: 6.5 })]);
  const after = await Promise.all([...urls, "/v1/books"].map(etagOf));
  assert.deepEqual(
    before.map((etag, index) => etag === after[index]),
    [true, true, false, false, false],
  );
  const again = countedOf();
  assert.deepEqual(
    again.map((each, index) => each === counted[index]),
    [true, true, false],
  );
  for (const [index, url] of [...urls, "/v1/books"].entries()) {
    const known = { authorization: `Bearer ${live.key}`, "if-none-match": after[index] ?? "" };
    assert.equal((await live.get(url, known)).status, 304, url);
  }
  const { body } = await live.get("/v1/coverage?sport=nhl");
  assert.deepEqual(body.data, [
    row(["nhl", 2026, "game", "total", "consensus"], [1, 1, 1, null, null]),
    row(["nhl", 2026, "game", "total", "draftkings"], [1, 1, 1, 5, 1]),
    row(["nhl", 2026, "game", "total", "bet365"], [1, 1, 0, null, null]),
  ]);
});

test("coverage may be kept for a day when all it can match is published, books for a quarter of an hour", async () => {
  await using made = await openApi(league);
  for (const [url, seconds] of [
    ["/v1/coverage?sport=nfl&season=2024", 86_400],
    ["/v1/coverage?sport=nfl", 900],
    ["/v1/coverage?season=2024", 900],
    ["/v1/coverage", 900],
    ["/v1/books", 900],
  ] as const) {
    assert.equal((await made.get(url)).headers["cache-control"], `public, max-age=${seconds}`, url);
  }
});
