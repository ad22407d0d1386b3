/** The filters of bets by the team that is bet on: which one, and how long it and its opponent had rested. */
import { Type } from "typebox";
import type { TeamBetOn } from "../shelf/bets/team-test.ts";
import { type Parameter, team } from "./parameters.ts";
import { checkRangeOf } from "./ranges.ts";
import { rest } from "./situation-parameters.ts";

/** More teams than any sport has. */
const mostTeams = 400;
const one = team("team that is bet on");

/** Several teams, each as `team` is written, in alphabetical order and each once. */
const on: Parameter<readonly string[] | null> = {
  description:
    "comma-separated team ids or abbreviations, in any case: only bets on these teams, and of team totals those of " +
    "theirs; where season, from/to, team or game_id is required, on will do",
  schema: Type.String({ pattern: "^[A-Za-z0-9]+(,[A-Za-z0-9]+)*$", maxLength: 11 * mostTeams }),
  required: false,
  absent: null,
  read(text, name, sport) {
    const teams = text.split(",", mostTeams + 1).map((value) => one.read(value, name, sport));
    return [...new Set(teams.filter((each) => each !== null))].sort();
  },
};

/** They come after all filters of before. */
export const betOnParameters = {
  on,
  rest_min: rest("fewest", "team that is bet on"),
  rest_max: rest("most", "team that is bet on"),
  opponent_rest_min: rest("fewest", "opponent of the team that is bet on"),
  opponent_rest_max: rest("most", "opponent of the team that is bet on"),
};

export type AskedBetOn = {
  readonly on: readonly string[] | null;
  readonly rest_min: number | null;
  readonly rest_max: number | null;
  readonly opponent_rest_min: number | null;
  readonly opponent_rest_max: number | null;
};

/**
 * Null when nothing is asked of it.
 * @throws ApiError when a range ends before it begins.
 */
export function betOnOf({
  on,
  rest_min,
  rest_max,
  opponent_rest_min,
  opponent_rest_max,
}: AskedBetOn): TeamBetOn | null {
  checkRangeOf({ rest_min, rest_max }, "rest_min", "rest_max");
  checkRangeOf({ opponent_rest_min, opponent_rest_max }, "opponent_rest_min", "opponent_rest_max");
  const betOn: TeamBetOn = {
    on,
    restMin: rest_min,
    restMax: rest_max,
    opponentRestMin: opponent_rest_min,
    opponentRestMax: opponent_rest_max,
  };
  return Object.values(betOn).every((value) => value === null) ? null : betOn;
}
