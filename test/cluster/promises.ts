/** What must hold, judged from what callers sent and got and from what their accounts were charged, and from nothing else. */
import { type Answer, type Caller, givenUpMs, usualRate } from "./callers.ts";

export type Evidence = {
  readonly callers: readonly Caller[];
  readonly answers: readonly Answer[];
  /** When the trouble began; null where there was none. */
  readonly beganMs: number | null;
  /** What each account was charged during the trial. */
  readonly charged: ReadonlyMap<string, number>;
  /** Requests that were under way, by account, whenever a node was killed: each may have been charged and not answered. */
  readonly lostByNodes: ReadonlyMap<string, number>;
  /** By how much a key may exceed its minute. */
  readonly mayExceed: number;
  /** Whether the machine had time for all of this: otherwise seconds are told and not judged. */
  readonly isSteady: boolean;
  /** Answers to pages that need no sign-in. */
  readonly pages: readonly { readonly path: string; readonly status: number | null; readonly atMs: number }[];
};

export type Verdict = {
  readonly violations: readonly string[];
  /** From the beginning of the trouble until everything was answered again; null where the trouble had no beginning. */
  readonly backMs: number | null;
  readonly answered: number;
  readonly unavailable: number;
  readonly refused: number;
  /** Answered and not charged, and charged and not answered, summed over all accounts. */
  readonly uncharged: number;
  readonly overcharged: number;
  /** The most answers within a minute of a key at its limit, less that limit. */
  readonly overLimit: number;
  readonly slowestUnavailableMs: number;
};

/** 503 has to come within two seconds [D-48], at a node; the way to it and back is slack. */
const unavailableWithinMs = 2_000;
const slackMs = 500;
/** `proxy_read_timeout` of nginx.conf: then nginx asks another node, and the first may have charged the request. */
const askedAgainMs = 4_900;
/** How long everything has to be answered before it counts as back. */
const calmMs = 2_000;
const minuteMs = 60_000;
/** By how much the clocks of callers and database may run apart within a minute, and what rounding takes. */
const clockMs = 50;

export function judge(evidence: Evidence): Verdict {
  const { answers, callers, charged, lostByNodes, pages } = evidence;
  const violations = new Set<string>();
  const limits = new Map(callers.map(({ account, limit }) => [account, limit]));
  const byAccount = Map.groupBy(answers, ({ account }) => account);
  let slowestUnavailableMs = 0;

  for (const { account, status, code, retryAfter, sentMs, endedMs, marks } of answers) {
    const told = `${account} at ${(sentMs / 1000).toFixed(1)} s: ${status} ${code}`;
    if (status === 503) {
      slowestUnavailableMs = Math.max(slowestUnavailableMs, endedMs - sentMs);
      if (code !== "unavailable" || retryAfter === null)
        violations.add(`a 503 that the contract does not have: ${told}`);
    } else if (status === 429) {
      if (limits.get(account) === null) violations.add(`a caller far below the limit was refused: ${told}`);
    } else if (status === null && !evidence.isSteady && endedMs - sentMs >= givenUpMs) {
      // The caller's own patience ended while the machine stood still: that says nothing of the service.
    } else if (status !== 200) violations.add(`an answer that the contract does not have: ${told}`);
    if (marks.length > 1) violations.add(`an answer of several revisions: ${told} ${marks}`);
  }
  if (evidence.isSteady && slowestUnavailableMs > unavailableWithinMs + slackMs) {
    violations.add(`a 503 took ${(slowestUnavailableMs / 1000).toFixed(1)} s`);
  }

  let overLimit = Number.NEGATIVE_INFINITY;
  for (const { account, limit } of callers) {
    if (limit === null) continue;
    const own = byAccount.get(account) ?? [];
    overLimit = Math.max(overLimit, mostInAMinute(own) - limit);
    for (const text of refusedBelow(own, limit)) violations.add(`${account} ${text}`);
  }
  if (overLimit > evidence.mayExceed)
    violations.add(`a key got ${overLimit} answers more within a minute than its limit`);

  let uncharged = 0;
  let overcharged = 0;
  for (const { account } of callers) {
    const answered = (byAccount.get(account) ?? []).filter(({ status }) => status === 200).length;
    const difference = (charged.get(account) ?? 0) - answered;
    uncharged += Math.max(0, -difference);
    overcharged += Math.max(0, difference);
    const askedAgain = (byAccount.get(account) ?? []).filter(
      (each) => each.endedMs - each.sentMs > askedAgainMs,
    ).length;
    const doubt = (lostByNodes.get(account) ?? 0) + askedAgain;
    if (difference > doubt)
      violations.add(`${account} was charged ${difference} more than it was answered (${doubt} may be)`);
    const mayBeForgotten = evidence.beganMs === null ? 0 : inTrouble(byAccount.get(account) ?? [], evidence);
    if (-difference > mayBeForgotten) violations.add(`${account} was charged ${-difference} less than it was answered`);
  }
  for (const { path, status } of pages) {
    if (status !== 200) violations.add(`the page ${path}, which needs no sign-in, was answered with ${status}`);
  }

  const count = (wanted: number): number => answers.filter(({ status }) => status === wanted).length;
  return {
    violations: [...violations].slice(0, 20),
    backMs: backMsOf(evidence),
    ...{ answered: count(200), unavailable: count(503), refused: count(429) },
    ...{ uncharged, overcharged, overLimit, slowestUnavailableMs },
  };
}

/**
 * From the beginning of the trouble until everything is answered again. What is unavailable within `calmMs` of each other is one
 * outage; the one with the most requests counts.
 */
export function backMsOf({ answers, beganMs }: Pick<Evidence, "answers" | "beganMs">): number | null {
  if (beganMs === null) return null;
  const missed = answers
    .filter(({ status, sentMs }) => sentMs >= beganMs - calmMs && status !== 200 && status !== 429)
    .map(({ sentMs }) => sentMs)
    .sort((a, b) => a - b);
  let longest: readonly number[] = [];
  let outage: number[] = [];
  for (const sentMs of missed) {
    if (sentMs - (outage.at(-1) ?? sentMs) > calmMs) outage = [];
    outage.push(sentMs);
    if (outage.length > longest.length) longest = outage;
  }
  const lastMs = longest.at(-1);
  if (lastMs === undefined) return 0;
  const good = answers.filter(({ status, sentMs }) => sentMs > lastMs && status === 200).map(({ endedMs }) => endedMs);
  return Math.max(0, Math.min(Number.POSITIVE_INFINITY, ...good) - beganMs);
}

/** Requests that were under way while there was trouble: the database's answer to each may have been lost [D-40]. */
function inTrouble(answers: readonly Answer[], evidence: Evidence): number {
  const fromMs = evidence.beganMs ?? 0;
  const untilMs = fromMs + (backMsOf(evidence) ?? 0) + calmMs;
  return answers.filter(({ sentMs, endedMs }) => endedMs >= fromMs && sentMs <= untilMs).length;
}

/** Each was decided between its sending and its answer: those that lie whole within a minute were counted in one window. */
function mostInAMinute(answers: readonly Answer[]): number {
  const good = answers.filter(({ status }) => status === 200);
  return good.reduce((most, { sentMs: fromMs }) => {
    const within = good.filter(({ sentMs, endedMs }) => sentMs >= fromMs && endedMs < fromMs + minuteMs - clockMs);
    return Math.max(most, within.length);
  }, 0);
}

/** A refusal is right when what was answered, or may have been counted and given back, within a minute reaches the limit. */
function* refusedBelow(answers: readonly Answer[], limit: number): Generator<string> {
  const spent = answers.filter(({ status }) => status !== 429);
  for (const { status, endedMs, sentMs } of answers) {
    if (status !== 429) continue;
    const within = spent.filter((each) => each.endedMs > sentMs - minuteMs - clockMs && each.sentMs < endedMs).length;
    if (within < limit) yield `was refused with ${within} of ${limit} requests in its minute`;
  }
}

/** One line of figures. */
export function figures({ backMs, answered, unavailable, refused, ...rest }: Verdict): string {
  const back = backMs === null ? "" : `back after ${(backMs / 1000).toFixed(1)} s; `;
  const slow =
    rest.slowestUnavailableMs === 0 ? "" : `, the slowest 503 after ${(rest.slowestUnavailableMs / 1000).toFixed(2)} s`;
  const over = Number.isFinite(rest.overLimit) ? `, ${rest.overLimit} over a limit` : "";
  return (
    `${back}${answered} answered, ${unavailable} unavailable, ${refused} refused` +
    `; ${rest.uncharged} answered and not charged, ${rest.overcharged} charged and not answered${over}${slow}` +
    ` (${usualRate} requests a second)`
  );
}
