/** The checks of the doctor that read the database, and nothing else: they write nothing. */
import { existsSync, globSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { AskTables } from "../../collect/asking/memory.ts";
import { readCollecting } from "../../collect/runs.ts";
import { collationDrift } from "../../database/check.ts";
import { type Database, tablesOf } from "../../database/engine.ts";
import { connectionsOfNight, connectionsOfServer } from "../../database/uses.ts";
import { dayMs, hourMs } from "../../domain/times.ts";
import { readArchiveId, readNewestRelease, readRevision } from "../../release/manifest.ts";
import { expectedKey, readProofState } from "../../release/proof/manifests.ts";
import { fingerprintOf } from "../../release/proof/signature.ts";
import { type Asked, check, degree, ok, rowOf, unknown, warning, wrong } from "./doctor.ts";

/** This version was not there before. */
const earliestMs = Date.parse("2026-11-01T00:00:00Z");
/** The least that a disk is to have free. */
const leastBytes = 1e9;
/** The timer makes a backup a day, within an hour. */
const lateMs = 26 * hourMs;
const oddsApi = "the-odds-api";
/** A day of fifteen NBA games with its periods costs less. */
const creditsOfADay = 1_000;

const backupRemedy =
  'set BACKUP_DIR, and let gradeline-backup.timer run, or the three lines of docs/backup.md, "Every night"';

export const checksInside = {
  /** Keys, quotas and starts of games go by the clock; a minute's window is wrong by a clock that is wrong by seconds. */
  clock: check(
    async ({ database }: Asked) => {
      const last = await readRevision(database.kysely);
      const publishedMs = last === undefined ? null : Date.parse(last.published_at);
      return { apartMs: await clocksApart(database), nowMs: Date.now(), publishedMs };
    },
    ({ nowMs, apartMs, publishedMs }) => {
      const now = new Date(nowMs).toISOString();
      const remedy = "let the machine set its clock: timedatectl set-ntp true, or chrony";
      if (nowMs < earliestMs)
        return wrong(`it is ${now} by this machine's clock, before there was this version`, remedy);
      if (publishedMs !== null && publishedMs > nowMs + 2_000) {
        const published = `the newest publish was at ${new Date(publishedMs).toISOString()}`;
        return wrong(`${published}, and by this machine's clock it is only ${now}`, remedy);
      }
      if (apartMs === null) return ok(`it is ${now}, later than all that is published`);
      const apart = Math.abs(apartMs);
      const how = `${(apart / 1000).toFixed(1)} s ${apartMs > 0 ? "ahead of" : "behind"} the database's`;
      const sentence = `this machine's clock is ${how}`;
      return degree(apart > 30_000, apart > 2_000, sentence, remedy);
    },
  ),
  /** The trial of a backup needs the room of the database once more, and a night needs less. */
  disk: check(
    ({ config: { dataDir: folder } }: Asked) => {
      const disk = existsSync(folder) ? statfsSync(folder) : null;
      const files = disk === null ? [] : readdirSync(folder, { recursive: true, encoding: "utf8" });
      const bytesOf = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
      const free = disk === null ? null : disk.bsize * disk.bavail;
      return { folder, free, held: files.reduce((sum, file) => sum + bytesOf(file), 0) };
    },
    ({ folder, free, held }) => {
      if (free === null) return unknown(`there is no folder ${folder} yet`, "start the server once: it makes DATA_DIR");
      const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
      const needed = Math.max(leastBytes, held);
      const sentence = `${gigabytes(free)} are free at ${folder}, and the trial of a backup needs up to ${gigabytes(needed)}`;
      const remedy = "make room, or move DATA_DIR to a larger disk";
      return degree(free < needed / 2, free < needed, sentence, remedy);
    },
  ),
  backup: ofBackups("manifest.json", "no backup is known", (age) => `the last backup was made ${age} ago`, {
    nearMs: lateMs,
    wrongMs: 3 * dayMs,
  }),
  /** A backup that nobody has restored is a hope. */
  "trial of a backup": ofBackups(
    "tried",
    "no backup is known to have been restored and read",
    (age) => `a backup was last restored and read ${age} ago`,
    { nearMs: 8 * dayMs, wrongMs: 8 * dayMs },
  ),
  "manifest key": check(
    async ({ database: { kysely, engine }, keyFingerprint: fingerprint }: Asked) => {
      const next = await expectedKey(kysely, await readArchiveId(kysely));
      const expected = next === null ? null : fingerprintOf(next);
      return { engine, fingerprint, proof: await readProofState(kysely), expected };
    },
    ({ engine, fingerprint, proof, expected }) => {
      if (fingerprint === null) {
        const ofServer = "set MANIFEST_KEY to what openssl rand -base64 32 prints, on every node";
        const ofFile = "let the server write to DATA_DIR: it makes the key at its next publish";
        const sentence = "there is no key, so nobody can check the files that callers take home";
        return warning(sentence, engine === "postgres" ? ofServer : ofFile);
      }
      if (proof === null) return ok(`the key is ${fingerprint}, and nothing has been signed yet`);
      const { why_unsigned: why } = proof;
      const manifest = `the manifest of revision ${proof.revision} is`;
      if (why !== null) {
        return wrong(`${manifest} not signed. ${why}`, "put the right key in place, then: gradeline files");
      }
      if (expected !== null && expected !== fingerprint) {
        const remedy = "put the key back that has signed, or change it by gradeline manifest-key --new";
        return wrong(`the next manifest is to be signed by ${expected}, and the key here is ${fingerprint}`, remedy);
      }
      if (proof.fingerprint === fingerprint) return ok(`${manifest} signed by ${fingerprint}, the key that is here`);
      return ok(
        `${manifest} signed by ${proof.fingerprint}, and the next one will be by ${fingerprint}, which is here`,
      );
    },
  ),
  credits: check(
    async (asked: Asked) => {
      const credits = await tablesOf<AskTables>(asked.database.kysely)
        .selectFrom("collect_credits")
        .select("remaining")
        .where("provider", "=", oddsApi)
        .where("remaining", "is not", null)
        .orderBy("day", "desc")
        .limit(1)
        .executeTakeFirst();
      const hasOddsKey = asked.config.collect.oddsApiKey !== null;
      return { isCollecting: await isCollecting(asked), hasOddsKey, left: credits?.remaining ?? null };
    },
    ({ isCollecting, hasOddsKey, left }) => {
      if (!isCollecting) return [];
      if (!hasOddsKey) {
        const sentence = "THE_ODDS_API_KEY is not set, so lines are of the one or two books that ESPN has";
        return warning(sentence, "set THE_ODDS_API_KEY");
      }
      if (left === null) {
        const remedy = "gradeline collect --once asks it, when lines are due";
        return unknown("The Odds API has not yet said how many credits are left", remedy);
      }
      const sentence = `The Odds API last said that ${left} credits are left, and a full day costs up to ${creditsOfADay}`;
      const remedy = "buy a larger plan of The Odds API, or set CREDITS_PER_DAY";
      return degree(left < creditsOfADay / 10, left < 7 * creditsOfADay, sentence, remedy);
    },
  ),
};

/** How far this machine's clock is ahead of the database's, in milliseconds; null where the database has none of its own. */
async function clocksApart({ kysely, engine }: Database): Promise<number | null> {
  if (engine === "sqlite") return null;
  const beforeMs = Date.now();
  const its = await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(
    kysely,
  );
  // The database's answer was made some time between the question and its arrival: the middle of the two is taken.
  return (beforeMs + Date.now()) / 2 - rowOf(its).ms;
}

/**
 * Judges the age of the newest file of a name in the folder of the backups: `manifest.json` is written last, and `tried` by a trial that went
 * well. It says nothing of PostgreSQL, whose backups are watched by what makes them.
 */
function ofBackups(
  name: "manifest.json" | "tried",
  never: string,
  sentence: (age: string) => string,
  { nearMs, wrongMs }: { readonly nearMs: number; readonly wrongMs: number },
) {
  return check(
    async ({ database, config: { backupDir: folder } }: Asked) => {
      if (database.engine === "postgres") return null;
      const newest = await readNewestRelease(database.kysely);
      const paths = folder === null ? [] : globSync(join(folder, "*Z", name));
      const madeMs = Math.max(...paths.map((path) => statSync(path).mtimeMs));
      // A sample is invented, and can be made again.
      const hasGames = newest !== null && newest.is_sample === 0;
      return { ageMs: paths.length === 0 ? null : Date.now() - madeMs, hasGames };
    },
    (facts) => {
      if (facts === null) return [];
      const { ageMs, hasGames } = facts;
      if (ageMs === null) return (hasGames ? wrong : warning)(never, backupRemedy);
      return degree(ageMs > wrongMs, ageMs > nearMs, sentence(ageText(ageMs)), backupRemedy);
    },
  );
}

function ageText(ageMs: number): string {
  const hours = Math.max(0, Math.floor(ageMs / hourMs));
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

async function isCollecting({ database, config }: Asked): Promise<boolean> {
  const { state } = await readCollecting(database);
  return config.collect.isOn || state === "running" || state === "gone";
}

/** The checks that are for PostgreSQL alone: its indexes, and its connections. */
export const checksOfPostgres = {
  collation: check(
    ({ database }: Asked) => collationDrift(database),
    (drift) =>
      drift === null ? ok("texts are sorted as when the database was made") : wrong(drift.sentence, drift.remedy),
  ),
  /** Whether PostgreSQL has connections for all nodes at once: the one that finds none answers 503. */
  connections: check(
    async ({ database }: Asked) => {
      const found = await sql<{ usable: number }>`select least(
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
          case when d.datconnlimit < 0 then 2147483647 else d.datconnlimit end,
          case when r.rolconnlimit < 0 then 2147483647 else r.rolconnlimit end) as usable
        from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`.execute(
        database.kysely,
      );
      return { usable: rowOf(found).usable, nodes: await countNodes(database) };
    },
    ({ nodes, usable }) => {
      const needed = nodes * connectionsOfServer + connectionsOfNight;
      const sentence = `${nodes} node${nodes === 1 ? "" : "s"} and the night need up to ${needed} connections, and PostgreSQL gives ${usable}`;
      const remedy = `raise max_connections of PostgreSQL above ${needed + 20}, or let fewer nodes answer`;
      return degree(needed > usable, needed > usable * 0.8, sentence, remedy);
    },
  ),
};

/** How many servers answer from the database: each keeps a connection by which it looks for new revisions. */
async function countNodes({ kysely }: Database): Promise<number> {
  const counted = sql<{ nodes: number }>`select count(distinct split_part(application_name, ' ', 3))::int as nodes
    from pg_stat_activity where datname = current_database() and application_name like 'gradeline refresh %'`;
  return rowOf(await counted.execute(kysely)).nodes;
}
