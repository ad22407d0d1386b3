/**
 * How many sets a visitor has looked at: whoever looks at enough of them finds a striking one by luck alone, and the verdict
 * has to allow for that. It is kept in a cookie of the session with a digest of each set, so that the same set counts once.
 */
import { hash } from "node:crypto";
import { mostTries } from "../../contract/lists/trends.ts";
import { cookieIn } from "../frame/cookies.ts";

export const visitCookie = "gradeline_visit";
/** Of games held back: how often the visitor has looked at such. */
export const heldCookie = "gradeline_held";

/** Of each set so many letters are kept; two sets of a visit are taken for one in one of 10^8 visits. */
const letters = 6;
/** Sets beyond these are only counted: a cookie may have 4,096 bytes. */
const mostKept = 300;
const form = new RegExp(`^([1-9]\\d{0,4})\\.((?:[\\w-]{${letters}}){1,${mostKept}})$`);

/**
 * @param cookieHeader of the request. What is no value of ours is as good as none.
 * @param set the query of the set, which is the same for the same set.
 * @returns how many different sets were looked at, this one among them, and the cookie's new value; null: it stays as it is.
 */
export function lookAt(
  cookieHeader: string | undefined,
  set: string,
  name = visitCookie,
): { readonly tries: number; readonly value: string | null } {
  const [, count = "0", kept = ""] = form.exec(cookieIn(cookieHeader, name)) ?? [];
  const digests: readonly string[] = kept.match(/.{6}/g) ?? [];
  const before = Math.max(Number(count), digests.length);
  const digest = hash("sha256", set, "base64url").slice(0, letters);
  if (digests.includes(digest)) return { tries: Math.min(before, mostTries), value: null };
  const tries = Math.min(before + 1, mostTries);
  return { tries, value: `${tries}.${digests.length < mostKept ? kept + digest : kept}` };
}

/** The value of Set-Cookie. It has no time, so that it ends with the browser's session. An empty value ends the visit. */
export function visitSetCookie(value: string, isHttps: boolean, name = visitCookie): string {
  const end = value === "" ? "; Max-Age=0" : "";
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}${end}`;
}
