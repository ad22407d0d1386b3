/** The findings of a publish about the lines of the games that it builds: contested quotes and old closings. */
import { hourMs, isoTime } from "../../domain/durations.ts";
import { plainQuote } from "../../domain/fold.ts";
import type { SettledQuote } from "../../domain/settle.ts";
import { type Market, markets, type OddsPeriod } from "../../domain/sports.ts";
import { isStaleClose } from "../../domain/stale-closes.ts";
import { compareTexts } from "../../ledger/records.ts";
import type { ContestedQuote, ConvertedOdds, StaleCloses } from "../publish-report.ts";
import { SeasonMap } from "../season-map.ts";
import type { BuiltGame } from "./grade-game.ts";

type FoundLine = {
  readonly book: string;
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly moment: "open" | "close";
  readonly quote: SettledQuote;
};

/** A game has hundreds of closings, so they are counted in place. */
type GrowingCount = { -readonly [Member in keyof StaleCloses]: StaleCloses[Member] };

export class LineFindings {
  readonly #contested: ContestedQuote[] = [];
  /** By sport, season and book. */
  readonly #closes = new Map<string, GrowingCount>();
  readonly #converted = new SeasonMap<number>();

  add(built: BuiltGame): void {
    const { facts } = built.values;
    if (built.hasConvertedOdds) this.#converted.set(facts, (this.#converted.get(facts) ?? 0) + 1);
    const gameId = facts.game_id;
    for (const [period, books] of built.lines) {
      for (const { book, markets: ofBook } of books) {
        const counted = this.#closesOf(built, book.slug);
        for (const market of markets) {
          const line = ofBook[market];
          if (line === undefined) continue;
          const place = { book: book.slug, period, market };
          const { open, close } = line;
          if (open !== null && open.others.length > 0) {
            this.#contested.push(contestedQuote(gameId, { ...place, moment: "open", quote: open }));
          }
          if (close === null) continue;
          if (close.others.length > 0) {
            this.#contested.push(contestedQuote(gameId, { ...place, moment: "close", quote: close }));
          }
          if (close.timeMs !== null) count(counted, built, place, close.timeMs);
        }
      }
    }
  }

  #closesOf(
    {
      values: {
        facts: { sport, season },
      },
    }: BuiltGame,
    book: string,
  ): GrowingCount {
    const key = `${sport} ${season} ${book}`;
    const known = this.#closes.get(key);
    if (known !== undefined) return known;
    const fresh: GrowingCount = { sport, season, book, closes: 0, stale: 0, oldest: null };
    this.#closes.set(key, fresh);
    return fresh;
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

function count(
  counted: GrowingCount,
  { values, startMs }: BuiltGame,
  { period, market }: Pick<FoundLine, "period" | "market">,
  closeMs: number,
): void {
  counted.closes += 1;
  if (!isStaleClose(closeMs, startMs)) return;
  counted.stale += 1;
  const hoursBeforeStart = Math.floor((startMs - closeMs) / hourMs);
  if (counted.oldest !== null && hoursBeforeStart <= counted.oldest.hoursBeforeStart) return;
  counted.oldest = { gameId: values.facts.game_id, period, market, hoursBeforeStart };
}

function contestedQuote(gameId: string, { quote, ...place }: FoundLine): ContestedQuote {
  const { timeMs, others, ...taken } = quote;
  return { gameId, ...place, capturedAt: isoTime(timeMs), taken: plainQuote(taken), others: others.map(plainQuote) };
}
