/** A bet as somebody has it: which game, what was bet on, at which line and price. */
import { Type } from "typebox";
import { oneBook } from "../../contract/filters/books.ts";
import { date, gameFilters, readGameId, sport } from "../../contract/filters/games.ts";
import { betFilters } from "../../contract/lists/bets.ts";
import { optional, type Parameter, required, WrongParameter, wrongValue } from "../../contract/parameter.ts";
import { parameterReader } from "../../contract/read-parameters.ts";
import { readPrice } from "../../domain/american-odds.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { queryOf } from "../arguments.ts";
import type { Arguments } from "../tool.ts";

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

export type BetAsked = ReturnType<typeof read>;

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
