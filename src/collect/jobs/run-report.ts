/** The report of a run: what was asked, what failed, and what became of the rest. It is kept as JSON in `collect_runs`. */
import type { ImportReport, ImportSummary } from "../../ledger/import-report.ts";
import type { Answer, Ask, AskedProvider, FailureReason } from "../asking/ask.ts";
import type { RunEnd } from "../runs/runs.ts";

export type RunFailure = {
  readonly provider: AskedProvider;
  readonly label: string;
  /** `unreadable`: an answer came, and its adapter could not read it. `not-asked`: the run's time was over. */
  readonly reason: FailureReason | "unreadable" | "not-asked";
  readonly detail: string;
};

/** The part of a report that runs of every kind have. */
export type RunSummary = {
  readonly asked: number;
  readonly unchanged: number;
  readonly credits: number;
  readonly failures: readonly RunFailure[];
  readonly imports: readonly ImportSummary[];
};

export class RunReport {
  readonly #failures: RunFailure[] = [];
  readonly #imports: ImportSummary[] = [];
  #asked = 0;
  #answered = 0;
  #unchanged = 0;
  #credits = 0;
  #notBeforeMs: number | null = null;

  /** Returns the payload's answer; null when nothing came that could be read. */
  noteAnswer(ask: Ask, answer: Answer): Extract<Answer, { kind: "payload" }> | null {
    this.#asked += 1;
    if (answer.kind === "failed") {
      this.noteFailure(ask, answer.reason, answer.detail);
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
    { provider, label }: Pick<Ask, "provider" | "label">,
    reason: RunFailure["reason"],
    detail: string,
  ): void {
    this.#failures.push({ provider, label, reason, detail });
  }

  /** An answer that came, but was no good. */
  noteUnreadable(ask: Pick<Ask, "provider" | "label">, error: unknown): void {
    this.#answered -= 1;
    this.noteFailure(ask, "unreadable", error instanceof Error ? error.message : String(error));
  }

  noteImport(report: ImportReport): void {
    this.#imports.push(report.summary());
  }

  /** How many requests were made. */
  get asked(): number {
    return this.#asked;
  }

  /** By a provider's word, asking again before this moment is useless. */
  get notBeforeMs(): number | null {
    return this.#notBeforeMs;
  }

  /** @param more what only this job has to say. */
  end(more: object = {}): RunEnd & { readonly report: RunSummary } {
    const isWhole = this.#failures.length === 0;
    const outcome = isWhole ? "done" : this.#answered > 0 ? "partly" : "failed";
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
