/** Reads bets off the columns of a season, graded, into the columns of a set. */

import {
  favoredByPrice,
  noVigProbability,
  noVigShare,
  type Outcome,
  outcomeNames,
  scoreFor,
  settled,
  ungraded,
} from "../../domain/bets/grading.ts";
import { movementOf, movementSigns } from "../../domain/bets/movement.ts";
import { consensusBookId } from "../../domain/books.ts";
import type { HouseRule, Rules, SideRules } from "../../domain/house-rules.ts";
import type { SideScores } from "../../domain/period-scores.ts";
import { noLine } from "../../release/game-lines.ts";
import type { SeasonLines } from "../../release/season-lines.ts";
import { type BetFilter, isPriceWithin, type PriceBounds, priceBoundsOf } from "../bets/filter.ts";
import { decidingScore, rulesAt, type SideSlot, sideSlots } from "../bets/side-slots.ts";
import type { TeamTest } from "../bets/wanted.ts";
import type { SeasonShelf } from "../season.ts";
import { BetColumns } from "./columns.ts";

/** The most bets that a set of several books may have, so that nobody's question takes all of a server's time. */
const mostOfBooks = 150_000;

/** More bets match than a set of several books may have. */
export class SetTooLarge extends Error {
  override readonly name = "SetTooLarge";
}

/** The conditions of a filter on a bet itself, as numbers. */
export type BetTest = {
  /** Null: the consensus and every book. */
  readonly books: ReadonlySet<number> | null;
  readonly lastBook: number;
  readonly outcome: Outcome | -1;
  readonly rules: Rules;
  /** 0: any. */
  readonly role: -1 | 0 | 1;
  readonly movement: -1 | 0 | 1 | null;
  readonly leastLine: number;
  readonly mostLine: number;
  /** Null: bets at any price match, and bets without one. */
  readonly prices: PriceBounds | null;
};

export function betTestOf(filter: BetFilter): BetTest {
  const { bookIds, role, result, rules, openMoved, minLine, maxLine } = filter;
  const hasBounds = minLine !== null || maxLine !== null;
  return {
    books: bookIds === null ? null : new Set(bookIds),
    lastBook: bookIds === null ? Number.POSITIVE_INFINITY : Math.max(...bookIds),
    outcome: result === null ? -1 : (outcomeNames.indexOf(result) as Outcome),
    rules,
    role: role === "favorite" ? 1 : role === "underdog" ? -1 : 0,
    movement: openMoved === null ? null : movementSigns[openMoved],
    // With bounds, `noLine` is below the least.
    leastLine: hasBounds ? Math.max(4 * (minLine ?? Number.NEGATIVE_INFINITY), noLine + 1) : noLine,
    mostLine: 4 * (maxLine ?? Number.POSITIVE_INFINITY),
    prices: priceBoundsOf(filter),
  };
}

/** Adds the bets of games of one season. All that the loop touches is in variables of its own, which halves its time. */
export function addGames(
  bets: BetColumns,
  season: SeasonShelf,
  games: Iterable<number>,
  sides: readonly SideSlot[],
  test: BetTest,
  teamsOf: TeamTest = null,
): void {
  const { lines } = season;
  const { books, lastBook, outcome, role: wantedRole, movement, leastLine, mostLine } = test;
  const priceBounds = test.prices;
  const { from, bookIds, quarters, prices, slots } = lines;
  const place = bets.placeOf(season);
  for (const game of games) {
    const teams = teamsOf === null ? null : teamsOf(game);
    const firstSlot = game * slots.length;
    // One book has a bet on each side; several have no more than each quote of the game has sides.
    const quotes = (from[firstSlot + slots.length] as number) - (from[firstSlot] as number);
    bets.reserve(books?.size === 1 ? sides.length : 2 * quotes);
    const {
      season: seasonColumn,
      game: gameColumn,
      side: sideColumn,
      bookId: bookColumn,
      entry: entries,
    } = bets.columns;
    const { openLine: openLines, closeLine: closeLines, openPrice: openPrices, closePrice: closePrices } = bets.columns;
    const { openOutcome: openOutcomes, closeOutcome: closeOutcomes, openNoVig, closeNoVig } = bets.columns;
    const { ahead: aheads, role: roles, noVigShift } = bets.columns;
    let bet = bets.count;
    const rules = test.rules === "house" ? rulesAt(season, game) : null;
    for (const at of sides) {
      if (teams !== null && (teams & at.teamBit) === 0) continue;
      const slot = firstSlot + at.slot;
      const first = from[slot] as number;
      const end = from[slot + 1] as number;
      if (first === end) continue;
      const own = rules === null ? null : (rules[at.place] as SideRules);
      if (decidingScore(lines, game, at, null) === null) continue;
      const { isMoneyline, isAway, lineSign, priceOffset } = at;
      const { selection } = at.side;
      let { ahead, settling } = standingOf(lines, game, at, own?.common ?? null);
      for (let entry = first; entry < end; entry++) {
        const bookId = bookIds[entry] as number;
        if (bookId > lastBook) break;
        if (books !== null && !books.has(bookId)) continue;
        if (own !== null && own.books.size > 0) {
          ({ ahead, settling } = standingOf(lines, game, at, own.books.get(bookId) ?? own.common));
        }
        let openLine = noLine;
        let closeLine = noLine;
        if (!isMoneyline) {
          openLine = quarters[2 * entry] as number;
          closeLine = quarters[2 * entry + 1] as number;
          if (isAway) {
            if (openLine !== noLine) openLine = 0 - openLine;
            if (closeLine !== noLine) closeLine = 0 - closeLine;
          }
        }
        if (closeLine < leastLine || closeLine > mostLine) continue;
        const firstPrice = 4 * entry + priceOffset;
        const openPrice = prices[firstPrice] as number;
        const closePrice = prices[firstPrice + 2] as number;
        if (priceBounds !== null && !isPriceWithin(closePrice, priceBounds)) continue;
        const opposite = prices[4 * entry + 3 - priceOffset] as number;
        const openOpposite = prices[4 * entry + 1 - priceOffset] as number;
        let openOutcome: Outcome = ungraded;
        let closeOutcome: Outcome = ungraded;
        let aheadOfClose = ahead;
        let role: -1 | 0 | 1 = 0;
        if (isMoneyline) {
          if (openPrice !== 0) openOutcome = settled(settling, selection, ahead);
          if (closePrice !== 0) closeOutcome = settled(settling, selection, ahead);
          if (closePrice !== 0 && opposite !== 0) role = favoredByPrice(closePrice, opposite);
        } else {
          if (openLine !== noLine) openOutcome = settled(settling, selection, ahead + lineSign * openLine);
          if (closeLine !== noLine) {
            aheadOfClose = ahead + lineSign * closeLine;
            closeOutcome = settled(settling, selection, aheadOfClose);
          }
          if (at.isSpread) {
            if (closeLine !== noLine && closeLine !== 0) role = closeLine < 0 ? 1 : -1;
            else role = roleByMoneyline(lines, firstSlot + at.moneylineSlot, bookId, isAway);
          }
        }
        if (outcome !== -1 && closeOutcome !== outcome) continue;
        if (wantedRole !== 0 && role !== wantedRole) continue;
        if (
          movement !== null &&
          movement !== movementOf(!isMoneyline, lineSign, openLine, closeLine, noLine, openPrice, closePrice)
        ) {
          continue;
        }
        seasonColumn[bet] = place;
        gameColumn[bet] = game;
        sideColumn[bet] = at.place;
        bookColumn[bet] = bookId;
        entries[bet] = entry;
        openLines[bet] = openLine;
        closeLines[bet] = closeLine;
        openPrices[bet] = openPrice;
        closePrices[bet] = closePrice;
        openOutcomes[bet] = openOutcome;
        closeOutcomes[bet] = closeOutcome;
        const hasOpen = openPrice !== 0 && openOpposite !== 0;
        const hasClose = closePrice !== 0 && opposite !== 0;
        openNoVig[bet] = hasOpen ? noVigProbability(openPrice, openOpposite) : -1;
        closeNoVig[bet] = hasClose ? noVigProbability(closePrice, opposite) : -1;
        noVigShift[bet] =
          hasOpen && hasClose ? noVigShare(closePrice, opposite) - noVigShare(openPrice, openOpposite) : Number.NaN;
        aheads[bet] = aheadOfClose;
        roles[bet] = role;
        bet++;
      }
    }
    bets.count = bet;
    if (bet > mostOfBooks && books?.size !== 1) throw new SetTooLarge(`more than ${mostOfBooks} bets match`);
  }
}

/** How far the deciding score is for a side whose period was played, and how that is settled. */
function standingOf(lines: SeasonLines, game: number, at: SideSlot, rule: HouseRule | null) {
  const { home, away } = decidingScore(lines, game, at, rule) as SideScores;
  return {
    ahead: scoreFor(at.side.market, at.side.selection, home, away),
    settling: rule?.settles ?? ("score" as const),
  };
}

/** The role that the same book's closing moneyline gives to a side whose spread does not tell. */
function roleByMoneyline(lines: SeasonLines, slot: number, bookId: number, isAway: boolean): -1 | 0 | 1 {
  const end = lines.from[slot + 1] as number;
  for (let entry = lines.from[slot] as number; entry < end; entry++) {
    if (lines.bookIds[entry] !== bookId) continue;
    const home = lines.prices[4 * entry + 2] as number;
    const away = lines.prices[4 * entry + 3] as number;
    if (home === 0 || away === 0) return 0;
    return isAway ? favoredByPrice(away, home) : favoredByPrice(home, away);
  }
  return 0;
}

/**
 * All bets of a season at the consensus, graded. Most questions are about them, and to grade a bet takes longer than all else
 * that a trend does with it. They are graded when a season is first asked for, and go with the season.
 */
type GradedSeason = {
  readonly bets: BetColumns;
  /** The first bet of each game; one more at the end. */
  readonly firstOf: Uint32Array;
};

const graded: Readonly<Record<Rules, WeakMap<SeasonShelf, GradedSeason>>> = {
  house: new WeakMap(),
  score: new WeakMap(),
};

const consensus: Omit<BetTest, "rules"> = {
  books: new Set([consensusBookId]),
  lastBook: consensusBookId,
  outcome: -1,
  role: 0,
  movement: null,
  leastLine: noLine,
  mostLine: Number.POSITIVE_INFINITY,
  prices: null,
};

export function gradedSeason(season: SeasonShelf, rules: Rules): GradedSeason {
  const before = graded[rules].get(season);
  if (before !== undefined) return before;
  const bets = new BetColumns();
  const test = { ...consensus, rules };
  const games = [...season.gameIds.keys()];
  const firstOf = Uint32Array.from([...games, games.length], (game) => {
    const first = bets.count;
    if (game < games.length) addGames(bets, season, [game], sideSlots[season.sport], test);
    return first;
  });
  bets.shrink();
  graded[rules].set(season, { bets, firstOf });
  return { bets, firstOf };
}
