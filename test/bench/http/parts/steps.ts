/**
 * Where the CPU of a page of 100 odds rows goes, from V8's own profile of a server under load. A sample belongs to the
 * innermost function of its stack that a rule knows; what Node does for one of ours (a hash, a copy) belongs to ours.
 */
import { globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openAsker } from "../asker.ts";
import { treeCpuNs } from "../process-cpu.ts";
import { writeList } from "../recording.ts";
import { startGradeline } from "../servers/gradeline.ts";
import { runWrk } from "../wrk.ts";
import { hundreds, oddsSeasons } from "./odds-pages.ts";
import type { Bench } from "./part.ts";

export type Steps = {
  /** CPU of a request without the profiler, in µs. */
  readonly cpuUs: number;
  readonly steps: readonly Share[];
  /** The functions with the most time of their own. */
  readonly functions: readonly Share[];
};

export type Share = { readonly name: string; readonly share: number };

type CallFrame = { readonly functionName: string; readonly url: string };
type Profile = {
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

/** Names and order of the table's rows; the first rule that fits a frame decides. */
const rules: readonly { readonly step: string; fits(frame: CallFrame): boolean }[] = [
  { step: "garbage collector", fits: ({ functionName }) => functionName === "(garbage collector)" },
  { step: "outside JavaScript", fits: ({ functionName }) => functionName === "(program)" },
  { step: "log", fits: ({ url }) => /node_modules\/(pino|sonic-boom|@pinojs)|src\/\w+\/([\w-]+-)?log\.ts$/.test(url) },
  { step: "count", fits: ({ url }) => /src\/(access\/(counting\/|meters|periods|window|quota)|database\/)/.test(url) },
  { step: "key", fits: ({ url }) => /src\/access\/|src\/\w+\/authentication/.test(url) },
  { step: "find", fits: ({ url }) => /src\/(shelf|archive)\//.test(url) },
  {
    step: "parse",
    fits: ({ url }) =>
      /src\/(api|http)\/.*(param|query|cursor|filter|format|reach|routes?\b|path|narrow|encoding|target|request)/.test(
        url,
      ) ||
      /src\/domain\/|node_modules\/(find-my-way|negotiator)|node:(_http_incoming|_http_server|_http_common|url|querystring)/.test(
        url,
      ),
  },
  {
    step: "frame",
    fits: ({ url }) => /src\/|node:_http_outgoing/.test(url),
  },
  {
    step: "write",
    fits: ({ url, functionName }) =>
      /^node:(net|internal\/(streams?\/|stream_base))/.test(url) ||
      (url === "" && /^write(v|Buffer|\w+String)$/.test(functionName)),
  },
  { step: "framework", fits: ({ url }) => /node_modules\//.test(url) },
];
const rest = "the rest of Node";

const profiledMs = 5000;
const plainMs = 3000;

export async function measureSteps({ databaseFile, folder, key, say }: Bench): Promise<Steps> {
  const own = join(folder, "profile");
  mkdirSync(own);
  const cpuUs = (await underLoad(databaseFile, own, key, [], plainMs)).cpuUs;
  const words = ["--cpu-prof", `--cpu-prof-dir=${own}`, "--cpu-prof-interval", "250"];
  const { fromUs, toUs } = await underLoad(databaseFile, own, key, words, profiledMs);
  const files = globSync(join(own, "*.cpuprofile"));
  if (files.length === 0) throw new Error("the server has left no profile");
  const profiles = files.map((file) => JSON.parse(readFileSync(file, "utf8")) as Profile);
  say(`profiled ${profiles.length} thread${profiles.length === 1 ? "" : "s"} for ${profiledMs / 1000} s`);
  return { cpuUs, ...sharesOf(profiles, fromUs, toUs) };
}

async function underLoad(databaseFile: string, folder: string, key: string, words: readonly string[], forMs: number) {
  const server = await startGradeline(databaseFile, folder, words);
  try {
    const asker = openAsker(server.base, key);
    const paths = await hundreds(asker, (await oddsSeasons(asker)).slice(-2), 400);
    asker.close();
    const listFile = join(folder, "list");
    writeList(
      listFile,
      paths.map((path) => ({ path })),
    );
    const headers = { Authorization: `Bearer ${key}` };
    const load = { base: server.base, listFile, connections: 16, order: "random", first: 0, headers } as const;
    await runWrk({ ...load, forMs: 1000 });
    const before = treeCpuNs(server.pid);
    // V8 and this process read the same clock.
    const fromUs = nowUs();
    const { requests } = await runWrk({ ...load, forMs });
    return { cpuUs: (treeCpuNs(server.pid) - before) / requests / 1000, fromUs, toUs: nowUs() };
  } finally {
    await server.close();
  }
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function sharesOf(profiles: readonly Profile[], fromUs: number, toUs: number): Pick<Steps, "steps" | "functions"> {
  const bySteps = new Map<string, number>();
  const byFunctions = new Map<string, number>();
  const add = (sums: Map<string, number>, name: string, us: number) => sums.set(name, (sums.get(name) ?? 0) + us);
  for (const { startTime, nodes, samples, timeDeltas } of profiles) {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
    let atUs = startTime;
    for (const [index, id] of samples.entries()) {
      const us = timeDeltas[index] ?? 0;
      atUs += us;
      const own = byId.get(id)?.callFrame;
      if (atUs < fromUs || atUs > toUs || own === undefined || own.functionName === "(idle)") continue;
      add(byFunctions, nameOf(own), us);
      let step: string | undefined;
      for (let at: number | undefined = id; at !== undefined && step === undefined; at = parents.get(at)) {
        const frame = byId.get(at)?.callFrame;
        step = frame && rules.find((rule) => rule.fits(frame))?.step;
      }
      add(bySteps, step ?? rest, us);
    }
  }
  const names = [...rules.map(({ step }) => step), rest];
  const total = [...bySteps.values()].reduce((sum, us) => sum + us, 0);
  const shares = (sums: Map<string, number>): Share[] => [...sums].map(([name, us]) => ({ name, share: us / total }));
  return {
    steps: shares(bySteps).toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name)),
    functions: shares(byFunctions)
      .toSorted((a, b) => b.share - a.share)
      .slice(0, 12),
  };
}

/** Without the folder of this checkout. */
function nameOf({ functionName, url }: CallFrame): string {
  const place = url.replace(/^file:.*\/(src|node_modules)\//, "$1/");
  const name = functionName === "" ? "a nameless function" : functionName;
  return place === "" ? name : `${name} of ${place}`;
}
