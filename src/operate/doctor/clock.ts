/** Whether this machine's clock is right: against the database's, and against times that cannot lie in the future. */
import { sql } from "kysely";
import type { Database } from "../../database/engine.ts";
import { readLastPublish } from "../../release/last-publish.ts";
import { type Finding, ok, warning, wrong } from "./finding.ts";

const name = "clock";
/** Keys, quotas and starts of games go by the clock; a minute's window is wrong by a clock that is wrong by seconds. */
const warningMs = 2_000;
const wrongMs = 30_000;
/** This version was not there before. */
const earliestMs = Date.parse("2026-11-01T00:00:00Z");

const remedy = "let the machine set its clock: timedatectl set-ntp true, or chrony";

/** Pure. @param apartMs how far the clock is from the database's; null where the database has none of its own. */
export function clockFinding(nowMs: number, apartMs: number | null, publishedMs: number | null): Finding {
  const now = new Date(nowMs).toISOString();
  if (nowMs < earliestMs)
    return wrong(name, `it is ${now} by this machine's clock, before there was this version`, remedy);
  if (publishedMs !== null && publishedMs > nowMs + warningMs) {
    const sentence = `the newest publish was at ${new Date(publishedMs).toISOString()}, and by this machine's clock it is only ${now}`;
    return wrong(name, sentence, remedy);
  }
  if (apartMs === null) return ok(name, `it is ${now}, later than all that is published`);
  const apart = Math.abs(apartMs);
  const sentence = `this machine's clock is ${(apart / 1000).toFixed(1)} s ${apartMs > 0 ? "ahead of" : "behind"} the database's`;
  if (apart > wrongMs) return wrong(name, sentence, remedy);
  return apart > warningMs ? warning(name, sentence, remedy) : ok(name, sentence);
}

export async function checkClock({ kysely, engine }: Database, nowMs: () => number): Promise<Finding> {
  const publishedMs = (await readLastPublish(kysely))?.publishedMs ?? null;
  return clockFinding(nowMs(), engine === "postgres" ? await clocksApartMs(kysely, nowMs) : null, publishedMs);
}

/** The database's answer was made some time between the question and its arrival: the middle of the two is taken. */
async function clocksApartMs(kysely: Database["kysely"], nowMs: () => number): Promise<number> {
  const beforeMs = nowMs();
  const { rows } = await sql<{ ms: string }>`select (extract(epoch from clock_timestamp()) * 1000)::text as ms`.execute(
    kysely,
  );
  return (beforeMs + nowMs()) / 2 - Number(rows[0]?.ms);
}
