/** The log: lines of JSON, on standard output unless it is told another place; the lines of an outage; and the ids of requests. */
import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { hostname } from "node:os";
import type { FastifyBaseLogger } from "fastify";
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

/** The log of an outage: a line when it begins, a line a second with how many requests it met, and one when it is over. */
export type OutageLog = {
  /** A request could not be answered. @param cause what stood in the way; the latest one of a second is logged. */
  met(cause: unknown): void;
  /** A request was answered, or could have been. */
  passed(): void;
};

const everyMs = 1000;

/** @param why as the log says it: "the keys cannot be checked". */
export function openOutageLog(log: FastifyBaseLogger, why: string): OutageLog {
  let timer: NodeJS.Timeout | null = null;
  let sinceMs = 0;
  let total = 0;
  let unsaid = 0;
  let lastCause: unknown = null;
  let hasPassed = false;

  function say(): void {
    log.error({ err: lastCause, requests: unsaid }, `requests are answered with 503: ${why}`);
    unsaid = 0;
  }

  function everySecond(): void {
    if (unsaid > 0) {
      say();
      return;
    }
    // Silence is no sign that it is over: perhaps nobody asks.
    if (!hasPassed || timer === null) return;
    clearInterval(timer);
    timer = null;
    log.info(
      { requests: total, lastedMs: Math.round(performance.now() - sinceMs) },
      `requests are answered again that were not, because ${why}`,
    );
  }

  return {
    met(cause) {
      lastCause = cause;
      unsaid++;
      hasPassed = false;
      if (timer !== null) {
        total++;
        return;
      }
      total = 1;
      sinceMs = performance.now();
      say();
      timer = setInterval(everySecond, everyMs);
      timer.unref();
    },
    passed() {
      hasPassed = true;
    },
  };
}

/** Ids of requests are ours alone, so that a caller cannot write into our logs; they stand in `X-Request-Id` and in `meta`. */
export const requestIdHeader = "x-request-id";

/** 18 bytes are 24 characters of base64url without a rest, so that the text of many ids is the texts of each. */
const bytesPerId = 18;
const charactersPerId = 24;
const idsPerDraw = 256;
let drawn = "";
let used = 0;

/** `req_` and 24 URL-safe characters. Random bytes are drawn for many ids at once: a draw costs more than an id. */
export function makeRequestId(): string {
  if (used === drawn.length) {
    drawn = randomBytes(bytesPerId * idsPerDraw).toString("base64url");
    used = 0;
  }
  used += charactersPerId;
  return `req_${drawn.slice(used - charactersPerId, used)}`;
}
