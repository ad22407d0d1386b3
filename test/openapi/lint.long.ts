// @module-tag long
/** The linters have nothing against the document: no error, no warning, no hint. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "vitest";
import { skipIf } from "../support/skip-if.ts";
import { run, skipWithoutTools, tool, toolFolder, withDocument } from "./tools.ts";

test("Redocly, recommended rules", skipIf(skipWithoutTools), async () => {
  await withDocument(async (_folder, file) => {
    const config = path.join(toolFolder, "redocly.yaml");
    const args = ["lint", "--config", config, "--format=json", file];
    const { code, output } = await run(tool("@redocly/cli/bin/cli.js"), args, toolFolder);
    const report = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
    assert.deepEqual(report.problems, []);
    assert.deepEqual([code, report.totals], [0, { errors: 0, warnings: 0, ignored: 0 }]);
  });
});

test("Spectral, OpenAPI and OWASP rules", skipIf(skipWithoutTools), async () => {
  await withDocument(async (_folder, file) => {
    const ruleset = path.join(toolFolder, "spectral.yaml");
    const args = ["lint", "--ruleset", ruleset, "--fail-severity=hint", "--format=json", "--quiet", file];
    const { code, output } = await run(tool("@stoplight/spectral-cli/dist/index.js"), args, toolFolder);
    assert.deepEqual([code, JSON.parse(output)], [0, []], output);
  });
});

test("Spectral's suppression is needed, and is the only one", skipIf(skipWithoutTools), async () => {
  await withDocument(async (folder, file) => {
    const args = ["lint", "--ruleset", path.join(toolFolder, "spectral-strict.yaml"), "--format=json", "--quiet", file];
    const { output } = await run(tool("@stoplight/spectral-cli/dist/index.js"), args, folder);
    const problems: { readonly code: string; readonly path: readonly string[] }[] = JSON.parse(
      output.slice(0, output.lastIndexOf("]") + 1),
    );
    assert.deepEqual(
      problems.map(({ code, path: at }) => [code, at.join("/")]),
      [["owasp:api4:2023-rate-limit", "components/responses/Unauthorized/headers"]],
    );
  });
});
