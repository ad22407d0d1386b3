/**
 * Which alarms are on. A state is kept until a night judges the same rule and sport again. When none does for as long as
 * games are recent, as between two seasons, the alarm is over.
 */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { Sport } from "../../domain/sports.ts";
import { compareTexts } from "../../ledger/game-records.ts";
import { recentMs } from "./bands.ts";
import type { Fault } from "./fault.ts";

type AlarmTables = {
  publish_alarms: {
    rule: string;
    sport: string;
    is_on: number;
    since: string;
    judged_at: string;
    count: number;
    example: string;
    is_told: number;
  };
};

/** One rule and sport as a night has found them. */
export type Judged = {
  readonly rule: string;
  readonly sport: Sport;
  /** How many games, or slates, or books are as they should not be, and one of them in words; null: all is well. */
  readonly fault: Fault | null;
  /** Whether it is about games of the last days. What is found in older ones is reported, and rings no alarm. */
  readonly isOfNow: boolean;
};

export type Alarm = {
  readonly rule: string;
  readonly sport: string;
  readonly isOn: boolean;
  /** When it went on, or off; ISO 8601 UTC. */
  readonly since: string;
  readonly count: number;
  readonly example: string;
};

/** Alarms that are on stay as they are where the night has not judged them. */
export async function writeAlarms(kysely: Kysely<AnyTables>, judged: readonly Judged[], at: string): Promise<void> {
  const tables = tablesOf<AlarmTables>(kysely);
  await expire(tables, at);
  const before = new Map((await readRows(kysely)).map((row) => [`${row.rule} ${row.sport}`, row]));
  for (const { rule, sport, fault } of judged.filter(({ isOfNow }) => isOfNow)) {
    const known = before.get(`${rule} ${sport}`);
    const isOn = fault === null ? 0 : 1;
    if (known === undefined && isOn === 0) continue;
    const isSame = known?.is_on === isOn;
    // Nobody needs to hear that an alarm is over of which nobody heard that it was on.
    const isUnheard = known !== undefined && known.is_told === 0 && !isSame && isOn === 0;
    const row = {
      ...{ rule, sport, is_on: isOn, since: isSame ? known.since : at, judged_at: at },
      count: fault?.count ?? 0,
      example: (fault?.example ?? known?.example ?? "").slice(0, 500).toWellFormed(),
      is_told: isSame ? known.is_told : Number(isUnheard),
    };
    await tables.deleteFrom("publish_alarms").where("rule", "=", rule).where("sport", "=", sport).execute();
    await tables.insertInto("publish_alarms").values(row).execute();
  }
}

async function expire(tables: Kysely<AlarmTables>, at: string): Promise<void> {
  await tables
    .updateTable("publish_alarms")
    .set({ is_on: 0, since: at, is_told: 0 })
    .where("is_on", "=", 1)
    .where("judged_at", "<", oldestRecent(Date.parse(at)))
    .execute();
}

function oldestRecent(nowMs: number): string {
  return new Date(nowMs - recentMs).toISOString();
}

export async function readAlarmsOn(kysely: Kysely<AnyTables>, nowMs: number): Promise<Alarm[]> {
  const oldest = oldestRecent(nowMs);
  return (await readRows(kysely)).filter((row) => row.is_on === 1 && row.judged_at >= oldest).map(alarmOf);
}

/** The alarms that went on or off since the webhook was told last. */
export async function readUntoldAlarms(kysely: Kysely<AnyTables>): Promise<Alarm[]> {
  return (await readRows(kysely)).filter((row) => row.is_told === 0).map(alarmOf);
}

/** An alarm that has changed again meanwhile stays untold. */
export async function markTold(kysely: Kysely<AnyTables>, told: readonly Alarm[]): Promise<void> {
  for (const { rule, sport, isOn, since } of told) {
    await tablesOf<AlarmTables>(kysely)
      .updateTable("publish_alarms")
      .set({ is_told: 1 })
      .where("rule", "=", rule)
      .where("sport", "=", sport)
      .where("is_on", "=", isOn ? 1 : 0)
      .where("since", "=", since)
      .execute();
  }
}

async function readRows(kysely: Kysely<AnyTables>): Promise<AlarmTables["publish_alarms"][]> {
  const rows = await tablesOf<AlarmTables>(kysely).selectFrom("publish_alarms").selectAll().execute();
  return rows.sort((a, b) => compareTexts(a.rule, b.rule) || compareTexts(a.sport, b.sport));
}

function alarmOf({ rule, sport, is_on, since, count, example }: AlarmTables["publish_alarms"]): Alarm {
  return { rule, sport, isOn: is_on === 1, since, count, example };
}
