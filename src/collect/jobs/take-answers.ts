/** Reads the answers of one round with their adapter, and brings the records into the ledger. */

import type { AskedProvider } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/feed-item.ts";
import { importItems } from "../../ledger/import.ts";
import type { ImportSummary } from "../../ledger/import-report.ts";
import type { ReceivedAnswer } from "../clients/client.ts";
import { isRefusedAnswer, isShortAnswer } from "../clients/read-each.ts";
import { type MissingGames, missingGames } from "../schedule/missing-games.ts";
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
  /** Which of the items come into the ledger; nothing: all of them. */
  readonly isTaken?: (item: FeedItem) => boolean;
  /** Whether the answers should have something, by the games that are known; null: when they have any record at all. */
  readonly isExpected: boolean | null;
};

const nothing: ImportSummary = { read: 0, accepted: 0, unchanged: 0, refused: {} };

/**
 * Records that can be read are taken, whatever the rest is.
 * @returns the labels of the answers that must come again, since they are no good or lack something.
 * @throws DatabaseError only when the collector ends while the database is away.
 */
export async function takeRound<Answer extends ReceivedAnswer>(
  { database, clock, log }: Pick<Workplace, "database" | "clock" | "log">,
  round: Round<Answer>,
  report: RunReport,
  { stop, nowMs }: Pick<RunContext, "stop" | "nowMs">,
): Promise<ReadonlySet<string>> {
  const { job, provider, sport, received } = round;
  const [first] = received;
  if (first === undefined) return new Set();
  const all = [...round.read(received)];
  const items = all.filter(round.isTaken ?? (() => true));
  const again = noteRefused(round, items, report);
  const importedAt = new Date(clock.nowMs()).toISOString();
  const written = <Result>(write: () => Promise<Result>) =>
    untilWritten(write, stop, (error) =>
      log.warn({ err: error }, "the database is away; what was received is kept until it is back"),
    );
  const answered = received.flatMap(({ days }) => (days === undefined ? [] : [days]));
  const lacking = await written(() => missingGames(database, { sport, answered, items: all, nowMs }));
  for (const label of noteMissing(round, lacking, report)) again.add(label);
  const summary =
    items.length === 0
      ? nothing
      : (await written(() => importItems(database, items, importedAt, { source: "collect" }))).summary();
  const taken = { provider, sport, ...summary };
  if (items.length > 0) report.noteImport(taken);
  const isExpected = round.isExpected ?? items.length > 0;
  const why = await written(() => whyUnread(database, { job, nowMs, taken, isExpected }));
  if (why === null) return again;
  report.noteFailure({ provider, sport, label: first.label }, "unread", why);
  return new Set(received.map(({ label }) => label));
}

type Told = Pick<Round<ReceivedAnswer>, "provider" | "sport" | "received">;

/** Clients refuse what is no answer at all; for a run that is a request that failed. So is an answer that was cut off. */
function noteRefused({ provider, sport, received }: Told, items: readonly FeedItem[], report: RunReport): Set<string> {
  const again = new Set<string>();
  for (const item of items) {
    const { refusal } = item;
    if (refusal === undefined) continue;
    const { file: label, detail } = refusal;
    if (isRefusedAnswer(item)) report.noteUnreadable({ provider, label }, detail);
    else if (isShortAnswer(item)) {
      // Schedules cost nothing and are asked for until they are whole. Odds are bought, and go on as they are.
      const isOfGames = received.some((answer) => answer.label === label && answer.days !== undefined);
      report.noteFailure({ provider, sport, label }, isOfGames ? "unread" : "short", detail);
    } else continue;
    again.add(label);
  }
  return again;
}

/** So few games may have moved to days that were not asked for. */
const fewMoved = 2;

/** Names the games that are known and not listed, by the answer that should have had them; more than half are a failure. */
function noteMissing(
  { provider, sport, received }: Told,
  { known, missing }: MissingGames,
  report: RunReport,
): string[] {
  const isMost = missing.length > fewMoved && missing.length * 2 > known;
  return received.flatMap(({ label, days }) => {
    const here = missing.filter(({ date }) => days !== undefined && date >= days.from && date <= days.to);
    const [first] = here;
    if (first === undefined) return [];
    const count = here.length === 1 ? "a game that is" : `${here.length} games that are`;
    const detail = `it lacks ${count} known, such as ${first.away} at ${first.home} of ${first.date}`;
    report.noteFailure({ provider, sport, label }, isMost ? "unread" : "games-missing", detail);
    return [label];
  });
}
