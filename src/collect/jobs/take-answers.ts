/** Reads the answers of one round with their adapter, and brings the records into the ledger. */

import type { AskedProvider } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/feed-item.ts";
import { importItems } from "../../ledger/import.ts";
import type { ImportSummary } from "../../ledger/import-report.ts";
import type { ReceivedAnswer } from "../clients/client.ts";
import { isRefusedAnswer } from "../clients/read-each.ts";
import type { RunContext, Workplace } from "./job.ts";
import { untilWritten } from "./patience.ts";
import type { RunReport } from "./run-report.ts";
import { whyUnread } from "./unread.ts";

/** The answers of one provider about one sport. */
type Round<Answer extends ReceivedAnswer> = {
  readonly job: string;
  readonly provider: AskedProvider;
  readonly sport: Sport;
  readonly received: readonly Answer[];
  readonly read: (received: readonly Answer[]) => Iterable<FeedItem>;
  /** Whether the answers should have something, by the games that are known; null: when they have any record at all. */
  readonly isExpected: boolean | null;
};

const nothing: ImportSummary = { read: 0, accepted: 0, unchanged: 0, refused: {} };

/**
 * Records that can be read are taken, whatever the rest is.
 * @returns whether the answers are good as a whole.
 * @throws DatabaseError only when the collector ends while the database is away.
 */
export async function takeRound<Answer extends ReceivedAnswer>(
  { database, clock, log }: Pick<Workplace, "database" | "clock" | "log">,
  round: Round<Answer>,
  report: RunReport,
  { stop, nowMs }: Pick<RunContext, "stop" | "nowMs">,
): Promise<boolean> {
  const { job, provider, sport, received } = round;
  const [first] = received;
  if (first === undefined) return true;
  const items = readRound(round, report);
  const importedAt = new Date(clock.nowMs()).toISOString();
  const written = <Result>(write: () => Promise<Result>) =>
    untilWritten(write, stop, (error) =>
      log.warn({ err: error }, "the database is away; what was received is kept until it is back"),
    );
  const summary =
    items.length === 0
      ? nothing
      : (await written(() => importItems(database, items, importedAt, { source: "collect" }))).summary();
  const taken = { provider, sport, ...summary };
  if (items.length > 0) report.noteImport(taken);
  const isExpected = round.isExpected ?? items.length > 0;
  const why = await written(() => whyUnread(database, { job, nowMs, taken, isExpected }));
  if (why !== null) report.noteFailure({ provider, sport, label: first.label }, "unread", why);
  return why === null;
}

/** Some adapters need several answers to make one game, so all of a round are read together. */
function readRound<Answer extends ReceivedAnswer>(
  { provider, received, read }: Pick<Round<Answer>, "provider" | "received" | "read">,
  report: RunReport,
): FeedItem[] {
  const items = [...read(received)];
  // Clients refuse what is no answer at all; for a run that is a request that failed.
  for (const { refusal } of items.filter(isRefusedAnswer)) {
    if (refusal !== undefined) report.noteUnreadable({ provider, label: refusal.file }, refusal.detail);
  }
  return items;
}
