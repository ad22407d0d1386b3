/** What an account has used, as the operator sees it: in lines, and as JSON. */
import type { Account } from "../access/accounts.ts";
import type { Usage } from "../access/usage.ts";
import { accountJson, standingText } from "./account-text.ts";
import { countOf, countText, durationWords, isoOf, pairLines, printable, tableLines } from "./table-text.ts";

export function usageJson({ account, thisMinute, days }: Usage) {
  return { ...accountJson(account), requestsThisMinute: thisMinute, days };
}

export type UsageView = {
  readonly nowMs: number;
  /** Characters of the longest bar. Null: no bars, it is no terminal that shows this. */
  readonly barWidth: number | null;
};

export function usageLines({ account, thisMinute, days }: Usage, { nowMs, barWidth }: UsageView): string[] {
  const { requests, requestsUsed, requestsPerMinute } = account;
  const percent = Math.floor((requestsUsed / requests) * 100);
  const most = Math.max(...days.map((day) => day.requests));
  const bar = (count: number) => (barWidth === null ? "" : barText(count, most, barWidth));
  return [
    `${printable(account.email)}: ${account.plan}, ${standingText(account.standing)}`,
    ...pairLines([
      ["this minute", `${countOf(thisMinute, "request")}; ${countText(requestsPerMinute)} a key are allowed`],
      ["this period", `${countText(requestsUsed)} of ${countOf(requests, "request")} (${percent}%)`],
      resetPair(account, nowMs),
    ]),
    "",
    ...tableLines(
      [{ title: "day (UTC)" }, { title: "requests", isNumber: true }, { title: "" }],
      days.map((day) => [day.day, countText(day.requests), bar(day.requests)]),
    ),
  ];
}

function resetPair({ standing, periodEndMs }: Account, nowMs: number): [string, string] {
  const end = `${isoOf(periodEndMs)}, in ${durationWords(periodEndMs - nowMs)}`;
  if (standing === "active") return ["resets at", end];
  if (standing === "trialing") return ["trial ends", end];
  return ["resets at", `never: the account is ${standingText(standing)}`];
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** Any request at all shows as the thinnest bar at least. */
function barText(count: number, most: number, width: number): string {
  if (count === 0) return "";
  const filledEighths = Math.max(1, Math.round((count / most) * width * 8));
  return "█".repeat(Math.floor(filledEighths / 8)) + (eighths[filledEighths % 8] ?? "");
}
