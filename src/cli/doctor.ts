/** `gradeline doctor`: whether all is well with this server, its machine and its cluster, in a sentence each with what to do. */
import { type Config, isThisMachine } from "../config/config.ts";
import { reasonOf } from "../database/database-error.ts";
import { engineOf } from "../database/engine.ts";
import { programVersion } from "../http/version.ts";
import { checksAround, type Finding, lookAt, lookWithin, ok, type Patient, wrong } from "../operate/doctor/doctor.ts";
import { checksInside, checksOfPostgres } from "../operate/doctor/inside.ts";
import { fingerprintOf } from "../release/proof/signature.ts";
import { reachableHost } from "../serve/address.ts";
import { presentKey, presentSessionSecret } from "../serve/kept-secret.ts";
import { apiUrlOf } from "../serve/manage.ts";
import { print } from "./output/print.ts";
import { readFacts } from "./with-database.ts";

/** For the answer to whether the database can be read. */
const openMs = 60_000;

/** Only reads. The exit code is 1 when something is wrong. */
export async function doctorCommand(config: Config, { json }: { readonly json?: true }): Promise<void> {
  const patient = patientOf(config);
  const found = await Promise.all([lookAt(checksAround, patient), lookInside(patient)]);
  const findings = found.flat();
  const isWell = findings.every(({ standing }) => standing !== "wrong");
  if (!isWell) process.exitCode = 1;
  print({ ok: isWell, findings }, { json, lines: findings.flatMap(linesOf) });
}

function patientOf(config: Config): Patient & { readonly config: Config } {
  const { host, port, manageUrl, dataDir, sessionSecret } = config;
  return {
    config,
    version: programVersion(),
    ownBase: `http://${reachableHost(host)}:${port}`,
    publicBase: manageUrl === null || isThisMachine(new URL(manageUrl).hostname) ? null : apiUrlOf(manageUrl),
    secret: sessionSecret ?? orNull(() => presentSessionSecret(dataDir)),
    keyFingerprint: orNull(() => {
      const signing = presentKey(config, engineOf(config.databaseUrl));
      return signing === null ? null : fingerprintOf(signing.publicKey);
    }),
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

async function lookInside(patient: Patient & { readonly config: Config }): Promise<readonly Finding[]> {
  let found: readonly Finding[] = [];
  const opened = await lookWithin(openMs, "database", async () => {
    try {
      found = await readFacts(patient.config, async (database) => [
        ...(await lookAt(checksInside, { ...patient, database })),
        ...(database.engine === "postgres" ? await lookAt(checksOfPostgres, { ...patient, database }) : []),
      ]);
      return ok("it can be read, and is of this version");
    } catch (error) {
      const remedy =
        "start PostgreSQL or mend DATABASE_URL; for a file, ask as the server's user, after its first start";
      return wrong(reasonOf(error), remedy);
    }
  });
  return [...opened, ...found];
}

function linesOf({ name, standing, sentence, remedy }: Finding): readonly string[] {
  const line = `${standing.padEnd(8)} ${name}: ${sentence}`;
  return remedy === null ? [line] : [line, `${" ".repeat(9)}-> ${remedy}`];
}
