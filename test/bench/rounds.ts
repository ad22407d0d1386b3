/** Rounds in which everything is measured once, in shuffled order, so that whatever else the machine does hits all alike. */
import { Random } from "../../sample/src/random.ts";
import { type Asker, type Headers, together } from "./asker.ts";
import { type BenchServer, cpuNs } from "./servers.ts";

/** What one server is asked in a case. */
export type Side = {
  readonly server: BenchServer;
  readonly asker: Asker;
  readonly requests: readonly { readonly path: string; readonly headers?: Headers }[];
  /** How many of them a round asks. They are taken in turn; where each may be asked for only once, no more rounds are measured than last. */
  readonly perRound: number;
  readonly isOnce: boolean;
  readonly atOnce: number;
};

export type Measured = { readonly cpuUs: number; readonly p99Ms: number };

/** A process compiles what it does often, and what it did a thousand times costs a fifth of the first time. */
export const warmUpRounds = 3;

/** Medians over the rounds; those that warm up do not count. */
export async function measureRounds(sides: readonly Side[], rounds: number): Promise<ReadonlyMap<Side, Measured>> {
  const random = new Random("rounds");
  const kept = new Map(sides.map((side) => [side, { cpuUs: [] as number[], p99Ms: [] as number[], asked: 0 }]));
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    for (const side of random.shuffled([...kept.keys()])) {
      const { server, asker, requests, perRound, isOnce, atOnce } = side;
      const so = kept.get(side);
      if (so === undefined || (isOnce && so.asked + perRound > requests.length)) continue;
      const asked = Array.from({ length: perRound }, (_, at) => requests[(so.asked + at) % requests.length]);
      so.asked += perRound;
      const times: number[] = [];
      const before = cpuNs(server);
      const ask = async (request: (typeof asked)[number]): Promise<void> => {
        const begunMs = performance.now();
        const { status } = await asker.ask(request?.path ?? "", request?.headers);
        times.push(performance.now() - begunMs);
        const wanted = request?.headers?.["if-none-match"] === undefined ? 200 : 304;
        if (status !== wanted) throw new Error(`${server.name} answered ${status} to ${request?.path}`);
      };
      await together(asked, ask, atOnce);
      const cpuUs = (cpuNs(server) - before) / perRound / 1000;
      if (round < warmUpRounds) continue;
      so.cpuUs.push(cpuUs);
      so.p99Ms.push(shareOf(times, 0.99));
    }
  }
  return new Map(
    [...kept].map(([side, { cpuUs, p99Ms }]) => [side, { cpuUs: median(cpuUs), p99Ms: median(p99Ms) }] as const),
  );
}

export function median(values: readonly number[]): number {
  return (shareOf(values, 0.5, Math.floor) + shareOf(values, 0.5, Math.ceil)) / 2;
}

export function shareOf(values: readonly number[], share: number, round = Math.floor): number {
  return values.toSorted((a, b) => a - b)[round(share * (values.length - 1))] ?? Number.NaN;
}
