/** Pages of 100 odds rows at random cursors of one season, for parts that need no other case. */
import { Random } from "../../../../sample/src/random.ts";
import type { Asker } from "../asker.ts";
import { limited, type Page, walk } from "../walk.ts";

/** The seasons of a server that have at least two pages of 1,000 rows, with the number of their odds rows. */
export type OddsSeason = { readonly path: string; readonly rows: number };

const sports = ["mlb", "nfl", "ncaaf", "nba", "nhl"] as const;

export async function oddsSeasons(asker: Asker): Promise<readonly OddsSeason[]> {
  const found: OddsSeason[] = [];
  for (const sport of sports) {
    const { data } = await asker.json<Page>(`/v1/seasons?sport=${sport}`);
    for (const { season } of data) {
      const path = `/v1/odds?sport=${sport}&season=${season}`;
      found.push({ path, rows: await rowsOf(asker, `${path}&limit=1000`) });
    }
  }
  return found;
}

/** @returns at most `most` paths, the same ones for the same archive. */
export async function hundreds(asker: Asker, seasons: readonly OddsSeason[], most: number): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { path } of seasons) paths.push(...(await walk(asker, `${path}&limit=37`)).slice(0, -3));
  return new Random("pages of odds").shuffled(paths.map((path) => limited(path, 100))).slice(0, most);
}

async function rowsOf(asker: Asker, path: string): Promise<number> {
  let rows = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Page = await asker.json<Page>(cursor === "" ? path : `${path}&cursor=${cursor}`);
    rows += page.data.length;
    cursor = page.next_cursor;
  }
  return rows;
}
