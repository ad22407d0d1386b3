/**
 * A set of bets: every bet that a filter lets through, in columns and in the order of the API. Trends are computed from it,
 * and pages draw it.
 */
import type { BetRow } from "../../contract/lists/bets.ts";
import {
  lineOf,
  noVigProbability,
  type Outcome,
  profitOf,
  type Settling,
  settled,
  ungraded,
  voided,
} from "../../domain/bets/grading.ts";
import { type BetSide, betSides } from "../../domain/bets/sides.ts";
import { consensusBookId } from "../../domain/books.ts";
import type { Rules } from "../../domain/house-rules.ts";
import type { SideScores } from "../../domain/period-scores.ts";
import type { Sport } from "../../domain/sports.ts";
import type { TrendMoment } from "../../domain/trends/trend-bets.ts";
import { noLine } from "../../release/game-lines.ts";
import type { MomentLines } from "../../release/moments.ts";
import { periodScore } from "../../release/season-lines.ts";
import { type BetFilter, gamesWanted, isPriceWithin, sidesWanted } from "../bets/filter.ts";
import { rowOf } from "../bets/page.ts";
import { ruleAt, type SideSlot, sideSlots } from "../bets/side-slots.ts";
import { type TeamTest, wantedOf } from "../bets/wanted.ts";
import { gameHead, matchingGames } from "../pages.ts";
import type { SeasonShelf, Span } from "../season.ts";
import { type AskedMoment, linesAt } from "../snapshots/lines-at.ts";
import { BetColumns, type BetSet, movementAt } from "./columns.ts";
import { addGames, type BetTest, betTestOf, gradedSeason } from "./grade.ts";

/**
 * The set of a filter.
 * @throws SetTooLarge when more bets match than a set may have.
 */
export function setOfBets(sport: Sport, spans: readonly Span[], filter: BetFilter): BetSet {
  const columns = new BetColumns();
  const sides = sidesWanted(sport, filter);
  const test = betTestOf(filter);
  const isConsensus = filter.bookIds?.length === 1 && filter.bookIds[0] === consensusBookId;
  const parts = sides.length === 0 ? [] : wantedGames(spans, filter);
  if (isConsensus)
    columns.reserve(parts.reduce((sum, { season, games }) => sum + mostBetsOf(season, games, filter.rules), 0));
  // To make room once costs half of what growing does.
  else if (filter.bookIds?.length === 1) {
    columns.reserve(sides.length * parts.reduce((sum, { games }) => sum + games.length, 0));
  }
  for (const { season, games, teams } of parts) {
    if (isConsensus) pickGames(columns, season, games, sides, test, teams);
    else addGames(columns, season, games, sides, test, teams);
  }
  const set = columns.finish(sport, filter.rules);
  return filter.atMoment === null ? set : { ...set, atMoment: betsAtMoment(set, filter.atMoment) };
}

type Part = { readonly season: SeasonShelf; readonly games: number[]; readonly teams: TeamTest };

/** The games whose circumstances are asked for, in order. A season comes up again where another one overlaps it. */
function wantedGames(spans: readonly Span[], filter: BetFilter): Part[] {
  const parts: Part[] = [];
  let isWanted: ((game: number) => boolean) | null = null;
  for (const { season, game } of matchingGames(spans, gamesWanted(filter), null)) {
    if (parts.at(-1)?.season !== season) {
      const wanted = wantedOf(season, spans, filter.surroundings);
      parts.push({ season, games: [], teams: wanted.teams });
      isWanted = wanted.game;
    }
    if (isWanted?.(game) !== false) parts.at(-1)?.games.push(game);
  }
  return parts;
}

function mostBetsOf(season: SeasonShelf, games: readonly number[], rules: Rules): number {
  const { firstOf } = gradedSeason(season, rules);
  return games.reduce((sum, game) => sum + (firstOf[game + 1] as number) - (firstOf[game] as number), 0);
}

/** Takes bets that are graded already. */
function pickGames(
  columns: BetColumns,
  season: SeasonShelf,
  games: readonly number[],
  sides: readonly SideSlot[],
  { outcome, rules, role, movement, leastLine, mostLine, prices }: BetTest,
  teamsOf: TeamTest,
): void {
  const { bets, firstOf } = gradedSeason(season, rules);
  const from = bets.columns;
  const slots = sideSlots[season.sport];
  const isSide = new Uint8Array(slots.length);
  for (const { place } of sides) isSide[place] = 1;
  const place = columns.placeOf(season);
  const to = columns.columns;
  let bet = columns.count;
  for (const game of games) {
    const end = firstOf[game + 1] as number;
    const teams = teamsOf === null ? null : teamsOf(game);
    for (let at = firstOf[game] as number; at < end; at++) {
      const side = from.side[at] as number;
      if (isSide[side] === 0) continue;
      if (teams !== null && (teams & (slots[side] as SideSlot).teamBit) === 0) continue;
      const line = from.closeLine[at] as number;
      if (line < leastLine || line > mostLine) continue;
      if (prices !== null && !isPriceWithin(from.closePrice[at] as number, prices)) continue;
      if (outcome !== -1 && from.closeOutcome[at] !== outcome) continue;
      if (role !== 0 && from.role[at] !== role) continue;
      if (movement !== null && movement !== movementAt(from, at, slots[side] as SideSlot)) continue;
      to.season[bet] = place;
      to.game[bet] = game;
      to.side[bet] = side;
      to.entry[bet] = from.entry[at] as number;
      to.openLine[bet] = from.openLine[at] as number;
      to.closeLine[bet] = line;
      to.openPrice[bet] = from.openPrice[at] as number;
      to.closePrice[bet] = from.closePrice[at] as number;
      to.openOutcome[bet] = from.openOutcome[at] as number;
      to.closeOutcome[bet] = from.closeOutcome[at] as number;
      to.openNoVig[bet] = from.openNoVig[at] as number;
      to.closeNoVig[bet] = from.closeNoVig[at] as number;
      to.noVigShift[bet] = from.noVigShift[at] as number;
      to.ahead[bet] = from.ahead[at] as number;
      to.role[bet] = from.role[at] as number;
      bet++;
    }
  }
  columns.count = bet;
}

/** One bet of a set as people read it. */
export type BetOfSet = {
  readonly row: BetRow;
  readonly side: BetSide;
  /** Of the whole game; null: it is not known. */
  readonly score: SideScores | null;
  /** Points by which the selection was ahead of its closing line; of a moneyline, of the other team. */
  readonly margin: number | null;
};

/** @param bet from 0 to before `set.count`. */
export function betOf(set: BetSet, bet: number): BetOfSet {
  const season = set.seasons[set.season[bet] as number] as SeasonShelf;
  const game = set.game[bet] as number;
  return {
    row: rowOf(
      { season, game, head: gameHead(season, game), times: new Map(), rules: set.rules, asked: null },
      set,
      bet,
    ),
    side: betSides[set.sport][set.side[bet] as number] as BetSide,
    score: periodScore(season.lines, game, "full"),
    margin: isDecidedByScore(set, bet) ? (set.ahead[bet] as number) / 4 : null,
  };
}

/** Whether a bet is one that a score has won, lost or pushed: neither without a result nor void. */
export function isDecidedByScore({ closeOutcome }: BetSet, bet: number): boolean {
  return closeOutcome[bet] !== ungraded && closeOutcome[bet] !== voided;
}

/** Ten thousandths of a unit won at the closing price on a stake of one; null without price or result, and where the bet is void. */
export function profitOfClose(set: BetSet, bet: number): number | null {
  const price = set.closePrice[bet] as number;
  return isDecidedByScore(set, bet) && price !== 0 ? profitOf(price, set.closeOutcome[bet] as Outcome) : null;
}

/** @throws ReleaseDamaged when the lines of a season are not as they were written. */
function betsAtMoment(set: BetSet, { minutes, mostAgeMinutes }: AskedMoment): TrendMoment {
  const { count, sport, seasons, season: seasonOf, side: sideOf, entry: entries, ahead: aheads } = set;
  const made = {
    minutes,
    outcome: new Uint8Array(count),
    price: new Int32Array(count),
    noVig: new Int16Array(count).fill(-1),
  };
  const mostAge = 10 * mostAgeMinutes;
  const sides = sideSlots[sport];
  let seasonPlace = -1;
  let { ages, prices, quarters }: MomentLines = nothing;
  for (let bet = 0; bet < count; bet++) {
    if (seasonOf[bet] !== seasonPlace) {
      seasonPlace = seasonOf[bet] as number;
      ({ ages, prices, quarters } = linesAt(seasons[seasonPlace] as SeasonShelf, minutes));
    }
    const at = sides[sideOf[bet] as number] as (typeof sides)[number];
    const { isMoneyline, lineSign, priceOffset } = at;
    const entry = entries[bet] as number;
    if ((ages[entry] as number) > mostAge) continue;
    const price = prices[2 * entry + priceOffset] as number;
    const posted = quarters[entry] as number;
    made.price[bet] = price;
    // How far the bet was ahead of its closing line says how far of any other.
    const close = set.closeLine[bet] as number;
    const ahead = (aheads[bet] as number) - (close === noLine ? 0 : lineSign * close);
    const { selection } = at.side;
    const season = seasons[seasonPlace] as SeasonShelf;
    const settling: Settling =
      set.rules === "score" ? "score" : ruleAt(season, set.game[bet] as number, at, set.bookId[bet] as number).settles;
    if (isMoneyline) made.outcome[bet] = price === 0 ? ungraded : settled(settling, selection, ahead);
    else if (posted !== noLine) {
      made.outcome[bet] = settled(settling, selection, ahead + lineSign * lineOf(selection, posted));
    }
    const opposite = prices[2 * entry + 1 - priceOffset] as number;
    if (price !== 0 && opposite !== 0) made.noVig[bet] = noVigProbability(price, opposite);
  }
  return made;
}

const nothing: MomentLines = { ages: new Uint32Array(), prices: new Int32Array(), quarters: new Int16Array() };
