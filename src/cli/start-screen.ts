/** What `serve` shows when it listens. */
import type { Shelf } from "../archive/shelf.ts";

export function greeting(url: string, manageUrl: string, shelf: Shelf, trialKey: string | null): string[] {
  const { isSample, revision } = shelf.current;
  const lines = [
    "",
    `Gradeline serves revision ${revision} at ${url}/v1`,
    `Docs for callers: ${url}/docs`,
    `Keys and accounts: ${manageUrl}`,
  ];
  if (isSample) {
    lines.push("SAMPLE DATA: real teams and calendars, invented games and prices (header X-Dataset: sample).");
  }
  if (trialKey !== null) {
    const header = `-H "Authorization: Bearer ${trialKey}"`;
    lines.push(
      "",
      `Trial key:  ${trialKey}`,
      "",
      `curl ${header} "${url}/v1/games?sport=nfl&limit=2"`,
      `curl ${header} "${url}/v1/odds?sport=nba&team=BOS&market=spread&limit=5"`,
    );
  }
  return [...lines, ""];
}
