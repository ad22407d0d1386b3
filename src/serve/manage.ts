/** The management page and what it needs: sign-in, mail, billing; each as the settings say. */
import { randomBytes } from "node:crypto";
import type { FastifyBaseLogger, FastifyError, FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { isDatabaseAway, readAccount } from "../access/accounts.ts";
import type { Allowances } from "../access/allowances.ts";
import type { Billing } from "../access/billing/billing.ts";
import { BillingError } from "../access/billing/billing-error.ts";
import { listKeys } from "../access/keys/account-keys.ts";
import { mailer } from "../access/people/mail.ts";
import { hasSessionCookie, openSignIn, type SignIn, type SignInSettings } from "../access/people/sign-in.ts";
import { type Config, isThisMachine, whyNoOperatorPage } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";
import type { PayingKey } from "../web/download/routes.ts";
import type { Member } from "../web/frame/recipe.ts";
import { registerManage } from "../web/manage/routes.ts";
import type { ManageDeps } from "../web/manage/visit.ts";
import type { OperatorPages } from "../web/operators/questions.ts";
import { sessionSecretOf } from "./kept-secret.ts";
import { operatorQuestions, tasksInThread } from "./threads/archive-tasks.ts";

/** Returns what signs sessions. A folder that cannot be written to is no reason not to serve. */
export function secretOf({ sessionSecret, dataDir }: Pick<Config, "sessionSecret" | "dataDir">, log: Logger): string {
  if (sessionSecret !== null) return sessionSecret;
  try {
    return sessionSecretOf(dataDir);
  } catch (error) {
    log.warn(error, "the secret of sessions cannot be kept: they end with this process; set SESSION_SECRET");
    return randomBytes(32).toString("base64url");
  }
}

/** A proxy may serve Gradeline below a path of its own: the API is where the page is, less the page's own path. */
export function apiUrlOf(manageUrl: string): string {
  return /\/manage$/.test(manageUrl) ? manageUrl.slice(0, -"/manage".length) : new URL(manageUrl).origin;
}

/**
 * Whether links that are not mailed are shown on the page [D-50]: where the operator says so, and for the sample, whose
 * accounts are worth nothing, unless something says that others can ask.
 */
export function showsLinks(config: Config, isSample: boolean): boolean {
  const { showSignInLinks, host, manageUrl, trustProxy, mail } = config;
  if (mail !== null) return false;
  return showSignInLinks ?? (isSample && isThisMachine(host) && manageUrl === null && trustProxy === null);
}

export type ManageParts = {
  readonly config: Config;
  readonly access: Database;
  /** The ledger and the archive, for the pages of operators. */
  readonly facts: Database;
  /** The same over connections for which somebody waits. */
  readonly asked: Database;
  readonly manageUrl: string;
  /** Whether `npm start` shows a sample, whose links and keys open nothing but invented data. */
  readonly isSample: boolean;
  /** Whether what is served now is a sample. */
  readonly isInvented: () => boolean;
  readonly log: Logger;
  /** Limits links and trials. */
  readonly allowances: Allowances;
  /** How people are signed in, where it is not what the settings say. */
  readonly signIn?: Partial<SignInSettings>;
  /** Changes what the page is given. */
  readonly page?: (deps: ManageDeps) => ManageDeps;
};

/** Tells the operator once, at the start, which settings of the page are missing or dangerous. */
export function warnOfPage(config: Config, { engine }: Pick<Database, "engine">, manageUrl: string, log: Logger): void {
  if (config.sessionSecret === null && engine === "postgres") {
    log.warn("SESSION_SECRET is not set: with several nodes, each would sign people out of the others");
  }
  const isListeningForOthers = !isThisMachine(config.host);
  if (isListeningForOthers && config.manageUrl === null) {
    log.warn(`MANAGE_URL is not set: links and 403 messages name ${manageUrl}, which callers may not reach`);
  }
  const isBehindProxy = !isListeningForOthers && !isThisMachine(new URL(manageUrl).hostname);
  if (isBehindProxy && config.trustProxy === null) {
    log.warn("TRUST_PROXY is not set: every caller seems to be the proxy, and shares one address's limits");
  }
  if ((isListeningForOthers || isBehindProxy) && config.mail === null) {
    log.warn("SMTP_URL is not set: the links that sign people in are written to this log, and sent to nobody");
  }
  const why = whyNoOperatorPage(config);
  if (config.adminEmails !== null && why !== null) log.warn(`ADMIN_EMAILS is set, and ${why}`);
  if (config.showSignInLinks === true) {
    log.warn("SHOW_SIGN_IN_LINKS is set: whoever asks on the page for anybody's sign-in link is shown it");
  }
}

/** Registers the page on the API's server; resolves with what a start can load later. */
export async function openManage(app: FastifyInstance, parts: ManageParts): Promise<{ readonly signIn: SignIn }> {
  const { config, access, manageUrl, isSample, log, allowances, signIn: signInSettings, page = (deps) => deps } = parts;
  const secret = secretOf(config, log);
  const signIn = openSignIn(access, {
    manageUrl,
    secret,
    send: config.mail === null ? null : mailer(config.mail),
    onUnsent: (email, link) => log.warn({ email, link }, "SMTP_URL is not set: this is the link that signs in"),
    onFailure: (error) => log.error(error, "the mail with a sign-in link could not be sent"),
    allowances,
    ...signInSettings,
  });
  // Loaded only where it is configured: it takes a third of a second.
  const billing: Billing | null =
    config.stripe === null ? null : (await import("../access/billing/billing.ts")).openBilling(access, config.stripe);
  const deps = page({
    access,
    signIn,
    billing,
    planPrice: config.planPrice,
    links: config.links,
    manageUrl,
    apiUrl: apiUrlOf(manageUrl),
    isInvented: parts.isInvented,
    showsLinks: showsLinks(config, isSample),
    cookieSecret: secret,
    clock: () => new Date(),
    allowances,
    operators: operatorsOf(config, parts),
  });
  registerManage(app, deps);
  registerStripeWebhook(app, billing, log);
  return { signIn };
}

/** Null: there are no pages for operators. */
function operatorsOf(config: Config, { facts, asked }: Pick<ManageParts, "facts" | "asked">): OperatorPages | null {
  const { adminEmails: emails } = config;
  if (emails === null || whyNoOperatorPage(config) !== null) return null;
  return { emails, questions: operatorQuestions(asked, tasksInThread(facts)) };
}

type Reader<Found> = (cookieHeader: string | undefined) => Promise<Found>;

/** Reads something of the account that is signed in, by its e-mail address. While the database is away, nobody is known. */
function ofSignedIn<Found>(
  signIn: SignIn,
  { nobody, away }: { readonly nobody: Found; readonly away: Found },
  read: (email: string) => Promise<Found>,
): Reader<Found> {
  return async (cookieHeader) => {
    if (!hasSessionCookie(cookieHeader)) return nobody;
    try {
      const session = await signIn.sessionOf(cookieHeader);
      return session === null ? nobody : await read(session.email);
    } catch (error) {
      if (isDatabaseAway(error)) return away;
      throw error;
    }
  };
}

/** Null: the pages show what everybody may see. */
export function memberReader(access: Database, signIn: SignIn): Reader<Member | null> {
  return ofSignedIn<Member | null>(signIn, { nobody: null, away: null }, async (email) => {
    const account = await readAccount(access, email, new Date());
    if (account === null || (account.standing !== "trialing" && account.standing !== "active")) return null;
    const left = Math.max(0, account.requests - account.requestsUsed);
    return { left, owner: account.plan === "trial" ? "your trial" : "your plan" };
  });
}

/** Reads the newest key of the account that is not revoked. What its standing is, the gate knows. */
export function payingKeyReader(access: Database, signIn: SignIn): Reader<PayingKey> {
  return ofSignedIn<PayingKey>(signIn, { nobody: { kind: "nobody" }, away: { kind: "away" } }, async (email) => {
    const keys = await listKeys(access, email);
    const newest = keys.findLast(({ revokedMs }) => revokedMs === null);
    return newest === undefined ? { kind: "no key" } : { kind: "key", keyId: newest.keyId };
  });
}

/** Where Stripe sends its events. The route asks for their signature, not for a cookie, session or CSRF token. */
export const stripeEventsPath = "/manage/stripe/events";

/** Stripe names no limit. An event of a subscription with twenty items has some 40 KB. */
const bodyLimitBytes = 1_048_576;

/** @param billing null where it is not configured: then the path does not exist. */
export function registerStripeWebhook(
  app: FastifyInstance,
  billing: Billing | null,
  log: Pick<FastifyBaseLogger, "warn" | "error">,
  clock = () => new Date(),
): void {
  if (billing === null) return;
  app.register(async (scope) => {
    // The signature is computed over the bytes of the body, so they must not be parsed first.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyLimitBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    scope.setErrorHandler<FastifyError>((error, _request, reply) => {
      // The event broke off on its way. Stripe sends it again.
      if (error.code === "ECONNRESET") return reply.code(400).send({ received: false });
      // For three days, Stripe sends an event again that was not answered with 2xx.
      const own = isDatabaseAway(error) || error instanceof BillingError ? 503 : 500;
      const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : own;
      if (status >= 500) log.error(error, "an event of Stripe could not be taken");
      return reply.code(status).send({ received: false });
    });
    refuseOtherMethods(scope, [["POST", stripeEventsPath]], (_request, reply) => reply.send({ received: false }));
    scope.post(stripeEventsPath, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const signature = request.headers["stripe-signature"];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const received = await billing.receive(body, typeof signature === "string" ? signature : "", clock());
      if (!received.ok) {
        log.warn({ reason: received.reason }, "an event was refused: it is not one that Stripe signed for us");
        return reply.code(400).send({ received: false });
      }
      for (const note of received.notes) log.warn({ type: received.type }, note);
      return { received: true };
    });
  });
}
