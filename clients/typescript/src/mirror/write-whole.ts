/** Writes a file so that it is there whole or as it was before, also after a power cut. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { fileProblem } from "./refusal.ts";

/** @throws Refusal naming the file. */
export function writeWhole(file: string, text: string): void {
  try {
    const partial = `${file}.new`;
    const handle = openSync(partial, "w");
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(partial, file);
    syncFolder(dirname(file));
  } catch (error) {
    throw fileProblem(error, `${file} could not be written`);
  }
}

/** A renamed file is sure to be there after a power cut when its folder is. Windows has no such thing. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
