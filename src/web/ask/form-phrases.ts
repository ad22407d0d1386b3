/** The phrases for what teams had done before. */
import type { FormName, Whose } from "../../contract/filters/form.ts";
import { sportFacts } from "../../domain/sports.ts";
import { type Draft, linesOf, type Phrase, unanswered } from "./draft.ts";

/** Words that say whose form it is; without them it is that of the team that is bet on. */
const whose: readonly (readonly [pattern: string, whose: Whose | null])[] = [
  [
    "(?:opponents?|against (?:a |an )?(?:teams?|opponents?)|vs (?:teams?|opponents?)|(?:facing|(?:when |if )?(?:they |it )?(?:face|faces|play|plays)) (?:a |an )?(?:teams?|opponents?)) (?:that |who |which )?(?:is |are |was |were |has |have |had )?",
    "opponent",
  ],
  ["(?:against|vs|facing) (?:a |an )?(?=winning|losing|hot|cold)", "opponent"],
  ["both (?:teams |sides )?(?:are |were |come |coming )?", "both"],
  ["either (?:team |side )?(?:is |was |comes |coming )?", "either"],
  ["", null],
];

type Said = { readonly name: FormName; readonly value: string };

const phrase = (
  pattern: string,
  said: (found: readonly string[], draft: Draft) => readonly Said[],
): readonly Phrase[] =>
  whose.map(([before, of]) => [
    // Grouped, or the words of `whose` would be of the first way to say it alone.
    `${before}(?:${pattern})`,
    (draft, found) => {
      for (const each of said(found, draft)) draft.form.push({ ...each, whose: of });
      return true;
    },
  ]);

/** A streak in the direction of the sign; the number is the first that the pattern found. */
const streak = (pattern: string, name: "streak" | "ats_streak" | "total_streak", sign: 1 | -1): readonly Phrase[] =>
  phrase(pattern, (found) => {
    const count = found.slice(1).find((each) => each !== undefined) ?? "2";
    return [sign === 1 ? { name: `${name}_min`, value: count } : { name: `${name}_max`, value: `-${count}` }];
  });

const off = "(?:(?:coming )?off|after|following|coming off of) ";
const straight = "(?:straight|in a row|consecutive)";
const game = "(?: games?| starts?)?";

/** Phrases that set one filter of form. */
const table = (lines: string): readonly Phrase[] =>
  linesOf(lines, {
    off,
    last: "last (?:time|game|week)|(?:their|its) last(?: game)?",
    points: "(?:points?|runs?|goals?)",
  }).flatMap(([pattern, [meaning = ""]]) =>
    phrase(pattern, ([, by = ""]) => {
      const [name, value = ""] = meaning.split("=");
      return [{ name: name as FormName, value: value.replace("$1", by) }];
    }),
  );

const margins = `
{off}(?:a |an )?(?:loss|losing|defeat) by (?:at least )?(\\d+)(?: points?| runs?| goals?)?(?: or more)? -> last_margin_max=-$1
{off}(?:a |an )?(?:win|winning|victory) by (?:at least )?(\\d+)(?: points?| runs?| goals?)?(?: or more)? -> last_margin_min=$1
{off}(?:a |an )?(\\d+)\\+? {points} (?:loss|defeat) -> last_margin_max=-$1
{off}(?:a |an )?(\\d+)\\+? {points} (?:win|victory) -> last_margin_min=$1
`;

const lastGames = `
{off}(?:a |an )?(?:loss|losing|defeat) -> last=lost
(?:that |who )?lost (?:outright )?(?:{last})(?: outright)? -> last=lost
{off}(?:a |an )?(?:win|winning|victory) -> last=won
(?:that |who )?won (?:{last}) -> last=won
{off}(?:a |an )?(?:cover|covering|ats win)|covered last(?: (?:time|game|week))? -> last=covered
{off}(?:failing|a failure) to cover|failed to cover last(?: (?:time|game|week))?|{off}(?:an )?ats loss -> last=failed
{off}an? over -> last=over
{off}an? under -> last=under
(?:that (?:was|were) )?favou?red last(?: (?:time|game|week))? -> last_role=favorite
(?:that (?:was|were) )?underdogs? last (?:time|game|week) -> last_role=underdog
(?:teams? )?(?:with (?:a )?records? )?(?:over|above|better than) \\.500 -> win_share_min=0.5001
(?:teams? )?(?:with (?:a )?records? )?(?:under|below|worse than) \\.500 -> win_share_max=0.4999
(?:with )?(?:a )?winning (?:records?|teams?) -> win_share_min=0.5001
(?:with )?(?:a )?losing (?:records?|teams?) -> win_share_max=0.4999
`;

const streakOf = (words: string, past: string, name: "streak" | "ats_streak" | "total_streak", sign: 1 | -1) => [
  ...streak(`(?:${off})?(\\d+) (?:${straight} (?:${words})|(?:${words}) ${straight})`, name, sign),
  ...streak(`(?:${off})?(?:${past}) (?:(?:the|their|its) last )?(\\d+)(?: ${straight})?${game}`, name, sign),
  ...streak(`(?:${off})?(?:back to back|${straight}) (?:${words})`, name, sign),
];

/** "week 1 unders" and "first 5 unders" are no streaks: they are not off them, and not straight. */
const streakOfTotals = (word: string, sign: 1 | -1) => [
  ...streak(`${off}(\\d+) ${word}s?`, "total_streak", sign),
  ...streak(`(?:${off})?(?:(\\d+) ${straight} ${word}s?|(\\d+) ${word}s ${straight})`, "total_streak", sign),
  ...streak(`${off}(?:back to back|${straight}) ${word}s`, "total_streak", sign),
];

/** The facts of the last game that no filter has: where it was, and by how much when a word says it. */
const ofNoFilter: Phrase = [
  `${off}(?:a |an |the |their |its )?(?:home|road|away|shutout|close|big|bad|tough|narrow|division(?:al)?|overtime|extra innings?|upset|monday|tuesday|wednesday|` +
    "thursday|friday|saturday|sunday|night|neutral|primetime)(?: night)? (?:loss(?:es)?|wins?|games?|defeats?|victory|victories|upsets?)",
  unanswered,
];

export const formPhrases: readonly Phrase[] = [
  ofNoFilter,
  ...phrase(
    `${off}(?:a |an )?(loss|losing|defeat|win|winning|victory) as (?:a |an )?(favou?rites?|favs?|underdogs?|dogs?)`,
    ([, last = "", role = ""]) => [
      { name: "last", value: last.startsWith("l") || last === "defeat" ? "lost" : "won" },
      { name: "last_role", value: role.startsWith("f") ? "favorite" : "underdog" },
    ],
  ),
  ...table(margins),
  ...phrase(
    `(?:${off})?(?:a )?blow ?out (?:loss(?:es)?|defeats?)|${off}(?:getting|being) blown out`,
    (_, { sport }) => [{ name: "last_margin_max", value: String(-sportFacts[sport].blowoutMargin) }],
  ),
  ...phrase(`(?:${off})?(?:a )?blow ?out (?:wins?|victory)`, (_, { sport }) => [
    { name: "last_margin_min", value: String(sportFacts[sport].blowoutMargin) },
  ]),
  ...streak(`(?:on )?(?:a )?(\\d+) games? (?:winning|win) streak`, "streak", 1),
  ...streak(`(?:on )?(?:a )?(\\d+) games? (?:losing|loss) streak`, "streak", -1),
  ...streak(`(?:on )?(?:a )?(?:winning|win) streak(?: of (\\d+))?(?: or more)?(?: games?)?`, "streak", 1),
  ...streak(`(?:on )?(?:a )?(?:losing|loss) streak(?: of (\\d+))?(?: or more)?(?: games?)?`, "streak", -1),
  ...streakOf("wins?", "winning|won|having won", "streak", 1),
  ...streakOf("loss(?:es)?|defeats?", "losing|lost|having lost", "streak", -1),
  ...streakOf("covers?|ats wins?", "covering|covered", "ats_streak", 1),
  ...streakOf("ats loss(?:es)?|non covers?|failures to cover", "failing to cover|failed to cover", "ats_streak", -1),
  ...streakOfTotals("over", 1),
  ...streakOfTotals("under", -1),
  ...table(lastGames),
];
