/**
 * The rule by which captures are left out when credits are short. A capture is made only when the credits that are left of
 * the day also pay for every more urgent capture that is still to come on that day. So hourly captures of days ahead are
 * left out first, then those of the last hour, and the last ones before a start are made as long as anything is left.
 * Lines that only an event's own address has come after all of them.
 */
import type { DueCapture, Urgency } from "./capture-table.ts";
import { urgencies } from "./capture-table.ts";

/** The credits that an operator allows for a day. */
export type CreditLimit = {
  /** Credits that may still be spent on the day of this moment; null when there is no limit. */
  leftAt(nowMs: number): number | null | Promise<number | null>;
  /** The moment at which the next day of credits begins. */
  renewsAt(nowMs: number): number;
};

/** A capture that is still to come on this day of credits. */
export type PlannedCapture = Pick<DueCapture, "urgency"> & { readonly cost: number };

export type CreditQuestion = {
  readonly left: number | null;
  readonly cost: number;
  /** `event` is less urgent than every capture of a whole sport. */
  readonly urgency: Urgency | "event";
  readonly stillToCome: readonly PlannedCapture[];
};

/** The credits to keep for captures that matter more than one of this urgency. */
export function reservedFor(urgency: Urgency | "event", stillToCome: readonly PlannedCapture[]): number {
  const rank = urgency === "event" ? urgencies.length : urgencies.indexOf(urgency);
  return stillToCome
    .filter((capture) => urgencies.indexOf(capture.urgency) < rank)
    .reduce((sum, { cost }) => sum + cost, 0);
}

export function isAffordable({ left, cost, urgency, stillToCome }: CreditQuestion): boolean {
  return left === null || left - cost >= reservedFor(urgency, stillToCome);
}
