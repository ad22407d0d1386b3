/** Nodes come, go, die and have a wrong clock. */
import { setTimeout as sleep } from "node:timers/promises";
import type { NodeMachine } from "../rig/node-machine.ts";
import type { Case } from "../trial.ts";

export const nodeCases: Readonly<Record<string, Case>> = {
  "clock-off": {
    title: "the clock of a node is 90 s ahead",
    backWithinS: 0,
    async meet({ cluster, begin, note }) {
      const [, second] = cluster.nodes as [NodeMachine, NodeMachine];
      await second.endServer();
      second.start({ clockSeconds: 90 });
      await second.ready();
      const ahead = await second.secondsAhead();
      if (Math.abs(ahead - 90) > 5) throw new Error(`the clock of the node is ${ahead.toFixed(0)} s ahead, and not 90`);
      note(`the node's clock was ${ahead.toFixed(0)} s ahead`);
      begin();
      // Longer than a window, so that it would show if the two nodes counted in windows of their own.
      await sleep(75_000);
      await second.endServer();
      second.start();
      await second.ready();
    },
  },
  "nodes-come-and-go": {
    title: "a node is added, one is ended and one is killed, under load",
    backWithinS: 1,
    async meet({ cluster, begin, note, losingNode }) {
      const [first, second] = cluster.nodes as [NodeMachine, NodeMachine];
      const third = cluster.nodes[2] ?? (await cluster.addNode());
      begin();
      const beganMs = performance.now();
      third.start();
      await third.ready();
      note(`a new node served after ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
      const all = [first, second, third].map(({ place }) => place.address);
      cluster.front.reload(all);
      await sleep(8_000);
      await first.endServer();
      await sleep(8_000);
      losingNode();
      third.signal("SIGKILL");
      await sleep(8_000);
      cluster.front.reload(all.slice(0, 2));
      first.start();
      await first.ready();
      await sleep(8_000);
    },
  },
};
