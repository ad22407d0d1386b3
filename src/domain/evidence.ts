/** The facts of a game that evidence tells of, and the rules by which a statement is not the published one. */
import { type DoubtName, doubtNames, doubtRules } from "./doubt-names.ts";

/** Facts of the game first, then those of a line. */
export const evidenceFacts = [
  "start",
  "score",
  "period_scores",
  "venue",
  "official",
  "neutral_site",
  "open",
  "close",
] as const;

export type EvidenceFact = (typeof evidenceFacts)[number];

/** The rules of evidence that are no rules of doubt, each with its sentence, which docs/api/evidence.md shows word for word. */
export const otherRules = [
  {
    name: "outvoted_start",
    sentence: "It is more than ten minutes from the start that more sources agree on.",
  },
  {
    name: "stated_in_play",
    sentence: "The odds' source stated this start at or after it, of a game in play.",
  },
  {
    name: "impossible_actual_start",
    sentence:
      "It is stated as the actual start, and is on another date, more than ten minutes before or four hours after the scheduled one.",
  },
  { name: "resolved", sentence: "An operator of this server has decided for another source." },
  {
    name: "withheld_periods",
    sentence: "The scores of the periods are not whole, or do not add up to the final score.",
  },
  { name: "impossible_venue", sentence: "It is the home team's own stadium, and the site was neutral." },
  { name: "untimed", sentence: "It is stated without a time, and captures of this book and market have one." },
  { name: "same_moment", sentence: "The book shows another quote at the same moment, which counts." },
  {
    name: "stale_close",
    sentence: "The quotes after it are in doubt, and it is too old to stand for the close, of which there is none.",
  },
  {
    name: "disputed",
    sentence: "The sources of a published game have come to disagree, and it stands as it was until that is settled.",
  },
] as const;

export type EvidenceRule = DoubtName | (typeof otherRules)[number]["name"];
/** Those of a game's start [D-52]. */
export type StartRule = Extract<
  EvidenceRule,
  "start_disputed" | "outvoted_start" | "stated_in_play" | "impossible_actual_start" | "resolved"
>;

export const evidenceRuleNames: readonly EvidenceRule[] = [...doubtNames, ...otherRules.map(({ name }) => name)];

/** The rules of statements by which a published game is held back. */
export const holdingRules: ReadonlySet<EvidenceRule | null> = new Set([
  "disputed" as const,
  ...doubtRules.filter(({ leavesOut }) => leavesOut === "game").map(({ name }) => name),
]);
