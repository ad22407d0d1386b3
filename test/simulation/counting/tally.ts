/**
 * Computes how many requests were certainly, and how many may have been, counted before or while another was decided.
 */
import { type Account, type Ask, type Key, periodsWithin, wants } from "./book.ts";

export type Tally = { readonly least: number; readonly most: number };

const windowMs = 60_000;
/** Stamps are whole milliseconds, and a request is never counted at exactly the moment that the test assumes. */
const slackMs = 2;
/** How often a request may be asked for, and given back, while answers are lost. */
const mostTries = 10;

/**
 * Whether the request was counted in its key's window: only an admitted request is [D-37]. Null when nobody can know.
 */
function isInWindow({ answer, want, isForgotten }: Ask): boolean | null {
  if (isForgotten) return null;
  if (answer === null || answer.status >= 500) return null;
  return answer.status === wants[want];
}

/** Whether the request was charged in the end [D-38]. Null when nobody can know. */
export function isCharged(ask: Ask): boolean | null {
  const { answer, fate, isUnsettled, isForgotten } = ask;
  if (isForgotten) return null;
  if (answer !== null) {
    if (answer.status === 200 || answer.status === 304) return true;
    // A request that could not be answered is not charged [D-48], but only a living server can give it back.
    return answer.status >= 500 && isUnsettled ? null : false;
  }
  if (fate === "left" && ask.isUnsent() && !isUnsettled) return false;
  return null;
}

/** How many units an account may have too few, because lost answers were given back that had charged nothing. */
export function givenInDoubt(ask: Ask): number {
  return ask.isDoubtful ? mostTries : 0;
}

function endOf(ask: Ask): number {
  // A request that was cut off or given up may still be on its way to the database.
  return ask.answer === null || ask.answer.status >= 500
    ? Number.POSITIVE_INFINITY
    : (ask.endedMs ?? Number.POSITIVE_INFINITY);
}

/** Counts the key's other requests in the minute before some moment between the two. */
export function windowTally(key: Key, fromMs: number, toMs: number, except: Ask): Tally {
  // Its own lost calls are in the window, too.
  let [least, most] = [0, except.isDoubtful ? mostTries : 0];
  for (const other of key.account.asks) {
    if (other === except || other.key !== key) continue;
    const isIn = isInWindow(other);
    if (isIn === false) continue;
    // What was given back stays in the window.
    const times = other.isDoubtful ? mostTries : 1;
    if (other.sentMs - slackMs <= toMs && endOf(other) + slackMs > fromMs - windowMs) most += times;
    if (isIn === true && endOf(other) + slackMs < fromMs && other.sentMs - slackMs > toMs - windowMs) least++;
  }
  return { least, most };
}

/** Counts the account's other requests in a period before some moment between the two. */
export function periodTally(account: Account, period: string, fromMs: number, toMs: number, except: Ask | null): Tally {
  let [least, most] = [except === null ? 0 : -givenInDoubt(except), 0];
  for (const other of account.asks) {
    if (other === except || other.sentMs - slackMs > toMs) continue;
    const within = periodsWithin(account, other.sentMs - slackMs, Math.min(endOf(other), toMs) + slackMs);
    if (!within.has(period) && !other.isInsane) continue;
    least -= givenInDoubt(other);
    const charged = isCharged(other);
    if (charged === true) {
      most++;
      if (endOf(other) + slackMs < fromMs && within.size === 1 && !other.isInsane) least++;
    } else if (charged === null || mayBeTakenStill(other, fromMs)) most++;
  }
  return { least, most };
}

/** An error's unit is taken before the work and given back before the answer [D-38]; with a 503 a little later. */
function mayBeTakenStill(other: Ask, fromMs: number): boolean {
  const { answer, want } = other;
  if (answer === null) return true;
  if (answer.status >= 500) return true;
  return answer.status === wants[want] && (other.isHeld || endOf(other) + slackMs >= fromMs);
}
