/** The promises, worked out from the book for each answer as it comes, and for the accounts at the end. */
import {
  type Account,
  type Answer,
  type Ask,
  type Book,
  type Meter,
  periodOf,
  periodsWithin,
  termsWithin,
  wants,
} from "./book.ts";
import { isCharged, periodTally, windowTally } from "./tally.ts";

/** Every request is answered within this [D-48], and what the network and a late timer take. */
const deadlineMs = 2000 + 200;
/** A key that is revoked, or an account whose standing changes, is refused on every node within this [D-41]. */
const noticeMs = 1000;
/** Service is back this long after the database. */
export const recoveryMs = 5000;
/** What a node needs at most for an account whose database is well, whatever is the matter with others. */
const undisturbedMs = 500;
const slackMs = 2;

export type Violated = (text: string) => void;

/** What is wrong with an answer that has just come in. */
export function checkAnswer(book: Book, ask: Ask, violated: Violated): void {
  const { answer, endedMs } = ask;
  if (answer === null || endedMs === null) return;
  const say = (text: string) => violated(`${nameOf(ask)}: ${text}`);
  checkTime(book, ask, endedMs, say);
  const wrong = statusProblem(book, ask, answer, endedMs);
  if (wrong !== null) return say(wrong);
  if (answer.status === 503 || answer.code === "unauthorized") return;
  if (answer.rate === null || answer.quota === null) return say("it tells nothing of the limits [D-39]");
  const isInTrouble = book.isTroubled(ask.sentMs - recoveryMs, endedMs, ["all", ask.key.account.email, ask.node]);
  if (!ask.isInsane) checkMeters({ ask, answer, rate: answer.rate, quota: answer.quota, endedMs, isInTrouble }, say);
}

export function nameOf({ number, key, want, node, answer }: Ask): string {
  const told = answer === null ? "no answer" : `${answer.status}${answer.code === null ? "" : ` ${answer.code}`}`;
  return `ask ${number} of ${key.name} for ${want} at ${node} (${told})`;
}

function checkTime(book: Book, { sentMs, key, node }: Ask, endedMs: number, say: Violated): void {
  const tookMs = endedMs - sentMs;
  if (book.isTroubled(sentMs, endedMs, [node])) return;
  if (tookMs > deadlineMs) return say(`answered after ${Math.round(tookMs)} ms [D-48]`);
  const isOwnTrouble = book.isTroubled(sentMs - recoveryMs, endedMs, ["all", key.account.email]);
  if (tookMs > undisturbedMs && !isOwnTrouble) {
    say(`answered after ${Math.round(tookMs)} ms, though nothing was the matter with its account or the database`);
  }
}

/** Null: the status can be right. */
function statusProblem(book: Book, ask: Ask, answer: Answer, endedMs: number): string | null {
  const { status, code } = answer;
  const { key, sentMs, want, node } = ask;
  if (status === 503 && code === "unavailable") {
    if (answer.retryAfterS === null) return "no Retry-After [D-48]";
    const whose = ["all", node, key.account.email];
    return book.isTroubled(sentMs - recoveryMs, endedMs, whose) ? null : "unavailable, though nothing was the matter";
  }
  if (status >= 500) return "an answer that the contract does not have";
  if (ask.isInsane) return null;
  const terms = termsWithin(key.account, sentMs - noticeMs, endedMs);
  const isGood = terms.some(({ standing, endsMs }) => isGoodStanding(standing, endsMs, sentMs));
  const isBad = terms.some(({ standing, endsMs }) => !isGoodStanding(standing, endsMs, endedMs));
  const mayBeRevoked = key.revokedMs !== null && key.revokedMs <= endedMs + slackMs;
  const mayBeActive = key.revokedMs === null || key.revokedMs + noticeMs >= sentMs;
  if (status === 403 && code === "forbidden") {
    return mayBeRevoked || isBad ? null : "refused, though the key and its account are good";
  }
  if (!mayBeActive) return "let in with a key that was revoked more than a second ago [D-41]";
  if (!isGood) return "let in, though the account's standing had been bad for more than a second";
  if (status === 429 && (code === "rate_limited" || code === "quota_exceeded")) return null;
  return status === wants[want] ? null : "an answer that the contract does not have";
}

function isGoodStanding(standing: string, endsMs: number | null, atMs: number): boolean {
  return standing === "active" || (standing === "trialing" && endsMs !== null && atMs - slackMs < endsMs);
}

type Told = {
  readonly ask: Ask;
  readonly answer: Answer;
  readonly rate: Meter;
  readonly quota: Meter;
  readonly endedMs: number;
  readonly isInTrouble: boolean;
};

function checkMeters({ ask, answer, rate, quota, endedMs, isInTrouble }: Told, say: Violated): void {
  const { key, sentMs } = ask;
  const { account } = key;
  const isLetIn = answer.status === wants[ask.want];
  const own = isLetIn ? 1 : 0;
  const terms = termsWithin(account, sentMs - noticeMs, endedMs);
  if (!terms.some(({ perMinute }) => perMinute === rate.limit)) say(`a rate limit of ${rate.limit} that nobody set`);
  if (!terms.some((each) => each.quota === quota.limit)) say(`a quota of ${quota.limit} that nobody set`);

  const window = windowTally(key, sentMs, endedMs, ask);
  const told = `${window.least} to ${window.most} others in its minute, limit ${rate.limit}`;
  if (isLetIn && window.least >= rate.limit) say(`let in beyond the rate: ${told} [D-37]`);
  if (answer.code === "rate_limited") {
    if (window.most < rate.limit) say(`refused below the rate: ${told} [D-37]`);
    const { retryAfterS } = answer;
    if (retryAfterS === null || retryAfterS < 1 || retryAfterS > 60) say(`Retry-After of ${retryAfterS} s [D-37]`);
  }
  if (
    rate.remaining > Math.max(0, rate.limit - window.least - own) ||
    rate.remaining < Math.max(0, rate.limit - window.most - own)
  ) {
    say(`${rate.remaining} of the rate remain: ${told} [D-37, D-39]`);
  }
  const resetMs = rate.resetAtS * 1000;
  if (resetMs < sentMs - 1000 || resetMs > endedMs + 61_000)
    say(`the rate is reset at ${new Date(resetMs).toISOString()} [D-37]`);

  const periods = periodsWithin(account, sentMs - slackMs, endedMs + slackMs);
  const ends = terms.flatMap((each) =>
    [sentMs - slackMs, endedMs + slackMs].map((atMs) => Math.ceil(periodOf(each, atMs).endMs / 1000)),
  );
  if (!ends.includes(quota.resetAtS) && answer.status !== 403)
    say(`the quota is reset at ${new Date(quota.resetAtS * 1000).toISOString()} [D-38]`);
  if (periods.size !== 1) return;
  const [period = ""] = periods;
  const use = periodTally(account, period, sentMs, endedMs, ask);
  const charged = answer.status === 200 || answer.status === 304 ? 1 : 0;
  const toldUse = `${use.least} to ${use.most} others in its period, limit ${quota.limit}`;
  if (isLetIn && use.least >= quota.limit) say(`let in beyond the quota: ${toldUse} [D-38]`);
  if (answer.code === "quota_exceeded" && use.most < quota.limit) say(`refused below the quota: ${toldUse} [D-38]`);
  // An error's unit that cannot be given back now is given back later, and the answer tells what is known.
  const isLate = answer.status >= 400 && isLetIn && isInTrouble;
  const isOutside =
    quota.remaining > Math.max(0, quota.limit - use.least - charged) ||
    quota.remaining < Math.max(0, quota.limit - use.most - (isLate ? 1 : charged));
  if (isOutside && !isPeriodNotBegun(answer)) say(`${quota.remaining} of the quota remain: ${toldUse} [D-38, D-39]`);
}

/** An account that may not ask is told of the period that it last asked in. */
function isPeriodNotBegun({ status }: Answer): boolean {
  return status === 403;
}

/** At the end, when all is well again: answered ≤ counted ≤ sent, and equal where nothing was lost. */
export function checkBalance(account: Account, used: number, nowMs: number, violated: Violated): void {
  const [period = ""] = periodsWithin(account, lastGoodMs(account, nowMs), lastGoodMs(account, nowMs));
  let [least, most] = [0, 0];
  for (const ask of account.asks) {
    const endMs = ask.answer === null ? nowMs : (ask.endedMs ?? nowMs);
    const within = periodsWithin(account, ask.sentMs - slackMs, endMs + slackMs);
    if (!within.has(period) && !ask.isInsane) continue;
    const charged = isCharged(ask);
    if (charged !== false) most++;
    if (charged === true && within.size === 1 && !ask.isInsane) least++;
  }
  if (used < least || used > most) {
    violated(`${account.email} has used ${used}: of what was sent, ${least} to ${most} are to be charged [D-38, D-40]`);
  }
}

/** An account that may not ask stays in the period that it last was good in. */
function lastGoodMs({ terms }: Account, nowMs: number): number {
  let untilMs = nowMs;
  for (const { standing, fromMs } of [...terms].reverse()) {
    if (standing === "active" || standing === "trialing") break;
    untilMs = fromMs - 1;
  }
  return untilMs;
}

/** At the end nobody waits any more. */
export function checkNobodyWaits(book: Book, nowMs: number, violated: Violated): void {
  for (const ask of book.asks) {
    if (ask.fate === "waiting" && nowMs - ask.sentMs > deadlineMs) {
      violated(`${nameOf(ask)}: waits for ${Math.round(nowMs - ask.sentMs)} ms [D-48]`);
    }
  }
}
