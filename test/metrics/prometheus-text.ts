/**
 * Reads Prometheus's text format 0.0.4, and knows nothing of prom-client:
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
import assert from "node:assert/strict";

type Labels = Readonly<Record<string, string>>;
type Sample = { readonly name: string; readonly labels: Labels; readonly value: number };

const pair = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*"`;
const sampleLine = new RegExp(String.raw`^([a-zA-Z_:][\w:]*)(?:\{(${pair}(?:,${pair})*)\})? (\S+)$`);

export class Scrape {
  /** By the names that are described, each of which has its samples behind its type. */
  readonly families = new Map<string, Sample[]>();

  constructor(text: string) {
    const described = new Set<string>();
    let current = "";
    for (const line of text.trimEnd().split("\n")) {
      const [, kind, named = ""] = /^# (HELP|TYPE) (\S+) \S/.exec(line) ?? [];
      if (kind === "HELP") described.add(named);
      if (kind === "TYPE") {
        assert.ok(described.has(named) && !this.families.has(named), line);
        current = named;
        this.families.set(current, []);
      }
      if (line === "" || line.startsWith("#")) continue;
      const sample = sampleOf(line);
      assert.match(sample.name, new RegExp(`^${current}(?:_bucket|_sum|_count)?$`), `${line} is none of ${current}`);
      this.families.get(current)?.push(sample);
    }
    const names = this.samples.map(({ name, labels }) => JSON.stringify([name, Object.entries(labels).sort()]));
    assert.equal(new Set(names).size, names.length, "a series stands twice");
  }

  get samples(): readonly Sample[] {
    return [...this.families.values()].flat();
  }

  /** The samples of a name that have these labels, and perhaps others. */
  all(name: string, labels: Labels = {}): readonly Sample[] {
    const wanted = Object.entries(labels);
    return this.samples.filter(
      (sample) => sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value),
    );
  }

  /** The sum of these samples; null when there is none. */
  sum(name: string, labels: Labels = {}): number | null {
    const found = this.all(name, labels);
    return found.length === 0 ? null : found.reduce((total, { value }) => total + value, 0);
  }

  /** The value of each sample of a name, by one of its labels. */
  by(label: string, name: string): Readonly<Record<string, number>> {
    return Object.fromEntries(this.all(name).map(({ labels, value }) => [labels[label], value]));
  }

  /** The one sample that has these labels. */
  one(name: string, labels: Labels = {}): number {
    const [found, ...others] = this.all(name, labels);
    assert.ok(found !== undefined && others.length === 0, `${name} ${JSON.stringify(labels)}: ${others.length} more`);
    return found.value;
  }
}

function sampleOf(line: string): Sample {
  const [, name = "", labels = "", number = ""] = sampleLine.exec(line) ?? assert.fail(`no sample: ${line}`);
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value = ""]) => [
    key,
    value.replaceAll(/\\(.)/g, (_, mark: string) => (mark === "n" ? "\n" : mark)),
  ]);
  const value = Number(number.replace("Inf", "Infinity"));
  assert.ok(number === "Nan" || !Number.isNaN(value), line);
  return { name, labels: Object.fromEntries(pairs), value };
}
