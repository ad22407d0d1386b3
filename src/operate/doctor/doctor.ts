/**
 * `gradeline doctor` is three tables of checks: the one here needs no database, and the two of `inside.ts` read it, one of them only PostgreSQL. A row looks at facts,
 * and judges them by a pure rule: the first that fits says how it stands and what to do.
 */
import { verifyMail } from "../../access/people/mail.ts";
import type { Config } from "../../config/config.ts";
import { reasonOf } from "../../database/database-error.ts";
import type { Database } from "../../database/engine.ts";
import { type DoctorAnswer, doctorHeader, doctorQuestion } from "../../http/signing.ts";

export type Said = {
  /** `wrong` is what an operator must mend; `unknown` could not be looked at. */
  readonly standing: "ok" | "warning" | "wrong" | "unknown";
  readonly sentence: string;
  /** The advice to the operator; null where nothing is to be done. */
  readonly remedy: string | null;
};
/** `name` is the subject, in a word or two. */
export type Finding = { readonly name: string } & Said;

export const ok = (sentence: string): Said => ({ standing: "ok", sentence, remedy: null });
export const warning = (sentence: string, remedy: string): Said => ({ standing: "warning", sentence, remedy });
export const wrong = (sentence: string, remedy: string): Said => ({ standing: "wrong", sentence, remedy });
/** Judges a figure that is bad when it is far off, and worth a look when it is near that. */
export function degree(isWrong: boolean, isNear: boolean, sentence: string, remedy: string): Said {
  if (isWrong) return wrong(sentence, remedy);
  return isNear ? warning(sentence, remedy) : ok(sentence);
}
export const unknown = (sentence: string, remedy: string): Said => ({ standing: "unknown", sentence, remedy });

type Judged = Said | readonly Said[];
type Check<Asked> = { readonly judge: unknown; readonly run: (asked: Asked) => Promise<Judged> };

/** A row of a table. @param judge is pure; an empty list says nothing. */
export function check<Asked, Facts>(
  look: (asked: Asked) => Facts | Promise<Facts>,
  judge: (facts: Facts) => Judged,
): Check<Asked> & { readonly judge: typeof judge } {
  return { judge, run: async (asked) => judge(await look(asked)) };
}

/** Of one row. */
const lookMs = 8_000;

/** Looks at every row of a table. No row waits for another, nor longer than its limit. */
export async function lookAt<Asked>(
  checks: Readonly<Record<string, Check<Asked>>>,
  asked: Asked,
): Promise<readonly Finding[]> {
  const rows = Object.entries(checks);
  return (await Promise.all(rows.map(([name, { run }]) => lookWithin(lookMs, name, () => run(asked))))).flat();
}

/** A look that fails or is late is `unknown`: whatever it was about may be well. */
export async function lookWithin(
  waitMs: number,
  name: string,
  look: () => Promise<Judged>,
): Promise<readonly Finding[]> {
  const late = Promise.withResolvers<Judged>();
  const failed = (why: string) => unknown(why, "mend what the other lines say is wrong, and ask again");
  const timer = setTimeout(() => late.resolve(failed(`there was no answer within ${waitMs / 1000} s`)), waitMs);
  const said = await Promise.race([look(), late.promise])
    .catch((error: unknown) => failed(`it cannot be looked at: ${reasonOf(error)}`))
    .finally(() => clearTimeout(timer));
  return [said].flat().map((each) => ({ name, ...each }));
}

/** The settings and folders that the doctor looks at. */
export type Patient = {
  readonly config: Pick<Config, "dataDir" | "trustProxy" | "mail" | "collect" | "backupDir" | "databaseUrl">;
  readonly version: string;
  /** `http://127.0.0.1:8080`. */
  readonly ownBase: string;
  /** Where callers reach this server; null where MANAGE_URL does not say, or names this machine. */
  readonly publicBase: string | null;
  /** The secret that signs sessions; null where nothing has made it yet, or this user may not read it. */
  readonly secret: string | null;
  /** The fingerprint of the key of the manifests that is here; null where there is none. */
  readonly keyFingerprint: string | null;
};

export type Asked = Patient & { readonly database: Database };

/** The only row of an answer of PostgreSQL. */
export function rowOf<Row>({ rows: [row] }: { readonly rows: readonly Row[] }): Row {
  if (row === undefined) throw new Error("PostgreSQL answered without a row");
  return row;
}

/** Of a step towards a server. */
const stepMs = 3_000;

export type AskedServer =
  | ({ readonly kind: "answered" } & DoctorAnswer)
  /** Something answers, and does not know the question: another program, or a Gradeline with another secret. */
  | { readonly kind: "strange"; readonly status: number; readonly isWell: boolean }
  | { readonly kind: "silent"; readonly why: string };

/** Asks a running server who it takes the doctor for, at its own port or through the proxy before it. */
async function askServer(base: string, secret: string | null): Promise<AskedServer> {
  try {
    const headers: Record<string, string> =
      secret === null ? {} : { [doctorHeader]: doctorQuestion(secret, Date.now()) };
    const signal = AbortSignal.timeout(stepMs);
    const answer = await fetch(`${base}/healthz`, { headers, redirect: "manual", signal });
    const text = (await answer.text()).slice(0, 2_000);
    if (answer.status !== 200 || text === "ok\n") {
      return { kind: "strange", status: answer.status, isWell: answer.status === 200 };
    }
    return { kind: "answered", ...(JSON.parse(text) as DoctorAnswer) };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "strange", status: 200, isWell: false };
    const { name, cause = error } = error as Error;
    // The cause of a failed fetch says more than its message.
    return { kind: "silent", why: name === "TimeoutError" ? `no answer within ${stepMs / 1000} s` : reasonOf(cause) };
  }
}

export const checksAround = {
  server: check(
    async ({ ownBase: base, version, secret }: Patient) => ({ base, version, asked: await askServer(base, secret) }),
    ({ base, version, asked }) => {
      if (asked.kind === "silent") {
        const remedy = "start it: systemctl start gradeline, or gradeline serve";
        return warning(`no server runs at ${base}: ${asked.why}`, remedy);
      }
      if (asked.kind === "strange" && asked.isWell) {
        const remedy = "ask with the server's settings and as its user, or start it again after a change of settings";
        return warning(`a server runs at ${base}, and its SESSION_SECRET is another than the doctor's`, remedy);
      }
      if (asked.kind === "strange") {
        const sentence = `what answers at ${base} is not Gradeline: it says ${asked.status} for /healthz`;
        return wrong(sentence, "end the other program, or set another PORT");
      }
      if (asked.version === version) return ok(`Gradeline ${version} answers at ${base}`);
      const sentence = `the server at ${base} runs Gradeline ${asked.version}, and ${version} is installed`;
      return warning(sentence, "start it again: systemctl restart gradeline");
    },
  ),
  proxy: check(
    async ({ publicBase: base, config: { trustProxy }, secret }: Patient) => {
      return { base, trustProxy, asked: base === null ? null : await askServer(base, secret) };
    },
    ({ base, trustProxy, asked }) => {
      if (base === null || asked === null) {
        if (trustProxy === null) return ok("none is named: MANAGE_URL and TRUST_PROXY say nothing of one");
        const sentence = `TRUST_PROXY is "${trustProxy}", and MANAGE_URL names no address at which callers reach a proxy`;
        return warning(sentence, "set MANAGE_URL, so that the doctor asks through the proxy");
      }
      if (asked.kind === "silent") {
        return wrong(`${base} does not answer: ${asked.why}`, "mend MANAGE_URL, the proxy's name or its certificate");
      }
      if (asked.kind === "strange") {
        const other = `no server of ours: /healthz is ${asked.status}`;
        const what = asked.isWell ? "a server with another SESSION_SECRET" : other;
        return wrong(`${base} leads to ${what}`, "let the proxy lead all paths to HOST and PORT of this server");
      }
      const { peer, forwarded_for: forwarded, address } = asked;
      const shared = "so all callers have its address and share its limits";
      if (forwarded === null) {
        if (!base.startsWith("https:") && trustProxy === null) return ok(`${base} leads here without a proxy`);
        const remedy = "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for";
        return wrong(`the proxy at ${peer} sends no X-Forwarded-For, ${shared}`, remedy);
      }
      if (address !== peer) return ok(`${base} leads here through ${peer}, whose X-Forwarded-For is believed`);
      const named = /^(::ffff:)?127\.|^::1$/.test(peer) ? "loopback" : peer;
      const sentence = `requests come through ${peer}, which TRUST_PROXY does not name, ${shared}`;
      return wrong(sentence, `set TRUST_PROXY=${named}, and start the server again`);
    },
  ),
  /** The mail server is asked to let us in, and nothing is sent. */
  mail: check(
    async ({ config: { mail } }: Patient) => {
      const failure = mail === null ? null : await verifyMail(mail, stepMs).then(() => null, reasonOf);
      return { mail, failure };
    },
    ({ mail, failure }) => {
      if (mail === null) {
        const sentence = "SMTP_URL is not set: links that sign people in are written to the log, and sent to nobody";
        return warning(sentence, "set SMTP_URL and MAIL_FROM");
      }
      const { host } = new URL(mail.url);
      if (failure === null) return ok(`the mail server ${host} lets us in, and mail comes from ${mail.from}`);
      const remedy = "mend SMTP_URL, or let this machine reach the mail server";
      return wrong(`the mail server ${host} does not let us in: ${failure}`, remedy);
    },
  ),
};
