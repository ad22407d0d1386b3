/** The error for a path that does not exist. */
import { withoutKeys } from "../../access/keys/keys.ts";
import { quoted } from "../../contract/hints.ts";
import { ApiError } from "../errors.ts";

/** @param url the request's path and query. */
export function nothingAt(url: string): ApiError {
  const [path = ""] = url.split(/[?#]/, 1);
  return new ApiError("not_found", `there is nothing at ${withoutKeys(quoted(path))}: /v1 lists all endpoints`);
}
