/** What is asked of the team that is bet on: which team it is, and how long it and its opponent had rested. */
import type { SeasonShelf } from "../season.ts";
import { boundsOf, isWithin, situationsOf } from "./situation.ts";

/** Null means that the caller did not ask for it. */
export type TeamBetOn = {
  /** Abbreviations. */
  readonly on: readonly string[] | null;
  /** Bounds of the days since the team's last game. The first game of a season is outside of any. */
  readonly restMin: number | null;
  readonly restMax: number | null;
  readonly opponentRestMin: number | null;
  readonly opponentRestMax: number | null;
};

/** The bits of the teams of a game. A total of both teams is on neither, and has no bit. */
export const teamBits = { home: 1, away: 2 } as const;
const neither = 0;

/** Of a game, the bits of the teams that may be bet on; null when nothing is asked of them. */
export type TeamTest = ((game: number) => number) | null;

export function teamTest(season: SeasonShelf, asked: TeamBetOn | null): TeamTest {
  if (asked === null) return null;
  const { homes, aways, teams } = season;
  const { homeRests, awayRests } = situationsOf(season);
  const { on } = asked;
  const isOn = on === null ? null : Uint8Array.from(teams, (team) => (on.includes(team) ? 1 : 0));
  const own = boundsOf(asked.restMin, asked.restMax);
  const others = boundsOf(asked.opponentRestMin, asked.opponentRestMax);
  const isWanted = (team: number, rest: number, opponentRest: number): boolean =>
    (isOn === null || isOn[team] === 1) &&
    (own === null || isWithin(rest, own)) &&
    (others === null || isWithin(opponentRest, others));
  return (game) => {
    const homeRest = homeRests[game] as number;
    const awayRest = awayRests[game] as number;
    const home = isWanted(homes[game] as number, homeRest, awayRest) ? teamBits.home : neither;
    const away = isWanted(aways[game] as number, awayRest, homeRest) ? teamBits.away : neither;
    return home | away;
  };
}
