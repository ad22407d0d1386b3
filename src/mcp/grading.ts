/**
 * Grades bets as people have them, at their own lines and prices, and compares these with the closes [A-3, A-13]. What may be meant twice,
 * the game or the side, is named, and never guessed.
 */
import { Type } from "typebox";
import { oneBook } from "../contract/filters/books.ts";
import { date, gameFilters, readGameId, sport } from "../contract/filters/games.ts";
import { type BetRow, betFilters, bets } from "../contract/lists/bets.ts";
import {
  optional,
  type Parameter,
  parameterReader,
  required,
  WrongParameter,
  wrongValue,
} from "../contract/parameter.ts";
import { readPrice } from "../domain/american-odds.ts";
import {
  lineSign,
  type OutcomeName,
  outcomeNames,
  profitOf,
  scoreFor,
  settled,
  tenThousand,
} from "../domain/bets/grading.ts";
import { betterQuarters, movementOf } from "../domain/bets/movement.ts";
import { type BetSide, betSides } from "../domain/bets/sides.ts";
import { bookById } from "../domain/books.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { houseRule } from "../domain/house-rules.ts";
import { isCalendarDate } from "../domain/slate-date.ts";
import type { BetType } from "../domain/sports.ts";
import type { Snapshot } from "../query/load.ts";
import { matchingGames } from "../query/pages.ts";
import { betRows } from "../query/questions/game.ts";
import { gameFilterOf, refuseDamaged } from "../query/reach.ts";
import { type Arguments, queryOf } from "./tool.ts";

const line: Parameter<number | null> = optional(
  { meaning: "line as the bettor has it", schema: Type.Number({ minimum: -1000, maximum: 1000 }), example: -3.5 },
  (text, name) => {
    const value = /^[+-]?\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isInteger(4 * value)) return value === 0 ? 0 : value;
    throw wrongValue(name, "whole, half or quarter points from -999 to 999, such as -3.5", text, null);
  },
);

const price: Parameter<number | null> = optional(
  { meaning: "American odds, such as -110", schema: Type.Integer(), example: -110 },
  (text, name) => {
    const read = /^[+-]?\d{3,6}$/.test(text) ? readPrice(Number(text)) : { ok: false as const };
    if (read.ok && read.odds !== null) return read.odds;
    throw wrongValue(name, "American odds, at least 100 or at most -100, such as -110", text, null);
  },
);

const stake: Parameter<number | null> = optional(
  { meaning: "what was staked", schema: Type.Number({ minimum: 0 }), example: 20 },
  (text, name) => {
    if (/^\d{1,7}(\.\d{1,2})?$/.test(text)) return Number(text);
    throw wrongValue(name, "an amount from 0 to 9999999.99", text, null);
  },
);

const read = parameterReader({
  sport,
  game_id: gameFilters.game_id,
  date: date("date of the game in New York, YYYY-MM-DD", "2025-09-04"),
  team: gameFilters.team,
  opponent: gameFilters.team,
  bet_type: required(betFilters.bet_type, "one bet type of the sport, as /v1/sports lists them"),
  selection: betFilters.selection,
  line,
  price: required(price),
  book: oneBook,
  stake,
});

type BetAsked = ReturnType<typeof read>;

/** @throws WrongParameter when it does not say what was bet on. */
export function readBet(given: unknown): BetAsked {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new WrongParameter("bets", "bets must be a list of objects, one for each bet");
  }
  const bet = given as Arguments;
  const gameId = typeof bet.game_id === "string" ? readGameId(bet.game_id) : null;
  const ofGame = gameId === null ? null : (parseGameId(gameId)?.sport ?? null);
  const asked = read(queryOf({ ...bet, sport: bet.sport ?? ofGame }));
  if (asked.bet_type.length > 1) throw new WrongParameter("bet_type", "bet_type must be one: a bet is of one type");
  if (asked.game_id === null && (asked.date === null || asked.team === null)) {
    throw new WrongParameter("game_id", "game_id is required, or date and team: they say which game it was");
  }
  return asked;
}

/** A bet that is of no game, or of more than one, or of no side. */
export class NoMatch extends Error {
  override readonly name = "NoMatch";
  /** Games that may be meant. */
  readonly candidates: readonly string[];

  constructor(why: string, candidates: readonly string[] = []) {
    super(why);
    this.candidates = candidates;
  }
}

/** @throws NoMatch */
function gameOf(snapshot: Snapshot, asked: BetAsked): string {
  const { game_id: gameId, date, team, sport } = asked;
  const found = gamesFrom(snapshot, asked, date, date);
  const [only, second] = found;
  if (only !== undefined && second === undefined) return only;
  if (only !== undefined) throw new NoMatch(`${team} played twice that day: which game?`, found);
  if (gameId !== null) throw new NoMatch(`no completed game of ${sport} has this game_id`);
  const near = gamesFrom(snapshot, asked, shifted(date, -1), shifted(date, 1));
  throw new NoMatch(
    `no completed game of ${team}${asked.opponent === null ? "" : ` and ${asked.opponent}`} on ${date}`,
    near,
  );
}

/** "LAD at SF on 2026-07-19, the only game of both that day", of a game that was found. */
function whyThis(gameId: string, asked: BetAsked): string {
  const { away = "", home = "", gameDate = "" } = parseGameId(gameId) ?? {};
  const whose = asked.opponent === null ? asked.team : "both";
  const only = asked.game_id === null ? `the only game of ${whose} that day` : "by its game_id";
  return `${away} at ${home} on ${gameDate}, ${only}`;
}

function gamesFrom(snapshot: Snapshot, asked: BetAsked, from: string | null, to: string | null): readonly string[] {
  const { sport, game_id, team, opponent } = asked;
  const reach = game_id === null ? { from, to, team } : { from: null, to: null, team: null };
  const filter = gameFilterOf({ season: null, ...reach, game_id });
  refuseDamaged(snapshot, { sport, season: null, ...reach, game_id });
  const games = matchingGames(snapshot.sports[sport].spans, filter, null).take(10);
  return [...games].map(({ season, game }) => season.gameIds[game] as string).filter((id) => isOf(id, opponent));
}

function isOf(gameId: string, team: string | null): boolean {
  const game = parseGameId(gameId);
  return team === null || game?.home === team || game?.away === team;
}

function shifted(date: string | null, days: number): string | null {
  const shifted = date === null ? null : Temporal.PlainDate.from(date).add({ days }).toString();
  return shifted !== null && isCalendarDate(shifted) ? shifted : date;
}

/** @throws NoMatch, and WrongParameter where the selection is of another bet type. */
function sideOf(gameId: string, { sport, team, bet_type: [betType], selection }: BetAsked): BetSide {
  const game = parseGameId(gameId);
  if (team !== null && !isOf(gameId, team)) throw new NoMatch(`${team} did not play in ${gameId}`);
  const ofTeam = team === null ? null : game?.home === team ? "home" : "away";
  const sides = betSides[sport].filter((side) => side.betType === betType);
  if (selection !== null && !sides.some((side) => side.selection === selection)) {
    const allowed = [...new Set(sides.map((side) => side.selection))].join(" or ");
    throw new WrongParameter("selection", `selection of ${betType} must be ${allowed}`);
  }
  const left = sides.filter(
    (side) =>
      (selection === null || side.selection === selection) &&
      (side.team === null || ofTeam === null || side.team === ofTeam),
  );
  const [only, second] = left;
  if (only !== undefined && second === undefined) return only;
  if (only === undefined) throw new NoMatch(`team and selection contradict each other: ${team} was ${ofTeam}`);
  throw new NoMatch(whichSide(only.team === null ? null : betType));
}

function whichSide(ofTeam: BetType | null | undefined): string {
  return ofTeam === null || ofTeam === undefined
    ? "which side: selection must be over or under"
    : `which side of ${ofTeam}: team is needed, or selection where it is home or away`;
}

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
