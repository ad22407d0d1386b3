/**
 * Whether what a provider gave of a sport is no good as a whole: most of it could not be read, or nothing could be taken of
 * it where something was a week ago. A run with such an answer has failed, and is asked again every hour.
 */
import { type Database, tablesOf } from "../../database/engine.ts";
import { dayMs, hourMs, minuteMs } from "../../domain/durations.ts";
import type { AskedProvider } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";
import { type RefusalReason, unreadableReasons } from "../../feed/refusals.ts";
import type { ImportSummary } from "../../ledger/import-report.ts";
import type { EndedRun } from "../runs/runs.ts";
import type { CollectTables } from "../runs/tables.ts";

/** The summary of an import of a provider's answers, as the report of a run keeps it. */
export type TakenImport = ImportSummary & { readonly provider: AskedProvider; readonly sport: Sport };

/** One request in this time asks whether it is over. */
const againMs = hourMs;

/** The moment before which an ordinary request would most likely buy nothing again; 0 when nothing is the matter. */
export function unreadUntil(last: EndedRun | null): number {
  return last?.isUnread === true ? last.endedMs + againMs : 0;
}

type Question = {
  readonly job: string;
  readonly nowMs: number;
  readonly taken: TakenImport;
  /** Whether the answer should have had something, by the games that are known. */
  readonly isExpected: boolean;
};

/** How many records could not be read, when that is more than half; null otherwise. */
export function mostlyUnread({ read, refused }: ImportSummary): string | null {
  const unreadable = Object.entries(refused).filter(([reason]) => unreadableReasons.has(reason as RefusalReason));
  const count = unreadable.reduce((sum, [, each]) => sum + each.count, 0);
  return count * 2 > read
    ? `${count} of ${read} records could not be read, such as ${unreadable[0]?.[1].example}`
    : null;
}

/** The reason in words; null when the answers are good. @throws DatabaseError */
export async function whyUnread(database: Database, question: Question): Promise<string | null> {
  const { read, accepted, unchanged, refused } = question.taken;
  const mostly = mostlyUnread(question.taken);
  if (mostly !== null) return mostly;
  if (accepted + unchanged > 0 || !question.isExpected || !(await hadSomething(database, question))) return null;
  const [example] = Object.values(refused);
  const what = example === undefined ? "nothing came" : `none of ${read} records was taken, such as ${example.example}`;
  return `${what}, and a week ago at this hour there was something`;
}

/** A run of a week ago that failed for this reason counts too: the provider has been no good since. */
async function hadSomething(database: Database, { job, nowMs, taken }: Question): Promise<boolean> {
  const aboutMs = nowMs - 7 * dayMs;
  const rows = await tablesOf<CollectTables>(database.kysely)
    .selectFrom("collect_runs")
    .select("report")
    .where("job", "=", job)
    .where("due_ms", ">=", aboutMs - 30 * minuteMs)
    .where("due_ms", "<=", aboutMs + 30 * minuteMs)
    .execute();
  return rows.some(({ report }) => {
    const { imports = [], failures = [] } = JSON.parse(report ?? "{}") as {
      readonly imports?: readonly Partial<TakenImport>[];
      readonly failures?: readonly { readonly provider: string; readonly sport?: Sport; readonly reason: string }[];
    };
    const isSame = ({ provider, sport }: { readonly provider?: string; readonly sport?: Sport }): boolean =>
      provider === taken.provider && sport === taken.sport;
    return (
      imports.some((each) => isSame(each) && (each.accepted ?? 0) + (each.unchanged ?? 0) > 0) ||
      failures.some((each) => isSame(each) && each.reason === "unread")
    );
  });
}
