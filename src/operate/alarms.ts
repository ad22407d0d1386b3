/** The alarms that publishes have put on and off, as operators read them. */
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type AlarmTables, alarmRows, oldestRecent } from "../publish/alarms/judge.ts";

export type Alarm = {
  readonly rule: string;
  readonly sport: string;
  readonly isOn: boolean;
  /** When it went on, or off; ISO 8601 UTC. */
  readonly since: string;
  readonly count: number;
  readonly example: string;
};

export async function readAlarmsOn(kysely: Kysely<AnyTables>, nowMs: number): Promise<Alarm[]> {
  const oldest = oldestRecent(nowMs);
  return (await alarmRows(kysely)).filter((row) => row.is_on === 1 && row.judged_at >= oldest).map(alarmOf);
}

/** The alarms that went on or off since the webhook was called last. */
export async function readUnsentAlarms(kysely: Kysely<AnyTables>): Promise<Alarm[]> {
  return (await alarmRows(kysely)).filter((row) => row.is_told === 0).map(alarmOf);
}

/** An alarm that has changed again meanwhile stays unsent. */
export async function markSent(kysely: Kysely<AnyTables>, sent: readonly Alarm[]): Promise<void> {
  for (const { rule, sport, isOn, since } of sent) {
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

function alarmOf({ rule, sport, is_on, since, count, example }: AlarmTables["publish_alarms"]): Alarm {
  return { rule, sport, isOn: is_on === 1, since, count, example };
}
