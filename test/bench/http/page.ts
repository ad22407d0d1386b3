/** Writes `docs/performance.md` from the figures: ratios first, absolute figures after them. */
import { join } from "node:path";
import type { Figures, Made } from "./figures.ts";
import { footprintSections } from "./page-footprint.ts";
import { targetsSection } from "./page-targets.ts";
import type { Growth } from "./parts/growth.ts";
import type { Latencies, Night } from "./parts/night.ts";
import type { RivalFigures } from "./parts/rivals.ts";
import type { CaseFigures } from "./parts/rounds-part.ts";
import type { Steps } from "./parts/steps.ts";
import type { Spread } from "./statistics.ts";
import { figuresTable, markdownTable, ratiosTable } from "./tables.ts";

export const pageFile = join(import.meta.dirname, "..", "..", "..", "docs", "performance.md");

export function pageOf(figures: Figures): string {
  const { cases, steps, footprint, rivals, growth, night } = figures;
  const sections = [
    introduction,
    targetsSection(figures),
    section("Beside servers of prebuilt answers", cases, casesSection),
    section("Beside servers that make an API of a database", rivals, rivalsSection),
    section("Absolute figures", cases, absoluteSection),
    section("Where the time of a request goes", steps, stepsSection),
    section("Growth", growth, growthSection),
    section("While a night is published", night, nightSection),
    ...footprintSections(footprint, cases).map(([title, text]) => section(title, footprint, () => text)),
    howItWasMeasured,
  ];
  return `${sections.join("\n\n")}\n`;
}

const introduction = `# Performance

What an answer costs, measured by \`npm run bench:http\`, which also writes this page. Ratios come first: two servers that are
measured in turns on one machine can be compared on any machine, and microseconds cannot. CPU is what the kernel counted for
all threads and processes of a server, divided by the requests that were answered.`;

const howItWasMeasured = `## How it was measured

The server runs on one core, and wrk on another, with 16 connections. Gradeline is one process of \`bin/gradeline.js serve\` over
SQLite with the full sample, and everything is on that a caller would get: key, window, quota, headers, request ids, and the log
at its usual level into a file. nginx has one worker and sends files (\`sendfile\`, \`tcp_nopush\`, no access log, \`gzip_static\` for
the cases with gzip, its own ETags for the 304s). Bare node:http and bare Fastify find a whole body by the path of the request
and send it with four headers. All three send the bytes that Gradeline answered when they were recorded. Requests carry the
same key and are as long as ours.

A round measures each case once at each server, in shuffled order, so that whatever else the machine does hits all alike. The
first round warms up. Tables show medians of the rounds, and in brackets the quartiles. A run fails when a single answer is not
200 or 304, or when the bytes are not those of the case. Paths are picked at random with a fixed seed, except in b' and j: b'
goes through its cursors in turn, and there are so many that a cache of answers would have forgotten each before it comes again;
in j, each page is asked for eight times in a row.`;

function section<T extends Made>(title: string, part: T | null, write: (part: T) => string): string {
  if (part === null) return `## ${title}\n\nNot measured yet.`;
  return `## ${title}\n\n${write(part)}\n\nMeasured on ${part.on}: ${part.machine}.`;
}

function casesSection({ rounds, cases, measured }: CaseFigures): string {
  const gzip = cases.filter(({ gzip6Bytes }) => gzip6Bytes !== null);
  const sizes = gzip.map(({ id, bodyBytes, gzip6Bytes }) => `${id} ${(bodyBytes / (gzip6Bytes ?? 1)).toFixed(2)}`);
  const size = `Compressed bodies are so many times as long as those of \`gzip -6\`: ${sizes.join(", ")}.`;
  return `CPU of a request as a multiple of what the other server needs to send the same bytes; medians of ${rounds} rounds.

${ratiosTable(cases, measured)}${sizes.length === 0 ? "" : `\n\n${size}`}`;
}

function absoluteSection({ cases, measured }: CaseFigures): string {
  return `CPU of a request at each server; requests a second, p99 and bytes of a whole answer are Gradeline's, on one core.

${figuresTable(cases, measured)}`;
}

function rivalsSection({ postgres, rows, columns, servers, rounds }: RivalFigures): string {
  const [ours] = servers;
  const rate = (spread: Spread): number => spread.median;
  const table = servers.map(({ name, requestsPerSecond, cpuUs, p99Ms, bytes }) => [
    name,
    name === ours?.name
      ? "1"
      : (rate(ours?.requestsPerSecond ?? requestsPerSecond) / rate(requestsPerSecond)).toFixed(0),
    name === ours?.name ? "1" : (rate(cpuUs) / rate(ours?.cpuUs ?? cpuUs)).toFixed(0),
    number(rate(requestsPerSecond)),
    number(rate(cpuUs)),
    rate(p99Ms).toFixed(0),
    number(bytes),
  ]);
  const heads = ["server", "ours is faster by", "takes more CPU by", "requests/s", "CPU, µs", "p99, ms", "bytes"];
  return `100 odds rows at random places. The others read PostgreSQL ${postgres}, a table of the same ${number(rows)} rows with all ${columns} columns of
our CSV, ordered by its primary key, by which they page (no offset). They and PostgreSQL share the core that Gradeline has for
itself, and their CPU is that of both. They check no key and count nothing. Medians of ${rounds} rounds.

${markdownTable(heads, table)}`;
}

function stepsSection({ cpuUs, steps, functions }: Steps): string {
  const cells = (shares: Steps["steps"]): string[][] =>
    shares.map(({ name, share }) => [name, `${(100 * share).toFixed(1)} %`, (share * cpuUs).toFixed(1)]);
  return `100 odds rows, 16 connections: ${cpuUs.toFixed(0)} µs of CPU a request, shared out as V8's profiler saw it.

${markdownTable(
  ["step", "share", "µs"],
  cells(steps).map(([name = "", ...rest]) => [`${name}: ${meanings[name] ?? ""}`, ...rest]),
)}

The functions with the most time of their own:

${markdownTable(
  ["function", "share", "µs"],
  cells(functions).map(([name = "", ...rest]) => [`\`${name}\``, ...rest]),
)}`;
}

const meanings: Readonly<Record<string, string>> = {
  "garbage collector": "frees memory",
  "outside JavaScript": "the kernel and Node's own C++, where no JavaScript waits for it",
  log: "the line of the request",
  count: "window, quota and the requests counted",
  key: "whose key it is, and what that account may do",
  find: "the rows of the page",
  parse: "the request line, headers, parameters and cursor",
  frame: "what stands before and after the rows, headers, the ETag",
  write: "handing the answer to the kernel, which copies it",
  framework: "what libraries do around it",
  "the rest of Node": "events, timers, promises",
};

function growthSection({ sizes, rounds }: Growth): string {
  const [smallest] = sizes;
  const cell = (spread: Spread, base: Spread | undefined): string =>
    `${number(spread.median)} (${(spread.median / (base ?? spread).median).toFixed(2)})`;
  const rows = sizes.map(({ oddsRows, firstUs, lastUs, randomUs, startMs, memory }) => [
    number(oddsRows),
    cell(firstUs, smallest?.firstUs),
    cell(lastUs, smallest?.lastUs),
    cell(randomUs, smallest?.randomUs),
    (startMs / 1000).toFixed(2),
    number(memory.residentMiB),
    number(memory.peakMiB),
  ]);
  const heads = [
    "odds rows",
    "first page, µs",
    "last page, µs",
    "any page, µs",
    "start, s",
    "VmRSS, MiB",
    "VmHWM, MiB",
  ];
  return `CPU of 100 odds rows as the archive grows, and in brackets as a multiple of the smallest archive; medians of ${rounds} rounds. First
and last page are those of the archive's longest season, any page is at random cursors of all seasons. The smallest archive is
one season of MLB, the next the full sample, and the largest has the sample's finished seasons eleven times, in later and later years.

${markdownTable(heads, rows)}`;
}

function nightSection({ games, nights, requestsPerSecond, importMs, publishMs, before, during }: Night): string {
  const row = (name: string, { requests, p50, p99, p999, most }: Latencies): string[] => [
    name,
    number(requests),
    ...[p50, p99, p999, most].map((ms) => ms.toFixed(1)),
  ];
  const heads = ["", "requests", "p50, ms", "p99, ms", "p99.9, ms", "longest, ms"];
  return `Pages of 100 odds rows, asked for ${number(requestsPerSecond)} times a second over 16 connections, while another process imports and publishes ${games}
changed games of a season into the same database file: ${nights} nights. The load does not wait for answers, and a request that
finds every connection busy waits, which counts. The publishing process shares the core of the load, and its priority is lower.
Its import took ${number(importMs)} ms and its publish ${number(publishMs)} ms (medians).

${markdownTable(heads, [row("before", before), row("during", during)])}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 0 });
}
