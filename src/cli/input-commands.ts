/** The table of the commands that bring data in: imports of files, and back-fills from providers. */
import { type Command, Option } from "commander";
import { sports } from "../domain/sports.ts";
import { addCommand } from "./add-command.ts";
import { calendarDate, positiveNumber, wholeNumberArgument } from "./arguments.ts";
import type { FileProvider } from "./import.ts";

export function addInputCommands(gradeline: Command): void {
  const importing = gradeline.command("import").description("take captured odds and results into the ledger");
  const addImport = (words: string, about: string, load: Parameters<typeof addCommand>[3]): Command =>
    addCommand(importing, words, about, load, "the report of the import").option(
      "--strict",
      "exit with 1 when a record is refused",
    );
  const addImportOfFiles = (provider: FileProvider, about: string): Command =>
    addImport(`${provider} <path...>`, about, async () => (await import("./import.ts")).importFilesOf(provider));
  addImportOfFiles(
    "the-odds-api",
    "v4 odds arrays, historical snapshots, event answers and scores: .json, .json.gz, files and folders",
  ).addOption(
    new Option("--sport <sport>", "refuse files of any other sport (each file says its own)").choices(sports),
  );
  addImport("nflverse", "NFL games and teams", async () => (await import("./import.ts")).importNflverse)
    .requiredOption("--games <file>", "games.csv")
    .option("--teams <file>", "teams.csv");
  addImport("cfbd", "college football games and lines", async () => (await import("./import.ts")).importCfbd)
    .option("--games <file>", "games JSON")
    .option("--lines <file>", "lines JSON, with the games or without");
  addImportOfFiles("mlb-statsapi", "MLB schedules and live feeds of StatsAPI: .json, .json.gz, files and folders");
  addImportOfFiles("retrosheet", "MLB game logs of a season: glYYYY.txt, .txt.gz, files and folders");
  addImportOfFiles(
    "nhl-api",
    "NHL schedules, scores, landing pages, right rails and boxscores: .json, .json.gz, files and folders",
  );
  addImportOfFiles("espn", "scoreboards, events and summaries of ESPN, all sports: .json, .json.gz, files and folders");
  addImportOfFiles("canonical", "Gradeline's own NDJSON, see docs/feed.md");

  const backfill = gradeline.command("backfill").description("ask providers for what was played before");
  const played =
    "schedules and results of a season or of a span of days, from providers that need no key (and CFBD with one)";
  const results = async () => (await import("./backfill.ts")).backfillResultsCommand;
  addCommand(backfill, "results", played, results, "the result")
    .addOption(new Option("--sport <sport>", "the sport").choices(sports).makeOptionMandatory())
    .option("--season <year>", "a whole season, as /v1 names it", positiveNumber)
    .option("--from <date>", "the first slate date, YYYY-MM-DD, instead of a season", calendarDate)
    .option("--to <date>", "the last slate date; without it, today", calendarDate)
    .option("--no-details", "leave out officials, weather and periods that cost a request for each game");
  const free = "openings and closings of games that are over, for nothing: a request for each game, one a second";
  const lines = async () => (await import("./backfill.ts")).backfillFreeLinesCommand;
  addCommand(backfill, "lines", free, lines, "the result")
    .addOption(new Option("--from <provider>", "who is asked").choices(["espn"]).makeOptionMandatory())
    .addOption(new Option("--sport <sport>", "only this sport").choices(sports))
    .option("--season <year>", "only this season, as /v1 names it", positiveNumber);
  const bought =
    "historical odds around the starts of the games that the ledger knows; shows plan and cost, and buys with --yes";
  const odds = async () => (await import("./backfill.ts")).backfillOddsCommand;
  addCommand(backfill, "the-odds-api", bought, odds, "the plan or the result")
    .addOption(new Option("--sport <sport>", "the sport").choices(sports).makeOptionMandatory())
    .requiredOption("--from <date>", "the first day of games, YYYY-MM-DD", calendarDate)
    .requiredOption("--to <date>", "the last day of games", calendarDate)
    .option("--markets <keys>", "of h2h, spreads, totals, with commas between", "h2h,spreads,totals")
    .option("--periods", "ask for the markets of periods and team totals too, game by game")
    .option("--no-opening", "ask for closing lines alone")
    .option("--credits-per-day <n>", "the most that a UTC day may cost; otherwise CREDITS_PER_DAY", wholeNumberArgument)
    .option("--dry-run", "show the plan and ask for nothing")
    .option("--yes", "spend the credits; without it the command shows the plan and ends");
}
