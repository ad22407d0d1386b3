/** An account as the operator sees it: in lines, and as JSON. */
import { accountIdOf } from "../../access/account-id.ts";
import type { Account } from "../../access/accounts.ts";
import type { Standing } from "../../access/plans.ts";
import { countText, isoOf, minuteText, pairLines, tableLines } from "./table-text.ts";

/** The standing as operators type and see it. JSON has it as it is stored. */
export function standingText(standing: Standing): string {
  return standing.replace("_", "-");
}

export function accountJson(account: Account) {
  return {
    email: account.email,
    accountId: accountIdOf(account.email),
    plan: account.plan,
    standing: account.standing,
    requestsPerMinute: account.requestsPerMinute,
    hasOwnRequestsPerMinute: account.hasOwnRate,
    quota: account.requests,
    hasOwnQuota: account.hasOwnQuota,
    requestsUsed: account.requestsUsed,
    requestsLeft: requestsLeft(account),
    periodStartsAt: isoOf(account.periodStartMs),
    periodEndsAt: isoOf(account.periodEndMs),
    // Only a paid month is followed by another one.
    resetsAt: account.standing === "active" ? isoOf(account.periodEndMs) : null,
    createdAt: isoOf(account.createdMs),
  };
}

export function accountTable(accounts: readonly Account[]): string[] {
  const columns = ["e-mail", "plan", "standing", { number: "used/quota" }, "resets at (UTC)"];
  const rows = accounts.map((account) => [
    account.email,
    account.plan,
    standingText(account.standing),
    `${countText(account.requestsUsed)}/${countText(account.requests)}`,
    endCell(account),
  ]);
  return tableLines(columns, rows);
}

export function accountLines(account: Account): string[] {
  const owner = (isOwn: boolean) => (isOwn ? "the account's own" : "the plan's");
  const span = account.plan === "trial" ? "in the whole trial" : "a month";
  return pairLines([
    ["plan", account.plan],
    ["standing", standingText(account.standing)],
    ["requests per minute", `${countText(account.requestsPerMinute)} a key (${owner(account.hasOwnRate)})`],
    ["quota", `${countText(account.requests)} ${span} (${owner(account.hasOwnQuota)})`],
    ["used", `${countText(account.requestsUsed)}, ${countText(requestsLeft(account))} left`],
    ["period", `${minuteText(account.periodStartMs)} to ${minuteText(account.periodEndMs)} UTC`],
    endPair(account, `${minuteText(account.periodEndMs)} UTC`),
    ["created", `${minuteText(account.createdMs)} UTC`],
    ["in the log", accountIdOf(account.email)],
  ]);
}

/** Zero when the quota was lowered below the number of requests already used. */
export function requestsLeft(account: Account): number {
  return Math.max(0, account.requests - account.requestsUsed);
}

/** The end of a period has a name: only a paid month is followed by another one. */
const ends: Readonly<Record<Standing, "resets at" | "trial ends" | "trial ended" | null>> = {
  active: "resets at",
  trialing: "trial ends",
  trial_ended: "trial ended",
  past_due: null,
  canceled: null,
};

export function endPair({ standing }: Account, end: string): readonly [name: string, value: string] {
  const name = ends[standing];
  return name === null ? ["reset", "nothing resets until the account is active"] : [name, end];
}

/** In a column that says when accounts reset. */
function endCell({ standing, periodEndMs }: Account): string {
  const name = ends[standing];
  if (name === null) return "not until active";
  return name === "resets at" ? minuteText(periodEndMs) : `${name} ${minuteText(periodEndMs)}`;
}
