/** The management page without a socket: real accounts, real sign-in, and a browser's memory for cookies. */
import assert from "node:assert/strict";
import type { FastifyInstance, InjectOptions } from "fastify";
import { type AccountChanges, setAccount } from "../../src/access/accounts.ts";
import type { Settings } from "../../src/config/settings.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import { openServer } from "../../src/serve/open-server.ts";
import type { ManageDeps } from "../../src/web/manage/visit.ts";
import type { OperatorQuestions } from "../../src/web/operators/questions.ts";
import { openTestAccess } from "../support/access.ts";
import { siteConfig } from "../support/api.ts";
import { Page } from "../support/document.ts";
import { priceId, webhookSecret } from "../support/stripe.ts";

export type TestBilling = NonNullable<ManageDeps["billing"]>;

export const cookieSecret = "another secret that only the tests know";

const ownOrigin = "http://127.0.0.1:8080";

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: string;
  readonly page: Page;
  /** The sentence that the next page tells: it is in a signed cookie, and in no address; empty: there is none. */
  readonly notice: string;
};

type SiteOptions = Partial<ManageDeps> & {
  readonly isMailed?: boolean;
  /** The archive, which is closed with the site. */
  readonly facts?: Database;
  readonly questions?: OperatorQuestions;
  readonly env?: Settings;
};

export async function openManageSite(settings: SiteOptions = {}) {
  const { access, close } =
    settings.access === undefined ? await openTestAccess() : { access: settings.access, close: async () => {} };
  const { isMailed = false, access: _, facts = await openDatabase(":memory:"), questions, env, ...changes } = settings;
  const manageUrl = settings.manageUrl ?? "http://127.0.0.1:8080/manage";
  const links: string[] = [];
  // As behind a proxy that is trusted, so that what its headers say would be believed wherever it is asked for.
  const config = siteConfig({ MANAGE_URL: manageUrl, SESSION_SECRET: cookieSecret, TRUST_PROXY: "loopback", ...env });
  const server = await openServer(config, {
    databases: { facts, access },
    signIn: {
      send: isMailed ? async (_email, link) => void links.push(link) : null,
      onUnsent: (_email, link) => void links.push(link),
      onFailure(error) {
        throw error;
      },
    },
    page: ({ operators, ...deps }) => ({
      ...deps,
      apiUrl: "http://127.0.0.1:8080",
      operators: operators && questions ? { ...operators, questions } : operators,
      ...changes,
    }),
  });
  const { app, signIn } = server;
  await app.ready();
  const base = new URL(manageUrl).pathname.replace(/\/+$/, "");
  return {
    access,
    app,
    base,
    links,
    browser: () => openBrowser(app, base),
    /** The browser of somebody who is signed in. @param account what they have; undefined: no account yet. */
    async member(email: string, account?: AccountChanges): Promise<TestBrowser> {
      const browser = openBrowser(app, base);
      if (account !== undefined) await setAccount(access, email, account, new Date());
      const { link } = await signIn.requestLink(email, email);
      const token = new URL(link ?? links.at(-1) ?? "").searchParams.get("token") ?? "";
      browser.keep((await signIn.useLink(token))?.setCookies ?? []);
      return browser;
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await facts.close();
      await close();
    },
  };
}

export type TestBrowser = ReturnType<typeof openBrowser>;

/**
 * Opens a browser without a socket: it keeps cookies.
 * @param base where the public address of the pages begins. @param at where they begin at the server itself.
 */
export function openBrowser(app: FastifyInstance, base: string, at = "/manage") {
  const cookies = new Map<string, string>();

  function keep(setCookies: readonly string[]): void {
    for (const cookie of setCookies) {
      const [pair = ""] = cookie.split(";");
      const equals = pair.indexOf("=");
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(pair.slice(0, equals));
      else cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
  }

  async function send(options: InjectOptions): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await app.inject({
      ...options,
      headers: { host: new URL(ownOrigin).host, ...(cookie === "" ? {} : { cookie }), ...options.headers },
    });
    const { statusCode: status, headers, body } = answer;
    const setCookies = [headers["set-cookie"] ?? []].flat();
    keep(setCookies);
    const [, told] = /gradeline_notice=([\w-]+)/.exec(setCookies.join(";")) ?? [];
    const notice = told === undefined ? "" : JSON.parse(Buffer.from(told, "base64url").toString()).text;
    return {
      status,
      headers,
      body,
      notice,
      get page() {
        return new Page(body);
      },
    };
  }

  const get = (path: string, headers: Record<string, string> = {}) => send({ method: "GET", url: at + path, headers });
  return {
    cookies,
    keep,
    send,
    get,
    /** Sends a form as a browser does from one of our own pages, unless the headers say otherwise. */
    post: (path: string, form: Record<string, string> = {}, headers: Record<string, string> = { origin: ownOrigin }) =>
      send({
        method: "POST",
        url: at + path,
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        payload: new URLSearchParams(form).toString(),
      }),
    /** Follows a redirect, as the proxy in front of the server would hand it on. */
    follow: ({ headers }: Answer) => get(String(headers.location).slice(base.length)),
  };
}

/** Settings of a server with billing. */
export const billingOf = (stripeUrl: string) => ({
  STRIPE_SECRET_KEY: "sk_test_browser",
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PRICE_ID: priceId,
  STRIPE_API_URL: stripeUrl,
});

/** Writes down what is asked of it. */
export function testBilling(calls: string[] = [], fails = false): TestBilling {
  const call = (name: string, answer: string) => async (email: string) => {
    calls.push(`${name} ${email}`);
    if (fails) throw new Error("Stripe does not answer");
    return answer;
  };
  return {
    checkoutUrl: call("checkout", "https://checkout.stripe.com/c/1"),
    portalUrl: call("portal", "https://billing.stripe.com/p/1"),
    cancelAtOnce: async (email) => void (await call("cancel", "")(email)),
    stateOf: async () => ({ cancelsAtMs: Date.UTC(2030, 0, 31), hasCustomer: true, hasSubscription: false }),
    receive: () => Promise.reject(new Error("not here")),
  };
}

/** It loads from its own server alone, leads its forms there or to Stripe, and no cache or frame has it. */
export function assertStrict({ headers, body }: Answer, path: string): void {
  const policy = String(headers["content-security-policy"]);
  assert.match(policy, /default-src 'none';script-src 'self';style-src 'self';.*frame-ancestors 'none'$/, path);
  assert.match(policy, /form-action 'self' https:\/\/checkout\.stripe\.com https:\/\/billing\.stripe\.com/);
  const others = ["cache-control", "x-frame-options", "x-content-type-options", "content-type"];
  const wanted = ["no-store", "DENY", "nosniff", "text/html; charset=utf-8"];
  assert.deepEqual(
    others.map((name) => headers[name]),
    wanted,
    path,
  );
  assert.doesNotMatch(body, /<style|<script(?! src)| style=| on[a-z]+=|javascript:/);
}
