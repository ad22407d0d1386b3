/** Tells public pages who is signed in on the management page: what their keys may read they see, and a key pays for downloads. */
import { isDatabaseAway, readAccount } from "../access/accounts.ts";
import { listKeys } from "../access/keys/account-keys.ts";
import { hasSessionCookie, type SignIn } from "../access/people/sign-in.ts";
import type { Database } from "../database/engine.ts";
import type { PayingKey } from "../web/download/routes.ts";
import type { Member } from "../web/frame/recipe.ts";

/** While the database is away, nobody is known, and the pages show what everybody may see. */
export function memberReader(
  access: Database,
  signIn: SignIn,
): (cookieHeader: string | undefined) => Promise<Member | null> {
  return async (cookieHeader) => {
    if (!hasSessionCookie(cookieHeader)) return null;
    try {
      const session = await signIn.sessionOf(cookieHeader);
      const account = session === null ? null : await readAccount(access, session.email, new Date());
      if (account === null || (account.standing !== "trialing" && account.standing !== "active")) return null;
      const left = Math.max(0, account.requests - account.requestsUsed);
      return { left, owner: account.plan === "trial" ? "your trial" : "your plan" };
    } catch (error) {
      if (isDatabaseAway(error)) return null;
      throw error;
    }
  };
}

/** Reads the newest key of the account that is not revoked. What its standing is, the gate knows. */
export function payingKeyReader(
  access: Database,
  signIn: SignIn,
): (cookieHeader: string | undefined) => Promise<PayingKey> {
  return async (cookieHeader) => {
    if (!hasSessionCookie(cookieHeader)) return { kind: "nobody" };
    try {
      const session = await signIn.sessionOf(cookieHeader);
      if (session === null) return { kind: "nobody" };
      const keys = await listKeys(access, session.email);
      const newest = keys.findLast(({ revokedMs }) => revokedMs === null);
      return newest === undefined ? { kind: "no key" } : { kind: "key", keyId: newest.keyId };
    } catch (error) {
      if (isDatabaseAway(error)) return { kind: "away" };
      throw error;
    }
  };
}
