/**
 * Names of games: ids, `SPORT-YYYYMMDD-AWAY-HOME`, with `-2` for the second game of a doubleheader [D-1, D-2], and pairs of teams, in
 * which games and priced events are looked up.
 */
import { isSport, type Sport } from "./sports.ts";
import { isCalendarDate } from "./times.ts";

export type GameIdentity = {
  readonly sport: Sport;
  /** Slate date, YYYY-MM-DD. */
  readonly gameDate: string;
  readonly away: string;
  readonly home: string;
  /** 1, or 2 for the second game of a day between the same two teams; larger numbers go on. */
  readonly gameNumber: number;
};

const shape = /^([A-Z]{3,5})-(\d{4})(\d{2})(\d{2})-([A-Z0-9]{2,6})-([A-Z0-9]{2,6})(?:-([2-9]))?$/;
const abbreviationShape = /^[A-Z0-9]{2,6}$/;

export function gameId(game: GameIdentity): string {
  for (const side of [game.away, game.home]) {
    if (!abbreviationShape.test(side)) throw new RangeError(`"${side}" is not an abbreviation of 2-6 of A-Z and 0-9`);
  }
  const bare = `${game.sport.toUpperCase()}-${game.gameDate.replaceAll("-", "")}-${game.away}-${game.home}`;
  return game.gameNumber === 1 ? bare : `${bare}-${game.gameNumber}`;
}

/** The parts of a game id, or null when the text is not one. */
export function parseGameId(text: string): GameIdentity | null {
  const match = shape.exec(text);
  if (match === null) return null;
  const [, sportText = "", year, month, day, away = "", home = "", number = "1"] = match;
  const sport = sportText.toLowerCase();
  const gameDate = `${year}-${month}-${day}`;
  if (!isSport(sport) || !isCalendarDate(gameDate)) return null;
  return { sport, gameDate, away, home, gameNumber: Number(number) };
}

declare const isPairKey: unique symbol;

/** Two teams of one sport, with either of them at home. Only `pairOf` makes one, and nothing takes one apart again. */
export type PairKey = string & { readonly [isPairKey]: true };

/** The pair that a game, an event or a record of either belongs to. */
export function pairOf({ sport, home, away }: Readonly<Record<"sport" | "home" | "away", string>>): PairKey {
  return `${sport}:${[home, away].sort().join("-")}` as PairKey;
}
