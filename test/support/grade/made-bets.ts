/** Bets that could have been made on games of the sample, drawn from the API's own rows, which say what became of them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BetRow } from "../../../src/contract/lists/bets.ts";
import type { SportRow, TeamRow } from "../../../src/contract/lists/reference.ts";
import { type TestApi, walk } from "../api.ts";

/** A team as /v1/teams has it, with the abbreviation of its games. */
export type NamedTeam = Pick<TeamRow, "name" | "city" | "school" | "mascot"> & { readonly abbreviation: string };

/** A bet at the open of a book, with all that is true of it. */
export type MadeBet = {
  readonly row: BetRow;
  readonly home: NamedTeam;
  readonly away: NamedTeam;
  readonly line: number | null;
  readonly price: number;
  readonly stake: number;
};

/** Numbers from 0 to 1 that follow from a seed alone (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function oneOf<Value>(random: () => number, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

async function sportsOf(api: TestApi): Promise<readonly SportRow[]> {
  return (await api.get("/v1/sports")).body.data;
}

/** Every row of /v1/bets of some books, of the seasons of a sample, with their teams. */
export async function allBets(api: TestApi, books: string): Promise<MadeBet[]> {
  const made: MadeBet[] = [];
  for (const { sport, seasons } of await sportsOf(api)) {
    const teams: readonly NamedTeam[] = (await api.get(`/v1/teams?sport=${sport}`)).body.data;
    const byAbbreviation = new Map(teams.map((team) => [team.abbreviation, team]));
    for (const { season } of seasons) {
      const { rows } = await walk(api, `/v1/bets?sport=${sport}&season=${season}&book=${books}`, 1000);
      for (const row of rows as BetRow[]) {
        const [home, away] = [byAbbreviation.get(row.home ?? ""), byAbbreviation.get(row.away ?? "")];
        const { line, price } = row.open;
        if (home === undefined || away === undefined || price === null || row.result.open === null) continue;
        made.push({ row, home, away, line, price, stake: 100 });
      }
    }
  }
  return made;
}

/** Writes a mirror of the sample into a folder, as `pull` would: whole seasons as CSV, by the API's own answers. */
export async function writeMirror(api: TestApi, folder: string): Promise<void> {
  writeFileSync(join(folder, "gradeline-mirror.json"), JSON.stringify({ mirror: 1, format: "csv.gz", files: [] }));
  for (const { sport, seasons } of await sportsOf(api)) {
    for (const { season } of seasons) {
      const own = join(folder, sport, String(season));
      mkdirSync(own, { recursive: true });
      for (const dataSet of ["games", "bets", "odds", "periods", "period_odds"]) {
        const text = await csvOf(api, `/v1/${dataSet}?sport=${sport}&season=${season}`);
        writeFileSync(join(own, `${dataSet}.csv.gz`), gzipSync(text, { level: 1 }));
      }
    }
  }
}

async function csvOf(api: TestApi, path: string): Promise<string> {
  let text = "";
  for (let cursor: string | undefined; ; ) {
    const more: string = cursor === undefined ? "" : `&cursor=${cursor}`;
    const page = await api.get(`${path}&format=csv&limit=1000${more}`);
    text += cursor === undefined ? page.text : page.text.slice(page.text.indexOf("\n") + 1);
    cursor = page.headers["x-next-cursor"];
    if (cursor === undefined) return text;
  }
}
