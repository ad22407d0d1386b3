/** `gradeline backfill results` and `backfill lines`: bring a season, or a span of days, into the ledger, which costs nothing. */
import { noteBefore } from "../audit/deeds.ts";
import { realClock } from "../collect/asking/ask.ts";
import { AskMemory } from "../collect/asking/memory.ts";
import { backfillEspnLines, type EspnLinesResult } from "../collect/backfill/espn-lines.ts";
import {
  type BackfillTools,
  backfillProviders,
  backfillResults,
  type ResultsBackfilled,
} from "../collect/backfill/results.ts";
import { resultsClients } from "../collect/clients/all.ts";
import { espnClient } from "../collect/clients/espn.ts";
import type { RunFailure } from "../collect/jobs/answers.ts";
import type { Config } from "../config/config.ts";
import { withoutActor } from "../database/engine.ts";
import { datesOfSeason } from "../domain/seasons.ts";
import { slateDate } from "../domain/slate-date.ts";
import { snakeCased } from "../domain/snake-case.ts";
import { type Sport, sportFacts, sports } from "../domain/sports.ts";
import { openServerLog } from "../serve/log.ts";
import { openProviderAsker } from "../serve/open-collecting.ts";
import { stopOnSignals } from "../serve/stopping.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { progressBar } from "./output/progress.ts";
import { terminalLog } from "./output/terminal-log.ts";
import { withDatabase } from "./with-database.ts";

type ResultsOptions = {
  readonly sport: Sport;
  readonly season?: number;
  readonly from?: string;
  readonly to?: string;
  readonly details: boolean;
  readonly json?: true;
};

type Span = { readonly from: string; readonly to: string };

export async function backfillResultsCommand(config: Config, options: ResultsOptions): Promise<void> {
  const { sport, details, json } = options;
  const span = spanOf(options, slateDate(realClock.nowMs()));
  const clients = resultsClients(config.collect);
  const providers = backfillProviders(clients, sport);
  if (providers.length === 0) throw new CommandError(`no provider of ${sport} can be asked without a key`);
  if (!json) console.log(`asking ${providers.join(" and ")} for ${sport} from ${span.from} to ${span.to}`);
  await backfilling(config, { of: "results", sport, ...span }, "spans of four weeks", async (tools) => {
    const end = await backfillResults({ ...tools, ...span, clients, sport, hasDetails: details });
    tools.endBar();
    const next = end.report.failures.length > 0 ? nextOf(end) : ["gradeline publish"];
    print({ outcome: end.outcome, ...end.report, next }, { json });
    if (end.outcome !== "done") process.exitCode = 1;
  });
}

type LinesOptions = { readonly sport?: Sport; readonly season?: number; readonly json?: true };

/** Takes as many seconds as there are games. */
export async function backfillLinesCommand(config: Config, { sport: only, season, json }: LinesOptions): Promise<void> {
  const base = config.collect.baseUrls.espn;
  const today = slateDate(realClock.nowMs());
  const about = { of: "espn", ...(only && { sport: only }), ...(season && { season: `${season}` }) };
  await backfilling(config, about, "games", async (tools) => {
    const had = await new AskMemory(tools.database).had("espn");
    const found: (EspnLinesResult & { readonly sport: Sport })[] = [];
    for (const sport of only === undefined ? sports : [only]) {
      const first = datesOfSeason({ sport, season: season ?? sportFacts[sport].firstSeason });
      const span = { sport, from: first.from, to: season !== undefined && first.to < today ? first.to : today };
      const lines = { ...tools, ...span, base, scoreboards: espnClient(base), had };
      if (span.from <= span.to) found.push({ sport, ...(await backfillEspnLines(lines)) });
    }
    tools.endBar();
    if (found.every(({ games }) => games === 0)) {
      throw new CommandError("the ledger knows no such games that are over: gradeline backfill results asks for them");
    }
    const isWhole = found.every(({ result: { ended, failures } }) => ended === null && failures.length === 0);
    const again = ["the same command again asks for what is missing"];
    const shown = {
      sports: found.map(({ books: _, result, ...counts }) => {
        const { asked, hadBefore, withoutEvent, left, ended } = result;
        const requests = { asked, had_before: hadBefore, no_odds: withoutEvent, left: left.requests };
        return { ...snakeCased(counts), ...requests, ended: ended?.detail ?? null };
      }),
      books: found.flatMap(({ sport, books }) =>
        Object.entries(books).map(([book, games]) => ({ sport, book, games })),
      ),
      failures: found.flatMap(({ result }) => result.failures),
      next: isWhole ? ["gradeline publish"] : again,
    };
    print(shown, { json });
    if (!isWhole) process.exitCode = 1;
  });
}

type Work = BackfillTools & { readonly endBar: () => void };

/** Notes what is done, gives the work its tools, and ends all of them. @param things what the bar counts. */
export async function backfilling(
  config: Config,
  about: Record<string, string | number>,
  things: string,
  work: (tools: Work) => Promise<void>,
): Promise<void> {
  const log = openServerLog(config.logLevel ?? "error", terminalLog());
  const stopping = stopOnSignals((why) => log.error(`ending at once: ${why}`));
  await withDatabase(config, async (noted) => {
    await noteBefore(noted, "backfill", about);
    const database = withoutActor(noted);
    const asker = openProviderAsker(config, database, log);
    const bar = progressBar("asking", things);
    const { signal } = stopping;
    try {
      await work({ database, asker, log, clock: realClock, signal, onStep: bar.update, endBar: bar.stop });
    } finally {
      bar.stop();
      await asker.close();
    }
  });
}

/** The season's dates, or those given; nothing after today is asked for a back-fill of what was played. */
function spanOf({ sport, season, from, to }: ResultsOptions, today: string): Span {
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
