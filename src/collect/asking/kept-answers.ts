/**
 * Keeps every answer as a file that `gradeline import` can read again, with the time of its capture in its name:
 * `<folder>/<provider>/<UTC day>/<sport>-<UTC time>-<hash>.json.gz`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Logger } from "pino";
import type { Ask } from "./ask.ts";
import { utcDay } from "./memory.ts";

type KeptAnswers = { readonly folder: string; readonly days: number; readonly log: Pick<Logger, "error"> };

/** Takes answers as they came. Whatever goes wrong is logged, since an answer is used whether it is kept or not. */
export function keptAnswers({ folder, days, log }: KeptAnswers) {
  const lastTidied = new Map<string, string>();
  return (ask: Ask, bytes: Uint8Array, receivedMs: number): void => {
    try {
      const day = utcDay(receivedMs);
      const ofProvider = join(folder, ask.provider);
      write(join(ofProvider, day), nameOf(ask, bytes, receivedMs), bytes);
      if (lastTidied.get(ask.provider) === day) return;
      lastTidied.set(ask.provider, day);
      removeOldDays(ofProvider, utcDay(receivedMs - days * 86_400_000));
    } catch (error) {
      log.error({ err: error, provider: ask.provider }, "an answer could not be kept in ANSWERS_DIR");
    }
  };
}

function nameOf({ sport, label, format }: Ask, bytes: Uint8Array, receivedMs: number): string {
  // 20260705T061527Z: the time of capture, as the import reads it from a file's name.
  const time = new Date(receivedMs)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(/[-:]/g, "");
  const hash = createHash("sha256").update(label).update("\n").update(bytes).digest("hex").slice(0, 12);
  return `${sport === undefined ? "" : `${sport}-`}${time}-${hash}.${format === "json" ? "json" : "csv"}.gz`;
}

/** A file has its name only when it is whole. */
function write(folder: string, name: string, bytes: Uint8Array): void {
  mkdirSync(folder, { recursive: true });
  const unfinished = join(folder, `.${name}.${process.pid}.tmp`);
  writeFileSync(unfinished, gzipSync(bytes));
  renameSync(unfinished, join(folder, name));
}

function removeOldDays(folder: string, firstKept: string): void {
  for (const name of readdirSync(folder)) {
    const isOld = /^\d{4}-\d{2}-\d{2}$/.test(name) && name < firstKept;
    if (isOld) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
