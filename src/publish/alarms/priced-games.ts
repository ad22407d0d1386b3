/**
 * The games of a season as the rules about books and lines read them: the columns of the paths, because a season has millions of
 * quotes, with what each expects of its game. Pure.
 */
import { bookById } from "../../domain/books.ts";
import type { Market, Sport } from "../../domain/sports.ts";
import { compareTexts } from "../../ledger/records.ts";
import { lineKeyParts, noLine } from "../../release/game-lines.ts";
import { doubtOf } from "../../release/line-path.ts";
import type { Doubt, GameValues } from "../../release/values.ts";
import { expectedOf, logitOf, thresholds } from "../doubt/sheet.ts";
import type { Finding } from "./rules.ts";

export type PricedGame = {
  readonly gameId: string;
  readonly sport: Sport;
  readonly date: string;
  readonly startMs: number;
  readonly teams: readonly [away: string, home: string];
  readonly doubts: readonly Doubt[];
  /** One for each book and market of the whole game, market by market. */
  readonly lines: readonly BookLine[];
  readonly byBook: ReadonlyMap<number, readonly BookLine[]>;
  readonly runs: Runs;
};

/** The runs of one book in one market: places in the columns of `Runs`. */
export type BookLine = {
  readonly bookId: number;
  readonly market: "moneyline" | "spread" | "total";
  readonly from: number;
  readonly to: number;
  /** The last run that is in no doubt; -1 for none. */
  readonly last: number;
};

export type Runs = {
  /** When a run was captured first and last, in epoch milliseconds; NaN for what is stated without a time. */
  readonly firstMs: Float64Array;
  readonly lastMs: Float64Array;
  readonly captures: Uint32Array;
  /** 1 for a run that a rule doubts. */
  readonly isDoubted: Uint8Array;
  /** The line in quarters of a point. */
  readonly quarters: Int16Array;
  /** Of the first and the second side of each run; 0 is none. */
  readonly prices: Int32Array;
  /** The margin or total that a quote expects, and the logit of its first side: see `Sheet`. */
  readonly expects: Float64Array;
  readonly leans: Float64Array;
  /** Runs of a season with the same line and prices have the same number. */
  readonly quotes: Int32Array;
};

/** `games` are all of a season in order of their dates, `isNew` those that a publish has written. */
export type Season = { readonly games: readonly PricedGame[]; readonly isNew: (game: PricedGame) => boolean };

/** @param written the ids of the games that the publish has written. */
export function readSeason(values: readonly GameValues[], written: ReadonlySet<string>): Season {
  const quotes = new Triples();
  const games = values.map((game) => pricedGame(game, quotes));
  games.sort((a, b) => compareTexts(a.date, b.date) || compareTexts(a.gameId, b.gameId));
  return { games, isNew: ({ gameId }) => written.has(gameId) };
}

function pricedGame({ facts, doubts, path }: GameValues, numbers: Triples): PricedGame {
  const { startMs, prices, keys, ends, firstMs, lastMs, captures, quarters, flags } = path;
  const sport = facts.sport as Sport;
  const count = flags.length;
  const [expects, leans] = [new Float64Array(count), new Float64Array(count)];
  const isDoubted = new Uint8Array(count);
  const quotes = new Int32Array(count);
  const lines: BookLine[] = [];
  for (const [place, key] of keys.entries()) {
    const { period, market, bookId } = lineKeyParts(key);
    if (period !== "full" || !isOfGame(market)) continue;
    const [from, to] = [ends[place - 1] ?? 0, ends[place] as number];
    let last = -1;
    for (let run = from; run < to; run++) {
      const [first, second] = [prices[2 * run] as number, prices[2 * run + 1] as number];
      const quarter = quarters[run] as number;
      leans[run] = logitOf(first, second);
      expects[run] = expectedOf(
        sport,
        "full",
        market,
        leans[run] as number,
        quarter === noLine ? Number.NaN : quarter / 4,
      );
      isDoubted[run] = doubtOf(flags[run] as number) === 0 ? 0 : 1;
      quotes[run] = numbers.numberOf(quarter, first, second);
      if (isDoubted[run] === 0) last = run;
    }
    lines.push({ bookId, market, from, to, last });
  }
  return {
    gameId: facts.game_id,
    ...{ sport, date: facts.game_date, startMs, doubts, lines },
    teams: [facts.away.abbreviation ?? "", facts.home.abbreviation ?? ""],
    byBook: Map.groupBy(lines, ({ bookId }) => bookId),
    runs: { firstMs, lastMs, captures, isDoubted, quarters, prices, expects, leans, quotes },
  };
}

function isOfGame(market: Market): market is BookLine["market"] {
  return market === "moneyline" || market === "spread" || market === "total";
}

/** The last run that a book had shown by a time; -1 for none. */
export function runAt(runs: Runs, { from, to }: BookLine, timeMs: number, isWithDoubted = false): number {
  for (let run = to - 1; run >= from; run--) {
    if ((runs.firstMs[run] as number) <= timeMs && (isWithDoubted || runs.isDoubted[run] === 0)) return run;
  }
  return -1;
}

/** How far true quotes of a market are apart at most. */
export function boundOf(sport: Sport, market: BookLine["market"]): number {
  return thresholds[sport].fromBooks[market];
}

export function slugOf(bookId: number): string {
  return bookById(bookId)?.slug ?? `book ${bookId}`;
}

/** `draftkings is late by hours, in 2 games: NFL-20251012-DEN-NYJ, NFL-20251012-LAR-BAL`. */
export function bookFinding(rule: Finding["rule"], about: string, games: readonly string[]): Finding {
  const sentence = `${about}, in ${games.length === 1 ? "1 game" : `${games.length} games`}: ${games.join(", ")}`;
  return { rule, sentence, games };
}

/** Gives equal triples of whole numbers equal numbers, from 0 on. As texts in a Map they would cost a season ten times as much. */
export class Triples {
  /** A number plus 1; 0 is free. Their count is a power of two, and at most half of them are taken. */
  #slots = new Int32Array(2 ** 12);
  #values = new Int32Array(3 * 2 ** 11);
  #count = 0;

  numberOf(one: number, two: number, three: number): number {
    const values = this.#values;
    let slot = this.#slotOf(one, two, three);
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & (this.#slots.length - 1)) {
      const at = 3 * ((this.#slots[slot] as number) - 1);
      if (values[at] === one && values[at + 1] === two && values[at + 2] === three) return at / 3;
    }
    values.set([one, two, three], 3 * this.#count);
    this.#slots[slot] = ++this.#count;
    if (2 * this.#count >= this.#slots.length) this.#grow();
    return this.#count - 1;
  }

  #slotOf(one: number, two: number, three: number): number {
    let hash = Math.imul(one, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(three, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) & (this.#slots.length - 1);
  }

  #grow(): void {
    const before = this.#values;
    this.#values = new Int32Array(2 * before.length);
    this.#values.set(before);
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let number = 0; number < this.#count; number++) {
      const [one = 0, two = 0, three = 0] = before.subarray(3 * number, 3 * number + 3);
      let slot = this.#slotOf(one, two, three);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = number + 1;
    }
  }
}
