/** The options of the command line of `npm run bench:http`. */
import { parseArgs } from "node:util";

export const partNames = ["cases", "steps", "footprint", "rivals", "growth", "night", "smoke"] as const;
export type PartName = (typeof partNames)[number];

export type BenchOptions = {
  readonly database: string | null;
  readonly isSmall: boolean;
  readonly rounds: number;
  readonly eachMs: number;
  /** Names of cases; null: all of them. */
  readonly only: readonly string[] | null;
  readonly parts: readonly PartName[];
  /** Whether the figures are kept, and docs/performance.md written from them. */
  readonly isKept: boolean;
};

const usual: readonly PartName[] = ["cases", "steps", "footprint"];

const usage = `npm run bench:http -- [parts] [options]

Measures answers of one Gradeline process, which runs on core 0; what asks it runs on core 1. Needs Linux, two cores, wrk and
nginx. Making the full sample comes first and takes 90 seconds, unless --database names one. Without a part, it measures cases,
steps and footprint, in about six minutes.

  --cases           fourteen cases beside nginx, bare node:http and bare Fastify, which serve the same bytes: 4 minutes
  --steps           where the time of a request goes, by a CPU profile: half a minute
  --footprint       bytes per row in memory and on disk, and the start: half a minute
  --rivals          100 odds rows from Platformatic DB and PostGraphile over PostgreSQL: 2 minutes, after
                    npm ci --prefix tools/rivals --ignore-scripts (two minutes)
  --growth          100 odds rows of archives of 30 thousand, 350 thousand and 3 million rows: 20 minutes and 11 GB to make the
                    largest, which is kept beside --database
  --night           answers while 60 changed games are published: 2 minutes
  --smoke           the ratio that a test holds: 20 seconds; --write records it
  --all             all of these

  --write           keep the figures, and write docs/performance.md from them
  --database FILE   use this database of the sample, and keep it; it is made where there is none
  --small           one season in the place of the full sample: for trying out, not for figures
  --only a,b,c      only these cases
  --rounds N        rounds that count, one more warms up (default 6)
  --milliseconds N  length of one measurement in a round (default 500)
  --help            this text
`;

/** Null when it only had to print its usage. */
export function readOptions(words: readonly string[]): BenchOptions | null {
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      cases: flag,
      steps: flag,
      footprint: flag,
      rivals: flag,
      growth: flag,
      night: flag,
      smoke: flag,
      all: flag,
      write: flag,
      small: flag,
      help: flag,
      database: { type: "string" },
      only: { type: "string" },
      rounds: { type: "string", default: "6" },
      milliseconds: { type: "string", default: "500" },
    },
  });
  if (values.help) {
    console.log(usage);
    return null;
  }
  const asked = partNames.filter((name) => values.all || values[name]);
  return {
    database: values.database ?? null,
    isSmall: values.small,
    rounds: wholeNumber("--rounds", values.rounds),
    eachMs: wholeNumber("--milliseconds", values.milliseconds),
    only: values.only?.split(",") ?? null,
    parts: asked.length === 0 ? usual : asked,
    isKept: values.write,
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`${name} must be a whole number above 0`);
  return Number(text);
}
