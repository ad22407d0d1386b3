/** The parameters that only trends have. */
import { Type } from "typebox";
import { consensusBookId } from "../archive/packed-lines.ts";
import { type Grouping, groupings } from "../shelf/trends/groups.ts";
import { invalidParam } from "./errors.ts";
import { numberHint } from "./hints/dates.ts";
import { nearest } from "./hints/nearest.ts";
import { date, type Parameter, readBook, wrongValue } from "./parameters.ts";

const consensus = "consensus";

/** The id of one book; null when it is not given. */
export const oneBook: Parameter<number | null> = {
  description: `one book by slug or id, or ${consensus}, in any case; every book when absent and group_by is book`,
  schema: Type.String({ pattern: "^[A-Za-z0-9_]+$", maxLength: 100, default: consensus }),
  required: false,
  absent: null,
  read(text, name) {
    const hint = "a trend is of one book; group_by=book without book has a row for each";
    if (text.includes(",")) throw invalidParam(name, `${name} must be one book and not several: ${hint}`);
    if (text.toLowerCase() === "all") throw invalidParam(name, `${name} must be one book and not all: ${hint}`);
    return text.toLowerCase() === consensus ? consensusBookId : readBook(text, name, [consensus]);
  },
};

export const groupBy: Parameter<Grouping> = {
  description: `one of ${groupings.join(", ")}: a row for each besides that of all bets`,
  schema: Type.Enum([...groupings], { default: "none" }),
  required: false,
  absent: "none",
  read(text, name) {
    const found = groupings.find((each) => each === text);
    if (found !== undefined) return found;
    const others = { bettype: "bet_type", market: "bet_type", side: "selection", year: "season", spread: "line" };
    throw wrongValue(name, `one of ${groupings.join(", ")}`, text, nearest(text, groupings, others));
  },
};

const mostTries = 10_000;

/** @param absent what the count is where it is not given. */
function triesOf<Absent extends 1 | null>(description: string, absent: Absent): Parameter<number | Absent> {
  return {
    description,
    schema: Type.Integer({ minimum: 1, maximum: mostTries, ...(absent === null ? {} : { default: absent }) }),
    required: false,
    absent,
    read(text, name) {
      const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
      if (value < 1 || value > mostTries) {
        throw wrongValue(name, `a whole number from 1 to ${mostTries}`, text, numberHint(text, 1, mostTries));
      }
      return value;
    },
  };
}

export const tries = triesOf(
  `how many sets of bets you have looked at, 1 to ${mostTries}; p_adjusted allows for so many`,
  1,
);

/** The day that divides a set into what was before it and what came since. */
export const split: Parameter<string | null> = {
  ...date("first"),
  description: "a day, YYYY-MM-DD: a row for the games before it and one for those since; not with group_by",
};

export const triesSince = triesOf(
  "with split: how often you have looked at the bets since it, 1 to 10000; as tries when absent",
  null,
);

/** @throws ApiError when a set is to be divided in two ways, or a count is of a part that is not asked for. */
export function checkSplit(asked: {
  readonly split: string | null;
  readonly tries_since: number | null;
  readonly group_by: Grouping;
}): void {
  if (asked.split === null) {
    if (asked.tries_since !== null)
      throw invalidParam("tries_since", "tries_since is of the bets since split: give split, too");
    return;
  }
  if (asked.group_by !== "none") throw invalidParam("split", "split divides the set by itself: leave group_by out");
}
