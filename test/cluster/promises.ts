/** What must hold, judged from what callers sent and got and from what their accounts were charged, and from nothing else. */
import { type Answer, type Caller, usualRate } from "./callers.ts";

export type Evidence = {
  readonly callers: readonly Caller[];
  readonly answers: readonly Answer[];
  /** When the trouble began; null where there was none. */
  readonly beganMs: number | null;
  /** What each account was charged during the trial. */
  readonly charged: ReadonlyMap<string, number>;
  /** Requests that were under way, by account, whenever a node was killed: each may have been charged and not answered. */
  readonly lostByNodes: ReadonlyMap<string, number>;
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

/** 503 has to come within two seconds [D-48]; a machine with other work may need longer. */
const unavailableWithinMs = 2_000;
const slackMs = 8_000;
/** How long everything has to be answered before it counts as back. */
const calmMs = 2_000;
const minuteMs = 60_000;
/** A request is counted between its sending and its answer, so that windows as callers see them differ by so much. */
const windowSlackMs = 2_000;

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
    } else if (status !== 200) violations.add(`an answer that the contract does not have: ${told}`);
    if (marks.length > 1) violations.add(`an answer of several revisions: ${told} ${marks}`);
  }
  if (slowestUnavailableMs > unavailableWithinMs + slackMs) {
    violations.add(`a 503 took ${(slowestUnavailableMs / 1000).toFixed(1)} s`);
  }

  let overLimit = Number.NEGATIVE_INFINITY;
  for (const { account, limit } of callers) {
    if (limit === null) continue;
    const own = byAccount.get(account) ?? [];
    overLimit = Math.max(overLimit, mostInAMinute(own) - limit);
    for (const text of refusedBelow(own, limit)) violations.add(`${account} ${text}`);
  }
  if (overLimit > 0) violations.add(`a key got ${overLimit} answers more within a minute than its limit`);

  let uncharged = 0;
  let overcharged = 0;
  for (const { account } of callers) {
    const answered = (byAccount.get(account) ?? []).filter(({ status }) => status === 200).length;
    const difference = (charged.get(account) ?? 0) - answered;
    uncharged += Math.max(0, -difference);
    overcharged += Math.max(0, difference);
    const doubt = lostByNodes.get(account) ?? 0;
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

/** From the beginning of the trouble until the first moment from which on everything is answered for `calmMs`. */
export function backMsOf({ answers, beganMs }: Pick<Evidence, "answers" | "beganMs">): number | null {
  if (beganMs === null) return null;
  const bad = answers
    .filter(({ status, sentMs }) => sentMs >= beganMs - calmMs && status !== 200 && status !== 429)
    .map(({ sentMs }) => sentMs)
    .sort((a, b) => a - b);
  let back = beganMs;
  for (const sentMs of bad) {
    if (sentMs - back > calmMs && back > beganMs) break;
    back = Math.max(back, sentMs);
  }
  if (back === beganMs) return 0;
  const good = answers.filter(({ status, sentMs }) => sentMs > back && status === 200).map(({ endedMs }) => endedMs);
  return good.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...good) - beganMs;
}

/** Requests that were under way while there was trouble: the database's answer to each may have been lost [D-40]. */
function inTrouble(answers: readonly Answer[], evidence: Evidence): number {
  const fromMs = evidence.beganMs ?? 0;
  const untilMs = fromMs + (backMsOf(evidence) ?? 0) + calmMs;
  return answers.filter(({ sentMs, endedMs }) => endedMs >= fromMs && sentMs <= untilMs).length;
}

function mostInAMinute(answers: readonly Answer[]): number {
  const times = answers.filter(({ status }) => status === 200).map(({ endedMs }) => endedMs);
  times.sort((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [index, time] of times.entries()) {
    while (time - (times[first] as number) >= minuteMs - windowSlackMs) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** A refusal is right when what was answered, or may have been counted and given back, within a minute reaches the limit. */
function* refusedBelow(answers: readonly Answer[], limit: number): Generator<string> {
  const spent = answers.filter(({ status }) => status !== 429).sort((a, b) => a.endedMs - b.endedMs);
  for (const { status, endedMs, sentMs } of answers) {
    if (status !== 429) continue;
    const within = spent.filter(
      (each) => each.endedMs > sentMs - minuteMs - windowSlackMs && each.sentMs < endedMs + windowSlackMs,
    ).length;
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
