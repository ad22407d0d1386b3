/**
 * Runs a custom function of Google Sheets as Apps Script does: `node test/support/apps-script.ts SCRIPT` says how many games the
 * formula in the script's last comment puts into the cells. Google's services are not here; what stands in for them has the same calls and
 * makes real requests. Apps Script waits for each request, and so does this: it is a process of its own, which asks through
 * another one.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import vm from "node:vm";
import { parse } from "csv-parse/sync";

const script = readFileSync(process.argv[2] ?? "", "utf8");

const askAndPrint = `const [url, headers] = process.argv.slice(1);
const answer = await fetch(url, { headers: JSON.parse(headers) });
console.log(JSON.stringify({ status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }));`;

type Asked = { readonly status: number; readonly headers: Record<string, string>; readonly text: string };

/** As UrlFetchApp: an answer that is an error throws, unless that is muted. */
function fetchNow(url: string, { headers = {} }: { readonly headers?: Record<string, string> } = {}) {
  const words = ["--input-type=module", "-e", askAndPrint, "--", url, JSON.stringify(headers)];
  const answer = JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8", timeout: 600_000 })) as Asked;
  if (answer.status >= 400) throw new Error(`Request failed for ${url} returned code ${answer.status}`);
  return { getContentText: () => answer.text, getHeaders: () => answer.headers };
}

const services = {
  UrlFetchApp: { fetch: fetchNow },
  Utilities: { parseCsv: (text: string) => parse(text, { relax_column_count: true }) as string[][] },
  PropertiesService: {
    getScriptProperties: () => ({ getProperty: (name: string) => process.env[name] ?? null }),
  },
};

const [, name = "", path = ""] = /^\/\/ =(\w+)\("([^"]*)"\)$/m.exec(script) ?? [];
const context = vm.createContext(services);
vm.runInContext(script, context, { timeout: 600_000 });
const cells = vm.runInContext(`${name}(${JSON.stringify(path)})`, context, { timeout: 600_000 }) as unknown[][];
console.log(`${cells.length - 1} games in ${cells[0]?.length} columns`);
