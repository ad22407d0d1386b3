/** The filters of bets by what surrounded the game, and by how the market moved. */
import { Type } from "typebox";
import { type Movement, movements } from "../domain/bets/movement.ts";
import type { Sport } from "../domain/sports.ts";
import { teamsOf } from "../domain/teams/registry.ts";
import type { Situation } from "../shelf/bets/situation.ts";
import { type AskedConditions, conditionsAsked } from "./condition-parameters.ts";
import { invalidParam } from "./errors.ts";
import { numberHint } from "./hints/dates.ts";
import { wrongValueMessage } from "./hints/names.ts";
import { nearest } from "./hints/nearest.ts";
import { type Parameter, wrongValue } from "./parameters.ts";
import { checkRangeOf } from "./ranges.ts";

function wholeNumber(description: string, smallest: number, largest: number): Parameter<number | null> {
  return {
    description,
    schema: Type.Integer({ minimum: smallest, maximum: largest }),
    required: false,
    absent: null,
    read(text, name) {
      const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= smallest && value <= largest)) {
        const must = `a whole number from ${smallest} to ${largest}`;
        throw wrongValue(name, must, text, numberHint(text, smallest, largest));
      }
      return value;
    },
  };
}

const longestRestDays = 366;

/** @param team such as `home team`. */
export const rest = (bound: "fewest" | "most", team: string): Parameter<number | null> =>
  wholeNumber(
    `${bound} days from the last game of the ${team} in the season to this one; a first game has no rest and is left out`,
    0,
    longestRestDays,
  );

const otherMonths: Readonly<Record<string, string>> = Object.fromEntries(
  ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"].map((name, at) => [
    name,
    String(at + 1),
  ]),
);

const plainMonth = wholeNumber("month of game_date, 1 to 12", 1, 12);

const month: Parameter<number | null> = {
  ...plainMonth,
  read(text, name, sport) {
    const meant = /^[a-z]{3,9}$/i.test(text) ? otherMonths[text.slice(0, 3).toLowerCase()] : undefined;
    if (meant !== undefined) throw wrongValue(name, "a whole number from 1 to 12", text, meant);
    return plainMonth.read(text, name, sport);
  },
};

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** Read as 1 for Monday to 7 for Sunday. */
const weekday: Parameter<number | null> = {
  description: `weekday of game_date: one of ${weekdays.join(", ")}`,
  schema: Type.Enum([...weekdays]),
  required: false,
  absent: null,
  read(text, name) {
    const at = (weekdays as readonly string[]).indexOf(text);
    if (at === -1) throw wrongValue(name, `one of ${weekdays.join(", ")}`, text, nearest(text, weekdays));
    return at + 1;
  },
};

/** The conferences or the divisions of a sport, in alphabetical order. */
function namesOf(sport: Sport, kind: "conference" | "division"): readonly string[] {
  const names = teamsOf(sport).map((team) => team[kind]);
  return [...new Set(names.filter((name) => name !== null))].sort();
}

const groupOfTeams = (kind: "conference" | "division"): Parameter<string | null> => ({
  description: `${kind} of both teams, as /v1/teams has it, in any case`,
  schema: Type.String({ pattern: "^[A-Za-z0-9 -]+$", maxLength: 40 }),
  required: false,
  absent: null,
  read(text, name, sport) {
    const names = namesOf(sport, kind);
    const found = names.find((each) => each.toLowerCase() === text.toLowerCase());
    if (found !== undefined) return found;
    if (names.length === 0) throw invalidParam(name, `${sport} has no ${kind}s; its teams have conferences`);
    const must = `a ${kind} of ${sport}: ${names.join(", ")}`;
    throw invalidParam(name, wrongValueMessage(name, must, text, nearest(text, names, otherConferences)));
  },
});

/** Short names of conferences that no rule of spelling leads to. */
const otherConferences: Readonly<Record<string, string>> = {
  aac: "American",
  b10: "Big Ten",
  b12: "Big 12",
  b1g: "Big Ten",
  big10: "Big Ten",
  bigtwelve: "Big 12",
  cusa: "Conference USA",
  ind: "FBS Independents",
  independent: "FBS Independents",
  independents: "FBS Independents",
  mac: "Mid-American",
  mw: "Mountain West",
  mwc: "Mountain West",
};

const openMoved: Parameter<Movement | null> = {
  description: "where the market went from open to close, as the selection sees it: toward it, away from it, or none",
  schema: Type.Enum([...movements]),
  required: false,
  absent: null,
  read(text, name) {
    const found = movements.find((each) => each === text);
    if (found !== undefined) return found;
    const others = { for: "toward", towards: "toward", against: "away", same: "none", unchanged: "none", no: "none" };
    throw wrongValue(name, `one of ${movements.join(", ")}`, text, nearest(text, movements, others));
  },
};

/** They come after the filters of the bets themselves. */
export const situationParameters = {
  home_rest_min: rest("fewest", "home team"),
  home_rest_max: rest("most", "home team"),
  away_rest_min: rest("fewest", "away team"),
  away_rest_max: rest("most", "away team"),
  month,
  weekday,
  conference: groupOfTeams("conference"),
  division: groupOfTeams("division"),
  open_moved: openMoved,
};

export type AskedSituation = AskedConditions & {
  readonly home_rest_min: number | null;
  readonly home_rest_max: number | null;
  readonly away_rest_min: number | null;
  readonly away_rest_max: number | null;
  readonly month: number | null;
  readonly weekday: number | null;
  readonly conference: string | null;
  readonly division: string | null;
};

/**
 * Null when nothing is asked of it.
 * @throws ApiError when a range ends before it begins.
 */
export function situationOf(asked: AskedSituation): Situation | null {
  const { home_rest_min, home_rest_max, away_rest_min, away_rest_max } = asked;
  checkRangeOf({ home_rest_min, home_rest_max }, "home_rest_min", "home_rest_max");
  checkRangeOf({ away_rest_min, away_rest_max }, "away_rest_min", "away_rest_max");
  const situation: Situation = {
    homeRestMin: home_rest_min,
    homeRestMax: home_rest_max,
    awayRestMin: away_rest_min,
    awayRestMax: away_rest_max,
    month: asked.month,
    weekday: asked.weekday,
    conference: asked.conference,
    division: asked.division,
    ...conditionsAsked(asked),
  };
  return Object.values(situation).every((value) => value === null) ? null : situation;
}
