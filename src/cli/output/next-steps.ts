/** Names the next step of an operator after an import. */
import type { Sport } from "../../domain/sports.ts";
import type { Holdings } from "../../publish/holdings.ts";

/** Where results of a sport come from, besides canonical files. */
const resultCommands: Readonly<Partial<Record<Sport, string>>> = {
  nba: "gradeline import espn",
  nfl: "gradeline import nflverse",
  ncaaf: "gradeline import cfbd",
  nhl: "gradeline import nhl-api",
};

/** A line each: what is missing, then the command that comes next. */
export function nextSteps({ withResults, withOdds, hasNews }: Holdings): string[] {
  const withoutResults = withOdds.filter((sport) => !withResults.includes(sport));
  const withoutOdds = withResults.filter((sport) => !withOdds.includes(sport));
  const lines = withoutResults.map((sport) => {
    const command = resultCommands[sport] ?? "gradeline import canonical";
    return `missing: no final game of ${sport} has been imported, so its odds wait (${command})`;
  });
  if (withoutOdds.length > 0) {
    const command = "gradeline import the-odds-api";
    lines.push(`missing: no odds of ${withoutOdds.join(", ")} have been imported, so games have no lines (${command})`);
  }
  if (withResults.length === 0) return lines.length > 0 ? lines : ["next: import results, then odds"];
  return [...lines, hasNews ? "next: gradeline publish" : "next: nothing, all of it is published"];
}
