/** The shape of a job: when it is due, and what it does then. */
import type { Logger } from "pino";
import type { Database } from "../../database/engine.ts";
import type { Sport } from "../../domain/sports.ts";
import type { Asker } from "../asking/ask.ts";
import type { OddsClient, ResultsClient } from "../clients/client.ts";
import type { Clock } from "../clock.ts";
import type { Lease } from "../runs/lease.ts";
import type { History, RunEnd } from "../runs/runs.ts";
import type { CreditLimit } from "../schedule/credit-rule.ts";
import type { KnownGames } from "../schedule/known-games.ts";

/**
 * Jobs of one lane are done one after another, in the order of the table of jobs. The captures have a lane of their own,
 * because a slow provider of results must not make the last capture before a start late.
 */
export type Lane = "results" | "captures" | "event-captures";

/** The things that jobs work with. */
export type Workplace = {
  readonly database: Database;
  readonly clock: Clock;
  readonly asker: Asker;
  readonly sports: readonly Sport[];
  readonly resultsClients: readonly ResultsClient[];
  readonly oddsClient: OddsClient | null;
  readonly credits: CreditLimit;
  readonly log: Pick<Logger, "info" | "warn" | "error">;
  /** Done after each publish, such as telling a webhook of alarms. It never rejects. */
  readonly afterPublish?: () => Promise<void>;
};

/** The knowledge of the leader: what was done before, and which games there are. */
export type Knowledge = { readonly history: History; readonly games: KnownGames };

export type Due = {
  /** Names the run. It lies in the past when the run is late. */
  readonly dueMs: number;
  /** The moment from which it may be done; at or before now: at once. */
  readonly atMs: number;
};

export type RunContext = Knowledge & {
  readonly lease: Lease;
  readonly dueMs: number;
  /** The moment at which the run began, by the clock. */
  readonly nowMs: number;
  /** Aborted when the collector ends, or another node has taken over. */
  readonly signal: AbortSignal;
  /** Aborted when the collector ends. What was received is written even when another node has taken over. */
  readonly stop: AbortSignal;
};

/** A request of the next day, for `--plan`. */
export type Planned = { readonly atMs: number; readonly job: string; readonly what: string; readonly credits: number };

export type Job = {
  readonly name: string;
  readonly lane: Lane;
  /** Null when nothing is known for which it would be due. */
  next(knowledge: Knowledge, nowMs: number): Due | null;
  /**
   * Past moments that nothing can make up for, to be noted as missed; null when there are none.
   */
  missed?(knowledge: Knowledge, nowMs: number): { readonly dueMs: number; readonly report: object } | null;
  /** Null when the run was broken off, so that it stays open. @throws DatabaseError */
  run(context: RunContext): Promise<RunEnd | null>;
  plan(knowledge: Knowledge, nowMs: number, untilMs: number): readonly Planned[];
};
