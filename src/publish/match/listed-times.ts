/** When a provider listed an event, as far as its captures tell. */
import { hourMs } from "../../domain/durations.ts";
import type { PricedEvent } from "../../ledger/events.ts";

/** Books take their prices away for minutes, when a pitcher is changed for example; an event that is gone longer is gone. */
const briefAbsenceMs = hourMs;

/** When an event was listed last, in epoch milliseconds; null when nothing tells. */
export function lastListedMs({ seenMs, captures }: PricedEvent): number | null {
  if (seenMs !== null) return seenMs;
  const last = captures.times.reduce((most, time) => (Number.isFinite(time) && time > most ? time : most), 0);
  return last === 0 ? null : last;
}

/**
 * Whether a provider stopped listing an event long before the start that it had stated, and went on pricing others of
 * the same teams. That is how an event ends whose game was postponed, or got a new id.
 * @param others all events of its provider and its two teams; the event itself may be among them.
 */
export function isAbandoned(event: PricedEvent, others: readonly PricedEvent[]): boolean {
  const { startMs } = event;
  const lastMs = lastListedMs(event);
  if (startMs === null || lastMs === null) return false;
  const isAbsence = (time: number): boolean => time > lastMs + briefAbsenceMs && time < startMs;
  return others.some((other) => other !== event && other.captures.times.some(isAbsence));
}
