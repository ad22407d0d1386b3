/** Reads the answers of one round with their adapter, and brings the records into the ledger. */
import type { FeedItem } from "../../feed/feed-item.ts";
import { importItems } from "../../ledger/import.ts";
import type { AskedProvider } from "../asking/ask.ts";
import type { Received } from "../clients/client.ts";
import { isRefusedAnswer } from "../clients/read-each.ts";
import type { RunContext, Workplace } from "./job.ts";
import { untilWritten } from "./patience.ts";
import type { RunReport } from "./run-report.ts";

type Round<Answer extends Received> = {
  readonly provider: AskedProvider;
  readonly received: readonly Answer[];
  readonly read: (received: readonly Answer[]) => Iterable<FeedItem>;
  readonly report: RunReport;
};

/**
 * Some adapters need several answers to make one game, so all of a round are read together. When that fails, each is
 * read alone to find those that are no good, and the others are read together again.
 */
export function readRound<Answer extends Received>({ provider, received, read, report }: Round<Answer>): FeedItem[] {
  if (received.length === 0) return [];
  try {
    const items = [...read(received)];
    // Clients refuse what is no answer at all; for a run that is a request that failed.
    for (const { refusal } of items.filter(isRefusedAnswer)) {
      if (refusal !== undefined) report.noteUnreadable({ provider, label: refusal.file }, refusal.detail);
    }
    return items;
  } catch (error) {
    const sound = received.filter((answer) => {
      try {
        for (const _ of read([answer]));
        return true;
      } catch (problem) {
        report.noteUnreadable({ provider, label: answer.label }, problem);
        return false;
      }
    });
    if (sound.length === received.length) {
      // Each is good alone, and together they are not: then nothing says which one to leave out.
      for (const { label } of sound) report.noteUnreadable({ provider, label }, error);
      return [];
    }
    return readRound({ provider, received: sound, read, report });
  }
}

/** @throws DatabaseError only when the collector ends while the database is away. */
export async function takeItems(
  { database, clock, log }: Workplace,
  items: readonly FeedItem[],
  report: RunReport,
  { stop }: Pick<RunContext, "stop">,
): Promise<void> {
  if (items.length === 0) return;
  const importedAt = new Date(clock.nowMs()).toISOString();
  report.noteImport(
    await untilWritten(
      () => importItems(database, items, importedAt),
      stop,
      (error) => log.warn({ err: error }, "the database is away; what was received is kept until it is back"),
    ),
  );
}
