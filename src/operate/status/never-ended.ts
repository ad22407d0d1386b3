/**
 * Games that should be over and of which no source tells an end: the record of a day from which a game was moved goes on
 * as scheduled for ever, and takes the odds of its day.
 */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { isWitness, sampleProvider } from "../../domain/providers.ts";
import { hourMs, isoTime, slateDate } from "../../domain/times.ts";
import type { GameRecord } from "../../feed/records.ts";
import { readGameRecords } from "../../ledger/read.ts";
import { dateOfGame } from "../../ledger/records.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { assembleGames } from "../../publish/match/assemble.ts";

/** A source may take a day to tell of an end. */
const patienceMs = 24 * hourMs;

/** In order of their dates, with the members of the JSON of `gradeline status`. A record that another source knows to be over, or called off, is of no such game. */
export async function readNeverEnded(kysely: Kysely<AnyTables>, nowMs: number) {
  const ledger = tablesOf<LedgerTables>(kysely);
  const rows = await ledger
    .selectFrom("ledger_records")
    .select(["pair", "body"])
    .where("kind", "=", "game")
    .where("body", "like", '%"status":"scheduled"%')
    .execute();
  const pairs = new Set(rows.flatMap(({ pair, body }) => (pair !== null && isDue(body, nowMs) ? [pair] : [])));
  const { games } = assembleGames(await readGameRecords(ledger, [...pairs]), []);
  const found = games.flatMap(({ records, gameDate, startMs }) => {
    const [{ sport, away, home }] = records;
    const spoken = records.filter((record) => !isWitness(record));
    if (!spoken.every((record) => record.status === "scheduled" && isOver(record, nowMs))) return [];
    return [
      {
        sport,
        game_date: gameDate,
        away,
        home,
        start_time: isoTime(startMs),
        /** Each as its provider names it. */
        records: spoken.map(({ provider, game_id }) => ({ provider, game_id })),
      },
    ];
  });
  return found.sort((a, b) => Number(a.game_date > b.game_date) - Number(a.game_date < b.game_date));
}

/** A damaged record is for a publish to tell of. */
function isDue(body: string, nowMs: number): boolean {
  try {
    return isOver(JSON.parse(body) as GameRecord, nowMs);
  } catch {
    return false;
  }
}

/** Seasons of the sample have a calendar of their own. */
function isOver(record: GameRecord, nowMs: number): boolean {
  const date = dateOfGame(record);
  if (date === null || record.provider === sampleProvider) return false;
  return record.start_time === null
    ? date < slateDate(nowMs - 2 * patienceMs)
    : Date.parse(record.start_time) + patienceMs < nowMs;
}
