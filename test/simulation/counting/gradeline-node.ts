/** A server of Gradeline in a world, which is started again whenever it has died. */
import type { Database } from "../../../src/database/engine.ts";
import type { Process } from "../world/process.ts";
import { Killed, type World } from "../world/world.ts";
import type { Front, OpenFront } from "./front.ts";

/** What starts servers looks after them this often. */
const restartMs = 500;

export class GradelineNode {
  readonly name: string;
  readonly #world: World;
  readonly #openAccess: () => Promise<Database>;
  readonly #openFront: OpenFront;
  readonly #onStart: (process: Process) => void;
  #process: Process | null = null;
  #front: Front | null = null;

  constructor(
    world: World,
    name: string,
    open: {
      readonly access: () => Promise<Database>;
      readonly front: OpenFront;
      readonly onStart: (process: Process) => void;
    },
  ) {
    this.#world = world;
    this.name = name;
    this.#openAccess = open.access;
    this.#openFront = open.front;
    this.#onStart = open.onStart;
  }

  /** Null: it is not up. */
  get up(): { readonly process: Process; readonly front: Front } | null {
    return this.#process === null || this.#front === null ? null : { process: this.#process, front: this.#front };
  }

  get process(): Process | null {
    return this.#process;
  }

  /** @param supervisor whose event brings it up again. */
  start(supervisor: Process): void {
    const process = this.#world.process(this.name);
    this.#process = process;
    this.#onStart(process);
    process.onDeath.push(() => {
      this.#process = null;
      this.#front = null;
      this.#world.after(restartMs, supervisor, () => this.start(supervisor));
    });
    this.#world.after(0, process, () => {
      this.#open(process).catch((error) => {
        // A start that fails ends with an exit code, and is tried again.
        if (!(error instanceof Killed)) this.#world.kill(process, `it cannot start: ${error}`);
      });
    });
  }

  async #open(process: Process): Promise<void> {
    const access = await this.#openAccess();
    const front = await this.#openFront(access, { name: this.name, process });
    if (process.isAlive) this.#front = front;
  }
}
