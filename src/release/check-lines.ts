/** The packed lines of a game against its JSON: both were made of the same captures, so neither may say anything else. */
import { isDeepStrictEqual } from "node:util";
import type { Game, GameExtras } from "../contract/rows/game.ts";
import type { OddsRow } from "../contract/rows/odds.ts";
import { consensusBookId } from "../domain/books.ts";
import { type OddsPeriod, oddsPeriods } from "../domain/sports.ts";
import { consensusMarkets, gameMarkets, type MarketLines, periodMarkets, pricedTeamTotals } from "./line-members.ts";
import { gameLinesOf, type LineEntry, unpackLines } from "./packed-lines.ts";

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
  const ofGame = linesByBook(entries, "full");
  const stated = new Map(
    odds.map(({ book_id, moneyline, spread, total, team_total }) => [
      book_id,
      { moneyline, spread, total, team_total },
    ]),
  );
  for (const bookId of new Set([...stated.keys(), ...ofGame.keys()])) {
    if (bookId === consensusBookId) continue;
    const own = ofGame.get(bookId);
    const members = own === undefined ? null : { ...gameMarkets(own), team_total: pricedTeamTotals(own) };
    const isSame = isDeepStrictEqual(members, stated.get(bookId));
    note(isSame, "its packed lines are not those of its odds row", bookId);
  }
  const agreed = ofGame.get(consensusBookId);
  note(isDeepStrictEqual(agreed === undefined ? null : consensusMarkets(agreed), game.consensus), consensusDiffers);
  const ofPeriods = oddsPeriods.slice(1).flatMap((period) => periodRows(period, linesByBook(entries, period)));
  const statedRows = extras.period_odds.map(({ book: _slug, ...row }) => row);
  note(isDeepStrictEqual(ofPeriods, statedRows), "its packed lines are not those of period_odds in its detail");
  const ownScores = Object.fromEntries(scores.map(({ period, home, away }) => [period, { home, away }]));
  const statedScores = { full: { home: game.home.score, away: game.away.score }, ...extras.period_scores };
  note(isDeepStrictEqual(ownScores, statedScores), "its packed scores are not those of its JSON");
  return findings;
}

const consensusDiffers = "its packed consensus is not that of its JSON";

/** By book id, rising. */
function linesByBook(entries: readonly LineEntry[], period: OddsPeriod): ReadonlyMap<number, MarketLines> {
  const ofPeriod = entries.filter((entry) => entry.period === period).sort((a, b) => a.bookId - b.bookId);
  const byBook = Map.groupBy(ofPeriod, ({ bookId }) => bookId);
  return new Map(
    [...byBook].map(([bookId, own]) => [bookId, Object.fromEntries(own.map((entry) => [entry.market, entry]))]),
  );
}

/** The rows of `period_odds` without the slugs of their books. */
function periodRows(period: OddsPeriod, byBook: ReadonlyMap<number, MarketLines>) {
  const books = [...byBook].filter(([bookId]) => bookId !== consensusBookId);
  return books.map(([bookId, lines]) => ({ period, book_id: bookId, ...periodMarkets(lines) }));
}
