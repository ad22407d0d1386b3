import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { rooms } from "../rooms.ts";

const root = join(import.meta.dirname, "../..");

test("CONTRIBUTING.md shows the folders of tests of each room as they are", () => {
  const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  for (const [room, folders] of Object.entries(rooms)) {
    const row = `| \`${room}\` | ${folders.map((folder) => `\`${folder}\``).join(", ")} |`;
    assert.ok(page.includes(row), row);
  }
});

test("every room of src, the workspace of the sample and the clients have tests, and every folder with tests belongs to one room", () => {
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((each) => each.isDirectory());
  assert.deepEqual(
    folders.map(({ name }) => name).toSorted(),
    Object.keys(rooms)
      .filter((room) => !["project", "sample", "clients"].includes(room))
      .toSorted(),
  );
  const tested = new Set(
    globSync("test/*/**/*.{test,long,release}.ts", { cwd: root }).map((file) => file.split(/[\\/]/)[1]),
  );
  assert.deepEqual([...tested].toSorted(), Object.values(rooms).flat().toSorted());
});

test("files of the long run and of a volume have the tag by which a run finds their tests", () => {
  for (const [pattern, tag] of [
    ["test/**/*.long.ts", "long"],
    ["test/**/*.volume.test.ts", "volume"],
  ] as const) {
    for (const file of globSync(pattern, { cwd: root })) {
      assert.ok(readFileSync(join(root, file), "utf8").startsWith(`// @module-tag ${tag}\n`), file);
    }
  }
});
