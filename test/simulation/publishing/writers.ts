/** Those who change the archive: imports and publishes, each a process that opens the database, works and ends. */
import { type Database, openDatabase } from "../../../src/database/engine.ts";
import { importItems } from "../../../src/ledger/import.ts";
import { publish } from "../../../src/publish/publish.ts";
import { items } from "../../support/records.ts";
import type { Process } from "../world/process.ts";
import { Killed, type World } from "../world/world.ts";
import { type GameName, recordsOf, Shown, type State } from "./expected.ts";

export class Writers {
  readonly shown = new Shown();
  readonly #world: World;
  readonly #url: string;
  /** What a process's next commit means. */
  readonly #meanings = new Map<Process, () => void>();
  #imported: State = new Map();
  #importing: Process | null = null;
  #version = 0;
  #count = 0;

  constructor(world: World, url: string) {
    this.#world = world;
    this.#url = url;
  }

  get running(): readonly Process[] {
    return [...this.#meanings.keys()];
  }

  /** To be called when a process has committed. */
  committed(process: Process): void {
    const meaning = this.#meanings.get(process);
    if (meaning === undefined) return;
    this.#meanings.delete(process);
    meaning();
  }

  /** Imports a new version of some games, unless another import goes on: the latest version of a game is its last. */
  import(names: readonly GameName[]): void {
    if (this.#importing?.isAlive) return;
    const version = ++this.#version;
    this.#importing = this.#start(
      `import${version}`,
      async (database) => {
        const records = names.flatMap((name) => recordsOf(name, version));
        const report = await importItems(database, items(...records), "2026-01-01T00:00:00.000Z");
        if (report.refused > 0) this.#world.violated(`records are refused: ${JSON.stringify(report.summary())}`);
      },
      () => {
        this.#imported = new Map([...this.#imported, ...names.map(({ id }) => [id, version] as const)]);
      },
    );
  }

  publish(all: boolean): Process {
    const options = { all, acceptRemovals: false, publishedAt: "2026-01-01T00:00:00.000Z" };
    return this.#start(
      `publish${++this.#count}`,
      async (database) => void (await publish(database, options)),
      () => this.shown.publish(this.#imported, this.#world.nowMs),
    );
  }

  #start(name: string, work: (database: Database) => Promise<void>, meaning: () => void): Process {
    const world = this.#world;
    const process = world.process(name);
    const run = async (): Promise<void> => {
      const database = await openDatabase(this.#url);
      this.#meanings.set(process, () => {
        world.note(`${name} has committed`);
        meaning();
      });
      await work(database);
      await database.close();
      world.kill(process, "it is done");
    };
    process.onDeath.push(() => this.#meanings.delete(process));
    world.after(0, process, () => {
      run().catch((error) => {
        if (!(error instanceof Killed)) world.kill(process, `it fails: ${String(error).slice(0, 120)}`);
      });
    });
    return process;
  }
}
