/** The filters of bets by what is bet on, and what became of it. */
import { Type } from "typebox";
import { allBetTypes, betSides, type Selection, selections } from "../../domain/bets/sides.ts";
import { isOdds, largestOdds } from "../../domain/bounds.ts";
import { type BetType, sportFacts } from "../../domain/sports.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import type { OtherWords } from "../hints/nearest.ts";
import { choice, choiceOfSport, chosen, decimal, optional, type Parameter, wrongValue } from "../parameter.ts";
import { readTeam } from "./games.ts";
import { betMarket, betPeriod } from "./markets.ts";
import { rest } from "./situations.ts";

const otherBetTypes: OtherWords = {
  moneyline: "ml h2h",
  spread: "ats",
  run_line: "spread ats",
  puck_line: "spread ats",
  total: "ou overunder",
  first_5_moneyline: "f5moneyline",
  first_5_runline: "f5runline",
  inn5_total: "f5total first5total",
  inn1_total: "nrfi yrfi",
  first_half_spread: "1hspread",
  first_half_total: "1htotal",
  first_half_moneyline: "1hmoneyline",
  second_half_spread: "2hspread",
  second_half_total: "2htotal",
  second_half_moneyline: "2hmoneyline",
};

const betType: Parameter<readonly BetType[] | null> = optional(
  {
    meaning: "comma-separated bet types of the sport, as /v1/sports lists them; all when absent",
    schema: Type.String({ pattern: "^[a-z0-9_]+(,[a-z0-9_]+)*$", maxLength: allBetTypes.join(",").length }),
    example: "spread,total",
  },
  (text, name, sport) => {
    const { betTypes } = sportFacts[sport];
    const must = `a comma-separated list of bet types of ${sport}: ${betTypes.join(", ")}`;
    const wanted = text.split(",").map((each) => chosen<BetType>(name, each, betTypes, must, otherBetTypes));
    return betTypes.filter((each) => wanted.includes(each));
  },
);

const selection: Parameter<Selection | null> = choiceOfSport({
  meaning: "only bets on this side",
  values: selections,
  example: "away",
  others: { away: "visitor road", home: "host" },
  ofSport: (sport) => selections.filter((each) => betSides[sport].some((side) => side.selection === each)),
  must: (sport, allowed) => `one that ${sport} has: ${allowed}`,
  help: (text, sport) => {
    const team = teamByAbbreviation(sport, text.toUpperCase());
    return team === null ? "" : `; bets on ${team.abbreviation} are on=${team.abbreviation}`;
  },
});

/** One bound of the closing line. No line has more points. */
const line = (bound: "smallest" | "largest", example: number): Parameter<number | null> => {
  const meaning = `${bound} closing line to include, from the selection's point of view`;
  return decimal(meaning, { least: -1000, most: 1000 }, "7 or -3.5", example);
};

/** One bound of the closing price. Even money is 100, so that -100 is read as that. */
const price = (bound: "smallest" | "largest", example: number): Parameter<number | null> =>
  optional(
    {
      meaning:
        `${bound} closing price to include, American odds in the order of what they pay: 150 is above -110; ` +
        "-100 or below, or 100 or above; bets without a price are left out",
      schema: Type.Integer({ minimum: -largestOdds, maximum: largestOdds }),
      example,
    },
    (text, name) => {
      const value = /^-?\d{3,7}$/.test(text) ? Number(text) : Number.NaN;
      if (isOdds(value)) return value === -100 ? 100 : value;
      throw wrongValue(name, `American odds: a whole number from 100 to ${largestOdds}, or its minus`, text, null);
    },
  );

export const betFilters = {
  bet_type: betType,
  market: betMarket,
  period: betPeriod,
  selection,
  role: choice({
    meaning: "only bets on this role",
    values: ["favorite", "underdog"],
    example: "underdog",
    others: { favorite: "fav favourite", underdog: "dog" },
  }),
  result: choice({
    meaning: "only bets with this result against the close",
    values: ["won", "lost", "push"],
    example: "won",
    others: { won: "win w", lost: "loss lose l", push: "pushed tie p" },
  }),
  min_line: line("smallest", 7),
  max_line: line("largest", 10.5),
  min_price: price("smallest", -150),
  max_price: price("largest", 130),
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
