/** The facts of a game that evidence tells of, and the rules by which a statement is not the published one. */
import { type DoubtName, doubtNames, doubtRules } from "./doubt-names.ts";

const gameFacts = ["start", "score", "period_scores", "venue", "official", "neutral_site"] as const;

/** Facts of the game first, then those of a line. */
export const evidenceFacts = [...gameFacts, "open", "close"] as const;
export type EvidenceFact = (typeof evidenceFacts)[number];

/** The rules of evidence that are no rules of doubt, each with its sentence, which docs/api/evidence.md shows word for word. */
const sentences = {
  outvoted_start: "It is more than ten minutes from the start that more sources agree on.",
  stated_in_play: "The odds' source stated this start at or after it, of a game in play.",
  impossible_actual_start:
    "It is stated as the actual start, and is on another date, more than ten minutes before or four hours after the scheduled one.",
  resolved: "An operator of this server has decided for another source.",
  withheld_periods: "The scores of the periods are not whole, or do not add up to the final score.",
  impossible_venue: "It is the home team's own stadium, and the site was neutral.",
  untimed: "It is stated without a time, and captures of this book and market have one.",
  same_moment: "The book shows another quote at the same moment, which counts.",
  stale_close: "The quotes after it are in doubt, and it is too old to stand for the close, of which there is none.",
  disputed: "The sources of a published game have come to disagree, and it stands as it was until that is settled.",
} as const;

export type EvidenceRule = DoubtName | keyof typeof sentences;
/** Those of a game's start [D-52]. */
export type StartRule = Extract<
  EvidenceRule,
  "start_disputed" | "outvoted_start" | "stated_in_play" | "impossible_actual_start" | "resolved"
>;

export const otherRules = Object.entries(sentences).map(([name, sentence]) => ({ name, sentence }));

export const evidenceRuleNames = [...doubtNames, ...Object.keys(sentences)] as readonly EvidenceRule[];

/** The rules of statements by which a published game is held back. */
export const holdingRules: ReadonlySet<EvidenceRule | null> = new Set([
  "disputed" as const,
  ...doubtRules.filter(({ leavesOut }) => leavesOut === "game").map(({ name }) => name),
]);
