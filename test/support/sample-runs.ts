/** Runs the samples of "Get this" as a reader would: each in its own program, in a folder of its own, against a real server. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { curlSample, pandasSample, rSample, typescriptSample } from "../../src/web/get-this/programs.ts";
import type { AskedRequest } from "../../src/web/get-this/request.ts";

/** What a sample got: rows as texts by column, or the data of an answer that has no CSV. */
export type Got = { readonly rows?: readonly Record<string, unknown>[]; readonly data?: unknown };

type Run = { readonly folder: string; readonly env: Readonly<Record<string, string>> };

export type Language = {
  readonly name: string;
  /** Null: what it needs is there. */
  readonly missing: string | null;
  readonly run: (request: AskedRequest, run: Run) => Promise<Got>;
};

function firstThatRuns(programs: readonly string[], ...check: readonly string[]): string | null {
  return programs.find((program) => spawnSync(program, check).status === 0) ?? null;
}

const bash = firstThatRuns(["bash"], "-c", "curl --version");
const python = firstThatRuns(["python3", "/usr/bin/python3"], "-c", "import pandas");
const r = firstThatRuns(["Rscript"], "-e", "library(jsonlite)");

async function runProgram(program: string, words: readonly string[], { folder, env }: Run): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, env: { ...env }, timeout: 600_000, maxBuffer: 2 ** 28 };
    execFile(program, words, options, (error, output, errors) => {
      if (error === null) resolve(output);
      else reject(new Error(`${words.join(" ")} failed:\n${output}\n${errors}`));
    });
  });
}

function runFile(program: string, name: string, code: string, run: Run): Promise<string> {
  writeFileSync(join(run.folder, name), code);
  return runProgram(program, [name], run);
}

const csvIn = (folder: string, file: string): Got => ({ rows: rowsOfCsv(readFileSync(join(folder, file), "utf8")) });

export function rowsOfCsv(text: string): Record<string, unknown>[] {
  return parse(text, { columns: true }) as Record<string, unknown>[];
}

export const languages: readonly Language[] = [
  {
    name: "curl",
    missing: bash === null ? "bash and curl" : null,
    async run(request, run) {
      const output = await runFile(bash as string, "sample.sh", curlSample(request), run);
      if (request.shape === "list") return csvIn(run.folder, `${request.name}.csv`);
      const { data } = JSON.parse(output) as { data: Record<string, unknown>[] };
      return { data };
    },
  },
  {
    name: "pandas",
    missing: python === null ? "python3 with pandas" : null,
    async run(request, run) {
      const { name, shape } = request;
      const save =
        shape === "json" ? `${name}.to_json("out.json", orient="records")` : `${name}.to_csv("out.csv", index=False)`;
      await runFile(python as string, "sample.py", `${pandasSample(request)}${save}\n`, run);
      if (shape !== "json") return csvIn(run.folder, "out.csv");
      return { data: JSON.parse(readFileSync(join(run.folder, "out.json"), "utf8")) as unknown };
    },
  },
  {
    name: "R",
    missing: r === null ? "Rscript with jsonlite" : null,
    async run(request, run) {
      const { name, shape } = request;
      const save =
        shape === "json"
          ? `write_json(${name}, "out.json", auto_unbox = TRUE, digits = NA, null = "null", na = "null")`
          : `write.csv(${name}, "out.csv", row.names = FALSE, na = "")`;
      await runFile(r as string, "sample.R", `${rSample(request)}${save}\n`, run);
      if (shape !== "json") return csvIn(run.folder, "out.csv");
      return { data: JSON.parse(readFileSync(join(run.folder, "out.json"), "utf8")) as unknown };
    },
  },
  {
    name: "TypeScript",
    missing: null,
    async run(request, run) {
      const save = `(await import("node:fs")).writeFileSync("out.json", JSON.stringify(${request.name}));\n`;
      await runFile(process.execPath, "sample.mts", typescriptSample(request) + save, run);
      return { data: JSON.parse(readFileSync(join(run.folder, "out.json"), "utf8")) as unknown };
    },
  },
];

/** Nothing of ours but the key, as a reader has it; no proxy, no profile. */
export function newRun(key: string): Run {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-get-this-"));
  return { folder, env: { PATH: process.env.PATH ?? "", HOME: folder, LANG: "C.UTF-8", API_KEY: key } };
}
