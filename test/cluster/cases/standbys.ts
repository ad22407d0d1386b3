/** Standbys die, stand still or are cut off, and etcd goes away. */
import { setTimeout as sleep } from "node:timers/promises";
import { cutOff, joinAgain } from "../rig/places.ts";
import type { Case } from "../trial.ts";

export const standbyCases: Readonly<Record<string, Case>> = {
  "kill-standby": {
    title: "kill -9 of the synchronous standby and its Patroni",
    backWithinS: 6,
    async meet({ cluster, begin, back }) {
      const standby = await cluster.synchronousStandby();
      begin();
      standby.kill();
      await back();
    },
  },
  "kill-standbys": {
    title: "kill -9 of both standbys, which come back after 20 s",
    backWithinS: null,
    async meet({ cluster, asking, begin, back, note }) {
      const primary = await cluster.primary();
      const standbys = cluster.databases.filter((database) => database !== primary);
      begin();
      for (const standby of standbys) standby.kill();
      await sleep(20_000);
      const during = asking.answers.filter(({ sentMs }) => sentMs > asking.nowMs() - 10_000);
      note(`alone, it answered ${during.filter(({ status }) => status === 200).length} of ${during.length} requests`);
      const againMs = asking.nowMs();
      for (const standby of standbys) standby.startPatroni();
      await back();
      note(`back ${((asking.nowMs() - againMs) / 1000 - 3).toFixed(0)} s after the standbys were started`);
    },
  },
  "etcd-away": {
    title: "all of etcd is away for 60 s",
    backWithinS: 0.5,
    isShort: true,
    async meet({ cluster, begin }) {
      begin();
      for (const database of cluster.databases) database.killEtcd();
      await sleep(60_000);
      for (const database of cluster.databases) database.startEtcd();
      await sleep(15_000);
    },
  },
  "cut-off": {
    title: "the primary is cut off from etcd and its standbys for 40 s, and nodes still reach it",
    backWithinS: null,
    async meet({ cluster, begin }) {
      const primary = await cluster.primary();
      const others = cluster.databases.filter((database) => database !== primary).map(({ place }) => place);
      begin();
      cutOff(primary.place, others);
      await sleep(40_000);
      joinAgain(primary.place, others);
      await sleep(10_000);
    },
  },
};
