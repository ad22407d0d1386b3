/** How many requests were certainly, and how many may have been, counted before or while another was decided. */
import { type Account, type Ask, type Key, periodsWithin, wants } from "./book.ts";

export type Tally = { readonly least: number; readonly most: number };

const windowMs = 60_000;
/** Stamps are whole milliseconds, and a moment is never exactly where we think. */
const slackMs = 2;

/** Whether it was counted in its key's window: only what is let in is [D-37]. Null: nobody can know. */
function isInWindow({ answer, want }: Ask): boolean | null {
  if (answer === null || answer.status >= 500) return null;
  return answer.status === wants[want];
}

/** Whether it was charged in the end [D-38]. Null: nobody can know. */
export function isCharged(ask: Ask): boolean | null {
  const { answer, fate, isUnsettled } = ask;
  if (answer !== null) {
    if (answer.status === 200 || answer.status === 304) return true;
    // Nothing is charged that could not be answered [D-48]; but it takes a living server to see to it.
    return answer.status >= 500 && isUnsettled ? null : false;
  }
  if (fate === "left" && ask.isUnsent() && !isUnsettled) return false;
  return null;
}

function endOf(ask: Ask): number {
  // What was cut off or given up may still be on its way to the database.
  return ask.answer === null || ask.answer.status >= 500
    ? Number.POSITIVE_INFINITY
    : (ask.endedMs ?? Number.POSITIVE_INFINITY);
}

/** Others of the key in the minute up to some moment between the two. */
export function windowTally(key: Key, fromMs: number, toMs: number, except: Ask): Tally {
  let [least, most] = [0, 0];
  for (const other of key.account.asks) {
    if (other === except || other.key !== key) continue;
    const isIn = isInWindow(other);
    if (isIn === false) continue;
    if (other.sentMs - slackMs <= toMs && endOf(other) + slackMs > fromMs - windowMs) most++;
    if (isIn === true && endOf(other) + slackMs < fromMs && other.sentMs - slackMs > toMs - windowMs) least++;
  }
  return { least, most };
}

/** Others of the account in a period, up to some moment between the two. */
export function periodTally(account: Account, period: string, fromMs: number, toMs: number, except: Ask | null): Tally {
  let [least, most] = [0, 0];
  for (const other of account.asks) {
    if (other === except || other.sentMs - slackMs > toMs) continue;
    const within = periodsWithin(account, other.sentMs - slackMs, Math.min(endOf(other), toMs) + slackMs);
    if (!within.has(period) && !other.isInsane) continue;
    const charged = isCharged(other);
    if (charged === true) {
      most++;
      if (endOf(other) + slackMs < fromMs && within.size === 1 && !other.isInsane) least++;
    } else if (charged === null || mayBeTakenStill(other, fromMs)) most++;
  }
  return { least, most };
}

/** An error's unit is taken before the work and given back before the answer [D-38]; one of 503 a little later. */
function mayBeTakenStill(other: Ask, fromMs: number): boolean {
  const { answer, want } = other;
  if (answer === null) return true;
  if (answer.status >= 500) return true;
  return answer.status === wants[want] && (other.isHeld || endOf(other) + slackMs >= fromMs);
}
