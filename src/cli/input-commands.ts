/** The table of the commands that bring data in: imports of files, and back-fills from providers. */
import { type Command, Option } from "commander";
import { readConfig } from "../config.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { calendarDate, positiveNumber, wholeNumber } from "./arguments.ts";

export function addInputCommands(gradeline: Command): void {
  const importing = gradeline.command("import").description("take captured odds and results into the ledger");
  const strict = (command: Command) =>
    command
      .option("--strict", "exit with 1 when a record is refused")
      .option("--json", "print the report of the import as JSON");
  strict(importing.command("the-odds-api"))
    .description("v4 odds arrays, historical snapshots, event answers and scores: .json, .json.gz, files and folders")
    .addOption(
      new Option("--sport <sport>", "refuse files of any other sport (each file says its own)").choices(sports),
    )
    .argument("<path...>")
    .action(async (paths: string[], options: { sport?: Sport; strict?: true; json?: true }) =>
      (await import("./import.ts")).importOddsApi(readConfig(), paths, options),
    );
  strict(importing.command("nflverse"))
    .description("NFL games and teams")
    .requiredOption("--games <file>", "games.csv")
    .option("--teams <file>", "teams.csv")
    .action(async (options) => (await import("./import.ts")).importNflverse(readConfig(), options));
  strict(importing.command("cfbd"))
    .description("college football games and lines")
    .option("--games <file>", "games JSON")
    .option("--lines <file>", "lines JSON, with the games or without")
    .action(async (options) => (await import("./import.ts")).importCfbd(readConfig(), options));
  strict(importing.command("mlb-statsapi"))
    .description("MLB schedules and live feeds of StatsAPI: .json, .json.gz, files and folders")
    .argument("<path...>")
    .action(async (paths: string[], options) =>
      (await import("./import.ts")).importMlbStatsapi(readConfig(), paths, options),
    );
  strict(importing.command("retrosheet"))
    .description("MLB game logs of a season: glYYYY.txt, .txt.gz, files and folders")
    .argument("<path...>")
    .action(async (paths: string[], options) =>
      (await import("./import.ts")).importRetrosheet(readConfig(), paths, options),
    );
  strict(importing.command("nhl-api"))
    .description("NHL schedules, scores, landing pages, right rails and boxscores: .json, .json.gz, files and folders")
    .argument("<path...>")
    .action(async (paths: string[], options) =>
      (await import("./import.ts")).importNhlApi(readConfig(), paths, options),
    );
  strict(importing.command("espn"))
    .description("scoreboards, events and summaries of ESPN, all five sports: .json, .json.gz, files and folders")
    .argument("<path...>")
    .action(async (paths: string[], options) => (await import("./import.ts")).importEspn(readConfig(), paths, options));
  strict(importing.command("canonical"))
    .description("Gradeline's own NDJSON, see docs/feed.md")
    .argument("<path...>")
    .action(async (paths: string[], options) =>
      (await import("./import.ts")).importCanonical(readConfig(), paths, options),
    );

  const backfill = gradeline.command("backfill").description("ask providers for what was played before");
  backfill
    .command("results")
    .description(
      "schedules and results of a season or of a span of days, from providers that need no key (and CFBD with one)",
    )
    .addOption(new Option("--sport <sport>", "the sport").choices(sports).makeOptionMandatory())
    .option("--season <year>", "a whole season, as /v1 names it", positiveNumber)
    .option("--from <date>", "the first slate date, YYYY-MM-DD, instead of a season", calendarDate)
    .option("--to <date>", "the last slate date; without it, today", calendarDate)
    .option("--no-details", "leave out officials, weather and periods that cost a request for each game")
    .option("--json", "print the result as JSON")
    .action(async (options) => (await import("./backfill-results.ts")).backfillResultsCommand(readConfig(), options));
  backfill
    .command("the-odds-api")
    .description("historical odds around the starts of the games that the ledger knows; shows plan and cost first")
    .addOption(new Option("--sport <sport>", "the sport").choices(sports).makeOptionMandatory())
    .requiredOption("--from <date>", "the first day of games, YYYY-MM-DD", calendarDate)
    .requiredOption("--to <date>", "the last day of games", calendarDate)
    .option("--markets <keys>", "of h2h, spreads, totals, with commas between", "h2h,spreads,totals")
    .option("--periods", "ask for the markets of periods and team totals too, game by game")
    .option("--no-opening", "ask for closing lines alone")
    .option("--credits-per-day <n>", "the most that a UTC day may cost; otherwise CREDITS_PER_DAY", wholeNumber)
    .option("--dry-run", "show the plan and ask for nothing")
    .option("--yes", "do not ask before it costs")
    .option("--json", "print the plan or the result as JSON")
    .action(async (options) => (await import("./backfill-odds.ts")).backfillOddsCommand(readConfig(), options));
}
