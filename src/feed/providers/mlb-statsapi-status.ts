/** Reads the state of a game of StatsAPI. `abstractGameState` says Final of games that were postponed or cancelled, too. */
import { isObject, type JsonObject } from "../json-text.ts";
import { refuse } from "../problem.ts";
import type { GameRecord } from "../records.ts";

type Status = GameRecord["status"];

/** States that end a day. All others (Pre-Game, Warmup, In Progress, Delayed Start …) wait for the end of the game. */
const statusOfState: ReadonlyMap<string, Status> = new Map([
  ["Final", "final"],
  ["Game Over", "final"],
  ["Completed Early", "final"],
  ["Postponed", "postponed"],
  ["Cancelled", "cancelled"],
  ["Canceled", "cancelled"],
  ["Suspended", "suspended"],
]);

/** The state, without what led to it: "Completed Early: Rain" is "Completed Early". */
function stateOf(status: unknown): string | null {
  const stated = isObject(status) ? status.detailedState : status;
  return typeof stated === "string" ? (stated.split(":")[0] ?? "").trim() : null;
}

const isStated = (value: unknown): boolean => value !== undefined && value !== null;

/** The status of a row: that of the game as it stood when this day of it was over. */
export function statusOf(row: JsonObject): Status {
  const state = stateOf(row.status);
  const field = isObject(row.status) ? "status.detailedState" : "status";
  if (state === null || state === "") return refuse("malformed", "the state of the game is missing", field);
  const status = statusOfState.get(state);
  const abstract = isObject(row.status) ? row.status.abstractGameState : undefined;
  if (status === undefined) {
    if (abstract !== "Final") return "scheduled";
    // A forfeit, or what there may be besides: whether its score counts is not for an adapter to guess.
    return refuse("malformed", `${JSON.stringify(state)} is an end of a game that is not known`, field);
  }
  if (status !== "final") return status;
  if (isStated(abstract) && abstract !== "Final") {
    return refuse("malformed", `is ${JSON.stringify(state)}, and abstractGameState ${JSON.stringify(abstract)}`, field);
  }
  // The row of the day on which a game was interrupted has the final score once the game has gone on elsewhere.
  return isStated(row.resumeGameDate) || isStated(row.resumeDate) ? "suspended" : "final";
}
