/** What the service has set itself to reach, beside what was measured; and what was tried on the way. */
import type { Figures } from "./figures.ts";
import type { CaseFigures } from "./parts/rounds-part.ts";
import { find, markdownTable } from "./tables.ts";

type Target = {
  readonly what: string;
  readonly limit: number;
  readonly measured: number | null;
  readonly isLeast?: true;
};

export function targetsSection({ cases, rivals, growth, night, footprint }: Figures): string {
  const beside = (id: string, limit: number): Target => ({
    what: `CPU of ${id} beside bare Fastify's`,
    limit,
    measured: ratio(cases, id, "Fastify"),
  });
  const [ours, ...others] = rivals?.servers ?? [];
  const rates = others.map(({ requestsPerSecond }) =>
    ours === undefined ? 0 : ours.requestsPerSecond.median / requestsPerSecond.median,
  );
  const [smallest, ...larger] = growth?.sizes ?? [];
  const growths = larger.flatMap(({ firstUs, lastUs, randomUs }) =>
    smallest === undefined
      ? []
      : [
          firstUs.median / smallest.firstUs.median,
          lastUs.median / smallest.lastUs.median,
          randomUs.median / smallest.randomUs.median,
        ],
  );
  const targets: readonly Target[] = [
    ...["b", "c", "d"].map((id) => beside(id, 1.3)),
    ...["e", "f", "g"].map((id) => beside(id, 1.5)),
    { what: "CPU of i100 beside nginx's `gzip_static`", limit: 3, measured: ratio(cases, "i100", "nginx") },
    { what: "bytes of i100 beside `gzip -6`", limit: 1.3, measured: gzipRatio(cases, "i100") },
    { what: "bytes of i1000 beside `gzip -6`", limit: 1.3, measured: gzipRatio(cases, "i1000") },
    {
      what: "requests a second beside those of Platformatic DB and PostGraphile",
      limit: 60,
      measured: rates.length === 0 ? null : Math.min(...rates),
      isLeast: true,
    },
    { what: "p99 while a night is published, ms", limit: 5, measured: night?.during.p99 ?? null },
    {
      what: "CPU of b in a large archive beside a small one",
      limit: 1.15,
      measured: growths.length === 0 ? null : Math.max(...growths),
    },
    {
      what: "memory with the most rows that were measured, MiB",
      limit: 1_536,
      measured: larger.length === 0 ? null : Math.max(...larger.map(({ memory }) => memory.peakMiB)),
    },
    { what: "start with the full sample, s", limit: 2, measured: footprint === null ? null : footprint.startMs / 1000 },
  ];
  const rows = targets.map(({ what, limit, measured, isLeast }) => [
    what,
    `${isLeast ? "at least" : "at most"} ${limit.toLocaleString("en-US")}`,
    measured === null ? "not measured" : measured.toLocaleString("en-US", { maximumFractionDigits: 2 }),
    measured === null ? "" : (isLeast ? measured >= limit : measured <= limit) ? "yes" : "no",
  ]);
  return `## Targets\n\n${markdownTable(["what", "target", "measured", "met"], rows)}\n\n${tried}`;
}

function ratio(cases: CaseFigures | null, id: string, server: string): number | null {
  const ours = cases === null ? undefined : find(cases.measured, id, "gradeline");
  const theirs = cases === null ? undefined : find(cases.measured, id, server);
  return ours && theirs ? ours.cpuUs.median / theirs.cpuUs.median : null;
}

function gzipRatio(cases: CaseFigures | null, id: string): number | null {
  const found = cases?.cases.find((each) => each.id === id);
  return found === undefined || found.gzip6Bytes === null ? null : found.bodyBytes / found.gzip6Bytes;
}

const tried = `What is missing of a target is in the tables of steps below. What was tried on the way, with what it brought:

- Answering past the framework, and keeping answers that were made ([decision 0101](decisions/0101-ordinary-requests.md)): half of
  a request. A property of the request in the place of a map by weak keys: the collector went from 17% of a 304 to 3%.
- Lines of the log that are written together, and made as texts: 19% of a 304, and then 10%. Heads that Node does not check anew: 7%.
- Counting in memory, settled twice a second, in the place of a commit or an entry of a journal for each moment ([decision
  0136](decisions/0136-counted-in-memory.md)).
- Rows read from a file into a buffer that is used again: 7 µs more for a page of 83 kB, into a fresh buffer 18.
  So the text of the newest 600,000 odds rows is in memory, and that of older seasons is read.
- A game's answer and the path of its lines are read from the view's file at the request, without a database: 4 µs.
- A view that is opened in the place of rows that are selected, joined and packed ([decision 0153](decisions/0153-views.md)): a start of
  the full sample takes 1.4 s, of 6.
- Several threads at one port, counted for by one of them that they ask by messages: 168 µs a request where one thread needed 80
  ([decision 0100](decisions/0100-one-thread-answers.md)).
- A young generation of 64 MB instead of 16: 7% of a publish, and nothing for a request; not taken.`;
