/** Reads the answers of one round with their adapter, and brings the records into the ledger. */

import type { AskedProvider } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/feed-item.ts";
import { importItems } from "../../ledger/import.ts";
import type { ImportSummary } from "../../ledger/import-report.ts";
import type { Received } from "../clients/client.ts";
import { isRefusedAnswer, refusedAnswer } from "../clients/read-each.ts";
import type { RunContext, Workplace } from "./job.ts";
import { untilWritten } from "./patience.ts";
import type { RunReport } from "./run-report.ts";
import { whyUnread } from "./unread.ts";

/** The answers of one provider about one sport. */
type Round<Answer extends Received> = {
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
export async function takeRound<Answer extends Received>(
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

/**
 * Some adapters need several answers to make one game, so all of a round are read together. When that fails, each is
 * read alone to find those that are no good, and the others are read together again.
 */
function readRound<Answer extends Received>(
  { provider, received, read }: Pick<Round<Answer>, "provider" | "received" | "read">,
  report: RunReport,
): FeedItem[] {
  if (received.length === 0) return [];
  try {
    const items = [...read(received)];
    // Clients refuse what is no answer at all; for a run that is a request that failed.
    for (const { refusal } of items.filter(isRefusedAnswer)) {
      if (refusal !== undefined) report.noteUnreadable({ provider, label: refusal.file }, refusal.detail);
    }
    return items;
  } catch (error) {
    const refused: FeedItem[] = [];
    const refuse = (answer: Answer, problem: unknown): void => {
      report.noteUnreadable({ provider, label: answer.label }, problem);
      refused.push(refusedAnswer(answer, problem));
    };
    const sound = received.filter((answer) => {
      try {
        for (const _ of read([answer]));
        return true;
      } catch (problem) {
        refuse(answer, problem);
        return false;
      }
    });
    if (sound.length < received.length) return [...refused, ...readRound({ provider, received: sound, read }, report)];
    // Each is good alone, and together they are not: then nothing says which one to leave out.
    for (const answer of sound) refuse(answer, error);
    return refused;
  }
}
