/** `gradeline report`: how imports and publishes went, and everything that they refused or left as it was. */
import type { Config } from "../config/config.ts";
import { type RefusalReason, refusalReasons } from "../feed/refusals.ts";
import { type Report, readExamples, readReports } from "../operate/reports.ts";
import { type FindingKind, findingKinds } from "../publish/write/publish-findings.ts";
import { CommandError } from "./failure.ts";
import { printList } from "./output/print.ts";
import { countOf, countText, minuteText } from "./output/table-text.ts";
import { readFacts } from "./with-database.ts";

type Options = { readonly since?: string; readonly all?: true; readonly json?: true };
type WithExamples = Report & { readonly examples: ReadonlyMap<string, readonly string[]> };

/** Reports that are shown when nobody says which. */
const newest = 20;

/** @param reportId undefined: all since a time, or the newest ones. */
export async function reportCommand(config: Config, reportId: number | undefined, options: Options): Promise<void> {
  const { since, all, json } = options;
  const reports = await readFacts(config, async ({ kysely }) => {
    const found = await readReports(kysely, {
      ...(reportId === undefined ? {} : { reportId }),
      ...(since === undefined ? {} : { since }),
      ...(reportId === undefined && since === undefined ? { limit: newest } : {}),
    });
    const complete: WithExamples[] = [];
    for (const report of found) {
      complete.push({ ...report, examples: all ? await readExamples(kysely, report.reportId) : new Map() });
    }
    return complete;
  });
  if (reportId !== undefined && reports.length === 0) {
    throw new CommandError(`there is no report ${reportId}, or not any more: gradeline report lists the newest ones`);
  }
  printList(reports, {
    json,
    asJson: (report) => reportAsJson(report, all === true),
    linesOf: (found) => reportLines(found, all === true),
    none: "Nothing was imported or published.",
  });
}

function reportAsJson({ examples, findings, ...report }: WithExamples, hasExamples: boolean) {
  return {
    report: report.reportId,
    kind: report.kind,
    source: report.source,
    providers: report.providers,
    at: report.at,
    duration_ms: report.durationMs,
    outcome: report.outcome,
    error: report.error,
    figures: report.figures,
    findings: findings.map((finding) => ({
      name: finding.name,
      about: aboutOf(report.kind, finding.name),
      count: finding.count,
      ...(hasExamples ? { examples: examples.get(finding.name) ?? [finding.example] } : { example: finding.example }),
    })),
  };
}

function reportLines(reports: readonly WithExamples[], all: boolean): string[] {
  const lines = reports.length > 1 ? summaryLines(reports) : [];
  lines.push(...reports.flatMap(linesOfReport));
  const hasMore = reports.some(({ findings }) => findings.some(({ count }) => count > 1));
  if (!all && hasMore) lines.push("every one: gradeline report NUMBER --all");
  return lines;
}

/** The findings of all of them together, the most frequent first. */
function summaryLines(reports: readonly WithExamples[]): string[] {
  const sums = new Map<string, number>();
  for (const { kind, findings } of reports) {
    if (kind !== "import") continue;
    for (const { name, count } of findings) sums.set(name, (sums.get(name) ?? 0) + count);
  }
  const of = (outcome: Report["outcome"]): number => reports.filter((report) => report.outcome === outcome).length;
  const imports = reports.filter(({ kind }) => kind === "import").length;
  const publishes = reports.length - imports;
  const bad = [of("failed") > 0 ? `${of("failed")} failed` : "", of("refused") > 0 ? `${of("refused")} refused` : ""];
  const how = [countOf(imports, "import"), publishes === 1 ? "1 publish" : `${countText(publishes)} publishes`, ...bad];
  return [
    how.filter((part) => part !== "").join(", "),
    ...[...sums]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${countText(count).padStart(12)}  ${aboutOf("import", name)}`),
    "",
  ];
}

function linesOfReport(report: WithExamples): string[] {
  const { reportId, at, source, outcome, durationMs, figures, findings, examples, error } = report;
  const seconds = (durationMs / 1000).toFixed(1);
  const figureTexts = Object.entries(figures).flatMap(([name, value]) =>
    value === null ? [] : [`${name.replaceAll("_", " ")} ${countText(value)}`],
  );
  return [
    `${reportId}  ${minuteText(Date.parse(at))} UTC  ${source}: ${outcome} in ${seconds} s`,
    ...(figureTexts.length === 0 ? [] : [`    ${figureTexts.join(", ")}`]),
    ...(error === null ? [] : [`    ${error}`]),
    ...findings.flatMap(({ name, count, example }) => {
      const kept = examples.get(name);
      const head = `${countText(count).padStart(12)}  ${aboutOf(report.kind, name)}`;
      return [head, ...(kept ?? [`e.g. ${example}`]).map((each) => `${" ".repeat(16)}${each}`)];
    }),
  ];
}

/** The words for a finding; a later version may have others. */
function aboutOf(kind: Report["kind"], name: string): string {
  const known = kind === "import" ? refusalReasons[name as RefusalReason] : findingKinds[name as FindingKind];
  return known ?? name;
}
