/** The snippets of the README and of the first hours in use, typed into a shell as they stand; only files lie elsewhere. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, test } from "vitest";
import { csvOf, nflverseOpener } from "../feed/nflverse.ts";
import { oddsEvent } from "../feed/odds-api.ts";
import { snippetsUnder } from "../support/docs.ts";
import { testFolder } from "../support/folders.ts";
import { shellEnvironment, startDocumented } from "../support/process.ts";
import { long } from "../support/volume.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const folder = testFolder("readme");

const [request] = snippetsUnder("README.md", "Gradeline", "sh");
const [response] = snippetsUnder("README.md", "Gradeline", "json");
const [start] = snippetsUnder("README.md", "Start", "sh");
const [check] = snippetsUnder("README.md", "Test", "sh");
const [fill, accounts] = snippetsUnder("docs/install.md", "In use", "sh", 2);

/** Installing would take the packages away from under the tests that run; CI begins with it, in a clean checkout. */
const install = "npm ci && ";

async function type(snippet: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const options = { cwd: folder, env: shellEnvironment(settings), timeout: 600_000 };
  return (await run("bash", ["-c", `set -euo pipefail\n${snippet}`], options)).stdout;
}

test("CI begins with npm ci, and ends with what the README says tests everything", () => {
  const lines = readFileSync(join(root, ".ci/run"), "utf8").split("\n");
  const installed = lines.findIndex((line) => line.startsWith("(npm ci && "));
  assert.ok(installed > 0 && lines.indexOf("npm test -- --all") > lines.indexOf('wait "$fetching"'));
  assert.ok(lines.indexOf('wait "$fetching"') > installed);
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.equal(check, "npm ci && npm test\n");
  assert.match(scripts.check, /&& npm test$/);
  assert.match(scripts.test, /node test\/run\.ts$/, "this very file is among them");
});

test("npm start serves the sample, whose curl lines and first request answer as they are shown, and shows a visitor the link", {
  timeout: 600_000,
}, async () => {
  assert.ok(start.startsWith(install));
  const settings = { PORT: "0", DATA_DIR: join(folder, "sample"), LOG_LEVEL: "silent" };
  const server = await startDocumented(start.slice(install.length), { settings });
  try {
    const { try: lines = [], manageUrl } = await server.started;
    assert.equal(lines.length, 2);
    for (const line of lines) {
      const { data } = JSON.parse(await type(line, {}));
      assert.ok(data.length > 0, line);
    }
    const [, key = ""] = /Bearer (\w+)/.exec(lines[0] ?? "") ?? [];
    const answered = JSON.parse(
      await type(request.replace("http://127.0.0.1:8080", new URL(manageUrl).origin), { KEY: key }),
    );
    const shown = JSON.parse(response);
    // The sports that follow make another revision.
    const { request_id, revision } = answered.meta;
    assert.deepEqual(answered, { ...shown, meta: { ...shown.meta, request_id, revision } });
    const asked = await fetch(`${manageUrl}/sign-in`, {
      method: "POST",
      headers: { origin: new URL(manageUrl).origin },
      body: new URLSearchParams({ email: "me@example.com" }),
    });
    assert.match(await asked.text(), /Open sign-in link/);
  } finally {
    await server.stop();
  }
});

const capture = oddsEvent({
  ...{ sport: "nfl", start: "2025-09-05T00:20:00Z", at: "2025-09-04T11:00:00Z" },
  ...{ home: "Philadelphia Eagles", away: "Dallas Cowboys" },
});

describe("in use for real", () => {
  const place = "/var/lib/gradeline";
  const databaseUrl = join(folder, "real", "gradeline.db");

  test("files are imported, published and served, a key is made, and accounts are set by commands", long, async () => {
    symlinkSync(join(root, "bin"), join(folder, "bin"));
    writeFileSync(join(folder, "games.csv"), csvOf(nflverseOpener));
    writeFileSync(
      join(folder, "teams.csv"),
      "team_abbr,team_name,team_conf,team_division,team_logo_espn\nPHI,Philadelphia Eagles,NFC,NFC East,\n",
    );
    mkdirSync(join(folder, "captures"));
    writeFileSync(join(folder, "captures", "odds.json"), JSON.stringify([capture]));

    assert.ok(fill.includes(place));
    const settings = { PORT: "0", LOG_LEVEL: "silent" };
    const server = await startDocumented(fill.replaceAll(place, join(folder, "real")), { settings, folder });
    try {
      assert.ok(existsSync(databaseUrl));
      const { url } = await server.started;
      const [key = ""] = /gl_live_[0-9A-Za-z]{38}/.exec(server.screen()) ?? [];
      const answer = await fetch(`${url}/v1/odds?sport=nfl&season=2025`, { headers: { "x-api-key": key } });
      const { data } = (await answer.json()) as { data: { game_id: string; moneyline: { home_close: number } }[] };
      assert.deepEqual(
        data.map(({ game_id, moneyline }) => [game_id, moneyline.home_close]),
        [["NFL-20250904-DAL-PHI", -150]],
      );

      const printed = await type(accounts ?? "", { DATABASE_URL: databaseUrl });
      assert.match(printed, /jane@example\.com/);
      assert.match(printed, /you@example\.com/, "the list has the account of the key too");
      assert.match(printed, /600/);
    } finally {
      await server.stop();
    }
  });
});
