/** Fills the files of `ops/cluster/` in, as docs/scaling.md says to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../ops/cluster");

/** The files, and the programs that read them. */
export const clusterFiles = ["etcd.env", "patroni.yml", "haproxy.cfg", "gradeline.env", "nginx.conf"] as const;
export type ClusterFile = (typeof clusterFiles)[number];

/** The names in double braces, without the braces, and what stands in their places. */
export type Values = Readonly<Record<string, string>>;

const placeholder = /\{\{([A-Z0-9_]+)\}\}/g;

/** The names in double braces of a file, each once. */
export function placeholdersOf(file: ClusterFile): readonly string[] {
  return [...new Set([...textOf(file).matchAll(placeholder)].map(([, name = ""]) => name))];
}

/**
 * @param paths texts that are replaced besides: where a test may not write to the paths of a real machine.
 * @throws Error that names a placeholder without a value.
 */
export function render(file: ClusterFile, values: Values, paths: Values = {}): string {
  const filled = textOf(file).replace(placeholder, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file}: {{${name}}} has no value`);
    return value;
  });
  return Object.entries(paths).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${file}: it has no ${from}`);
    return text.replaceAll(from, to);
  }, filled);
}

/** The settings of a file of `NAME=value` lines. */
export function settingsIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n").filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

function textOf(file: ClusterFile): string {
  return readFileSync(join(folder, file), "utf8");
}
