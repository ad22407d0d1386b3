/** Rounds in which every case is measured once at every server, in shuffled order, so that noise hits all alike. */
import { join } from "node:path";
import { Random } from "../../../sample/src/random.ts";
import { treeCpuNs } from "./process-cpu.ts";
import { type Recorded, writeList } from "./recording.ts";
import type { BenchServer } from "./servers/server.ts";
import { type Spread, spreadOf } from "./statistics.ts";
import { runWrk } from "./wrk.ts";

/** One case at one server, over all rounds. */
export type Measured = {
  readonly case: string;
  readonly server: string;
  /** CPU of the server for each request, in µs. */
  readonly cpuUs: Spread;
  readonly requestsPerSecond: Spread;
  readonly p99Ms: Spread;
  /** Mean of headers and body. */
  readonly bytes: number;
};

export type Rounds = {
  readonly count: number;
  /** How long each measurement of a round lasts. */
  readonly eachMs: number;
  readonly key: string;
  readonly folder: string;
  readonly say: (line: string) => void;
};

type Pair = {
  readonly recorded: Recorded;
  readonly server: BenchServer;
  readonly listFile: string;
  readonly cpuUs: number[];
  readonly rates: number[];
  readonly p99Ms: number[];
  readonly bytes: number[];
  asked: number;
};

/** The first round warms up and is not counted. */
export async function measureRounds(
  recorded: readonly Recorded[],
  servers: readonly BenchServer[],
  rounds: Rounds,
): Promise<readonly Measured[]> {
  const random = new Random("rounds");
  const pairs: Pair[] = [];
  for (const each of recorded) {
    for (const [at, server] of servers.entries()) {
      if (at > 0 && !each.case.isCompared) continue;
      const listFile = join(rounds.folder, `list-${pairs.length}`);
      const targets = await server.targets(each);
      writeList(listFile, each.case.isConditional ? targets : targets.map(({ path }) => ({ path })));
      pairs.push({ recorded: each, server, listFile, cpuUs: [], rates: [], p99Ms: [], bytes: [], asked: 0 });
    }
  }
  for (let round = 0; round <= rounds.count; round++) {
    const begunMs = performance.now();
    for (const pair of random.shuffled(pairs)) await measureOnce(pair, rounds, round > 0);
    const took = ((performance.now() - begunMs) / 1000).toFixed(0);
    rounds.say(round === 0 ? `warmed up in ${took} s` : `round ${round} of ${rounds.count}: ${took} s`);
  }
  return pairs.map(
    ({
      recorded: {
        case: { id },
      },
      server: { name },
      cpuUs,
      rates,
      p99Ms,
      bytes,
    }) => ({
      case: id,
      server: name,
      cpuUs: spreadOf(cpuUs),
      requestsPerSecond: spreadOf(rates),
      p99Ms: spreadOf(p99Ms),
      bytes: Math.round(spreadOf(bytes).median),
    }),
  );
}

async function measureOnce(pair: Pair, { key, eachMs }: Rounds, isCounted: boolean): Promise<void> {
  const { recorded, server, listFile } = pair;
  const { order, connections, encoding } = recorded.case;
  const headers = { Authorization: `Bearer ${key}`, ...(encoding === null ? {} : { "Accept-Encoding": encoding }) };
  server.tidy();
  const before = treeCpuNs(server.pid);
  const load = { base: server.base, listFile, connections, order, first: pair.asked, headers, forMs: eachMs };
  const loaded = await runWrk(load);
  const cpuUs = (treeCpuNs(server.pid) - before) / loaded.requests / 1000;
  if (order !== "random") pair.asked = (pair.asked + Math.ceil(loaded.requests / order)) % recorded.pages.length;
  checkBytes(server.name, recorded, loaded.bytesPerRequest);
  if (!isCounted) return;
  pair.cpuUs.push(cpuUs);
  pair.rates.push(loaded.requestsPerSecond);
  pair.p99Ms.push(loaded.p99Us / 1000);
  pair.bytes.push(loaded.bytesPerRequest);
}

/** wrk refuses errors, and this refuses good answers that are not those of the case: a 200 for a 304, or another page. */
function checkBytes(server: string, { case: each, meanBytes }: Recorded, got: number): void {
  const isRight = each.isConditional ? got < 3000 : got > 0.5 * meanBytes && got < 1.5 * meanBytes + 3000;
  if (!isRight)
    throw new Error(`${server}, case ${each.id}: ${got.toFixed(0)} bytes a request, not ${meanBytes.toFixed(0)}`);
}
