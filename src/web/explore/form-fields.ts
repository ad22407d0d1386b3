/**
 * A filter's field, and the filters by form as bettors say them. A filter has one entry here, whichever of the teams it is asked
 * of.
 */
import { everyWhose, type Whose } from "../../contract/filters/form.ts";
import type { Sport } from "../../domain/sports.ts";
import type { Choice } from "../ui/field.ts";
import { between } from "../ui/words.ts";

/** The other values that a set's name depends on. */
export type Said = {
  readonly sport: Sport;
  readonly value: (name: string) => string;
  /** The first season that there is; null: there is none, or it is not said. */
  readonly firstSeason: number | null;
};

/** A filter, or both ends of a range. */
export type Field = {
  readonly names: readonly string[];
  readonly label: string;
  /** The field is in the sentence, below it, below it only where the filter is set, or where it is added by typing. */
  readonly place: "sentence" | "below" | "set" | "added";
  /** `days`: a day of the calendar; `team`: the name of one; `words`: both other. A list has its values. */
  readonly kind: "days" | "team" | "words" | ((sport: Sport) => readonly Choice[]);
  /** Of a range: what the label stands for. */
  readonly means?: string;
  /** The words that people type to add it, and what each sets of its first filter; null: the field is shown, to be filled in. */
  readonly found?: readonly (readonly [words: string, value: string | null])[];
  /** @param values in the order of the names, one of them not empty. */
  readonly say: (values: readonly string[], said: Said) => string;
  /** Where the filter is not set, and its default is part of the name. */
  readonly unsaid?: (said: Said) => string | null;
};

/** A field that lists its values, whatever the sport. */
export const listed =
  (...choices: readonly Choice[]) =>
  () =>
    choices;

/** A filter by form, below the name of the team that it is asked of: its names are without that, and its words, too. */
type FormField = Pick<Field, "names" | "label" | "kind"> & {
  /** With `=value`, what that sets: `off a loss=lost`. */
  readonly found: readonly string[];
  readonly say: (values: readonly string[]) => string;
};

const share = (value: string) => `${Math.round(1000 * Number(value)) / 10}%`;

/** A streak in the words of its direction, where it has one. */
const streak =
  (up: string, down: string, other: string): FormField["say"] =>
  ([min = "", max = ""]) => {
    if (Number(min) > 0 && max === "") return up.replace("N", `${min} or more`);
    if (Number(max) < 0 && min === "") return down.replace("N", `${max.replace("-", "")} or more`);
    return `with a ${other} of ${between(min, max)}`;
  };

const range = (of: string, label: string, found: readonly string[], say: FormField["say"]): FormField => ({
  ...{ names: [`${of}_min`, `${of}_max`], label, kind: "words", found, say },
});
const one = (
  name: string,
  label: string,
  kind: FormField["kind"],
  found: readonly string[],
  say: (value: string) => string,
): FormField => ({ names: [name], label, kind, found, say: ([value = ""]) => say(value) });

const results: Readonly<Record<string, string>> = {
  won: "after a win",
  lost: "after a loss",
  covered: "that covered last time",
  failed: "that failed to cover last time",
  over: "after an over",
  under: "after an under",
};
const lastWords = [
  ...["off a loss=lost", "off a win=won", "covered last=covered", "failed to cover last=failed"],
  ...["off an over=over", "off an under=under"],
];

const ofTeam: readonly FormField[] = [
  one(
    "last",
    "result of its last game",
    listed(...Object.entries(results)),
    lastWords,
    (value) => results[value] ?? value,
  ),
  range(
    "last_margin",
    "margin of its last game",
    ["blowout loss", "blowout win"],
    streak("after a win by N", "after a loss by N", "last margin"),
  ),
  one(
    "last_role",
    "role in its last game",
    listed(["favorite", "favorite"], ["underdog", "underdog"]),
    ["favored last=favorite", "underdog last=underdog"],
    (value) => (value === "favorite" ? "favored last time" : "underdogs last time"),
  ),
  range(
    "streak",
    "streak of wins or losses",
    ["winning streak", "losing streak", "hot team", "cold team"],
    streak("on a winning streak of N", "on a losing streak of N", "streak"),
  ),
  range(
    "ats_streak",
    "streak against the spread",
    ["covered in a row", "cover streak"],
    streak("after N covers in a row", "after N failures to cover in a row", "streak against the spread"),
  ),
  range(
    "total_streak",
    "streak of overs or unders",
    ["overs in a row", "unders in a row"],
    streak("after N overs in a row", "after N unders in a row", "streak of overs"),
  ),
  range(
    "win_share",
    "share of games won",
    ["win percentage", "winning record", "losing record"],
    ([min = "", max = ""]) => `that won ${between(min, max, undefined, share)}`,
  ),
  one(
    "games_min",
    "games played, at least",
    "words",
    ["games played"],
    (count) => `with ${count} or more games played`,
  ),
  one("starter", "starting pitcher or goalie", "words", ["pitcher", "goalie"], (name) => `with ${name} starting`),
  one(
    "starter_hand",
    "hand of the starting pitcher",
    listed(["L", "left"], ["R", "right"], ["S", "both"]),
    ["lefty starter=L", "righty starter=R"],
    (value) => `with a ${value === "L" ? "left" : value === "R" ? "right" : "switch"}-handed starter`,
  ),
];

/** Of a team: how its fields begin, how a set's name says whose form it is, and what is typed before the words. */
const whose: Readonly<Record<Whose, readonly [label: string, lead: string, find: string]>> = {
  team: ["Team that is bet on", "", ""],
  opponent: ["Its opponent", "against a team ", "opponent "],
  either: ["Either team", "either team ", "either team "],
  both: ["Both teams", "both teams ", "both teams "],
};

const yes = listed(["true", "yes"]);

const ofGame: readonly FormField[] = [
  one(
    "meeting",
    "Meeting of the season",
    listed(["first", "first"], ["rematch", "rematch"]),
    ["rematch=rematch", "first meeting=first"],
    (value) => (value === "first" ? "first meetings of the season" : "rematches of the season"),
  ),
  one(
    "meeting_last",
    "Last meeting of the two teams",
    listed(...Object.keys(results).map((value): Choice => [value, value])),
    ["revenge=lost", "lost the last meeting=lost", "won the last meeting=won"],
    (value) =>
      value === "over" || value === "under"
        ? `after an ${value} in the last meeting`
        : `that ${value} the last meeting`,
  ),
  range("week", "Weeks", ["late in the season"], ([min = "", max = ""]) =>
    max === "" ? `week ${min} or later` : min === "" ? `until week ${max}` : `weeks ${min} to ${max}`,
  ),
  one(
    ...(["same_division", "Both teams of one division", yes] as const),
    ["division game=true", "division rivals=true"],
    () => "division rivals",
  ),
  one(
    ...(["same_conference", "Both teams of one conference", yes] as const),
    ["conference game=true"],
    () => "teams of one conference",
  ),
];

function added({ names, label, kind, found, say }: FormField, prefix: Whose | null): Field {
  const [of, lead, find] = prefix === null ? ["", "", ""] : whose[prefix];
  return {
    ...{ kind, place: "added" },
    names: prefix === null ? names : names.map((name) => `${prefix}_${name}`),
    label: prefix === null ? label : `${of}: ${label}`,
    found: found.map((text) => {
      const [typed = "", value = null] = text.split("=");
      return [find + typed, value] as const;
    }),
    say: (values) => lead + say(values),
  };
}

/** In the order in which a set's name has them. */
export const formFields: readonly Field[] = [
  ...everyWhose.flatMap((prefix) => ofTeam.map((each) => added(each, prefix))),
  ...ofGame.map((each) => added(each, null)),
];
