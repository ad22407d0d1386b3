/** The answers of a bare server, whole in memory before it listens. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordedPage } from "../recording.ts";

export type Prebuilt = {
  readonly body: Buffer;
  readonly etag: string;
  /** All headers of a 200. */
  readonly headers: Readonly<Record<string, string>>;
};

/** @param manifestFile what `startBare` wrote: the folder of the answers and a row for each. */
export function readPrebuilt(manifestFile: string): ReadonlyMap<string, Prebuilt> {
  const { folder, pages } = JSON.parse(readFileSync(manifestFile, "utf8")) as {
    folder: string;
    pages: readonly RecordedPage[];
  };
  return new Map(
    pages.map(({ filePath, type, etag, encoding }) => {
      const file = filePath.split("?", 1)[0] ?? "";
      const body = readFileSync(join(folder, encoding === null ? file : `${file}.gz`));
      const headers = {
        "content-type": type,
        "content-length": String(body.length),
        etag,
        ...(encoding === null ? {} : { "content-encoding": encoding }),
      };
      return [filePath, { body, etag, headers }];
    }),
  );
}
