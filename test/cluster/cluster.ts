/** The whole cluster of docs/scaling.md on one machine: three database machines, two nodes, and nginx in front of them. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type QueryResultRow } from "pg";
import {
  closeNetwork,
  type Machine,
  networkRange,
  openMachine,
  openNetwork,
  processesOn,
  type Running,
  render,
  runOn,
  settingsIn,
  signalOf,
  until,
  type Values,
} from "./machines.ts";

const command = join(import.meta.dirname, "../../bin/gradeline.js");
const postgres = "postgres";
const password = (): string => randomBytes(12).toString("hex");

type Member = { readonly name: string; readonly role: string; readonly state: string; readonly timeline?: number };

/** A machine with etcd, Patroni and the PostgreSQL that Patroni runs. */
class DatabaseMachine {
  readonly machine: Machine;
  readonly #folder: string;
  readonly #values: Values;
  #etcd: Running | null = null;
  #patroni: Running | null = null;
  #etcdProcesses: readonly number[] = [];

  constructor(machine: Machine, folder: string, values: Values) {
    this.machine = machine;
    this.#folder = join(folder, machine.name);
    this.#values = { ...values, NAME: machine.name, ADDRESS: machine.address };
    mkdirSync(join(this.#folder, "pgdata"), { recursive: true, mode: 0o700 });
    chmodSync(this.#folder, 0o755);
    execFileSync("chown", ["-R", `${postgres}:${postgres}`, this.#folder]);
  }

  startEtcd(): void {
    const text = render("etcd.env", this.#values, { "/var/lib/etcd/gradeline": join(this.#folder, "etcd") });
    const settings = { ...settingsIn(text), ETCD_LOG_LEVEL: "warn" };
    this.#etcd = runOn(this.machine, ["etcd"], join(this.#folder, "etcd.log"), settings, postgres);
  }

  isEtcdUp(): Promise<boolean> {
    return this.#isGood(2379, "/health");
  }

  /** Starts Patroni where it does not run, also after a kill. */
  startPatroni(): void {
    if (this.#patroni?.isAlive()) return;
    this.#etcdProcesses = processesOn(this.machine);
    // `/var/run` is empty on a machine that has started: a lock of a process that is gone would hold up the next one.
    rmSync(join(this.#folder, ".s.PGSQL.5432.lock"), { force: true });
    const file = join(this.#folder, "patroni.yml");
    const text = render("patroni.yml", this.#values, {
      "/var/lib/postgresql/15/gradeline": join(this.#folder, "pgdata"),
      "/var/lib/postgresql/gradeline.pgpass": join(this.#folder, "pgpass"),
      "/var/run/postgresql": this.#folder,
    });
    writeFileSync(file, text, { mode: 0o644 });
    this.#patroni = runOn(this.machine, ["patroni", file], join(this.#folder, "patroni.log"), {}, postgres);
  }

  /** Kills Patroni and PostgreSQL as if the machine's power were cut, but leaves etcd. */
  kill(): void {
    // Patroni first, so that it sees nothing and starts nothing.
    this.#patroni?.signal("SIGKILL");
    for (const pid of processesOn(this.machine)) if (!this.#etcdProcesses.includes(pid)) signalOf(pid, "SIGKILL");
  }

  /** What Patroni on this machine says of itself. */
  isPrimary(): Promise<boolean> {
    return this.#isGood(8008, "/primary");
  }

  /** All members as etcd has them; none while Patroni does not answer. */
  async members(): Promise<readonly Member[]> {
    const answer = await this.#ask(8008, "/cluster");
    return answer === null ? [] : ((await answer.json()) as { readonly members: readonly Member[] }).members;
  }

  async #isGood(port: number, path: string): Promise<boolean> {
    return (await this.#ask(port, path))?.ok === true;
  }

  #ask(port: number, path: string): Promise<Response | null> {
    const url = `http://${this.machine.address}:${port}${path}`;
    return fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  }

  url(): string {
    return `postgres://gradeline:${this.#values.DATABASE_PASSWORD}@${this.machine.address}:5432/gradeline`;
  }

  /** Statements on this machine's own PostgreSQL: the superuser's, or on the database `gradeline` those of its owner. */
  async query<Row extends QueryResultRow>(sql: string, database: "postgres" | "gradeline"): Promise<Row[]> {
    const superuser = `postgres://postgres:${this.#values.SUPERUSER_PASSWORD}@${this.machine.address}:5432/postgres`;
    const connectionString = database === "gradeline" ? this.url() : superuser;
    const client = new Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 20_000 });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async end(): Promise<void> {
    await this.#patroni?.end(10_000);
    this.kill();
    await this.#etcd?.end(2_000);
  }
}

/** A machine with Gradeline and its own HAProxy. */
class NodeMachine {
  readonly machine: Machine;
  readonly #folder: string;
  readonly #values: Values;
  #haproxy: Running | null = null;
  #server: Running | null = null;

  constructor(machine: Machine, folder: string, values: Values) {
    this.machine = machine;
    this.#folder = join(folder, machine.name);
    this.#values = { ...values, NAME: machine.name, ADDRESS: machine.address };
    mkdirSync(this.#folder);
  }

  /** Resolves when HAProxy knows the primary: until it has asked each machine twice, it takes all for it, and leads to any. */
  async startHaproxy(): Promise<void> {
    const file = join(this.#folder, "haproxy.cfg");
    writeFileSync(file, render("haproxy.cfg", this.#values));
    const screen = join(this.#folder, "haproxy.log");
    this.#haproxy = runOn(this.machine, ["haproxy", "-db", "-f", file], screen);
    await until("HAProxy's knowledge of both standbys", 30_000, () => {
      const text = existsSync(screen) ? readFileSync(screen, "utf8") : "";
      return new Set(text.match(/(?<=primary\/)db\d(?= is DOWN)/g)).size === 2 ? true : null;
    });
  }

  /** Resolves when the node would answer a request with a good key. */
  async start(): Promise<void> {
    const text = render("gradeline.env", this.#values, { "/var/lib/gradeline": join(this.#folder, "data") });
    const screen = join(this.#folder, "server.log");
    const settings = { ...settingsIn(text), LOG_LEVEL: "warn" };
    this.#server = runOn(this.machine, [process.execPath, command, "serve"], screen, settings);
    await until(`${this.machine.name} being ready`, 180_000, async () => {
      if (!this.#server?.isAlive()) throw new Error(`a server has ended: ${readFileSync(screen, "utf8")}`);
      const url = `http://${this.machine.address}:8080/readyz`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
      return answer?.ok ? true : null;
    });
  }

  kill(): void {
    this.#server?.signal("SIGKILL");
  }

  async end(): Promise<void> {
    await Promise.all([this.#server?.end(3_000), this.#haproxy?.end(1_000, "SIGKILL")]);
  }
}

export class Cluster {
  readonly databases: readonly DatabaseMachine[];
  readonly nodes: readonly NodeMachine[];
  /** Where callers ask. */
  readonly url: string;
  readonly folder: string;
  readonly #machines: readonly Machine[];
  readonly #values: Values;
  #nginx: Running | null = null;

  constructor(folder: string) {
    this.folder = folder;
    // The database's own user must be able to reach its folders.
    chmodSync(folder, 0o755);
    openNetwork();
    const names = ["front", "db1", "db2", "db3", "node1", "node2"];
    this.#machines = names.map((name, at) => openMachine(name, 10 + at));
    const address = (name: string): string => this.#machines.find((each) => each.name === name)?.address ?? "";
    this.url = `https://${address("front")}`;
    this.#values = {
      DB1: address("db1"),
      DB2: address("db2"),
      DB3: address("db3"),
      NETWORK: networkRange,
      NODE1: address("node1"),
      NODE2: address("node2"),
      FRONT: address("front"),
      SITE: "gradeline.example",
      SUPERUSER_PASSWORD: password(),
      REPLICATION_PASSWORD: password(),
      REWIND_PASSWORD: password(),
      DATABASE_PASSWORD: password(),
      SESSION_SECRET: randomBytes(24).toString("hex"),
    };
    const named = (start: string) => this.#machines.filter(({ name }) => name.startsWith(start));
    this.databases = named("db").map((machine) => new DatabaseMachine(machine, folder, this.#values));
    this.nodes = named("node").map((machine) => new NodeMachine(machine, folder, this.#values));
  }

  /** Starts everything but the nodes' servers. Whatever fails, nothing stays behind. */
  static async open(): Promise<Cluster> {
    const cluster = new Cluster(mkdtempSync(join(tmpdir(), "gradeline-cluster-")));
    try {
      for (const database of cluster.databases) database.startEtcd();
      await until("etcd", 30_000, async () => ((await cluster.databases[0]?.isEtcdUp()) ? true : null));
      await cluster.whole();
      const primary = await cluster.primary();
      await primary.query(`create role gradeline login password '${cluster.#values.DATABASE_PASSWORD}'`, "postgres");
      await primary.query("create database gradeline owner gradeline", "postgres");
      for (const node of cluster.nodes) await node.startHaproxy();
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  startNginx(): void {
    const folder = join(this.folder, "front");
    mkdirSync(folder);
    const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    const files = ["-keyout", join(folder, "site.key"), "-out", join(folder, "site.pem")];
    execFileSync("openssl", [...made, "-subj", `/CN=${this.#values.SITE}`, ...files], { stdio: "ignore" });
    const paths = { "/run/nginx.pid": join(folder, "pid"), "/var/log/nginx": folder, "/etc/ssl/gradeline": folder };
    const file = join(folder, "nginx.conf");
    writeFileSync(file, render("nginx.conf", this.#values, paths));
    const [front] = this.#machines as [Machine];
    this.#nginx = runOn(front, ["nginx", "-c", file, "-g", "daemon off;"], join(folder, "nginx.log"));
  }

  primary(): Promise<DatabaseMachine> {
    return until("a primary", 60_000, async () => {
      const are = await Promise.all(this.databases.map((database) => database.isPrimary()));
      return this.databases[are.indexOf(true)] ?? null;
    });
  }

  /** The standby without which nothing is committed. */
  async synchronousStandby(): Promise<DatabaseMachine> {
    const members = await (await this.primary()).members();
    const name = members.find(({ role }) => role === "sync_standby")?.name;
    return this.databases.find(({ machine }) => machine.name === name) as DatabaseMachine;
  }

  /** Starts what was killed, and resolves when two standbys stream from a primary, one of them synchronous. */
  async whole(): Promise<void> {
    for (const database of this.databases) database.startPatroni();
    await until("a whole cluster", 180_000, async () => {
      const primary = await this.primary();
      const members = await primary.members();
      if (members.length !== this.databases.length) return null;
      const isUp = members.every(({ state }) => state === "running" || state === "streaming");
      const isOneTimeline = new Set(members.map(({ timeline }) => timeline)).size === 1;
      if (!isUp || !isOneTimeline || !members.some(({ role }) => role === "sync_standby")) return null;
      const count = "select count(*)::int n from pg_stat_replication where state = 'streaming'";
      const [streaming] = await primary.query<{ n: number }>(count, "postgres").catch(() => []);
      return streaming?.n === 2 ? true : null;
    });
  }

  async close(): Promise<void> {
    await this.#nginx?.end(2_000, "SIGQUIT");
    await Promise.all([...this.nodes, ...this.databases].map((machine) => machine.end()));
    await closeNetwork(this.#machines);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
