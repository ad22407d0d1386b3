/** Every sample of "Get this" is run as it stands, by its own program, against a listening server: it must get the rows that the API has. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, describe, test } from "vitest";
import { startServer } from "../../src/api/connections.ts";
import { makeFiles } from "../../src/publish/files/make-files.ts";
import { readOfferedFiles } from "../../src/release/offered-files.ts";
import { getThisPanel, withRequestsLeft } from "../../src/web/get-this/panel.ts";
import { fileOfSeason, fileSample, readRequest, typescriptSample } from "../../src/web/get-this/request.ts";
import { openApi } from "../support/api.ts";
import { Page } from "../support/document.ts";
import { publishSampleWeeks } from "../support/sample-archive.ts";
import { type Got, languages, newRun, rowsOfCsv } from "../support/sample-runs.ts";
import { skipIf } from "../support/skip-if.ts";
import { longIf } from "../support/volume.ts";

const root = join(import.meta.dirname, "../..");
const site = await openApi();
await publishSampleWeeks(site.database);
await site.shelf.refresh();
const server = await startServer(site.app, { host: "127.0.0.1", port: 0 });
afterAll(async () => {
  await server.close();
  await site[Symbol.asyncDispose]();
});

const gameId = ((await site.get("/v1/games?sport=nfl&season=2025&limit=1")).body.data[0] as { game_id: string })
  .game_id;

/** A value as every program may write it: 3 as 3.0, true as True, a time with a space for its T. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  if (/^(true|false)$/i.test(text)) return text.toLowerCase();
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.000)?(?:Z|\+00(?::00)?)?$/.exec(text) ?? [];
  if (day !== undefined) return `${day}T${time}Z`;
  return text !== "" && !Number.isNaN(Number(text)) ? String(Number(text)) : text;
}

function plainRows(rows: readonly Record<string, unknown>[]): Record<string, string>[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
}

/** Row by row, so that a failure names the row that differs. */
function assertSameRows(got: readonly Record<string, unknown>[], wanted: readonly Record<string, unknown>[]): void {
  assert.equal(got.length, wanted.length);
  const rows = plainRows(got);
  for (const [index, row] of plainRows(wanted).entries()) assert.deepEqual(rows[index], row, `row ${index}`);
}

const lists = [
  { path: "/v1/bets", query: `sport=nfl&game_id=${gameId}&market=spread&period=game&book=all` },
  { path: "/v1/coverage", query: "sport=nfl&season=2025" },
  { path: "/v1/trends", query: "sport=nfl&season=2025&market=spread&period=game&selection=away&group_by=line" },
];

for (const { name, missing, run } of languages) {
  describe(`the sample in ${name}`, {
    ...skipIf(missing !== null && `needs ${missing}`),
    ...longIf(name !== "curl"),
  }, () => {
    for (const { path, query } of lists) {
      test(`gets every row of ${path}?${query}`, async () => {
        const at = newRun(site.key);
        const got = await run(readRequest(server.url, path, query), at);
        const { data, next_cursor: next } = (await site.get(`${path}?${query}&limit=1000`)).body;
        assert.equal(next, null);
        if (got.rows === undefined) assert.deepEqual(got.data, data);
        else assertSameRows(got.rows, rowsOfCsv((await site.get(`${path}?${query}&format=csv&limit=1000`)).text));
        rmSync(at.folder, { recursive: true });
      });
    }

    test("gets a game, which is an object", async () => {
      const at = newRun(site.key);
      const got = await run(readRequest(server.url, `/v1/games/${gameId}`, ""), at);
      const { data } = (await site.get(`/v1/games/${gameId}`)).body as { data: Record<string, unknown> };
      assertSameObject(got, data);
      rmSync(at.folder, { recursive: true });
    });

    test("fails when the key is refused", async () => {
      const at = newRun("gl_live_wrong");
      await assert.rejects(run(readRequest(server.url, "/v1/bets", "sport=nfl&season=2025"), at), /40[13]|cannot open/);
      rmSync(at.folder, { recursive: true });
    });
  });
}

/** Each program flattens an object in its own way; all of them have its members, and their values where those are single ones. */
function assertSameObject(got: Got, data: Record<string, unknown>): void {
  const found = got.rows ?? got.data;
  const first = (Array.isArray(found) && !Array.isArray(found[0]) ? found[0] : found) as unknown;
  const members = new Map<string, unknown>(
    Array.isArray(first) ? (first as [string, unknown][]) : Object.entries(first as Record<string, unknown>),
  );
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === "object" && value !== null) {
      assert.ok(
        [...members.keys()].some((each) => each === name || each.startsWith(`${name}.`)),
        name,
      );
    } else {
      assert.equal(plain(members.get(name)), plain(value), name);
    }
  }
}

test("the samples in TypeScript have sound types", () => {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-get-this-types-"));
  const files = ["/v1/trends", `/v1/games/${gameId}`].map((path, index) => {
    const file = join(folder, `sample-${index}.mts`);
    writeFileSync(file, typescriptSample(readRequest("http://127.0.0.1", path, "")));
    return file;
  });
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--target", "es2024", "--module", "nodenext"];
  const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, ...types, ...files], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout);
  rmSync(folder, { recursive: true });
});

const nasty = [
  ...[`'`, `"`, `''"`, "$HOME", "$(id)", "`id`", "%", "%s%d%n", "100%25", "\\", "\\n\\", " ", "  a  b ", "!!", "a&b=c"],
];
const nastier = [
  ...["#{x}", "{x}", "%(x)s", "';--", '");x("', "\n", "\r\n", "\t", "=1+1", "+", "*?[a]", "é", "🏈", "</script>"],
];

describe("values that mean something to a language", () => {
  const values = [...nasty, ...nastier, ...fc.sample(fc.string({ minLength: 1, maxLength: 12, unit: "binary" }), 60)];
  const asked = values.filter((value) => value.isWellFormed()).map((value, index) => [`p${index}`, value] as const);
  const query = new URLSearchParams(asked.map((pair) => [...pair])).toString();
  const seen: string[] = [];
  const echo = createServer((request, response) => {
    seen.push(request.url ?? "");
    response.setHeader("content-type", "text/csv; charset=utf-8");
    response.end(
      request.url?.includes("format=csv") ? "a,b\r\n1,2\r\n" : '{"data":[{"a":1,"b":2}],"next_cursor":null}',
    );
  });
  afterAll(() => echo.close());

  for (const { name, missing, run } of languages) {
    test(`arrive as they are from ${name}`, {
      ...skipIf(missing !== null && `needs ${missing}`),
      ...longIf(name !== "curl"),
    }, async () => {
      if (!echo.listening) await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
      const at = newRun("gl_live_key");
      seen.length = 0;
      await run(readRequest(`http://127.0.0.1:${(echo.address() as AddressInfo).port}`, "/v1/bets", query), at);
      assert.equal(seen.length, 1);
      const { searchParams } = new URL(seen[0] as string, "http://localhost");
      assert.deepEqual(
        [...searchParams].slice(0, asked.length),
        asked.map((pair) => [...pair]),
      );
      rmSync(at.folder, { recursive: true });
    });
  }

  test("are letters, digits and percent escapes in the samples, whatever they are", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }))), (pairs) => {
        const wanted = pairs.filter(([name]) => !["limit", "cursor", "format"].includes(name));
        const encoded = new URLSearchParams(pairs.map((pair) => [...pair])).toString();
        const { csvUrl, jsonUrl } = readRequest("http://127.0.0.1:1", "/v1/bets", encoded);
        for (const url of [csvUrl, jsonUrl]) {
          assert.match(url, /^http:\/\/127\.0\.0\.1:1\/v1\/bets\?[\w.*,=&%-]*$/);
          const read = [...new URL(url).searchParams].slice(0, wanted.length);
          assert.deepEqual(
            read,
            wanted.map((pair) => pair.map((text) => text.toWellFormed())),
          );
        }
      }),
    );
  });
});

describe("the file of a season", () => {
  test("is offered where the set is a season of one sport, and where it is less or more is not", () => {
    for (const [path, query, file] of [
      ["/v1/trends", "sport=nfl&season=2025", "nfl/2025/bets.parquet"],
      ["/v1/trends", "season=2025&sport=nfl&group_by=month&tries=3", "nfl/2025/bets.parquet"],
      ["/v1/bets", "sport=nba&season=2026&book=consensus&limit=100", "nba/2026/bets.parquet"],
      ["/v1/odds", "sport=mlb&season=2024", "mlb/2024/odds.parquet"],
      ["/v1/period_odds", "sport=nhl&season=2025&format=csv", "nhl/2025/period_odds.parquet"],
      ["/v1/ids/games", "sport=nfl&season=2025", "nfl/2025/ids.parquet"],
      ["/v1/trends", "sport=nfl", null],
      ["/v1/trends", "sport=nfl&season=2025&market=spread", null],
      ["/v1/bets", "sport=nfl&season=2025&book=all", null],
      ["/v1/odds", "sport=nfl&season=2025&book=consensus", null],
      ["/v1/games", "sport=nfl&season=2025&team=KC", null],
      ["/v1/coverage", "sport=nfl&season=2025", null],
    ] as const) {
      assert.equal(fileOfSeason(path, query), file, `${path}?${query}`);
      const { text: panel } = getThisPanel({
        apiUrl: "https://api.example",
        path,
        query,
        hasFiles: true,
      });
      assert.equal(panel.includes('id="get-this-file"'), file !== null);
      assert.equal(panel.includes('href="/docs/files"'), file !== null);
    }
  });

  test(
    "comes by the line that is shown, as Parquet and as CSV",
    skipIf(languages[0]?.missing != null && "needs bash and curl"),
    async () => {
      await makeFiles(site.database, { termsUrl: null });
      const at = newRun(site.key);
      const line = fileSample(server.url, fileOfSeason("/v1/trends", "sport=nfl&season=2025") ?? "");
      for (const [code, name] of [
        [line, "bets.parquet"],
        [line.replace(".parquet", ".csv.gz"), "bets.csv.gz"],
      ] as const) {
        await promisify(execFile)("bash", ["-c", code], { cwd: at.folder, env: at.env });
        const file = (await readOfferedFiles(site.database.kysely)).find(({ path }) => path === `nfl/2025/${name}`);
        assert.equal(hash("sha256", readFileSync(join(at.folder, name))), file?.sha256);
      }
      rmSync(at.folder, { recursive: true });
    },
  );

  test("stands on the page of a season in the explorer", async () => {
    const { text } = await site.get("/?sport=nfl&season=2025");
    assert.match(text, /id="get-this-file"[^>]*>curl [^<]*\/v1\/files\/nfl\/2025\/bets\.parquet/);
    assert.doesNotMatch((await site.get("/?sport=nfl&season=2025&market=total")).text, /get-this-file/);
  });
});

describe("the panel", () => {
  const ask = { apiUrl: "https://api.example", path: "/v1/trends", query: "sport=nfl" };

  test("says what the request costs, and what is left where that is known", () => {
    const { text } = getThisPanel(ask);
    assert.equal(new Page(text).text(".cost"), "1 request");
    const left = withRequestsLeft(text, { left: 1988, owner: "your trial" });
    assert.equal(new Page(left).text(".cost"), "1 request; your trial has 1,988 left");
  });

  test("shows four languages, each with a button that copies its own text; the curl of a trend is one line", () => {
    const page = new Page(getThisPanel(ask).text);
    const panels = [...page.document.querySelectorAll("[data-tab]")];
    assert.deepEqual(
      panels.map((panel) => panel.getAttribute("data-tab")),
      ["curl", "pandas", "R", "TypeScript"],
    );
    for (const panel of panels) {
      const copied = panel.querySelector("[data-copy]")?.getAttribute("data-copy") ?? "";
      assert.ok(panel.querySelector(`code[id="${copied}"]`) !== null, copied);
    }
    const line = 'curl -fsS -H "Authorization: Bearer $API_KEY" "https://api.example/v1/trends?sport=nfl"';
    assert.equal(page.text("#get-this-curl"), line);
  });

  test("has no markup of a value in it", () => {
    const { text: panel } = getThisPanel({ ...ask, query: "team=%3Cb%3E%22&x=</script><b>" });
    assert.ok(!panel.includes("<b>") && !panel.includes("</script>"));
  });
});
