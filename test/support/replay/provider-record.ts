/**
 * A record of what providers gave and when, and of the simulated time. It is a folder: lines that are appended
 * before the answer is sent, so that they outlive a killed process, and every body once.
 */
import { hash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRawText } from "../real-data.ts";

export type Endpoint = "odds" | "event odds" | "schedule" | "scoreboard" | "other";

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

  /** Keeps a body that is in no file yet, and returns its file. */
  keep(body: string): string {
    const file = join(this.#folder, "bodies", hash("sha256", body).slice(0, 24));
    if (!existsSync(file)) writeFileSync(file, body);
    return file;
  }

  #append(line: Line): void {
    appendFileSync(linesIn(this.#folder), `${JSON.stringify(line)}\n`);
  }
}

export type ReadRecord = {
  /** In the order in which they were given. */
  readonly answers: readonly Given[];
  /** The last simulated time; null for an empty record. */
  readonly lastMs: number | null;
};

export function readRecord(folder: string): ReadRecord {
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
