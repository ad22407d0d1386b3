/** Walks through lists of the API, as a client does, and keeps the paths that it asked for. */
import type { Asker } from "./asker.ts";

export type Page = {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly next_cursor: string | null;
};

/** The paths of all pages of a list, in order; the last one aside, which may be short. */
export async function walk(asker: Asker, path: string): Promise<string[]> {
  const paths: string[] = [];
  let at = path;
  while (true) {
    const { next_cursor: cursor } = await asker.json<Page>(at);
    if (cursor === null) return paths;
    paths.push(at);
    at = `${path}&cursor=${cursor}`;
  }
}

/** The same place of the list with another number of rows. */
export function limited(path: string, limit: number): string {
  return path.replace(/limit=\d+/, `limit=${limit}`);
}
