/** The whole cluster of docs/scaling.md on one machine: three database machines, nodes, and nginx in front of them. */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { QueryResultRow } from "pg";
import type { Values } from "../template.ts";
import { DatabaseMachine, type Member } from "./database-machine.ts";
import { FrontMachine } from "./front-machine.ts";
import { NodeMachine } from "./node-machine.ts";
import { closeNetwork, closePlace, networkRange, openNetwork, openPlace, type Place } from "./places.ts";
import { until } from "./processes.ts";

const password = (): string => randomBytes(12).toString("hex");

export class Cluster {
  readonly folder: string;
  readonly databases: readonly DatabaseMachine[];
  readonly nodes: NodeMachine[] = [];
  readonly front: FrontMachine;
  readonly #values: Values;
  readonly #places: Place[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    openNetwork();
    const place = (name: string, number: number): Place => {
      const opened = openPlace(name, number);
      this.#places.push(opened);
      return opened;
    };
    const front = place("front", 10);
    const places = ["db1", "db2", "db3"].map((name, index) => place(name, 21 + index));
    const [db1, db2, db3] = places.map(({ address }) => address) as [string, string, string];
    this.#values = {
      ...{ DB1: db1, DB2: db2, DB3: db3, NETWORK: networkRange, FRONT: front.address, SITE: "gradeline.example" },
      ...{ SUPERUSER_PASSWORD: password(), REPLICATION_PASSWORD: password(), REWIND_PASSWORD: password() },
      ...{ DATABASE_PASSWORD: password(), SESSION_SECRET: randomBytes(24).toString("hex") },
    };
    this.databases = places.map((each, index) => new DatabaseMachine(`db${index + 1}`, each, folder, this.#values));
    this.front = new FrontMachine(front, folder, this.#values);
  }

  /** Starts everything but the nodes, which `addNode` does. Whatever fails, nothing stays behind. */
  static async open(): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), "gradeline-cluster-"));
    // The database's own user must be able to reach its folders.
    chmodSync(folder, 0o755);
    const cluster = new Cluster(folder);
    try {
      for (const database of cluster.databases) database.startEtcd();
      await until("etcd", 30_000, () => cluster.#isEtcdUp());
      for (const database of cluster.databases) database.startPatroni();
      await cluster.whole(120_000);
      const primary = await cluster.primary();
      await primary.query(`create role gradeline login password '${cluster.#values.DATABASE_PASSWORD}'`);
      await primary.query("create database gradeline owner gradeline");
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  async #isEtcdUp(): Promise<true | null> {
    const url = `http://${this.databases[0]?.place.address}:2379/health`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    return answer?.ok ? true : null;
  }

  /** Where the suite itself, as an operator, reaches the database of the present primary. */
  async databaseUrl(): Promise<string> {
    const { address } = (await this.primary()).place;
    return `postgres://gradeline:${this.#values.DATABASE_PASSWORD}@${address}:5432/gradeline`;
  }

  /** Adds a machine for a node, whose server is to be started. */
  async addNode(): Promise<NodeMachine> {
    const number = this.nodes.length + 1;
    const place = openPlace(`node${number}`, 40 + number);
    this.#places.push(place);
    const node = new NodeMachine(`node${number}`, place, this.folder, this.#values);
    this.nodes.push(node);
    await node.startHaproxy();
    return node;
  }

  async primary(withinMs = 60_000): Promise<DatabaseMachine> {
    return until("a primary", withinMs, async () => {
      const are = await Promise.all(this.databases.map((database) => database.isPrimary()));
      return this.databases[are.indexOf(true)] ?? null;
    });
  }

  /** The standby without which nothing is committed. */
  async synchronousStandby(): Promise<DatabaseMachine> {
    return until("a synchronous standby", 60_000, async () => {
      const name = (await this.#members())?.find(({ isSynchronous }) => isSynchronous)?.name;
      return this.databases.find((database) => database.name === name) ?? null;
    });
  }

  /** Resolves when there are a primary and two standbys that stream from it, one of them synchronous. */
  async whole(withinMs: number): Promise<void> {
    await until("a whole cluster", withinMs, async () => {
      const members = await this.#members();
      if (members?.length !== this.databases.length) return null;
      const isUp = members.every(({ state }) => state === "running" || state === "streaming");
      const isOneTimeline = new Set(members.map(({ timeline }) => timeline)).size === 1;
      if (!isUp || !isOneTimeline || !members.some(({ isSynchronous }) => isSynchronous)) return null;
      const streaming = await this.#query<{ n: number }>(
        "select count(*)::int n from pg_stat_replication where state = 'streaming'",
      ).catch(() => []);
      return streaming[0]?.n === 2 ? true : null;
    });
  }

  async #query<Row extends QueryResultRow>(sql: string): Promise<Row[]> {
    return (await this.primary(1_000)).query<Row>(sql);
  }

  /** As the primary's Patroni sees them, since it decides; as any other does where there is none. */
  async #members(): Promise<readonly Member[] | null> {
    for (const database of this.databases) {
      if (await database.isPrimary()) return database.members();
    }
    for (const database of this.databases) {
      const members = await database.members();
      if (members !== null) return members;
    }
    return null;
  }

  /** Starts again what a case has killed or ended. */
  revive(): void {
    for (const database of this.databases) if (database.patroni().length === 0) database.startPatroni();
  }

  async close(): Promise<void> {
    await this.front.end();
    await Promise.all(this.nodes.map((node) => node.end()));
    await Promise.all(this.databases.map((database) => database.end()));
    for (const place of this.#places) closePlace(place);
    closeNetwork();
    if (process.env.KEEP_CLUSTER === undefined) rmSync(this.folder, { recursive: true, force: true });
  }
}
