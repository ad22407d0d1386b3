/** Publishing the full sample: from nothing, all of it again, and a night without news. */
import { publish } from "../../src/publish/publish.ts";
import type { Bench } from "./bench.ts";
import { cpuMs, peakMemory } from "./cpu.ts";
import { fullSample, seconds } from "./full-sample.ts";

export const benchPublish: Bench = async (folder, print) => {
  const { database } = await fullSample(folder);
  const timed = async (label: string, all: boolean): Promise<void> => {
    const begunCpu = process.cpuUsage();
    const begun = performance.now();
    const report = await publish(database, { all, acceptRemovals: false, publishedAt: new Date().toISOString() });
    const elapsed = seconds(performance.now() - begun);
    print(`${label}: ${elapsed}, ${seconds(cpuMs(begunCpu))} of CPU, ${peakMemory()}`);
    print(`  (${report.games} games, ${report.oddsRows} odds rows, ${report.changedGames} changed)`);
  };
  await timed("into an empty archive", true);
  await timed("--all again", true);
  await timed("nothing changed", false);
  await database.close();
};
