// @module-tag long
/** The tarball is installed without a network into an empty folder, and its program runs there, also with Node 20 where that is here. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { packageOf } from "../support/clients/installed.ts";
import { testFolder } from "../support/folders.ts";
import { skipIf } from "../support/skip-if.ts";

const folder = testFolder("install");

/** Every Node that is found here. */
const nodes = ["/usr/bin/node", "/usr/local/bin/node", process.execPath].filter(
  (node) => spawnSync(node, ["-v"]).status === 0,
);
const versionOf = (node: string) => spawnSync(node, ["-v"], { encoding: "utf8" }).stdout.trim();
const npm = spawnSync("npm", ["--version"], { encoding: "utf8" });

test(
  "npm installs it into an empty folder, offline, with nothing beside it",
  skipIf(npm.status !== 0 && "needs npm"),
  () => {
    writeFileSync(join(folder, "package.json"), "{}");
    const { name, bytes } = packageOf(".tgz");
    const tarball = join(folder, name);
    writeFileSync(tarball, bytes);
    const installed = spawnSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], {
      cwd: folder,
      encoding: "utf8",
    });
    assert.equal(installed.status, 0, installed.stderr);
    const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
    assert.deepEqual(Object.keys(packages), ["", "node_modules/gradeline-client"]);
    for (const node of nodes) {
      const env = { PATH: `${dirname(node)}:${process.env.PATH ?? ""}` };
      const bin = join(folder, "node_modules/.bin/gradeline-client");
      const help = spawnSync(node, [bin, "--help"], { env, encoding: "utf8" });
      assert.deepEqual([help.status, help.stderr], [0, ""], versionOf(node));
      assert.match(help.stdout, /gradeline-client grade FILE/);
      const nowhere = spawnSync(node, [bin, "grade", join(folder, "nothing.csv")], { env, encoding: "utf8" });
      assert.deepEqual([nowhere.status, nowhere.stderr.split("\n").length], [1, 2], nowhere.stderr);
      const program =
        'import { Gradeline } from "gradeline-client"; import { FolderCache } from "gradeline-client/folder-cache"; console.log(typeof Gradeline, typeof FolderCache);';
      const imported = spawnSync(node, ["--input-type=module", "-e", program], { cwd: folder, encoding: "utf8" });
      assert.equal(imported.stdout, "function function\n", imported.stderr);
    }
  },
);
