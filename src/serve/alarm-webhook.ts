/** Tells a webhook which alarms went on or off. It runs after a publish, and whatever happens to it changes nothing there. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, writeTransaction } from "../database/engine.ts";
import { type Alarm, markSent, readUnsentAlarms } from "../operate/alarms.ts";
import { type AlarmName, alarmRules } from "../publish/alarms/rules.ts";

const timeoutMs = 5_000;
const beforeRetryMs = 1_000;

/**
 * Sends one message with every alarm that has changed since the last message that arrived. What could not be sent is
 * sent after the next publish.
 * @param url null: nothing is sent, and what has changed is not kept for later.
 * @returns why nobody could be told, without the address, which is a secret; null when all is well.
 */
export async function tellAlarms(database: Database, url: string | null): Promise<string | null> {
  try {
    const alarms = await readUnsentAlarms(database.kysely);
    if (alarms.length === 0) return null;
    const why = url === null ? null : await sendTwice(url, messageOf(alarms));
    if (why === null) await writeTransaction(database, (connection) => markSent(connection, alarms));
    return why;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The body of the message. `text` is for chats, which show that member. */
function messageOf(alarms: readonly Alarm[]): string {
  const sentences = alarms.map(({ rule, sport, isOn, count, example }) =>
    isOn ? `ALARM ${rule}, ${sport}: ${count}, such as ${example}` : `resolved: ${rule}, ${sport}`,
  );
  return JSON.stringify({
    text: sentences.join("\n"),
    alarms: alarms.map(({ rule, sport, isOn, since, count, example }) => ({
      rule,
      sport,
      state: isOn ? "on" : "resolved",
      since,
      about: alarmRules[rule as AlarmName]?.about ?? rule,
      ...(isOn ? { count, example } : {}),
    })),
  });
}

async function sendTwice(url: string, body: string): Promise<string | null> {
  if ((await send(url, body)) === null) return null;
  await sleep(beforeRetryMs);
  return send(url, body);
}

async function send(url: string, body: string): Promise<string | null> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      // A message that is sent on elsewhere has not arrived where the operator said.
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return answer.ok ? null : `the webhook answered ${answer.status}`;
  } catch (error) {
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return isLate ? `the webhook did not answer in ${timeoutMs / 1000} s` : "the webhook could not be reached";
  }
}
