/** The faults in the worlds of the archive. */
import { DatabaseSync } from "node:sqlite";
import type { GradelineNode } from "../counting/gradeline-node.ts";
import type { Process } from "../world/process.ts";
import { type SqliteFaults, setSqliteFaults, sqliteError } from "../world/sqlite.ts";
import type { World } from "../world/world.ts";
import type { Writers } from "./writers.ts";

export class Troubles {
  readonly #all: { readonly fromMs: number; readonly toMs: number }[] = [];
  /** Whether a part of the archive could not be read, or is not as it was written. */
  hasDamage = false;

  add(fromMs: number, forMs: number): void {
    this.#all.push({ fromMs, toMs: fromMs + forMs });
  }

  isAny(fromMs: number, toMs: number): boolean {
    return this.#all.some((each) => each.fromMs <= toMs && each.toMs >= fromMs);
  }

  get endMs(): number {
    return Math.max(0, ...this.#all.map(({ toMs }) => toMs));
  }
}

export type ArchiveSurroundings = {
  readonly world: World;
  readonly nodes: readonly GradelineNode[];
  readonly writers: Writers;
  readonly fate: Process;
  readonly troubles: Troubles;
  readonly file: string;
};

/** A killed server is up again within this time. */
const upAgainMs = 1500;

/** Makes no faults, but tells the writers of every commit. */
export function watchCommits(writers: Writers): SqliteFaults {
  return {
    before() {},
    after(process, sql) {
      if (sql === "commit") writers.committed(process);
    },
  };
}

/** Draws the faults between two moments. The writers are told of every commit in any case. */
export function planArchiveFaults(
  { world, nodes, writers, fate, troubles, file }: ArchiveSurroundings,
  only: readonly string[] | null,
  fromMs: number,
  untilMs: number,
): void {
  const { random } = world;
  let dying: { readonly of: RegExp; statements: number; readonly isAfter: boolean } | null = null;
  let failing: { readonly of: RegExp; readonly code: 10 | 13 | 14; readonly chance: number } | null = null;
  const trouble = (what: string, forMs: number): void => {
    world.note(`${what} for ${(forMs / 1000).toFixed(1)} s`);
    troubles.add(world.nowMs, forMs);
  };
  const kill = (process: Process, why: string): void => {
    trouble(`${process.name} dies`, upAgainMs);
    world.kill(process, why);
  };
  const isToDie = (process: Process, isAfter: boolean): boolean => {
    if (dying === null || !dying.of.test(process.name) || dying.isAfter !== isAfter) return false;
    if (--dying.statements > 0) return false;
    dying = null;
    return true;
  };
  setSqliteFaults(world, {
    ...watchCommits(writers),
    before(process, sql) {
      if (isToDie(process, false)) return kill(process, `before: ${sql.slice(0, 50)}`);
      if (failing?.of.test(process.name) && sql !== "rollback" && random.chance(failing.chance)) {
        throw sqliteError(failing.code);
      }
    },
    after(process, sql) {
      watchCommits(writers).after(process, sql);
      if (isToDie(process, true)) kill(process, `after: ${sql.slice(0, 50)}`);
    },
  });
  const die = (of: RegExp, most: number) => (): void => {
    dying = { of, statements: random.int(1, most), isAfter: random.chance(0.5) };
  };
  const fail = (of: RegExp, code: 10 | 13 | 14) => (): void => {
    const forMs = 100 + random.next() * 3000;
    trouble(`${of.source} fails with ${code}`, forMs);
    failing = { of, code, chance: random.pick([0.02, 0.2, 1]) };
    world.after(forMs, fate, () => {
      failing = null;
    });
  };
  const stop = (process: Process | null | undefined): void => {
    if (process === null || process === undefined) return;
    const forMs = 100 + random.next() ** 2 * 5000;
    world.stop(process, forMs);
    trouble(`${process.name} stands still`, forMs);
  };
  const kinds: Readonly<Record<string, () => void>> = {
    killServer() {
      const { process } = random.pick(nodes);
      if (process !== null) kill(process, "SIGKILL");
    },
    serverDies: die(/^node/, 30),
    publishDies: die(/^publish/, 60),
    importDies: die(/^import/, 40),
    publishFails: fail(/^publish/, 13),
    importFails: fail(/^import/, 13),
    refreshFails: fail(/^node/, 14),
    /** A season that cannot be read must be served as it was before. */
    unreadable() {
      troubles.hasDamage = true;
      fail(/^node/, 10)();
    },
    /** Changes a bit of a published file: of values, of a view, or of the teams of a sport. */
    rot() {
      troubles.hasDamage = true;
      const other = new DatabaseSync(file);
      try {
        const pieces = other.prepare("select sha256, number, body from release_pieces order by sha256, number").all();
        const { sha256, number, body } = random.pick(pieces) as { sha256: string; number: number; body: Uint8Array };
        const at = random.int(0, body.length - 1);
        world.note(`byte ${at} of the file ${sha256.slice(0, 12)} rots`);
        body[at] = (body[at] as number) ^ (1 << random.int(0, 7));
        const set = other.prepare("update release_pieces set body = ? where sha256 = ? and number = ?");
        set.run(body, sha256, number);
      } catch {
        // Nothing is published yet, or another connection is writing: nothing is changed this time.
      }
      other.close();
    },
    serverStops: () => stop(random.pick(nodes).process),
    writerStops: () => stop(writers.running[0]),
  };
  const isCalm = world.seed % 4 === 0;
  const drawn = Object.keys(kinds).filter(() => random.chance(0.35) && !isCalm);
  const chosen = only ?? drawn;
  world.note(`faults: ${chosen.join(", ") || "none"}`);
  world.after(untilMs - world.nowMs, fate, () => {
    dying = null;
  });
  for (const kind of chosen) {
    for (let time = random.int(1, 4); time > 0; time--) {
      world.after(random.next() * (untilMs - fromMs), fate, () => kinds[kind]?.());
    }
  }
}
