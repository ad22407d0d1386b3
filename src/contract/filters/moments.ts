/** The parameters that ask for lines at moments before the start. */
import { Type } from "typebox";
import { type MomentMinutes, momentMinutes } from "../../domain/moments.ts";
import { optional, type Parameter, WrongParameter, wholeNumber, wrongValue } from "../parameter.ts";

const all = momentMinutes.join(", ");

/** Several moments, the earliest first, each once. */
export const minutesBefore: Parameter<readonly MomentMinutes[] | null> = optional(
  {
    meaning: `comma-separated minutes before the start, of ${all}; all of them when absent`,
    schema: Type.String({ pattern: "^[0-9]+(,[0-9]+)*$", maxLength: 200 }),
    example: "60,5",
  },
  (text, name) => {
    const wanted = text.split(",").map((each) => readMoment(each, name, `a comma-separated list of ${all}`));
    return momentMinutes.filter((each) => wanted.includes(each));
  },
);

const priceAt: Parameter<MomentMinutes | null> = optional(
  {
    meaning: `minutes before the start, one of ${all}: at_moment grades each bet at the line and the price of then`,
    schema: {
      ...{ type: "integer", format: "int32", enum: [...momentMinutes] },
      ...{ minimum: Math.min(...momentMinutes), maximum: Math.max(...momentMinutes) },
    },
    example: 60,
  },
  (text, name) => readMoment(text, name, `one of ${all}`),
);

/** The age in minutes that a capture may have at the moment, at most a week. */
export function maxAge(whenAbsent: string): Parameter<number | null> {
  return wholeNumber({
    meaning: `most minutes from the capture of a line to the moment, 0 to 10080; ${whenAbsent}`,
    ...{ least: 0, most: 10_080, digits: 5, example: 30 },
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
