/** Signs somebody in, without the pages that lead there. */
import assert from "node:assert/strict";
import type { SignIn } from "../../src/access/people/sign-in.ts";

/** The value of the header Cookie of somebody who is signed in. */
export async function sessionCookie(signIn: SignIn, email: string): Promise<string> {
  const { link } = await signIn.requestLink(email, email);
  const used = await signIn.useLink(new URL(link ?? "").searchParams.get("token") ?? "");
  const set = used?.setCookies.find((each) => !each.includes("Max-Age=0;")) ?? "";
  assert.match(set, /; Path=\/;/);
  return set.split(";", 1)[0] ?? "";
}
