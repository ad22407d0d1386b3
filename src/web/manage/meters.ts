/** How much of the limits is used: this minute, this period, and when the period ends. */
import { html } from "ghtml";
import type { Usage } from "../../access/usage.ts";
import { countText, durationText, momentTag } from "./formats.ts";

export function usageMeters({ account, thisMinute }: Usage, activeKeys: number, nowMs: number): string {
  const { requestsPerMinute, requests, requestsUsed, periodEndMs, plan, standing } = account;
  // The limit of a minute is a key's, the count is the account's.
  const keys = Math.max(1, activeKeys);
  const isOver = standing === "trial_ended" || periodEndMs <= nowMs;
  return html`<div class="meters">
!${meter({
    id: "minute",
    title: "Requests this minute",
    used: thisMinute,
    limit: requestsPerMinute * keys,
    text: keys === 1 ? "in the last 60 seconds" : `last 60 seconds, ${requestsPerMinute} for each of ${keys} keys`,
  })}
!${meter({
    id: "period",
    title: plan === "trial" ? "Requests this trial" : "Requests this month",
    used: requestsUsed,
    limit: requests,
    text: `${countText(Math.max(0, requests - requestsUsed))} left`,
  })}
<div class="card meter"><h3>${plan === "trial" ? (isOver ? "Trial" : "Trial ends in") : "Resets in"}</h3>
<p class="figure">${isOver ? (plan === "trial" ? "Ended" : "Paused") : durationText(periodEndMs - nowMs)}</p>
<p class="hint">!${momentTag(periodEndMs)}</p></div>
</div>`;
}

type MeterOf = {
  readonly id: string;
  readonly title: string;
  readonly used: number;
  readonly limit: number;
  readonly text: string;
};

function meter({ id, title, used, limit, text }: MeterOf): string {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const tone = share >= 1 ? "bad" : share >= 0.8 ? "warn" : "good";
  const words = `${countText(used)} of ${countText(limit)} requests`;
  return html`<div class="card meter"><h3 id="meter-${id}">${title}</h3>
<p class="figure">${countText(used)} <span>of ${countText(limit)}</span></p>
<div role="meter" aria-labelledby="meter-${id}" aria-valuemin="0" aria-valuemax="${limit}" aria-valuenow="${Math.min(used, limit)}" aria-valuetext="${words}">
<svg class="bar ${tone}" width="100%" height="8" aria-hidden="true"><rect class="bar-track" width="100%" height="8" rx="4"/>!${
    share === 0
      ? ""
      : html`<rect class="bar-fill" width="${Math.max(1.5, share * 100).toFixed(2)}%" height="8" rx="4"/>`
  }</svg></div>
<p class="hint">${text}</p></div>`;
}
