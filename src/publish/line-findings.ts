/** The findings of a publish about the lines of the games that it builds: contested quotes and old closings. */
import { hourMs } from "../domain/durations.ts";
import type { Quote } from "../domain/fold.ts";
import type { SettledQuote } from "../domain/settle.ts";
import { type Market, markets, type OddsPeriod } from "../domain/sports.ts";
import { isStaleClose } from "../domain/stale-closes.ts";
import { compareTexts } from "../ledger/game-records.ts";
import type { BuiltGame } from "./build-game.ts";
import type { ContestedQuote, ConvertedOdds, StaleCloses } from "./publish-report.ts";
import { SeasonMap } from "./season-map.ts";

type FoundLine = {
  readonly book: string;
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly moment: "open" | "close";
  readonly quote: SettledQuote;
};

export class LineFindings {
  readonly #contested: ContestedQuote[] = [];
  /** By sport, season and book. */
  readonly #closes = new Map<string, StaleCloses>();
  readonly #converted = new SeasonMap<number>();

  add(built: BuiltGame): void {
    if (built.hasConvertedOdds) this.#converted.set(built.game, (this.#converted.get(built.game) ?? 0) + 1);
    for (const line of linesOf(built)) {
      if (line.quote.others.length > 0) this.#contested.push(contestedQuote(built.game.game_id, line));
      if (line.moment === "close" && line.quote.timeMs !== null) this.#count(built, line, line.quote.timeMs);
    }
  }

  #count({ game, startMs }: BuiltGame, { book, period, market }: FoundLine, closeMs: number): void {
    const { sport, season, game_id: gameId } = game;
    const key = `${sport} ${season} ${book}`;
    const isStale = isStaleClose(closeMs, startMs);
    const { closes, stale, oldest } = this.#closes.get(key) ?? { closes: 0, stale: 0, oldest: null };
    const hoursBeforeStart = Math.floor((startMs - closeMs) / hourMs);
    const isOldest = isStale && (oldest === null || hoursBeforeStart > oldest.hoursBeforeStart);
    this.#closes.set(key, {
      ...{ sport, season, book },
      closes: closes + 1,
      stale: stale + Number(isStale),
      oldest: isOldest ? { gameId, period, market, hoursBeforeStart } : oldest,
    });
  }

  /** By game id. */
  get contested(): ContestedQuote[] {
    return this.#contested.toSorted((a, b) => compareTexts(a.gameId, b.gameId));
  }

  /** The books that have any, by sport, season and book. */
  get staleCloses(): StaleCloses[] {
    return [...this.#closes]
      .filter(([, { stale }]) => stale > 0)
      .sort(([one], [other]) => compareTexts(one, other))
      .map(([, counted]) => counted);
  }

  get convertedOdds(): ConvertedOdds[] {
    return this.#converted.entries().map(([{ sport, season }, games]) => ({ sport, season, games }));
  }
}

function* linesOf({ lines }: BuiltGame): Generator<FoundLine> {
  for (const [period, books] of lines) {
    for (const { book, markets: ofBook } of books) {
      for (const market of markets) {
        const { open = null, close = null } = ofBook[market] ?? {};
        const place = { book: book.slug, period, market };
        if (open !== null) yield { ...place, moment: "open", quote: open };
        if (close !== null) yield { ...place, moment: "close", quote: close };
      }
    }
  }
}

function contestedQuote(gameId: string, { quote, ...place }: FoundLine): ContestedQuote {
  const { timeMs, others, ...taken } = quote;
  const capturedAt = timeMs === null ? null : new Date(timeMs).toISOString();
  return { gameId, ...place, capturedAt, taken: plain(taken), others: others.map(plain) };
}

function plain({ line, first, second }: Quote): Quote {
  return { line, first, second };
}
