/** Errors of quotes and of results, as providers make them, that are planted into real input. */
import type { GameRecord, QuoteRecord } from "../../../src/feed/records.ts";
import { inputs, type PlantedSport } from "./sports.ts";

/** @param other what the same book showed of another game at that time; null: nothing. */
type Spoil = (quote: QuoteRecord, sport: PlantedSport, other: QuoteRecord | null) => QuoteRecord | null;

const priced = ["home_odds", "away_odds", "over_odds", "under_odds"] as const;

const others = {
  home_odds: "away_odds",
  away_odds: "home_odds",
  over_odds: "under_odds",
  under_odds: "over_odds",
} as const;

/** @param change gets a price and that of the other side, where there is one. */
function withPrices(quote: QuoteRecord, change: (price: number, other: number | null) => number | null): QuoteRecord {
  const prices = priced.map((field) => {
    const price = quote[field];
    return [field, price === null ? null : change(price, quote[others[field]])] as const;
  });
  return { ...quote, ...Object.fromEntries(prices) };
}

const isMain = (quote: QuoteRecord, market: QuoteRecord["market"]): boolean =>
  quote.market === market && quote.period === "full";

function swapped(quote: QuoteRecord): QuoteRecord {
  const { line, home_odds: away_odds, away_odds: home_odds } = quote;
  return { ...quote, line: line === null ? null : -line + 0, home_odds, away_odds };
}

export const quoteErrors: Readonly<Record<string, Spoil>> = {
  "a price without its sign": (quote) => withPrices(quote, (price) => Math.abs(price)),
  "two prices of the same favorite": (quote) => withPrices(quote, () => -250),
  "a spread's sign turned": (quote) => (isMain(quote, "spread") ? { ...quote, line: -(quote.line ?? 0) + 0 } : quote),
  "sides swapped": (quote) => (isMain(quote, "spread") || isMain(quote, "moneyline") ? swapped(quote) : quote),
  "a moneyline's sides swapped": (quote) => (isMain(quote, "moneyline") ? swapped(quote) : quote),
  "a half's total": (quote) => (isMain(quote, "total") ? { ...quote, line: Math.round(quote.line ?? 0) / 2 } : quote),
  "another game's lines": (quote, _, other) =>
    other === null ? null : { ...withPrices({ ...quote, line: other.line }, (price) => price), ...pricesOf(other) },
  "an alternate line": (quote, sport) =>
    isMain(quote, "spread")
      ? { ...quote, line: (quote.line ?? 0) + inputs[sport].alternate, home_odds: -400, away_odds: 300 }
      : quote,
  "decimal odds": (quote) =>
    withPrices(quote, (price) => Math.max(101, Math.round(100 * (price > 0 ? 1 + price / 100 : 1 - 100 / price)))),
  "totals that are off": (quote, sport) =>
    isMain(quote, "total") ? { ...quote, line: (quote.line ?? 0) + inputs[sport].offTotal } : quote,
  "a lost time zone": (quote) =>
    quote.captured_at === null
      ? null
      : { ...quote, captured_at: new Date(Date.parse(quote.captured_at) - 5 * 3_600_000).toISOString() },
  "no prices": (quote) => (quote.line === null ? null : withPrices(quote, () => null)),
};

function pricesOf(quote: QuoteRecord): Partial<QuoteRecord> {
  return Object.fromEntries(priced.map((field) => [field, quote[field]]));
}

/** Which books err: one, every other one, all of them. */
export const scopes = ["one book", "half the books", "all books"] as const;
/** In the last capture before the start, or in all of them. */
export const timings = ["at the end", "always"] as const;

/** Errors of a result that another source, the odds or the rules of the game contradict. */
export const resultErrors: Readonly<Record<string, (game: GameRecord) => readonly GameRecord[]>> = {
  "a wrong score, and a second source": (game) => [
    { ...game, home_score: (game.home_score ?? 0) + 3, line_score: null },
    { ...game, provider: "espn", game_id: `espn ${game.game_id}` },
  ],
  "a score that its line score contradicts": (game) =>
    game.line_score === null ? [] : [{ ...game, home_score: (game.home_score ?? 0) + 7 }],
  "sides the other way round": ({
    home: away,
    away: home,
    home_score: away_score,
    away_score: home_score,
    ...game
  }) => [{ ...game, home, away, home_score, away_score, line_score: null }],
  "a tie that cannot be": (game) => [
    { ...game, home_score: 5, away_score: 5, season_type: "postseason", line_score: null },
  ],
  "a start an hour late, and a second source": (game) =>
    game.start_time === null
      ? []
      : [
          { ...game, start_time: new Date(Date.parse(game.start_time) + 3_600_000).toISOString() },
          { ...game, provider: "espn", game_id: `espn ${game.game_id}` },
        ],
  "a start an hour late": (game) =>
    game.start_time === null
      ? []
      : [{ ...game, start_time: new Date(Date.parse(game.start_time) + 3_600_000).toISOString() }],
  "a game twice in a day": (game) =>
    game.sport === "mlb" ? [] : [game, { ...game, game_id: `${game.game_id} twice`, line_score: null }],
  "a final that comes again under the next date": (game) =>
    game.line_score === null || game.game_date === null ? [] : [game, nextDay(game)],
  "a final that comes again without its line score": (game) =>
    game.game_date === null ? [] : [game, { ...nextDay(game), line_score: null, game_number: null }],
  "the week before": inAnotherWeek,
  "postseason in the season": (game) =>
    game.season_type === "postseason" ? [] : [{ ...game, season_type: "postseason", week: null }],
  "a game that was not played": (game) => [{ ...game, home_score: 0, away_score: 0, line_score: null }],
  "a date a day after the start": (game) =>
    game.game_date === null || game.start_time === null
      ? []
      : [{ ...game, game_date: String(Temporal.PlainDate.from(game.game_date).add({ days: 1 })) }],
  "half of the game for a final": shifted,
  "scores exchanged": ({ home_score: away_score, away_score: home_score, ...game }) =>
    game.line_score === null ? [] : [{ ...game, home_score, away_score }],
  "scores exchanged, and a second source": ({ home_score: away_score, away_score: home_score, ...game }) => [
    { ...game, home_score, away_score, line_score: null },
    { ...game, home_score: away_score, away_score: home_score, provider: "espn", game_id: `espn ${game.game_id}` },
  ],
};

/** Errors of results that only what the source says of other days, or other games, contradicts. */
function inAnotherWeek(game: GameRecord): readonly GameRecord[] {
  return game.week === null || game.week < 3 || game.season_type !== "regular"
    ? []
    : [{ ...game, week: game.week - 1 }];
}

function shifted({ line_score: line, ...game }: GameRecord): GameRecord[] {
  if (line === null || line.home.length < 4 || line.away.length < 4) return [];
  const half = (points: readonly (number | null)[]) => points.slice(0, points.length >> 1);
  const sum = (points: readonly (number | null)[]) => points.reduce<number>((all, each) => all + (each ?? 0), 0);
  const [home, away] = [half(line.home), half(line.away)];
  return [{ ...game, home_score: sum(home), away_score: sum(away), line_score: { home, away } }];
}

function nextDay(game: GameRecord): GameRecord {
  const start = game.start_time === null ? null : new Date(Date.parse(game.start_time) + 86_400_000).toISOString();
  const date = Temporal.PlainDate.from(game.game_date ?? "").add({ days: 1 });
  return { ...game, game_id: `${game.game_id} again`, game_date: String(date), start_time: start };
}
