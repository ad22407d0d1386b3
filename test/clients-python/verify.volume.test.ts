// @module-tag volume
/** `python -m gradeline verify`: a mirror of real rows is right to the last value, and whatever is planted into it is named. */
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { makeFiles } from "../../src/publish/files/make-files.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { testFolder } from "../support/folders.ts";
import { testKey } from "../support/offered-files.ts";
import { publishSmallSample } from "../support/sample.ts";
import { skipIf } from "../support/skip-if.ts";
import { isLongRun, seed, slowShare } from "../support/volume.ts";
import { clientFolder, type Ended, startCommands, startPython, whyNoPython } from "./mirror-site.ts";

describe("verify", skipIf(whyNoPython()), () => {
  const folder = testFolder("verify");
  const mirror = join(folder, "mirror");
  const commands = startCommands();
  let api: TestApi;
  let env: Record<string, string>;
  beforeAll(async () => {
    api = await openApi();
    await publishSmallSample(api.database, isLongRun ? 12 : 2);
    await makeFiles(api.database, { termsUrl: null, key: testKey(1) });
    env = { GRADELINE_API_KEY: api.key, GRADELINE_URL: await api.listen() };
    const pulled = await commands.run(["pull", "all", "--to", mirror], env);
    assert.equal(pulled.code, 0, pulled.errors);
  });
  afterAll(async () => {
    commands.end();
    await api[Symbol.asyncDispose]();
  });
  const verify = (...words: string[]): Promise<Ended> => commands.run(["verify", ...words]);

  test("every value of every sport follows from the others, and the signatures are good", async () => {
    const { code, output } = await verify(mirror);
    assert.equal(code, 0, output);
    assert.match(output, /^[\d,]{6,} values were computed again from the files$/m);
    assert.match(output, /\nall is right\n$/);
    assert.doesNotMatch(output, /not checked/);
  });

  test("a changed value is named with file, row, column and both values, though every hash was mended", async () => {
    const script = join(import.meta.dirname, "plant_changes.py");
    const work = join(folder, "planted");
    const words = [script, mirror, work, String(seed), String(slowShare(60))];
    const { code, output, errors } = await startPython(words, { PYTHONPATH: clientFolder }).ended;
    assert.equal(code, 0, errors);
    const cases = output
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.equal(cases.length, slowShare(60));
    for (const { planted, named, said, code: ended } of cases) {
      assert.ok(named.length >= 1 && ended === 1, `${planted}: ${said}`);
    }
  });

  test("without lines, odds or periods what cannot be known is said, and the rest is right", async () => {
    const some = join(folder, "some");
    for (const sets of ["games,odds,bets", "games,bets", "snapshots"]) {
      const pulled = await commands.run(["pull", "nfl", "--data-sets", sets, "--to", some], env);
      assert.equal(pulled.code, 0, pulled.errors);
      const { code, output } = await verify(some);
      assert.equal(code, 0, output);
      assert.match(output, /^not checked: /m);
    }
  });

  test("an intact mirror of Parquet is right, and says which values could not be computed; a damaged file and a lost key are named", async () => {
    const parquet = join(folder, "parquet");
    const pulled = await commands.run(
      ["pull", "nfl", "--since", "2026", "--data-sets", "games,odds", "--format", "parquet", "--to", parquet],
      env,
    );
    assert.equal(pulled.code, 0, pulled.errors);
    const whole = await verify(parquet);
    assert.deepEqual([whole.code, whole.errors], [0, ""], whole.output);
    assert.match(
      whole.output,
      /^not checked: consensus, results, .* computed from csv.gz, and this mirror has Parquet$/m,
    );
    assert.match(whole.output, /\nall that was checked is right\n$/);
    assert.equal((await verify(parquet, "--hashes-only")).code, 0);
    writeFileSync(join(parquet, "nfl/2026/games.parquet"), "PAR1");
    rmSync(join(parquet, "nfl/2026/odds.parquet"));
    rmSync(join(parquet, "gradeline-heads.ndjson.sshsig"));
    const damaged = await verify(parquet, "--hashes-only");
    assert.equal(damaged.code, 1);
    assert.match(damaged.output, /^nfl\/2026\/games.parquet: the file: bytes is 4, and \d+ is right$/m);
    assert.match(damaged.output, /^nfl\/2026\/games.parquet: the file: sha256 is \w+, and \w+ is right$/m);
    assert.match(damaged.output, /^nfl\/2026\/odds.parquet is missing$/m);
    assert.match(damaged.output, /^gradeline-heads.ndjson.sshsig is missing/m);
    const nothing = await verify(folder);
    assert.deepEqual([nothing.code, nothing.errors.split("\n").length], [1, 2], nothing.errors);
  });
});
