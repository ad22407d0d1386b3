/** The log: lines of JSON, on standard output unless it is told another place. */
import { type DestinationStream, type Logger, pino } from "pino";

export type LogSettings = {
  /** fatal, error, warn, info, debug, trace or silent. */
  readonly level: string;
  /** Takes a whole line, and gives it back without the secrets that may stand anywhere in it. */
  readonly redact: (line: string) => string;
  readonly destination?: DestinationStream;
};

/** Nothing of ours logs headers; should anything ever do so, keys and sessions stay out. */
const secretPaths = ["authorization", "cookie", '["x-api-key"]', '["set-cookie"]', '["stripe-signature"]'].flatMap(
  (header) =>
    ["headers", "req.headers", "request.headers", "err.headers"].map((owner) =>
      header.startsWith("[") ? `${owner}${header}` : `${owner}.${header}`,
    ),
);

export function openLog({ level, redact, destination }: LogSettings): Logger {
  const options = { level, redact: secretPaths, hooks: { streamWrite: redact } };
  return destination === undefined ? pino(options) : pino(options, destination);
}
