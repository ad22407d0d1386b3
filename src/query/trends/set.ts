/**
 * A set of bets: every bet that a filter lets through, in columns and in the order of the API. Trends are computed from it,
 * and pages draw it.
 */
import type { BetRow } from "../../contract/lists/bets.ts";
import { noVigProbability, type Outcome, profitOf, ungraded, voided } from "../../domain/bets/grading.ts";
import { type BetSide, betSides } from "../../domain/bets/sides.ts";
import { consensusBookId } from "../../domain/books.ts";
import type { Rules } from "../../domain/house-rules.ts";
import type { SideScores } from "../../domain/period-scores.ts";
import type { Sport } from "../../domain/sports.ts";
import type { TrendBets, TrendMoment } from "../../domain/trends/trend-bets.ts";
import { noLine } from "../../release/game-lines.ts";
import { periodScore } from "../../release/season-lines.ts";
import { type BetFilter, betTestOf, gamesWanted, sidesWanted } from "../bets/filter.ts";
import { addGames, BetColumns, type BetsWanted, type Columns, gradedAt, gradedSeason } from "../bets/graded.ts";
import { rowOf } from "../bets/page.ts";
import { ruleAt, rulesAt, type SideSlot, sideSlots } from "../bets/side-slots.ts";
import { type TeamTest, wantedOf } from "../bets/wanted.ts";
import { gameHead, matchingGames } from "../pages.ts";
import type { SeasonShelf, Span } from "../season.ts";
import { type AskedMoment, linesAt } from "../snapshots/lines-at.ts";

/** The columns of all bets. A bet is a number from 0 to before `count`. */
export type BetSet = TrendBets &
  Columns & { readonly sport: Sport; readonly seasons: readonly SeasonShelf[]; readonly rules: Rules };

/**
 * The set of a filter.
 * @throws SetTooLarge when more bets match than a set may have.
 */
export function setOfBets(sport: Sport, spans: readonly Span[], filter: BetFilter): BetSet {
  const { rules, bookIds, atMoment } = filter;
  const books = bookIds === null ? null : new Set(bookIds);
  const isConsensus = books?.size === 1 && books.has(consensusBookId);
  const wanted = { sides: sidesWanted(sport, filter), books, rules, test: betTestOf(filter) };
  const parts = wanted.sides.length === 0 ? [] : wantedGames(spans, filter);
  const bets = new BetColumns();
  // To make room once costs half of what growing does.
  const mostOf = ({ season, games }: Part) =>
    isConsensus ? gradedBets(season, games, rules) : games.length * wanted.sides.length;
  if (books?.size === 1) bets.reserve(parts.reduce((sum, part) => sum + mostOf(part), 0));
  for (const { season, games, teams } of parts) {
    if (isConsensus) pickGames(bets, season, games, wanted, teams);
    else addGames(bets, season, games, wanted, teams);
  }
  const { count, seasons } = bets;
  const set = { sport, rules, count, seasons, noLine, ...bets.finish(), atMoment: null };
  return atMoment === null ? set : { ...set, atMoment: betsAtMoment(set, atMoment) };
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

function gradedBets(season: SeasonShelf, games: readonly number[], rules: Rules): number {
  const { firstOf } = gradedSeason(season, rules);
  return games.reduce((sum, game) => sum + (firstOf[game + 1] as number) - (firstOf[game] as number), 0);
}

/** Takes bets that are graded already. */
function pickGames(
  bets: BetColumns,
  season: SeasonShelf,
  games: readonly number[],
  { sides, rules, test }: BetsWanted,
  teamsOf: TeamTest,
): void {
  const { columns: from, firstOf } = gradedSeason(season, rules);
  const slots = sideSlots[season.sport];
  const isSide = slots.map((slot) => sides.includes(slot));
  const to = bets.columns;
  const place = bets.placeOf(season);
  let bet = bets.count;
  for (const game of games) {
    const end = firstOf[game + 1] as number;
    const teams = teamsOf === null ? null : teamsOf(game);
    for (let at = firstOf[game] as number; at < end; at++) {
      const side = from.side[at] as number;
      const slot = slots[side] as SideSlot;
      if (!isSide[side] || (teams !== null && (teams & slot.teamBit) === 0)) continue;
      if (test !== null && !test(from, at, slot)) continue;
      to.season[bet] = place;
      to.game[bet] = game;
      to.side[bet] = side;
      to.entry[bet] = from.entry[at] as number;
      to.openLine[bet] = from.openLine[at] as number;
      to.closeLine[bet] = from.closeLine[at] as number;
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
  bets.count = bet;
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
  const rules = set.rules === "house" ? rulesAt(season, game) : null;
  const ofGame = { season, game, head: gameHead(season, game), times: new Map(), rules, asked: null };
  return {
    row: rowOf(ofGame, set, bet),
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
  const { count, rules } = set;
  const made = {
    minutes,
    outcome: new Uint8Array(count),
    price: new Int32Array(count),
    noVig: new Int16Array(count).fill(-1),
  };
  const moments = set.seasons.map((season) => linesAt(season, minutes));
  for (let bet = 0; bet < count; bet++) {
    const place = set.season[bet] as number;
    const moment = moments[place] as (typeof moments)[number];
    if ((moment.ages[set.entry[bet] as number] as number) > 10 * mostAgeMinutes) continue;
    const at = sideSlots[set.sport][set.side[bet] as number] as SideSlot;
    const season = set.seasons[place] as SeasonShelf;
    const settling =
      rules === "score" ? rules : ruleAt(season, set.game[bet] as number, at, set.bookId[bet] as number).settles;
    const { price, other, outcome } = gradedAt(moment, set, bet, at, settling);
    made.price[bet] = price;
    made.outcome[bet] = outcome;
    if (price !== 0 && other !== 0) made.noVig[bet] = noVigProbability(price, other);
  }
  return made;
}
