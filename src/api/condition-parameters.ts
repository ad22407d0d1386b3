/** The filters of bets by the conditions of their games: wind, temperature and roof. */
import { Type } from "typebox";
import { temperatureRange, windRange } from "../domain/bounds.ts";
import type { Situation } from "../shelf/bets/situation.ts";
import { nearest } from "./hints/nearest.ts";
import { type Parameter, wrongValue } from "./parameters.ts";
import { checkRangeOf, decimal } from "./ranges.ts";

const values = ["true", "false"] as const;
const others = { yes: "true", "1": "true", dome: "true", roof: "true", no: "false", "0": "false", outdoor: "false" };

const indoor: Parameter<boolean | null> = {
  description: "whether the game was played under a roof, true or false; a game of which it is not known is left out",
  schema: Type.Enum([...values]),
  required: false,
  absent: null,
  read(text, name) {
    if (text !== "true" && text !== "false")
      throw wrongValue(name, "true or false", text, nearest(text, values, others));
    return text === "true";
  },
};

const leftOut = "a game under a roof, or of which it is not known, is left out";
const wind = (bound: "least" | "most") => decimal(`${bound} wind, miles per hour; ${leftOut}`, windRange, "15 or 7.5");
const temperature = (bound: "lowest" | "highest") =>
  decimal(`${bound} temperature, °F; ${leftOut}`, temperatureRange, "32 or -5");

export const conditionParameters = {
  wind_min: wind("least"),
  wind_max: wind("most"),
  temperature_min: temperature("lowest"),
  temperature_max: temperature("highest"),
  indoor,
};

export type AskedConditions = {
  readonly wind_min: number | null;
  readonly wind_max: number | null;
  readonly temperature_min: number | null;
  readonly temperature_max: number | null;
  readonly indoor: boolean | null;
};

/** @throws ApiError when a range ends before it begins. */
export function conditionsAsked(
  asked: AskedConditions,
): Pick<Situation, "windMin" | "windMax" | "temperatureMin" | "temperatureMax" | "indoor"> {
  const { wind_min, wind_max, temperature_min, temperature_max } = asked;
  checkRangeOf({ wind_min, wind_max }, "wind_min", "wind_max");
  checkRangeOf({ temperature_min, temperature_max }, "temperature_min", "temperature_max");
  return {
    windMin: wind_min,
    windMax: wind_max,
    temperatureMin: temperature_min,
    temperatureMax: temperature_max,
    indoor: asked.indoor,
  };
}
