/**
 * An invented day of three games of MLB, in the shapes of the real week: a doubleheader whose first game is a makeup
 * game, and a game whose start moves by half an hour. Prices change with every capture.
 */
import { finalsOf, type RawScheduleRow, scheduleAt } from "./known-mlb.ts";
import type { Capture, ReplayWorld } from "./replay-world.ts";

const quarterMs = 900_000;
const fromMs = Date.parse("2026-05-20T10:00:00Z");
const untilMs = Date.parse("2026-05-21T10:00:00Z");

type Names = readonly [place: string, nickname: string];
const brewers: Names = ["Milwaukee", "Brewers"];
const cardinals: Names = ["St. Louis", "Cardinals"];
const yankees: Names = ["New York", "Yankees"];
const rays: Names = ["Tampa Bay", "Rays"];

type InventedGame = {
  readonly id: number;
  readonly away: Names;
  readonly home: Names;
  /** The scheduled start. */
  readonly start: string;
  /** The start that the odds state from half an hour before the scheduled one; null when it does not move. */
  readonly moved: string | null;
  readonly score: readonly [away: number, home: number];
  readonly more: Partial<RawScheduleRow>;
};

const games: readonly InventedGame[] = [
  {
    ...{ id: 900_001, away: brewers, home: cardinals, start: "2026-05-20T18:15:00Z", moved: null, score: [4, 3] },
    more: {
      ...{ doubleHeader: "S", gameNumber: 1, rescheduledFrom: "2026-05-05T23:45:00Z" },
      rescheduledFromDate: "2026-05-05",
    },
  },
  {
    ...{ id: 900_002, away: brewers, home: cardinals, start: "2026-05-20T23:45:00Z", moved: null, score: [10, 2] },
    more: { doubleHeader: "S", gameNumber: 2 },
  },
  {
    ...{ id: 900_003, away: yankees, home: rays, start: "2026-05-20T22:40:00Z", moved: "2026-05-20T23:10:00Z" },
    ...{ score: [0, 3], more: {} },
  },
];

const books = ["draftkings", "fanduel", "betmgm", "betrivers", "bovada", "betonlineag", "lowvig", "mybookieag"];
const moreBooks = ["betus", "williamhill_us", "fanatics"];

const rowOf = ({ id, away, home, start, score, more }: InventedGame): RawScheduleRow => ({
  ...{ gamePk: id, season: "2026", gameDate: start, officialDate: "2026-05-20", status: "Final", venue: "A park" },
  teams: {
    away: { team: away[1], score: score[0], isWinner: score[0] > score[1] },
    home: { team: home[1], score: score[1], isWinner: score[1] > score[0] },
  },
  ...more,
});

/** American odds that differ by game, book and time, away from even money. */
function priceOf(game: number, book: number, quarter: number): number {
  return -(105 + ((game * 7 + book * 3 + quarter) % 45));
}

function eventAt(game: InventedGame, index: number, atMs: number): Record<string, unknown> {
  const away = game.away.join(" ");
  const home = game.home.join(" ");
  const hasMoved = game.moved !== null && atMs >= Date.parse(game.start) - 2 * quarterMs;
  const lastUpdate = `${new Date(atMs).toISOString().slice(0, 19)}Z`;
  const quarter = (atMs - fromMs) / quarterMs;
  const sides = (first: number, second: number, point?: number) => [
    { name: away, price: first, ...(point === undefined ? {} : { point }) },
    { name: home, price: second, ...(point === undefined ? {} : { point: -point }) },
  ];
  const bookmakers = [...books, ...moreBooks].map((key, book) => {
    const price = priceOf(index, book, quarter);
    const markets = [
      { key: "h2h", outcomes: sides(price, -price + 10) },
      { key: "spreads", outcomes: sides(price, price + 2, -1.5) },
      {
        key: "totals",
        outcomes: ["Over", "Under"].map((name) => ({ name, price, point: 8 + (book % 3) / 2 })),
      },
    ];
    return {
      key,
      title: key,
      last_update: lastUpdate,
      markets: markets.map((each) => ({ ...each, last_update: lastUpdate })),
    };
  });
  return {
    ...{ id: `event-${game.id}`, sport_key: "baseball_mlb", sport_title: "MLB" },
    commence_time: hasMoved ? game.moved : game.start,
    ...{ home_team: home, away_team: away, bookmakers },
  };
}

/** One capture each quarter of an hour. An event stands in them until three hours after its start. */
function capturesOfDay(): Capture[] {
  const captures: Capture[] = [];
  for (let atMs = fromMs; atMs < untilMs; atMs += quarterMs) {
    const listed = games.filter(({ start }) => atMs < Date.parse(start) + 12 * quarterMs);
    captures.push({
      ...{ atMs, path: null },
      read: () => JSON.stringify(listed.map((game) => eventAt(game, games.indexOf(game), atMs))),
    });
  }
  return captures;
}

export function tinyDay(): ReplayWorld {
  const lengthOfGameMs = 3 * 3_600_000;
  const known = {
    rows: games.map(rowOf),
    knownMs: new Map(games.map(({ id, start }) => [id, Date.parse(start) + lengthOfGameMs])),
  };
  return {
    ...{ fromMs, untilMs, captures: capturesOfDay() },
    schedule: (nowMs, from, to) => scheduleAt(known, nowMs, from, to),
    finals: finalsOf(known),
  };
}
