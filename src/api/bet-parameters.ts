/** The parameters of `/v1/bets` that no other list has. What a sport has no bets on is a mistake. */
import { Type } from "typebox";
import { consensusBookId } from "../archive/packed-lines.ts";
import { allBetTypes, type BetSide, betSides, type Selection, selections } from "../domain/bets/sides.ts";
import { type LineMarket, type LinePeriod, lineMarkets, linePeriods } from "../domain/market-names.ts";
import { type BetType, type Sport, sportFacts } from "../domain/sports.ts";
import { type ApiError, invalidParam } from "./errors.ts";
import { wrongValueMessage } from "./hints/names.ts";
import { nearest } from "./hints/nearest.ts";
import { otherMarketNames, type Parameter, readBook } from "./parameters.ts";
import { otherPeriodNames } from "./period-parameters.ts";
import { decimal } from "./ranges.ts";

type OtherNames = Readonly<Record<string, string>>;

function notOneOf(name: string, must: string, allowed: readonly string[], text: string, others: OtherNames): ApiError {
  const meant = nearest(text, allowed, others);
  return invalidParam(name, wrongValueMessage(name, `${must} ${allowed.join(", ")}`, text, meant));
}

/** Other words of callers for the bet types, without spaces and in lower case. */
const otherBetTypes: OtherNames = {
  ml: "moneyline",
  h2h: "moneyline",
  ats: "spread",
  ou: "total",
  overunder: "total",
  f5moneyline: "first_5_moneyline",
  f5runline: "first_5_runline",
  f5total: "inn5_total",
  first5total: "inn5_total",
  nrfi: "inn1_total",
  yrfi: "inn1_total",
  "1hspread": "first_half_spread",
  "1htotal": "first_half_total",
  "1hmoneyline": "first_half_moneyline",
  "2hspread": "second_half_spread",
  "2htotal": "second_half_total",
  "2hmoneyline": "second_half_moneyline",
};

/** The spread of a full game has another name in baseball and hockey. */
const spreadNames: Readonly<Partial<Record<Sport, string>>> = { mlb: "run_line", nhl: "puck_line" };

function otherBetTypesOf(sport: Sport): OtherNames {
  const spread = spreadNames[sport];
  return spread === undefined ? otherBetTypes : { ...otherBetTypes, spread, ats: spread };
}

const longestBetTypes = allBetTypes.join(",").length;

export const betType: Parameter<readonly BetType[] | null> = {
  description: "comma-separated bet types of the sport, as /v1/sports lists them; all when absent",
  schema: Type.String({ pattern: "^[a-z0-9_]+(,[a-z0-9_]+)*$", maxLength: longestBetTypes }),
  required: false,
  absent: null,
  read(text, name, sport) {
    const { betTypes } = sportFacts[sport];
    const wanted = new Set<string>();
    for (const value of text.split(",")) {
      if (!(betTypes as readonly string[]).includes(value)) {
        throw notOneOf(
          name,
          `a comma-separated list of bet types of ${sport}:`,
          betTypes,
          value,
          otherBetTypesOf(sport),
        );
      }
      wanted.add(value);
    }
    return betTypes.filter((each) => wanted.has(each));
  },
};

/** One of the values that the bets of the sport have. */
function valueOfBets<Value extends string>(
  description: string,
  all: readonly Value[],
  valueIn: (side: BetSide) => Value,
  others: OtherNames,
): Parameter<Value | null> {
  return {
    description,
    schema: Type.Enum([...all]),
    required: false,
    absent: null,
    read(text, name, sport) {
      const ofSport = all.filter((value) => betSides[sport].some((side) => valueIn(side) === value));
      const found = ofSport.find((value) => value === text);
      if (found === undefined) throw notOneOf(name, `one that ${sport} has:`, ofSport, text, others);
      return found;
    },
  };
}

export const betMarket: Parameter<LineMarket | null> = valueOfBets(
  "only bets in this market, which must be one that the sport has",
  lineMarkets,
  ({ marketName }) => marketName,
  { ...otherMarketNames, teamtotals: "team_total", tt: "team_total" },
);

export const betPeriod: Parameter<LinePeriod | null> = valueOfBets(
  "only bets on this period, which must be one that the sport has; the full game is game",
  linePeriods,
  ({ periodName }) => periodName,
  { ...otherPeriodNames, full: "game", fullgame: "game", final: "game" },
);

export const selection: Parameter<Selection | null> = valueOfBets(
  "only bets on this side",
  selections,
  (side) => side.selection,
  { visitor: "away", road: "away", host: "home" },
);

function oneOf<Value extends string>(
  description: string,
  values: readonly Value[],
  others: OtherNames,
): Parameter<Value | null> {
  return {
    description,
    schema: Type.Enum([...values]),
    required: false,
    absent: null,
    read(text, name) {
      const found = values.find((value) => value === text);
      if (found === undefined) throw notOneOf(name, "one of", values, text, others);
      return found;
    },
  };
}

export const role = oneOf("only bets on this role", ["favorite", "underdog"] as const, {
  fav: "favorite",
  favourite: "favorite",
  dog: "underdog",
});

export const result = oneOf("only bets with this result against the close", ["won", "lost", "push"] as const, {
  win: "won",
  w: "won",
  loss: "lost",
  lose: "lost",
  l: "lost",
  pushed: "push",
  tie: "push",
  p: "push",
});

const mostPoints = 1000;

/** One bound of the closing line, as the selection sees it. */
export const line = (bound: "smallest" | "largest"): Parameter<number | null> =>
  decimal(
    `${bound} closing line to include, from the selection's point of view`,
    { least: -mostPoints, most: mostPoints },
    "7 or -3.5",
  );

const all = "all";
const consensus = "consensus";

/** Null is the consensus and all books. */
export const betBook: Parameter<readonly number[] | null> = {
  description: `comma-separated book slugs or ids and ${consensus}, in any case, or ${all} for the consensus and all books`,
  schema: Type.String({ pattern: "^[A-Za-z0-9_]+(,[A-Za-z0-9_]+)*$", maxLength: 2000, default: consensus }),
  required: false,
  absent: [consensusBookId],
  read(text, name) {
    if (text.toLowerCase() === all) return null;
    const ids = text
      .split(",")
      .map((value) => (value.toLowerCase() === consensus ? consensusBookId : readBook(value, name, [consensus, all])));
    return [...new Set(ids)].sort((a, b) => a - b);
  },
};
