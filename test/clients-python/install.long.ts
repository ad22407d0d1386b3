// @module-tag long
/** The wheel is installed without a network, has what hatchling would put into one, and its types are right; R reads lists and files. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { test } from "vitest";
import { makeFiles } from "../../src/publish/files/make-files.ts";
import { packageOf } from "../support/clients/installed.ts";
import { snippetsOf } from "../support/docs.ts";
import { testFolder } from "../support/folders.ts";
import { openSmallSampleApi } from "../support/sample.ts";
import { runSample } from "../support/sample-runners.ts";
import { skipIf } from "../support/skip-if.ts";
import { clientFolder, whyNoPython } from "./mirror-site.ts";

const folder = testFolder("wheel");
const wheel = packageOf(".whl");
const runs = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;
/** Debian's packages belong to Debian's Python. */
const ofDebian = "/usr/bin/python3";

test(
  "pip installs it into a fresh environment without a network, and it runs there",
  skipIf(!runs(ofDebian, "-c", "import venv, ensurepip") && "python3-venv is not installed"),
  () => {
    const file = join(folder, wheel.name);
    writeFileSync(file, wheel.bytes);
    const environment = join(folder, "venv");
    const words = (program: string, given: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(program, given, {
        cwd: folder,
        encoding: "utf8",
        env: { PATH: "/usr/bin:/bin" },
      });
      assert.equal(status, 0, stderr);
      return stdout;
    };
    words(ofDebian, ["-m", "venv", environment]);
    const own = join(environment, "bin/python");
    words(own, ["-m", "pip", "install", "--no-index", "--disable-pip-version-check", file]);
    assert.match(words(own, ["-m", "gradeline", "--help"]), /pull .*\n.*verify /);
    assert.match(words(own, ["-m", "pip", "check", "--disable-pip-version-check"]), /No broken requirements/);
    assert.match(words(own, ["-c", "import gradeline; print(gradeline.__file__)"]), /venv/);
  },
);

test(
  "hatchling puts the same modules and the same metadata into a wheel",
  skipIf(!runs(ofDebian, "-c", "import hatchling") && "python3-hatchling is not installed"),
  () => {
    const source = join(folder, "source");
    cpSync(clientFolder, source, { recursive: true, filter: (path) => !path.includes("__pycache__") });
    const out = join(folder, "hatchling");
    mkdirSync(out);
    const program = `from hatchling.build import build_wheel; build_wheel(${JSON.stringify(out)})`;
    const built = spawnSync(ofDebian, ["-c", program], { cwd: source, encoding: "utf8" });
    assert.equal(built.status, 0, built.stderr);
    const [name = ""] = readdirSync(out);
    assert.equal(name, wheel.name);
    const theirs = unzipSync(readFileSync(join(out, name)));
    const ours = unzipSync(wheel.bytes);
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort());
    for (const [path, content] of Object.entries(ours)) {
      if (path.endsWith("RECORD") || path.endsWith("WHEEL")) continue;
      const [own, other] = [strFromU8(content), strFromU8(theirs[path] ?? new Uint8Array())];
      if (!path.endsWith("METADATA")) assert.equal(own, other, path);
      else {
        // Hatchling of Debian writes an older version of the same metadata.
        const without = (text: string) =>
          text
            .replace(/^Metadata-Version: .*\n/, "")
            .split("\n\n", 1)[0]
            ?.split("\n")
            .sort();
        assert.deepEqual(without(own), without(other));
      }
    }
  },
);

test("pyright finds nothing wrong with its types, as Python 3.9 has them", () => {
  const checked = spawnSync("npx", ["pyright", "-p", "."], { cwd: clientFolder, encoding: "utf8" });
  assert.match(checked.stdout, /^0 errors/m, checked.stdout);
});

test(
  "the first fence of its page runs, and R reads lists to their end, a file and an error",
  skipIf(whyNoPython() || (!runs("Rscript", "-e", "library(jsonlite)") && "R with jsonlite is not installed")),
  async () => {
    await using api = await openSmallSampleApi();
    await makeFiles(api.database, { termsUrl: null });
    const url = await api.listen();
    const env = { GRADELINE_URL: url, GRADELINE_API_KEY: api.key };
    const [first] = snippetsOf("clients/python/README.md");
    assert.ok(first);
    cpSync(join(clientFolder, "gradeline"), join(folder, "gradeline"), { recursive: true });
    const shown = await runSample(first, "first", folder, env);
    const script = { language: "r", code: readFileSync(join(import.meta.dirname, "r-client.R"), "utf8") };
    const client = join(import.meta.dirname, "../../clients/r/gradeline.R");
    const read = await runSample(script, "r-client", folder, { ...env, R_CLIENT: client, R_FOLDER: folder });
    assert.equal(read.code, 0, read.errors);
    const headers = { "x-api-key": api.key };
    const rows = async (path: string) =>
      ((await (await fetch(`${url}${path}`, { headers })).json()) as { data: never[] }).data;
    type Game = { home: { score: number }; result: { home_covered: boolean | null } };
    const games: Game[] = await rows("/v1/games?sport=nfl&season=2025&limit=1000");
    assert.deepEqual([shown.code, shown.output.split("\n").length], [0, games.length + 3], shown.errors);
    const scores = games.reduce((sum, game) => sum + game.home.score, 0);
    const covered = games.filter((game) => game.result.home_covered === true).length;
    const lines = read.output
      .trimEnd()
      .split("\n")
      .map((line) => line.trimEnd());
    assert.equal(lines[0], `Gradeline at ${url}`, "the key is not shown");
    assert.equal(lines[1], `${games.length} ${scores} ${covered} logical`);
    assert.match(lines[2] ?? "", new RegExp(`^\\d{3,} ${games.length} -?[\\d.]+$`));
    assert.equal(lines[3], "mlb nfl ncaaf nba nhl");
    assert.equal(lines[4], "400 invalid_param team TRUE TRUE");
    assert.equal(lines[5], `${games.length} FALSE`);
    assert.match(lines[6] ?? "", /^there is no file \/v1\/files\/nfl\/2025\/game.csv.gz; there are .*games.csv.gz/);
  },
);
