/**
 * `gradeline status`: what the database holds, season by season, and whether a night is missing, the collector is gone or
 * an alarm is on.
 */
import { type CollectorState, type FailingJob, readCollecting, readFailingJobs } from "../collect/runs/runs.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import type { NeverEnded } from "../operate/status/never-ended.ts";
import type { Overdue } from "../operate/status/overdue.ts";
import { readStatus, type SeasonStatus, type StatusReport } from "../operate/status/status.ts";
import { type ProofState, readProofState } from "../release/proof/manifests.ts";
import { missingKey } from "./output/next-steps.ts";
import { print } from "./output/print.ts";
import { countText, isoOf, minuteText, type TableColumn, tableLines } from "./output/table-text.ts";
import { readFacts } from "./with-database.ts";

type WholeStatus = StatusReport & {
  readonly collecting: CollectorState;
  readonly failingJobs: readonly FailingJob[];
  readonly proof: ProofState | null;
};

/**
 * Only reads, so it can run beside a server. The exit code is 1 when something is overdue, an alarm is on, or a job of the
 * collector has failed as a whole and has not succeeded since.
 */
export async function statusCommand(config: Config, { json }: { readonly json?: true }): Promise<void> {
  const status = await readFacts(config, (database) => wholeStatus(database, Date.now()));
  if (!isWell(status)) process.exitCode = 1;
  const lacksKey = config.collect.oddsApiKey === null && status.collecting.state !== "never";
  const lines = [...statusLines(status), ...(lacksKey ? [missingKey] : [])];
  print({ ...statusAsJson(status), lacks_odds_api_key: lacksKey }, { json, lines });
}

function isWell({ overdue, alarms, failingJobs }: WholeStatus): boolean {
  return overdue.length === 0 && alarms.length === 0 && failingJobs.every(({ outcome }) => outcome === "partly");
}

async function wholeStatus(database: Database, nowMs: number): Promise<WholeStatus> {
  const status = await readStatus(database.kysely, nowMs);
  const collecting = await readCollecting(database);
  const failingJobs = await readFailingJobs(database);
  const proof = await readProofState(database.kysely);
  return { ...status, collecting, failingJobs, proof, overdue: [...status.overdue, ...overdueCollecting(collecting)] };
}

/** A collector that was ended in good order is nobody's alarm: whoever ended it knows. */
function overdueCollecting(collecting: CollectorState): Overdue[] {
  if (collecting.state !== "gone") return [];
  return [
    {
      what: "collecting",
      since: isoOf(collecting.sinceMs),
      why: "the process that collected is gone, and no other has taken over",
    },
  ];
}

function statusAsJson(status: WholeStatus) {
  return {
    ok: isWell(status),
    at: status.at,
    revision: status.revision,
    last_publish_at: status.lastPublishAt,
    last_import_at: status.lastImportAt,
    unpublished_imports: status.unpublishedImports,
    failed_imports: status.failedImports,
    collecting: status.collecting.state,
    failing_jobs: status.failingJobs.map(({ dueMs, ...job }) => ({ ...job, due: isoOf(dueMs) })),
    overdue: status.overdue,
    never_ended: status.neverEnded,
    proof: status.proof,
    alarms: status.alarms.map(({ rule, sport, since, count, example }) => ({ rule, sport, since, count, example })),
    seasons: status.seasons,
  };
}

const columns: readonly TableColumn[] = [
  "season",
  { number: "games" },
  { number: "closes" },
  "books",
  { number: "no odds" },
  { number: "waiting" },
  { number: "held" },
  "captured",
  "last game",
  "published",
];

const collectingTexts: Readonly<Record<CollectorState["state"], string>> = {
  never: "never",
  running: "by a node that answers",
  stopped: "stopped in good order",
  gone: "the process is gone",
};

function statusLines(status: WholeStatus): string[] {
  const { revision, lastPublishAt, lastImportAt, unpublishedImports, failedImports } = status;
  const minute = (time: string | null): string => (time === null ? "never" : `${minuteText(Date.parse(time))} UTC`);
  const lines = [
    `last publish  ${minute(lastPublishAt)}${revision === null ? "" : `, revision ${revision}`}`,
    `last import   ${minute(lastImportAt)}${unpublishedImports === 0 ? "" : `, ${countText(unpublishedImports)} not published yet`}`,
  ];
  lines.push(`collecting    ${collectingTexts[status.collecting.state]}`, ...proofLines(status.proof));
  for (const { job, outcome, dueMs, detail } of status.failingJobs) {
    const how = outcome === "failed" ? "failed" : "failed in part";
    lines.push(`${how.padEnd(13)} ${job} of ${minuteText(dueMs)} UTC: ${detail ?? "no reason is known"}`);
    lines.push(`${"next".padEnd(13)} ${job === "publish" ? "gradeline publish" : "gradeline collect --once"}`);
  }
  if (failedImports > 0)
    lines.push(`failed        ${countText(failedImports)} imports since the last publish: gradeline log`);
  if (status.seasons.length > 0) {
    lines.push("", ...tableLines(columns, status.seasons.map(cells)), "");
    lines.push("no odds: games without any line. waiting: quotes without a result, of games that should be over.");
  }
  lines.push(...status.overdue.map(({ what, why }) => `OVERDUE: ${what}: ${why}`));
  lines.push(...neverEndedLines(status.neverEnded));
  lines.push(
    ...status.alarms.map(
      ({ rule, sport, count, since, example }) =>
        `ALARM: ${rule}, ${sport}: ${countText(count)} since ${minute(since)}, such as ${example}`,
    ),
  );
  if (isWell(status)) lines.push("nothing is overdue, no job has failed, and no alarm is on");
  return lines;
}

/** So many games are named; the JSON has all of them. */
const mostNamed = 10;

/** These are no reason to exit with 1: a source may leave such a record behind for ever. */
function neverEndedLines(games: readonly NeverEnded[]): string[] {
  const lines = games.slice(0, mostNamed).map(({ sport, away, home, game_date: date, records }) => {
    const names = records.map(({ provider, game_id: id }) => `${provider} ${id}`).join(", ");
    return `NEVER ENDED: ${sport} ${away} at ${home} of ${date} is still scheduled (${names})`;
  });
  if (games.length > mostNamed) lines.push(`NEVER ENDED: ${countText(games.length - mostNamed)} more games (--json)`);
  return lines;
}

function proofLines(proof: ProofState | null): string[] {
  if (proof === null) return [];
  const { revision, fingerprint, commands, why_unsigned: why } = proof;
  const signed = fingerprint === null ? `not signed. ${why}` : `signed by ${fingerprint}`;
  return [`manifest      revision ${revision}, ${signed}`, ...commands.map((command) => `check         ${command}`)];
}

function cells({ books_per_game: books, ...season }: SeasonStatus): string[] {
  return [
    `${season.sport} ${season.season}`,
    countText(season.games),
    countText(season.games_with_close),
    books === null ? "-" : `${books.median} (${books.least}-${books.most})`,
    countText(season.games_waiting_for_quotes),
    countText(season.waiting_for_result.quotes),
    countText(season.held_back),
    ...[season.last_capture_at, season.last_final_at, season.last_published_at].map(
      (time) => time?.slice(0, 10) ?? "-",
    ),
  ];
}
