/** Shows how much of the limits is used, in this minute and in this period, and when the period ends. */

import type { Usage } from "../../../access/usage.ts";
import { countText, durationText, momentTag } from "../../frame/formats.ts";
import { type Html, html } from "../../ui/html.ts";

export function usageMeters(usage: Usage, activeKeys: number, nowMs: number): Html {
  const { requestsPerMinute, requests, requestsUsed, plan } = usage.account;
  return html`<div class="meters">
${meter({
  id: "minute",
  // Each key has the minute's limit for itself, so the meter shows the key that is nearest to it.
  title: activeKeys > 1 ? "This minute, busiest key" : "Requests this minute",
  used: usage.fullestKeyThisMinute,
  limit: requestsPerMinute,
  text: minuteText(usage, activeKeys),
})}
${meter({
  id: "period",
  title: plan === "trial" ? "Requests this trial" : "Requests this month",
  used: requestsUsed,
  limit: requests,
  text: `${countText(Math.max(0, requests - requestsUsed))} left`,
})}
${periodCard(usage.account, nowMs)}
</div>
<p class="hint">Requests of the last second may not be among these yet.</p>`;
}

/** The total of the last 60 seconds includes requests of keys that were revoked since. */
function minuteText({ thisMinute, fullestKeyThisMinute }: Usage, activeKeys: number): string {
  const revoked = countText(thisMinute - fullestKeyThisMinute);
  if (activeKeys > 1) return `last 60 seconds; ${countText(thisMinute)} by all keys`;
  if (thisMinute > fullestKeyThisMinute) {
    return activeKeys === 0
      ? `no active key; ${revoked} by revoked keys in the last 60 seconds`
      : `in the last 60 seconds, and ${revoked} by revoked keys`;
  }
  return activeKeys === 0 ? "no active key" : "in the last 60 seconds";
}

function periodCard({ plan, standing, periodEndMs }: Usage["account"], nowMs: number): Html {
  if (standing === "trial_ended") return figureCard("Trial", "Ended", momentTag(periodEndMs));
  if (standing !== "trialing" && standing !== "active") {
    return figureCard("Period", "Paused", "nothing resets until the account is active");
  }
  const title = plan === "trial" ? "Trial ends in" : "Resets in";
  return figureCard(title, durationText(periodEndMs - nowMs), momentTag(periodEndMs));
}

function figureCard(title: string, figure: string, hint: Html | string): Html {
  return html`<div class="card meter"><h3>${title}</h3><p class="figure">${figure}</p><p class="hint">${hint}</p></div>`;
}

type MeterOf = {
  readonly id: string;
  readonly title: string;
  readonly used: number;
  readonly limit: number;
  readonly text: string;
};

function meter({ id, title, used, limit, text }: MeterOf): Html {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const tone = share >= 1 ? "bad" : share >= 0.8 ? "warn" : "good";
  const words = `${countText(used)} of ${countText(limit)} requests`;
  return html`<div class="card meter"><h3 id="meter-${id}">${title}</h3>
<p class="figure">${countText(used)} <span>of ${countText(limit)}</span></p>
<div role="meter" aria-labelledby="meter-${id}" aria-valuemin="0" aria-valuemax="${limit}" aria-valuenow="${Math.min(used, limit)}" aria-valuetext="${words}">
<svg class="bar ${tone}" width="100%" height="8" aria-hidden="true"><rect class="bar-track" width="100%" height="8" rx="4"/>${
    share === 0
      ? ""
      : html`<rect class="bar-fill" width="${Math.max(1.5, share * 100).toFixed(2)}%" height="8" rx="4"/>`
  }</svg></div>
<p class="hint">${text}</p></div>`;
}
