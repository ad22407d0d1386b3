/**
 * `gradeline log`: what happened, the newest first: imports and publishes with what they refused, deeds of operators, and what was
 * corrected after it was published. It only reads.
 */
import { newestFirst, readDeeds } from "../audit/deeds.ts";
import type { Config } from "../config/config.ts";
import { missingAccess } from "../database/engine.ts";
import { type RefusalReason, refusalReasons } from "../feed/refusals.ts";
import { readCorrections } from "../operate/corrections.ts";
import { type Report, readExamples, readReports } from "../operate/reports.ts";
import { type FindingKind, findingKinds } from "../publish/findings.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { countText } from "./output/table-text.ts";
import { readAccess, readFacts } from "./with-database.ts";

type Options = {
  readonly only?: "reports" | "deeds" | "corrections";
  readonly since?: string;
  readonly all?: true;
  readonly json?: true;
};

/** One entry of the log, with its time as ISO 8601 UTC. */
type Entry = { readonly kind: string; readonly at: string };

/** Entries that are shown when nobody says since when. */
const newest = 50;
/** Corrected games that are read at once, the newest ones. */
const mostGames = 1_000;

/** Corrections are listed where they are asked for, because one publish may make any number of them. @param reportId only this report. */
export async function logCommand(config: Config, reportId: number | undefined, options: Options): Promise<void> {
  const { since, json } = options;
  const only = reportId === undefined ? options.only : "reports";
  const entries = [
    ...(only === undefined || only === "reports" ? await reportEntries(config, reportId, options) : []),
    ...(only === undefined || only === "deeds" ? await deedEntries(config, options) : []),
    ...(only === "corrections" ? await correctionEntries(config, options) : []),
  ];
  if (reportId !== undefined && entries.length === 0) {
    throw new CommandError(`there is no report ${reportId}, or not any more: gradeline log lists the newest ones`);
  }
  const inOrder = entries.sort((one, other) => other.at.localeCompare(one.at));
  const told = since === undefined && only === undefined ? inOrder.slice(0, newest) : inOrder;
  print(told, { json, none: "Nothing of this has happened." });
}

async function reportEntries(config: Config, reportId: number | undefined, { since, all }: Options): Promise<Entry[]> {
  return readFacts(config, async ({ kysely }) => {
    const filter = reportId !== undefined ? { reportId } : since !== undefined ? { since } : { limit: newest };
    const entries: Entry[] = [];
    for (const report of await readReports(kysely, filter)) {
      entries.push(entryOf(report, all ? await readExamples(kysely, report.reportId) : null));
    }
    return entries;
  });
}

/** @param examples all of each finding; null: only the first is printed. */
function entryOf(report: Report, examples: ReadonlyMap<string, readonly string[]> | null): Entry {
  const { reportId, kind, at, durationMs, findings, ...more } = report;
  const told = findings.map(({ name, count, example }) => {
    // A later version may have other names.
    const words = kind === "import" ? refusalReasons[name as RefusalReason] : findingKinds[name as FindingKind];
    return { name, about: words ?? name, count, examples: examples?.get(name) ?? [example] };
  });
  return { report: reportId, kind, at, duration_ms: durationMs, ...more, findings: told } as Entry;
}

async function deedEntries(config: Config, { since }: Options): Promise<Entry[]> {
  const filter = { since: since ?? null, limit: since === undefined ? newest : Number.MAX_SAFE_INTEGER };
  const ofFacts = await readFacts(config, (database) => readDeeds(database, filter));
  const hasAccess = missingAccess(config.databaseUrl) === null;
  const ofAccess = hasAccess ? await readAccess(config, (database) => readDeeds(database, filter)) : [];
  return newestFirst([ofFacts, ofAccess], filter.limit).map((deed) => ({ kind: "deed", ...deed }));
}

async function correctionEntries(config: Config, { since }: Options): Promise<Entry[]> {
  const found = await readFacts(config, ({ kysely }) => readCorrections(kysely, since ?? null, mostGames));
  if (found.length === mostGames) console.error(`These are the newest ${countText(mostGames)}; there may be more.`);
  return found.map(({ publishedAt: at, gameId: game_id, ...more }) => ({ kind: "correction", at, game_id, ...more }));
}
