/** The report of a publish as lines for people. What repeats itself is counted; `--json` has all of it. */
import { parseGameId } from "../../domain/game-ids.ts";
import { seasonOf } from "../../domain/seasons.ts";
import { type HeldGame, noStartReason, type PublishReport } from "../../publish/publish-report.ts";
import { lineFindingLines } from "./line-findings.ts";
import { countText } from "./table-text.ts";

/** Games of one season with one reason that are named one by one, and examples of more of them. */
const fewGames = 3;

/** Findings of one kind that are all named. Of more, the first is, and the report has the others. */
const mostLines = 5;

export function publishLines(report: PublishReport): string[] {
  const { games, oddsRows, changedGames, correctedGames, reportId } = report;
  const revision = report.revision === null ? "nothing published yet" : `revision ${report.revision}`;
  const corrected = correctedGames === 0 ? "" : `, ${correctedGames} of them corrected (gradeline corrections)`;
  const whole = `\`gradeline report ${reportId} --all\` lists all`;
  const few = (entries: readonly string[], line: (entry: string) => string): string[] => fewLines(entries, line, whole);
  return [
    `${revision}: ${games} games, ${oddsRows} odds rows, ${changedGames} games changed${corrected}`,
    ...judgedLines(report),
    ...few(report.mended, (id) => `  mended: ${id} was damaged in the archive`),
    ...heldLines(report.held, whole),
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
    ...report.waiting.map(
      ({ sport, season, events, quotes }) =>
        `  odds wait for a result: ${sport} ${season}: ${countText(quotes)} quotes of ${countText(events)} events`,
    ),
    ...(report.held.some(({ reason }) => reason === noStartReason)
      ? ["  gradeline backfill results asks for the missing starts; imported odds state them too"]
      : []),
    ...(report.held.some(({ isDispute }) => isDispute) ? ["  gradeline resolve shows what each provider says"] : []),
  ];
}

function judgedLines({ judged }: PublishReport): string[] {
  return judged.flatMap(({ rule, sport, isOfNow, fault }) => {
    if (fault === null) return [];
    const kind = isOfNow ? "ALARM" : "suspect lines of older games";
    return [`  ${kind}: ${rule}, ${sport}: ${fault.count}, such as ${fault.example}`];
  });
}

function fewLines(entries: readonly string[], line: (entry: string) => string, whole: string): string[] {
  const [first] = entries;
  if (first === undefined || entries.length <= mostLines) return entries.map(line);
  return [`${line(first).replace(": ", `: ${countText(entries.length)}, the first: `)}; ${whole}`];
}

function heldLines(held: readonly HeldGame[], whole: string): string[] {
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
