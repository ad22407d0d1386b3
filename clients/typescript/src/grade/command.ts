/** `gradeline-client grade`: a file of bets, graded from a mirror or by the API. */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Gradeline } from "../client.ts";
import { askGames, askLines } from "./api-source.ts";
import { gameQuestions, mostLineRequests } from "./asked-lines.ts";
import { readMapping } from "./columns.ts";
import { daysOf, graded, matched, type Prepared, prepare } from "./grade.ts";
import { type Sport, sports } from "./known.ts";
import type { Lines } from "./lines.ts";
import type { Match } from "./match.ts";
import { MirrorSource } from "./mirror-source.ts";
import { UnreadableFile } from "./problem.ts";
import { betText, gradedCsv, totalLines, whyNot } from "./report.ts";

const overBudget = 2;
const shownBets = 20;

/** @returns the exit code: 0 right, 1 something failed, 2 the budget would be passed and nothing was begun. */
export async function gradeCommand(words: readonly string[]): Promise<number> {
  try {
    return await gradeFile(words);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function gradeFile(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      mirror: { type: "string" },
      "base-url": { type: "string" },
      map: { type: "string", multiple: true },
      dates: { type: "string" },
      league: { type: "string" },
      out: { type: "string" },
      "max-requests": { type: "string" },
    },
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0)
    throw new UnreadableFile("give one file of bets: gradeline-client grade FILE.csv");
  const order = values.dates ?? null;
  if (order !== null && order !== "mdy" && order !== "dmy")
    throw new UnreadableFile(`--dates is mdy or dmy, not ${order}`);
  const league = values.league === undefined ? null : leagueOf(values.league);
  const mappings = (values.map ?? []).map(readMapping);
  const prepared = read(name, () => prepare(readFileSync(name), { mappings, order, league }));
  const found = values.mirror === undefined ? await fromApi(prepared, values) : fromMirror(prepared, values.mirror);
  if (found === null) return overBudget;
  const { bets, totals } = graded(found.matches, found.lines);
  if (values.out !== undefined) writeFileSync(values.out, gradedCsv(prepared, bets));
  // Those that wait for an answer come first.
  const refusedFirst = [...bets].sort((a, b) => Number(a.problem === null) - Number(b.problem === null));
  const shown = refusedFirst.slice(0, shownBets).map((bet) => {
    const { evidence, match, problem, result } = bet;
    const told = problem === null ? `${betText(bet)} ${result}: ${evidence}` : `not graded: ${whyNot(bet)}`;
    return `line ${match.bet.fileLine}: ${told}`;
  });
  if (bets.length > shownBets) shown.push(`and ${bets.length - shownBets} more; --out has them all`);
  process.stdout.write([...totalLines(totals, bets, waysOf(prepared)), ...shown].map((line) => `${line}\n`).join(""));
  return 0;
}

function leagueOf(text: string): Sport {
  const league = sports.find((each) => each === text.toLowerCase());
  if (league === undefined) throw new UnreadableFile(`--league is one of ${sports.join(", ")}, not ${text}`);
  return league;
}

/** What a column of dates means, and a league, are said by options. */
function waysOf({ file, columns }: Prepared) {
  const at = columns.get("date")?.[0];
  const name = at === undefined ? "" : (file.header[at] ?? "");
  const day = name === "" ? "" : `Say --map date="${name}" or --map placed="${name}".`;
  return { league: "with --league", day };
}

/** Names the file in what is wrong with it. */
function read(name: string, prepareIt: () => Prepared): Prepared {
  try {
    return prepareIt();
  } catch (error) {
    if (error instanceof UnreadableFile) throw new UnreadableFile(`${name}: ${error.message}`);
    throw error;
  }
}

type Found = { readonly matches: readonly Match[]; readonly lines: Lines };

function fromMirror(prepared: Prepared, folder: string): Found {
  const source = new MirrorSource(folder);
  const matches = matched(prepared, source.games(daysOf(prepared.bets)));
  return { matches, lines: source.lines(matches) };
}

type ApiValues = { readonly "base-url"?: string; readonly "max-requests"?: string };

/** @returns null where the plan is above the budget. */
async function fromApi(prepared: Prepared, values: ApiValues): Promise<Found | null> {
  const baseUrl = values["base-url"] ?? process.env.GRADELINE_URL;
  const apiKey = process.env.GRADELINE_API_KEY;
  if (baseUrl === undefined || apiKey === undefined) {
    throw new UnreadableFile("give --mirror DIR, or --base-url URL and the key in GRADELINE_API_KEY");
  }
  const budget = values["max-requests"] === undefined ? null : Number(values["max-requests"]);
  if (budget !== null && !(Number.isSafeInteger(budget) && budget >= 0))
    throw new UnreadableFile("--max-requests is a whole number");
  const days = daysOf(prepared.bets);
  const questions = gameQuestions(days);
  const forGames = questions.reduce((sum, { requests }) => sum + requests, 0);
  const most = forGames + mostLineRequests(prepared.bets, days);
  process.stdout.write(`At most ${most} requests: ${forGames} for games, and ${most - forGames} for their lines.\n`);
  if (budget !== null && most > budget) {
    process.stderr.write(`--max-requests ${budget} is less than that, so that nothing was asked\n`);
    return null;
  }
  const client = new Gradeline({ baseUrl, apiKey });
  const games = await askGames(client, questions);
  const matches = matched(prepared, games);
  const lines = await askLines(client, matches, games);
  process.stdout.write(`${client.requests} requests were made.\n`);
  return { matches, lines };
}
