/**
 * `gradeline status`: what the database holds, season by season, and whether a night is missing, the collector is gone or
 * an alarm is on.
 */
import { readFailingJobs } from "../collect/runs.ts";
import type { Config } from "../config/config.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import { snakeCased } from "../domain/names.ts";
import { isoTime } from "../domain/times.ts";
import { bookIdsOf, unpackCaptures } from "../ledger/captures.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { readStatus } from "../operate/status/status.ts";
import { readProofState } from "../release/proof/manifests.ts";
import { print } from "./output/print.ts";
import { readFacts } from "./with-database.ts";

/**
 * Only reads, so it can run beside a server. The exit code is 1 when something is overdue, an alarm is on, or a job of the
 * collector has failed as a whole and has not succeeded since.
 */
export async function statusCommand(config: Config, { json }: { readonly json?: true }): Promise<void> {
  const hasKey = config.collect.oddsApiKey !== null;
  const status = await readFacts(config, (database) => wholeStatus(database, hasKey));
  if (!status.ok) process.exitCode = 1;
  print(json ? status : forPerson(status), { json });
}

async function wholeStatus(database: Database, hasKey: boolean) {
  const status = await readStatus(database, Date.now());
  const failingJobs = await readFailingJobs(database);
  const hasFailed = failingJobs.some(({ outcome }) => outcome === "failed");
  const shown = {
    ok: status.overdue.length === 0 && status.alarms.length === 0 && !hasFailed,
    ...status,
    alarms: status.alarms.map(({ isOn: _, ...alarm }) => alarm),
    failingJobs: failingJobs.map(({ dueMs, ...job }) => ({
      ...job,
      due: isoTime(dueMs),
      next: job.job === "publish" ? "gradeline publish" : "gradeline collect --once",
    })),
  };
  return {
    ...snakeCased(shown),
    proof: await readProofState(database.kysely),
    lines: hasKey || status.collecting === "never" ? null : await freeLines(database),
  };
}

/** How many books the newest lines of ESPN are of, which come without a key. */
async function freeLines({ kysely }: Database): Promise<string> {
  const events = tablesOf<LedgerTables>(kysely).selectFrom("ledger_events").where("provider", "=", "espn");
  const newest = await events.select("captures").orderBy("seen_ms", "desc").limit(1).executeTakeFirst();
  const count = newest === undefined ? 0 : bookIdsOf(unpackCaptures(newest.captures)).size;
  return `${count === 1 ? "1 book" : `${count} books`} by ESPN; for ten and more set THE_ODDS_API_KEY`;
}

type WholeStatus = Awaited<ReturnType<typeof wholeStatus>>;

/** With short names of what is counted, and last what an operator should look at. */
function forPerson({ seasons, never_ended: games, failing_jobs, overdue, alarms, proof, ...plain }: WholeStatus) {
  const day = (time: string | null): string => time?.slice(0, 10) ?? "-";
  return {
    ...plain,
    manifest_signed_by: proof === null ? null : (proof.fingerprint ?? `nobody: ${proof.why_unsigned}`),
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
    failing_jobs,
    overdue,
    alarms,
  };
}
