/** Names the next step of an operator after an import. */
import { sportFacts } from "../../domain/sports.ts";
import type { Holdings } from "../../operate/status/holdings.ts";

/** A line each: what is missing, then the command that comes next. */
export function nextSteps({ withResults, withOdds, hasNews }: Holdings): string[] {
  const withoutResults = withOdds.filter((sport) => !withResults.includes(sport));
  const withoutOdds = withResults.filter((sport) => !withOdds.includes(sport));
  const lines = withoutResults.map((sport) => {
    const command = `gradeline import ${sportFacts[sport].resultsCommand}`;
    return `missing: no final game of ${sport} has been imported, so its odds wait (${command})`;
  });
  if (withoutOdds.length > 0) {
    const command = "gradeline import the-odds-api";
    lines.push(`missing: no odds of ${withoutOdds.join(", ")} have been imported, so games have no lines (${command})`);
  }
  if (withResults.length === 0) return lines.length > 0 ? lines : ["next: import results, then odds"];
  return [...lines, hasNews ? "next: gradeline publish" : "next: nothing, all of it is published"];
}

/** A collector without a key says this at its start, in its plan and in the status: somebody looks there for lines that never come. */
export const missingKey = "THE_ODDS_API_KEY is not set, so results are collected and no lines";
