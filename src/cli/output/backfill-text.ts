/** The text of a back-fill of results. */
import type { ResultsBackfilled } from "../../collect/backfill/results.ts";
import type { RunFailure } from "../../collect/jobs/answers.ts";
import { countOf, countText } from "./table-text.ts";

/** More failures than these are a matter for `--json`. */
const mostFailures = 10;

export function backfillLines({ report }: ResultsBackfilled): string[] {
  const { asked, failures, imports, not_before: notBefore = null } = report;
  const sum = (member: "accepted" | "unchanged"): string =>
    countText(imports.reduce((total, each) => total + each[member], 0));
  const refused = imports.reduce(
    (total, each) => total + Object.values(each.refused).reduce((count, reason) => count + reason.count, 0),
    0,
  );
  const more = failures.length - mostFailures;
  return [
    `${countOf(asked, "request")}: ${sum("accepted")} records accepted, ${sum("unchanged")} unchanged, ${countText(refused)} refused`,
    ...failures.slice(0, mostFailures).map(({ label, detail }) => `  failed: ${label}: ${detail}`),
    ...(more > 0 ? [`  and ${countText(more)} more; --json names all of them`] : []),
    ...(failures.some(({ reason }) => isOfShortAnswer.has(reason))
      ? [
          "Answers that lack games were taken as far as they go. `gradeline import` takes the rest from a file, if they stay so.",
        ]
      : []),
    ...(notBefore === null ? [] : [`A provider refuses to be asked before ${notBefore}.`]),
    ...(failures.length > 0 ? ["The same command again asks for what is missing."] : []),
  ];
}

const isOfShortAnswer: ReadonlySet<RunFailure["reason"]> = new Set(["unread", "short", "games-missing"]);
