/**
 * Stands for all providers in a replay: it answers in their own shapes with what was known at the simulated time, fails as ordered,
 * and records what it gave and when. That requests are repeated, paused and bounded is held by test/collect/asking.test.ts.
 */
import { hash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import type { Asker, Clock, ProviderAnswer } from "../../src/collect/asking/ask.ts";
import { readRawText } from "../real/real-data.ts";
import type { ReplayWorld } from "./world.ts";

type Endpoint = "odds" | "event odds" | "schedule" | "scoreboard" | "other";

/** An answer, as it was about to be sent. */
export type Given = {
  readonly kind: "answer";
  readonly nowMs: number;
  readonly endpoint: Endpoint;
  /** The path and query, without keys. */
  readonly request: string;
  readonly isFailed: boolean;
  /** The file that holds the body; null without one, and for a failure. */
  readonly file: string | null;
};

type Line = Given | { readonly kind: "clock"; readonly nowMs: number };

const linesIn = (folder: string): string => join(folder, "lines.ndjson");

/**
 * A record of what providers gave and of the simulated time. It is a folder: lines that are appended before the answer is sent, so that
 * they outlive a killed process, and every body once.
 */
export class ProviderRecord {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(join(folder, "bodies"), { recursive: true });
  }

  noteTime(nowMs: number): void {
    this.#append({ kind: "clock", nowMs });
  }

  noteAnswer(given: Omit<Given, "kind">): void {
    this.#append({ kind: "answer", ...given });
  }

  /** Keeps a body that is in no file yet, and returns its file, which is whole also where the process is killed meanwhile. */
  keep(body: string): string {
    const file = join(this.#folder, "bodies", hash("sha256", body).slice(0, 24));
    if (existsSync(file)) return file;
    writeFileSync(`${file}.partial`, body);
    renameSync(`${file}.partial`, file);
    return file;
  }

  #append(line: Line): void {
    appendFileSync(linesIn(this.#folder), `${JSON.stringify(line)}\n`);
  }
}

/** The answers in the order in which they were given, and the last simulated time; null for an empty record. */
export function readRecord(folder: string): { readonly answers: readonly Given[]; readonly lastMs: number | null } {
  if (!existsSync(linesIn(folder))) return { answers: [], lastMs: null };
  const texts = readFileSync(linesIn(folder), "utf8").split("\n");
  // A killed process may have left the beginning of a line.
  texts.pop();
  const lines = texts.map((text) => JSON.parse(text) as Line);
  return { answers: lines.filter((line) => line.kind === "answer"), lastMs: lines.at(-1)?.nowMs ?? null };
}

/** The body of an answer that has one. */
export function bodyOf({ file, request }: Given): string {
  if (file === null) throw new Error(`no body of ${request} was kept`);
  return readRawText(file);
}

export type FaultOrder = {
  /** The share of answers that fail, from 0 to 1. */
  readonly failing: number;
  /** The share of answers that are sound and older than the newest: a cache on the way had them. */
  readonly older: number;
  readonly seed: number;
};

export const noFaults: FaultOrder = { failing: 0, older: 0, seed: 0 };

type Options = {
  readonly world: ReplayWorld;
  readonly clock: Clock;
  readonly faults: FaultOrder;
  readonly record: ProviderRecord;
};

export function replayAsker({ world, clock, faults, record }: Options): Asker {
  return {
    async ask({ url, label }, signal): Promise<ProviderAnswer> {
      const nowMs = clock.nowMs();
      const { pathname, search } = new URL(label);
      const request = `${pathname}${search}`;
      const { isFailed, olderByMs } = faultOf(faults, `${request} ${nowMs}`);
      const { endpoint, text, path } = answerOf(world, url, nowMs - olderByMs);
      const hasBody = !isFailed && text !== null;
      record.noteAnswer({ nowMs, endpoint, request, isFailed, file: hasBody ? (path ?? record.keep(text)) : null });
      await turnOfLoop();
      const failed = { kind: "failed", notBeforeMs: null } as const;
      if (signal.aborted) return { ...failed, reason: "aborted", detail: "ends" };
      if (isFailed) return { ...failed, reason: "unreachable", detail: "the connection was closed" };
      if (text === null) return { ...failed, reason: "status", detail: "status 404", status: 404 };
      return { kind: "payload", payload: JSON.parse(text), receivedMs: nowMs, credits: null };
    },
    close: async () => {},
  };
}

/** From 0 to 1, the same for the same text. */
function drawn(text: string): number {
  return Number.parseInt(hash("sha256", text).slice(0, 12), 16) / 2 ** 48;
}

/** Drawn from the seed: the same request meets the same fault again. */
function faultOf({ failing, older, seed }: FaultOrder, request: string) {
  const draw = (what: string): number => drawn(`${seed} ${what} ${request}`);
  // From ten minutes to six hours.
  const olderByMs = draw("is older") < older ? (10 + draw("age") * 350) * 60_000 : 0;
  return { isFailed: draw("fails") < failing, olderByMs };
}

/** `text` is null where there is nothing at the address; `path` is the file that it is in already. */
type Body = { readonly endpoint: Endpoint; readonly text: string | null; readonly path?: string };

const nothing: Body = { endpoint: "other", text: null };

function answerOf(world: ReplayWorld, url: URL, nowMs: number): Body {
  const { pathname, searchParams } = url;
  const [, sport, rest = ""] = /^\/v4\/sports\/([^/]+)\/(.+?)\/?$/.exec(pathname) ?? [];
  if (sport === "baseball_mlb") return oddsAnswer(world, rest, nowMs);
  if (sport !== undefined) return rest === "odds" ? { endpoint: "odds", text: "[]" } : nothing;
  if (pathname.endsWith("/api/v1/schedule")) {
    const [from, to] = ["startDate", "endDate"].map((name) => searchParams.get(name) ?? "");
    return { endpoint: "schedule", text: JSON.stringify(world.schedule(nowMs, from ?? "", to ?? "")) };
  }
  // An empty list of events, as ESPN gives it on a day without games.
  if (pathname.endsWith("/scoreboard")) return { endpoint: "scoreboard", text: '{"leagues":[],"events":[]}' };
  return nothing;
}

type OddsEvent = Readonly<Record<string, unknown>> & { readonly id: string };

/** @param rest what follows `/v4/sports/{sport}/` */
function oddsAnswer(world: ReplayWorld, rest: string, nowMs: number): Body {
  const capture = world.captureAt(nowMs);
  const text = capture?.read() ?? "[]";
  if (rest === "odds") return { endpoint: "odds", text, ...(capture === null ? {} : { path: capture.path }) };
  const id = /^events\/([^/]+)\/odds$/.exec(rest)?.[1];
  const event = (JSON.parse(text) as OddsEvent[]).find((each) => each.id === id);
  // The captures have no markets of periods or team totals.
  return event === undefined ? nothing : { endpoint: "event odds", text: JSON.stringify({ ...event, bookmakers: [] }) };
}
