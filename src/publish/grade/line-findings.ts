/** The findings of a publish about the lines of the games that it builds: contested quotes and old closings. */
import { hourMs, isoTime } from "../../domain/durations.ts";
import { plainQuote } from "../../domain/fold.ts";
import { compareTexts } from "../../ledger/records.ts";
import type { ContestedQuote, ConvertedOdds, StaleCloses } from "../publish-report.ts";
import { SeasonMap } from "../season-map.ts";
import type { BuiltGame } from "./grade-game.ts";
import { isStaleClose } from "./lines.ts";

/** A game has hundreds of closings, so they are counted in place. */
type GrowingCount = { -readonly [Member in keyof StaleCloses]: StaleCloses[Member] };

export class LineFindings {
  readonly #contested: ContestedQuote[] = [];
  /** By sport, season and book. */
  readonly #closes = new Map<string, GrowingCount>();
  readonly #converted = new SeasonMap<number>();

  add({ values: { facts }, startMs, lines, hasConvertedOdds }: BuiltGame): void {
    const { game_id: gameId, sport, season } = facts;
    if (hasConvertedOdds) this.#converted.set(facts, (this.#converted.get(facts) ?? 0) + 1);
    for (const line of lines) {
      const { period, market, close } = line;
      const book = line.book.slug;
      for (const moment of ["open", "close"] as const) {
        const quote = line[moment];
        if (quote === null || quote.others.length === 0) continue;
        const where = { gameId, book, period, market, moment, capturedAt: isoTime(quote.timeMs) };
        this.#contested.push({ ...where, taken: plainQuote(quote), others: quote.others.map(plainQuote) });
      }
      if (close === null || close.timeMs === null) continue;
      const none = (): GrowingCount => ({ sport, season, book, closes: 0, stale: 0, oldest: null });
      const counted = this.#closes.getOrInsertComputed(`${sport} ${season} ${book}`, none);
      counted.closes += 1;
      if (!isStaleClose(close.timeMs, startMs)) continue;
      counted.stale += 1;
      const hoursBeforeStart = Math.floor((startMs - close.timeMs) / hourMs);
      if (hoursBeforeStart > (counted.oldest?.hoursBeforeStart ?? -1))
        counted.oldest = { gameId, period, market, hoursBeforeStart };
    }
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
