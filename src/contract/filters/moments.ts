/** The parameters that ask for lines at moments before the start. */
import { Type } from "typebox";
import { type MomentMinutes, momentMinutes } from "../../domain/moments.ts";
import { wrongValueMessage } from "../hints.ts";
import { mendedList, optional, type Parameter, WrongParameter, wholeNumber } from "../parameter.ts";

const all = momentMinutes.join(", ");

/** Several moments, the earliest first, each once. */
export const minutesBefore: Parameter<readonly MomentMinutes[] | null> = optional(
  {
    meaning: `comma-separated minutes before the start, of ${all}; all of them when absent`,
    schema: Type.String({ pattern: "^[0-9]+(,[0-9]+)*$", maxLength: 200 }),
    example: "60,5",
  },
  (text, name) => {
    const values = text.split(",");
    const wanted = values.map((each) => readMoment(each, name, `a comma-separated list of ${all}`, values));
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
  (text, name) => readMoment(text, name, `one of ${all}`, [text]),
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

/** @param values the list that the text is of. */
function readMoment(text: string, name: string, must: string, values: readonly string[]): MomentMinutes {
  const momentOf = (value: string) => momentMinutes.find((each) => String(each) === value);
  const found = momentOf(text);
  if (found !== undefined) return found;
  const asked = /^\d{1,6}$/.test(text) ? Number(text) : null;
  const meant = asked === null ? null : String(nearestTo(asked));
  const hint = mendedList(values, text, meant, (each) => momentOf(each) !== undefined);
  throw new WrongParameter(name, wrongValueMessage(name, must, text, meant), hint);
}

/** Of two that are as near, the earlier one. */
function nearestTo(asked: number): MomentMinutes {
  return momentMinutes.reduce((best, each) => (Math.abs(each - asked) < Math.abs(best - asked) ? each : best));
}
