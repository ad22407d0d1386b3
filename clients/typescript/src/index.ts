/** The package as programs import it: `import { Gradeline } from "gradeline-client"`. */
export type * from "../types/api-filters.d.ts";
export type * from "../types/api-rows.d.ts";
export { errorCodes } from "./api-endpoints.ts";
export { BudgetSpent } from "./asking.ts";
export { AnswerRefused } from "./body.ts";
export { type AnswerCache, type KeptAnswer, MemoryCache } from "./cache.ts";
export { type Answer, type CallOptions, Gradeline, type GradelineOptions } from "./client.ts";
export {
  type ErrorCode,
  Forbidden,
  GradelineError,
  InvalidParam,
  NotFound,
  QuotaExceeded,
  RateLimited,
  ServerFailed,
  Unauthorized,
  Unreachable,
} from "./errors.ts";
export type { Limits } from "./limits.ts";
export type { Listing, Page, Transport } from "./listing.ts";
export type { Plan } from "./plan.ts";
