/** Bets that could have been made on games of the sample, drawn from the API's own rows, which say what became of them. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BetRow } from "../../../src/contract/lists/bets.ts";
import type { SportRow, TeamRow } from "../../../src/contract/lists/reference.ts";
import { send } from "../api.ts";
import type { SampleApi } from "../sample-api.ts";

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

type Get = <Body>(path: string) => Promise<Body>;

function ask(api: SampleApi, path: string) {
  return send(api.app, "GET", path, { authorization: `Bearer ${api.key}` });
}

function getOf(api: SampleApi): Get {
  return async (path) => (await ask(api, path)).body;
}

async function rowsOf<Row>(get: Get, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = null; ; ) {
    const more: string = cursor === null ? "" : `&cursor=${cursor}`;
    const page: { data: Row[]; next_cursor: string | null } = await get(`${path}&limit=1000${more}`);
    rows.push(...page.data);
    if (page.next_cursor === null) return rows;
    cursor = page.next_cursor;
  }
}

/** Every row of /v1/bets of some books, of the seasons of a sample, with their teams. */
export async function allBets(api: SampleApi, books: string): Promise<MadeBet[]> {
  const get = getOf(api);
  const { data: sports } = await get<{ data: SportRow[] }>("/v1/sports");
  const made: MadeBet[] = [];
  for (const { sport, seasons } of sports) {
    const { data: teams } = await get<{ data: NamedTeam[] }>(`/v1/teams?sport=${sport}`);
    const byAbbreviation = new Map(teams.map((team) => [team.abbreviation, team]));
    for (const { season } of seasons) {
      for (const row of await rowsOf<BetRow>(get, `/v1/bets?sport=${sport}&season=${season}&book=${books}`)) {
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
export async function writeMirror(api: SampleApi, folder: string): Promise<void> {
  const get = getOf(api);
  const { data: sports } = await get<{ data: SportRow[] }>("/v1/sports");
  writeFileSync(join(folder, "gradeline-mirror.json"), JSON.stringify({ mirror: 1, format: "csv.gz", files: [] }));
  for (const { sport, seasons } of sports) {
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

async function csvOf(api: SampleApi, path: string): Promise<string> {
  let text = "";
  for (let cursor: string | undefined; ; ) {
    const more: string = cursor === undefined ? "" : `&cursor=${cursor}`;
    const page = await ask(api, `${path}&format=csv&limit=1000${more}`);
    text += cursor === undefined ? page.text : page.text.slice(page.text.indexOf("\n") + 1);
    cursor = page.headers["x-next-cursor"];
    if (cursor === undefined) return text;
  }
}
