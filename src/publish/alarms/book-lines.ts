/** The lines of the books in one published game, as the alarms about books ask for them: out of the packed path of the game. Pure. */

import { bookById } from "../../domain/books.ts";
import { median } from "../../domain/consensus.ts";
import { hourMs } from "../../domain/durations.ts";
import type { Quote } from "../../domain/fold.ts";
import type { Market, Sport } from "../../domain/sports.ts";
import { lineKeyParts, noLine } from "../../release/packed-lines.ts";
import { doubtOf, noSeenTime, type PackedPath, unpackPath } from "../../release/packed-path.ts";
import type { Doubt, GameValues } from "../../release/values.ts";
import { expectationOf, thresholds } from "../doubt/sheet.ts";
import type { Finding } from "./rules.ts";

export type PricedGame = {
  readonly gameId: string;
  readonly sport: Sport;
  readonly date: string;
  readonly startMs: number;
  readonly teams: readonly [away: string, home: string];
  readonly doubts: readonly Doubt[];
  readonly path: PackedPath;
  /** One for each book and market of the whole game. */
  readonly lines: readonly BookLine[];
};

/** `games` are all of a season in order of their dates, `isNew` those that a publish has written. */
export type Season = { readonly games: readonly PricedGame[]; readonly isNew: (game: PricedGame) => boolean };

/** The runs of one book in one market. */
export type BookLine = {
  readonly bookId: number;
  readonly market: Market;
  readonly from: number;
  readonly to: number;
};

/** What the books of a market together expect, without one of them, so many hours before their newest capture. */
export const earlierHours = [3, 6, 12] as const;

/** A book's last quote of a market, beside those of the other books. */
export type LastQuote = BookLine & {
  readonly quote: Quote;
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

/** Others have moved when it is so large a part of how far true quotes are apart. */
const moved = 0.15;

export function pricedGame({ facts, doubts, path: packed }: GameValues): PricedGame {
  const path = unpackPath(packed);
  const lines = [...path.keys].flatMap((key, place): BookLine[] => {
    const { period, market, bookId } = lineKeyParts(key);
    const isOfGame = period === "full" && (market === "moneyline" || market === "spread" || market === "total");
    return isOfGame ? [{ bookId, market, from: path.ends[place - 1] ?? 0, to: path.ends[place] ?? 0 }] : [];
  });
  const sport = facts.sport as Sport;
  const teams = [facts.away.abbreviation ?? "", facts.home.abbreviation ?? ""] as const;
  return {
    gameId: facts.game_id,
    sport,
    date: facts.game_date,
    startMs: path.start[0] ?? 0,
    teams,
    doubts,
    path,
    lines,
  };
}

/** When a run was captured first and last, in epoch milliseconds; NaN for what is stated without a time. */
export function seenMs({ times, seenAt }: PackedPath, run: number): readonly [first: number, last: number] {
  const at = (place: number): number => (place === noSeenTime ? Number.NaN : (times[place] as number));
  return [at(seenAt[2 * run] as number), at(seenAt[2 * run + 1] as number)];
}

export function quoteOf({ prices, quarters }: PackedPath, run: number): Quote {
  const quarter = quarters[run] as number;
  const price = (place: number): number | null => prices[place] || null;
  return { line: quarter === noLine ? null : quarter / 4, first: price(2 * run), second: price(2 * run + 1) };
}

/** The last run that a book had shown by a time; -1 for none. Without a time, the last of all, which may be stated without one. */
export function runAt(path: PackedPath, { from, to }: BookLine, timeMs: number, isWithDoubted = false): number {
  let found = -1;
  for (let run = from; run < to; run++) {
    if (!isWithDoubted && doubtOf(path.flags[run] as number) !== 0) continue;
    const [first] = seenMs(path, run);
    if (timeMs !== Number.POSITIVE_INFINITY && !(first <= timeMs)) continue;
    found = run;
  }
  return found;
}

/** How far true quotes of a market are apart at most. */
export function boundOf(sport: Sport, market: Market): number {
  const { moneyline, spread, total } = thresholds[sport].fromBooks;
  return market === "moneyline" ? moneyline : market === "spread" ? spread : total;
}

export function lastQuotesOf(game: PricedGame): LastQuote[] {
  return [...Map.groupBy(game.lines, ({ market }) => market).values()].flatMap((lines) => lastQuotesIn(game, lines));
}

function lastQuotesIn({ sport, path }: PricedGame, all: readonly BookLine[]): LastQuote[] {
  const sound = all.flatMap((line) => {
    const run = runAt(path, line, Number.POSITIVE_INFINITY);
    return run === -1 ? [] : [{ line, run, quote: quoteOf(path, run) }];
  });
  const market = sound[0]?.line.market ?? "total";
  const newestMs = Math.max(...sound.map(({ run }) => seenMs(path, run)[1]).filter((time) => !Number.isNaN(time)));
  const now = sound.map(({ quote }) => expectationOf(sport, "full", market, quote));
  const changes = earlierHours.map((hours) => {
    const then = sound.map(({ line, run }, place) => {
      const shown = runAt(path, line, newestMs - hours * hourMs);
      if (shown === run) return now[place] ?? Number.NaN;
      return shown === -1 ? Number.NaN : expectationOf(sport, "full", market, quoteOf(path, shown));
    });
    const both = now.map((value, place) => (Number.isNaN(then[place] ?? Number.NaN) ? Number.NaN : value));
    return { from: new Middles(then), to: new Middles(both), then };
  });
  const leans = sound.map(({ quote }) => expectationOf(sport, "full", "moneyline", quote));
  const bound = boundOf(sport, market);
  const middles = new Middles(now);
  return sound.map(({ line, quote }, place) => {
    const own = now[place] ?? Number.NaN;
    const sameLine = leans.filter((_, other) => other !== place && sound[other]?.quote.line === quote.line);
    return {
      ...{
        ...line,
        quote,
        others: middles.count - (Number.isNaN(own) ? 0 : 1),
        above: (own - middles.without(own)) / bound,
      },
      reached: changes.map(({ from, to, then }) => {
        const before = then[place] ?? Number.NaN;
        const [start, end] = [from.without(before), to.without(Number.isNaN(before) ? Number.NaN : own)];
        return Math.abs(end - start) < moved * bound ? Number.NaN : (own - start) / (end - start);
      }),
      lean: leans[place] ?? Number.NaN,
      othersLean: market === "moneyline" ? Number.NaN : middle(sameLine),
    };
  });
}

/** The middle of some values without one of them; NaN says nothing. */
class Middles {
  readonly #sorted: Float64Array;

  constructor(values: readonly number[]) {
    this.#sorted = Float64Array.from(values.filter((value) => !Number.isNaN(value))).sort();
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

/** NaN where nothing says a number. */
export function middle(values: readonly number[]): number {
  const stated = values.filter((value) => !Number.isNaN(value));
  return stated.length === 0 ? Number.NaN : median(stated);
}

export function slugOf(bookId: number): string {
  return bookById(bookId)?.slug ?? `book ${bookId}`;
}

/** `draftkings is late by hours, in 2 games: NFL-20251012-DEN-NYJ, NFL-20251012-LAR-BAL`. */
export function bookFinding(rule: Finding["rule"], about: string, games: readonly string[]): Finding {
  const sentence = `${about}, in ${games.length === 1 ? "1 game" : `${games.length} games`}: ${games.join(", ")}`;
  return { rule, sentence, games };
}
