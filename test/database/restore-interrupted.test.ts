/** A restore that is interrupted: the old state, the new one, or a refusal that says how to go on. Never a mixture. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, test, vi } from "vitest";
import { restoreCommand } from "../../src/cli/restore.ts";
import { readConfig } from "../../src/config/config.ts";
import { DatabaseError } from "../../src/database/database-error.ts";
import { holdAlone, type SwappedFile, swapSteps } from "../../src/database/sqlite-files.ts";
import { gradeline } from "../support/command.ts";
import {
  type DatabaseFiles,
  digestsIn,
  freshPlaces,
  killServerOn,
  refused,
  run,
  stateOf,
  states,
} from "../support/database-files.ts";
import { skipIf } from "../support/skip-if.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";

const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");
const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

const fresh = freshPlaces();

/** Whether another process has a file open; only Linux tells. */
function isOpenElsewhere(path: string): boolean {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return processes.some((pid) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === path);
    } catch {
      // The process, or one of its files, is gone meanwhile.
      return false;
    }
  });
}

const interrupted =
  /a restore was interrupted\. Run gradeline restore \S+ again, or move the files of before \(….replaced-/;

describe("a restore that is interrupted", () => {
  /** The steps of a swap of copies, as restore does it, for stopping in the middle. */
  function swapOf(files: DatabaseFiles & { readonly backup: string }): Generator<void> {
    const ours = join(files.folder, "ours");
    mkdirSync(ours);
    const swapped = [files.facts, files.access].map((path, index): SwappedFile => {
      const staged = join(ours, `copy-${index}`);
      copyFileSync(join(files.backup, index === 0 ? "gradeline.db" : "gradeline-access.db"), staged);
      return { path, staged, replaced: `${path}.replaced-before` };
    });
    return swapSteps(files.facts, files.backup, swapped);
  }

  /** Runs the steps, and stops after so many; whether there were that many. */
  function stopAfter(steps: Generator<void>, count: number): boolean {
    for (let step = 0; step < count; step++) if (steps.next().done) return false;
    return true;
  }

  /** What a command finds: a state, or that it may not open the database. */
  async function found(url: string): Promise<string> {
    return stateOf(url).catch((error) => {
      assert.ok(error instanceof DatabaseError, String(error));
      assert.match(error.message, interrupted);
      return "refused";
    });
  }

  async function crashed(): Promise<DatabaseFiles & { readonly backup: string; readonly whole: string }> {
    const files = await fresh();
    await killServerOn(files);
    const whole = join(files.backup, "..", `${basename(files.backup)}-whole`);
    copies.push(whole);
    cpSync(files.folder, whole, { recursive: true });
    return { ...files, whole };
  }

  test(
    "after every step there is the old state, the new one, or a refusal that says how to go on; both ways work",
    long,
    async () => {
      vi.spyOn(console, "log").mockImplementation(() => {});
      const { whole, backup, ...files } = await crashed();
      const seen: string[] = [];
      for (let steps = 0, isWhole = false; !isWhole; steps++) {
        for (const way of ["again", "by hand"]) {
          rmSync(files.folder, { recursive: true });
          cpSync(whole, files.folder, { recursive: true });
          isWhole = !stopAfter(swapOf({ ...files, backup }), steps);
          const digests = digestsIn(files.folder);
          assert.ok(existsSync(files.facts) && existsSync(files.access), "neither file is ever missing");
          const state = await found(files.url);
          if (way === "again") seen.push(state);
          if (state !== "refused") continue;
          assert.deepEqual(digestsIn(files.folder), digests, "what was refused is as it was");
          if (way === "again") await restoreCommand(readConfig({ DATABASE_URL: files.url }), backup, {});
          else putBack(files);
          assert.equal(await stateOf(files.url), way === "again" ? states.backup : states.grown);
        }
      }
      const [first, last] = [seen.indexOf("refused"), seen.lastIndexOf("refused")];
      assert.ok(last - first >= 8, seen.join(", "));
      assert.deepEqual(
        seen,
        seen.map((_, step) => (step < first ? states.grown : step > last ? states.backup : "refused")),
      );
    },
  );

  /** Does what the refusal says: the old files get their names back, and the note goes. */
  function putBack({ folder, facts }: DatabaseFiles): void {
    for (const name of readdirSync(folder)) {
      const before = name.replace(".replaced-before", "");
      if (before !== name) renameSync(join(folder, name), join(folder, before));
    }
    rmSync(`${facts}.restoring`);
  }

  test("every command refuses a half-made state in one line", long, async () => {
    const { whole: _, backup, ...files } = await crashed();
    assert.ok(stopAfter(swapOf({ ...files, backup }), 8));
    for (const words of [["account", "list"], ["publish"], ["serve"], ["backup", `${backup}-2`]]) {
      await refused(files.url, words, interrupted);
    }
    await run(files.url, "restore", backup);
    assert.equal(await stateOf(files.url), states.backup);
  });

  const kills = 12;
  test(
    `${kills} kills of restore leave the old state, the new one, or one that a second restore mends`,
    long,
    async (t) => {
      const { whole, backup, ...files } = await crashed();
      const seen: Record<string, number> = {};
      const undisturbed = await killRestoreAt(files, backup, Number.POSITIVE_INFINITY);
      let killed = 0;
      for (let attempt = 0; killed < kills && attempt < kills * 5; attempt++) {
        rmSync(files.folder, { recursive: true });
        cpSync(whole, files.folder, { recursive: true });
        // A fixed walk over the time of the work, so that a failure can be run again.
        const moment = ((attempt + 1) * 0.618034) % 1;
        const { isKilled } = await killRestoreAt(files, backup, moment * undisturbed.workMs);
        if (isKilled) killed += 1;
        const state = await found(files.url);
        seen[state] = (seen[state] ?? 0) + 1;
        if (!isKilled) assert.equal(state, states.backup);
        await run(files.url, "restore", backup);
        assert.equal(await stateOf(files.url), states.backup);
        const left = readdirSync(files.folder).filter((name) => /\.restor/.test(name));
        assert.deepEqual(left, [], "nothing of the killed one is left");
      }
      t.annotate(JSON.stringify({ killed, ...seen }));
      assert.ok(killed >= kills, "the kills must come while the work is under way");
      for (const state of Object.keys(seen))
        assert.ok(
          [states.grown, states.backup, "refused"].some((known) => known === state),
          state,
        );
    },
  );

  /** Kills it so long after it has begun to write beside the database. `workMs` is how long it was at work. */
  async function killRestoreAt({ url, folder: data }: DatabaseFiles, backup: string, afterMs: number) {
    const env = { ...process.env, DATABASE_URL: url };
    const child = spawn(process.execPath, [commandFile, "restore", backup], { env, stdio: "ignore" });
    const ended = new Promise<boolean>((resolve) => child.on("exit", (_, signal) => resolve(signal === "SIGKILL")));
    const hasBegun = () => readdirSync(data).some((name) => name.startsWith("g.db.restore-"));
    while (!hasBegun() && child.exitCode === null) await sleep(1);
    const begun = performance.now();
    const timer = Number.isFinite(afterMs) ? setTimeout(() => child.kill("SIGKILL"), afterMs) : undefined;
    const isKilled = await ended;
    clearTimeout(timer);
    return { isKilled, workMs: performance.now() - begun };
  }

  test("of two restores at once the second is told that the files are in use", long, async () => {
    const { url, facts, access, backup } = await fresh();
    const alone = holdAlone([facts, access]);
    await refused(url, ["restore", backup], /g\.db is in use: stop every server and command/);
    alone.release();
    await run(url, "restore", backup);
    assert.equal(await stateOf(url), states.backup);
  });

  test(
    "who opens the files while they are held alone waits, and is told when they were replaced meanwhile",
    skipIf(process.platform !== "linux" && "only Linux tells which files are open"),
    async () => {
      const { url, facts, access } = await fresh();
      const other = await fresh();
      const alone = holdAlone([facts, access]);
      const opening = gradeline(["publish"], { DATABASE_URL: url });
      await until(() => isOpenElsewhere(facts), "the command has the file open, and waits");
      rmSync(facts);
      copyFileSync(other.facts, facts);
      alone.release();
      const { code, errors } = await opening;
      assert.equal(code, 1);
      assert.match(errors, /g\.db was replaced while it was opened: try again$/m);
      assert.equal((await gradeline(["publish"], { DATABASE_URL: url })).code, 0);
    },
  );
});
