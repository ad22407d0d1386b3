/** A problem with a record, and the refusal that is made of it. */
import type { FeedItem } from "./feed-item.ts";
import type { RefusalReason } from "./refusals.ts";
import { mostCharacters, shortened, textFault } from "./texts.ts";

/** Where a record was read. */
export type Where = { readonly file: string; readonly record: string };

export type RecordProblem = { readonly reason: RefusalReason; readonly detail: string; readonly field: string | null };

/** Whether a reader found a problem instead of a value. */
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

/** The value that a reader finds, or the problem for which it refuses. */
export function attempt<Value>(read: () => Value): Value | RecordProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordRefused) return error.problem;
    throw error;
  }
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

type TextField = readonly [field: string, text: string | null, kind: keyof typeof mostCharacters];

/** The first of some texts of a record that may not be stored. */
export function textProblem(fields: readonly TextField[]): RecordProblem | null {
  for (const [field, text, kind] of fields) {
    const fault = text === null ? null : textFault(text, mostCharacters[kind]);
    if (fault !== null) return problem("text", fault, field);
  }
  return null;
}
