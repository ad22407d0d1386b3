/**
 * `gradeline status`: what the database holds, season by season, and whether a night is missing, the collector is gone or
 * an alarm is on.
 */
import { type CollectorState, type FailingJob, readCollecting, readFailingJobs } from "../collect/runs.ts";
import type { Config } from "../config/config.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import { snakeCased } from "../domain/snake-case.ts";
import { bookIdsOf, unpackCaptures } from "../ledger/captures.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import type { Overdue } from "../operate/status/overdue.ts";
import { readStatus, type StatusReport } from "../operate/status/status.ts";
import { type ProofState, readProofState } from "../release/proof/manifests.ts";
import { print } from "./output/print.ts";
import { isoOf } from "./output/table-text.ts";
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
  const hasKey = config.collect.oddsApiKey !== null;
  const [status, lines] = await readFacts(config, async (database) => [
    await wholeStatus(database, Date.now()),
    hasKey ? null : await freeLines(database),
  ]);
  if (!isWell(status)) process.exitCode = 1;
  const shown = { ...statusAsJson(status), lines: status.collecting.state === "never" ? null : lines };
  print(json ? shown : statusFor(shown), { json });
}

/** How many books the newest lines of ESPN are of, which come without a key. */
async function freeLines({ kysely }: Database): Promise<string> {
  const events = tablesOf<LedgerTables>(kysely).selectFrom("ledger_events").where("provider", "=", "espn");
  const newest = await events.select(({ fn }) => fn.max<number | null>("seen_ms").as("ms")).executeTakeFirst();
  const event = await events
    .where("seen_ms", "=", newest?.ms ?? null)
    .select("captures")
    .executeTakeFirst();
  const count = event === undefined ? 0 : bookIdsOf(unpackCaptures(event.captures)).size;
  return `${count === 1 ? "1 book" : `${count} books`} by ESPN; for ten and more set THE_ODDS_API_KEY`;
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

function statusAsJson({ collecting, failingJobs, alarms, proof, ...status }: WholeStatus) {
  const shown = {
    ...{ ok: isWell({ ...status, collecting, failingJobs, alarms, proof }), ...status, collecting: collecting.state },
    failingJobs: failingJobs.map(({ dueMs, ...job }) => ({
      ...{ ...job, due: isoOf(dueMs) },
      next: job.job === "publish" ? "gradeline publish" : "gradeline collect --once",
    })),
    alarms: alarms.map(({ isOn: _, ...alarm }) => alarm),
  };
  return { ...snakeCased(shown), proof };
}

type ShownStatus = ReturnType<typeof statusAsJson>;

/** For a person, with short names of what is counted, and last what wants to be looked at. */
function statusFor({ seasons, never_ended: games, failing_jobs, overdue, alarms, ...plain }: ShownStatus) {
  const day = (time: string | null): string => time?.slice(0, 10) ?? "-";
  return {
    ...plain,
    seasons: seasons.map((season) => ({
      season: `${season.sport} ${season.season}`,
      games: season.games,
      closes: season.games_with_close,
      no_odds: season.games_waiting_for_quotes,
      waiting: season.waiting_for_result.quotes,
      held: season.held_back,
      captured: day(season.last_capture_at),
      last_game: day(season.last_final_at),
      published: day(season.last_published_at),
    })),
    never_ended: games.map(({ sport, away, home, game_date: date, records }) => ({
      game: `${sport} ${away} at ${home} of ${date}`,
      records: records.map(({ provider, game_id: id }) => `${provider} ${id}`).join(", "),
    })),
    ...{ failing_jobs, overdue, alarms },
  };
}
