/**
 * Markets and periods, each as a list has them, and moments before the start. What a sport does not have is a
 * mistake.
 */
import { Type } from "typebox";
import { betSides } from "../../domain/bets/sides.ts";
import {
  type LineMarket,
  type LinePeriod,
  lineMarkets,
  linePeriods,
  listedPeriods,
  type MomentMinutes,
  momentMinutes,
  type PricedPeriod,
  pricedPeriods,
  pricedPeriodsOf,
  scoredPeriodsOf,
} from "../../domain/periods.ts";
import type { OtherWords } from "../hints.ts";
import { choiceOf, optional, type Parameter, WrongParameter, wholeNumber, wrongValue } from "../parameter.ts";

const otherMarkets: OtherWords = {
  moneyline: "ml h2h",
  spread: "ats handicap runline puckline",
  total: "ou overunder",
};

function pricedMarket<Market extends string>(values: readonly Market[]): Parameter<Market | null> {
  const meaning = `only rows in which this market was priced: one of ${values.join(", ")}`;
  return choiceOf({ meaning, values, example: "spread" as Market, others: otherMarkets });
}

export const market = pricedMarket(lineMarkets);
export const periodMarket = pricedMarket(["moneyline", "spread", "total"] as const);

export const betMarket: Parameter<LineMarket | null> = choiceOf({
  meaning: "only bets in this market, which must be one that the sport has",
  values: lineMarkets,
  example: "spread",
  others: { ...otherMarkets, team_total: "teamtotals tt" },
  valuesIn: (sport) => lineMarkets.filter((each) => betSides[sport].some(({ marketName }) => marketName === each)),
  must: (sport, allowed) => `one that ${sport} has: ${allowed}`,
});

const otherPeriods: OtherWords = {
  "1h": "h1 half1 firsthalf 1sthalf",
  "2h": "h2 half2 secondhalf 2ndhalf",
  q1: "1q firstquarter 1stquarter",
  q2: "2q secondquarter",
  q3: "3q thirdquarter",
  q4: "4q fourthquarter",
  p1: "1p firstperiod",
  p2: "2p secondperiod",
  p3: "3p thirdperiod",
  inn1: "1stinning firstinning",
  inn5: "f5 first5 firstfive first5innings",
  ot: "overtime extrainnings shootout",
};

/** With words of callers for the whole game, which lists of periods do not have. */
const withWholeGame: OtherWords = { ...otherPeriods, game: "full fullgame final" };

const partOfGame = { example: "1h" as const, others: otherPeriods };
const periodsHere = (sport: string, allowed: string) => `one of ${allowed}, which are the periods of ${sport} here`;

export const scoredPeriod = choiceOf({
  ...partOfGame,
  meaning: "only this period, which must be one that the sport has scores of",
  values: listedPeriods,
  valuesIn: (sport) => scoredPeriodsOf[sport],
  must: periodsHere,
});

export const pricedPeriod: Parameter<PricedPeriod | null> = choiceOf({
  ...partOfGame,
  meaning: "only this period, which must be one that the sport has odds of",
  values: pricedPeriods,
  valuesIn: (sport) => pricedPeriodsOf[sport],
  must: periodsHere,
});

export const betPeriod: Parameter<LinePeriod | null> = choiceOf({
  meaning: "only bets on this period, which must be one that the sport has; the full game is game",
  values: linePeriods,
  example: "1h",
  others: withWholeGame,
  valuesIn: (sport) => linePeriods.filter((each) => betSides[sport].some(({ periodName }) => periodName === each)),
  must: (sport, allowed) => `one that ${sport} has: ${allowed}`,
});

/** A period of any sport; the whole game is `game`. For lists of one game, whose sport is in its id. */
export const linePeriod: Parameter<LinePeriod | null> = choiceOf({
  meaning: "only this period; the whole game is game",
  values: linePeriods,
  example: "1h",
  others: withWholeGame,
});

const everyMoment = momentMinutes.join(", ");

/** Several moments, the earliest first, each once. */
export const minutesBefore: Parameter<readonly MomentMinutes[] | null> = optional(
  {
    meaning: `comma-separated minutes before the start, of ${everyMoment}; all of them when absent`,
    schema: Type.String({ pattern: "^[0-9]+(,[0-9]+)*$", maxLength: 200 }),
    example: "60,5",
  },
  (text, name) => {
    const wanted = text.split(",").map((each) => readMoment(each, name, `a comma-separated list of ${everyMoment}`));
    return momentMinutes.filter((each) => wanted.includes(each));
  },
);

const priceAt: Parameter<MomentMinutes | null> = optional(
  {
    meaning: `minutes before the start, one of ${everyMoment}: at_moment grades each bet at the line and the price of then`,
    schema: {
      type: "integer",
      format: "int32",
      enum: [...momentMinutes],
      minimum: Math.min(...momentMinutes),
      maximum: Math.max(...momentMinutes),
    },
    example: 60,
  },
  (text, name) => readMoment(text, name, `one of ${everyMoment}`),
);

/** The age in minutes that a capture may have at the moment, at most a week. */
export function maxAge(whenAbsent: string): Parameter<number | null> {
  return wholeNumber({
    meaning: `most minutes from the capture of a line to the moment, 0 to 10080; ${whenAbsent}`,
    least: 0,
    most: 10_080,
    digits: 5,
    example: 30,
  });
}

export const priceAtFilters = { price_at: priceAt, max_age_minutes: maxAge("as price_at when absent, which it needs") };

/** @throws WrongParameter when an age is asked for at no moment. */
export function checkPriceAt(asked: {
  readonly price_at: MomentMinutes | null;
  readonly max_age_minutes: number | null;
}): void {
  if (asked.price_at === null && asked.max_age_minutes !== null)
    throw new WrongParameter("max_age_minutes", "max_age_minutes is of the lines at price_at: give price_at, too");
}

function readMoment(text: string, name: string, must: string): MomentMinutes {
  const found = momentMinutes.find((each) => String(each) === text);
  if (found === undefined) throw wrongValue(name, must, text);
  return found;
}
