/** Grades a bet at its own line and price, and compares these with the closes. */
import { type BetRow, bets } from "../../contract/lists/bets.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import {
  lineSign,
  type OutcomeName,
  outcomeNames,
  profitOf,
  scoreFor,
  settled,
  tenThousand,
} from "../../domain/bets/grading.ts";
import { betterQuarters, movementOf } from "../../domain/bets/movement.ts";
import type { BetSide } from "../../domain/bets/sides.ts";
import { bookById } from "../../domain/books.ts";
import { houseRule } from "../../domain/house-rules.ts";
import type { Snapshot } from "../../query/load.ts";
import { betRows } from "../../query/questions/game.ts";
import type { BetAsked } from "./bet-asked.ts";
import { gameOf, NoMatch, sideOf, whyThis } from "./match.ts";

/** No line has so many quarters of a point. */
const noLine = 1_000_000;

export type GradedBet = {
  readonly game_id: string;
  /** Why it is this game. */
  readonly why: string;
  readonly bet_type: string;
  readonly selection: string;
  readonly side_team: string | null;
  readonly score: BetRow["score"];
  readonly result: OutcomeName;
  /** The row of the house rules that settled it. */
  readonly rule: string;
  /** The profit on the stake; on one unit where none was given. */
  readonly profit: number;
  readonly book_close: Close | null;
  readonly consensus_close: Close | null;
};

type Close = Pick<BetRow, "book"> &
  Omit<BetRow["close"], "captured_at"> &
  Pick<BetRow["closing_line"], "beat" | "points"> & {
    /** The value of the price at the close's no-vig probability, units on one unit; null where the lines differ. */
    readonly value: number | null;
  };

/** @throws NoMatch, WrongParameter */
export function gradedBet(snapshot: Snapshot, asked: BetAsked): GradedBet {
  const gameId = gameOf(snapshot, asked);
  const side = sideOf(gameId, asked);
  const { line, price, stake } = asked;
  const hasLine = side.market !== "moneyline";
  if (hasLine && line === null) throw new WrongParameter("line", `line is required: ${side.betType} has one`);
  if (!hasLine && line !== null) throw new WrongParameter("line", "line is not taken: a moneyline has none");
  const rows = rowsOfSide(snapshot, gameId, asked, side);
  const named = asked.book === null ? null : (bookById(asked.book)?.slug ?? null);
  const any = rows.find(({ book }) => book === named) ?? rows[0];
  if (any === undefined) throw new NoMatch(`no book here has a line of ${side.betType} in it`, [gameId]);
  const { home, away } = any.score;
  const rule = houseRule(any.rule as string);
  const quarters = line === null ? noLine : 4 * line;
  const outcome = settled(
    rule.settles,
    side.selection,
    scoreFor(side.market, side.selection, home, away) + (hasLine ? lineSign(side.selection) * quarters : 0),
  );
  const closeAt = (book: string): Close | null => {
    const row = rows.find((each) => each.book === book);
    return row === undefined ? null : closeOf(row, side, hasLine, quarters, price);
  };
  return {
    game_id: gameId,
    why: whyThis(gameId, asked),
    bet_type: side.betType,
    selection: side.selection,
    side_team: any.side_team,
    score: any.score,
    result: outcomeNames[outcome] as OutcomeName,
    rule: rule.name,
    profit: rounded((profitOf(price, outcome) / tenThousand) * (stake ?? 1)),
    book_close: named === null ? null : closeAt(named),
    consensus_close: closeAt("consensus"),
  };
}

function rowsOfSide(snapshot: Snapshot, gameId: string, { sport, book }: BetAsked, side: BetSide): readonly BetRow[] {
  const named = book === null ? null : (bookById(book)?.slug ?? null);
  const books = named === null ? "consensus" : `consensus,${named}`;
  const query = `sport=${sport}&game_id=${gameId}&bet_type=${side.betType}&selection=${side.selection}&book=${books}`;
  return betRows(snapshot, bets.read(query)).filter((row) => side.team === null || row.side_team === row[side.team]);
}

function closeOf(row: BetRow, side: BetSide, hasLine: boolean, quarters: number, price: number): Close {
  const { line, price: closePrice, no_vig_probability: probability } = row.close;
  const sign = lineSign(side.selection);
  const closeQuarters = line === null ? noLine : 4 * line;
  const movement = movementOf(hasLine, sign, quarters, closeQuarters, noLine, price, closePrice ?? 0);
  const better = betterQuarters(hasLine, sign, quarters, closeQuarters, noLine);
  const isSameLine = !hasLine || quarters === closeQuarters;
  const payout = price > 0 ? price / 100 : 100 / -price;
  return {
    book: row.book,
    line,
    price: closePrice,
    no_vig_probability: probability,
    beat: movement === null || movement === 0 ? null : movement === 1,
    points: better === null ? null : better / 4,
    value: probability === null || !isSameLine ? null : rounded(probability * (1 + payout) - 1),
  };
}

function rounded(value: number): number {
  return Math.round(value * tenThousand) / tenThousand + 0;
}
