/** The log: lines of JSON, on standard output unless another place is given; the lines of an outage; and the ids of requests. */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, destination, type Logger, pino } from "pino";

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

export function openLog({ level, redact, destination: to = standardOutput() }: LogSettings): Logger {
  const log = pino({ level, redact: secretPaths, hooks: { streamWrite: redact } }, to);
  destinations.set(log, to);
  return log;
}

const destinations = new WeakMap<object, DestinationStream>();
const origin = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`;

/**
 * Writes a line of the level `info` that needs no redacting: every request has one, and what looks for secrets in it costs ten times what it
 * takes to write it.
 * @param about has at least one member. @param message has nothing that JSON would escape.
 */
export function writeInfo(
  log: Pick<Logger, "info"> & { readonly isLevelEnabled?: unknown },
  about: object,
  message: string,
): void {
  const to = destinations.get(log);
  if (to === undefined) log.info(about, message);
  else if ((log as Logger).isLevelEnabled("info")) {
    const members = JSON.stringify(about).slice(1, -1);
    to.write(`{"level":30,"time":${Date.now()},${origin},${members},"msg":"${message}"}\n`);
  }
}

/** Lines are written together when there is so much of them, or after a tenth of a second: a write of its own for each costs a request much. */
const writtenFrom = 16_000;
const longestWaitMs = 100;
/** Lines that wait for a reader who stalls are kept up to so many bytes. */
const mostWaitingBytes = 1_048_576;
/** A tenth of a second each. */
const mostStalls = 10;

/**
 * The reader of standard output may go, such as `head`, or stall, such as a shipper of logs that restarts: the work goes on without it,
 * since what was not captured meanwhile cannot be had again. What a killed process has not written are the lines of a tenth of a second.
 */
class StandardOutput implements DestinationStream {
  readonly #opened: ReturnType<typeof destination>;
  #waiting = "";
  #timer: NodeJS.Timeout | null = null;

  constructor() {
    let stalls = 0;
    const retryEAGAIN = (): boolean => ++stalls % mostStalls !== 0;
    this.#opened = destination({ dest: 1, sync: true, retryEAGAIN, maxLength: mostWaitingBytes });
    this.#opened.on("error", () => {});
    process.on("exit", () => {
      try {
        this.#flush();
        this.#opened.flushSync();
      } catch {
        // Nobody reads it any more.
      }
    });
    // People's own words go to standard error, which may have lost its reader, too.
    process.stderr.on("error", () => {});
  }

  write(line: string): void {
    this.#waiting += line;
    if (this.#waiting.length >= writtenFrom) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), longestWaitMs).unref();
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting !== "") this.#opened.write(this.#waiting);
    this.#waiting = "";
  }
}

/** A process has one, however many logs it opens. */
let opened: StandardOutput | null = null;

function standardOutput(): DestinationStream {
  opened ??= new StandardOutput();
  return opened;
}

/** How an outage is logged. */
type OutageWords = {
  /** The line that says that it goes on. */
  readonly met: string;
  readonly over: string;
  /** The time between two such lines. */
  readonly everyMs?: number;
  /** So long after its last sign, a success says that it is over. */
  readonly overAfterMs?: number;
};

/** The log of an outage: a line when it begins, then one now and then with how often it was met, and one when it is over. */
export class OutageLog {
  readonly #log: Pick<FastifyBaseLogger, "info" | "error">;
  readonly #words: Required<OutageWords>;
  #total = 0;
  #unsaid = 0;
  #sinceMs = 0;
  #saidMs = 0;
  #metMs = 0;

  constructor(log: Pick<FastifyBaseLogger, "info" | "error">, words: OutageWords) {
    this.#log = log;
    this.#words = { everyMs: 1000, overAfterMs: 1000, ...words };
  }

  /** @param cause what stood in the way. */
  met(cause: unknown): void {
    this.#metMs = performance.now();
    const isFirst = this.#total === 0;
    if (isFirst) this.#sinceMs = this.#metMs;
    this.#total++;
    this.#unsaid++;
    if (!isFirst && this.#metMs - this.#saidMs < this.#words.everyMs) return;
    this.#log.error({ err: cause, times: this.#unsaid }, this.#words.met);
    this.#unsaid = 0;
    this.#saidMs = this.#metMs;
  }

  /** All went well this time. */
  passed(): void {
    if (this.#total === 0 || performance.now() - this.#metMs < this.#words.overAfterMs) return;
    const lastedMs = Math.round(this.#metMs - this.#sinceMs);
    this.#log.info({ times: this.#total, lastedMs }, this.#words.over);
    this.#total = 0;
    this.#unsaid = 0;
  }
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
