/** Whether a request may be paid for now, with all that is still to come on this day of credits. */

import type { OddsClient } from "../clients/client.ts";
import { captureMoments, lookAheadMs, type Urgency } from "../schedule/capture-table.ts";
import { isAffordable, type PlannedCapture, reservedFor } from "../schedule/credit-rule.ts";
import { captureJobName, stateOf } from "./capture-state.ts";
import type { Knowledge, Workplace } from "./job.ts";

/** Why a request is left out; null when it may be made. */
export type Shortage = { readonly left: number; readonly cost: number; readonly reserved: number };

export async function shortageFor(
  { credits, sports }: Workplace,
  oddsClient: OddsClient,
  knowledge: Knowledge,
  { cost, urgency, nowMs }: { readonly cost: number; readonly urgency: Urgency | "event"; readonly nowMs: number },
): Promise<Shortage | null> {
  const left = await credits.leftAt(nowMs);
  if (left === null) return null;
  const untilMs = credits.renewsAt(nowMs) - 1;
  const stillToCome = sports.flatMap((sport): PlannedCapture[] => {
    const state = stateOf(knowledge, captureJobName(sport));
    // A capture that is due at this moment is asked for now, and does not lie ahead.
    const from = { ...state, lastMs: Math.max(nowMs, state.lastMs ?? 0) };
    const starts = knowledge.games.captureStarts(sport, nowMs, untilMs + lookAheadMs);
    const each = oddsClient.costOf(oddsClient.current(sport));
    return captureMoments(starts, from, { fromMs: nowMs, untilMs }).map((due) => ({
      urgency: due.urgency,
      cost: each,
    }));
  });
  if (isAffordable({ left, cost, urgency, stillToCome })) return null;
  return { left, cost, reserved: reservedFor(urgency, stillToCome) };
}
