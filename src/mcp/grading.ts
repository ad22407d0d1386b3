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
  betterQuarters,
  lineSign,
  movementOf,
  outcomeNames,
  profitOf,
  scoreFor,
  settled,
  tenThousand,
} from "../domain/bets/grading.ts";
import { type BetSide, betSides } from "../domain/bets/sides.ts";
import { bookById } from "../domain/books.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { houseRule } from "../domain/house-rules.ts";
import { isCalendarDate } from "../domain/times.ts";
import type { Snapshot } from "../query/load.ts";
import { matchingGames } from "../query/pages.ts";
import { betRows } from "../query/questions/game.ts";
import { gameFilterOf, refuseDamaged } from "../query/reach.ts";
import { type Arguments, queryOf } from "./tool.ts";

/** A number as a bettor has it. @param figureOf null: it is none. */
function figure(must: string, example: number, figureOf: (text: string) => number | null): Parameter<number | null> {
  return optional({ meaning: must, schema: Type.Number(), example }, (text, name) => {
    const value = figureOf(text);
    if (value === null) throw wrongValue(name, must, text);
    return value;
  });
}

// A line in quarters of a point pays by halves, which no result says.
const line = figure("whole or half points from -999 to 999, such as -3.5", -3.5, (text) => {
  const value = /^[+-]?\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isInteger(2 * value) ? value + 0 : null; // -0 is 0
});

const price = figure("American odds, at least 100 or at most -100, such as -110", -110, (text) => {
  const read = /^[+-]?\d{3,6}$/.test(text) ? readPrice(Number(text)) : { ok: false as const };
  return read.ok ? read.odds : null;
});

const stake = figure("an amount from 0 to 9999999.99", 20, (text) =>
  /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : null,
);

/** The arguments of one bet. The sport may be in the game's id. */
export const betParameters = {
  sport,
  game_id: gameFilters.game_id,
  date: date("date of the game in New York, YYYY-MM-DD", "2025-09-04"),
  team: gameFilters.team,
  opponent: gameFilters.team,
  bet_type: required(betFilters.bet_type, "one bet type of the sport, as /v1/sports lists them"),
  selection: betFilters.selection,
  line,
  price: required(price, "American odds, such as -110"),
  book: oneBook,
  stake,
};

const read = parameterReader(betParameters);
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

/** The only game that fits, and why it is this one. @throws NoMatch */
function gameOf(snapshot: Snapshot, asked: BetAsked) {
  const { game_id: named, date, team, opponent, sport } = asked;
  const found = gamesFrom(snapshot, asked, date, date);
  const [gameId, second] = found;
  if (gameId === undefined) {
    if (named !== null) throw new NoMatch(`no completed game of ${sport} has this game_id`);
    const near = gamesFrom(snapshot, asked, shifted(date, -1), shifted(date, 1));
    throw new NoMatch(`no completed game of ${team}${opponent === null ? "" : ` and ${opponent}`} on ${date}`, near);
  }
  if (second !== undefined) throw new NoMatch(`${team} played twice that day: which game?`, found);
  const { away = "", home = "", gameDate = "" } = parseGameId(gameId) ?? {};
  const only = named === null ? `the only game of ${opponent === null ? team : "both"} that day` : "by its game_id";
  return { gameId, home, why: `${away} at ${home} on ${gameDate}, ${only}` };
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
function sideOf(gameId: string, home: string, { sport, team, bet_type: [betType], selection }: BetAsked): BetSide {
  if (!isOf(gameId, team)) throw new NoMatch(`${team} did not play in ${gameId}`);
  const ofTeam = team === null ? null : home === team ? "home" : "away";
  const sides = betSides[sport].filter((side) => side.betType === betType);
  const selected = sides.filter((side) => selection === null || side.selection === selection);
  if (selected.length === 0) {
    const allowed = [...new Set(sides.map((side) => side.selection))].join(" or ");
    throw new WrongParameter("selection", `selection of ${betType} must be ${allowed}`);
  }
  const [only, second] = selected.filter((side) => side.team === null || ofTeam === null || side.team === ofTeam);
  if (only === undefined) throw new NoMatch(`team and selection contradict each other: ${team} was ${ofTeam}`);
  if (second === undefined) return only;
  if (only.team === null) throw new NoMatch("which side: selection must be over or under");
  throw new NoMatch(`which side of ${betType}: team is needed, or selection where it is home or away`);
}

/** No line has so many quarters of a point. */
const noLine = 1_000_000;

/** The result of a bet, on its stake, or on one unit where none was given. @throws NoMatch, WrongParameter */
export function gradedBet(snapshot: Snapshot, asked: BetAsked) {
  const { gameId, home, why } = gameOf(snapshot, asked);
  const side = sideOf(gameId, home, asked);
  const { line, price, stake } = asked;
  const hasLine = side.market !== "moneyline";
  if (hasLine && line === null) throw new WrongParameter("line", `line is required: ${side.betType} has one`);
  if (!hasLine && line !== null) throw new WrongParameter("line", "line is not taken: a moneyline has none");
  const named = asked.book === null ? null : (bookById(asked.book)?.slug ?? null);
  const books = named === null ? "consensus" : `consensus,${named}`;
  const query = `sport=${asked.sport}&game_id=${gameId}&bet_type=${side.betType}&selection=${side.selection}&book=${books}`;
  const rows = betRows(snapshot, bets.read(query)).filter(
    (row) => side.team === null || row.side_team === row[side.team],
  );
  const rowOf = (book: string | null) => rows.find((row) => row.book === book);
  const row = rowOf(named) ?? rows[0];
  if (row === undefined) throw new NoMatch(`no book here has a line of ${side.betType} in it`, [gameId]);
  refuseFarTotal(side, line, row.close.line);
  const rule = houseRule(row.rule as string);
  const quarters = line === null ? noLine : 4 * line;
  const ahead = scoreFor(side.market, side.selection, row.score.home, row.score.away);
  const outcome = settled(rule.settles, side.selection, ahead + (hasLine ? lineSign(side.selection) * quarters : 0));
  const closeAt = (book: string | null) => {
    const at = rowOf(book);
    return at === undefined ? null : closeOf(at, side, hasLine, quarters, price);
  };
  return {
    game_id: gameId,
    why,
    bet_type: side.betType,
    selection: side.selection,
    side_team: row.side_team,
    score: row.score,
    result: outcomeNames[outcome],
    rule: rule.name,
    profit: rounded((profitOf(price, outcome) / tenThousand) * (stake ?? 1)),
    book_close: closeAt(named),
    consensus_close: closeAt("consensus"),
  };
}

/** A total that no game has may be that of a player. @throws NoMatch */
function refuseFarTotal({ market }: BetSide, line: number | null, close: number | null): void {
  if (market === "moneyline" || market === "spread" || line === null || close === null) return;
  if (Math.abs(line - close) < 3 || (line <= 3 * close && 3 * line >= close)) return;
  throw new NoMatch(`the total ${line} is far from the close of ${close}, and may be of something else`);
}

/** The close of a row beside the bet. `value` is that of its price at the close's no-vig probability; null where the lines differ. */
function closeOf(row: BetRow, side: BetSide, hasLine: boolean, quarters: number, price: number) {
  const { line, price: closePrice, no_vig_probability } = row.close;
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
    no_vig_probability,
    beat: movement === null || movement === 0 ? null : movement === 1,
    points: better === null ? null : better / 4,
    value: no_vig_probability === null || !isSameLine ? null : rounded(no_vig_probability * (1 + payout) - 1),
  };
}

function rounded(value: number): number {
  return Math.round(value * tenThousand) / tenThousand + 0;
}
