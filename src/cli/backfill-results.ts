/** `gradeline backfill results`: brings schedules and results of a season, or of a span of days, into the ledger. */
import { backfillProviders, backfillResults, type ResultsBackfilled } from "../collect/backfill/results.ts";
import { resultsClients } from "../collect/clients/all.ts";
import { realClock } from "../collect/clock.ts";
import type { Config } from "../config.ts";
import { openDatabase } from "../database/engine.ts";
import { datesOfSeason } from "../domain/seasons.ts";
import { slateDate } from "../domain/slate-date.ts";
import type { Sport } from "../domain/sports.ts";
import { holdingsOf } from "../publish/holdings.ts";
import { openServerLog } from "../serve/log.ts";
import { openProviderAsker } from "../serve/provider-asker.ts";
import { stopOnSignals } from "../serve/stopping.ts";
import { CommandError } from "./failure.ts";
import { backfillLines } from "./output/backfill-text.ts";
import { nextSteps } from "./output/next-steps.ts";
import { progressBar } from "./output/progress.ts";
import { printable } from "./output/table-text.ts";
import { patienceOfNight } from "./waiting.ts";

type Options = {
  readonly sport: Sport;
  readonly season?: number;
  readonly from?: string;
  readonly to?: string;
  readonly details: boolean;
  readonly json?: true;
};

type Span = { readonly from: string; readonly to: string };

export async function backfillResultsCommand(config: Config, options: Options): Promise<void> {
  const { sport, details, json } = options;
  const span = spanOf(options, slateDate(realClock.nowMs()));
  const clients = resultsClients(config.collect);
  const providers = backfillProviders(clients, sport);
  if (providers.length === 0) throw new CommandError(`no provider of ${sport} can be asked without a key`);
  if (!json) console.log(`asking ${providers.join(" and ")} for ${sport} from ${span.from} to ${span.to}`);
  const log = openServerLog(config.logLevel ?? "error");
  const stopping = stopOnSignals((why) => log.error(`ending at once: ${why}`));
  const database = await openDatabase(config.databaseUrl, patienceOfNight(config));
  const asker = openProviderAsker(config, database, log);
  const bar = progressBar("asking", "weeks");
  try {
    const end = await backfillResults({
      ...{ database, asker, clients, log, sport, ...span },
      clock: realClock,
      hasDetails: details,
      stop: stopping.signal,
      onWeek: (done, all) => bar.update(done, all),
    });
    bar.stop();
    print(end, json === true ? null : nextSteps(await holdingsOf(database)));
  } finally {
    bar.stop();
    await asker.close();
    await database.close();
  }
  stopping.leave();
}

/** The season's dates, or those given; nothing after today is asked for a back-fill of what was played. */
function spanOf({ sport, season, from, to }: Options, today: string): Span {
  if ((season === undefined) === (from === undefined)) {
    throw new CommandError("a back-fill is of one season (--season) or of a span of days (--from, --to)");
  }
  const wanted = season === undefined ? { from: from ?? today, to: to ?? today } : datesOfSeason({ sport, season });
  const span = { from: wanted.from, to: wanted.to < today ? wanted.to : today };
  if (span.from <= span.to) return span;
  throw new CommandError(`from ${wanted.from} to ${wanted.to} there is no day until today, ${today}`);
}

/** @param next the next steps; null: as JSON. */
function print(end: ResultsBackfilled, next: readonly string[] | null): void {
  if (next === null) console.log(JSON.stringify({ outcome: end.outcome, ...end.report }));
  else for (const line of [...backfillLines(end), ...next]) console.log(printable(line));
  if (end.outcome !== "done") process.exitCode = 1;
}
