/** `gradeline backfill results`: brings schedules and results of a season, or of a span of days, into the ledger. */
import { noteBefore } from "../audit/deeds.ts";
import { realClock } from "../collect/asking/ask.ts";
import { backfillProviders, backfillResults, type ResultsBackfilled } from "../collect/backfill/results.ts";
import { resultsClients } from "../collect/clients/all.ts";
import type { RunFailure } from "../collect/jobs/answers.ts";
import type { Config } from "../config/config.ts";
import { withoutActor } from "../database/engine.ts";
import { datesOfSeason } from "../domain/seasons.ts";
import { slateDate } from "../domain/slate-date.ts";
import type { Sport } from "../domain/sports.ts";
import { openServerLog } from "../serve/log.ts";
import { openProviderAsker } from "../serve/provider-asker.ts";
import { stopOnSignals } from "../serve/stopping.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { progressBar } from "./output/progress.ts";
import { withDatabase } from "./with-database.ts";

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
  await withDatabase(config, async (noted) => {
    await noteBefore(noted, "backfill", { of: "results", sport, ...span });
    const database = withoutActor(noted);
    const asker = openProviderAsker(config, database, log);
    const bar = progressBar("asking", "spans of four weeks");
    const tools = { database, asker, clients, log, clock: realClock, stop: stopping.signal, onSpan: bar.update };
    try {
      const end = await backfillResults({ ...tools, ...span, sport, hasDetails: details });
      bar.stop();
      const next = end.report.failures.length > 0 ? nextOf(end) : ["gradeline publish"];
      print({ outcome: end.outcome, ...end.report, next }, { json });
      if (end.outcome !== "done") process.exitCode = 1;
    } finally {
      bar.stop();
      await asker.close();
    }
  });
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

function nextOf({ report }: ResultsBackfilled): readonly string[] {
  const isShort = report.failures.some(({ reason }) => isOfShortAnswer.has(reason));
  const taken = "answers that lack games were taken as far as they go: gradeline import takes the rest from a file";
  return [...(isShort ? [taken] : []), "the same command again asks for what is missing"];
}

const isOfShortAnswer: ReadonlySet<RunFailure["reason"]> = new Set(["unread", "short", "games-missing"]);
