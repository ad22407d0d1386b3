/** The report of a publish as lines for people. What repeats itself is counted; `--json` has all of it. */
import { parseGameId } from "../../domain/game-ids.ts";
import { seasonOf } from "../../domain/seasons.ts";
import type { HeldGame, PublishReport } from "../../publish/publish-report.ts";
import { lineFindingLines } from "./line-findings.ts";

/** Games of one season with one reason that are named one by one, and examples of more of them. */
const fewGames = 3;

/** Lines of one kind that are shown. */
const mostLines = 20;

const whole = "`gradeline publish --json` lists all";

export function publishLines(report: PublishReport): string[] {
  const revision = report.revision === null ? "nothing published yet" : `revision ${report.revision}`;
  return [
    `${revision}: ${report.games} games, ${report.oddsRows} odds rows, ${report.changedGames} games changed`,
    ...few(report.mended, (id) => `  mended: ${id} was damaged in the archive`),
    ...heldLines(report.held),
    ...few(report.followed, (line) => `  followed: ${line}`),
    ...few(report.withheld, (line) => `  period scores withheld: ${line}`),
    ...few(report.leftOut, (line) => `  left out: ${line}`),
    ...report.givenUp.map(
      ({ sport, season, games }) =>
        `  given up: ${sport} ${season} is published, half a year after its last game; never closed: ${games.join("; ")}`,
    ),
    ...lineFindingLines(report),
    ...report.withoutClosingLine.map(
      ({ sport, season }) => `  no closing line: not one game of ${sport} ${season} has one; import its odds`,
    ),
    ...(report.held.some(({ isDispute }) => isDispute) ? ["  gradeline resolve shows what each provider says"] : []),
  ];
}

function few(entries: readonly string[], line: (entry: string) => string): string[] {
  const lines = entries.slice(0, mostLines).map(line);
  const kind = lines[0]?.split(":")[0] ?? "";
  return entries.length <= mostLines ? lines : [...lines, `${kind}: ${entries.length - mostLines} more; ${whole}`];
}

function heldLines(held: readonly HeldGame[]): string[] {
  return [...Map.groupBy(held, kindOf).values()].flatMap((games) => {
    if (games.length <= fewGames) return games.map((game) => `  ${howHeld(game)}: ${game.gameId}: ${game.reason}`);
    const [first] = games as [HeldGame, ...HeldGame[]];
    const examples = games.slice(0, fewGames).map(({ gameId }) => gameId);
    return [
      `  ${howHeld(first)}: ${games.length} games of ${seasonText(first)}: ${first.reason}: ${examples.join(", ")} …; ${whole}`,
    ];
  });
}

function kindOf(game: HeldGame): string {
  return `${howHeld(game)}\n${seasonText(game)}\n${game.reason}`;
}

function howHeld({ isPublished }: HeldGame): string {
  return isPublished ? "held back as it stood" : "held back, not published yet";
}

function seasonText({ gameId }: HeldGame): string {
  const game = parseGameId(gameId);
  return game === null ? "an unknown season" : `${game.sport} ${seasonOf(game.sport, game.gameDate)}`;
}
