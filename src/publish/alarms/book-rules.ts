/**
 * Alarms about what one book, or the whole feed of the odds, gets wrong in many games alike. Each quote may be true by itself, so
 * that only the other games tell. A finding is one sentence that names all games of the error. The rules look at the games of a
 * season as they are published, so that a night and a rebuild come to the same. Pure.
 */
import { impliedProbability } from "../../domain/american-odds.ts";
import { dayMs, hourMs } from "../../domain/durations.ts";
import {
  type BookLine,
  boundOf,
  type Finding,
  findingIn,
  type PricedGame,
  runAt,
  type Season,
  slugOf,
} from "./season.ts";
import { recentMs } from "./state.ts";

/** A book's last quote of a market, beside those of the other books. */
type LastQuote = Pick<BookLine, "bookId" | "market"> & {
  /** Its prices; 0 is none. */
  readonly first: number;
  readonly second: number;
  readonly others: number;
  /**
   * How far the quote is above the middle of the others, as a part of how far true quotes are apart at most; NaN without others.
   * Above is toward home, or more points.
   */
  readonly above: number;
  /** For each of `earlierHours`, where the quote is on the way that the others went since: 0 is then, 1 is now. NaN: they hardly moved. */
  readonly reached: readonly number[];
  /** The logit of the first side, of this quote and of others with the same line; NaN where there are none. */
  readonly lean: number;
  readonly othersLean: number;
};

/** The expectation of a market's books together, without one of them, so many hours before their newest capture. */
const earlierHours = [3, 6, 12] as const;
/** Others have moved when it is so large a part of how far true quotes are apart. */
const moved = 0.15;

function lastQuotesOf(game: PricedGame): LastQuote[] {
  const sound = game.lines.filter(({ last }) => last !== -1);
  return [...Map.groupBy(sound, ({ market }) => market)].flatMap(([market, lines]) =>
    lastQuotesIn(game, market, lines),
  );
}

function lastQuotesIn(
  { sport, runs }: PricedGame,
  market: BookLine["market"],
  lines: readonly BookLine[],
): LastQuote[] {
  const bound = boundOf(sport, market);
  const newestMs = lines.reduce((newest, { last }) => {
    const time = runs.lastMs[last] as number;
    return time > newest ? time : newest;
  }, Number.NEGATIVE_INFINITY);
  const now = lines.map(({ last }) => runs.expects[last] as number);
  const changes = earlierHours.map((hours) => {
    const then = lines.map((line) => {
      const shown = runAt(runs, line, newestMs - hours * hourMs);
      return shown === -1 ? Number.NaN : (runs.expects[shown] as number);
    });
    // Where the books stand now is asked of those that had stood somewhere then.
    const both = now.map((value, place) => (Number.isNaN(then[place]) ? Number.NaN : value));
    return { then, both, from: new Middles(then), to: new Middles(both) };
  });
  const middles = new Middles(now);
  const leansOf = new Map<number, Middles>();
  const leanOfOthers = (line: BookLine): number => {
    const quarters = runs.quarters[line.last] as number;
    const leans = leansOf.getOrInsertComputed(quarters, () => {
      const alike = lines.filter(({ last }) => runs.quarters[last] === quarters);
      return new Middles(alike.map(({ last }) => runs.leans[last] as number));
    });
    return leans.without(runs.leans[line.last] as number);
  };
  return lines.map((line, place) => {
    const own = now[place] as number;
    return {
      ...{ bookId: line.bookId, market },
      first: runs.prices[2 * line.last] as number,
      second: runs.prices[2 * line.last + 1] as number,
      others: middles.count - (Number.isNaN(own) ? 0 : 1),
      above: (own - middles.without(own)) / bound,
      reached: changes.map(({ then, both, from, to }) => {
        const [start, end] = [from.without(then[place] as number), to.without(both[place] as number)];
        return Math.abs(end - start) < moved * bound ? Number.NaN : (own - start) / (end - start);
      }),
      lean: runs.leans[line.last] as number,
      othersLean: market === "moneyline" ? Number.NaN : leanOfOthers(line),
    };
  });
}

/** The middle of some values without one of them; NaN says nothing. */
class Middles {
  readonly #sorted: number[] = [];

  constructor(values: readonly number[]) {
    // There is a value for each book: so few are in order soonest when each is put into its place.
    for (const value of values) {
      if (Number.isNaN(value)) continue;
      let place = this.#sorted.length;
      for (; place > 0 && (this.#sorted[place - 1] as number) > value; place--)
        this.#sorted[place] = this.#sorted[place - 1] as number;
      this.#sorted[place] = value;
    }
  }

  get count(): number {
    return this.#sorted.length;
  }

  without(value: number): number {
    const place = Number.isNaN(value) ? this.count : this.#sorted.indexOf(value);
    const left = this.count - (place === this.count ? 0 : 1);
    const at = (index: number): number => this.#sorted[index < place ? index : index + 1] ?? Number.NaN;
    return left === 0 ? Number.NaN : (at((left - 1) >> 1) + at(left >> 1)) / 2;
  }
}

/** One way in which a book may err. A quote that it says nothing of is null. */
type Sign = {
  readonly about: string;
  readonly isFound: (quote: LastQuote, game: PricedGame) => boolean | null;
  /** The share of the quotes in which it has to be found, and how many quotes it needs. */
  readonly share: number;
  readonly least: number;
};

/** Books never had half of these shares in real seasons: decision 0135 has the figures. */
const usual = { share: 0.8, least: 6 } as const;
/** A part of how far true quotes are apart at most. Of two books, one is as far from the other as that one from it. */
const leaning = { share: 0.2, ofTwoBooks: 0.4 } as const;

const leaningTo = (market: LastQuote["market"], side: 1 | -1, about: string): Sign => ({
  about,
  isFound: ({ market: own, above, others }) =>
    own !== market || Number.isNaN(above) ? null : side * above > (others < 3 ? leaning.ofTwoBooks : leaning.share),
  ...usual,
});

const signs: readonly Sign[] = [
  ...earlierHours.map((_, place): Sign => {
    const isFound = ({ reached }: LastQuote) => (Number.isNaN(reached[place]) ? null : (reached[place] ?? 1) < 0.5);
    return { about: "is late by hours", isFound, ...usual, least: 8 };
  }),
  leaningTo("total", 1, "has higher totals than the others"),
  leaningTo("total", -1, "has lower totals than the others"),
  leaningTo("spread", 1, "has spreads that favor home more than the others"),
  leaningTo("spread", -1, "has spreads that favor away more than the others"),
  leaningTo("moneyline", 1, "has moneylines that favor home more than the others"),
  leaningTo("moneyline", -1, "has moneylines that favor away more than the others"),
  {
    about: "has the prices of both sides the wrong way round",
    isFound: ({ market, lean, othersLean }) =>
      market === "moneyline" || Number.isNaN(lean) || Math.abs(othersLean) < 0.06 || Number.isNaN(othersLean)
        ? null
        : lean * othersLean < 0 && Math.abs(lean) > 0.04,
    ...usual,
  },
  {
    about: "has prices without a margin",
    isFound: ({ first, second }) =>
      first === 0 || second === 0 ? null : impliedProbability(first) + impliedProbability(second) < 1.012,
    ...usual,
  },
  {
    about: "is in doubt",
    isFound: ({ bookId, market }, { doubts }) =>
      doubts.some(({ book, rule, ...of }) => book === slugOf(bookId) && of.market === market && rule !== "dropped"),
    share: 1 / 3,
    least: 6,
  },
];

/** A slate of few games is looked at together with those of so many days before. */
const togetherMs = 14 * dayMs;

/** The counts of a book on one slate: its games, and of each sign in how many quotes it could be found and in how many it was. */
type Tally = { readonly games: string[]; readonly signs: readonly { looked: number; hits: number }[] };

/** A book errs when it does so in the new slate by itself, and together with those before when the slate is small. */
export function amiss({ games, isNew }: Season): Finding[] {
  const slates = [...Map.groupBy(games, ({ date }) => date).values()];
  const tallies: Map<number, Tally>[] = [];
  const found = new Map<string, Set<string>>();
  for (const [place, slate] of slates.entries()) {
    if (!slate.some(isNew)) continue;
    const first = slates.findIndex((each) => dayOf(slate[0]) - dayOf(each[0]) <= togetherMs);
    for (let each = first; each <= place; each++) tallies[each] ??= talliesOf(slates[each] ?? []);
    for (const bookId of tallies[place]?.keys() ?? []) {
      for (const [which, { about, share, least }] of signs.entries()) {
        const erring: Tally[] = [];
        let [looked, hits] = [0, 0];
        for (let each = place; each >= first; each--) {
          const tally = tallies[each]?.get(bookId);
          const own = tally?.signs[which];
          if (tally === undefined || own === undefined || own.looked === 0) continue;
          const isErring = own.hits >= own.looked * share;
          // The slates before that err alike are of the same error.
          if (!isErring && (erring.length === 0 || looked >= least)) break;
          looked += own.looked;
          hits += own.hits;
          if (isErring) erring.push(tally);
        }
        if (looked < least || hits < looked * share || erring.length === 0) continue;
        const key = `${slugOf(bookId)} ${about}`;
        found.set(key, new Set([...(found.get(key) ?? []), ...erring.flatMap((tally) => tally.games)]));
      }
    }
  }
  return [...found].map(([about, ids]) => findingIn(about, [...ids].sort()));
}

function talliesOf(slate: readonly PricedGame[]): Map<number, Tally> {
  const found = new Map<number, Tally>();
  for (const game of slate) {
    for (const quote of lastQuotesOf(game)) {
      const tally = found.get(quote.bookId) ?? { games: [], signs: signs.map(() => ({ looked: 0, hits: 0 })) };
      found.set(quote.bookId, tally);
      if (tally.games.at(-1) !== game.gameId) tally.games.push(game.gameId);
      for (const [which, { isFound }] of signs.entries()) {
        const is = isFound(quote, game);
        const own = tally.signs[which];
        if (is === null || own === undefined) continue;
        own.looked++;
        if (is) own.hits++;
      }
    }
  }
  return found;
}

/** Prices that nearly every book has as multiples of five say nothing. */
const plainPrices = [100, 105, 110, 115, 120];
/** Of so many markets before, so many at least had other prices; and then comes a run that is so unlikely. */
const rounding = { before: 100, least: 30, share: 0.1, chance: 1e-6 } as const;

export function rounded({ games, isNew }: Season): Finding[] {
  const lines = games.flatMap((game) =>
    game.lines.flatMap(({ bookId, last }) => {
      const both = last === -1 ? [] : [game.runs.prices[2 * last] ?? 0, game.runs.prices[2 * last + 1] ?? 0];
      const prices = both.filter((price) => price !== 0 && !plainPrices.includes(Math.abs(price)));
      return prices.length === 0 ? [] : [{ game, bookId, isRound: prices.every((price) => price % 5 === 0) }];
    }),
  );
  return [...Map.groupBy(lines, ({ bookId }) => bookId)].flatMap(([bookId, ofBook]) => {
    const slates = [...Map.groupBy(ofBook, ({ game }) => game.date).values()];
    const found: Finding[] = [];
    const before: boolean[] = [];
    let run: (typeof ofBook)[number][] = [];
    for (const slate of [...slates, []]) {
      if (slate.length > 0 && slate.every(({ isRound }) => isRound)) {
        run.push(...slate);
        continue;
      }
      const seen = before.slice(-rounding.before);
      const share = seen.filter((isRound) => !isRound).length / seen.length;
      const isUnlikely = share >= rounding.share && (1 - share) ** run.length <= rounding.chance;
      const isNews = run.some(({ game }) => isNew(game) && dayOf(game) - dayOf(run[0]?.game) <= recentMs);
      const ids = [...new Set(run.map(({ game }) => game.gameId))];
      if (seen.length >= rounding.least && isUnlikely && isNews)
        found.push(findingIn(`${slugOf(bookId)} has multiples of five alone`, ids));
      before.push(...run.map(() => true), ...slate.map(({ isRound }) => isRound));
      run = [];
    }
    return found;
  });
}

function dayOf(game: PricedGame | undefined): number {
  return Date.parse(game?.date ?? "");
}
