/** Reads from a live feed of StatsAPI who started to pitch. Schedules name probable pitchers alone, which are not read. */
import type { Starter } from "../../domain/starters.ts";
import { isObject, type JsonObject, objectIn } from "../json-text.ts";
import type { GameRecord } from "../records.ts";
import { startersMember } from "../starters.ts";

export function mlbStarters(feed: JsonObject): Pick<GameRecord, "starters"> {
  return startersMember(starterOf(feed, "home"), starterOf(feed, "away"));
}

/** The boxscore counts a start for one pitcher of each side, also where the game was broken off and went on another day. */
function starterOf(feed: JsonObject, side: "home" | "away"): Starter | null {
  const players = Object.values(objectIn(feed, "liveData", "boxscore", "teams", side, "players"));
  const [starter, ...others] = players.filter((player) => objectIn(player, "stats", "pitching").gamesStarted === 1);
  if (others.length > 0 || !isObject(starter)) return null;
  const { id, fullName } = objectIn(starter, "person");
  if (typeof id !== "number" || typeof fullName !== "string") return null;
  const { code } = objectIn(feed, "gameData", "players", `ID${id}`, "pitchHand");
  // Another code than those of a record is refused with the record.
  return { id: String(id), name: fullName, hand: (code ?? null) as Starter["hand"] };
}
