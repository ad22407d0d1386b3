/**
 * Checks whether an answer states the limits correctly, and whether the request was rightly admitted or refused by
 * them.
 */
import { type Answer, type Ask, type Meter, periodOf, periodsWithin, type Terms, termsWithin, wants } from "./book.ts";
import { periodTally, type Tally, windowTally } from "./tally.ts";

export type Told = {
  readonly ask: Ask;
  readonly answer: Answer;
  readonly rate: Meter;
  readonly quota: Meter;
  readonly endedMs: number;
  /** Whether there was a disturbance while the request was under way or shortly before. */
  readonly isInTrouble: boolean;
};

const noticeMs = 1000;
const slackMs = 2;

export function meterProblems(told: Told): string[] {
  const { ask, rate, quota, endedMs } = told;
  const terms = termsWithin(ask.key.account, ask.sentMs - noticeMs, endedMs);
  const problems = [...rateProblems(told), ...quotaProblems(told, terms)];
  if (!terms.some(({ perMinute }) => perMinute === rate.limit)) {
    problems.push(`a rate limit of ${rate.limit} that nobody set`);
  }
  if (!terms.some((each) => each.quota === quota.limit)) problems.push(`a quota of ${quota.limit} that nobody set`);
  return problems;
}

function rateProblems({ ask, answer, rate, endedMs }: Told): string[] {
  const { key, sentMs, want } = ask;
  const isLetIn = answer.status === wants[want];
  const window = windowTally(key, sentMs, endedMs, ask);
  const others = `${window.least} to ${window.most} others in its minute, limit ${rate.limit}`;
  const problems: string[] = [];
  if (isLetIn && window.least >= rate.limit) problems.push(`let in beyond the rate: ${others} [D-37]`);
  if (answer.code === "rate_limited") {
    const { retryAfterS } = answer;
    if (window.most < rate.limit) problems.push(`refused below the rate: ${others} [D-37]`);
    if (retryAfterS === null || retryAfterS < 1 || retryAfterS > 60) {
      problems.push(`Retry-After of ${retryAfterS} s [D-37]`);
    }
  }
  if (!isBetween(rate, window, isLetIn ? 1 : 0, isLetIn ? 1 : 0)) {
    problems.push(`${rate.remaining} of the rate remain: ${others} [D-37, D-39]`);
  }
  const resetMs = rate.resetAtS * 1000;
  if (resetMs < sentMs - 1000 || resetMs > endedMs + 61_000) {
    problems.push(`the rate is reset at ${new Date(resetMs).toISOString()} [D-37]`);
  }
  return problems;
}

function quotaProblems({ ask, answer, quota, endedMs, isInTrouble }: Told, terms: readonly Terms[]): string[] {
  const { key, sentMs, want } = ask;
  // An account that may not ask is told the numbers of the period in which it last asked.
  if (answer.status === 403) return [];
  const problems: string[] = [];
  const [fromMs, toMs] = [sentMs - slackMs, endedMs + slackMs];
  const ends = terms.flatMap((each) => [fromMs, toMs].map((atMs) => Math.ceil(periodOf(each, atMs).endMs / 1000)));
  if (!ends.includes(quota.resetAtS)) {
    problems.push(`the quota is reset at ${new Date(quota.resetAtS * 1000).toISOString()} [D-38]`);
  }
  const periods = periodsWithin(key.account, fromMs, toMs);
  const [period = ""] = periods;
  if (periods.size !== 1) return problems;
  const isLetIn = answer.status === wants[want];
  const use = periodTally(key.account, period, sentMs, endedMs, ask);
  const others = `${use.least} to ${use.most} others in its period, limit ${quota.limit}`;
  if (isLetIn && use.least >= quota.limit) problems.push(`let in beyond the quota: ${others} [D-38]`);
  if (answer.code === "quota_exceeded" && use.most < quota.limit && !isInTrouble) {
    problems.push(`refused below the quota: ${others} [D-38]`);
  }
  const own = answer.status === 200 || answer.status === 304 ? 1 : 0;
  // When an error's unit cannot be given back now, it is given back later. The answer states what is known.
  const mostOwn = isLetIn && isInTrouble ? 1 : own;
  if (!isBetween(quota, use, own, mostOwn)) {
    problems.push(`${quota.remaining} of the quota remain: ${others} [D-38, D-39]`);
  }
  return problems;
}

function isBetween({ limit, remaining }: Meter, { least, most }: Tally, ownLeast: number, ownMost: number): boolean {
  return remaining <= Math.max(0, limit - least - ownLeast) && remaining >= Math.max(0, limit - most - ownMost);
}
