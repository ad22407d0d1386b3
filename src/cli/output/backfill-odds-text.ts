/** The plan and the result of a back-fill as lines for people. */
import type { BackfillResult } from "../../collect/backfill/odds.ts";
import { countText } from "./table-text.ts";

export type PlanPart = {
  /** Such as "closing snapshots". */
  readonly what: string;
  readonly requests: number;
  /** How many of them were had before, and cost nothing any more. */
  readonly had: number;
  /** The credits that the others cost at most. */
  readonly credits: number;
};

export type ShownPlan = {
  readonly sport: string;
  readonly from: string;
  readonly to: string;
  readonly games: number;
  readonly withoutStart: number;
  readonly tooEarlyForPeriods: number;
  readonly parts: readonly PlanPart[];
  /** The sum of the parts. */
  readonly credits: number;
  readonly creditsPerDay: number;
  /** The credits that may still be spent today. */
  readonly leftToday: number;
};

const row = (label: string, value: number): string => `${countText(value).padStart(12)}  ${label}`;

export function backfillPlanLines(plan: ShownPlan): string[] {
  const lines = [`${plan.sport}, ${plan.from} to ${plan.to}`, row("games that began", plan.games)];
  if (plan.withoutStart > 0)
    lines.push(row("games without a start, for which nothing can be asked", plan.withoutStart));
  if (plan.tooEarlyForPeriods > 0) {
    lines.push(row("games from before 3 May 2023, when there were no periods yet", plan.tooEarlyForPeriods));
  }
  for (const { what, requests, had, credits } of plan.parts) {
    const before = had === 0 ? "" : `, of which ${countText(had)} were had before`;
    lines.push(row(`${what}${before}: at most ${countText(credits)} credits`, requests));
  }
  lines.push(row("credits at most", plan.credits), row("credits a day", plan.creditsPerDay));
  lines.push(row("credits left today", plan.leftToday));
  if (plan.creditsPerDay > 0) lines.push(row("days", daysOf(plan)));
  return lines;
}

/** Today's rest counts as a day, when something of it is needed. */
function daysOf({ credits, leftToday, creditsPerDay }: ShownPlan): number {
  return credits === 0 ? 0 : 1 + Math.ceil(Math.max(0, credits - leftToday) / creditsPerDay);
}

const mostFailures = 10;

export function backfillResultLines(result: BackfillResult): string[] {
  const lines = [
    row("requests answered", result.asked),
    row("requests that were had before", result.hadBefore),
    row("credits spent", result.spent),
    row("quotes accepted", result.accepted),
    row("quotes unchanged", result.unchanged),
    row("quotes refused", result.refused),
  ];
  if (result.withoutEvent > 0) lines.push(row("games without an event, or without periods", result.withoutEvent));
  if (result.failures.length > 0) lines.push(row("requests failed", result.failures.length));
  lines.push(...result.failures.slice(0, mostFailures).map((failure) => `${" ".repeat(14)}${failure}`));
  if (result.failures.length > 0 && result.ended === null)
    lines.push("The same command again asks for what is missing.");
  if (result.ended !== null) {
    const { reason, detail, notBeforeMs } = result.ended;
    const later = reason === "key-refused" ? "when THE_ODDS_API_KEY is a key that the provider accepts" : "later";
    const when = notBeforeMs === null ? later : `after ${new Date(notBeforeMs).toISOString()}`;
    const { requests, credits } = result.left;
    lines.push(`ended early: ${detail}`);
    lines.push(
      `left: ${countText(requests)} requests of at most ${countText(credits)} credits; give the same command ${when}`,
    );
  }
  return lines;
}
