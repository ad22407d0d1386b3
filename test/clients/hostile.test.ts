/** Every client against each answer of clients/shared/vectors/hostile.json: it ends with an error, and harms nobody. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { AnswerRefused } from "../../clients/typescript/src/body.ts";
import { Gradeline } from "../../clients/typescript/src/client.ts";
import { GradelineError } from "../../clients/typescript/src/errors.ts";
import { contentsOf, startAsking, startPythonAsking, whyNoPython } from "../clients-python/mirror-site.ts";
import { testFolder } from "../support/folders.ts";
import { skipIf } from "../support/skip-if.ts";
import { type Case, HostileServer } from "./hostile-server.ts";

const root = join(import.meta.dirname, "../..");
const { cases } = JSON.parse(readFileSync(join(root, "clients/shared/vectors/hostile.json"), "utf8")) as {
  readonly cases: readonly Case[];
};
const server = await HostileServer.open();
afterAll(() => server.close());
const base = testFolder("hostile");

type Told = {
  readonly error: string | null;
  /** The class of the error; `foreign`: it is none of the client's. */
  readonly kind: string | null;
  readonly code?: number | null;
  readonly output?: string;
  readonly peak_mb?: number;
};
type Asked = Readonly<Record<"url" | "folder", string>> & Pick<Case, "ask"> & { readonly timeout_seconds: number };

/** More than the longest text that a client reads, several times, and what lies in buffers on the way. */
const mostSentBytes = 600_000_000;
const mostPeakMb = 700;

function assertHarmless(one: Case, { error, kind, code, output = "", peak_mb: peak = 0 }: Told): void {
  const shown = `${error}\n${output}`;
  assert.ok(error !== null, "it was believed");
  assert.notEqual(kind, "foreign", shown);
  assert.match(shown, new RegExp(one.says, "i"));
  assert.doesNotMatch(shown.replaceAll("\n", ""), /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u, "a terminal would obey it");
  assert.ok(error.length < 3000, String(error.length));
  if (one.code !== undefined) assert.equal(code, one.code, shown);
  const { asked, elsewhere, sentBytes } = server.seen();
  assert.equal(elsewhere, 0, "the key went to another host");
  assert.ok(asked.length <= (one.most_requests ?? 40), `${asked.length} requests`);
  assert.ok(sentBytes < mostSentBytes && peak < mostPeakMb, `${sentBytes} bytes, ${peak} MB`);
}

async function askTypeScript({ ask, url, timeout_seconds: timeoutSeconds }: Asked): Promise<Told> {
  const options = { timeoutSeconds, retries: 0, patienceSeconds: 2 };
  const gradeline = new Gradeline({ baseUrl: url, apiKey: "gl_live_secret", ...options });
  try {
    if (ask === "list") await gradeline.games({ sport: "nfl", season: 2025 }).all();
    else {
      const [row] = await gradeline.files({ sport: "nfl", season: 2025 }).all();
      const { sha256 = "", bytes = 0 } = row ?? {};
      await gradeline.file("nfl", 2025, "games.csv.gz", { sha256 }, { mostBytes: bytes });
    }
    return { error: null, kind: null };
  } catch (error) {
    const isOwn = error instanceof GradelineError || error instanceof AnswerRefused;
    return { error: String((error as Error).message), kind: isOwn ? (error as Error).name : "foreign" };
  }
}

const python = () => startPythonAsking("ask_hostile.py", { GRADELINE_API_KEY: "gl_live_secret" });
const r = () =>
  startAsking("Rscript", [join(import.meta.dirname, "../clients-python/ask_hostile.R")], {
    R_CLIENT: join(root, "clients/r/gradeline.R"),
  });
const whyNoR = () =>
  spawnSync("Rscript", ["-e", "library(jsonlite)"]).status !== 0 && "R with jsonlite is not installed";

const clients = [
  { name: "typescript", skip: false as const, open: () => ({ ask: askTypeScript, end: () => undefined }) },
  { name: "python", skip: whyNoPython(), open: python },
  { name: "r", skip: whyNoR(), open: r },
];

test("the table has answers to lists, files and mirrors, each of them once", () => {
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
  for (const ask of ["list", "file", "pull"]) assert.ok(cases.filter((one) => one.ask === ask).length >= 5, ask);
});

for (const { name: client, skip, open } of clients)
  describe(`the client of ${client}`, skipIf(skip), () => {
    const asking = skip === false ? open() : null;
    afterAll(() => asking?.end());
    const asks = cases.filter((one) => one.ask !== "pull" && (one.clients ?? [client]).includes(client));
    test.each(asks.map((one) => [one.name, one] as const))("%s", async (name, one) => {
      const folder = join(base, `${client}-${asks.indexOf(one)}`, "inside");
      mkdirSync(folder, { recursive: true });
      server.play(one);
      const { ask, timeout_seconds = 60 } = one;
      const told = await asking?.ask({ ask, url: server.base, folder, timeout_seconds });
      assertHarmless(one, told ?? assert.fail(name));
      const left = readdirSync(folder).filter((file) => !/\.partial(\.json)?$/.test(file));
      assert.deepEqual([left, readdirSync(join(folder, ".."))], [[], ["inside"]]);
    });
  });

describe("a mirror", skipIf(whyNoPython()), () => {
  const asking = whyNoPython() === false ? python() : null;
  afterAll(() => asking?.end());
  const pulls = cases.filter(({ ask }) => ask === "pull");
  const pull = async (folder: string) =>
    (await asking?.ask({ ask: "pull", url: server.base, folder, timeout_seconds: 60 })) ??
    assert.fail("there is no Python");

  test("of an honest server is right, so that what follows is refused for what it is", async () => {
    const folder = join(base, "honest");
    for (const news of [/1 of 1 files/, /0 of 1 files/]) {
      server.play(null);
      const { code, error, output = "" } = await pull(folder);
      assert.deepEqual([code, error], [0, ""], output);
      assert.match(output, news);
      assert.match(output, /it is of revision 1, the newest/);
    }
  });

  test.each(pulls.map((one) => [one.name, one] as const))("%s", async (_, one) => {
    const outside = join(base, `pull-${pulls.indexOf(one)}`);
    const folder = join(outside, "a", "mirror");
    mkdirSync(join(outside, "a"), { recursive: true });
    if (one.after !== undefined) {
      server.play(null);
      assert.equal((await pull(folder)).code, 0);
      if (one.damaged === true) writeFileSync(join(folder, "nfl/2025/games.csv.gz"), "damaged");
    }
    const before = contentsOf(outside);
    server.play(one);
    assertHarmless(one, await pull(folder));
    const after = contentsOf(outside);
    const isKept = (path: string) => !/\.partial(\.json)?$/.test(path);
    if (one.after !== undefined)
      assert.deepEqual(
        [...after].filter(([path]) => isKept(path)),
        [...before],
      );
    const known = ["heads.ndjson", "heads.ndjson.sshsig"].map((name) => `a/mirror/gradeline-${name}`);
    const own = [...known, "a/mirror/allowed_signers", "a/mirror/nfl/2025"];
    for (const path of after.keys()) assert.ok(before.has(path) || own.some((each) => path.startsWith(each)), path);
    server.play(null);
    assert.equal((await pull(folder)).code, 0, "the right server goes on from there");
  });
});
