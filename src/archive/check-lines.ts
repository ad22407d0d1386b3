/** The packed lines of a game against its JSON: both were made of the same captures, so neither may say anything else. */
import { isDeepStrictEqual } from "node:util";
import type { Game, GameExtras, PeriodOdds } from "../contract/rows/game.ts";
import type { OddsRow } from "../contract/rows/odds.ts";
import { consensusBookId } from "../domain/books.ts";
import { type Market, markets, type OddsPeriod, oddsPeriods } from "../domain/sports.ts";
import {
  type GameLines,
  type LineEntry,
  noLine,
  noTime,
  type PackedLines,
  scoredPeriods,
  type TimedQuote,
  unpackLines,
} from "./packed-lines.ts";

/** A difference that was found in a game; null for `bookId` when it is in none of its books. */
export type LineFinding = { readonly bookId: number | null; readonly what: string };

/** @throws when the bytes are no packed lines. */
export function lineFindings(
  packed: Uint8Array,
  game: Game,
  extras: GameExtras,
  odds: readonly OddsRow[],
): readonly LineFinding[] {
  const { scores, entries } = gameLinesOf(unpackLines(packed));
  const findings: LineFinding[] = [];
  const note = (holds: boolean, what: string, bookId: number | null = null) => {
    if (!holds) findings.push({ bookId, what });
  };
  const ofGame = byMarket(entries, "full");
  const stated = new Map(odds.map((row) => [row.book_id, oddsMembers(row)]));
  for (const bookId of new Set([...stated.keys(), ...ofGame.keys()])) {
    if (bookId === consensusBookId) continue;
    const own = ofGame.get(bookId);
    const isSame = own !== undefined && isDeepStrictEqual(membersOf(own), stated.get(bookId));
    note(isSame, "its packed lines are not those of its odds row", bookId);
  }
  const agreed = ofGame.get(consensusBookId);
  note(isDeepStrictEqual(agreed === undefined ? null : consensusOf(agreed), game.consensus), consensusDiffers);
  const ofPeriods = oddsPeriods.slice(1).flatMap((period) => periodRows(period, byMarket(entries, period)));
  const statedRows = extras.period_odds.map(periodMembers);
  note(isDeepStrictEqual(ofPeriods, statedRows), "its packed lines are not those of period_odds in its detail");
  const ownScores = Object.fromEntries(scores.map(({ period, home, away }) => [period, { home, away }]));
  const statedScores = { full: { home: game.home.score, away: game.away.score }, ...extras.period_scores };
  note(isDeepStrictEqual(ownScores, statedScores), "its packed scores are not those of its JSON");
  return findings;
}

const consensusDiffers = "its packed consensus is not that of its JSON";

/** Gives back the lines and scores that were packed: it is the opposite of `packLines`. */
export function gameLinesOf({ times, prices, keys, quarters, timesAt, scores }: PackedLines): GameLines {
  const quoteAt = (at: number): TimedQuote | null => {
    const line = quarters[at] as number;
    const timeAt = timesAt[at] as number;
    const quote = {
      line: line === noLine ? null : line / 4,
      first: prices[2 * at] || null,
      second: prices[2 * at + 1] || null,
      timeMs: timeAt === noTime ? null : (times[timeAt] as number),
    };
    return Object.values(quote).every((value) => value === null) ? null : quote;
  };
  return {
    scores: Array.from({ length: scores.length / 3 }, (_, index) => {
      const [period = 0, home = 0, away = 0] = scores.subarray(3 * index);
      return { period: scoredPeriods[period] as GameLines["scores"][number]["period"], home, away };
    }),
    entries: Array.from(keys, (key, index) => ({
      period: oddsPeriods[Math.floor(key / 2 ** 24)] as OddsPeriod,
      market: markets[Math.floor(key / 2 ** 16) % 256] as Market,
      bookId: key % 2 ** 16,
      open: quoteAt(2 * index),
      close: quoteAt(2 * index + 1),
    })),
  };
}

type Quotes = Pick<LineEntry, "open" | "close">;
/** The lines of one book in one period, or of the consensus. */
type BookLines = ReadonlyMap<Market, Quotes>;

/** By book id, rising. */
function byMarket(entries: readonly LineEntry[], period: OddsPeriod): ReadonlyMap<number, BookLines> {
  const ofPeriod = entries.filter((entry) => entry.period === period).sort((a, b) => a.bookId - b.bookId);
  const byBook = Map.groupBy(ofPeriod, ({ bookId }) => bookId);
  return new Map([...byBook].map(([bookId, own]) => [bookId, new Map(own.map((entry) => [entry.market, entry]))]));
}

function quotesOf(lines: BookLines, market: Market): Quotes {
  return lines.get(market) ?? { open: null, close: null };
}

/** The members of an odds row that are made of lines. */
type LineMembers = Pick<OddsRow, "moneyline" | "spread" | "total" | "team_total">;

function oddsMembers({ moneyline, spread, total, team_total }: OddsRow): LineMembers {
  return { moneyline, spread, total, team_total };
}

function membersOf(lines: BookLines): LineMembers {
  const { open: homeOpen, close: homeClose } = quotesOf(lines, "home_team_total");
  const { open: awayOpen, close: awayClose } = quotesOf(lines, "away_team_total");
  return {
    ...threeMarkets(lines),
    team_total: {
      home_open: homeOpen?.line ?? null,
      home_close: homeClose?.line ?? null,
      away_open: awayOpen?.line ?? null,
      away_close: awayClose?.line ?? null,
      home_over_juice_close: homeClose?.first ?? null,
      home_under_juice_close: homeClose?.second ?? null,
      away_over_juice_close: awayClose?.first ?? null,
      away_under_juice_close: awayClose?.second ?? null,
    },
  };
}

function threeMarkets(lines: BookLines): Pick<OddsRow, "moneyline" | "spread" | "total"> {
  const moneyline = quotesOf(lines, "moneyline");
  const spread = quotesOf(lines, "spread");
  const total = quotesOf(lines, "total");
  return {
    moneyline: {
      home_open: moneyline.open?.first ?? null,
      home_close: moneyline.close?.first ?? null,
      away_open: moneyline.open?.second ?? null,
      away_close: moneyline.close?.second ?? null,
    },
    spread: {
      open: spread.open?.line ?? null,
      close: spread.close?.line ?? null,
      home_juice_open: spread.open?.first ?? null,
      home_juice_close: spread.close?.first ?? null,
      away_juice_open: spread.open?.second ?? null,
      away_juice_close: spread.close?.second ?? null,
    },
    total: {
      open: total.open?.line ?? null,
      close: total.close?.line ?? null,
      over_juice_open: total.open?.first ?? null,
      over_juice_close: total.close?.first ?? null,
      under_juice_open: total.open?.second ?? null,
      under_juice_close: total.close?.second ?? null,
    },
  };
}

function consensusOf(lines: BookLines): Game["consensus"] {
  const { moneyline, spread, total } = threeMarkets(lines);
  return { moneyline, spread, total: closingJuice(total) };
}

function closingJuice<Total extends OddsRow["total"]>({ open, close, over_juice_close, under_juice_close }: Total) {
  return { open, close, over_juice_close, under_juice_close };
}

/** The members of a row of `period_odds` that are made of lines, with its period and book. */
type PeriodMembers = Omit<PeriodOdds, "book">;

function periodMembers({ book: _slug, ...row }: PeriodOdds): PeriodMembers {
  return row;
}

function periodRows(period: OddsPeriod, byBook: ReadonlyMap<number, BookLines>): PeriodMembers[] {
  const books = [...byBook].filter(([bookId]) => bookId !== consensusBookId);
  return books.map(([bookId, lines]) => {
    const { moneyline, spread, total } = threeMarkets(lines);
    const { open, close, home_juice_close, away_juice_close } = spread;
    return {
      period: period as PeriodOdds["period"],
      book_id: bookId,
      moneyline,
      spread: { open, close, home_juice_close, away_juice_close },
      total: closingJuice(total),
    };
  });
}
