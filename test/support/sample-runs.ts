/** Runs the samples of "Get this" as a reader would: each in its own program, in a folder of its own, against a real server. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { AskedRequest } from "../../src/web/get-this/request.ts";
import { curlSample, pandasSample, rSample, typescriptSample } from "../../src/web/get-this/request.ts";
import { runners } from "./sample-runners.ts";

/** What a sample got: rows as texts by column, or the data of an answer that has no CSV. */
export type Got = { readonly rows?: readonly Record<string, unknown>[]; readonly data?: unknown };

type Run = { readonly folder: string; readonly env: Readonly<Record<string, string>> };

export type Language = {
  readonly name: string;
  /** Null: what it needs is there. */
  readonly missing: string | null;
  readonly run: (request: AskedRequest, run: Run) => Promise<Got>;
};

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

export function rowsOfCsv(text: string): Record<string, unknown>[] {
  return parse(text, { columns: true }) as Record<string, unknown>[];
}

const textIn = (folder: string, file: string) => readFileSync(join(folder, file), "utf8");
const dataIn = (folder: string): Got => ({ data: JSON.parse(textIn(folder, "out.json")) as unknown });

type Sampled = {
  readonly name: string;
  readonly runner: keyof typeof runners;
  readonly file: string;
  readonly code: (request: AskedRequest) => string;
};

/** A language that has a data frame, and how the frame is saved as CSV, or as JSON where the answer has no CSV. */
function framed(of: Sampled, save: (request: AskedRequest) => string): Language {
  return {
    ...languageOf(of),
    async run(request, run) {
      await runFile(programOf(of), of.file, `${of.code(request)}${save(request)}\n`, run);
      return request.shape === "json" ? dataIn(run.folder) : { rows: rowsOfCsv(textIn(run.folder, "out.csv")) };
    },
  };
}

const programOf = ({ runner }: Sampled): string => runners[runner]?.program ?? "";
function languageOf({ name, runner }: Sampled) {
  const { program = null, needs = runner } = runners[runner] ?? {};
  return { name, missing: program === null ? needs : null };
}

const curl: Sampled = { name: "curl", runner: "sh", file: "sample.sh", code: curlSample };

export const languages: readonly Language[] = [
  {
    ...languageOf(curl),
    async run(request, run) {
      const output = await runFile(programOf(curl), curl.file, curl.code(request), run);
      return { data: (JSON.parse(output) as { data: unknown }).data };
    },
  },
  framed({ name: "pandas", runner: "python", file: "sample.py", code: pandasSample }, ({ name, shape }) =>
    shape === "json" ? `${name}.to_json("out.json", orient="records")` : `${name}.to_csv("out.csv", index=False)`,
  ),
  framed({ name: "R", runner: "r", file: "sample.R", code: rSample }, ({ name, shape }) =>
    shape === "json"
      ? `write_json(${name}, "out.json", auto_unbox = TRUE, digits = NA, null = "null", na = "null")`
      : `write.csv(${name}, "out.csv", row.names = FALSE, na = "")`,
  ),
  {
    name: "TypeScript",
    missing: null,
    async run(request, run) {
      const save = `(await import("node:fs")).writeFileSync("out.json", JSON.stringify(${request.name}));\n`;
      await runFile(process.execPath, "sample.mts", typescriptSample(request) + save, run);
      return dataIn(run.folder);
    },
  },
];

/** Nothing of ours but the key, as a reader has it; no proxy, no profile. */
export function newRun(key: string): Run {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-get-this-"));
  return { folder, env: { PATH: process.env.PATH ?? "", HOME: folder, LANG: "C.UTF-8", API_KEY: key } };
}
