/** What a stranger expects of the repository itself: where tests stand, notices that are true, and a CI that is the one script. */
import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { thirdPartyText } from "../../scripts/third-party.ts";
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

const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("the list of third-party packages has every library of package.json that runs in a server", () => {
  const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };
  const listed = thirdPartyText();
  for (const name of Object.keys(dependencies)) assert.ok(listed.includes(`| [${name}](`), name);
});

test("the hosted CI runs the script that a developer can run, and nothing else", () => {
  const steps = read(".github/workflows/ci.yml").match(/^ +- (?:run|uses): .*$/gm);
  assert.deepEqual(
    steps?.map((step) => step.trim()),
    ["- uses: actions/checkout@v5", "- run: bash .ci/run"],
  );
});

test("what the check of a developer leaves out of CI is only what CI runs beside it", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const ci = read(".ci/run");
  for (const name of ci.matchAll(/^npm run (\S+)$/gm)) assert.ok(name[1] !== undefined && name[1] in scripts, name[0]);
  // In one run with the long tests: what both of them begin with is made once, and what is tried in part and whole is tried whole.
  assert.equal(scripts.check, "npm run lint && npm run types && npm test");
  assert.match(ci, /^npm run lint\nnpm run types\nnpm test -- --all$/m);
});
