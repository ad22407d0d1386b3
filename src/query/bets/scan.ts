/** Finds the bets that match a filter, in their order, from a key on. It touches a few bytes of a bet that does not match. */

import { outcomeNames } from "../../domain/bets/grading.ts";
import { movementSigns } from "../../domain/bets/movement.ts";
import { noLine } from "../../release/packed-lines.ts";
import { matchingGames, type PageKey } from "../pages.ts";
import type { SeasonShelf } from "../season.ts";
import type { Span } from "../spans.ts";
import { Bet } from "./bet.ts";
import { type BetFilter, gamesWanted, isPriceWithin, priceBoundsOf, sidesWanted } from "./filter.ts";
import type { SideSlot } from "./side-slots.ts";
import { type Wanted, wantedOf } from "./wanted.ts";

/** The place of a bet among those of its game. It rises with the side, then with the book. */
export function placeOf(bet: Bet): number {
  return bet.at.place * bookIds + bet.bookId;
}

/** More than any book id. */
const bookIds = 65_536;

/**
 * Hands over every bet that matches and comes after the key, until `take` returns false. The bet is the same object each
 * time, and means another bet after `take` has returned.
 * @returns how many quotes were looked at, which is what a scan costs.
 */
export function scanBets(
  spans: readonly Span[],
  filter: BetFilter,
  after: PageKey | null,
  take: (season: SeasonShelf, bet: Bet) => boolean,
): number {
  const isBook = bookTest(filter);
  const lastBook = filter.bookIds === null ? bookIds : Math.max(...filter.bookIds);
  const isMatch = betTest(filter);
  let looked = 0;
  let sides: readonly SideSlot[] = [];
  let bet: Bet | null = null;
  let wanted: Wanted = { game: null, teams: null };
  for (const { season, game } of matchingGames(spans, gamesWanted(filter), after)) {
    const { lines } = season;
    if (lines === null) continue;
    if (bet?.lines !== lines) {
      sides = sidesWanted(season.sport, filter);
      const [first] = sides;
      if (first === undefined) return looked;
      bet = new Bet(lines, first);
      wanted = wantedOf(season, spans, filter);
    }
    if (wanted.game?.(game) === false) continue;
    const teams = wanted.teams === null ? null : wanted.teams(game);
    const afterPlace = after !== null && season.gameIds[game] === after.gameId ? after.withinGame : -1;
    for (const side of sides) {
      if (teams !== null && (teams & side.teamBit) === 0) continue;
      if (side.place < Math.floor(afterPlace / bookIds)) continue;
      const slot = game * lines.slots.length + side.slot;
      const from = lines.from[slot] as number;
      const end = lines.from[slot + 1] as number;
      if (from === end || !bet.moveTo(game, side)) continue;
      bet.bookCount = lines.bookIds[from] === 0 ? end - from - 1 : end - from;
      for (let entry = from; entry < end; entry++) {
        looked++;
        const bookId = lines.bookIds[entry] as number;
        if (bookId > lastBook) break;
        if (!isBook(bookId)) continue;
        bet.read(entry);
        if (placeOf(bet) <= afterPlace || !isMatch(bet)) continue;
        if (!take(season, bet)) return looked;
      }
    }
  }
  return looked;
}

function bookTest({ bookIds: wanted }: BetFilter): (bookId: number) => boolean {
  if (wanted === null) return () => true;
  const ids = new Set(wanted);
  return (bookId) => ids.has(bookId);
}

/** What a filter asks of the bet itself. */
function betTest(filter: BetFilter): (bet: Bet) => boolean {
  const { role, result, minLine, maxLine, openMoved } = filter;
  const outcome = result === null ? -1 : outcomeNames.indexOf(result);
  const wantedRole = role === "favorite" ? 1 : role === "underdog" ? -1 : 0;
  const movement = openMoved === null ? null : movementSigns[openMoved];
  const hasBounds = minLine !== null || maxLine !== null;
  const least = 4 * (minLine ?? Number.NEGATIVE_INFINITY);
  const most = 4 * (maxLine ?? Number.POSITIVE_INFINITY);
  const prices = priceBoundsOf(filter);
  return (bet) =>
    (prices === null || isPriceWithin(bet.closePrice, prices)) &&
    (!hasBounds || (bet.closeLine !== noLine && bet.closeLine >= least && bet.closeLine <= most)) &&
    (outcome === -1 || bet.closeOutcome === outcome) &&
    (wantedRole === 0 || bet.role === wantedRole) &&
    (movement === null || bet.movement === movement);
}
