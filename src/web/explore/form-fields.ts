/**
 * The filters by form as bettors say them: in the name of a set, as labels of fields, and as the words that they are found by.
 * A filter has one entry here, whichever of the teams it is asked of.
 */
import { everyWhose, type FormName, type Whose } from "../../contract/filters/form.ts";
import type { Choice } from "../ui/field.ts";
import { between } from "../ui/words.ts";

/** The bounds or the value of one filter, as a person typed them; empty: not given. */
type Said = { readonly min: string; readonly max: string };

type FormWords = {
  /** Behind "team that is bet on: ". */
  readonly label: string;
  /** Other words that people type for it; with `=value`, what that sets: `off a loss=lost`. */
  readonly found: readonly string[];
} & (
  | {
      readonly name: FormName;
      readonly choices: readonly Choice[] | null;
      readonly say: (value: string) => string;
      readonly range?: never;
    }
  | { readonly range: string; readonly say: (said: Said) => string; readonly name?: never }
);

const share = (value: string) => `${Math.round(1000 * Number(value)) / 10}%`;

/** A streak in the words of its direction, where it has one. */
const streak =
  (up: (count: string) => string, down: (count: string) => string, other: string) =>
  (said: Said): string => {
    if (Number(said.min) > 0 && said.max === "") return up(`${said.min} or more`);
    if (Number(said.max) < 0 && said.min === "") return down(`${said.max.replace("-", "")} or more`);
    return `with a ${other} of ${between(said.min, said.max)}`;
  };

const results: Readonly<Record<string, string>> = {
  won: "after a win",
  lost: "after a loss",
  covered: "that covered last time",
  failed: "that failed to cover last time",
  over: "after an over",
  under: "after an under",
};

const roles: readonly Choice[] = [
  ["favorite", "favorite"],
  ["underdog", "underdog"],
];

const words: readonly FormWords[] = [
  {
    name: "last",
    label: "result of its last game",
    choices: Object.entries(results),
    say: (value) => results[value] ?? value,
    found: [
      "off a loss=lost",
      "off a win=won",
      "covered last=covered",
      "failed to cover last=failed",
      "off an over=over",
      "off an under=under",
    ],
  },
  {
    range: "last_margin",
    label: "margin of its last game",
    found: ["blowout loss", "blowout win"],
    say: streak(
      (count) => `after a win by ${count}`,
      (count) => `after a loss by ${count}`,
      "last margin",
    ),
  },
  {
    name: "last_role",
    label: "role in its last game",
    choices: roles,
    say: (value) => (value === "favorite" ? "favored last time" : "underdogs last time"),
    found: ["favored last=favorite", "underdog last=underdog"],
  },
  {
    range: "streak",
    label: "streak of wins or losses",
    found: ["winning streak", "losing streak", "hot team", "cold team"],
    say: streak(
      (count) => `on a winning streak of ${count}`,
      (count) => `on a losing streak of ${count}`,
      "streak",
    ),
  },
  {
    range: "ats_streak",
    label: "streak against the spread",
    found: ["covered in a row", "cover streak"],
    say: streak(
      (count) => `after ${count} covers in a row`,
      (count) => `after ${count} failures to cover in a row`,
      "streak against the spread",
    ),
  },
  {
    range: "total_streak",
    label: "streak of overs or unders",
    found: ["overs in a row", "unders in a row"],
    say: streak(
      (count) => `after ${count} overs in a row`,
      (count) => `after ${count} unders in a row`,
      "streak of overs",
    ),
  },
  {
    range: "win_share",
    label: "share of games won",
    found: ["win percentage", "winning record", "losing record"],
    say: ({ min, max }) => `that won ${between(min, max, undefined, share)}`,
  },
  {
    name: "games_min",
    label: "games played, at least",
    choices: null,
    say: (value) => `with ${value} or more games played`,
    found: ["games played"],
  },
  {
    name: "starter",
    label: "starting pitcher or goalie",
    choices: null,
    say: (value) => `with ${value} starting`,
    found: ["pitcher", "goalie"],
  },
  {
    name: "starter_hand",
    label: "hand of the starting pitcher",
    choices: [
      ["L", "left"],
      ["R", "right"],
      ["S", "both"],
    ],
    say: (value) => `with a ${value === "L" ? "left" : value === "R" ? "right" : "switch"}-handed starter`,
    found: ["lefty starter=L", "righty starter=R"],
  },
];

const whose: Readonly<Record<Whose, { readonly label: string; readonly lead: string; readonly find: string }>> = {
  team: { label: "Team that is bet on", lead: "", find: "" },
  opponent: { label: "Its opponent", lead: "against a team ", find: "opponent " },
  either: { label: "Either team", lead: "either team ", find: "either team " },
  both: { label: "Both teams", lead: "both teams ", find: "both teams " },
};

/** A filter or two that belong together. */
export type FormField = {
  /** The names of the filters: of one value, or of both ends of a range. */
  readonly names: readonly string[];
  readonly label: string;
  /** Null: it is typed. */
  readonly choices: readonly Choice[] | null;
  /** The words that people type to find it, and what each sets of its first filter; null: the field is shown, to be filled in. */
  readonly found: readonly (readonly [words: string, value: string | null])[];
  /** @param values in the order of the names, one of them not empty. */
  readonly say: (values: readonly string[]) => string;
};

const oneTruth: readonly Choice[] = [["true", "yes"]];

const ofGame: readonly FormField[] = [
  {
    names: ["meeting"],
    label: "Meeting of the season",
    choices: [
      ["first", "first"],
      ["rematch", "rematch"],
    ],
    found: [
      ["rematch", "rematch"],
      ["first meeting", "first"],
    ],
    say: ([value]) => (value === "first" ? "first meetings of the season" : "rematches of the season"),
  },
  {
    names: ["meeting_last"],
    label: "Last meeting of the two teams",
    choices: Object.keys(results).map((value) => [value, value] as const),
    found: [
      ["revenge", "lost"],
      ["lost the last meeting", "lost"],
      ["won the last meeting", "won"],
    ],
    say: ([value]) =>
      value === "over" || value === "under"
        ? `after an ${value} in the last meeting`
        : `that ${value} the last meeting`,
  },
  {
    names: ["week_min", "week_max"],
    label: "Weeks",
    choices: null,
    found: [["late in the season", null]],
    say: ([min = "", max = ""]) =>
      max === "" ? `week ${min} or later` : min === "" ? `until week ${max}` : `weeks ${min} to ${max}`,
  },
  {
    names: ["same_division"],
    label: "Both teams of one division",
    choices: oneTruth,
    found: [
      ["division game", "true"],
      ["division rivals", "true"],
    ],
    say: () => "division rivals",
  },
  {
    names: ["same_conference"],
    label: "Both teams of one conference",
    choices: oneTruth,
    found: [["conference game", "true"]],
    say: () => "teams of one conference",
  },
];

/** In the order in which a set's name has them. */
export const formFields: readonly FormField[] = [
  ...everyWhose.flatMap((prefix) => words.map((each) => fieldOf(prefix, each))),
  ...ofGame,
];

function fieldOf(prefix: Whose, each: FormWords): FormField {
  const { label, lead, find } = whose[prefix];
  const names =
    each.name !== undefined
      ? [`${prefix}_${each.name}`]
      : [`${prefix}_${each.range}_min`, `${prefix}_${each.range}_max`];
  const found = each.found.map((text) => {
    const [typed = "", value = null] = text.split("=");
    return [find + typed, value] as const;
  });
  return {
    names,
    label: `${label}: ${each.label}`,
    choices: each.name !== undefined ? each.choices : null,
    found,
    say: ([first = "", second = ""]) =>
      lead + (each.name !== undefined ? each.say(first) : each.say({ min: first, max: second })),
  };
}
