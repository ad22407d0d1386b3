// @module-tag long
/**
 * The protocol's own conformance suite against a server of ours, for both revisions. It is written for a server of its own,
 * whose tools, prompts and resources have names of their own: what we do not offer fails there, and is listed here with the
 * reason. A failure that is not listed fails this test, and so does one that is listed and passes.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, test } from "vitest";
import { closedAfterAll, openApi } from "../support/api.ts";
import { testFolder } from "../support/folders.ts";
import { startHttp } from "../support/http-server.ts";
import { league } from "../support/league.ts";
import { message, post } from "./assistant.ts";

const suite = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

// The suite sends no key. It asks as a page of the address that it is given, which is that of the proxy.
let target = "";
const proxy = await startHttp((asked, response) => {
  const headers = { ...asked.headers, authorization: `Bearer ${api.key}` };
  const handedOn = request(target + (asked.url ?? ""), { method: asked.method ?? "GET", headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  handedOn.on("error", () => response.destroy());
  asked.pipe(handedOn);
});
const proxyUrl = `http://localhost:${proxy.port}`;
afterAll(() => proxy.close());
const api = closedAfterAll(await openApi(league, { settings: { MCP_ORIGINS: proxyUrl } }));
target = await api.listen();
// The first message loads the package, which the suite must not wait for.
await post(api, message("ping"));
const folder = testFolder("conformance");

const fixtureTool = "it calls a tool of the suite's own server, which ours has not";
const noPrompts = "we offer no prompts";
const noResources = "we offer no resources";
const noCompletion = "we offer no completion of arguments, which is of prompts and resources";
const noLogging = "we send no log to clients";
const noTasks = "an extension that we do not offer: no tool takes so long";

/** Why a check of a scenario may fail: the scenario by its beginning, and the check by its id; of all checks without. */
const expected: readonly (readonly [scenario: string, reason: string, check?: RegExp])[] = [
  ["tools-call-", fixtureTool],
  ["json-schema-2020-12", fixtureTool],
  ["elicitation-sep", fixtureTool],
  ["input-required-result-", fixtureTool],
  ["http-custom-header-server-validation", fixtureTool],
  ["server-stateless", fixtureTool, /undeclared-capability|missing-capability|no-independent-requests|no-log-without/],
  ["prompts-", noPrompts],
  ["resources-", noResources],
  ["caching", "of its lists we offer that of tools alone, which has its hints", /prompts|resources/],
  ["completion-complete", noCompletion],
  ["logging-set-level", noLogging],
  ["tasks-", noTasks],
];

type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string };

/** The failures of a run, each with its scenario. */
async function failuresOf(name: string, words: readonly string[]): Promise<readonly (Check & { scenario: string })[]> {
  const output = join(folder, name);
  await new Promise<void>((resolve, reject) => {
    const where = ["--url", `${proxyUrl}/mcp`, "--output-dir", output, "--timeout", "120000"];
    execFile(
      process.execPath,
      [suite, "server", ...where, ...words],
      { timeout: 500_000, maxBuffer: 2 ** 26 },
      (error) => {
        // It ends with 1 where a check failed, which is looked at below.
        if (error === null || error.code === 1) resolve();
        else reject(error);
      },
    );
  });
  const files = globSync("*/checks.json", { cwd: output });
  assert.ok(files.length > 20, `the suite tried ${files.length} scenarios alone`);
  return files.flatMap((file) => {
    const scenario = dirname(file)
      .replace(/^server-/, "")
      .replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    const checks = JSON.parse(readFileSync(join(output, file), "utf8")) as readonly Check[];
    return checks.filter(({ status }) => status === "FAILURE").map((check) => ({ scenario, ...check }));
  });
}

const used = new Set<string>();

describe("no check fails but what is listed with its reason", () => {
  test.each([
    ["2025-11-25", ["--spec-version", "2025-11-25", "--suite", "all"]],
    ["2026-07-28", ["--requirements", "2026-07-28"]],
  ])("revision %s", async (revision, words) => {
    const unexpected = (await failuresOf(revision, words)).filter(({ scenario, id }) => {
      const [found] = expected.filter(([begin, , check]) => scenario.startsWith(begin) && (check?.test(id) ?? true));
      if (found !== undefined) used.add(found[0]);
      return found === undefined;
    });
    assert.deepEqual(unexpected, []);
  });

  test("and nothing is listed that passes", () => {
    assert.deepEqual(
      expected.map(([scenario]) => scenario).filter((scenario) => !used.has(scenario)),
      [],
    );
  });
});
