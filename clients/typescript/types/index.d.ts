/** The package as programs import it: `import { Gradeline } from "gradeline-client"`. */
export type * from "../types/api-filters.d.ts";
export type * from "../types/api-rows.d.ts";
export { errorCodes } from "./api-endpoints.js";
export { BudgetSpent } from "./asking.js";
export { AnswerRefused } from "./body.js";
export { type AnswerCache, type KeptAnswer, MemoryCache } from "./cache.js";
export { type Answer, type CallOptions, Gradeline, type GradelineOptions } from "./client.js";
export { type ErrorCode, Forbidden, GradelineError, InvalidParam, NotFound, QuotaExceeded, RateLimited, ServerFailed, Unauthorized, Unreachable, } from "./errors.js";
export type { Limits } from "./limits.js";
export type { Listing, Page, Transport } from "./listing.js";
export type { Plan } from "./plan.js";
