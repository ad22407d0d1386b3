/** The changes of a publish, game by game, as `archive_changes` keeps them for callers, and the summary of its revision. */
import type { Kysely } from "kysely";
import { eachOnce, type SeasonKey } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { gameRecordKey, identityKey, type LedgerTables } from "../../ledger/tables.ts";
import {
  type ChangeBody,
  type ChangeEnds,
  type ChangeRow,
  type SummaryBody,
  summaryBodyOf,
  summaryRow,
} from "../../release/changes.ts";
import { differenceOf } from "../../release/diff.ts";
import { insertChunks } from "../../release/published-games.ts";
import type { PublishStart } from "../start.ts";
import type { GameChange, GameSpeakers } from "./seasons.ts";

/**
 * The games of one publish whose changes are kept value by value. A rule that changes twenty thousand games is described in its
 * release notes; of the other games, the changed values are counted by member.
 */
const mostDetailed = 2_000;

/** A change that has no number yet. */
export type ChangeOfGame = Pick<ChangeRow, "game_id" | "sport" | "season" | "change" | "corrected" | "body">;

const nothing = { fields: [], others: [], providers: { records: [], lines: [] }, corrected: 0 };
/** At least one value, nobody knows which. */
const somethingElse: ChangeBody["others"] = [{ path: "", count: 1 }];

/**
 * Makes the rows of changes: none where callers see no difference between the values.
 * @param seen the last import that was published.
 * @param detailed how many games of this publish have been kept value by value.
 */
export async function changesOf(
  ledger: Kysely<LedgerTables>,
  changes: readonly GameChange[],
  seen: number,
  detailed: number,
): Promise<ChangeOfGame[]> {
  const isNews = await newsSince(ledger, changes, seen);
  const rows: ChangeOfGame[] = [];
  for (const { draft, before, after } of changes) {
    const { game_id, sport, season } = draft.row;
    const add = (change: ChangeRow["change"], { corrected, ...body }: ChangeBody & { corrected: number }): void => {
      rows.push({ game_id, sport, season, change, corrected, body: JSON.stringify(body) });
    };
    if (after === null || draft.speakers === null) add("removed", { ...nothing, corrected: 1 });
    else if (draft.before === null) add("added", nothing);
    // Nobody knows what callers saw of values that are damaged now, so they count as changed.
    else if (before === null) add("changed", { ...nothing, others: somethingElse });
    else {
      const difference = differenceOf(before, after, detailed < mostDetailed);
      if (difference.fields.length === 0 && difference.others.length === 0) continue;
      detailed += 1;
      add("changed", { ...difference, providers: newsProviders(draft.speakers, isNews) });
    }
  }
  return rows;
}

/** Whether a record, or the captures of an event, came in after the revision before. */
type IsNews = (kind: "records" | "lines", provider: string, key: string) => boolean;

async function newsSince(ledger: Kysely<LedgerTables>, changes: readonly GameChange[], seen: number): Promise<IsNews> {
  const pairs = new Set(changes.flatMap(({ draft, before }) => (before === null ? [] : [draft.row.pair])));
  if (pairs.size === 0) return () => false;
  const records = await ledger
    .selectFrom("ledger_records")
    .select(["provider", "record_key"])
    // Only games have a pair; see `readGameRecords`.
    .where("pair", "in", [...pairs])
    .where("changed_in", ">", seen)
    .execute();
  const events = await ledger
    .selectFrom("ledger_events")
    .select(["provider", "event_id as record_key"])
    .where("pair", "in", [...pairs])
    .where("changed_in", ">", seen)
    .execute();
  const known = { records: new Set(records.map(identityKey)), lines: new Set(events.map(identityKey)) };
  return (kind, provider, key) => known[kind].has(identityKey({ provider, record_key: key }));
}

/** The providers who have moved the values of a game: those with something new of its records and its captures. */
function newsProviders({ records, events }: GameSpeakers, isNews: IsNews): ChangeBody["providers"] {
  const ofRecords = records.filter((record) => {
    const key = gameRecordKey(record);
    return isNews("records", record.provider, key) || isNews("records", record.provider, `${key}:suspended`);
  });
  const ofLines = events.filter(({ provider, eventId }) => isNews("lines", provider, eventId));
  const names = (stating: readonly { readonly provider: string }[]) =>
    [...new Set(stating.map(({ provider }) => provider))].sort();
  return { records: names(ofRecords), lines: names(ofLines) };
}

type NewRevision = {
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
  /** The seasons whose rows were written. */
  readonly written: readonly SeasonKey[];
  /** Odds rows in the archive now. */
  readonly oddsRows: number;
};

/** Writes the changes in the order of their game ids, which is the same on every engine, and the summary of the revision. */
export async function writeChanges(
  { tables: archive, last, revision, changes }: PublishStart & { readonly changes: readonly ChangeOfGame[] },
  { publishedAt, written, oddsRows }: NewRevision,
): Promise<void> {
  const when = { revision, published_at: publishedAt };
  const summaries = archive.selectFrom("archive_summaries").selectAll();
  const before = last === null ? undefined : await summaries.where("revision", "=", last.revision).executeTakeFirst();
  const ends: { -readonly [Of in keyof ChangeEnds]: number } = before === undefined ? {} : summaryBodyOf(before).ends;
  const next = (of: keyof ChangeEnds): number => {
    const number = (ends[of] ?? 0) + 1;
    ends[of] = number;
    return number;
  };
  const rows = changes
    .toSorted((a, b) => (a.game_id < b.game_id ? -1 : 1))
    .map((row): ChangeRow => {
      return { ...row, ...when, position: next("all"), sport_position: next(row.sport as Sport) };
    });
  for (const chunk of insertChunks(rows)) await archive.insertInto("archive_changes").values(chunk).execute();
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const { change } of rows) counts[change] += 1;
  const seasons = eachOnce([...written, ...rows.map(({ sport, season }) => ({ sport: sport as Sport, season }))]);
  const body: SummaryBody = { ...counts, odds_rows: oddsRows, seasons, ends };
  const keptSince = before?.kept_since ?? last?.revision ?? 0;
  await archive
    .insertInto("archive_summaries")
    .values(summaryRow({ ...when, kept_since: keptSince }, body))
    .execute();
}
