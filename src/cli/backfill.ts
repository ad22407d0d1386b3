/**
 * `gradeline backfill`: results of past games, and lines of them for nothing or from The Odds API, which sells them: plan and cost first,
 * then one request after another.
 */
import { noteBefore } from "../audit/deeds.ts";
import { realClock } from "../collect/asking/ask.ts";
import { AskMemory } from "../collect/asking/memory.ts";
import { backfillEspnLines, backfillLines } from "../collect/backfill/lines.ts";
import { askOf, planBackfill, playedGames, type Step } from "../collect/backfill/plan.ts";
import { type BackfillTools, backfillResults, type ResultsBackfilled } from "../collect/backfill/results.ts";
import { clientsFor, resultsClients } from "../collect/clients/all.ts";
import type { OddsClient } from "../collect/clients/client.ts";
import { espnClient } from "../collect/clients/espn.ts";
import { featuredMarkets, oddsApiClient } from "../collect/clients/the-odds-api.ts";
import type { RunFailure } from "../collect/jobs/round.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { snakeCased } from "../domain/names.ts";
import { datesOfSeason } from "../domain/seasons.ts";
import { type Sport, sportFacts, sports } from "../domain/sports.ts";
import { slateDate } from "../domain/times.ts";
import { openServerLog } from "../serve/log.ts";
import { openProviderAsker } from "../serve/open-collecting.ts";
import { stopOnSignals } from "../serve/stopping.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { progressBar } from "./output/progress.ts";
import { countText } from "./output/table-text.ts";
import { terminalLog } from "./output/terminal-log.ts";
import { refuseSample, withDatabase } from "./with-database.ts";

/** Notes what is done, gives the work its tools, and ends all of them. @param things what the bar counts. */
async function backfilling(
  config: Config,
  about: Record<string, string | number>,
  things: string,
  work: (tools: BackfillTools & { readonly endBar: () => void }) => Promise<void>,
): Promise<void> {
  const log = openServerLog(config.logLevel ?? "error", terminalLog());
  const { signal } = stopOnSignals((why) => log.error(`ending at once: ${why}`));
  await withDatabase(config, async (noted) => {
    await refuseSample(noted, "fill");
    await noteBefore(noted, "backfill", about);
    // Its many imports are not noted besides.
    const { actor: _, ...database } = noted;
    const asker = openProviderAsker(config, database, log);
    const bar = progressBar("asking");
    const onStep = (done: number, all: number) => bar.update(done / all, `${done} of ${all} ${things}`);
    try {
      await work({ database, asker, log, clock: realClock, signal, onStep, endBar: bar.stop });
    } finally {
      bar.stop();
      await asker.close();
    }
  });
}

const sameAgain = "the same command again asks for what is missing";

type ResultsOptions = {
  readonly sport: Sport;
  readonly season?: number;
  /** Slate dates here and below, both inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly details: boolean;
  readonly json?: true;
};

export async function backfillResultsCommand(config: Config, options: ResultsOptions): Promise<void> {
  const { sport, details, json } = options;
  const span = spanOf(options, slateDate(realClock.nowMs()));
  const clients = resultsClients(config.collect);
  const providers = clientsFor(clients, sport, "backfill").map(({ provider }) => provider);
  if (providers.length === 0) throw new CommandError(`no provider of ${sport} can be asked without a key`);
  if (!json) console.log(`asking ${providers.join(" and ")} for ${sport} from ${span.from} to ${span.to}`);
  await backfilling(config, { of: "results", sport, ...span }, "spans of four weeks", async (tools) => {
    const end = await backfillResults({ ...tools, ...span, clients, sport, hasDetails: details });
    tools.endBar();
    const next = end.report.failures.length > 0 ? nextOfResults(end) : ["gradeline publish"];
    print({ outcome: end.outcome, ...end.report, next }, { json });
    if (end.outcome !== "done") process.exitCode = 1;
  });
}

/** The season's dates, or those given; nothing after today is asked for a back-fill of what was played. */
function spanOf({ sport, season, from, to }: ResultsOptions, today: string): { from: string; to: string } {
  if ((season === undefined) === (from === undefined)) {
    throw new CommandError("a back-fill is of one season (--season) or of a span of days (--from, --to)");
  }
  const wanted = season === undefined ? { from: from ?? today, to: to ?? today } : datesOfSeason({ sport, season });
  const { firstSeason } = sportFacts[sport];
  if (wanted.to < datesOfSeason({ sport, season: firstSeason }).from) {
    throw new CommandError(
      `${sport} is covered from season ${firstSeason}, and all of ${wanted.from} to ${wanted.to} is before it`,
    );
  }
  const span = { from: wanted.from, to: wanted.to < today ? wanted.to : today };
  if (span.from <= span.to) return span;
  throw new CommandError(`from ${wanted.from} to ${wanted.to} there is no day until today, ${today}`);
}

const reasonsOfShortAnswers: ReadonlySet<RunFailure["reason"]> = new Set(["unread", "short", "games-missing"]);

function nextOfResults({ report }: ResultsBackfilled): readonly string[] {
  const isShort = report.failures.some(({ reason }) => reasonsOfShortAnswers.has(reason));
  const taken = "answers that lack games were taken as far as they go: gradeline import takes the rest from a file";
  return [...(isShort ? [taken] : []), sameAgain];
}

type FreeOptions = { readonly sport?: Sport; readonly season?: number; readonly json?: true };

/** Takes as many seconds as there are games. */
export async function backfillFreeLinesCommand(config: Config, { sport: only, season, json }: FreeOptions) {
  const base = config.collect.baseUrls.espn;
  const today = slateDate(realClock.nowMs());
  const about = { of: "espn", ...(only && { sport: only }), ...(season && { season: `${season}` }) };
  await backfilling(config, about, "games", async (tools) => {
    const had = await new AskMemory(tools.database).had("espn");
    const found: ({ readonly sport: Sport } & Awaited<ReturnType<typeof backfillEspnLines>>)[] = [];
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
      next: [isWhole ? "gradeline publish" : sameAgain],
    };
    print(shown, { json });
    if (!isWhole) process.exitCode = 1;
  });
}

type BoughtOptions = {
  readonly sport: Sport;
  readonly from: string;
  readonly to: string;
  readonly markets: string;
  readonly opening: boolean;
  readonly periods?: true;
  readonly creditsPerDay?: number;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
};

const seller = "the-odds-api";

export async function backfillOddsCommand(config: Config, options: BoughtOptions): Promise<void> {
  const client = sellerOf(config, options);
  const { sport, from, to, dryRun, json } = options;
  const creditsPerDay = options.creditsPerDay ?? config.collect.creditsPerDay;
  if (creditsPerDay === null) {
    throw new CommandError("how much may a day cost? Give --credits-per-day, or set CREDITS_PER_DAY");
  }
  if (from > to) throw new CommandError(`--from ${from} is after --to ${to}`);
  const { steps, shown } = await withDatabase(config, (database) => planned(database, client, options, creditsPerDay));
  const { credits } = shown;
  if (dryRun || !json) print(shown, { json });
  if (dryRun) return;
  if (credits > 0 && !options.yes) {
    throw new CommandError(`this costs at most ${countText(credits)} credits: to spend them, add --yes`);
  }
  const paying = { ...config, collect: { ...config.collect, creditsPerDay } };
  await backfilling(paying, { of: seller, sport, from, to, credits }, "requests", async (tools) => {
    const had = await new AskMemory(tools.database).had(seller);
    const result = await backfillLines({ ...tools, client }, sport, steps, had);
    tools.endBar();
    // A budget that is used up is what was planned; anything else that was left out is not, and says itself what to do.
    const hasEndedWell = result.ended === null || result.ended.reason === "no-credits";
    const isAsPlanned = hasEndedWell && result.failures.length === 0;
    print({ ...result, next: [isAsPlanned ? "gradeline publish" : nextOfLines(result)] }, { json });
    if (!isAsPlanned) process.exitCode = 1;
  });
}

function sellerOf({ collect }: Config, { markets: marketsText, dryRun }: BoughtOptions): OddsClient {
  // A dry run asks for nothing, so somebody who has no key yet can see what a season would cost.
  const apiKey = collect.oddsApiKey ?? (dryRun ? "" : null);
  if (apiKey === null) throw new CommandError("THE_ODDS_API_KEY is not set; --dry-run shows the cost without it");
  const markets = marketsText.split(",").map((each) => each.trim());
  const unknown = markets.find((each) => !featuredMarkets.includes(each));
  if (unknown !== undefined || new Set(markets).size < markets.length) {
    throw new CommandError(`--markets is "${marketsText}"; wanted: some of ${featuredMarkets.join(", ")}, each once`);
  }
  return oddsApiClient({ base: collect.baseUrls[seller], apiKey, regions: collect.oddsApiRegions, markets });
}

async function planned(database: Database, client: OddsClient, options: BoughtOptions, creditsPerDay: number) {
  const { sport, from, to, opening, periods = false } = options;
  const nowMs = realClock.nowMs();
  const { games, withoutStart } = await playedGames(database, { sport, from, to }, nowMs);
  if (games.length === 0) {
    const why = "a back-fill asks for the lines around their starts, so import or collect results first";
    throw new CommandError(`the ledger knows no ${sport} games that began from ${from} to ${to}: ${why}`);
  }
  const { steps, tooEarlyForPeriods } = planBackfill(client, games, { sport, opening, periods });
  const memory = new AskMemory(database);
  const had = await memory.had(seller);
  // The credits that each step still costs at most; null when its answer was had before.
  const costs = new Map<Step, number | null>();
  for (const step of steps) {
    const ask = await askOf(database, client, sport, step);
    costs.set(step, ask !== null && had.has(ask.label) ? null : step.mostCredits);
  }
  const partOf = (kind: Step["kind"], what: string) => {
    const ofKind = steps.flatMap((step) => (step.kind === kind ? [costs.get(step) ?? null] : []));
    const credits = ofKind.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
    return { what, requests: ofKind.length, had_before: ofKind.filter((cost) => cost === null).length, credits };
  };
  const parts = [
    partOf("open", "opening snapshots"),
    partOf("close", "closing snapshots"),
    partOf("periods", "games with periods and team totals"),
  ].filter(({ requests }) => requests > 0);
  const credits = parts.reduce((sum, part) => sum + part.credits, 0);
  const leftToday = await memory.creditsLeft(seller, nowMs, creditsPerDay);
  // Today's rest counts as a day, when something of it is needed.
  const days = credits === 0 ? 0 : 1 + Math.ceil(Math.max(0, credits - leftToday) / creditsPerDay);
  const shown = {
    sport,
    from,
    to,
    games: games.length,
    withoutStart,
    tooEarlyForPeriods,
    parts,
    credits,
    creditsPerDay,
    leftToday,
    days: Number.isFinite(days) ? days : null,
  };
  return { steps, shown };
}

/** The advice after a back-fill that left something out for another reason than its budget. */
function nextOfLines({ ended }: Awaited<ReturnType<typeof backfillLines>>): string {
  if (ended === null) return sameAgain;
  const { reason, notBeforeMs } = ended;
  const later = reason === "key-refused" ? "when THE_ODDS_API_KEY is a key that the provider accepts" : "later";
  return `give the same command ${notBeforeMs === null ? later : `after ${new Date(notBeforeMs).toISOString()}`}`;
}
