/** A machine with Gradeline and its own HAProxy. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { render, settingsIn, type Values } from "../template.ts";
import type { Place } from "./places.ts";
import { type Running, run, until } from "./processes.ts";

const command = join(import.meta.dirname, "../../../bin/gradeline.js");

export class NodeMachine {
  readonly place: Place;
  readonly url: string;
  readonly #folder: string;
  readonly #values: Values;
  #haproxy: Running | null = null;
  #server: Running | null = null;

  constructor(name: string, place: Place, folder: string, values: Values) {
    this.place = place;
    this.url = `http://${place.address}:8080`;
    this.#folder = join(folder, name);
    this.#values = { ...values, NAME: name, ADDRESS: place.address };
    mkdirSync(this.#folder, { recursive: true });
  }

  get pid(): number {
    return this.#server?.pid ?? -1;
  }

  /** Resolves when HAProxy knows the primary: until it has asked each machine twice, it takes all for it, and leads to any. */
  async startHaproxy(): Promise<void> {
    const file = join(this.#folder, "haproxy.cfg");
    writeFileSync(file, render("haproxy.cfg", this.#values));
    const words = ["haproxy", "-db", "-f", file];
    const screen = join(this.#folder, "haproxy.log");
    this.#haproxy = run({ place: this.place, words, screen });
    await until("HAProxy's knowledge of both standbys", 30_000, () => {
      const text = existsSync(screen) ? readFileSync(screen, "utf8") : "";
      return new Set(text.match(/(?<=primary\/)db\d(?= is DOWN)/g)).size === 2 ? true : null;
    });
  }

  /** The settings of the file for nodes; `gradeline` with them is what an operator runs on this machine. */
  settings(): Readonly<Record<string, string>> {
    const text = render("gradeline.env", this.#values, { "/var/lib/gradeline": join(this.#folder, "data") });
    return { ...settingsIn(text), LOG_LEVEL: "warn" };
  }

  start(): void {
    this.#server = run({
      ...{ place: this.place, words: [process.execPath, command, "serve"], screen: join(this.#folder, "server.log") },
      env: this.settings(),
    });
  }

  /** Resolves when the node would answer a request with a good key. */
  async ready(withinMs = 180_000): Promise<void> {
    await until(`${this.url} being ready`, withinMs, async () => {
      if (!this.#server?.isAlive()) throw new Error(`the server at ${this.url} has ended: ${this.#folder}/server.log`);
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
      return answer?.ok ? true : null;
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#server?.signal(name);
  }

  /** Runs a command of Gradeline on this machine to its end, and returns its screen and its exit code. */
  async command(
    words: readonly string[],
    withinMs: number,
  ): Promise<{ readonly code: number | null; readonly screen: string }> {
    const child = spawn("ip", ["netns", "exec", this.place.space, process.execPath, command, ...words], {
      env: { PATH: process.env.PATH, ...this.settings() },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: withinMs,
      killSignal: "SIGKILL",
    });
    let screen = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        screen += text;
      });
    }
    return new Promise((resolve) => child.on("close", (code) => resolve({ code, screen })));
  }

  async endServer(graceMs = 12_000): Promise<void> {
    await this.#server?.end(graceMs);
  }

  async end(): Promise<void> {
    await Promise.all([this.#server?.end(3_000), this.#haproxy?.end(1_000, "SIGKILL")]);
  }
}
