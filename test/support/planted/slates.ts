/** Plants errors that one book, or the whole feed, makes in all games of some slates, and says which were told of with their games. */
import { impliedProbability } from "../../../src/domain/american-odds.ts";
import type { QuoteRecord } from "../../../src/feed/records.ts";
import type { FeedItem } from "../../../src/feed/refusals.ts";
import { thresholds } from "../../../src/publish/doubt/sheet.ts";
import { withPrices } from "./errors.ts";
import { type Candidate, candidatesOf, publishAll, type Told } from "./plant.ts";
import { inputs, type PlantedSport } from "./sports.ts";

const hourMs = 3_600_000;

type Slate = { readonly sport: PlantedSport; readonly games: readonly Candidate[] };
/** @returns what the quote becomes; nothing: it is not there. */
type Spoil = (quote: QuoteRecord, game: Candidate, slate: Slate) => QuoteRecord | null;
type SlateError = {
  readonly spoil: Spoil;
  readonly isOfOneBook: boolean;
  readonly sports?: readonly PlantedSport[];
  /** How many games have it at most. */
  readonly games?: number;
};

const timed = ["nfl", "mlb"] as const satisfies readonly PlantedSport[];
const timeOf = ({ captured_at: at }: QuoteRecord): number => Date.parse(at ?? "");

/** What the same book showed of a market of some quotes last, by a time. */
function shownBy(quotes: readonly QuoteRecord[], like: QuoteRecord, byMs: number): QuoteRecord | undefined {
  const own = quotes.filter(
    ({ book, market, period, ...of }) =>
      book === like.book &&
      market === like.market &&
      period === like.period &&
      Date.parse(of.captured_at ?? "") <= byMs,
  );
  return own.toSorted((a, b) => timeOf(a) - timeOf(b)).at(-1);
}

const valuesOf = ({ line, home_odds, away_odds, over_odds, under_odds }: QuoteRecord) => ({
  ...{ line, home_odds, away_odds, over_odds, under_odds },
});

export const slateErrors: Readonly<Record<string, SlateError>> = {
  "a book that is late by hours": {
    isOfOneBook: true,
    sports: timed,
    spoil: (quote, { quotes }) => {
      const late = shownBy(quotes, quote, timeOf(quote) - 9 * hourMs);
      return late === undefined ? null : { ...quote, ...valuesOf(late) };
    },
  },
  "a book that rounds its prices": {
    isOfOneBook: true,
    sports: ["mlb", "nba"],
    spoil: (quote) => withPrices(quote, (price) => 5 * Math.round(price / 5)),
  },
  "a book's totals that are all a little higher": {
    isOfOneBook: true,
    spoil: (quote, _, { sport }) => {
      const more = Math.ceil(0.6 * 2 * thresholds[sport].fromBooks.total) / 2;
      return quote.market === "total" ? { ...quote, line: (quote.line ?? 0) + more } : quote;
    },
  },
  "prices without a margin": {
    isOfOneBook: true,
    spoil: (quote) =>
      withPrices(quote, (price, other) => {
        if (other === null) return price;
        const chance = impliedProbability(price) / (impliedProbability(price) + impliedProbability(other));
        return Math.round(chance > 0.5 ? (-100 * chance) / (1 - chance) : (100 * (1 - chance)) / chance);
      }),
  },
  "prices of both sides the wrong way round": {
    isOfOneBook: true,
    sports: ["mlb", "nhl"],
    spoil: (quote) => (quote.market === "moneyline" ? quote : withPrices(quote, (price, other) => other ?? price)),
  },
  "a feed that repeats itself": {
    isOfOneBook: false,
    sports: timed,
    spoil: (quote, { quotes, startMs }) => {
      const old = timeOf(quote) > startMs - 9 * hourMs ? shownBy(quotes, quote, startMs - 9 * hourMs) : undefined;
      return old === undefined ? quote : { ...quote, ...valuesOf(old) };
    },
  },
  "a team that is renamed": { isOfOneBook: false, games: 1, sports: ["nfl", "nba", "nhl"], spoil: () => null },
  "another game's lines at the same time": {
    isOfOneBook: true,
    sports: ["nfl", "nba", "mlb"],
    games: 1,
    spoil: (quote, game, { games }) => {
      const other = games.find((each) => each !== game);
      const shown = other === undefined ? undefined : shownBy(other.quotes, quote, timeOf(quote) + 60_000);
      return shown === undefined ? quote : { ...quote, ...valuesOf(shown) };
    },
  },
};

/** So many games make a slate to plant into: whole dates, one after the other. */
const leastGames = 12;

export async function plantSlates(sport: PlantedSport): Promise<Told[]> {
  const odds = [...inputs[sport].odds()];
  const items: FeedItem[] = [...inputs[sport].results(), ...odds];
  const candidates = (await candidatesOf(sport, items, odds)).toSorted((a, b) => a.startMs - b.startMs);
  const slates: Candidate[][] = [[]];
  for (const ofDate of Map.groupBy(candidates, ({ id }) => id.split("-")[1]).values()) {
    slates.at(-1)?.push(...ofDate);
    if ((slates.at(-1)?.length ?? 0) >= leastGames) slates.push([]);
  }
  const whole = slates.filter(({ length }) => length >= leastGames).reverse();
  const spoilt = new Map<QuoteRecord, QuoteRecord | null>();
  const planted = Object.entries(slateErrors).flatMap(([name, error]) => {
    if (error.sports !== undefined && !error.sports.includes(sport)) return [];
    const games = whole.shift() ?? [];
    const books = [
      ...Map.groupBy(
        games.flatMap(({ quotes }) => quotes),
        ({ book }) => book,
      ),
    ];
    const [book] = books.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    const spoiltGames = games.slice(0, error.games ?? games.length).filter((game) => {
      const own = game.quotes.filter((quote) => quote.period === "full" && (!error.isOfOneBook || quote.book === book));
      for (const quote of own) {
        if (quote.captured_at !== null && timeOf(quote) >= game.startMs && name !== "a team that is renamed") continue;
        spoilt.set(quote, error.spoil(quote, game, { sport, games }));
      }
      return own.length > 0;
    });
    return spoiltGames.length === 0 ? [] : [{ name, ids: spoiltGames.map(({ id }) => id) }];
  });
  const { report, database } = await publishAll(
    items.flatMap((item): FeedItem[] => {
      if (item.record?.type !== "quote" || !spoilt.has(item.record)) return [item];
      const made = spoilt.get(item.record);
      return made == null ? [] : [{ record: made }];
    }),
  );
  await database.close();
  const words = JSON.stringify([report.doubted, report.held, report.judged]);
  return planted.map(({ name, ids }) => {
    const named = ids.filter((id) => words.includes(id)).length;
    return { name, gameId: `${named} of ${ids.length}, ${ids[0]}`, isTold: named >= 0.9 * ids.length };
  });
}
