/** The units of Debian's package are ones that systemd takes, harden what they start, and name what the package brings. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { program } from "../../src/cli/main.ts";
import { readConfig } from "../../src/config/config.ts";
import { settingNames } from "../../src/config/settings.ts";
import { snippetsUnder } from "../support/docs.ts";
import { testFolder } from "../support/folders.ts";
import { skipIf } from "../support/skip-if.ts";

const parts = join(import.meta.dirname, "../../ops/deb");
const units = ["gradeline.service", "gradeline-backup.service", "gradeline-backup.timer"];
const textOf = (file: string): string => readFileSync(join(parts, file), "utf8");
const folder = testFolder("units");

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test("systemd reads the units without a complaint, and finds little that the service may do", {
  ...skipIf(!hasSystemd && "the package systemd is not installed"),
}, () => {
  for (const unit of units) {
    // The program is where the package puts it, and not on this machine.
    writeFileSync(join(folder, unit), textOf(unit).replaceAll("/usr/lib/gradeline/node", process.execPath));
  }
  const paths = units.map((unit) => join(folder, unit));
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...paths], { encoding: "utf8" });
  const own = stderr.split("\n").filter((line) => line.includes("gradeline"));
  assert.deepEqual([status, own], [0, []]);
  for (const unit of units.filter((each) => each.endsWith(".service"))) {
    // Exposure in tenths: systemd calls less than 2.0 well protected.
    const words = ["security", "--offline=true", "--threshold=20", "--no-pager", join(folder, unit)];
    const judged = spawnSync("systemd-analyze", words, { encoding: "utf8" });
    assert.equal(judged.status, 0, judged.stdout.split("\n").slice(-3).join("\n"));
  }
});

test("every directive that V8 cannot live with is off, and nothing runs as root", () => {
  for (const unit of units.filter((each) => each.endsWith(".service"))) {
    const text = textOf(unit);
    assert.match(text, /^MemoryDenyWriteExecute=no$/m);
    for (const line of ["User=gradeline", "NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet="]) {
      assert.ok(text.split("\n").includes(line), `${unit}: ${line}`);
    }
  }
});

test("the settings that the package brings are settings, and say where the units look", () => {
  const lines = textOf("gradeline.env")
    .split("\n")
    .filter((line) => /^[A-Z]/.test(line));
  const settings = Object.fromEntries(lines.map((line) => line.split("=") as [string, string]));
  for (const name of Object.keys(settings)) assert.ok((settingNames as readonly string[]).includes(name), name);
  const { dataDir, backupDir, databaseUrl } = readConfig(settings);
  assert.equal(backupDir, "/var/backups/gradeline");
  assert.ok(textOf("gradeline-backup.service").includes(`ConditionPathExists=${databaseUrl}\n`));
  assert.ok(textOf("gradeline-backup.service").includes(`ReadWritePaths=${dataDir} ${backupDir}\n`));
  assert.ok(textOf("postinst").includes(dataDir) && textOf("postrm").includes(`rm -rf ${dataDir}\n`));
});

test("the first hour of docs/install.md names the package that is made, a command that there is, and what the package lays", () => {
  const [lines] = snippetsUnder("docs/install.md", "The first hour", "sh");
  const [install = "", command = "", ...more] = lines.trim().split("\n");
  assert.deepEqual([install, more], ["apt-get install ./gradeline.deb", []]);
  const [program_, ...words] = command.split(" ");
  assert.equal(program_, "gradeline");
  const key = program().commands.find((each) => each.name() === words[0]);
  assert.ok(
    key?.commands.some((each) => each.name() === words[1]),
    command,
  );
  const script = readFileSync(join(parts, "../../scripts/build-deb.ts"), "utf8");
  for (const path of ["usr/bin/gradeline", "etc/gradeline.env"]) assert.ok(script.includes(`"${path}"`), path);
});

test("each script of the package is one that the shell reads", () => {
  for (const name of readdirSync(parts).filter((file) => !file.includes("."))) {
    const { status, stderr } = spawnSync("sh", ["-n", join(parts, name)], { encoding: "utf8" });
    assert.deepEqual([name, status, stderr], [name, 0, ""]);
  }
});
