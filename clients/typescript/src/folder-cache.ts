/** Keeps answers in a folder, so that the next run of a program has them too. For Node and Deno. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AnswerCache, KeptAnswer } from "./cache.ts";

let written = 0;

export class FolderCache implements AnswerCache {
  readonly #folder: string;

  /** @param folder is made when it is not there. Delete it to forget everything. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A file that is damaged is as good as none. */
  async get(name: string): Promise<KeptAnswer | null> {
    try {
      const kept = JSON.parse(await readFile(this.#fileOf(name), "utf8")) as Partial<KeptAnswer>;
      const { etag, body } = kept;
      if (typeof etag !== "string" || typeof body !== "string") return null;
      JSON.parse(body);
      return { etag, body };
    } catch {
      return null;
    }
  }

  /** Other processes may read meanwhile, so a file appears whole. @throws the error of the file system. */
  async set(name: string, answer: KeptAnswer): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    written += 1;
    const partial = `${this.#fileOf(name)}.${process.pid}-${written}.partial`;
    await writeFile(partial, JSON.stringify(answer), { mode: 0o600 });
    await rename(partial, this.#fileOf(name));
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}
