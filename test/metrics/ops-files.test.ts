/** The dashboard, the alert rules and the docs name metrics and labels that a real scrape has. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { beforeAll, test } from "vitest";
import { parse } from "yaml";
import { program } from "../../src/cli/main.ts";
import { openDatabase } from "../../src/database/engine.ts";
import { snippetsUnder } from "../support/docs.ts";
import { testFolder } from "../support/folders.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { publishItems } from "../support/sample.ts";
import { skipIf } from "../support/skip-if.ts";
import { startMetered, writeProviders } from "./metered-server.ts";
import type { Scrape } from "./prometheus-text.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};
type Panel = {
  readonly id: number;
  readonly title: string;
  readonly gridPos: Readonly<Record<"x" | "y" | "w" | "h", number>>;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
};
type Dashboard = {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly definition?: string }[] };
};

const { groups }: { groups: { rules: Rule[] }[] } = parse(read("ops/prometheus/alerts.yml"));
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.map(({ alert }) => alert);
const dashboard = JSON.parse(read("ops/grafana/gradeline.json")) as Dashboard;
const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);

/** What Prometheus itself adds to every series of a scrape. */
const ofPrometheus = ["job", "instance"];

const folder = testFolder("ops-files");
/** Has a series of everything that can be told. */
let scrape: Scrape;
beforeAll(async () => {
  const databaseUrl = join(folder, "gradeline.db");
  const database = await openDatabase(databaseUrl);
  const at = new Date().toISOString();
  const start_time = new Date(Date.now() + 600_000).toISOString();
  const coming = quoteRecord({ event_id: "coming", start_time, seen_at: at, captured_at: at });
  await publishItems(database, items(gameRecord(), quoteRecord(), coming), at);
  await writeProviders(database, [{ provider: "espn", requests: 2, failures_total: 1, last_success_ms: Date.now() }]);
  await database.close();
  const metered = await startMetered(databaseUrl);
  await fetch(`${metered.url}/v1/sports`);
  // The engine collects garbage when it wants to; each scrape leaves it some.
  scrape = await metered.scraped(
    (each) =>
      each.all("nodejs_gc_duration_seconds_sum").length > 0 &&
      each.sum("gradeline_http_request_duration_seconds_count") === 1,
    "a request is counted, and garbage was collected",
  );
  await metered.close();
});

type Query = {
  readonly selectors: readonly { readonly metric: string; readonly labels: readonly string[] }[];
  /** Labels that results are grouped or matched by. */
  readonly grouped: readonly string[];
};

/** @throws AssertionError when it is not PromQL. */
function readQuery(written: string): Query {
  const text = written.replaceAll("$__rate_interval", "5m");
  const selectors: { metric: string; labels: string[] }[] = [];
  const grouped: string[] = [];
  parser.parse(text).iterate({
    enter({ name, type, from, to, node }) {
      assert.ok(!type.isError, `not PromQL at ${from}: ${text}`);
      const word = text.slice(from, to);
      if (name === "Identifier") selectors.push({ metric: word, labels: [] });
      if (name !== "LabelName") return;
      if (node.parent?.name === "GroupingLabels") grouped.push(word);
      else selectors.at(-1)?.labels.push(word);
    },
  });
  assert.ok(selectors.length > 0, text);
  return { selectors, grouped };
}

/** Fails when the query, or a text about its results, names what no scrape has. */
function checkQuery(expr: string, texts: readonly string[]): void {
  const { selectors, grouped } = readQuery(expr);
  const known = new Set(ofPrometheus);
  for (const { metric, labels } of selectors) {
    const samples = metric === "up" ? [{ labels: {} }] : scrape.all(metric);
    assert.ok(samples.length > 0, `there is no ${metric}: ${expr}`);
    const own = new Set([...ofPrometheus, ...samples.flatMap((sample) => Object.keys(sample.labels))]);
    for (const label of labels) assert.ok(own.has(label), `${metric} has no ${label}: ${expr}`);
    for (const label of own) known.add(label);
  }
  const told = texts.flatMap((text) => [...text.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}/g)]);
  for (const label of [...grouped, ...told.map(([, label = ""]) => label)]) {
    assert.ok(known.has(label), `nothing has ${label}: ${expr}`);
  }
}

test("every alert rule asks for metrics and labels that a scrape has, says what it means, and leads to its own row of what to do", () => {
  assert.ok(rules.length >= 8);
  for (const { alert, expr, labels, annotations } of rules) {
    assert.match(alert, /^Gradeline[A-Z]/);
    assert.match(labels.severity ?? "", /^(warning|critical)$/, alert);
    assert.ok((annotations.summary ?? "") !== "" && (annotations.description ?? "") !== "", alert);
    checkQuery(expr, Object.values(annotations));
    assert.equal(annotations.runbook, `docs/trouble.md#${alert.toLowerCase()}`);
  }
  const page = read("docs/trouble.md");
  const listed = [...page.matchAll(/^\| <a id="(\w+)"><\/a>(Gradeline\w+) \|/gm)];
  assert.deepEqual(
    listed.map(([, anchor, alert]) => [anchor, alert]),
    alerts.map((alert) => [alert.toLowerCase(), alert]),
  );
  const commands = program().commands.map((command) => command.name());
  const table = page.slice(page.indexOf("## What is seen"), page.indexOf("## Status and log"));
  for (const [, command = ""] of table.matchAll(/`gradeline ([a-z-]+)/g))
    assert.ok(commands.includes(command), command);
});

test("every panel of the dashboard asks for metrics and labels that a scrape has, and lies over no other", () => {
  assert.ok(targets.length > 20);
  for (const { expr, legendFormat } of targets) checkQuery(expr, [legendFormat]);
  for (const { definition } of dashboard.templating.list) {
    const [, selector] = /^label_values\((.+), \w+\)$/.exec(definition ?? "") ?? [];
    if (selector !== undefined) checkQuery(selector, []);
  }
  const ids = dashboard.panels.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const [index, { title, gridPos: one }] of dashboard.panels.entries()) {
    assert.ok(one.x + one.w <= 24, title);
    for (const { gridPos: other } of dashboard.panels.slice(0, index)) {
      const isBeside = one.x >= other.x + other.w || other.x >= one.x + one.w;
      assert.ok(isBeside || one.y >= other.y + other.h || other.y >= one.y + one.h, title);
    }
  }
});

test("every metric of Gradeline is shown by the dashboard or watched by a rule", () => {
  const shown = [...rules, ...targets].flatMap(({ expr }) => readQuery(expr).selectors.map(({ metric }) => metric));
  const families = new Set(shown.map((metric) => metric.replace(/_(bucket|sum|count)$/, "")));
  const ours = [...scrape.families.keys()].filter((name) => name.startsWith("gradeline_"));
  assert.deepEqual(
    ours.filter((name) => !families.has(name)),
    [],
  );
});

test("the scrape configuration of the docs names the rules that are there, and the job that they and the dashboard ask for", () => {
  const [text] = snippetsUnder("docs/trouble.md", "Metrics", "yaml");
  const { rule_files: files, scrape_configs: jobs } = parse(text);
  const { job_name, static_configs } = jobs[0];
  assert.deepEqual([files.length, jobs.length, files[0].split("/").at(-1)], [1, 1, "alerts.yml"]);
  assert.deepEqual([job_name, static_configs[0].targets], ["gradeline", ["127.0.0.1:9464"]]);
  const asked = [...rules, ...targets].flatMap(({ expr }) => [...expr.matchAll(/job="([^"]*)"/g)]);
  assert.ok(asked.length > 20);
  for (const [, job] of asked) assert.equal(job, "gradeline");
});

test("each rule has a case in which it is quiet and one in which it fires", () => {
  type Case = {
    readonly alert_rule_test?: readonly { readonly alertname: string; readonly exp_alerts?: readonly unknown[] }[];
    readonly promql_expr_test?: readonly { readonly exp_samples: readonly { readonly labels: string }[] }[];
  };
  const { tests: cases }: { tests: Case[] } = parse(read("ops/prometheus/alerts.test.yml"));
  const all = cases.flatMap((each) => each.alert_rule_test ?? []);
  const quiet = all.filter((each) => each.exp_alerts === undefined).map(({ alertname }) => alertname);
  const firing = cases
    .flatMap((each) => each.promql_expr_test ?? [])
    .flatMap((each) => each.exp_samples.map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1]));
  assert.deepEqual([quiet.toSorted(), firing.toSorted()], [alerts.toSorted(), alerts.toSorted()]);
});

const isInstalled = spawnSync("promtool", ["--version"]).error === undefined;

test("promtool finds the rules sound, and each fires when it should", {
  ...skipIf(isInstalled ? false : "promtool is not installed (Debian's package prometheus has it)"),
}, () => {
  for (const words of [
    ["check", "rules", "ops/prometheus/alerts.yml"],
    ["test", "rules", "ops/prometheus/alerts.test.yml"],
  ]) {
    const run = spawnSync("promtool", words, { cwd: root, encoding: "utf8", timeout: 600_000 });
    assert.equal(run.status, 0, `${words.join(" ")}: ${run.stdout}${run.stderr}`);
  }
});
