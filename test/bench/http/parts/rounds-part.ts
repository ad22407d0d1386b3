/** The cases at our server, nginx, bare node:http and bare Fastify. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openAsker } from "../asker.ts";
import { type Case, findCases } from "../cases.ts";
import { record } from "../recording.ts";
import { type Measured, measureRounds } from "../rounds.ts";
import { startBare } from "../servers/bare.ts";
import { startGradeline } from "../servers/gradeline.ts";
import { startNginx } from "../servers/nginx.ts";
import type { BenchServer } from "../servers/server.ts";
import type { Bench } from "./part.ts";

export type CaseFigures = {
  readonly rounds: number;
  readonly eachMs: number;
  readonly cases: readonly CaseFigure[];
  readonly measured: readonly Measured[];
};

export type CaseFigure = Pick<Case, "id" | "about" | "connections"> & {
  readonly pages: number;
  /** Mean length of our bodies. */
  readonly bodyBytes: number;
  /** The same bodies compressed by `gzip -6`; null where the case has no compression. */
  readonly gzip6Bytes: number | null;
};

export async function measureCases(bench: Bench): Promise<CaseFigures> {
  const { databaseFile, folder, key, rounds, eachMs, only, say } = bench;
  const servers: BenchServer[] = [];
  try {
    const ours = await startGradeline(databaseFile, folder);
    servers.push(ours);
    const asker = openAsker(ours.base, key);
    const cases = await findCases(asker);
    const pages = join(folder, "pages");
    mkdirSync(pages);
    const recorded = [];
    for (const each of cases) {
      if (each.paths.length > 0 && (only === null || only.includes(each.id))) {
        recorded.push(await record(asker, each, pages));
      }
    }
    asker.close();
    say(`recorded ${recorded.map((each) => `${each.pages.length} of ${each.case.id}`).join(", ")}`);
    servers.push(await startNginx(pages, folder));
    servers.push(await startBare("node:http", recorded, pages, folder));
    servers.push(await startBare("Fastify", recorded, pages, folder));
    const measured = await measureRounds(recorded, servers, { count: rounds, eachMs, key, folder, say });
    const figures = recorded.map(({ case: { id, about, connections }, pages: { length }, meanBytes, gzip6Bytes }) => ({
      id,
      about,
      connections,
      pages: length,
      bodyBytes: meanBytes,
      gzip6Bytes,
    }));
    return { rounds, eachMs, cases: figures, measured };
  } finally {
    for (const server of servers) await server.close();
  }
}
