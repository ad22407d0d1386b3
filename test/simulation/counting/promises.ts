/** Checks an answer that has just come in: its time, its status, and whether that status is possible then. */
import type { Process } from "../world/process.ts";
import { type Answer, type Ask, type Book, termsWithin, wants } from "./book.ts";
import { meterProblems } from "./meter-promises.ts";

/** The time within which every request is answered [D-48], plus a margin for the network and late timers. */
const deadlineMs = 2000 + 200;
/**
 * The time within which every node refuses a revoked key, and notices that an account's standing has changed [D-41].
 */
const noticeMs = 1000;
/** The service works again this long after the database does. */
export const recoveryMs = 5000;
/** The most time that a node needs for an account whose database works, whatever disturbs others. */
const undisturbedMs = 500;
const slackMs = 2;

/** @param server the process that was asked. */
export function answerProblems(book: Book, ask: Ask, server: Process): string[] {
  const { answer, endedMs, sentMs, key, node } = ask;
  if (answer === null || endedMs === null) return [];
  const problems: string[] = [];
  const late = timeProblem(book, ask, endedMs);
  if (late !== null) problems.push(late);
  const replacedMs = book.replacedMs.get(server) ?? Number.POSITIVE_INFINITY;
  if (answer.status === wants[ask.want] && sentMs > replacedMs + noticeMs) {
    problems.push("let in by a server whose file of accounts was replaced more than a second ago");
  }
  const wrong = statusProblem(book, ask, answer, endedMs);
  if (wrong !== null) problems.push(wrong);
  else if (answer.status !== 503 && answer.code !== "unauthorized") {
    const { rate, quota } = answer;
    const isInTrouble = book.isTroubled(sentMs - recoveryMs, endedMs, ["all", key.account.email, node]);
    if (rate === null || quota === null) problems.push("it tells nothing of the limits [D-39]");
    else if (!ask.isInsane) problems.push(...meterProblems({ ask, answer, rate, quota, endedMs, isInTrouble }));
  }
  return problems.map((problem) => `${nameOf(ask)}: ${problem}`);
}

export function nameOf({ number, key, want, node, answer }: Ask): string {
  const told = answer === null ? "no answer" : `${answer.status}${answer.code === null ? "" : ` ${answer.code}`}`;
  return `ask ${number} of ${key.name} for ${want} at ${node} (${told})`;
}

function timeProblem(book: Book, { sentMs, key, node }: Ask, endedMs: number): string | null {
  const tookMs = Math.round(endedMs - sentMs);
  // A stopped process answers nobody.
  if (book.isTroubled(sentMs, endedMs, [node])) return null;
  const isUndisturbed = !book.isTroubled(sentMs - recoveryMs, endedMs, ["all", key.account.email]);
  if (isUndisturbed && tookMs > undisturbedMs) {
    return `answered after ${tookMs} ms, though nothing was the matter with its account or the database [D-48]`;
  }
  return tookMs > deadlineMs ? `answered after ${tookMs} ms [D-48]` : null;
}

/** Returns null when the status is possible. */
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

/** Finds requests that still wait at the end, when none may. */
export function waitingProblems(book: Book, nowMs: number): string[] {
  return book.asks
    .filter(({ fate, sentMs }) => fate === "waiting" && nowMs - sentMs > deadlineMs)
    .map((ask) => `${nameOf(ask)}: waits for ${Math.round(nowMs - ask.sentMs)} ms [D-48]`);
}
