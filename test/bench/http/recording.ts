/** Our own answers as files, from which the other servers serve the very same bytes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Asker } from "./asker.ts";
import type { Case } from "./cases.ts";

export type Recorded = {
  readonly case: Case;
  /** One for each path of the case, in its order. */
  readonly pages: readonly RecordedPage[];
  /** Mean length of the bodies that callers get. */
  readonly meanBytes: number;
  /** Mean length of the same bodies compressed by `gzip -6`; null where the case has no compression. */
  readonly gzip6Bytes: number | null;
};

export type RecordedPage = {
  /** The path at the other servers: that of the file, and our own query, so that requests are as long as ours. */
  readonly filePath: string;
  /** What is in the file, and what a bare server sends. */
  readonly type: string;
  readonly etag: string;
  readonly encoding: string | null;
};

/** Asks for every page once and writes it below the folder. */
export async function record(asker: Asker, each: Case, folder: string): Promise<Recorded> {
  const place = each.id.replace("'", "-once");
  mkdirSync(join(folder, place), { recursive: true });
  let bytes = 0;
  let gzip6 = 0;
  const accept = each.encoding === null ? {} : { "accept-encoding": each.encoding };
  const pages = await Promise.all(
    each.paths.map(async (path, index): Promise<RecordedPage> => {
      const { status, headers, body } = await asker.ask(path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      const type = String(headers["content-type"]);
      const file = `/${place}/${index}.${type.includes("csv") ? "csv" : "json"}`;
      // Nobody else serves these, and there are many.
      if (each.isCompared) writeFileSync(join(folder, file), body);
      if (each.encoding === null) bytes += body.length;
      else {
        const compressed = gzipSync(body, { level: 6 });
        writeFileSync(join(folder, `${file}.gz`), compressed);
        gzip6 += compressed.length;
        const asked = await asker.ask(path, accept);
        bytes += asked.body.length;
      }
      const query = path.includes("?") ? path.slice(path.indexOf("?")) : "";
      return { filePath: `${file}${query}`, type, etag: String(headers.etag), encoding: each.encoding };
    }),
  );
  const gzip6Bytes = each.encoding === null ? null : gzip6 / pages.length;
  return { case: each, pages, meanBytes: bytes / pages.length, gzip6Bytes };
}

/** Writes a list for wrk.lua. */
export function writeList(
  file: string,
  lines: readonly { readonly path: string; readonly etag?: string; readonly body?: string }[],
): void {
  writeFileSync(file, lines.map(({ path, etag = "", body = "" }) => `${path}\t${etag}\t${body}\n`).join(""));
}
