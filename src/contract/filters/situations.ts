/** The filters of bets by what surrounded the game, by how the market moved, and by the team that is bet on. */
import { Type } from "typebox";
import { type Movement, movements } from "../../domain/bets/grading.ts";
import { temperatureRange, windRange } from "../../domain/bounds.ts";
import type { Sport } from "../../domain/sports.ts";
import { teamsOf } from "../../domain/teams/registry.ts";
import type { OtherWords } from "../hints.ts";
import { choiceOf, chosen, decimal, optional, type Parameter, WrongParameter, wholeNumber } from "../parameter.ts";
import { readTeam } from "./games.ts";

/** @param team such as `home team`. */
function rest(bound: "fewest" | "most", team: string, example: number): Parameter<number | null> {
  const span = `${bound} days from the last game of the ${team} in the season to this one`;
  return wholeNumber({ meaning: `${span}; a first game has no rest and is left out`, least: 0, most: 366, example });
}

const weekdayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const namedWeekday = choiceOf({
  meaning: `weekday of game_date: one of ${weekdayNames.join(", ")}`,
  values: weekdayNames,
  example: "thu",
});

/** Read as 1 for Monday to 7 for Sunday. */
const weekday: Parameter<number | null> = {
  ...namedWeekday,
  absent: null,
  read: (text, name, sport) => weekdayNames.indexOf(namedWeekday.read(text, name, sport) as "mon") + 1,
};

/** The conferences or the divisions of a sport, in alphabetical order. */
function namesOf(sport: Sport, kind: "conference" | "division"): readonly string[] {
  const names = teamsOf(sport).map((team) => team[kind]);
  return [...new Set(names.filter((name) => name !== null))].sort();
}

const groupOfTeams = (kind: "conference" | "division", example: string): Parameter<string | null> =>
  optional(
    {
      meaning: `${kind} of both teams, as /v1/teams has it, in any case`,
      schema: Type.String({ pattern: "^[A-Za-z0-9 -]+$", maxLength: 40 }),
      example,
    },
    (text, name, sport) => {
      const names = namesOf(sport, kind);
      const found = names.find((each) => each.toLowerCase() === text.toLowerCase());
      if (found !== undefined) return found;
      if (names.length === 0) throw new WrongParameter(name, `${sport} has no ${kind}s; its teams have conferences`);
      const must = `a ${kind} of ${sport}: ${names.join(", ")}`;
      return chosen(name, text, names, must, otherConferences);
    },
  );

/** Short names of conferences that no rule of spelling leads to. */
const otherConferences: OtherWords = {
  American: "aac",
  "Big Ten": "b10 b1g big10",
  "Big 12": "b12 bigtwelve",
  "Conference USA": "cusa",
  "FBS Independents": "ind independent independents",
  "Mid-American": "mac",
  "Mountain West": "mw mwc",
};

const openMoved: Parameter<Movement | null> = choiceOf({
  meaning: "where the market went from open to close, as the selection sees it: toward it, away from it, or none",
  values: movements,
  example: "toward",
  others: { toward: "for towards", away: "against", none: "same unchanged no" },
});

const truths = ["true", "false"] as const;
const otherTruths: OtherWords = { true: "yes 1 dome roof rain", false: "no 0 outdoor whole" };

const truth = (meaning: string, example: string): Parameter<boolean | null> =>
  optional({ meaning, schema: Type.Enum([...truths]), example }, (text, name) => {
    return chosen(name, text, truths, "true or false", otherTruths) === "true";
  });

const indoor = truth(
  "whether the game was played under a roof, true or false; a game of which it is not known is left out",
  "false",
);

export const shortened = truth(
  "whether a baseball game was cut short, true or false; a game of which it is not known, and other sports, are left out",
  "true",
);

const leftOut = "a game under a roof, or of which it is not known, is left out";
const wind = (bound: "least" | "most", example: number) =>
  decimal(`${bound} wind, miles per hour; ${leftOut}`, windRange, "15 or 7.5", example);
const temperature = (bound: "lowest" | "highest", example: number) =>
  decimal(`${bound} temperature, °F; ${leftOut}`, temperatureRange, "32 or -5", example);

const startHour = (bound: "earliest" | "latest", example: number) =>
  wholeNumber({
    meaning: `${bound} hour in which the game starts, 0 to 23 in New York: 20 is 20:00 to 20:59`,
    least: 0,
    most: 23,
    example,
  });

export const situationFilters = {
  home_rest_min: rest("fewest", "home team", 6),
  home_rest_max: rest("most", "home team", 8),
  away_rest_min: rest("fewest", "away team", 4),
  away_rest_max: rest("most", "away team", 6),
  month: wholeNumber({ meaning: "month of game_date, 1 to 12", least: 1, most: 12, example: 9 }),
  weekday,
  start_hour_min: startHour("earliest", 18),
  start_hour_max: startHour("latest", 22),
  conference: groupOfTeams("conference", "NFC"),
  division: groupOfTeams("division", "NFC East"),
  open_moved: openMoved,
  wind_min: wind("least", 15),
  wind_max: wind("most", 25),
  temperature_min: temperature("lowest", 20),
  temperature_max: temperature("highest", 32),
  indoor,
  shortened,
};

/** More teams than any sport has. */
const mostTeams = 400;

/** Several teams, each as `team` is written, in alphabetical order and each once. */
const on: Parameter<readonly string[] | null> = optional(
  {
    meaning:
      "comma-separated team ids or abbreviations, in any case: only bets on these teams, and of team totals those of " +
      "theirs; where season, from/to, team or game_id is required, on will do",
    schema: Type.String({ pattern: "^[A-Za-z0-9]+(,[A-Za-z0-9]+)*$", maxLength: 11 * mostTeams }),
    example: "SF,DAL",
  },
  (text, name, sport) => {
    const teams = text.split(",", mostTeams + 1).map((each) => readTeam(each, name, sport));
    return [...new Set(teams)].sort();
  },
);

/** The filters by the team that is bet on: which one, and how long it and its opponent had rested. */
export const betOnFilters = {
  on,
  rest_min: rest("fewest", "team that is bet on", 13),
  rest_max: rest("most", "team that is bet on", 15),
  opponent_rest_min: rest("fewest", "opponent of the team that is bet on", 6),
  opponent_rest_max: rest("most", "opponent of the team that is bet on", 7),
};
