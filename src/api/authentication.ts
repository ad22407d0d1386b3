/** Who asks, and whether they may [D-25]: the first question put to every request under /v1. */
import type { FastifyRequest } from "fastify";
import type { Account, Gate } from "../access/gate.ts";
import { ApiError } from "./errors.ts";

export type Door = {
  readonly gate: Gate;
  /** Where people manage their keys; refusals point to it. */
  readonly manageUrl: string;
};

/** The account behind the key, or 401 or 403. */
export async function authenticate({ gate, manageUrl }: Door, { headers }: FastifyRequest): Promise<Account> {
  const apiKey = headers["x-api-key"];
  const admission = await gate.admit({
    authorization: headers.authorization,
    apiKey: Array.isArray(apiKey) ? apiKey.join(", ") : apiKey,
  });
  if (admission.ok) return admission.account;
  throw new ApiError(admission.code, `${admission.message}; keys are managed at ${manageUrl}`);
}
