/** `gradeline backfill the-odds-api` buys lines of past games: plan and cost first, then one request after another. */
import { realClock } from "../collect/asking/ask.ts";
import { AskMemory } from "../collect/asking/memory.ts";
import { askOf, type BackfillResult, runBackfill } from "../collect/backfill/odds.ts";
import { costOfStep, planBackfill, playedGames, type Step } from "../collect/backfill/plan.ts";
import type { OddsClient } from "../collect/clients/client.ts";
import { featuredMarkets, firstPeriodSnapshotMs, oddsApiClient } from "../collect/clients/the-odds-api.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import type { Sport } from "../domain/sports.ts";
import { backfilling } from "./backfill-results.ts";
import { askAtTerminal, CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { countText } from "./output/table-text.ts";
import { withDatabase } from "./with-database.ts";

type Options = {
  readonly sport: Sport;
  /** Slate dates, both inclusive. */
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

const provider = "the-odds-api";

export async function backfillOddsCommand(config: Config, options: Options): Promise<void> {
  const client = clientOf(config, options);
  const creditsPerDay = options.creditsPerDay ?? config.collect.creditsPerDay;
  if (creditsPerDay === null) {
    throw new CommandError("how much may a day cost? Give --credits-per-day, or set CREDITS_PER_DAY");
  }
  if (options.from > options.to) throw new CommandError(`--from ${options.from} is after --to ${options.to}`);
  const { steps, shown } = await withDatabase(config, (database) => planned(database, client, options, creditsPerDay));
  const { sport, from, to, json } = options;
  if (options.dryRun || !json) print(shown, { json });
  if (options.dryRun) return;
  const { credits } = shown;
  if (credits > 0 && !options.yes) await confirmCost(credits);
  const about = { of: provider, sport, from, to, credits };
  await backfilling({ ...config, collect: { ...config.collect, creditsPerDay } }, about, "requests", async (tools) => {
    const had = await new AskMemory(tools.database).had(provider);
    const result = await runBackfill({ ...tools, client }, sport, steps, had);
    tools.endBar();
    // A budget that is used up is what was planned; anything else that was left out is not, and says itself what to do.
    const hasEndedWell = result.ended === null || result.ended.reason === "no-credits";
    const isAsPlanned = hasEndedWell && result.failures.length === 0;
    const next = isAsPlanned ? ["gradeline publish"] : [nextOf(result)];
    print({ ...result, next }, { json });
    if (!isAsPlanned) process.exitCode = 1;
  });
}

function clientOf({ collect }: Config, { markets: marketsText, dryRun }: Options): OddsClient {
  const { oddsApiRegions: regions } = collect;
  const base = collect.baseUrls["the-odds-api"];
  // A dry run asks for nothing, so somebody who has no key yet can see what a season would cost.
  const apiKey = collect.oddsApiKey ?? (dryRun ? "" : null);
  if (apiKey === null) throw new CommandError("THE_ODDS_API_KEY is not set; --dry-run shows the cost without it");
  const markets = marketsText.split(",").map((each) => each.trim());
  const unknown = markets.find((each) => !featuredMarkets.includes(each));
  if (unknown !== undefined || new Set(markets).size < markets.length) {
    throw new CommandError(`--markets is "${marketsText}"; wanted: some of ${featuredMarkets.join(", ")}, each once`);
  }
  return oddsApiClient({ base, apiKey, regions, markets });
}

async function planned(
  database: Database,
  client: OddsClient,
  { sport, from, to, opening, periods }: Options,
  creditsPerDay: number,
) {
  const nowMs = realClock.nowMs();
  const { games, withoutStart } = await playedGames(database, { sport, from, to }, nowMs);
  if (games.length === 0) {
    const why = "a back-fill asks for the lines around their starts, so import or collect results first";
    throw new CommandError(`the ledger knows no ${sport} games that began from ${from} to ${to}: ${why}`);
  }
  const plan = planBackfill(client, games, {
    sport,
    opening,
    periods: periods === true,
    firstPeriodsMs: firstPeriodSnapshotMs,
  });
  const memory = new AskMemory(database);
  const had = await memory.had(provider);
  // The credits that each step still costs at most; null when its answer was had before.
  const costs = await Promise.all(
    plan.steps.map(async (step) => {
      const ask = await askOf(database, client, sport, step);
      return ask !== null && had.has(ask.label) ? null : costOfStep(client, step);
    }),
  );
  const partOf = (kind: Step["kind"], what: string) => {
    const ofKind = plan.steps.flatMap((step, index) => (step.kind === kind ? [costs[index] ?? null] : []));
    const credits = ofKind.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
    return { what, requests: ofKind.length, had_before: ofKind.filter((cost) => cost === null).length, credits };
  };
  const parts = [
    partOf("open", "opening snapshots"),
    partOf("close", "closing snapshots"),
    partOf("periods", "games with periods and team totals"),
  ].filter(({ requests }) => requests > 0);
  const credits = parts.reduce((sum, part) => sum + part.credits, 0);
  const leftToday = await memory.creditsLeft(provider, nowMs, creditsPerDay);
  // Today's rest counts as a day, when something of it is needed.
  const days = credits === 0 ? 0 : 1 + Math.ceil(Math.max(0, credits - leftToday) / creditsPerDay);
  const shown = {
    ...{ sport, from, to, games: games.length, withoutStart, tooEarlyForPeriods: plan.tooEarlyForPeriods, parts },
    ...{ credits, creditsPerDay, leftToday, days: Number.isFinite(days) ? days : null },
  };
  return { steps: plan.steps, shown };
}

async function confirmCost(credits: number): Promise<void> {
  const question = `This costs at most ${countText(credits)} credits. To go on, type yes: `;
  const typed = await askAtTerminal(question, "spend credits");
  if (typed.trim().toLowerCase() !== "yes") throw new CommandError("nothing was asked for");
}

/** The advice after a back-fill that left something out for another reason than its budget. */
function nextOf({ ended }: BackfillResult): string {
  if (ended === null) return "the same command again asks for what is missing";
  const { reason, notBeforeMs } = ended;
  const later = reason === "key-refused" ? "when THE_ODDS_API_KEY is a key that the provider accepts" : "later";
  return `give the same command ${notBeforeMs === null ? later : `after ${new Date(notBeforeMs).toISOString()}`}`;
}
