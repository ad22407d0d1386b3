/** The parameters of the lists of periods. A period or a market that a sport does not have is a mistake. */
import { Type } from "typebox";
import { type LinePeriod, linePeriods } from "../domain/market-names.ts";
import {
  listedPeriods,
  type PricedPeriod,
  pricedPeriods,
  pricedPeriodsOf,
  scoredPeriodsOf,
} from "../domain/periods.ts";
import type { Sport } from "../domain/sports.ts";
import { invalidParam } from "./errors.ts";
import { wrongValueMessage } from "./hints/names.ts";
import { folded, nearest } from "./hints/nearest.ts";
import { otherMarketNames, type Parameter } from "./parameters.ts";

/** Other words of callers for the periods, without spaces and in lower case. */
export const otherPeriodNames: Readonly<Record<string, string>> = {
  h1: "1h",
  half1: "1h",
  firsthalf: "1h",
  "1sthalf": "1h",
  h2: "2h",
  half2: "2h",
  secondhalf: "2h",
  "2ndhalf": "2h",
  "1q": "q1",
  firstquarter: "q1",
  "1stquarter": "q1",
  "2q": "q2",
  secondquarter: "q2",
  "3q": "q3",
  thirdquarter: "q3",
  "4q": "q4",
  fourthquarter: "q4",
  "1p": "p1",
  firstperiod: "p1",
  "2p": "p2",
  secondperiod: "p2",
  "3p": "p3",
  thirdperiod: "p3",
  "1stinning": "inn1",
  firstinning: "inn1",
  f5: "inn5",
  first5: "inn5",
  firstfive: "inn5",
  first5innings: "inn5",
  overtime: "ot",
  extrainnings: "ot",
  shootout: "ot",
};

/** Words of callers for the whole game, which these lists do not have. */
const wholeGame: ReadonlySet<string> = new Set(["game", "full", "fullgame", "final"]);

type Periods<Period> = Readonly<Record<Sport, readonly Period[]>>;

function periodParameter<Period extends string>(
  description: string,
  all: readonly Period[],
  ofSport: Periods<Period>,
  wholeGameAt: string,
): Parameter<Period | null> {
  return {
    description,
    schema: Type.Enum([...all]),
    required: false,
    absent: null,
    read(text, name, sport) {
      const found = ofSport[sport].find((period) => period === text);
      if (found !== undefined) return found;
      const must = `one of ${ofSport[sport].join(", ")}, which are the periods of ${sport} here`;
      const message = wrongValueMessage(name, must, text, nearest(text, ofSport[sport], otherPeriodNames));
      throw invalidParam(name, wholeGame.has(folded(text)) ? `${message}; ${wholeGameAt}` : message);
    },
  };
}

export const scoredPeriod = periodParameter(
  "only this period, which must be one that the sport has scores of",
  listedPeriods,
  scoredPeriodsOf,
  "/v1/games has the final score",
);

export const pricedPeriod: Parameter<PricedPeriod | null> = periodParameter(
  "only this period, which must be one that the sport has odds of",
  pricedPeriods,
  pricedPeriodsOf,
  "/v1/odds has the lines of the full game",
);

/** A period of any sport; the whole game is `game`. For lists of one game, whose sport is in its id. */
export const linePeriod: Parameter<LinePeriod | null> = {
  description: "only this period; the whole game is game",
  schema: Type.Enum([...linePeriods]),
  required: false,
  absent: null,
  read(text, name) {
    const found = linePeriods.find((period) => period === text);
    if (found !== undefined) return found;
    const isWholeGame = wholeGame.has(folded(text));
    const meant = isWholeGame ? "game" : nearest(text, linePeriods, otherPeriodNames);
    throw invalidParam(name, wrongValueMessage(name, `one of ${linePeriods.join(", ")}`, text, meant));
  },
};

const periodMarkets = ["moneyline", "spread", "total"] as const;

export const periodMarket: Parameter<(typeof periodMarkets)[number] | null> = {
  description: `only rows in which this market was priced: one of ${periodMarkets.join(", ")}`,
  schema: Type.Enum([...periodMarkets]),
  required: false,
  absent: null,
  read(text, name) {
    const found = periodMarkets.find((each) => each === text);
    if (found !== undefined) return found;
    const meant = nearest(text, periodMarkets, otherMarketNames);
    throw invalidParam(name, wrongValueMessage(name, `one of ${periodMarkets.join(", ")}`, text, meant));
  },
};
