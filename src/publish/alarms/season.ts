/**
 * A season as the rules of alarms read it: the values of its games as they are published, with what each quote expects of its game. The
 * columns of the paths are read in place, because a season has millions of quotes. Pure.
 */
import { bookById, consensusBookId } from "../../domain/books.ts";
import { dayMs, minuteMs } from "../../domain/durations.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { Market, Sport } from "../../domain/sports.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import { compareTexts } from "../../ledger/records.ts";
import { type GameLines, lineKeyParts, noLine } from "../../release/game-lines.ts";
import { doubtOf } from "../../release/line-path.ts";
import { booksIn } from "../../release/published-games.ts";
import type { Doubt, GameFacts, GameValues } from "../../release/values.ts";
import { expectedOf, logitOf, thresholds } from "../doubt/sheet.ts";

/** Something amiss, in one sentence that names all of its games. */
export type Finding = { readonly sentence: string; readonly games: readonly string[] };

/** The seasons of a sport that a publish has written, and what it knows besides. */
export type WrittenSeason = SeasonKey & {
  readonly games: readonly GameValues[];
  /** The games that are published of the season before. */
  readonly factsBefore: readonly GameFacts[];
};

export type Season = {
  /** All games, in the order of their dates. */
  readonly games: readonly PricedGame[];
  readonly factsBefore: readonly GameFacts[];
  /** Those that the publish has written, and that are looked at. */
  readonly fresh: readonly PricedGame[];
  readonly isNew: (game: PricedGame) => boolean;
};

export type PricedGame = {
  readonly gameId: string;
  readonly sport: Sport;
  readonly date: string;
  readonly startMs: number;
  readonly teams: readonly [away: string, home: string];
  readonly facts: GameFacts;
  readonly doubts: readonly Doubt[];
  readonly bookCount: number;
  readonly hasClosingLine: boolean;
  /** The spread and the total at which each book closed, by book. */
  readonly closes: readonly BookClose[];
  /** When each book was captured last in each market of the whole game. */
  readonly captured: readonly LastCapture[];
  /** Minutes from the newest capture of an event to when the provider's answer with it was received; null: not known. */
  readonly clockMinutes: number | null;
  /** One for each book and market of the whole game, market by market, but for the totals of teams. */
  readonly lines: readonly BookLine[];
  readonly byBook: ReadonlyMap<number, readonly BookLine[]>;
  readonly runs: Runs;
};

/** Prices of 0 are none. */
type BookClose = {
  readonly bookId: number;
  readonly market: Market;
  readonly line: number;
  readonly first: number;
  readonly second: number;
};

type LastCapture = { readonly bookId: number; readonly market: Market; readonly lastMs: number };

/** The runs of one book in one market: places in the columns of `Runs`. */
export type BookLine = {
  readonly bookId: number;
  readonly market: "moneyline" | "spread" | "total";
  readonly from: number;
  readonly to: number;
  /** The last run that is in no doubt, and the one before it; -1 for none. */
  readonly last: number;
  readonly lastButOne: number;
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

/**
 * @param written the ids of the games that the publish has written.
 * @param clocks the minutes of `PricedGame.clockMinutes`, by game id.
 */
export function readSeason(
  { games: values, factsBefore }: Pick<WrittenSeason, "games" | "factsBefore">,
  written: ReadonlySet<string>,
  clocks: ReadonlyMap<string, number>,
): Season {
  const numberOf = numbering();
  const games = values.map((game) => pricedGame(game, numberOf, clocks.get(game.facts.game_id) ?? null));
  games.sort((a, b) => compareTexts(a.date, b.date) || compareTexts(a.gameId, b.gameId));
  return lookingAt({ games, factsBefore }, (game) => written.has(game.gameId));
}

/** The season with some of its games as those that are looked at. */
export function lookingAt(season: Pick<Season, "games" | "factsBefore">, isNew: Season["isNew"]): Season {
  return { ...season, isNew, fresh: season.games.filter(isNew) };
}

function pricedGame(
  { facts, doubts, path, lines: ends }: GameValues,
  numberOf: ReturnType<typeof numbering>,
  clockMinutes: number | null,
): PricedGame {
  const { startMs, prices, firstMs, lastMs, captures, quarters, flags } = path;
  const sport = facts.sport as Sport;
  const count = flags.length;
  const [expects, leans] = [new Float64Array(count), new Float64Array(count)];
  const isDoubted = new Uint8Array(count);
  const quotes = new Int32Array(count);
  const lines: BookLine[] = [];
  const captured: LastCapture[] = [];
  for (const [place, key] of path.keys.entries()) {
    const { period, market, bookId } = lineKeyParts(key);
    // The whole game is the first of the periods.
    if (period !== "full") break;
    const [from, to] = [path.ends[place - 1] ?? 0, path.ends[place] as number];
    let newestMs = Number.NEGATIVE_INFINITY;
    for (let run = from; run < to; run++) if ((lastMs[run] as number) > newestMs) newestMs = lastMs[run] as number;
    if (newestMs !== Number.NEGATIVE_INFINITY) captured.push({ bookId, market, lastMs: newestMs });
    if (!isOfGame(market)) continue;
    let [lastButOne, last] = [-1, -1];
    for (let run = from; run < to; run++) {
      const [first, second] = [prices[2 * run] as number, prices[2 * run + 1] as number];
      const quarter = quarters[run] as number;
      const lean = logitOf(first, second);
      leans[run] = lean;
      expects[run] = expectedOf(sport, "full", market, lean, quarter === noLine ? Number.NaN : quarter / 4);
      isDoubted[run] = doubtOf(flags[run] as number) === 0 ? 0 : 1;
      quotes[run] = numberOf(quarter, first, second);
      if (isDoubted[run] === 0) [lastButOne, last] = [last, run];
    }
    lines.push({ bookId, market, from, to, last, lastButOne });
  }
  const { books, hasClosingLine } = booksIn(ends);
  return {
    gameId: facts.game_id,
    ...{ sport, date: facts.game_date, startMs, facts, doubts, lines, captured, clockMinutes },
    teams: [facts.away.abbreviation ?? "", facts.home.abbreviation ?? ""],
    ...{ bookCount: books, hasClosingLine, closes: closesIn(ends) },
    byBook: Map.groupBy(lines, ({ bookId }) => bookId),
    runs: { firstMs, lastMs, captures, isDoubted, quarters, prices, expects, leans, quotes },
  };
}

function isOfGame(market: Market): market is BookLine["market"] {
  return market === "moneyline" || market === "spread" || market === "total";
}

function closesIn({ keys, quarters, prices }: GameLines): BookClose[] {
  const closes: BookClose[] = [];
  for (const [entry, key] of keys.entries()) {
    const { period, market, bookId } = lineKeyParts(key);
    if (period !== "full") break;
    const quarter = quarters[2 * entry + 1] as number;
    if (bookId === consensusBookId || (market !== "spread" && market !== "total") || quarter === noLine) continue;
    const [first, second] = [prices[4 * entry + 2] as number, prices[4 * entry + 3] as number];
    closes.push({ bookId, market, line: quarter / 4, first, second });
  }
  return closes;
}

/** Of the event whose times are the farthest from its provider's clock; see `PricedGame.clockMinutes`. */
export function clockMinutesOf(events: readonly PricedEvent[]): number | null {
  let farthest: number | null = null;
  for (const { seenMs, captures } of events) {
    if (seenMs === null) continue;
    let newest = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < captures.times.length; at++) {
      const time = captures.times[at] as number;
      if (time > newest && time !== Number.POSITIVE_INFINITY) newest = time;
    }
    if (!Number.isFinite(newest)) continue;
    const minutes = (seenMs - newest) / minuteMs;
    if (farthest === null || Math.abs(minutes) > Math.abs(farthest)) farthest = minutes;
  }
  return farthest;
}

/** A book without captures for so long, while others have some, has stopped or is not asked for any more. */
const staleAfterMs = dayMs;

/** `betrivers total`: the books and markets that were silent while other books were captured. */
export function silentIn({ captured }: PricedGame): { readonly bookId: number; readonly name: string }[] {
  return captured.flatMap(({ bookId, market, lastMs }) => {
    const ofMarket = captured.filter((each) => each.market === market);
    const isSilent = ofMarket.some((other) => other.lastMs - lastMs > staleAfterMs);
    return isSilent ? [{ bookId, name: `${slugOf(bookId)} ${market}` }] : [];
  });
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
export function findingIn(about: string, games: readonly string[]): Finding {
  return {
    sentence: `${about}, in ${games.length === 1 ? "1 game" : `${games.length} games`}: ${games.join(", ")}`,
    games,
  };
}

/**
 * Gives equal triples of whole numbers, each below 2 ** 25 either side of zero, equal numbers, from 0 on. As texts they would cost a
 * season ten times as much.
 */
export function numbering(): (one: number, two: number, three: number) => number {
  const [pairs, triples] = [new Map<number, number>(), new Map<number, number>()];
  const numberOf = (known: Map<number, number>, one: number, other: number): number =>
    known.getOrInsertComputed(one * 2 ** 26 + other, () => known.size);
  return (one, two, three) => numberOf(triples, numberOf(pairs, one, two), three);
}
