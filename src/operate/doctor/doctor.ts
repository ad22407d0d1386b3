/** All that the doctor looks at, in the order in which it is told. Each look has a time limit and waits for no other. */
import type { MailSettings } from "../../access/people/mail.ts";
import type { Database } from "../../database/engine.ts";
import type { BackupTimes } from "../backups/notes.ts";
import { checkBackups } from "./backups.ts";
import { checkClock } from "./clock.ts";
import { checkCluster } from "./cluster.ts";
import { checkCollation } from "./collation.ts";
import { checkConnections } from "./connections.ts";
import { checkDisk } from "./disk.ts";
import { checkFiles } from "./files.ts";
import { type Finding, lookWithin } from "./finding.ts";
import { checkMail } from "./mail.ts";
import { checkManifestKey } from "./manifest-key.ts";
import { checkProviders } from "./providers.ts";
import { checkProxy } from "./proxy.ts";
import { checkServer } from "./server.ts";

/** What the doctor is told of the settings and of the folders. */
export type Patient = {
  readonly version: string;
  readonly dataDir: string;
  /** `http://127.0.0.1:8080`. */
  readonly ownBase: string;
  /** Where callers reach this server; null where MANAGE_URL does not say, or names this machine. */
  readonly publicBase: string | null;
  readonly trustProxy: string | null;
  /** What signs sessions; null where nothing has made it yet, or this user may not read it. */
  readonly secret: string | null;
  readonly mail: MailSettings | null;
  readonly collect: { readonly isOn: boolean; readonly oddsApiKey: string | null };
  /** The fingerprint of the key of the manifests that is here; null where there is none. */
  readonly keyFingerprint: string | null;
  /** Of the embedded database. */
  readonly backups: () => BackupTimes;
  readonly files: readonly string[];
};

/** Of a look at the database, and of a step towards a server. */
const lookMs = 8_000;
const stepMs = 3_000;

/** What needs no database. */
export async function lookAround(patient: Patient): Promise<readonly Finding[]> {
  const { ownBase, publicBase, secret, version, trustProxy, mail, files } = patient;
  const asked = await Promise.all([
    lookWithin(lookMs, "server", () => checkServer({ base: ownBase, secret, version, waitMs: stepMs })),
    lookWithin(lookMs, "proxy", () => checkProxy({ publicBase, ownBase, trustProxy, secret, waitMs: stepMs })),
    lookWithin(lookMs, "mail", () => checkMail(mail, stepMs)),
    lookWithin(lookMs, "cluster files", async () => checkFiles(files)),
  ]);
  return asked.flat();
}

/** What the database knows. It is only read. */
export async function lookInside(
  database: Database,
  patient: Patient,
  nowMs: () => number,
): Promise<readonly Finding[]> {
  const { dataDir, collect, keyFingerprint, backups } = patient;
  const looks: readonly (readonly [string, () => Promise<Finding | readonly Finding[]>])[] = [
    ["collation", () => checkCollation(database)],
    ["clock", () => checkClock(database, nowMs)],
    ["disk", () => checkDisk(database, dataDir)],
    ["backup", () => checkBackups(database, backups, nowMs())],
    ["connections", () => checkConnections(database)],
    ["manifest key", () => checkManifestKey(database, keyFingerprint)],
    ["providers", () => checkProviders(database, collect, nowMs())],
    ["cluster", () => checkCluster(database)],
  ];
  const found: Finding[] = [];
  // One after the other: they share the few connections of a command.
  for (const [name, look] of looks) found.push(...(await lookWithin(lookMs, name, look)));
  return found;
}
