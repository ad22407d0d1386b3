/** The log: lines of JSON, on standard output unless it is told another place. */
import { writeSync } from "node:fs";
import { hostname } from "node:os";
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

export function openLog({ level, redact, destination = standardOutput() }: LogSettings): Logger {
  const log = pino({ level, redact: secretPaths, hooks: { streamWrite: redact } }, destination);
  destinations.set(log, destination);
  return log;
}

const destinations = new WeakMap<object, DestinationStream>();
const origin = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`;

/**
 * Writes a line of the level `info` that needs no redacting: every request has one, and what looks for secrets in it costs ten times what it
 * takes to write it.
 */
export function writeInfo(
  log: Pick<Logger, "info"> & { readonly isLevelEnabled?: unknown },
  about: object,
  message: string,
): void {
  const destination = destinations.get(log);
  if (destination === undefined) log.info(about, message);
  else if ((log as Logger).isLevelEnabled("info")) {
    const members = JSON.stringify({ ...about, msg: message }).slice(1);
    destination.write(`{"level":30,"time":${Date.now()},${origin},${members}\n`);
  }
}

/** Lines are written together when there is so much of them. A pipe takes 4,096 bytes at once or not at all (POSIX PIPE_BUF). */
const writtenFromBytes = 3_500;
/** The longest that a line waits for others. */
const longestWaitMs = 100;
/** Lines of warnings and errors begin like this, and wait for nobody. */
const isUrgent = /^\{"level":[456]/;

/** A reader that does not take what was written for so long is as good as gone. */
const longestStallMs = 1_000;
const stallStepMs = 10;

/**
 * A write of its own for each line costs more than any other part of a request. What a killed process has not written are
 * the lines of a tenth of a second. Whoever reads the log may go, such as `head`, or a shipper of logs that restarts: the work goes
 * on without it, since what was not captured meanwhile cannot be had again. (SonicBoom waits for such a reader for ever.)
 */
function openStandardOutput(): DestinationStream {
  let lines = "";
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const written = lines;
    lines = "";
    writeAll(1, Buffer.from(written));
  };
  process.on("exit", flush);
  // People's own words go to standard error, which may have lost its reader, too.
  process.stderr.on("error", () => {});
  return {
    write(line) {
      lines += line;
      if (lines.length >= writtenFromBytes || isUrgent.test(line)) flush();
      else timer ??= setTimeout(flush, longestWaitMs).unref();
    },
  };
}

/** A process has one, however many logs it opens: each would listen to its end. */
let opened: DestinationStream | null = null;

function standardOutput(): DestinationStream {
  opened ??= openStandardOutput();
  return opened;
}

/** Writes as much as somebody reads. */
function writeAll(fd: number, bytes: Buffer): void {
  let written = 0;
  let stalledMs = 0;
  while (written < bytes.length && stalledMs < longestStallMs) {
    try {
      written += writeSync(fd, bytes, written);
      stalledMs = 0;
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EAGAIN") return;
      Atomics.wait(stalled, 0, 0, stallStepMs);
      stalledMs += stallStepMs;
    }
  }
}

const stalled = new Int32Array(new SharedArrayBuffer(4));
