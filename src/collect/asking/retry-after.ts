/** When a provider wants to be asked again (RFC 9110 10.2.3): seconds, or a date. */

/** Nobody is believed who wants to be left alone for longer. */
const longestMs = 24 * 3_600_000;

/**
 * Milliseconds to wait; null when the header says nothing that can be understood.
 * @param date the answer's own Date: a date is measured by the clock that wrote it, since ours may differ.
 */
export function retryAfterMs(header: string | null, date: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Math.min(longestMs, Number(text) * 1000);
  const until = httpDateMs(text);
  if (until === null) return null;
  return Math.min(longestMs, Math.max(0, until - (httpDateMs(date ?? "") ?? nowMs)));
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`; Date.parse alone would take nearly anything. */
function httpDateMs(text: string): number | null {
  if (!/^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
