/**
 * The reasons to refuse a record. A refused record is counted and reported, never repaired and never silently dropped
 * [D-13].
 */
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
  /** Which record, in words that find it in the file. */
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
