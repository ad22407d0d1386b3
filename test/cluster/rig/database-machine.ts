/** A database machine: etcd, Patroni and the PostgreSQL that Patroni runs. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, type QueryResultRow } from "pg";
import { render, settingsIn, type Values } from "../template.ts";
import { type Place, processesIn } from "./places.ts";
import { type Running, run } from "./processes.ts";
import { signalOf } from "./signals.ts";

export type Member = {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline: number;
  readonly isSynchronous: boolean;
};

const user = "postgres";

export class DatabaseMachine {
  readonly name: string;
  readonly place: Place;
  readonly data: string;
  readonly #folder: string;
  readonly #values: Values;
  #etcd: Running | null = null;
  #patroni: Running | null = null;

  constructor(name: string, place: Place, folder: string, values: Values) {
    this.name = name;
    this.place = place;
    this.#folder = join(folder, name);
    this.#values = { ...values, NAME: name, ADDRESS: place.address };
    this.data = join(this.#folder, "pgdata");
    mkdirSync(this.data, { recursive: true });
    chmodSync(this.data, 0o700);
    execFileSync("chown", ["-R", `${user}:${user}`, this.#folder]);
  }

  startEtcd(): void {
    const text = render("etcd.env", this.#values, { "/var/lib/etcd/gradeline": join(this.#folder, "etcd") });
    this.#etcd = run({
      ...{ place: this.place, user, words: ["etcd"], screen: join(this.#folder, "etcd.log") },
      env: { ...settingsIn(text), ETCD_LOG_LEVEL: "warn" },
    });
  }

  startPatroni(): void {
    // `/var/run` is empty on a machine that has started: a lock of a process that is not yet buried would hold up the next one.
    if (this.postmaster() === null) rmSync(join(this.#folder, ".s.PGSQL.5432.lock"), { force: true });
    const file = join(this.#folder, "patroni.yml");
    const text = render("patroni.yml", this.#values, {
      "/var/lib/postgresql/15/gradeline": this.data,
      "/var/lib/postgresql/gradeline.pgpass": join(this.#folder, "pgpass"),
      "/var/run/postgresql": this.#folder,
    });
    writeFileSync(file, text, { mode: 0o644 });
    this.#patroni = run({
      place: this.place,
      user,
      words: ["patroni", file],
      screen: join(this.#folder, "patroni.log"),
    });
  }

  /** Null while PostgreSQL does not run. */
  postmaster(): number | null {
    const file = join(this.data, "postmaster.pid");
    const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : Number.NaN;
    return Number.isInteger(pid) && existsSync(`/proc/${pid}`) ? pid : null;
  }

  patroni(): readonly number[] {
    return this.#patroni?.isAlive() ? [this.#patroni.pid] : [];
  }

  /** PostgreSQL's processes and Patroni, without etcd. */
  databaseProcesses(): readonly number[] {
    const all = processesIn(this.place);
    return all.filter((pid) => pid !== this.#etcd?.pid);
  }

  /** Kills Patroni and PostgreSQL as if the machine's power were cut, but leaves etcd. */
  kill(): void {
    // Patroni first, so that it sees nothing and starts nothing.
    for (const pid of [...this.patroni(), ...this.databaseProcesses()]) signalOf(pid, "SIGKILL");
  }

  /** What Patroni on this machine says of itself; null when it does not answer. */
  async isPrimary(): Promise<boolean> {
    const url = `http://${this.place.address}:8008/primary`;
    return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** All members as etcd has them; null when Patroni does not answer. */
  async members(): Promise<readonly Member[] | null> {
    const url = `http://${this.place.address}:8008/cluster`;
    type Row = { readonly name: string; readonly role: string; readonly state: string; readonly timeline?: number };
    const rows = await fetch(url, { signal: AbortSignal.timeout(2_000) })
      .then(async (answer) => ((await answer.json()) as { readonly members: readonly Row[] }).members)
      .catch(() => null);
    return (
      rows?.map(({ timeline = 0, ...row }) => ({ ...row, timeline, isSynchronous: row.role === "sync_standby" })) ??
      null
    );
  }

  /** Statements on this machine's own PostgreSQL: the superuser's, or on the database `gradeline` those of its owner. */
  async query<Row extends QueryResultRow>(sql: string, database = "postgres"): Promise<Row[]> {
    const isOwner = database === "gradeline";
    const password = (isOwner ? this.#values.DATABASE_PASSWORD : this.#values.SUPERUSER_PASSWORD) ?? "";
    const client = new Client({
      ...{ host: this.place.address, port: 5432, user: isOwner ? "gradeline" : "postgres", password, database },
      ...{ connectionTimeoutMillis: 10_000, query_timeout: 20_000 },
    });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await Promise.race([client.end(), new Promise((resolve) => setTimeout(resolve, 500))]);
    }
  }

  async end(): Promise<void> {
    await this.#patroni?.end(10_000);
    const left = this.postmaster();
    if (left !== null) signalOf(left, "SIGQUIT");
    await this.#etcd?.end(2_000);
    spawnSync("umount", ["-l", this.data], { stdio: "ignore" });
  }
}
