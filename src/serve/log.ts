/** The log of a server, without its callers' keys. */
import type { DestinationStream, Logger } from "pino";
import { withoutKeys } from "../access/keys/keys.ts";
import { openLog } from "../http/log.ts";

/**
 * Wherever a key may stand in a line, such as in an error's text, only its beginning is written.
 * @param destination standard output, where none is given.
 */
export function openServerLog(level: string, destination?: DestinationStream): Logger {
  return openLog({ level, redact: withoutKeys, ...(destination === undefined ? {} : { destination }) });
}
