/** Reads the words of a command line. */
import { parseArgs } from "node:util";
import type { Scope } from "./mirror-file.ts";
import { Refusal } from "./refusal.ts";

export type PullArguments = Scope & {
  readonly folder: string;
  readonly maxRequests: number | null;
  readonly acceptRestore: boolean;
};

const sportNames = ["mlb", "nfl", "ncaaf", "nba", "nhl"];
const dataSetNames = ["games", "odds", "periods", "period_odds", "bets", "lines", "snapshots", "team_games", "ids"];

/** @param environment where GRADELINE_URL is. @throws Refusal naming the argument. */
export function pullArguments(words: readonly string[], environment: NodeJS.ProcessEnv): PullArguments {
  const { values, positionals } = parsed(words, {
    since: { type: "string" },
    "data-sets": { type: "string" },
    format: { type: "string" },
    to: { type: "string" },
    "max-requests": { type: "string" },
    "base-url": { type: "string" },
    "accept-restore": { type: "boolean" },
  });
  const [sports, ...more] = positionals;
  if (sports === undefined || more.length > 0)
    throw new Refusal(
      `pull takes one list of sports with commas, or all, and not ${positionals.length === 0 ? "none" : positionals.join(" ")}.`,
    );
  const format = text(values.format) ?? "csv.gz";
  if (format !== "csv.gz" && format !== "parquet")
    throw new Refusal(`--format must be csv.gz or parquet, not ${format}.`);
  const baseUrl = text(values["base-url"]) ?? environment.GRADELINE_URL;
  if (baseUrl === undefined)
    throw new Refusal("pull needs the server: --base-url URL, or GRADELINE_URL in the environment.");
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(baseUrl))
    throw new Refusal("--base-url must be an address such as https://api.example.com, with nothing but host and path.");
  const folder = text(values.to);
  if (folder === undefined || folder === "") throw new Refusal("pull needs --to DIR, the folder of the mirror.");
  return {
    base_url: baseUrl.replace(/\/+$/, ""),
    format,
    sports: sports === "all" ? sportNames : names(sports, "SPORTS", sportNames),
    since: whole(values.since, "--since", 1000, 9999),
    data_sets:
      values["data-sets"] === undefined ? null : names(String(values["data-sets"]), "--data-sets", dataSetNames),
    folder,
    maxRequests: whole(values["max-requests"], "--max-requests", 0, 1_000_000_000),
    acceptRestore: values["accept-restore"] === true,
  };
}

export type VerifyArguments = { readonly folder: string; readonly hashesOnly: boolean };

export function verifyArguments(words: readonly string[]): VerifyArguments {
  const { values, positionals } = parsed(words, { "hashes-only": { type: "boolean" } });
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new Refusal("verify takes one argument, the folder of a mirror.");
  return { folder, hashesOnly: values["hashes-only"] === true };
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

function parsed(words: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new Refusal(`${(error as Error).message.split(". ")[0]}.`);
  }
}

const text = (value: unknown) => (typeof value === "string" ? value : undefined);

/** A list with commas, each once and in the order of the API. */
function names(list: string, argument: string, known: readonly string[]): readonly string[] {
  const wanted = list.split(",");
  for (const each of wanted)
    if (!known.includes(each))
      throw new Refusal(
        `${argument} has ${JSON.stringify(each)}: it must be a list with commas of ${known.join(", ")}.`,
      );
  return known.filter((each) => wanted.includes(each));
}

function whole(value: unknown, argument: string, least: number, most: number): number | null {
  if (value === undefined) return null;
  const number = /^\d{1,10}$/.test(String(value)) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Refusal(`${argument} must be a whole number from ${least} to ${most}, not ${String(value)}.`);
}
