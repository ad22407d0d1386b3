/**
 * The games that the ledger knows of and that a provider's answers lack. A list that was cut off looks like a whole one, so
 * what was known before, from this provider or another one, is the only thing that tells.
 */
import { type Database, tablesOf } from "../../database/engine.ts";
import { dayMs } from "../../domain/durations.ts";
import { pairOf } from "../../domain/pairs.ts";
import { isWitness } from "../../domain/providers.ts";
import { seasonOf } from "../../domain/seasons.ts";
import { slateDate } from "../../domain/slate-date.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/feed-item.ts";
import type { GameRecord } from "../../feed/records.ts";
import { dateOfGame, isCalledOff } from "../../ledger/game-records.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import type { SlateDays } from "../asking/ask.ts";

/** A game that nobody has called final after so long may never have been played, so that no answer need have it. */
const openMs = 2 * dayMs;

type Question = {
  readonly sport: Sport;
  /** The days of each answer that came. */
  readonly answered: readonly SlateDays[];
  /** All that was read of these answers. */
  readonly items: readonly FeedItem[];
  readonly nowMs: number;
};

export type MissingGames = { readonly known: number; readonly missing: readonly MissingGame[] };
type MissingGame = { readonly date: string; readonly home: string; readonly away: string };

/** @throws DatabaseError */
export async function missingGames(database: Database, question: Question): Promise<MissingGames> {
  const { items, answered } = question;
  const expected = mostOfOneProvider(await knownRecords(database, question));
  const listed = Map.groupBy(
    items.flatMap(({ record }) => (record?.type === "game" ? [record] : [])),
    pairOf,
  );
  const missing = [...Map.groupBy(expected, pairOf)].flatMap(([pair, known]) => {
    // A game that has moved is listed under another day.
    const here = listed.get(pair) ?? [];
    const isOfDay = (record: GameRecord) => here.some((each) => dateOfGame(each) === dateOfGame(record));
    return known.toSorted((a, b) => Number(isOfDay(a)) - Number(isOfDay(b))).slice(0, known.length - here.length);
  });
  // A record that was refused may be any of them, and is told of by its refusal.
  const refused = items.filter(({ refusal }) => refusal !== undefined).length;
  const told = missing.map((record) => ({ date: dateOfGame(record) ?? "", home: record.home, away: record.away }));
  return { known: expected.length, missing: answered.length === 0 || missing.length <= refused ? [] : told };
}

/** Records of games that any answer of their days must list. */
async function knownRecords({ kysely }: Database, { sport, answered, nowMs }: Question): Promise<GameRecord[]> {
  const seasons = [...new Set(answered.flatMap(({ from, to }) => [seasonOf(sport, from), seasonOf(sport, to)]))];
  if (seasons.length === 0) return [];
  const rows = await tablesOf<LedgerTables>(kysely)
    .selectFrom("ledger_records")
    .selectAll()
    .where("kind", "=", "game")
    .where("sport", "=", sport)
    .where("season", "in", seasons)
    .execute();
  return rows
    .map(({ body }) => JSON.parse(body) as GameRecord)
    .filter((record) => {
      const date = dateOfGame(record);
      return isSure(record, nowMs) && answered.some(({ from, to }) => date !== null && date >= from && date <= to);
    });
}

/** Whether a game is known to be played on its day. */
function isSure(record: GameRecord, nowMs: number): boolean {
  if (isWitness(record) || isCalledOff(record) || record.status === "suspended") return false;
  const start = record.actual_start_time ?? record.start_time;
  // A game that began on another day than its own was interrupted, and providers differ about its day.
  if (start === null || slateDate(Date.parse(start)) !== dateOfGame(record)) return false;
  if (record.status === "final") return true;
  // A game of a series is played only if it is needed, and vanishes otherwise.
  return record.season_type === "regular" && Date.parse(start) > nowMs - openMs;
}

/** Of each pair and day, the records of the provider that knows the most: two providers' records may be of one game. */
function mostOfOneProvider(records: readonly GameRecord[]): GameRecord[] {
  return [...Map.groupBy(records, (record) => `${pairOf(record)} ${dateOfGame(record)}`).values()].flatMap((ofDay) => {
    const [most] = [...Map.groupBy(ofDay, ({ provider }) => provider).values()].sort((a, b) => b.length - a.length);
    return most ?? [];
  });
}
