/**
 * The filters of bets by form: what a team had done before the game. `team_…` are of the team that is bet on and `opponent_…` of
 * the other one; `either_…` are met when one of the game's two teams meets all of them, and `both_…` when each does.
 */
import { Type } from "typebox";
import type { Range } from "../../domain/bounds.ts";
import { hands } from "../../domain/teams/team.ts";
import type { OtherWords } from "../hints.ts";
import { choiceOf, optional, type Parameter, shapedText, wholeNumber, wrongValue } from "../parameter.ts";

const lastResults = ["won", "lost", "covered", "failed", "over", "under"] as const;
export type LastResult = (typeof lastResults)[number];
const otherResults: OtherWords = {
  won: "win w",
  lost: "loss lose l",
  covered: "cover ats",
  failed: "fail notcovered",
  over: "o overs",
  under: "u unders",
};

const whole = (meaning: string, range: Range, example: number) => wholeNumber({ meaning, ...range, example });
const streakRange = { least: -400, most: 400 };
const marginRange = { least: -1000, most: 1000 };

/** A share of games, as `0.6`. */
function shareOfGames(meaning: string, example: number): Parameter<number | null> {
  return optional({ meaning, schema: Type.Number({ minimum: 0, maximum: 1 }), example }, (text, name) => {
    if (/^(0(\.\d{1,4})?|1(\.0{1,4})?|\.\d{1,4})$/.test(text)) return Number(text);
    throw wrongValue(name, "a share from 0 to 1, such as 0.6", text);
  });
}

/** An id at the source that names the starter, or a name. */
function starterOf(meaning: string): Parameter<string | null> {
  const bounds = { pattern: "^[\\p{L}\\p{N}](?:[\\p{L}\\p{N} .'-]*[\\p{L}\\p{N}.])?$", maxLength: 80 };
  return shapedText(meaning, bounds, "a name or an id of at most 80 letters", "Zack Wheeler");
}

/** @param who such as `the team that is bet on`. */
function formOf(who: string) {
  const streak = (what: string) => (bound: "smallest" | "largest", example: number) =>
    whole(
      `${bound} streak ${what} of ${who} in the season before the game; none before the first`,
      streakRange,
      example,
    );
  const straightUp = streak("of wins (above 0) or losses (below 0)");
  const spread = streak("against the spread (above 0 covered, below 0 not)");
  const total = streak("on totals (above 0 overs, below 0 unders)");
  return {
    last: choiceOf({
      meaning: `result of the last game of ${who} in the season, against the consensus close: one of ${lastResults.join(", ")}`,
      values: lastResults,
      example: "lost",
      others: otherResults,
    }),
    last_margin_min: whole(`smallest margin of ${who} in its last game; below 0 is a loss`, marginRange, 1),
    last_margin_max: whole(`largest margin of ${who} in its last game; -14 is a loss by 14 or more`, marginRange, -14),
    last_role: choiceOf({
      meaning: `role of ${who} in its last game, by the consensus close`,
      values: ["favorite", "underdog"],
      example: "favorite",
      others: { favorite: "fav favourite", underdog: "dog" },
    }),
    streak_min: straightUp("smallest", 3),
    streak_max: straightUp("largest", -3),
    ats_streak_min: spread("smallest", 2),
    ats_streak_max: spread("largest", -2),
    total_streak_min: total("smallest", 2),
    total_streak_max: total("largest", -2),
    win_share_min: shareOfGames(`smallest share of games that ${who} had won in the season, 0 to 1`, 0.6),
    win_share_max: shareOfGames(`largest share of games that ${who} had won in the season, 0 to 1`, 0.4),
    games_min: whole(`fewest games that ${who} had played in the season`, { least: 0, most: 400 }, 4),
    starter: starterOf(`starting pitcher or goalie of ${who}, by name or id, as /v1/team_games has it`),
    starter_hand: choiceOf({
      meaning: `hand with which the starting pitcher of ${who} throws`,
      values: hands,
      example: "L",
      others: { L: "left lefty lhp", R: "right righty rhp", S: "switch both" },
    }),
  };
}

/** Whose form is asked for, with the words that the docs say it in. */
const whose = {
  team: "the team that is bet on",
  opponent: "the opponent of the team that is bet on",
  either: "either team",
  both: "both teams, each",
} as const;
export type Whose = keyof typeof whose;
export const everyWhose = Object.keys(whose) as readonly Whose[];

type Form = ReturnType<typeof formOf>;

const forms = Object.fromEntries(
  everyWhose.flatMap((each) =>
    Object.entries(formOf(whose[each])).map(([name, parameter]) => [`${each}_${name}`, parameter]),
  ),
) as { readonly [Name in keyof Form as `${Whose}_${Name}`]: Form[Name] };

const week = (bound: "first" | "last", example: number) =>
  wholeNumber({ meaning: `${bound} NFL or NCAAF week to include`, least: 0, most: 99, digits: 2, example });

const truth = (meaning: string): Parameter<true | null> =>
  optional({ meaning, schema: Type.Enum(["true"]), example: "true" }, (text, name) => {
    if (text === "true") return true;
    throw wrongValue(name, "true", text);
  });

export const formFilters = {
  ...forms,
  meeting: choiceOf({
    meaning: "first: the two teams had not met before in the season; rematch: they had",
    values: ["first", "rematch"],
    example: "rematch",
    others: { rematch: "second again" },
  }),
  meeting_last: choiceOf({
    meaning:
      "result of the last meeting of the two teams, in this season or the one before, for the team that is bet on; over and under are of both",
    values: lastResults,
    example: "lost",
    others: otherResults,
  }),
  week_min: week("first", 11),
  week_max: week("last", 14),
  same_division: truth("true: both teams are of one division"),
  same_conference: truth("true: both teams are of one conference"),
};
