/** An account's use as the operator sees it: in lines, and as JSON. */
import type { Account } from "../../access/accounts.ts";
import type { Usage } from "../../access/usage.ts";
import { durationText } from "../../web/frame/formats.ts";
import { accountJson, endPair, requestsLeft, standingText } from "./account-text.ts";
import { countOf, countText, isoOf, pairLines, printable, tableLines } from "./table-text.ts";

export function usageJson({ account, thisMinute, fullestKeyThisMinute, days }: Usage) {
  return {
    ...accountJson(account),
    requestsThisMinute: thisMinute,
    requestsThisMinuteOfBusiestKey: fullestKeyThisMinute,
    days,
  };
}

export type UsageView = {
  readonly nowMs: number;
  /** Characters of the longest bar. Null when the output is no terminal: then there are no bars. */
  readonly barWidth: number | null;
};

export function usageLines(usage: Usage, { nowMs, barWidth }: UsageView): string[] {
  const { account, thisMinute, fullestKeyThisMinute, days } = usage;
  const { requests, requestsUsed, requestsPerMinute } = account;
  const ofKey = `${countText(fullestKeyThisMinute)} of the ${countText(requestsPerMinute)} allowed a key`;
  const left = countText(requestsLeft(account));
  const most = Math.max(...days.map((day) => day.requests));
  const bar = (count: number) => (barWidth === null ? "" : barText(count, most, barWidth));
  return [
    `${printable(account.email)}: ${account.plan}, ${standingText(account.standing)}`,
    ...pairLines([
      ["this minute", `${countOf(thisMinute, "request")}; the busiest key made ${ofKey}`],
      ["this period", `${countText(requestsUsed)} of ${countOf(requests, "request")}, ${left} left`],
      endPair(account, endText(account, nowMs)),
    ]),
    "",
    ...tableLines(
      ["day (UTC)", { number: "requests" }, ""],
      days.map((day) => [day.day, countText(day.requests), bar(day.requests)]),
    ),
    "",
    "Requests of the last second may not be among them yet.",
  ];
}

/** The wording is that of the management page for the same time. */
function endText({ periodEndMs }: Account, nowMs: number): string {
  const wait = periodEndMs > nowMs ? `, in ${durationText(periodEndMs - nowMs)}` : "";
  return isoOf(periodEndMs) + wait;
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A day with any request at all has at least the thinnest bar. */
function barText(count: number, most: number, width: number): string {
  if (count === 0) return "";
  const filledEighths = Math.max(1, Math.round((count / most) * width * 8));
  return "█".repeat(Math.floor(filledEighths / 8)) + (eighths[filledEighths % 8] ?? "");
}
