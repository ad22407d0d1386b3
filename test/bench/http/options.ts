/** The options of the command line of `npm run bench:http`. */
import { parseArgs } from "node:util";

export type BenchOptions = {
  readonly database: string | null;
  readonly isSmall: boolean;
  readonly rounds: number;
  readonly eachMs: number;
  /** Names of cases; null: all of them. */
  readonly only: readonly string[] | null;
};

const usage = `npm run bench:http -- [options]

Measures answers of one Gradeline process on core 0 beside nginx, bare node:http and bare Fastify that serve the same bytes,
with wrk on core 1. It takes about six minutes, 90 seconds of them to make the full sample. Needs Linux, wrk and nginx.

  --database FILE     use this database of the sample, and keep it; it is made where there is none
  --small             one season in the place of the full sample: for trying out, not for figures
  --rounds N          rounds that count, one more warms up (default 6; about 30 s each)
  --milliseconds N    length of one measurement in a round (default 500)
  --cases a,b,c       only these cases
  --help              this text
`;

/** Null when it only had to print its usage. */
export function readOptions(words: readonly string[]): BenchOptions | null {
  const { values } = parseArgs({
    args: [...words],
    options: {
      database: { type: "string" },
      small: { type: "boolean", default: false },
      rounds: { type: "string", default: "6" },
      milliseconds: { type: "string", default: "500" },
      cases: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return null;
  }
  return {
    database: values.database ?? null,
    isSmall: values.small,
    rounds: wholeNumber("--rounds", values.rounds),
    eachMs: wholeNumber("--milliseconds", values.milliseconds),
    only: values.cases?.split(",") ?? null,
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`${name} must be a whole number above 0`);
  return Number(text);
}
