import type { Plan, Standing } from "../plans.ts";

/**
 * An account as the gate has it in memory on SQLite: what is on disk, including requests that are not in its row yet.
 */
export type KnownAccount = {
  readonly email: string;
  readonly plan: Plan;
  readonly standing: Standing;
  readonly requestsPerMinute: number | null;
  readonly requestsPerMonth: number | null;
  readonly period_anchor_ms: number | null;
  period: number;
  period_start_ms: number;
  period_end_ms: number;
  /** The use, including requests that are not in its row yet. */
  used: number;
  day: string;
  dayRequests: number;
};
