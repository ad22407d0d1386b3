/** Puts the games of a publish before every rule of alarms, sport by sport. Pure. */
import { sports } from "../../domain/sports.ts";
import { bands, recentMs } from "./bands.ts";
import type { GameFigures } from "./figures.ts";
import { type AlarmName, alarmRules, type Usual } from "./rules.ts";
import type { Judged } from "./state.ts";

type WrittenGames = {
  /** The games that the publish has written, of seasons of which any game has a closing line. */
  readonly games: readonly GameFigures[];
  readonly nowMs: number;
  readonly usual: Usual;
};

/**
 * Games of the last days and older ones apart. A rule that has no game to look at is not among the results: what it found
 * before stands.
 */
export function judgeAlarms({ games, nowMs, usual }: WrittenGames): Judged[] {
  return sports.flatMap((sport) => {
    const ofSport = games.filter((game) => game.sport === sport);
    return [true, false].flatMap((isOfNow) => {
      const seen = ofSport.filter(({ startMs }) => isRecentGame(startMs, nowMs) === isOfNow);
      const rules = (Object.keys(alarmRules) as AlarmName[]).filter((rule) => isOfNow || !alarmRules[rule].isOfNow);
      if (seen.length === 0) return [];
      return rules.map((rule) => ({
        rule,
        sport,
        isOfNow,
        fault: alarmRules[rule].judge(seen, bands[sport], usual),
      }));
    });
  });
}

export function isRecentGame(startMs: number, nowMs: number): boolean {
  return startMs > nowMs - recentMs;
}
