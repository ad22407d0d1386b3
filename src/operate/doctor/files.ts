/** Whether files of a cluster still have a placeholder where the operator is to put a value. */
import { readFileSync, statSync } from "node:fs";
import { placeholder } from "../../config/values.ts";
import { type Finding, ok, unknown, wrong } from "./finding.ts";

const name = "cluster files";
const mostBytes = 1_000_000;

/** Each file by itself. Comments are passed over, since they speak of placeholders. */
export function checkFiles(paths: readonly string[]): readonly Finding[] {
  return paths.map((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size > mostBytes) {
      return unknown(name, `${path} is no file of settings`, "name the files that are in use on this machine");
    }
    return fileFinding(path, readFileSync(path, "utf8"));
  });
}

/** Pure. */
function fileFinding(path: string, text: string): Finding {
  for (const [index, line] of text.split("\n").entries()) {
    const [found] = /^\s*#/.test(line) ? [] : (placeholder.exec(line) ?? []);
    if (found === undefined) continue;
    return wrong(name, `${path} has the placeholder ${found} still, in line ${index + 1}`, "put your own value there");
  }
  return ok(name, `${path} has no placeholder left`);
}
