/** CONTRIBUTING's recipe for an endpoint, counted, and tried in a copy of the project. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { long } from "../support/volume.ts";

const root = join(import.meta.dirname, "../..");

/** The most files that an endpoint over rows that exist may touch, tests and docs among them and pages that are made not. */
const mostFiles = 5;

const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const [, recipe = ""] = /^### An endpoint\n(.*?)^Then /ms.exec(page) ?? [];
const files = [...new Set([...recipe.matchAll(/`([\w./<>-]+\.(?:ts|md))`/g)].map(([, file = ""]) => file))].filter(
  (file) => file.includes("/"),
);
const newFiles = files.filter((file) => file.includes("<name>"));

test("an endpoint over rows that exist touches few files, and the recipe names them as they are", () => {
  assert.ok(files.length > 0 && files.length <= mostFiles, files.join(", "));
  for (const file of files) {
    // A new file is like those beside it: some endpoint has one of that name.
    const known = file.replace("<name>", file.startsWith("test/") ? "changes" : "odds");
    assert.ok(existsSync(join(root, known)), file);
  }
});

const copy = mkdtempSync(join(tmpdir(), "gradeline-recipe-"));
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Adds an endpoint as the recipe says: a copy of the games, under another name. */
function addEndpoint(): void {
  for (const folder of ["src", "scripts", "docs/api", "package.json", "tsconfig.json"]) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
  for (const file of newFiles.filter((each) => each.startsWith("src/"))) {
    const text = readFileSync(join(root, file.replace("<name>", "games")), "utf8");
    const renamed = text
      .replace("const games =", "const tried =")
      .replace('"/games"', '"/tried"')
      .replace('"listGames"', '"listTried"');
    assert.notEqual(renamed, text, file);
    writeFileSync(join(copy, file.replace("<name>", "tried")), renamed);
  }
  addLine("src/contract/lists/all.ts", "./tried.ts", "  coverage,\n]", "  coverage,\n  tried,\n]");
}

function addAnswer(): void {
  const file = "src/api/endpoints.ts";
  const [, answer = ""] =
    /^ {2}"\/games": (answering\(games, .*?^ {2}\}\),\n)/ms.exec(readFileSync(join(root, file), "utf8")) ?? [];
  const next = '  "/coverage": answering(';
  const tried = answer.replace("answering(games,", "answering(tried,").replace('"games"', '"tried"');
  addLine(file, "../contract/lists/tried.ts", next, `  "/tried": ${tried}${next}`);
}

/** Imports the endpoint in a file, and puts it into the list there. */
function addLine(file: string, from: string, before: string, after: string): void {
  assert.ok(files.includes(file), file);
  const text = readFileSync(join(copy, file), "utf8");
  assert.ok(text.includes(before), file);
  writeFileSync(join(copy, file), `import { tried } from "${from}";\n${text.replace(before, after)}`);
}

test("OpenAPI and the pages of the reference know an endpoint that was added as the recipe says", () => {
  addEndpoint();
  addAnswer();
  const script = `
    import { openApiDocument } from "./src/api/openapi/document.ts";
    import { answeredEndpoints } from "./src/api/endpoints.ts";
    import { openDocs } from "./src/web/docs/files.ts";
    import { overviewPage } from "./scripts/reference/sport-tables.ts";
    const document = openApiDocument({ manageUrl: "", apiUrl: "/" });
    const { paths } = document;
    const { files } = openDocs({}, document);
    const saying = (page) => page.split("\\n").filter((line) => line.includes("\`/v1/tried\`"));
    const { operationId, parameters, responses } = paths["/v1/tried"].get;
    console.log(JSON.stringify({
      operationId,
      names: parameters.map(({ name }) => name),
      statuses: Object.keys(responses),
      path: answeredEndpoints["/tried"].path,
      rows: [overviewPage(), ...["/docs/reference.md", "/docs/reference/tried.md"].map((path) => files.get(path).read())].flatMap(saying),
    }));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", script], {
    cwd: copy,
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  const { operationId, names, statuses, path, rows } = JSON.parse(stdout);
  const parameters = "sport from to season team home away week season_type limit cursor format".split(" ");
  assert.deepEqual([operationId, path, names], ["listTried", "/tried", parameters]);
  assert.deepEqual(statuses, ["200", "304", "400", "401", "403", "429", "500", "503"]);
  assert.match(rows[0], /^\| `\/v1\/tried` \| One row per completed game,.*; JSON or CSV \|$/);
  assert.match(rows[1], /^- \[`\/v1\/tried`\]\(\/docs\/reference\/tried\) /);
});

test("an endpoint that nobody answers does not compile, and with an answer it does", long, () => {
  addEndpoint();
  writeFileSync(
    join(copy, "tsconfig.recipe.json"),
    JSON.stringify({ extends: "./tsconfig.json", include: [], files: ["src/api/endpoints.ts"] }),
  );
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const compile = () => {
    const run = spawnSync(process.execPath, [compiler, "--noEmit", "-p", "tsconfig.recipe.json"], { cwd: copy });
    return run.stdout.toString();
  };
  assert.match(compile(), /^src\/api\/endpoints\.ts.*Property '"\/tried"' is missing/m);
  addAnswer();
  assert.equal(compile(), "");
});
