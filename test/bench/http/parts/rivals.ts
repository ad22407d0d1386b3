/** 100 odds rows from servers that make an API of a database by themselves, over the same rows in PostgreSQL. */

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../../../../sample/src/random.ts";
import { startDebianPostgres, whyNoPrograms } from "../../../support/debian-postgres.ts";
import { startOwnPostgres } from "../../../support/own-postgres.ts";
import { openAsker } from "../asker.ts";
import { serverCore } from "../cores.ts";
import { treeCpuNs } from "../process-cpu.ts";
import { writeList } from "../recording.ts";
import { startGradeline } from "../servers/gradeline.ts";
import { type Spawned, spawnPinned, written } from "../servers/server.ts";
import { type Spread, spreadOf } from "../statistics.ts";
import { runWrk } from "../wrk.ts";
import { hundreds, oddsSeasons } from "./odds-pages.ts";
import { fillOddsTable, type OddsTable } from "./odds-table.ts";
import type { Bench } from "./part.ts";

export type RivalFigures = {
  readonly rounds: number;
  readonly eachMs: number;
  /** Of PostgreSQL. */
  readonly postgres: string;
  readonly rows: number;
  readonly columns: number;
  readonly servers: readonly RivalFigure[];
};

export type RivalFigure = {
  readonly name: string;
  readonly requestsPerSecond: Spread;
  /** Of the server and, where it uses one, of the database. */
  readonly cpuUs: Spread;
  readonly p99Ms: Spread;
  readonly bytes: number;
};

type Rival = {
  readonly name: string;
  readonly base: string;
  readonly pids: readonly number[];
  readonly listFile: string;
};

const tools = join(import.meta.dirname, "..", "..", "..", "..", "tools", "rivals");
const pages = 400;
/** wrk needs some requests to end in a round, and these take long. */
const eachMs = 3000;

export async function measureRivals({ databaseFile, folder, key, rounds, say }: Bench): Promise<RivalFigures> {
  if (!existsSync(join(tools, "node_modules"))) {
    throw new Error("install the rivals first: npm ci --prefix tools/rivals --ignore-scripts");
  }
  const closing: (() => unknown)[] = [];
  try {
    const ours = await startGradeline(databaseFile, folder);
    closing.push(ours.close);
    const asker = openAsker(ours.base, key);
    closing.push(asker.close);
    const seasons = await oddsSeasons(asker);
    const postgres = await startPostgres();
    closing.push(postgres.stop);
    const shared = mkdtempSync(join(tmpdir(), "gradeline-bench-rivals-"));
    closing.push(() => rmSync(shared, { recursive: true, force: true }));
    // The database's own user has to read what lies there.
    chmodSync(shared, 0o755);
    const table = await fillOddsTable(asker, seasons, postgres.url, shared);
    say(`PostgreSQL holds ${table.rows} odds rows of ${table.columns.length} columns`);
    spawnSync("taskset", ["-a", "-cp", serverCore, String(table.postmaster)]);

    const random = new Random("rivals");
    const after = Array.from({ length: pages }, () => random.int(0, table.rows - 101));
    const oursList = join(folder, "rivals-ours");
    const paths = await hundreds(asker, seasons, pages);
    writeList(
      oursList,
      paths.map((path) => ({ path })),
    );
    const rivals: Rival[] = [{ name: "gradeline", base: ours.base, pids: [ours.pid], listFile: oursList }];

    const platformatic = await startProgram("platformatic", postgres.url, folder);
    closing.push(platformatic.process.end);
    const platformaticList = join(folder, "rivals-platformatic");
    writeList(
      platformaticList,
      after.map((id) => ({ path: `/odds/?limit=100&orderby.id=asc&where.id.gt=${id}` })),
    );
    const withDatabase = ({ process: { pid } }: Program): number[] => [pid, table.postmaster];
    rivals.push({
      name: "Platformatic DB",
      base: platformatic.base,
      pids: withDatabase(platformatic),
      listFile: platformaticList,
    });

    const postgraphile = await startProgram("postgraphile", postgres.url, folder);
    closing.push(postgraphile.process.end);
    const postgraphileList = join(folder, "rivals-postgraphile");
    writeList(postgraphileList, await graphQueries(postgraphile.base, table, after));
    rivals.push({
      name: "PostGraphile",
      base: postgraphile.base,
      pids: withDatabase(postgraphile),
      listFile: postgraphileList,
    });

    for (const rival of rivals) await checkPage(rival, key);
    const measured = new Map(
      rivals.map(({ name }) => [name, { rates: [], cpuUs: [], p99Ms: [], bytes: [] } as Samples]),
    );
    for (let round = 0; round <= rounds; round++) {
      for (const rival of random.shuffled(rivals)) {
        const before = rival.pids.reduce((sum, pid) => sum + treeCpuNs(pid), 0);
        const isGraph = rival.name === "PostGraphile";
        const headers = {
          ...(rival.name === "gradeline" ? { Authorization: `Bearer ${key}` } : {}),
          ...(isGraph ? { "Content-Type": "application/json", Accept: "application/json" } : {}),
        };
        const load = {
          base: rival.base,
          listFile: rival.listFile,
          connections: 16,
          order: "random",
          first: 0,
        } as const;
        const loaded = await runWrk({ ...load, headers, forMs: eachMs });
        const spentNs = rival.pids.reduce((sum, pid) => sum + treeCpuNs(pid), 0) - before;
        ours.tidy();
        if (round === 0) continue;
        const samples = measured.get(rival.name);
        samples?.rates.push(loaded.requestsPerSecond);
        samples?.cpuUs.push(spentNs / loaded.requests / 1000);
        samples?.p99Ms.push(loaded.p99Us / 1000);
        samples?.bytes.push(loaded.bytesPerRequest);
      }
      say(round === 0 ? "warmed up" : `round ${round} of ${rounds}`);
    }
    const servers = [...measured].map(([name, { rates, cpuUs, p99Ms, bytes }]) => ({
      name: versioned(name),
      requestsPerSecond: spreadOf(rates),
      cpuUs: spreadOf(cpuUs),
      p99Ms: spreadOf(p99Ms),
      bytes: spreadOf(bytes).median,
    }));
    const { rows, columns } = table;
    return { rounds, eachMs, postgres: table.version, rows, columns: columns.length, servers };
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/** @throws Error unless the first request of a list gets 100 rows. */
async function checkPage({ name, base, listFile }: Rival, key: string): Promise<void> {
  const [path = "", , body = ""] = readFileSync(listFile, "utf8").split("\n", 1)[0]?.split("\t") ?? [];
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(`${base}${path}`, body === "" ? { headers } : { headers, method: "POST", body });
  const text = await answer.text();
  const found = JSON.parse(text) as { data?: { allOdds?: { nodes: unknown[] } } };
  const rows = Array.isArray(found) ? found : (found.data?.allOdds?.nodes ?? found.data);
  if (!Array.isArray(rows) || rows.length !== 100) throw new Error(`${name} answered ${text.slice(0, 1000)}`);
}

type Samples = {
  readonly rates: number[];
  readonly cpuUs: number[];
  readonly p99Ms: number[];
  readonly bytes: number[];
};
type Program = { readonly process: Spawned; readonly base: string };

async function startProgram(name: string, databaseUrl: string, folder: string): Promise<Program> {
  mkdirSync(join(folder, name), { recursive: true });
  const words = [process.execPath, join(tools, `${name}.js`)];
  const started = spawnPinned(words, join(folder, `${name}.log`), {
    DATABASE_URL: databaseUrl,
    NODE_ENV: "production",
  });
  return {
    process: started,
    base: await written(started, (screen) => /^listening at (\S+)$/m.exec(screen)?.[1] ?? null),
  };
}

async function startPostgres(): Promise<{ readonly url: string; stop(): unknown }> {
  if (whyNoPrograms() === false) {
    const debian = await startDebianPostgres();
    return { url: await debian.freshUrl(), stop: debian.stop };
  }
  const own = await startOwnPostgres();
  return { url: await own.freshUrl(), stop: own.close };
}

/** All columns of 100 rows after a cursor, which PostGraphile makes of the primary key. */
async function graphQueries(base: string, { columns }: OddsTable, after: readonly number[]) {
  const fields = ["id", ...columns].map(camelCase).join(" ");
  const asked = await fetch(`${base}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ allOdds(first: 1, orderBy: PRIMARY_KEY_ASC) { edges { cursor node { id } } } }" }),
  });
  const text = await asked.text();
  const { cursor, node } = (
    JSON.parse(text) as { data: { allOdds: { edges: { cursor: string; node: { id: number } }[] } } }
  ).data.allOdds.edges[0] ?? { cursor: "", node: { id: 0 } };
  const plain = JSON.parse(Buffer.from(cursor, "base64").toString()) as unknown[];
  const query = `query Page($after: Cursor) { allOdds(first: 100, after: $after, orderBy: PRIMARY_KEY_ASC) { nodes { ${fields} } pageInfo { endCursor hasNextPage } } }`;
  return after.map((id) => {
    const moved = plain.map((part) =>
      String(part) === String(node.id) ? (typeof part === "string" ? String(id) : id) : part,
    );
    const variables = { after: Buffer.from(JSON.stringify(moved)).toString("base64") };
    return { path: "/graphql", body: JSON.stringify({ query, variables }) };
  });
}

function camelCase(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function versioned(name: string): string {
  const packages: Readonly<Record<string, string>> = {
    "Platformatic DB": "@platformatic/db",
    PostGraphile: "postgraphile",
  };
  const found = packages[name];
  if (found === undefined) return name;
  const file = join(tools, "node_modules", found, "package.json");
  return `${name} ${(JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version}`;
}
