/** The report of a run: what was asked, what failed, and what became of the rest. It is kept as JSON in `collect_runs`. */

import type { AskedProvider } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";
import type { Ask, FailureReason, ProviderAnswer } from "../asking/ask.ts";
import type { RunEnd } from "../runs/runs.ts";
import type { TakenImport } from "./unread.ts";

export type RunFailure = {
  readonly provider: AskedProvider;
  readonly label: string;
  readonly sport?: Sport;
  /**
   * `unreadable`: an answer came, and its adapter could not read it. `unread`: what came of a provider and sport is no good
   * as a whole, or is a list of games that was cut off. `short`: an answer without a part that was asked for, such as a market.
   * `games-missing`: it lacks games that are known. Of all of these, what could be read is taken. `not-asked`: the run's time was over, or the
   * requests before it failed.
   */
  readonly reason: FailureReason | "unreadable" | "unread" | "short" | "games-missing" | "not-asked";
  readonly detail: string;
};

/** The part of a report that runs of every kind have. */
export type RunSummary = {
  readonly asked: number;
  readonly unchanged: number;
  readonly credits: number;
  readonly failures: readonly RunFailure[];
  readonly imports: readonly TakenImport[];
};

export class RunReport {
  readonly #failures: RunFailure[] = [];
  readonly #imports: TakenImport[] = [];
  #asked = 0;
  #answered = 0;
  #unchanged = 0;
  #credits = 0;
  #leftOut = 0;
  #notBeforeMs: number | null = null;

  /** Returns the payload's answer; null when nothing came that could be read. */
  noteAnswer(ask: Ask, answer: ProviderAnswer): Extract<ProviderAnswer, { kind: "payload" }> | null {
    this.#asked += 1;
    if (answer.kind === "failed") {
      this.noteFailure({ provider: ask.provider, label: ask.label }, answer.reason, answer.detail);
      this.#notBeforeMs = Math.max(this.#notBeforeMs ?? 0, answer.notBeforeMs ?? 0) || null;
      return null;
    }
    this.#answered += 1;
    if (answer.kind === "unchanged") {
      this.#unchanged += 1;
      return null;
    }
    this.#credits += answer.credits?.cost ?? 0;
    return answer;
  }

  noteFailure(
    { provider, sport, label }: Pick<RunFailure, "provider" | "sport" | "label">,
    reason: RunFailure["reason"],
    detail: string,
  ): void {
    this.#failures.push({ provider, ...(sport === undefined ? {} : { sport }), label, reason, detail });
  }

  /** An answer that came, but was no good. */
  noteUnreadable(ask: Pick<Ask, "provider" | "label">, error: unknown): void {
    this.#answered -= 1;
    this.noteFailure(ask, "unreadable", error instanceof Error ? error.message : String(error));
  }

  noteImport(taken: TakenImport): void {
    this.#imports.push(taken);
  }

  /** Whether something that came is no good as a whole. */
  get isUnread(): boolean {
    return this.#failures.some(({ reason }) => reason === "unread");
  }

  /** A request that was not made, since the day's credits are for others. */
  noteLeftOut(): void {
    this.#leftOut += 1;
  }

  /** How many requests were left out for want of credits. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** How many requests were made. */
  get asked(): number {
    return this.#asked;
  }

  /** The moment before which a provider refuses to be asked again. */
  get notBeforeMs(): number | null {
    return this.#notBeforeMs;
  }

  /** @param more what only this job has to say. */
  end(more: object = {}): RunEnd & { readonly report: RunSummary } {
    const isWhole = this.#failures.length === 0;
    const isFailed = this.isUnread || this.#answered <= 0;
    const outcome = isWhole ? "done" : isFailed ? "failed" : "partly";
    return {
      outcome,
      report: {
        ...more,
        asked: this.#asked,
        unchanged: this.#unchanged,
        credits: this.#credits,
        failures: this.#failures,
        imports: this.#imports,
      },
    };
  }
}
