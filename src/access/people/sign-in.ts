/**
 * Signing in by an e-mailed link, with better-auth, which stores the people, their sessions and the links. A link works
 * once, within a quarter of an hour. Only a digest of each link is stored, and a session's cookie is signed with the
 * secret.
 */
import { randomUUID } from "node:crypto";
import { revealingOutages } from "../../database/database-error.ts";
import type { Database } from "../../database/engine.ts";
import { type Allowances, openAllowances } from "../allowances.ts";
import { isEmail, normalEmail } from "./email.ts";
import { networkOf } from "./networks.ts";
import { emailOfLink } from "./people.ts";

export type Session = {
  readonly email: string;
  /** When the link was used that began it. A session is never prolonged. */
  readonly signedInMs: number;
};

type LinkRequest = {
  readonly outcome: "sent" | "not_an_address" | "too_many" | "mail_failed";
  /** The link when mail is not configured, so that no mail was sent; else null. */
  readonly link: string | null;
};

/** Every method rejects with DatabaseOutage when the database cannot be asked. */
export type SignIn = {
  /** Makes a link and sends it. The outcome does not tell whether the address was known. */
  requestLink(email: string, address: string): Promise<LinkRequest>;
  /**
   * Returns the address that a link was made for, without using the link up. Returns null when the link is unknown,
   * expired or used.
   */
  emailOfLink(token: string): Promise<string | null>;
  /** Uses a link up. Returns null when it is unknown, expired or used. `setCookies` are whole values of Set-Cookie. */
  useLink(token: string): Promise<{ readonly email: string; readonly setCookies: readonly string[] } | null>;
  sessionOf(cookieHeader: string | undefined): Promise<Session | null>;
  /** Ends the session. Resolves with the values of Set-Cookie that remove its cookies. */
  signOut(cookieHeader: string | undefined): Promise<readonly string[]>;
  /** Loads what the first use would otherwise load. That takes half a second, which a start need not wait for. */
  warmUp(): Promise<void>;
};

export type SignInSettings = {
  /** The public address of the management page. Links lead there; for the path of cookies see `sessionPath`. */
  readonly manageUrl: string;
  /** Signs the cookies; 32 characters or more. */
  readonly secret: string;
  /** Sends the mail. When it is null, `onUnsent` gives links to the operator. */
  readonly send: ((email: string, link: string) => Promise<void>) | null;
  readonly onUnsent: (email: string, link: string) => void;
  readonly onFailure: (error: unknown) => void;
  /** Limits links by mailbox and by network; they are counted here when it is not given. */
  readonly allowances?: Allowances;
};

/**
 * The path that sessions are sent to. Where the management page is Gradeline's own `/manage`, the pages beside it know who is
 * signed in too; anywhere else the host may be somebody else's, and the session is the page's own.
 */
export function sessionPath(manageUrl: string): string {
  const path = new URL(manageUrl).pathname.replace(/(?<=.)\/+$/, "");
  return path.endsWith("/manage") ? path.slice(0, -"/manage".length) || "/" : path;
}

/** The name that the library gives to the cookie, after the prefix below; on https another prefix stands before it. */
const sessionCookie = "gradeline.session_token";

/** Whether a request may come from somebody who is signed in. It saves others the question to the database. */
export function hasSessionCookie(cookieHeader: string | undefined): boolean {
  return cookieHeader?.includes(`${sessionCookie}=`) ?? false;
}

const linkSeconds = 900;
const sessionSeconds = 30 * 86_400;

export function openSignIn(database: Database, settings: SignInSettings): SignIn {
  /** Tokens of links that were made and not yet picked up, by the id of the request. */
  const tokens = new Map<string, string>();
  let loaded: ReturnType<typeof loadAuth> | null = null;
  const auth = (): ReturnType<typeof loadAuth> => {
    loaded ??= loadAuth(database, settings, tokens).catch((error: unknown) => {
      loaded = null;
      throw error;
    });
    return loaded;
  };
  const { allowances = openAllowances() } = settings;

  async function isTooMuch(email: string, address: string): Promise<boolean> {
    if (!(await allowances.may("linksFromNetwork", networkOf(address)))) return true;
    return !(await allowances.may("linksToMailbox", email));
  }

  async function makeLink(email: string): Promise<string> {
    const request = randomUUID();
    const { api } = await auth();
    await api.signInMagicLink({ body: { email, metadata: { request } }, headers: new Headers() });
    const token = tokens.get(request) ?? "";
    tokens.delete(request);
    return `${settings.manageUrl}/link?token=${encodeURIComponent(token)}`;
  }

  return {
    async requestLink(givenEmail, address) {
      const email = normalEmail(givenEmail);
      if (!isEmail(email)) return { outcome: "not_an_address", link: null };
      if (await isTooMuch(email, address)) return { outcome: "too_many", link: null };
      const link = await makeLink(email);
      if (settings.send === null) {
        settings.onUnsent(email, link);
        return { outcome: "sent", link };
      }
      try {
        await settings.send(email, link);
        return { outcome: "sent", link: null };
      } catch (error) {
        settings.onFailure(error);
        return { outcome: "mail_failed", link: null };
      }
    },
    emailOfLink: (token) => emailOfLink(database, token, new Date()),
    async useLink(token) {
      const { api } = await auth();
      const answer = await api.magicLinkVerify({ query: { token }, headers: new Headers(), asResponse: true });
      // The library answers an invalid link with a redirect.
      if (answer.status !== 200) return null;
      const { user } = (await answer.json()) as { user: { email: string } };
      return { email: user.email, setCookies: answer.headers.getSetCookie() };
    },
    async sessionOf(cookie) {
      if (cookie === undefined) return null;
      const { api } = await auth();
      // The library's own error does not say what went wrong.
      const found = await revealingOutages(() => api.getSession({ headers: new Headers({ cookie }) }));
      if (found === null) return null;
      const { user, session } = found;
      return { email: user.email, signedInMs: session.createdAt.getTime() };
    },
    async signOut(cookie) {
      const headers = new Headers(cookie === undefined ? {} : { cookie });
      const { api } = await auth();
      // The library reports a sign-out even when it could not end the session.
      const answer = await revealingOutages(() => api.signOut({ headers, asResponse: true }));
      return answer.headers.getSetCookie();
    },
    async warmUp() {
      await auth();
    },
  };
}

async function loadAuth(
  { kysely, engine }: Database,
  { manageUrl, secret }: SignInSettings,
  tokens: Map<string, string>,
) {
  const [{ betterAuth }, { magicLink }] = await Promise.all([
    import("better-auth"),
    import("better-auth/plugins/magic-link"),
  ]);
  const { origin, protocol } = new URL(manageUrl);
  return betterAuth({
    appName: "Gradeline",
    baseURL: origin,
    secret,
    database: { db: kysely, type: engine },
    user: { modelName: "sign_in_people" },
    session: {
      modelName: "sign_in_sessions",
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
    },
    account: { modelName: "sign_in_accounts" },
    verification: { modelName: "sign_in_links" },
    plugins: [
      magicLink({
        expiresIn: linkSeconds,
        storeToken: "hashed",
        // The library hands the token out only here. The code that asked for the link sends it.
        async sendMagicLink({ token, metadata }) {
          tokens.set(String(metadata?.request), token);
        },
      }),
    ],
    advanced: {
      cookiePrefix: "gradeline",
      useSecureCookies: protocol === "https:",
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: sessionPath(manageUrl) },
      // Reads a session and its person in one query. Without this, there are two, and the library itself writes to the
      // screen when the second one fails.
      database: { joins: true },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}
