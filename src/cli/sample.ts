/**
 * `gradeline sample`, and what `serve --sample` begins with: sample seasons in an empty database, and a trial key. The workspace sample/
 * invents the seasons, and is loaded only when a sample is asked for; this program knows no rule by which games are invented.
 */
import { join } from "node:path";
import { readAccount, setAccount } from "../access/accounts.ts";
import { createKey, isActiveKey } from "../access/keys/account-keys.ts";
import { trialEmail } from "../access/people/email.ts";
import type { Config } from "../config/config.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import { sampleProvider } from "../domain/providers.ts";
import type { FeedRecord } from "../feed/records.ts";
import type { FeedItem } from "../feed/refusals.ts";
import { lastImportId, readGameProviders } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { readRevision } from "../release/manifest.ts";
import { keepSecret, readSecret } from "../serve/kept-secret.ts";
import { CommandError } from "./failure.ts";
import { progressBar } from "./output/progress.ts";
import { withDatabase } from "./with-database.ts";

type Options = { readonly full?: true; readonly seed: number };

export async function sampleCommand(config: Config, options: Options): Promise<void> {
  await withDatabase(config, async (database) => {
    if (await holdsRealGames(database)) {
      throw new CommandError("the database holds real games; a sample belongs into one of its own (DATABASE_URL)");
    }
    await fillSample(database, { seed: options.seed, extent: options.full === true ? "full" : "start" });
    const { publishWithProgress } = await import("./publish.ts");
    const report = await publishWithProgress(database, { all: false, acceptRemovals: true });
    console.log(`sample: revision ${report.revision}, ${report.games} games, ${report.oddsRows} odds rows`);
    if (config.files === "on") console.log("the files of whole seasons are made when a caller first asks for one");
  });
}

/**
 * Fills and publishes the first part of the start sample when the database is empty; continues where a killed start left off. A
 * database of real games, or with a release, is left alone: a second start loads nothing of what makes one.
 */
export async function ensureSample(database: Database): Promise<void> {
  if ((await readRevision(database.kysely)) !== undefined || (await holdsRealGames(database))) return;
  const tables = tablesOf<LedgerTables>(database.kysely);
  if ((await lastImportId(tables)) === 0) await fillSample(database, { seed: 1, extent: "first" });
  const { publishWithProgress } = await import("./publish.ts");
  await publishWithProgress(database, { all: false, acceptRemovals: false });
}

async function fillSample(database: Database, options: SampleOptions): Promise<void> {
  const { importItems } = await import("../ledger/import.ts");
  const bar = progressBar("making sample seasons");
  try {
    const items = await sampleItems(options, (games, all) => bar.update(games / all, `${games} of ${all} games`));
    await importItems(database, items, new Date().toISOString(), { source: "sample" });
  } finally {
    bar.stop();
  }
}

async function holdsRealGames({ kysely }: Database): Promise<boolean> {
  return (await readGameProviders(tablesOf<LedgerTables>(kysely))).some((provider) => provider !== sampleProvider);
}

const program = join(import.meta.dirname, "../../sample/src/sample.ts");

type SampleOptions = { readonly seed: number; readonly extent: "first" | "start" | "full" };

type SampleProgram = {
  openSample(options: SampleOptions): {
    readonly finals: number;
    records(): Iterable<FeedRecord>;
  };
};

/** How often the number of games is shown: often enough for a bar that moves smoothly, rarely enough to cost nothing. */
const gamesPerUpdate = 25;

/** The records are taken as they stand: a test of the workspace holds that the feed's reader accepts every one. */
async function sampleItems(
  options: SampleOptions,
  onProgress: (games: number, all: number) => void,
): Promise<Iterable<FeedItem>> {
  const { openSample } = (await import(program)) as SampleProgram;
  return itemsOf(openSample(options), onProgress);
}

function* itemsOf(
  { finals, records }: ReturnType<SampleProgram["openSample"]>,
  onProgress: (games: number, all: number) => void,
): Generator<FeedItem> {
  let games = 0;
  for (const record of records()) {
    // Games to come are not counted: the number is that of the games which will be published.
    const isFinal = record.type === "game" && record.status === "final";
    if (isFinal && ++games % gamesPerUpdate === 0) onProgress(games, finals);
    yield { record };
  }
  onProgress(games, finals);
}

/**
 * Returns the key that the start screen shows, whose own text lies in a file beside the database that only its owner may read:
 * the trial key of the last start while it is good, and otherwise a new one. The trial begins again when it
 * ends, because its data is made up.
 */
export async function trialKeyOf(access: Database, dataDir: string): Promise<string> {
  const now = new Date();
  const account = await readAccount(access, trialEmail, now);
  const isSpent = account !== null && account.requestsUsed >= account.requests;
  if (account?.standing === "trial_ended" || isSpent) {
    await setAccount(access, trialEmail, { standing: "trial_ended" }, now);
    await setAccount(access, trialEmail, { standing: "trialing" }, now);
  }
  const kept = readSecret(dataDir, "trial-key");
  if (kept !== null && (await isActiveKey(access, kept))) return kept;
  const { key } = await createKey(access, { email: trialEmail, plan: "trial", name: "npm start", now });
  keepSecret(dataDir, "trial-key", key);
  return key;
}
