/** How much of the limits is used, in this minute and in this period, and when the period ends. */
import type { Usage } from "../../access/usage.ts";
import { countText, durationText, momentTag } from "../frame/formats.ts";
import { type Hole, type Html, html } from "../ui/html.ts";

export function usageMeters(usage: Usage, activeKeys: number, nowMs: number): Html {
  const { requestsPerMinute, requests, requestsUsed, plan } = usage.account;
  // Each key has the minute's limit for itself, so the meter shows the key that is nearest to it.
  const minute = activeKeys > 1 ? "This minute, busiest key" : "Requests this minute";
  const period = plan === "trial" ? "Requests this trial" : "Requests this month";
  return html`<div class="tiles">
${meter("minute", minute, usage.fullestKeyThisMinute, requestsPerMinute, minuteText(usage, activeKeys))}
${meter("period", period, requestsUsed, requests, `${countText(Math.max(0, requests - requestsUsed))} left`)}
${periodTile(usage.account, nowMs)}
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

function periodTile({ plan, standing, periodEndMs }: Usage["account"], nowMs: number): Html {
  const ends = momentTag(periodEndMs);
  if (standing === "trial_ended") return tile("Trial", "Ended", ends);
  if (standing !== "trialing" && standing !== "active")
    return tile("Period", "Paused", "nothing resets until the account is active");
  return tile(plan === "trial" ? "Trial ends in" : "Resets in", durationText(periodEndMs - nowMs), ends);
}

function tile(title: Hole, figure: Hole, hint: Hole): Html {
  return html`<div class="card tile"><h3>${title}</h3><p class="figure">${figure}</p><p class="hint">${hint}</p></div>`;
}

function meter(id: string, title: string, used: number, limit: number, text: string): Html {
  const share = limit === 0 ? 1 : Math.min(1, used / limit);
  const tone = share >= 1 ? "bad" : share >= 0.8 ? "warn" : "good";
  const words = `${countText(used)} of ${countText(limit)} requests`;
  const fill = html`<rect class="bar-fill" width="${Math.max(1.5, share * 100).toFixed(2)}%" height="8" rx="4"/>`;
  return tile(
    html`<span id="meter-${id}">${title}</span>`,
    html`${countText(used)} <span>of ${countText(limit)}</span>`,
    html`<span role="meter" aria-labelledby="meter-${id}" aria-valuemin="0" aria-valuemax="${limit}" aria-valuenow="${Math.min(used, limit)}" aria-valuetext="${words}">
<svg class="bar ${tone}" width="100%" height="8" aria-hidden="true"><rect class="bar-track" width="100%" height="8" rx="4"/>${share === 0 ? "" : fill}</svg></span>
${text}`,
  );
}
