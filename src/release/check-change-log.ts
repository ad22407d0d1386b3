/** Goes through the log of changes from where it is kept, and tells what is not as it was written. */
import type { Kysely } from "kysely";
import type { Sport } from "../domain/sports.ts";
import { type ChangeEnds, type ChangeRow, refuseDamagedChange, type SummaryRow, summaryBodyOf } from "./change-log.ts";
import { ReleaseDamaged } from "./release-damaged.ts";
import type { ReleaseTables } from "./tables.ts";

type Archive = Kysely<ReleaseTables>;
type Numbers = Partial<Record<"all" | Sport, number>>;

const rowsAtOnce = 1_000;

/** Null when the log is sound, otherwise the first thing that is wrong. Throws the engine's errors. */
export async function damageOfChangeLog(archive: Archive): Promise<ReleaseDamaged | null> {
  try {
    await walk(archive);
    return null;
  } catch (error) {
    if (error instanceof ReleaseDamaged) return error;
    throw error;
  }
}

async function walk(archive: Archive): Promise<void> {
  const head = await archive.selectFrom("archive_summaries").selectAll().orderBy("revision", "desc").limit(1).execute();
  const [newest] = head;
  if (newest === undefined) return;
  summaryBodyOf(newest);
  const summaries = await archive
    .selectFrom("archive_summaries")
    .selectAll()
    .where("revision", ">=", newest.kept_since)
    .orderBy("revision")
    .execute();
  const numbers: Numbers = {};
  for (const summary of summaries) {
    const { ends } = summaryBodyOf(summary);
    // The log does not have the changes before the revision that it is kept from, so they cannot be counted.
    if (summary.revision === newest.kept_since) Object.assign(numbers, ends);
    else await walkRevision(archive, summary, numbers);
    refuseOtherEnds(summary, numbers, ends);
  }
}

async function walkRevision(archive: Archive, { revision }: SummaryRow, numbers: Numbers): Promise<void> {
  let rows: ChangeRow[];
  do {
    rows = await archive
      .selectFrom("archive_changes")
      .selectAll()
      .where("position", ">", numbers.all ?? 0)
      .where("revision", "=", revision)
      .orderBy("position")
      .limit(rowsAtOnce)
      .execute();
    for (const row of rows) {
      const sport = row.sport as Sport;
      numbers.all = (numbers.all ?? 0) + 1;
      numbers[sport] = (numbers[sport] ?? 0) + 1;
      refuseDamagedChange(row, null, numbers.all);
      refuseDamagedChange(row, sport, numbers[sport]);
    }
  } while (rows.length === rowsAtOnce);
}

function refuseOtherEnds({ revision }: SummaryRow, found: Numbers, ends: ChangeEnds): void {
  for (const of of new Set([...Object.keys(found), ...Object.keys(ends)]) as Set<keyof ChangeEnds>) {
    if ((found[of] ?? 0) === (ends[of] ?? 0)) continue;
    throw new ReleaseDamaged(
      `changes of revision ${revision} are lost: ${found[of] ?? 0} of ${ends[of] ?? 0} are there`,
    );
  }
}
