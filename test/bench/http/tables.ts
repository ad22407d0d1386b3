/** The figures of the rounds as a table in Markdown: ratios first, then what they are made of. */
import type { Case } from "./cases.ts";
import type { Measured } from "./rounds.ts";
import type { Spread } from "./statistics.ts";

const others = ["Fastify", "node:http", "nginx"] as const;

/** How many times the CPU of another server an answer of ours costs. */
export function ratiosTable(cases: readonly Pick<Case, "id" | "about">[], measured: readonly Measured[]): string {
  const rows = cases.map(({ id, about }) => {
    const ours = find(measured, id, "gradeline");
    const ratios = others.map((name) => {
      const theirs = find(measured, id, name);
      return ours && theirs ? (ours.cpuUs.median / theirs.cpuUs.median).toFixed(2) : "";
    });
    return [id, about, ...ratios];
  });
  return markdownTable(["", "case", ...others.map((name) => `/ ${name}`)], rows);
}

/** CPU of a request at each server, with the middle half of the rounds, and what ours achieves. */
export function figuresTable(cases: readonly Pick<Case, "id" | "about">[], measured: readonly Measured[]): string {
  const rows = cases.map(({ id }) => {
    const ours = find(measured, id, "gradeline");
    const cpu = ["gradeline", ...others].map((name) => withSpread(find(measured, id, name)?.cpuUs));
    const rate = ours?.requestsPerSecond.median.toLocaleString("en-US", { maximumFractionDigits: 0 });
    return [id, ...cpu, rate ?? "", ours?.p99Ms.median.toFixed(1) ?? "", ours?.bytes.toLocaleString("en-US") ?? ""];
  });
  const heads = ["", "gradeline, µs", ...others.map((name) => `${name}, µs`), "requests/s", "p99, ms", "bytes"];
  return markdownTable(heads, rows);
}

export function find(measured: readonly Measured[], id: string, server: string): Measured | undefined {
  return measured.find((each) => each.case === id && each.server === server);
}

export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `|${cells.map((cell) => (cell === "" ? " |" : ` ${cell} |`)).join("")}`;
  return [line(heads), `|${heads.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}

function withSpread(spread: Spread | undefined): string {
  if (spread === undefined) return "";
  const { low, median, high } = spread;
  const whole = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 0 });
  return `${whole(median)} (${whole(low)}-${whole(high)})`;
}
