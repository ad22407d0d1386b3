// @module-tag long
/** On a new machine of Debian the package answers after two commands; an upgrade keeps everything, and there is a way back until it is finished. */
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
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
import { afterAll, beforeAll, describe, test } from "vitest";
import {
  buildLaterPackage,
  buildPackage,
  makeRoot,
  putInto,
  runIn,
  startServer,
  succeedIn,
  whyNoRoot,
  within,
} from "../support/debian-root.ts";
import { skipIf } from "../support/skip-if.ts";
import { snippetsUnder } from "../support/snippets.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-debian-"));
const root = join(folder, "root");
const adding = "9999-later-adds";

const install = (name: string, ...options: string[]) =>
  succeedIn(root, ["apt-get", "install", "--no-install-recommends", ...options, `/${name}`]);
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

describe("in a new root of Debian", skipIf(whyNoRoot()), () => {
  let key = "";
  let first = "";
  beforeAll(() => {
    makeRoot(root);
    for (const version of ["0.0.9", undefined]) {
      const name = `gradeline-${version ?? "now"}.deb`;
      buildPackage(join(folder, name), version);
      putInto(root, join(folder, name), name);
    }
    buildLaterPackage(join(folder, "gradeline-now.deb"), join(root, "gradeline-later.deb"), adding);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("two commands, and it answers", async () => {
    const began = performance.now();
    const [lines] = snippetsUnder("docs/operations.md", "The first hour", "sh");
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
    succeedIn(root, ["gradeline", "backup", "--keep-days", "7", "--keep-weeks", "4", "/var/backups/gradeline"]);
    const { findings } = JSON.parse(runIn(root, ["gradeline", "doctor", "--json"]).stdout);
    const standing = (name: string) =>
      findings.find((each: { name: string; standing: string }) => each.name === name)?.standing;
    assert.equal(standing("backup"), "ok", JSON.stringify(findings));
  });

  test("a later version has a way back, until its upgrade is finished", async () => {
    install("gradeline-later.deb");
    assert.equal(await answer(key), first);
    install("gradeline-now.deb", "--allow-downgrades");
    assert.equal(await answer(key), first, "the version before goes on");
    install("gradeline-later.deb");
    assert.match(succeedIn(root, ["gradeline", "upgrade", "--finish"]), /no earlier version opens the database/);
    install("gradeline-now.deb", "--allow-downgrades");
    await assert.rejects(serving(), new RegExp(`another version of Gradeline has migrated it .*${adding}`));
    install("gradeline-later.deb");
    assert.equal(await answer(key), first, "nothing was lost by it");
  });

  test("who removes the package keeps data and settings; a purge leaves the backups alone", () => {
    const there = () =>
      ["var/lib/gradeline/gradeline.db", "etc/gradeline.env", "usr/bin/gradeline"].map((path) =>
        existsSync(join(root, path)),
      );
    succeedIn(root, ["apt-get", "remove", "gradeline"]);
    assert.deepEqual(there(), [true, true, false]);
    succeedIn(root, ["apt-get", "purge", "gradeline"]);
    assert.deepEqual(there(), [false, false, false]);
    assert.equal(readdirSync(join(root, "var/backups/gradeline")).length, 1);
  });
});
