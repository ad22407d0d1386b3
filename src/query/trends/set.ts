/**
 * A set of bets: every bet that a filter lets through, in columns and in the order of the API. Trends are computed from it,
 * and pages draw it.
 */
import type { BetRow } from "../../contract/lists/bets.ts";
import { noStake, noVigProbability, profitOfStake, ungraded, voided } from "../../domain/bets/grading.ts";
import { type BetSide, betSides } from "../../domain/bets/sides.ts";
import { consensusBookId } from "../../domain/books.ts";
import type { Rules } from "../../domain/house-rules.ts";
import type { SideScores } from "../../domain/period-scores.ts";
import type { MomentMinutes } from "../../domain/periods.ts";
import type { Sport } from "../../domain/sports.ts";
import type { GradedBets, TrendBets } from "../../domain/trends/game-sums.ts";
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

/** Bets of a set that are of one season: those at `picks` among its columns. */
type SeasonBets = {
  readonly season: SeasonShelf;
  readonly bets: Columns & TrendBets;
  readonly picks: Uint32Array;
};

/** A season has several parts where another one overlaps it. */
export type BetSet = {
  readonly sport: Sport;
  readonly rules: Rules;
  /** The moment before the start at which the bets are graded besides; null: at none. */
  readonly minutes: MomentMinutes | null;
  readonly count: number;
  readonly parts: readonly SeasonBets[];
};

/**
 * The set of a filter.
 * @throws SetTooLarge when more bets match than a set may have.
 * @throws ReleaseDamaged when the lines of a season are not as they were written.
 */
export function setOfBets(sport: Sport, spans: readonly Span[], filter: BetFilter): BetSet {
  const { rules, bookIds, atMoment } = filter;
  const books = bookIds === null ? null : new Set(bookIds);
  const isConsensus = books?.size === 1 && books.has(consensusBookId);
  const wanted = { sides: sidesWanted(sport, filter), books, rules, test: betTestOf(filter) };
  const games = wanted.sides.length === 0 ? [] : wantedGames(spans, filter);
  const parts = (isConsensus ? pickedBets(games, wanted) : gradedBets(games, wanted)).map((picked): SeasonBets => {
    const { season, columns, picks } = picked;
    const moment = atMoment === null ? null : betsAtMoment(picked, rules, atMoment);
    return { season, bets: { ...columns, noLine, atMoment: moment }, picks };
  });
  const count = parts.reduce((sum, { picks }) => sum + picks.length, 0);
  return { sport, rules, minutes: atMoment?.minutes ?? null, count, parts };
}

type SeasonGames = { readonly season: SeasonShelf; readonly games: number[]; readonly teams: TeamTest };

/** The games whose circumstances are asked for, in order. A season comes up again where another one overlaps it. */
function wantedGames(spans: readonly Span[], filter: BetFilter): SeasonGames[] {
  const parts: SeasonGames[] = [];
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

type Picked = { readonly season: SeasonShelf; readonly columns: Columns; readonly picks: Uint32Array };

/** Bets at the consensus, which are graded already. */
function pickedBets(parts: readonly SeasonGames[], { sides, rules, test }: BetsWanted): Picked[] {
  return parts.map(({ season, games, teams: teamsOf }) => {
    const { columns, firstOf } = gradedSeason(season, rules);
    const slots = sideSlots[season.sport];
    const isSide = slots.map((slot) => sides.includes(slot));
    const betsOf = (game: number) => (firstOf[game + 1] as number) - (firstOf[game] as number);
    const picks = new Uint32Array(games.reduce((sum, game) => sum + betsOf(game), 0));
    let count = 0;
    for (const game of games) {
      const end = firstOf[game + 1] as number;
      const teams = teamsOf === null ? null : teamsOf(game);
      for (let bet = firstOf[game] as number; bet < end; bet++) {
        const side = columns.side[bet] as number;
        const slot = slots[side] as SideSlot;
        if (!isSide[side] || (teams !== null && (teams & slot.teamBit) === 0)) continue;
        if (test === null || test(columns, bet, slot)) picks[count++] = bet;
      }
    }
    return { season, columns, picks: picks.subarray(0, count) };
  });
}

/** Bets at books, which are graded now. */
function gradedBets(parts: readonly SeasonGames[], wanted: BetsWanted): Picked[] {
  const bets = new BetColumns();
  const ends = parts.map(({ season, games, teams }) => {
    addGames(bets, season, games, wanted, teams);
    return bets.count;
  });
  const columns = bets.finish();
  const all = Uint32Array.from(columns.game.keys());
  return parts.map(({ season }, at) => ({ season, columns, picks: all.subarray(ends[at - 1] ?? 0, ends[at]) }));
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

/** @param place of the bet among all of the set, from 0. */
export function betOf({ sport, rules, parts }: BetSet, place: number): BetOfSet {
  let within = place;
  let [part, ...later] = parts;
  while (part !== undefined && within >= part.picks.length) {
    within -= part.picks.length;
    [part, ...later] = later;
  }
  const { season, bets, picks } = part as SeasonBets;
  const bet = picks[within] as number;
  const game = bets.game[bet] as number;
  const houseRules = rules === "house" ? rulesAt(season, game) : null;
  const ofGame = { season, game, head: gameHead(season, game), times: new Map(), rules: houseRules, asked: null };
  return {
    row: rowOf(ofGame, bets, bet),
    side: betSides[sport][bets.side[bet] as number] as BetSide,
    score: periodScore(season.lines, game, "full"),
    margin: isDecidedByScore(bets, bet) ? (bets.ahead[bet] as number) / 4 : null,
  };
}

/** Whether a bet is one that a score has won, lost or pushed: neither without a result nor void. */
export function isDecidedByScore({ closeOutcome }: Columns, bet: number): boolean {
  return closeOutcome[bet] !== ungraded && closeOutcome[bet] !== voided;
}

/** @throws ReleaseDamaged when the lines of a season are not as they were written. */
function betsAtMoment(
  { season, columns, picks }: Picked,
  rules: Rules,
  { minutes, mostAgeMinutes }: AskedMoment,
): GradedBets {
  const count = columns.game.length;
  const made = {
    outcome: new Uint8Array(count),
    profit: new Int32Array(count).fill(noStake),
    price: new Int32Array(count),
    noVig: new Int16Array(count).fill(-1),
  };
  const moment = linesAt(season, minutes);
  for (const bet of picks) {
    if ((moment.ages[columns.entry[bet] as number] as number) > 10 * mostAgeMinutes) continue;
    const at = sideSlots[season.sport][columns.side[bet] as number] as SideSlot;
    const ofBook = () => ruleAt(season, columns.game[bet] as number, at, columns.bookId[bet] as number);
    const { price, other, outcome } = gradedAt(moment, columns, bet, at, rules === "score" ? rules : ofBook().settles);
    made.price[bet] = price;
    made.outcome[bet] = outcome;
    made.profit[bet] = profitOfStake(price, outcome);
    if (price !== 0 && other !== 0) made.noVig[bet] = noVigProbability(price, other);
  }
  return made;
}
