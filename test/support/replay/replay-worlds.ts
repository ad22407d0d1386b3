/** The spans of time that can be replayed, by name: a process that is started is told the name. */
import { mlbDay, mlbWeek, nflWeek } from "./real-weeks.ts";
import type { ReplayWorld } from "./replay-world.ts";
import { tinyDay } from "./tiny-day.ts";

const worlds = { "tiny day": tinyDay, "MLB day": mlbDay, "MLB week": mlbWeek, "NFL week": nflWeek } as const;

export type WorldName = keyof typeof worlds;

export function worldOf(name: WorldName): ReplayWorld {
  return worlds[name]();
}
