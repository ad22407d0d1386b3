/** Rules of doubt [D-51] over small games: what each leaves out or holds back, what callers are told, and what a decision changes. */
import assert from "node:assert/strict";
import { onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/engine.ts";
import type { FeedRecord, GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { dropBook, keepDoubted, listOpenGames, undoDoubtDecisions } from "../../src/operate/decisions.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { type Answer, openApi, type TestApi } from "../support/api.ts";
import { openNight } from "../support/nights.ts";
import { publishedValues, toldOf } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { publishItems } from "../support/sample.ts";

const books = ["draftkings", "fanduel", "betmgm", "caesars", "bovada"] as const;
const startMs = Date.parse("2025-01-11T00:30:00Z");
const id = "NBA-20250110-NYK-BOS";
const publishedAt = "2025-02-01T10:00:00.000Z";
const none = { home_odds: null, away_odds: null, over_odds: null, under_odds: null };

/** Five books show three markets a day, five hours and a quarter of an hour before the start; Boston is favored by 5.5. */
function quotes(
  change: (quote: QuoteRecord, minutes: number) => Partial<QuoteRecord> | null = () => ({}),
): QuoteRecord[] {
  return books.flatMap((book, place) =>
    [1440, 300, 15].flatMap((minutes) =>
      (["moneyline", "spread", "total"] as const).flatMap((market): QuoteRecord[] => {
        const quote = quoteRecord({
          ...none,
          ...{ book, market, captured_at: new Date(startMs - minutes * 60_000 + place * 1000).toISOString() },
          ...(market === "moneyline" ? { line: null, home_odds: -220 - place, away_odds: 180 } : {}),
          ...(market === "spread" ? { line: -5.5, home_odds: -110, away_odds: -110 } : {}),
          ...(market === "total" ? { line: 221.5, over_odds: -110, under_odds: -110 } : {}),
        });
        const changed = change(quote, minutes);
        return changed === null ? [] : [{ ...quote, ...changed }];
      }),
    ),
  );
}

let database: Database;
/** The server of this night's database; null: nothing has asked it yet. */
let api: TestApi | null = null;

async function night(...records: readonly FeedRecord[]): Promise<PublishReport> {
  database = await openNight();
  api = null;
  return again(...records);
}
async function again(...records: readonly FeedRecord[]): Promise<PublishReport> {
  const report = await publishItems(database, items(...records), publishedAt);
  await api?.shelf.refresh();
  return report;
}
async function get(url: string): Promise<Answer> {
  if (api === null) {
    const opened = await openApi([], { facts: { path: ":memory:", database, close: async () => {} } });
    onTestFinished(() => opened[Symbol.asyncDispose]());
    api = opened;
  }
  return api.get(url);
}
/** Of `NBA-20250110-NYK-BOS: against_books: betmgm full spread -3.5 …` the words `against_books betmgm spread`. */
const rulesOf = (report: PublishReport) => [
  ...new Set(
    toldOf(report, "doubted").map((sentence) => {
      const [, rule, book, market] = /: (\w+): (\w+) \w+ (\w+)/.exec(sentence) ?? [];
      return `${rule} ${book} ${market}`;
    }),
  ),
];
const rowOf = async (book: string) => {
  const { data } = (await get("/v1/odds?sport=nba&season=2025")).body;
  return data.find((row: { book: string }) => row.book === book);
};

test("quotes that can be true are left alone, also where books move by a few points one after the other", async () => {
  assert.deepEqual(rulesOf(await night(gameRecord(), ...quotes())), []);
  const moved = quotes(({ market, book }, minutes) =>
    market === "spread" && minutes < (book === "bovada" ? 100 : 1000) ? { line: -8 } : {},
  );
  assert.deepEqual(rulesOf(await night(gameRecord(), ...moved)), []);
});

test("a quote of another game that a book shows before the others is told with where they stood after", async () => {
  const before = quoteRecord({
    ...{ ...none, book: "fanduel", market: "spread", line: 9.5, home_odds: -110, away_odds: -110 },
    captured_at: new Date(startMs - 1500 * 60_000).toISOString(),
  });
  const told = toldOf(await night(gameRecord(), before, ...quotes()), "doubted");
  assert.match(
    String(told),
    /against_books: fanduel full spread 9.5 .*: the quote expects -9.5, the books together 5.5$/,
  );
});

test("a line that loses its prices in play is in no doubt, and not in the path: both end at the start", async () => {
  const inPlay = quotes().map((quote) => ({
    ...{ ...quote, ...(quote.market === "moneyline" ? { home_odds: -500, away_odds: 350 } : none) },
    captured_at: new Date(startMs + 20 * 60_000).toISOString(),
  }));
  assert.deepEqual(rulesOf(await night(gameRecord(), ...quotes(), ...inPlay)), []);
  const { data } = (await get(`/v1/games/${id}/lines?book=betmgm`)).body;
  assert.deepEqual([...new Set(data.map((row: { last_seen: string }) => row.last_seen < "2025-01-11T00:30"))], [true]);
});

const wrong: Readonly<Record<string, readonly [Parameters<typeof quotes>[0], readonly string[]]>> = {
  "a line that loses its prices": [
    ({ book, market }, minutes) => (book === "betmgm" && market === "spread" && minutes === 15 ? none : {}),
    ["price_missing betmgm spread"],
  ],
  "two prices that leave the book a loss": [
    ({ book, market }) => (book === "caesars" && market === "total" ? { over_odds: 110, under_odds: 110 } : {}),
    ["pair_of_prices caesars total"],
  ],
  "a total of a half": [
    ({ market }) => (market === "total" ? { line: 110.5 } : {}),
    books.map((book) => `line_never_posted ${book} total`),
  ],
  "an alternate line": [
    ({ book, market }) =>
      book === "bovada" && market === "spread" ? { line: -12.5, home_odds: 230, away_odds: -300 } : {},
    ["alternate_line bovada spread"],
  ],
  "a spread with the other sign at one book": [
    ({ book, market }) => (book === "fanduel" && market === "spread" ? { line: 5.5 } : {}),
    ["markets_disagree fanduel spread"],
  ],
  "a spread with the other sign, shown five minutes before the moneyline": [
    ({ book, market, captured_at }) => {
      if (book !== "fanduel") return {};
      if (market === "spread") return { line: 5.5 };
      return { captured_at: new Date(Date.parse(captured_at ?? "") + 5 * 60_000).toISOString() };
    },
    ["markets_disagree fanduel spread"],
  ],
  "a spread with the other sign at all books": [
    ({ market }) => (market === "spread" ? { line: 5.5 } : {}),
    books.flatMap((book) => [`markets_disagree ${book} moneyline`, `markets_disagree ${book} spread`]),
  ],
  "the sides of one book swapped": [
    ({ book, market }) =>
      book !== "draftkings" || market === "total"
        ? {}
        : market === "spread"
          ? { line: 5.5 }
          : { home_odds: 180, away_odds: -220 },
    ["against_books draftkings moneyline", "against_books draftkings spread", "against_books draftkings total"],
  ],
  "a total ten points up at two of five books": [
    ({ book, market }) => (market === "total" && (book === "betmgm" || book === "caesars") ? { line: 231.5 } : {}),
    ["against_books betmgm total", "against_books caesars total"],
  ],
};
for (const [what, [change, expected]] of Object.entries(wrong)) {
  test(`${what}: left out`, async () => {
    const report = await night(gameRecord(), ...quotes(change));
    assert.deepEqual(rulesOf(report).sort(), [...expected].sort());
    const [game] = await publishedValues(database);
    assert.ok((game?.doubts ?? []).length > 0, "the release keeps what was left out");
  });
}

test("a half's spread is held against the game's, the more loosely the larger that is", async () => {
  const halves = (game: number, half: number): QuoteRecord[] => {
    const ofGame = quotes(({ market }) => (market === "spread" ? { line: game } : null));
    return [...ofGame, ...ofGame.map((quote) => ({ ...quote, period: "1h" as const, line: half }))];
  };
  for (const half of [-2, -3, -4.5]) assert.deepEqual(rulesOf(await night(gameRecord(), ...halves(-5.5, half))), []);
  const turned = rulesOf(await night(gameRecord(), ...halves(-5.5, 3)));
  assert.deepEqual(
    turned,
    books.map((book) => `period_against_game ${book} spread`),
  );
  assert.deepEqual(rulesOf(await night(gameRecord(), ...halves(-15.5, -11.5))), []);
  assert.equal(rulesOf(await night(gameRecord(), ...halves(-15.5, -15.5))).length, books.length, "the game's own");
});

test("where the next sound quote is a day old by the start, the close is null", async () => {
  await night(
    gameRecord(),
    ...quotes(({ book, market, captured_at }, minutes) => {
      if (book !== "betmgm" || market !== "spread") return {};
      if (minutes === 1440) return { captured_at: new Date(Date.parse(captured_at ?? "") - 3_600_000).toISOString() };
      return { line: 5.5 };
    }),
  );
  const old = (await rowOf("betmgm")).spread;
  assert.deepEqual([old.open, old.close, old.home_juice_close], [-5.5, null, null]);
});

test("the next sound quote takes the place of one that is left out, and callers are told: by the path, and by coverage", async () => {
  await night(
    gameRecord(),
    ...quotes(({ book, market }, minutes) =>
      book === "betmgm" && market === "spread" && minutes === 15 ? { line: 5.5 } : {},
    ),
  );
  const { spread } = await rowOf("betmgm");
  assert.deepEqual([spread.open, spread.close], [-5.5, -5.5]);
  const { data } = (await get(`/v1/games/${id}/lines?book=betmgm&market=spread`)).body;
  assert.deepEqual(
    data.map((row: Record<string, unknown>) => [row.line, row.captures, row.is_open, row.is_close, row.doubt]),
    [
      [-5.5, 2, true, true, null],
      [5.5, 1, false, false, "markets_disagree"],
    ],
  );
  const { meta } = (await get("/v1/coverage?sport=nba&limit=1")).body;
  assert.deepEqual(meta.doubts, [{ sport: "nba", season: 2025, rule: "markets_disagree", games: 1, captures: 1 }]);
  const text = (await get(`/v1/games/${id}/lines?format=csv`)).text;
  assert.match(text, /,doubt\r\n/);
});

test("a decision keeps or drops, is told as a correction, and can be taken back", async () => {
  const flipped = quotes(({ book, market }) => (book === "fanduel" && market === "spread" ? { line: 5.5 } : {}));
  await night(gameRecord(), ...flipped);
  assert.deepEqual(
    (await listOpenGames(database)).map(({ game_id, doubts }) => [game_id, doubts.map(({ rule }) => rule)]),
    [[id, ["markets_disagree"]]],
  );
  assert.equal(await keepDoubted(database, id, "markets_disagree", publishedAt), true);
  assert.equal(await keepDoubted(database, id, "markets_disagree", publishedAt), false);
  // What one rule keeps may be out of line for another.
  assert.deepEqual(rulesOf(await again()), ["against_books fanduel spread"]);
  await keepDoubted(database, id, "against_books", publishedAt);
  assert.deepEqual(rulesOf(await again()), []);
  assert.equal((await rowOf("fanduel")).spread.close, 5.5);
  assert.equal(await dropBook(database, id, "FanDuel", publishedAt), true);
  await again();
  assert.equal(await rowOf("fanduel"), undefined);
  assert.equal(await undoDoubtDecisions(database, id, publishedAt), 3);
  await again();
  assert.deepEqual([(await rowOf("fanduel")).spread.close, (await rowOf("fanduel")).total.close], [null, 221.5]);
  const { data } = (await get("/v1/changes?since=1&sport=nba")).body;
  assert.ok(JSON.stringify(data).includes("fanduel"));
  await assert.rejects(dropBook(database, id, "nobody", publishedAt), /nobody is the slug of no book/);
  const strange = keepDoubted(database, "NBA-20250110-MIA-LAL", "twice_a_day", publishedAt);
  await assert.rejects(strange, /nobody has stated a game of the teams of NBA-20250110-MIA-LAL/);
});

const results: Readonly<Record<string, readonly [FeedRecord[], RegExp]>> = {
  tie_that_cannot_be: [[gameRecord({ away_score: 110, line_score: null })], /ended 110-110/],
  sides_disputed: [
    [gameRecord({ home: "NYK", away: "BOS", line_score: null }), ...quotes()],
    /canonical says BOS at NYK, and the odds say NYK at BOS/,
  ],
  twice_a_day: [
    [
      gameRecord({ start_time: "2025-01-10T18:00:00Z" }),
      gameRecord({ game_id: "g2", away_score: 99, line_score: null }),
    ],
    /played on 2025-01-10 as well/,
  ],
  same_final_as_the_day_before: [
    [gameRecord(), gameRecord({ game_id: "g2", game_date: "2025-01-11", line_score: gameRecord().line_score })],
    /its line score is that of the game of 2025-01-10/,
  ],
  final_too_soon: [[gameRecord({ start_time: "2025-02-01T09:00:00Z", game_date: "2025-02-01" })], /60 minutes after/],
};
for (const [rule, [records, says]] of Object.entries(results)) {
  test(`${rule}: held back, named, and published once it is kept`, async () => {
    const { held } = await night(...records);
    const found = held.filter(({ reason }) => reason.startsWith(`${rule}: `));
    assert.ok(found.length > 0, JSON.stringify(held));
    assert.match(found[0]?.reason ?? "", says);
    const [open] = (await listOpenGames(database)).filter(({ held: why }) => why !== null);
    assert.equal(open?.game_id, found[0]?.gameId);
    for (const { gameId } of found) await keepDoubted(database, gameId, rule as "twice_a_day", publishedAt);
    const after = await again();
    assert.deepEqual(
      after.held.filter(({ reason }) => reason.startsWith(`${rule}: `)),
      [],
    );
  });
}

test("sides that a second source states the other way round are disputed where no odds decide, and not at a neutral site", async () => {
  const sides = { home: "NYK", away: "BOS", home_score: 104, away_score: 110, line_score: null };
  const swapped = (changes: Partial<GameRecord> = {}) =>
    gameRecord({ ...sides, provider: "office", game_id: "o1", ...changes });
  const reasonsOf = ({ held }: PublishReport) => held.map(({ reason }) => reason);
  assert.deepEqual(reasonsOf(await night(gameRecord(), swapped())), [
    "sides_disputed: canonical says NYK at BOS, and office says BOS at NYK",
  ]);
  assert.deepEqual(reasonsOf(await night(gameRecord(), swapped(), ...quotes())), [], "the odds say NYK at BOS");
  assert.deepEqual(reasonsOf(await night(gameRecord(), swapped({ neutral_site: true }))), []);
  assert.deepEqual(
    reasonsOf(await night(gameRecord(), swapped({ status: "scheduled", home_score: null, away_score: null }))),
    [],
  );
});

const espn = (changes: Partial<GameRecord>) => gameRecord({ provider: "espn", game_id: "e", ...changes });
const late = "2025-01-11T01:30:00.000Z";
test("prices as uneven as an alternate line's are left out, but for those that stood for hours at several books", async () => {
  const uneven = { line: 2.5, home_odds: -310, away_odds: 245 };
  const shownBy = (shown: readonly string[], since: number) =>
    quotes(({ book, market }, minutes) =>
      market === "spread" && shown.includes(book) && minutes <= since ? uneven : {},
    );
  const left = async (shown: readonly string[], since: number) =>
    rulesOf(await night(gameRecord(), ...shownBy(shown, since))).filter((rule) => rule.startsWith("alternate_line"));
  assert.deepEqual(await left(["betmgm", "bovada"], 300), [], "from five hours before the start on");
  assert.deepEqual(await left(["betmgm", "bovada"], 1440), [], "from the day before on");
  assert.deepEqual(await left(["bovada"], 300), ["alternate_line bovada spread"], "one book alone");
  assert.deepEqual(
    await left(["betmgm", "bovada"], 15),
    ["alternate_line betmgm spread", "alternate_line bovada spread"],
    "in the last capture alone",
  );
});

test("a start is what most witnesses agree on within ten minutes [D-52]", async () => {
  const startOf = async () => (await get(`/v1/games/${id}`)).body.data.start_time;
  await night(gameRecord({ start_time: late }), espn({ start_time: "2025-01-11T00:35:00Z" }), ...quotes());
  assert.equal(await startOf(), "2025-01-11T00:35:00.000Z", "ESPN and the odds against one source");
  const alone = await night(gameRecord({ start_time: late }), ...quotes());
  assert.equal(await startOf(), late);
  assert.match(
    toldOf(alone, "doubted").join(),
    /: start_disputed: canonical states 2025-01-11T01:30.*the-odds-api states/,
  );
  await night(gameRecord({ actual_start_time: "2025-01-11T00:41:00Z" }), ...quotes());
  assert.equal(await startOf(), "2025-01-11T00:41:00.000Z", "an actual start that can be");
  await night(gameRecord({ actual_start_time: "2025-01-11T06:00:00Z" }), ...quotes());
  assert.equal(await startOf(), "2025-01-11T00:30:00.000Z", "and one that cannot");
});

test("no quote from after the earliest of two disputed starts is a close; a decision for a provider settles it", async () => {
  const inPlay = quotes().map((quote) => ({ ...quote, line: quote.line === null ? null : quote.line - 2 }));
  const afterMs = startMs + 20 * 60_000;
  await night(
    gameRecord({ start_time: late }),
    ...quotes(),
    ...inPlay.map((quote) => ({ ...quote, captured_at: new Date(afterMs).toISOString() })),
  );
  assert.equal((await rowOf("betmgm")).spread.close, -5.5);
  const { data } = (await get(`/v1/games/${id}/lines?book=betmgm&market=spread`)).body;
  assert.deepEqual(data.at(-1).doubt, "start_disputed");
});

test("games of a doubleheader whose numbers contradict their starts take the prices of their starts", async () => {
  const mlb = { sport: "mlb", home: "BOS", away: "NYY", game_date: "2024-07-04", season: 2024 } as const;
  const [early, evening] = ["2024-07-04T17:05:00Z", "2024-07-04T23:10:00Z"];
  const priced = (event_id: string, start_time: string, home_odds: number, away_odds: number) => {
    const { season: _, ...sides } = mlb;
    return quoteRecord({
      ...{ ...sides, game_date: null, event_id, start_time, home_odds, away_odds, market: "moneyline", line: null },
      captured_at: "2024-07-04T15:00:00Z",
    });
  };
  await night(
    gameRecord({ ...mlb, game_id: "a", game_number: 1, start_time: evening }),
    gameRecord({ ...mlb, game_id: "b", game_number: 2, start_time: early, home_score: 7 }),
    priced("first", early, -150, 130),
    priced("second", evening, 120, -140),
  );
  const { data } = (await get("/v1/games?sport=mlb&season=2024")).body;
  assert.deepEqual(
    data.map((game: { start_time: string; consensus: { moneyline: { home_close: number } } }) => [
      game.start_time.slice(11, 16),
      game.consensus.moneyline.home_close,
    ]),
    [
      ["17:05", -150],
      ["23:10", 120],
    ],
  );
});
