/** A server on a socket, with the first games of two seasons and their files, signed, for clients that keep copies and count their requests. */
import assert from "node:assert/strict";
import { sampleRecords } from "../../../sample/src/sample.ts";
import { setAccount } from "../../../src/access/accounts.ts";
import { createKey } from "../../../src/access/keys/account-keys.ts";
import { usageOf } from "../../../src/access/usage.ts";
import type { Database } from "../../../src/database/engine.ts";
import type { Sport } from "../../../src/domain/sports.ts";
import type { FeedItem } from "../../../src/feed/refusals.ts";
import { importItems } from "../../../src/ledger/import.ts";
import { makeFiles } from "../../../src/publish/files/make-files.ts";
import { publish } from "../../../src/publish/publish.ts";
import { renewArchiveId } from "../../../src/release/archive-id.ts";
import { readOfferedFiles } from "../../../src/release/offered-files.ts";
import type { SigningKey } from "../../../src/release/proof/signature.ts";
import { openServer } from "../../../src/serve/open-server.ts";
import { openTestAccess, plenty } from "../access.ts";
import { siteConfig } from "../api.ts";
import { openCopyOf } from "../made-once.ts";
import { publishNight, testKey } from "../offered-nights.ts";
import { publishSmallSample } from "../small-sample.ts";

const email = "reader@example.com";
const at = "2026-01-01T00:00:00.000Z";
const gamesBefore = 3;

/** Hockey has the moneyline first, football all periods. */
const seasons: readonly { readonly sport: Sport; readonly season: number }[] = [
  { sport: "nhl", season: 2026 },
  { sport: "nfl", season: 2025 },
];

/** The first games of seasons. */
function* firstGames(of: typeof seasons, gamesPerSeason: number): Generator<FeedItem> {
  for (const extent of of) {
    let games = 0;
    for (const record of sampleRecords({ seed: 1, extent: [extent] })) {
      // The quotes of a game follow it.
      if (record.type === "game") games++;
      if (games > gamesPerSeason) break;
      yield { record };
    }
  }
}

async function publishGames(database: Database, of: typeof seasons, gamesPerSeason: number): Promise<void> {
  await importItems(database, firstGames(of, gamesPerSeason), at);
  await publish(database, { all: false, acceptRemovals: false, publishedAt: at });
}

export type OfferingServer = AsyncDisposable & {
  readonly url: string;
  readonly key: string;
  readonly database: Database;
  readonly access: Database;
  /** Publishes another game of the last season, and makes its files. */
  night(): Promise<void>;
  /** Brings the archive back from a backup, as far as callers can tell. */
  restore(): Promise<void>;
  /** How many requests the quota has counted. */
  counted(): Promise<number>;
  /** Limits the account. */
  limit(requestsPerMinute: number, requestsPerMonth?: number): Promise<void>;
};

type Offering = {
  /** Signs the manifests; null: nothing does. */
  readonly key?: SigningKey | null;
  /** The small sample, which has every sport, in the place of the first games. */
  readonly hasAllSports?: boolean;
};

export async function openOfferingServer({
  key = testKey(1),
  hasAllSports = false,
}: Offering = {}): Promise<OfferingServer> {
  const name = `${hasAllSports ? "small-sample" : "first-games"}-files${key === null ? "-unsigned" : ""}`;
  const { database, close: closeFacts } = await openCopyOf(name, async (fresh) => {
    if (hasAllSports) await publishSmallSample(fresh, 8);
    else await publishGames(fresh, seasons, gamesBefore);
    await makeFiles(fresh, { termsUrl: null, key });
  });
  const { access, close } = await openTestAccess();
  const server = await openServer(siteConfig(), { databases: { facts: database, access } });
  const url = await server.listen();
  const made = await createKey(access, { email, plan: "standard", ...plenty, now: new Date() });
  let games = gamesBefore;
  return {
    url,
    key: made.key,
    database,
    access,
    async night() {
      games += 1;
      await publishGames(database, seasons.slice(-1), games);
      await makeFiles(database, { termsUrl: null, key });
      await server.shelf.refresh();
    },
    async restore() {
      await renewArchiveId(database);
      await publishNight(database, 1 + games - gamesBefore, key, await readOfferedFiles(database.kysely));
      await server.shelf.refresh();
    },
    async counted() {
      await server.gate.settle();
      const usage = (await usageOf(access, email, new Date())) ?? assert.fail("the account is gone");
      return usage.account.requestsUsed;
    },
    async limit(requestsPerMinute, requestsPerMonth = plenty.requestsPerMonth) {
      await setAccount(access, email, { requestsPerMinute, requestsPerMonth }, new Date());
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await close();
      await closeFacts();
    },
  };
}
