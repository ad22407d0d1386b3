/** A copy of a file that is open to be sent, and its parts. */
import { closeSync, fstatSync, openSync, read } from "node:fs";
import type { LRUCache } from "lru-cache";
import type { FileName } from "./manifest.ts";

/** Smaller parts cost more CPU, larger ones more memory where many download at once. */
export const partBytes = 256 * 1024;
/**
 * Parts in memory, for others who want the same: after a night many callers fetch the same files. To have a thread read a part costs
 * twice as much as to send it.
 */
export const partsInMemory = 64;

export type Parts = LRUCache<string, Promise<Uint8Array>>;

/** A file that is open: it can be read to its end, whatever becomes of its place in the folder. */
export class OpenedFile {
  readonly #file: FileName;
  readonly #parts: Parts;
  readonly #descriptor: number;

  constructor(file: FileName, parts: Parts, descriptor: number) {
    this.#file = file;
    this.#parts = parts;
    this.#descriptor = descriptor;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** The bytes at a place, not further than to `last`. Others may have the same memory, and nobody may write into it. */
  async part(at: number, last: number): Promise<Uint8Array> {
    const first = at - (at % partBytes);
    const name = `${this.#file.sha256} ${first}`;
    let part = this.#parts.get(name);
    if (part === undefined) {
      part = this.#readPart(first);
      this.#parts.set(name, part);
      part.catch(() => this.#parts.delete(name));
    }
    return (await part).subarray(at - first, last - first + 1);
  }

  /** The callback costs half of what the promise of a handle does. */
  #readPart(first: number): Promise<Uint8Array> {
    const part = Buffer.allocUnsafeSlow(Math.min(partBytes, this.#file.bytes - first));
    return new Promise((resolve, reject) => {
      read(this.#descriptor, part, 0, part.length, first, (error, bytesRead) => {
        if (error === null && bytesRead === part.length) resolve(part);
        else reject(error ?? new Error("the copy of a file ends before its end"));
      });
    });
  }
}

export function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch {
    return null;
  }
}

/** The numbers of a file's state that differ when somebody has touched or replaced it. */
export function marksOf(descriptor: number): string {
  const { ino, size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(" ");
}
