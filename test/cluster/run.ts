/**
 * Tries the cluster of docs/scaling.md: starts all of it on this machine, makes trouble under load, and judges what callers got.
 *
 *   npm run cluster                          every case once
 *   npm run cluster -- --without-seconds     tells how long things took, and does not judge it
 *   npm run cluster -- --times 20 kill-primary
 *   npm run cluster -- --list
 */
import { setPriority } from "node:os";
import { parseArgs } from "node:util";
import { median } from "../bench/http/statistics.ts";
import { publish } from "./archive.ts";
import { cases } from "./cases.ts";
import { whyNoCluster } from "./programs.ts";
import { figures } from "./promises.ts";
import { Cluster } from "./rig/cluster.ts";
import { type Outcome, tryCase } from "./trial.ts";

/**
 * Seconds are judged, so other work of the machine must not hold up what is tried. What is started inherits this; most of it
 * waits, and takes little of the processors.
 */
const priority = -15;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "without-seconds": { type: "boolean", default: false },
    times: { type: "string", default: "1" },
    list: { type: "boolean", default: false },
  },
});

const wanted = Object.entries(cases).filter(([name]) => positionals.length === 0 || positionals.includes(name));
for (const name of positionals) if (!(name in cases)) throw new Error(`there is no case ${name}: --list lists them`);

if (values.list) {
  for (const [name, { title }] of Object.entries(cases)) console.log(`${name}: ${title}`);
} else {
  const why = whyNoCluster();
  if (why !== null) {
    console.error(`the cluster cannot be tried here: ${why}`);
    process.exitCode = 2;
  } else process.exitCode = (await tryAll()) ? 0 : 1;
}

async function tryAll(): Promise<boolean> {
  const outcomes: Outcome[] = [];
  setPriority(priority);
  const cluster = await Cluster.open();
  // Ctrl-C ends what was started, too.
  const end = (): void => void cluster.close().finally(() => process.exit(130));
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    const nodes = [await cluster.addNode(), await cluster.addNode()];
    await publish(cluster, nodes[0] as (typeof nodes)[0], 1);
    for (const node of nodes) node.start();
    for (const node of nodes) await node.ready();
    cluster.front.start(nodes.map(({ place }) => place.address));
    for (let round = 0; round < Number(values.times); round++) {
      for (const [name, each] of wanted) {
        const beganMs = performance.now();
        const outcome = await tryCase(cluster, name, each, !values["without-seconds"]);
        outcomes.push(outcome);
        const { violations, notes } = outcome;
        console.log(`${violations.length === 0 ? "ok" : "NOT OK"} ${name}: ${figures(outcome)}`);
        for (const note of notes) console.log(`  ${note}`);
        for (const violation of violations) console.log(`  VIOLATED: ${violation}`);
        console.log(`  took ${((performance.now() - beganMs) / 1000).toFixed(0)} s`);
      }
    }
  } finally {
    await cluster.close();
  }
  if (Number(values.times) > 1) tellRounds(outcomes);
  return outcomes.every(({ violations }) => violations.length === 0);
}

/** How long it took to be back, case by case. */
function tellRounds(outcomes: readonly Outcome[]): void {
  for (const [name, of] of Map.groupBy(outcomes, (outcome) => outcome.name)) {
    const seconds = of.map(({ backMs }) => (backMs ?? 0) / 1000).sort((a, b) => a - b);
    const p95 = seconds[Math.ceil(0.95 * seconds.length) - 1] ?? 0;
    const good = of.filter(({ violations }) => violations.length === 0).length;
    console.log(
      `${name}: ${good} of ${of.length} as promised; back after ${median(seconds).toFixed(1)} s (median), ${p95.toFixed(1)} s (p95), ${seconds.map((each) => each.toFixed(1)).join(" ")}`,
    );
  }
}
