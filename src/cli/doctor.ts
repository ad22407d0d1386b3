/** `gradeline doctor`: whether all is well with this server, its machine and its cluster, in a sentence each with what to do. */
import { askCreditsLeft } from "../collect/asking/asker.ts";
import { type Config, isThisMachine } from "../config/config.ts";
import { reasonOf } from "../database/database-error.ts";
import { engineOf } from "../database/engine.ts";
import { programVersion } from "../http/version.ts";
import { readBackupFolder } from "../operate/backups/notes.ts";
import { lookAround, lookInside, type Patient } from "../operate/doctor/doctor.ts";
import { type Finding, lookWithin, ok, wrong } from "../operate/doctor/finding.ts";
import { checkOperatorPage } from "../operate/doctor/operator-page.ts";
import { askedCreditsFinding } from "../operate/doctor/providers.ts";
import { fingerprintOf } from "../release/proof/signature.ts";
import { reachableHost } from "../serve/address.ts";
import { presentSessionSecret } from "../serve/kept-secret.ts";
import { apiUrlOf } from "../serve/manage.ts";
import { presentKey } from "../serve/manifest-key.ts";
import { agentOf } from "../serve/provider-asker.ts";
import { print } from "./output/print.ts";
import { readFacts } from "./with-database.ts";

type Options = { readonly json?: true; readonly askProviders?: true; readonly files?: readonly string[] };

/** For all that is asked of the database, one after the other. */
const databaseMs = 60_000;
const providerMs = 10_000;

/** Only reads. The exit code is 1 when something is wrong. */
export async function doctorCommand(config: Config, { json, askProviders, files = [] }: Options): Promise<void> {
  const patient = patientOf(config, files);
  const [around, inside, asked] = await Promise.all([
    lookAround(patient),
    lookWithin(databaseMs, "database", () => databaseFindings(config, patient)),
    askProviders ? creditsNow(config) : [],
  ]);
  const findings = [...around, checkOperatorPage(config), ...inside, ...asked];
  const isWell = findings.every(({ standing }) => standing !== "wrong");
  if (!isWell) process.exitCode = 1;
  print({ ok: isWell, findings }, { json, lines: findings.flatMap(linesOf) });
}

function patientOf(config: Config, files: readonly string[]): Patient {
  const { host, port, manageUrl, dataDir, trustProxy, mail, collect, backupDir } = config;
  const publicUrl = manageUrl === null || isThisMachine(new URL(manageUrl).hostname) ? null : apiUrlOf(manageUrl);
  return {
    version: programVersion(),
    dataDir,
    ownBase: `http://${reachableHost(host)}:${port}`,
    publicBase: publicUrl,
    trustProxy,
    secret: config.sessionSecret ?? orNull(() => presentSessionSecret(dataDir)),
    mail,
    collect,
    keyFingerprint: orNull(() => {
      const key = presentKey(config, engineOf(config.databaseUrl));
      return key === null ? null : fingerprintOf(key.publicKey);
    }),
    backups: () => (backupDir === null ? { madeMs: null, triedMs: null } : readBackupFolder(backupDir)),
    files,
  };
}

/** A file that this user may not read is as good as not there; the sentences say what that means. */
function orNull<Value>(read: () => Value | null): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

async function databaseFindings(config: Config, patient: Patient): Promise<readonly Finding[]> {
  try {
    const inside = await readFacts(config, (database) => lookInside(database, patient, Date.now));
    return [ok("database", "it can be read, and is of this version"), ...inside];
  } catch (error) {
    const remedy = "start PostgreSQL or mend DATABASE_URL; for a file, ask as the server's user, after its first start";
    return [wrong("database", reasonOf(error), remedy)];
  }
}

async function creditsNow({ collect }: Config): Promise<readonly Finding[]> {
  const { oddsApiKey: key, baseUrls, contact } = collect;
  if (key === null) return [];
  const baseUrl = baseUrls["the-odds-api"];
  const question = { baseUrl, key, userAgent: agentOf(contact), waitMs: providerMs };
  return [askedCreditsFinding(await askCreditsLeft(question))];
}

function linesOf({ name, standing, sentence, remedy }: Finding): readonly string[] {
  const line = `${standing.padEnd(8)} ${name}: ${sentence}`;
  return remedy === null ? [line] : [line, `${" ".repeat(9)}-> ${remedy}`];
}
