/** Writes the changes of a publish in the order in which callers read them, and the summary of its revision. */
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import {
  type ChangeEnds,
  type ChangeRow,
  changeChecksum,
  type SummaryBody,
  summaryBodyOf,
  summaryRow,
} from "../../release/change-log.ts";
import { damageOfChangeLog } from "../../release/check-change-log.ts";
import { insertChunks } from "../../release/published-games.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { SeasonMap } from "../season-map.ts";
import type { ChangeLog } from "./change-log.ts";

type Archive = Kysely<ReleaseTables>;
type PublishedRelease = { readonly revision: number; readonly published_at: string };

type RevisionChanges = {
  /** The row of the revision before; undefined before the first. */
  readonly last: PublishedRelease | undefined;
  /** The revision that this publish makes; null when the archive stays as it is. */
  readonly revision: number | null;
  readonly publishedAt: string;
  readonly changes: ChangeLog;
  /** The seasons whose rows were written. */
  readonly written: readonly SeasonKey[];
  readonly oddsRows: number;
  /** Whether the log that is there is to be gone through. */
  readonly mustCheck: boolean;
};

/**
 * A log that is not as it was written is given up: it is kept from the last revision on, and mirrors that have not come so
 * far are told to begin anew.
 */
export async function writeChangeLog(
  connection: Transaction<AnyTables>,
  { last, revision, publishedAt, changes, written, oddsRows, mustCheck }: RevisionChanges,
): Promise<void> {
  const archive = tablesOf<ReleaseTables>(connection);
  const start = last === undefined ? { keptSince: 0, ends: {} } : await startOf(archive, last, mustCheck);
  if (revision === null) return;
  // Whoever has seen a revision that is lost with us has to begin anew.
  const keptSince = revision > (last?.revision ?? 0) + 1 ? revision : start.keptSince;
  const { rows, ends } = numbered(
    changes.rows,
    keptSince === revision ? await endsAfterAll(archive, start.ends) : start.ends,
  );
  for (const chunk of insertChunks(rows)) await archive.insertInto("archive_changes").values(chunk).execute();
  const touched = new SeasonMap(
    [...written, ...rows.map(({ sport, season }) => ({ sport: sport as Sport, season }))].map((key) => [key, null]),
  );
  const seasons = touched.keys().map(({ sport, season }) => ({ sport, season }));
  const body: SummaryBody = { ...changes.counts, odds_rows: oddsRows, seasons, ends };
  const row = summaryRow({ revision, published_at: publishedAt, kept_since: keptSince }, body);
  await archive.insertInto("archive_summaries").values(row).execute();
}

/** The state of the log as of the last revision. */
type LogStart = { readonly keptSince: number; readonly ends: ChangeEnds };

async function startOf(archive: Archive, last: PublishedRelease, mustCheck: boolean): Promise<LogStart> {
  const row = await archive
    .selectFrom("archive_summaries")
    .selectAll()
    .where("revision", "=", last.revision)
    .executeTakeFirst();
  let known: SummaryBody | null = null;
  try {
    known = row === undefined ? null : summaryBodyOf(row);
  } catch (error) {
    if (!(error instanceof ReleaseDamaged)) throw error;
  }
  const isSound = known !== null && (!mustCheck || (await damageOfChangeLog(archive)) === null);
  if (row !== undefined && known !== null && isSound) return { keptSince: row.kept_since, ends: known.ends };
  return beginAnew(archive, last, known);
}

async function beginAnew(archive: Archive, last: PublishedRelease, known: SummaryBody | null): Promise<LogStart> {
  const { revision } = last;
  const ends = await endsAfterAll(archive, known?.ends ?? {});
  const nothing = { added: null, changed: null, removed: null, odds_rows: null, seasons: null };
  await archive.deleteFrom("archive_summaries").where("revision", "=", revision).execute();
  await archive
    .insertInto("archive_summaries")
    .values(
      summaryRow({ revision, published_at: last.published_at, kept_since: revision }, { ...(known ?? nothing), ends }),
    )
    .execute();
  return { keptSince: revision, ends };
}

/** Numbers that no change has had: no cursor of before points at a change of after. */
async function endsAfterAll(archive: Archive, known: ChangeEnds): Promise<ChangeEnds> {
  const highest = async (column: "position" | "sport_position", sport: Sport | null): Promise<number> => {
    let query = archive.selectFrom("archive_changes").select(({ fn }) => fn.max(column).as("highest"));
    if (sport !== null) query = query.where("sport", "=", sport);
    const found = await query.executeTakeFirst();
    return Math.max(Number(found?.highest ?? 0), known[sport ?? "all"] ?? 0);
  };
  const ends: Partial<Record<"all" | Sport, number>> = { all: await highest("position", null) };
  for (const sport of sports) ends[sport] = await highest("sport_position", sport);
  return ends;
}

type UnnumberedRow = Omit<ChangeRow, "position" | "sport_position" | "checksum">;

/** The rows in the order of their ids, which is the same on every engine. */
function numbered(
  rows: readonly UnnumberedRow[],
  start: ChangeEnds,
): { readonly rows: readonly ChangeRow[]; readonly ends: ChangeEnds } {
  const ends: Partial<Record<"all" | Sport, number>> = { ...start };
  const next = (of: "all" | Sport): number => {
    const number = (ends[of] ?? 0) + 1;
    ends[of] = number;
    return number;
  };
  const inOrder = rows.toSorted((a, b) => (a.game_id < b.game_id ? -1 : 1));
  const withNumbers = inOrder.map((row) => {
    const whole = { ...row, position: next("all"), sport_position: next(row.sport as Sport) };
    return { ...whole, checksum: changeChecksum(whole) };
  });
  return { rows: withNumbers, ends };
}
