/** Brings one file: what a run before has left of it goes on by Range, and nothing gets its name before its SHA-256 is right. */
import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Asking } from "../asking.ts";
import { AnswerRefused } from "../asking.ts";
import { GradelineError } from "../errors.ts";
import type { MirroredFile } from "./mirror-file.ts";
import { fileProblem, Refusal } from "./refusal.ts";
import { syncFolder, writeWhole } from "./write-whole.ts";

/** @throws Refusal, AnswerRefused where the budget is spent, or the API's own error. */
export async function download(asking: Asking, folder: string, file: MirroredFile): Promise<void> {
  const target = join(folder, file.path);
  const partial = `${target}.partial`;
  const note = `${partial}.json`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    if (!isOfVersion(note, file.sha256)) {
      rmSync(partial, { force: true });
      writeWhole(note, `${JSON.stringify({ sha256: file.sha256 })}\n`);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : fileProblem(error, `${target} could not be written`);
  }
  if (lengthOf(partial) < file.bytes) await bring(asking, partial, file);
  if (lengthOf(partial) !== file.bytes || (await sha256OfFile(partial)) !== file.sha256) {
    rmSync(partial, { force: true });
    throw new Refusal(`${file.path} came with other bytes than its SHA-256 says; they were thrown away.`);
  }
  try {
    renameSync(partial, target);
    rmSync(note, { force: true });
    syncFolder(dirname(target));
  } catch (error) {
    throw fileProblem(error, `${target} could not be written`);
  }
}

/** Each attempt goes on where the last one ended, and counts as a request. */
async function bring(asking: Asking, partial: string, { path, sha256, bytes }: MirroredFile): Promise<void> {
  const headers = (): Record<string, string> => {
    const length = lengthOf(partial);
    return length === 0 ? {} : { range: `bytes=${length}-`, "if-range": `"${sha256}"` };
  };
  try {
    await asking.ask({ path: `/v1/files/${path}?sha256=${sha256}`, headers }, async (answer, alive) => {
      const first = Number(/^bytes (\d+)-/.exec(answer.headers.get("content-range") ?? "")?.[1] ?? 0);
      const isPart = answer.status === 206;
      if (isPart && first !== lengthOf(partial))
        throw new AnswerRefused(`${path}: another part came than was asked for`);
      const handle = openSync(partial, isPart ? "a" : "w");
      try {
        let length = isPart ? first : 0;
        for await (const chunk of answer.body ?? []) {
          alive();
          length += chunk.length;
          if (length > bytes) throw new AnswerRefused(`${path}: more bytes came than the list says`);
          writeAll(handle, chunk);
        }
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    });
  } catch (error) {
    if (error instanceof GradelineError && error.code === "not_found")
      throw new Refusal(`${path} has been replaced by a newer version meanwhile: run the same command again.`);
    throw error;
  }
}

/** A full disk is no failure of the network: nothing is asked again for it. */
function writeAll(handle: number, bytes: Uint8Array): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
  } catch (error) {
    throw new AnswerRefused(fileProblem(error, "a download could not be written").message);
  }
}

function isOfVersion(note: string, sha256: string): boolean {
  try {
    return (JSON.parse(readFileSync(note, "utf8")) as { sha256?: unknown }).sha256 === sha256;
  } catch {
    return false;
  }
}

function lengthOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0;
}

export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
