/** Writes the changes of a publish in the order in which callers read them, and the summary of its revision. */
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import {
  type ChangeEnds,
  type ChangeRow,
  type SummaryBody,
  type SummaryRow,
  summaryBodyOf,
  summaryRow,
} from "../../release/change-log.ts";
import type { Release } from "../../release/manifest.ts";
import { insertChunks } from "../../release/published-games.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { SeasonMap } from "../season-map.ts";
import type { ChangeLog } from "./change-log.ts";

type RevisionChanges = {
  /** The release before; null before the first. */
  readonly last: Pick<Release, "revision"> | null;
  /** The revision that this publish makes. */
  readonly revision: number;
  readonly publishedAt: string;
  readonly changes: ChangeLog;
  /** The seasons whose rows were written. */
  readonly written: readonly SeasonKey[];
  readonly oddsRows: number;
};

export async function writeChangeLog(
  connection: Transaction<AnyTables>,
  { last, revision, publishedAt, changes, written, oddsRows }: RevisionChanges,
): Promise<void> {
  const archive = tablesOf<ReleaseTables>(connection);
  const before = last === null ? undefined : await readSummary(archive, last.revision);
  const { rows, ends } = numbered(changes.rows, before === undefined ? {} : summaryBodyOf(before).ends);
  for (const chunk of insertChunks(rows)) await archive.insertInto("archive_changes").values(chunk).execute();
  const touched = new SeasonMap(
    [...written, ...rows.map(({ sport, season }) => ({ sport: sport as Sport, season }))].map((key) => [key, null]),
  );
  const seasons = touched.keys().map(({ sport, season }) => ({ sport, season }));
  const body: SummaryBody = { ...changes.counts, odds_rows: oddsRows, seasons, ends };
  const row = summaryRow(
    { revision, published_at: publishedAt, kept_since: before?.kept_since ?? last?.revision ?? 0 },
    body,
  );
  await archive.insertInto("archive_summaries").values(row).execute();
}

function readSummary(archive: Kysely<ReleaseTables>, revision: number): Promise<SummaryRow | undefined> {
  return archive.selectFrom("archive_summaries").selectAll().where("revision", "=", revision).executeTakeFirst();
}

type UnnumberedRow = Omit<ChangeRow, "position" | "sport_position">;

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
  const withNumbers = inOrder.map((row) => ({
    ...row,
    position: next("all"),
    sport_position: next(row.sport as Sport),
  }));
  return { rows: withNumbers, ends };
}
