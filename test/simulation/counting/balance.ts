/** Checks an account's use at the end: answered ≤ counted ≤ sent, and all equal where nothing was lost [D-38, D-40]. */
import { type Account, periodsWithin, type Terms } from "./book.ts";
import { givenInDoubt, isCharged, type Tally } from "./tally.ts";

const slackMs = 2;

/** Returns null when the use is possible. */
export function balanceProblem(account: Account, used: number, nowMs: number): string | null {
  const told = lastPeriods(account, nowMs).map((period) => chargesIn(account, period, nowMs));
  if (told.some(({ least, most }) => used >= least && used <= most)) return null;
  const bounds = told.map(({ least, most }) => `${least} to ${most}`).join(", or ");
  return `${account.email} has used ${used}: of what was sent, ${bounds} are to be charged [D-38, D-40]`;
}

function chargesIn(account: Account, period: string, nowMs: number): Tally {
  let [least, most] = [0, 0];
  for (const ask of account.asks) {
    const endMs = ask.answer === null ? nowMs : (ask.endedMs ?? nowMs);
    const within = periodsWithin(account, ask.sentMs - slackMs, endMs + slackMs);
    if (!within.has(period) && !ask.isInsane) continue;
    least -= givenInDoubt(ask);
    const charged = isCharged(ask);
    if (charged !== false) most++;
    if (charged === true && within.size === 1 && !ask.isInsane) least++;
  }
  return { least, most };
}

/** An account that may not ask stays in its last period. A new period begins only with a request. */
function lastPeriods(account: Account, nowMs: number): readonly string[] {
  const isGood = ({ standing }: Terms): boolean => standing === "active" || standing === "trialing";
  if (account.terms.slice(-1).every(isGood)) return [...periodsWithin(account, nowMs, nowMs)];
  const periods = account.asks.flatMap(({ sentMs, endedMs }) => [...periodsWithin(account, sentMs, endedMs ?? nowMs)]);
  return [...new Set([...periods, ...periodsWithin(account, nowMs, nowMs)])];
}
