/**
 * Reads Prometheus's text format 0.0.4 strictly, and knows nothing of prom-client:
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
import assert from "node:assert/strict";

export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

export type Family = {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
};

export class Scrape {
  readonly families: ReadonlyMap<string, Family>;

  constructor(text: string) {
    this.families = familiesOf(text);
  }

  get samples(): readonly Sample[] {
    return [...this.families.values()].flatMap(({ samples }) => samples);
  }

  /** The samples of a name that have these labels, and perhaps others. */
  all(name: string, labels: Readonly<Record<string, string>> = {}): readonly Sample[] {
    const wanted = Object.entries(labels);
    return this.samples.filter(
      (sample) => sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value),
    );
  }

  /** The sum of these samples; null when there is none. */
  sum(name: string, labels: Readonly<Record<string, string>> = {}): number | null {
    const found = this.all(name, labels);
    return found.length === 0 ? null : found.reduce((total, { value }) => total + value, 0);
  }

  /** The one sample that has these labels. */
  one(name: string, labels: Readonly<Record<string, string>> = {}): number {
    const found = this.all(name, labels);
    assert.equal(found.length, 1, `${name} ${JSON.stringify(labels)}: ${found.length} samples`);
    return found[0]?.value ?? Number.NaN;
  }
}

const types = ["counter", "gauge", "histogram", "summary", "untyped"];
const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: [""],
  gauge: [""],
  untyped: [""],
  summary: ["", "_sum", "_count"],
  histogram: ["_bucket", "_sum", "_count"],
};

function familiesOf(text: string): Map<string, Family> {
  assert.ok(text.endsWith("\n"), "the last line must end");
  const helps = new Map<string, string>();
  const families = new Map<string, Family>();
  let current: Family | null = null;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const help = /^# HELP (\S+) (.*)$/.exec(line);
    const type = /^# TYPE (\S+) (\S+)$/.exec(line);
    if (help !== null) {
      const [, name = "", words = ""] = help;
      assert.ok(!helps.has(name), `${name} is described twice`);
      helps.set(name, words);
    } else if (type !== null) {
      const [, name = "", kind = ""] = type;
      assert.ok(types.includes(kind) && !families.has(name), line);
      current = { name, type: kind, help: helps.get(name) ?? "", samples: [] };
      families.set(name, current);
    } else if (!line.startsWith("#")) {
      const sample = sampleOf(line);
      const family: Family = current ?? assert.fail(`no type before: ${line}`);
      const isOwn = suffixes[family.type]?.some((suffix) => sample.name === family.name + suffix);
      assert.ok(isOwn, `${line} stands among the samples of ${family.name}`);
      family.samples.push(sample);
    }
  }
  for (const family of families.values()) checkFamily(family);
  return families;
}

function sampleOf(line: string): Sample {
  const head = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{)?/.exec(line);
  assert.ok(head !== null, line);
  const labels: Record<string, string> = {};
  let at = head[0].length;
  if (head[2] !== undefined) {
    const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|\})/y;
    for (;;) {
      label.lastIndex = at;
      const found = label.exec(line);
      assert.ok(found !== null, line);
      const [whole, name = "", value = "", end] = found;
      assert.ok(!(name in labels), `a label stands twice: ${line}`);
      labels[name] = value.replaceAll(/\\(.)/g, (_, mark: string) => (mark === "n" ? "\n" : mark));
      at += whole.length;
      if (end === "}") break;
    }
  }
  const number = /^ (?:([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(nan)|([+-]?)inf)$/i.exec(line.slice(at));
  assert.ok(number !== null, line);
  const [, digits, nan, sign] = number;
  const infinite = sign === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const value = digits !== undefined ? Number(digits) : nan !== undefined ? Number.NaN : infinite;
  return { name: head[1] ?? "", labels, value };
}

function checkFamily({ name, type, help, samples }: Family): void {
  assert.notEqual(help, "", `${name} has no description`);
  const keys = samples.map(({ name: own, labels }) => JSON.stringify([own, Object.entries(labels).sort()]));
  assert.equal(new Set(keys).size, keys.length, `${name} has a series twice`);
  if (type === "counter") for (const { value } of samples) assert.ok(value >= 0, name);
  if (type !== "histogram") return;
  const bySeries = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  for (const series of bySeries.values()) {
    const buckets = series.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels: { le = "" } }) => (le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le)));
    const counts = buckets.map(({ value }) => value);
    assert.deepEqual(
      bounds,
      bounds.toSorted((a, b) => a - b),
    );
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
      `${name} does not rise`,
    );
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY, name);
    const rest = series.filter((sample) => sample.name !== `${name}_bucket`);
    assert.deepEqual(rest.map((sample) => sample.name).toSorted(), [`${name}_count`, `${name}_sum`]);
    assert.equal(rest.find((sample) => sample.name === `${name}_count`)?.value, counts.at(-1), name);
  }
}
