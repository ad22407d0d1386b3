/** Puts the games of a night before every rule, sport by sport. Pure. */
import { sports } from "../../domain/sports.ts";
import { bands, recentMs } from "./bands.ts";
import type { GameFigures } from "./figures.ts";
import { type AlarmName, alarmRules, type UsualBooks } from "./rules.ts";
import type { Judged } from "./state.ts";

type NightOfGames = {
  /** The games that the night has written, of seasons of which any game has a closing line. */
  readonly games: readonly GameFigures[];
  readonly nowMs: number;
  readonly usualBooks: UsualBooks;
};

/** A rule that has no game to look at is not among the results: what it found before stands. */
export function judgeNight({ games, nowMs, usualBooks }: NightOfGames): Judged[] {
  return sports.flatMap((sport) => {
    const ofSport = games.filter((game) => game.sport === sport);
    return (Object.keys(alarmRules) as AlarmName[]).flatMap((rule) => {
      const { isOfNow, judge } = alarmRules[rule];
      const seen = isOfNow ? ofSport.filter(({ startMs }) => isRecent(startMs, nowMs)) : ofSport;
      return seen.length === 0 ? [] : [{ rule, sport, fault: judge(seen, bands[sport], usualBooks) }];
    });
  });
}

export function isRecent(startMs: number, nowMs: number): boolean {
  return startMs > nowMs - recentMs;
}
