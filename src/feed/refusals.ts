/**
 * An adapter yields one item for every record that it read: a record to accept, or a refusal to report. A refused record is
 * counted and reported, never repaired and never silently dropped [D-13].
 */
import type { FeedRecord } from "./records.ts";
import { shortened } from "./texts.ts";

export const refusalReasons = {
  "at-or-after-start": "captured at or after the start",
  price: "price between -100 and +100",
  "out-of-bounds": "a number outside the bounds of its sport",
  text: "a text that is too long, or has characters that are not text",
  "in-the-future": "in the future",
  "start-off-date": "starts more than a day from its slate date",
  "captured-too-early": "captured too long before the start",
  "no-price": "neither a line nor a price",
  "spread-not-mirrored": "spread is not mirrored (home = -away)",
  "total-sides-differ": "the two sides of the total differ",
  "other-market": "a market that is not published",
  "not-the-teams": "outcomes are not the event's two teams",
  "unknown-book": "unknown book",
  "not-a-book": "the provider is not a book",
  "another-key": "another key of a book whose main key has other lines",
  "unknown-team": "unknown team",
  "no-fbs-side": "no FBS side",
  "not-covered": "outside the coverage",
  malformed: "a field is missing or malformed",
} as const;

export type RefusalReason = keyof typeof refusalReasons;

/** A record that is refused for one of these could not be read: its provider writes it in another way. All others are rules. */
export const unreadableReasons: ReadonlySet<RefusalReason> = new Set(["malformed", "not-the-teams"]);

export type Refusal = {
  readonly reason: RefusalReason;
  readonly file: string;
  /** The record, in words that find it in the file. */
  readonly record: string;
  readonly field: string | null;
  readonly detail: string;
};

/** Input that is not what it claims to be. The import stops and the ledger stays as it was. */
export class InputError extends Error {
  override readonly name = "InputError";
  constructor(file: string, problem: string, options?: ErrorOptions) {
    // Some problems quote the input, and one line of it may be as long as the file.
    super(`${file}: ${shortened(problem)}`, options);
  }
}

/** A provider's words about its own failure, which a download script has saved as if they were the answer. */
export class ProviderError extends InputError {
  readonly detail: string;
  constructor(file: string, message: string) {
    const detail = `is an error of the provider, not data: ${message}`;
    super(file, detail);
    this.detail = detail;
  }
}

export type FeedItem =
  | { readonly record: FeedRecord; readonly refusal?: never }
  | { readonly record?: never; readonly refusal: Refusal };

/** The facts that an adapter is given besides the content: the file, and the time, since adapters read no clock. */
export type Source = {
  readonly file: string;
  /** Epoch milliseconds: the clock of the import. A time after it has not happened yet, and is refused. */
  readonly nowMs: number;
};

export type Where = { readonly file: string; readonly record: string };

export type RecordProblem = { readonly reason: RefusalReason; readonly detail: string; readonly field: string | null };

export function isProblem(value: unknown): value is RecordProblem {
  return typeof value === "object" && value !== null && "reason" in value;
}

export function problem(reason: RefusalReason, detail: string, field: string | null = null): RecordProblem {
  return { reason, detail, field };
}

/** Ends the reading of one record, however deep in it a reader is. `attempt` catches it. */
class RecordRefused extends Error {
  readonly problem: RecordProblem;
  constructor(problem: RecordProblem) {
    super(problem.detail);
    this.problem = problem;
  }
}

export function refuse(reason: RefusalReason, detail: string, field: string | null = null): never {
  throw new RecordRefused(problem(reason, detail, field));
}

export function refuseWith(wrong: RecordProblem): never {
  throw new RecordRefused(wrong);
}

/** The value that a reader finds, or the problem for which it refuses. */
export function attempt<Value>(read: () => Value): Value | RecordProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordRefused) return error.problem;
    throw error;
  }
}

/** The item of a record that is read, or of the refusal in which its reading ends. */
export function itemOf(where: Where, read: () => FeedRecord): FeedItem {
  const record = attempt(read);
  return isProblem(record) ? refused(where, record) : { record };
}

/** Names and details may quote the input, and the input may be anything: they are kept short. */
export function refused(where: Where, { reason, detail, field }: RecordProblem): FeedItem {
  return {
    refusal: {
      reason,
      file: where.file,
      record: shortened(where.record),
      field: field === null ? null : shortened(field),
      detail: shortened(detail),
    },
  };
}

/** A value that is not what it should be, as a detail shows it. */
export function shown(value: unknown): string {
  return JSON.stringify(value) ?? "missing";
}
