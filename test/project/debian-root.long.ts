// @module-tag long
/** On a new machine of Debian the package answers after two commands, and an upgrade keeps everything. */
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, test } from "vitest";
import { snippetsUnder } from "../support/docs.ts";
import { skipIf } from "../support/skip-if.ts";
import { addSystemd, type Booted, boot, whyNoContainer } from "./booted-root.ts";
import { buildPackage, makeRoot, runIn, startServer, succeedIn, whyNoRoot, within } from "./debian-root.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-debian-"));
const root = join(folder, "root");

const install = (name: string) => succeedIn(root, ["apt-get", "install", "--no-install-recommends", `/${name}`]);
const serving = (...words: string[]) => startServer([...within(root), "gradeline", "serve", ...words], {});

/** What a caller gets of a server that runs only for this question. */
async function answer(key: string, ...words: string[]): Promise<string> {
  const server = await serving(...words);
  try {
    const answered = await fetch(`${server.url}/v1/games?sport=nfl&limit=50`, { headers: { "X-API-Key": key } });
    assert.equal(answered.status, 200);
    return JSON.stringify(JSON.parse(await answered.text()).data);
  } finally {
    await server.stop();
  }
}

/** The rows of a list of the service on a started machine, as soon as it has some. */
async function rowsOf(machine: Booted, key: string, list: string): Promise<readonly unknown[]> {
  const ask = `fetch("http://127.0.0.1:8080/v1/${list}", { headers: { "X-API-Key": "${key}" } }).then(async (answer) => console.log(await answer.text()))`;
  const untilMs = performance.now() + 120_000;
  for (;;) {
    const { stdout } = machine.run(`/usr/lib/gradeline/node --eval '${ask}'`);
    const rows: readonly unknown[] = stdout.startsWith("{") ? (JSON.parse(stdout).data ?? []) : [];
    if (rows.length > 0 || performance.now() > untilMs) return rows;
    await sleep(500);
  }
}

describe("in a new root of Debian", skipIf(whyNoRoot()), () => {
  let key = "";
  let first = "";
  beforeAll(async () => {
    await makeRoot(root);
    await buildPackage(join(root, "gradeline-0.0.9.deb"), "0.0.9");
    await buildPackage(join(root, "gradeline-now.deb"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("two commands, and it answers", async () => {
    const began = performance.now();
    const [lines] = snippetsUnder("docs/install.md", "The first hour", "sh");
    // Its first line is what somebody types who then says yes.
    writeFileSync(join(root, "etc/apt/apt.conf.d/yes"), 'APT::Get::Assume-Yes "true";\n');
    renameSync(join(root, "gradeline-0.0.9.deb"), join(root, "gradeline.deb"));
    const said = succeedIn(root, ["sh", "-ec", lines]);
    key = /gl_live_\w+/.exec(said)?.[0] ?? assert.fail(said);
    const server = await serving();
    const answered = await fetch(`${server.url}/v1/sports`, { headers: { "X-API-Key": key } });
    console.log(`from nothing to an answer: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    assert.equal(answered.status, 200);
    await server.stop();
  });

  test("data and settings are the service's alone, and what runs is Node of the package", () => {
    const mode = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8);
    const modes = ["var/lib/gradeline", "var/backups/gradeline", "etc/gradeline.env"].map(mode);
    assert.deepEqual(modes, ["750", "700", "640"]);
    assert.notEqual(runIn(root, ["sh", "-c", "command -v node"]).status, 0);
    const owner = succeedIn(root, ["stat", "-c", "%U", "/var/lib/gradeline/gradeline.db"]);
    assert.equal(owner.trim(), "gradeline");
    // Units are enabled, so that the service starts with a machine that has systemd.
    const wanted = readdirSync(join(root, "lib/systemd/system")).filter((name) => name.startsWith("gradeline"));
    assert.deepEqual(wanted.sort(), ["gradeline-backup.service", "gradeline-backup.timer", "gradeline.service"]);
  });

  test("an upgrade keeps accounts, data and settings", async () => {
    first = await answer(key, "--sample");
    assert.ok(JSON.parse(first).length > 0);
    const settings = join(root, "etc/gradeline.env");
    appendFileSync(settings, "LOG_LEVEL=warn\n");
    install("gradeline-now.deb");
    assert.match(readFileSync(settings, "utf8"), /^LOG_LEVEL=warn$/m);
    assert.equal(await answer(key), first);
  });

  test("the service's backup is made, tried and found by the doctor", () => {
    const unit = readFileSync(join(root, "lib/systemd/system/gradeline-backup.service"), "utf8");
    for (const [, line = ""] of unit.matchAll(/^ExecStart=\/bin\/sh -ec '(.*)'$/gm)) {
      const text = line.replaceAll("$$", "$").replaceAll("%%", "%");
      succeedIn(root, [
        "setpriv",
        "--reuid=gradeline",
        "--regid=gradeline",
        "--init-groups",
        "env",
        "BACKUP_DIR=/var/backups/gradeline",
        "sh",
        "-ec",
        text,
      ]);
    }
    const { findings } = JSON.parse(runIn(root, ["gradeline", "doctor", "--json"]).stdout);
    const standing = (name: string) =>
      findings.find((each: { name: string; standing: string }) => each.name === name)?.standing;
    for (const name of ["backup", "trial of a backup"]) assert.equal(standing(name), "ok", JSON.stringify(findings));
  });

  test("systemd starts the service and its backup, within all that their units forbid", async (context) => {
    addSystemd(root);
    const why = whyNoContainer(root);
    // Some machines, such as those inside of a container, cannot start one: then the run says why.
    if (why !== false) return context.skip(why);
    // An operator may give the service less of the processor than it gives the making of files: they are made all the same.
    const given = join(root, "etc/systemd/system/gradeline.service.d");
    mkdirSync(given);
    writeFileSync(join(given, "less.conf"), "[Service]\nNice=15\n");
    const machine = await boot(root);
    try {
      assert.deepEqual(await rowsOf(machine, key, "games?sport=nfl&limit=50"), JSON.parse(first));
      assert.ok((await rowsOf(machine, key, "files")).length > 0, machine.run("journalctl -u gradeline").stdout);

      machine.succeed("systemctl kill --signal=KILL gradeline");
      assert.deepEqual(await rowsOf(machine, key, "games?sport=nfl&limit=50"), JSON.parse(first));
      assert.equal(machine.succeed("systemctl show gradeline --property=NRestarts").trim(), "NRestarts=1");

      const backups = join(root, "var/backups/gradeline");
      const before = readdirSync(backups);
      machine.succeed("systemctl start gradeline-backup.service");
      assert.notDeepEqual(readdirSync(backups), before, "of a day the newest stays");
      assert.match(machine.succeed("systemctl list-timers"), /gradeline-backup\.timer/);

      machine.succeed("systemctl stop gradeline");
      assert.equal(machine.succeed("systemctl show gradeline --property=Result").trim(), "Result=success");
    } finally {
      await machine.end();
    }
  });

  test("removing the package keeps data and settings; a purge leaves the backups alone", () => {
    const there = () =>
      ["var/lib/gradeline/gradeline.db", "etc/gradeline.env", "usr/bin/gradeline"].map((path) =>
        existsSync(join(root, path)),
      );
    const backups = readdirSync(join(root, "var/backups/gradeline"));
    assert.notEqual(backups.length, 0);
    succeedIn(root, ["apt-get", "remove", "gradeline"]);
    assert.deepEqual(there(), [true, true, false]);
    succeedIn(root, ["apt-get", "purge", "gradeline"]);
    assert.deepEqual(there(), [false, false, false]);
    assert.deepEqual(readdirSync(join(root, "var/backups/gradeline")), backups);
  });
});
