/** Pages of bets, made at the request from the columns of the shelf. */
import type { GameHead } from "../../contract/game-members.ts";
import { type BetRow, bets } from "../../contract/lists/bets.ts";
import {
  noStake,
  noVigShift,
  type Outcome,
  outcomeNames,
  profitOfStake,
  tenThousand,
  unknownMovement,
  voided,
} from "../../domain/bets/grading.ts";
import { consensusBookId } from "../../domain/books.ts";
import type { HouseRule, SideRules } from "../../domain/house-rules.ts";
import { wordsOfBook } from "../../release/format/line-words.ts";
import { pointsOf } from "../../release/game-lines.ts";
import { timeAt } from "../../release/season-lines.ts";
import { type GameList, gameHead, matchingGames } from "../pages.ts";
import type { SeasonShelf, Span } from "../season.ts";
import { type AskedMoment, linesAt } from "../snapshots/lines-at.ts";
import { type BetFilter, betTestOf, gamesWanted, sidesWanted } from "./filter.ts";
import { addGames, BetColumns, type Columns, gradedAt } from "./graded.ts";
import { decidingScore, ruleOf, rulesAt, type SideSlot, sideSlots } from "./side-slots.ts";
import { type Wanted, wantedOf } from "./wanted.ts";

/** More than any book id. */
const bookIds = 65_536;

export const betList: GameList<BetFilter, BetRow> = {
  name: "bets",
  columns: bets.columns,
  gamesOf: gamesWanted,
  rowsOf(filter, spans) {
    const betsOf = betsIn(filter, spans);
    return function* (season, game) {
      const bets = betsOf(season, game);
      const { columns } = bets;
      const ofGame: OfGame = {
        season,
        game,
        head: gameHead(season, game),
        times: new Map(),
        rules: filter.rules === "house" ? rulesAt(season, game) : null,
        asked: filter.atMoment,
      };
      for (let bet = 0; bet < bets.count; bet++) {
        // It rises with the side, then with the book.
        const withinGame = (columns.side[bet] as number) * bookIds + (columns.bookId[bet] as number);
        yield [withinGame, rowOf(ofGame, columns, bet)] as const;
      }
    };
  },
};

/** How many bets match, or one more than `most` of them. */
export function countBets(spans: readonly Span[], filter: BetFilter, most: number): number {
  const betsOf = betsIn(filter, spans);
  let count = 0;
  for (const { season, game } of matchingGames(spans, gamesWanted(filter), null)) {
    count += betsOf(season, game).count;
    if (count > most) return most + 1;
  }
  return count;
}

/** The bets of a game that match. The columns mean another game after the next call. */
function betsIn(filter: BetFilter, spans: readonly Span[]): (season: SeasonShelf, game: number) => BetColumns {
  const { rules, bookIds } = filter;
  const books = bookIds === null ? null : new Set(bookIds);
  const test = betTestOf(filter);
  const bets = new BetColumns();
  const wantedIn = new Map<SeasonShelf, { readonly sides: readonly SideSlot[]; readonly surroundings: Wanted }>();
  return (season, game) => {
    const { sides, surroundings } = wantedIn.getOrInsertComputed(season, () => ({
      sides: sidesWanted(season.sport, filter),
      surroundings: wantedOf(season, spans, filter.surroundings),
    }));
    bets.count = 0;
    if (surroundings.game?.(game) === false) return bets;
    addGames(bets, season, [game], { sides, books, rules, test }, surroundings.teams);
    return bets;
  };
}

/** The members that the rows of a game have in common. */
type OfGame = {
  readonly season: SeasonShelf;
  readonly game: number;
  readonly head: GameHead;
  /** The times of the game's captures as texts. */
  readonly times: Map<number, string>;
  /** The house rules that settle its bets; null: the score alone does. */
  readonly rules: readonly SideRules[] | null;
  /** The moment at which bets are graded besides. */
  readonly asked: AskedMoment | null;
};

const roles = ["underdog", null, "favorite"] as const;

export function rowOf(ofGame: OfGame, bets: Columns, bet: number): BetRow {
  const { season, game, head, rules, asked } = ofGame;
  const at = sideSlots[season.sport][bets.side[bet] as number] as SideSlot;
  const { betType, periodName, marketName, selection, team } = at.side;
  const entry = bets.entry[bet] as number;
  const [openLine, closeLine] = [bets.openLine[bet] as number, bets.closeLine[bet] as number];
  const [openPrice, closePrice] = [bets.openPrice[bet] as number, bets.closePrice[bet] as number];
  const [openOutcome, closeOutcome] = [bets.openOutcome[bet] as Outcome, bets.closeOutcome[bet] as Outcome];
  const closeNoVig = bets.closeNoVig[bet] as number;
  const bookId = bets.bookId[bet] as number;
  const { book_id, book, book_name } = wordsOfBook(bookId);
  const better = bets.betterQuarters[bet] as number;
  const movement = bets.movement[bet] as number;
  const rule = rules === null ? null : ruleOf(rules, at, bookId);
  const score = decidingScore(season.lines, game, at, rule) as BetRow["score"];
  return {
    game_id: head.game_id,
    sport: head.sport,
    season: head.season,
    season_type: head.season_type,
    week: head.week,
    game_date: head.game_date,
    start_time: head.start_time,
    home: head.home,
    away: head.away,
    bet_type: betType,
    period: periodName,
    market: marketName,
    selection,
    side_team: team === null ? null : head[team],
    book_id,
    book,
    book_name,
    books: bookId === consensusBookId ? booksBeside(season, game, at) : 1,
    open: { line: pointsOf(openLine), price: openPrice || null, captured_at: timeOf(ofGame, entry, 0) },
    close: {
      line: pointsOf(closeLine),
      price: closePrice || null,
      captured_at: timeOf(ofGame, entry, 1),
      no_vig_probability: closeNoVig < 0 ? null : closeNoVig / tenThousand,
    },
    score,
    result: { open: outcomeNames[openOutcome], close: outcomeNames[closeOutcome] },
    profit: {
      open: unitsOf(bets.openProfit[bet] as number, openPrice, openOutcome),
      close: unitsOf(bets.closeProfit[bet] as number, closePrice, closeOutcome),
    },
    role: roles[(bets.role[bet] as number) + 1] as BetRow["role"],
    rule: rule?.name ?? null,
    closing_line: {
      beat: movement === 0 || movement === unknownMovement ? null : movement === 1,
      points: pointsOf(better),
      // It says by how much only where the line did not move.
      probability: at.isMoneyline || better === 0 ? shiftOf(season, entry, at, openPrice, closePrice) : null,
    },
    at_moment: asked === null ? null : atMoment(season, bets, bet, at, rule, asked),
  };
}

/** How many books priced the side, the consensus not among them. */
function booksBeside({ lines }: SeasonShelf, game: number, { slot }: SideSlot): number {
  const from = game * lines.slots.length + slot;
  return (lines.from[from + 1] as number) - (lines.from[from] as number) - 1;
}

/** The close's no-vig probability minus the open's; null where a price is missing. */
function shiftOf({ lines }: SeasonShelf, entry: number, { priceOffset }: SideSlot, open: number, close: number) {
  const openOther = lines.prices[4 * entry + 1 - priceOffset] as number;
  const closeOther = lines.prices[4 * entry + 3 - priceOffset] as number;
  if (open === 0 || close === 0 || openOther === 0 || closeOther === 0) return null;
  return noVigShift(open, openOther, close, closeOther) / tenThousand;
}

function timeOf({ season, game, times }: OfGame, entry: number, which: 0 | 1): string | null {
  const timeMs = timeAt(season.lines, game, entry, which);
  if (timeMs === null) return null;
  const text = times.get(timeMs) ?? new Date(timeMs).toISOString();
  times.set(timeMs, text);
  return text;
}

function atMoment(
  season: SeasonShelf,
  bets: Columns,
  bet: number,
  at: SideSlot,
  rule: HouseRule | null,
  { minutes, mostAgeMinutes }: AskedMoment,
): BetRow["at_moment"] {
  const moment = linesAt(season, minutes);
  const age = moment.ages[bets.entry[bet] as number] as number;
  if (age > 10 * mostAgeMinutes) {
    return { minutes_before: minutes, line: null, price: null, age_minutes: null, result: null, profit: null };
  }
  const { line, price, outcome } = gradedAt(moment, bets, bet, at, rule?.settles ?? "score");
  return {
    minutes_before: minutes,
    line: pointsOf(line),
    price: price || null,
    age_minutes: age / 10,
    result: outcomeNames[outcome],
    profit: unitsOf(profitOfStake(price, outcome), price, outcome),
  };
}

/** The profit on a stake of one unit. @param profit as `profitOfStake` says it; a void bet brings back its stake. @param price 0 is none. */
function unitsOf(profit: number, price: number, outcome: Outcome): number | null {
  if (profit !== noStake) return profit / tenThousand;
  return outcome === voided && price !== 0 ? 0 : null;
}
