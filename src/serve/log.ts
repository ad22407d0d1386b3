/** The log of a server, without its callers' keys. */
import { type DestinationStream, type Logger, destination as openDestination } from "pino";
import { withoutKeys } from "../access/keys/keys.ts";
import { openLog } from "../http/log.ts";

/** Standard output, to which whole lines are written at once, one after the other; where its reader is gone, to nobody. */
export function standardOutput(): DestinationStream {
  return openDestination({ dest: 1, sync: true });
}

/** Wherever a key may stand in a line, such as in an error's text, only its beginning is written. */
export function openServerLog(level: string, destination?: DestinationStream): Logger {
  return openLog({ level, redact: withoutKeys, ...(destination === undefined ? {} : { destination }) });
}
