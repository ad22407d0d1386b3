/** The shapes that pass between the door for posted messages and who answers them. */
import type { IncomingHttpHeaders } from "node:http";

/** A message of a caller whose key may ask. */
export type Posted = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** In whose turn something is computed for it. */
  readonly owner: string;
  /** Requests of the quota that are left when this one is charged. */
  readonly left: number;
  /** Turns an error into the status and the body that the API answers with. */
  readonly errorOf: (thrown: unknown) => { readonly status: number; readonly body: string };
};

export type PostAnswer = {
  readonly status: number;
  /** Null: the answer has no body. */
  readonly contentType: string | null;
  readonly body: string;
  /** Whether it costs a request of the quota. */
  readonly isCharged: boolean;
};
