/** Parameters that are the two ends of a range: a range that ends before it begins is a mistake, and no empty answer [D-26]. */
import { Type } from "typebox";
import type { Range } from "../domain/bounds.ts";
import { invalidParam } from "./errors.ts";
import { wrongValueMessage } from "./hints/names.ts";
import type { Parameter } from "./parameters.ts";

/** @throws ApiError naming the first of the two. */
export function checkRangeOf<Name extends string>(
  asked: Readonly<Record<Name, number | null>>,
  minName: NoInfer<Name>,
  maxName: NoInfer<Name>,
): void {
  const [min, max] = [asked[minName], asked[maxName]];
  if (min === null || max === null || min <= max) return;
  throw invalidParam(minName, `${minName} must not be greater than ${maxName}, and ${min} is greater than ${max}`);
}

/** A number with up to six decimals. @param examples such as `7 or -3.5`. */
export function decimal(description: string, { least, most }: Range, examples: string): Parameter<number | null> {
  return {
    description,
    schema: Type.Number({ minimum: least, maximum: most }),
    required: false,
    absent: null,
    read(text, name) {
      const value = /^-?\d{1,4}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= least && value <= most)) {
        throw invalidParam(
          name,
          wrongValueMessage(name, `a number from ${least} to ${most}, such as ${examples}`, text, null),
        );
      }
      return value === 0 ? 0 : value; // -0 is 0
    },
  };
}
