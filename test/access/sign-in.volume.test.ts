// @module-tag volume
/** Links and sessions, on both engines: what the library keeps is kept in our tables, and a link is good once. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { beforeAll, test } from "vitest";
import { deleteAccount } from "../../src/access/accounts.ts";
import { openSignIn, type SignIn, type SignInSettings, sessionPath } from "../../src/access/people/sign-in.ts";
import { tablesOf } from "../../src/database/engine.ts";
import { onEachEngine } from "../support/access.ts";
import { share } from "../support/volume.ts";

type Tables = {
  sign_in_links: { identifier: string; expiresAt: unknown };
  sign_in_sessions: { token: string; expiresAt: unknown };
  sign_in_people: { email: string };
};

const cookieOf = (setCookies: readonly string[]): string =>
  setCookies.map((setCookie) => setCookie.split(";", 1)[0]).join("; ");
const tokenOf = (link: string | null): string => new URL(link ?? "").searchParams.get("token") ?? "";

/** Of the characters that decide. */
const nearlyEmail = fc
  .tuple(...[3, 3, 3].map((maxLength) => fc.string({ unit: fc.constantFrom(..."aZ0.'+-_!ü "), maxLength })))
  .map(([local, domain, top]) => `${local}@${domain}.${top}`);

onEachEngine((on) => {
  let signIn: SignIn;
  let addresses = 0;
  const settings: SignInSettings = {
    manageUrl: "https://gradeline.example/manage",
    secret: "a secret of at least 32 characters",
    send: null,
    onUnsent: () => {},
    onFailure: (error) => assert.fail(String(error)),
  };
  const tables = () => tablesOf<Tables>(on.access.kysely);
  /** Everybody comes from an address of their own. */
  const ask = (email: string) => signIn.requestLink(email, `10.1.${++addresses >> 8}.${addresses & 255}`);
  const linkFor = async (email: string): Promise<string> => {
    const { outcome, link } = await ask(email);
    assert.equal(outcome, "sent");
    return tokenOf(link);
  };
  async function signedIn(email: string) {
    const { setCookies } = (await signIn.useLink(await linkFor(email))) ?? assert.fail();
    return { cookie: cookieOf(setCookies), setCookies };
  }

  beforeAll(() => {
    signIn = openSignIn(on.access, settings);
  });

  test("of one link that is used ten times at once, one use is good, and signs its reader in", async () => {
    const token = await linkFor(" Jane@Example.com ");
    for (let look = 0; look < 3; look++) assert.equal(await signIn.emailOfLink(token), "jane@example.com");
    const uses = await Promise.all(Array.from({ length: 10 }, () => signIn.useLink(token)));
    const [used, ...others] = uses.filter((use) => use !== null);
    assert.deepEqual([used?.email, others], ["jane@example.com", []]);
    assert.equal((await signIn.sessionOf(cookieOf(used?.setCookies ?? [])))?.email, "jane@example.com");
  });

  test("a link that is used, expired, made up or empty is no good, and tells nobody's address", async () => {
    const used = await linkFor("late@example.com");
    await signIn.useLink(used);
    const late = await linkFor("late@example.com");
    const past = new Date(Date.now() - 1000).toISOString();
    await tables().updateTable("sign_in_links").set({ expiresAt: past }).execute();
    for (const token of [used, late, "x", "", "a".repeat(32), "' or 1=1 --", "%00", "\u0000"]) {
      assert.deepEqual([await signIn.emailOfLink(token), await signIn.useLink(token)], [null, null], token);
    }
  });

  test("the database holds neither links nor anything that works as a cookie", async () => {
    const token = await linkFor("thief@example.com");
    const { cookie } = await signedIn("thief@example.com");
    const links = await tables().selectFrom("sign_in_links").selectAll().execute();
    assert.ok(links.length > 0 && !JSON.stringify(links).includes(token));
    for (const { identifier } of links) assert.equal(await signIn.useLink(identifier.split(":").at(-1) ?? ""), null);
    const sessions = await tables().selectFrom("sign_in_sessions").selectAll().execute();
    const name = cookie.slice(0, cookie.indexOf("="));
    for (const stolen of sessions) {
      assert.equal(await signIn.sessionOf(`${name}=${stolen.token}`), null);
      assert.equal(await signIn.sessionOf(`${name}=${stolen.token}.${"A".repeat(43)}%3D`), null);
    }
    const other = openSignIn(on.access, { ...settings, secret: "another secret of at least 32 characters" });
    assert.equal(await other.sessionOf(cookie), null);
    assert.ok((await signIn.sessionOf(cookie)) !== null);
  });

  test("signing in makes a new session each time, and signing out ends that one", async () => {
    const first = await signedIn("two@example.com");
    const second = await signedIn("two@example.com");
    assert.notEqual(first.cookie, second.cookie);
    assert.match((await signIn.signOut(first.cookie)).join(), /Max-Age=0/);
    assert.equal(await signIn.sessionOf(first.cookie), null);
    assert.equal((await signIn.sessionOf(second.cookie))?.email, "two@example.com");
  });

  test("a session that somebody set beforehand is not the one that is signed in", async () => {
    const planted = "__Secure-gradeline.session_token=planted.signature";
    const { cookie } = await signedIn("fixed@example.com");
    assert.ok(!cookie.includes("planted"));
    assert.equal(await signIn.sessionOf(planted), null);
  });

  test("cookies are for our own pages alone: HttpOnly, SameSite=Lax, their path, and Secure on https", async () => {
    const { setCookies } = await signedIn("cookie@example.com");
    assert.equal(setCookies.length, 1);
    assert.match(
      setCookies[0] ?? "",
      /^__Secure-gradeline\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    for (const [manageUrl, path] of [
      ["https://x.example/manage", "/"],
      ["https://x.example/manage/", "/"],
      ["https://x.example/gradeline/manage", "/gradeline"],
      ["https://x.example/account/keys", "/account/keys"],
      ["https://x.example/old-manage", "/old-manage"],
      ["https://keys.x.example", "/"],
    ] as const) {
      assert.equal(sessionPath(manageUrl), path, manageUrl);
    }
    const plain = openSignIn(on.access, { ...settings, manageUrl: "http://127.0.0.1:8080/manage" });
    const { link } = await plain.requestLink("plain@example.com", "10.1.1.1");
    assert.ok(link?.startsWith("http://127.0.0.1:8080/manage/link?token="));
    const used = await plain.useLink(tokenOf(link));
    assert.ok(!used?.setCookies[0]?.includes("Secure"));
  });

  test("every address is taken, or is no address and gets no link and no hint: none is an error", async () => {
    const taken = [
      "o'brien@example.com",
      "jane+bets@example.com",
      "j.a_n-e@sub.example.co.uk",
      "1@xn--mller-kva.de",
      "-@x.yz",
      `${"x".repeat(242)}@example.com`,
    ];
    const refused = [
      ...["", "jane", "jane@", "@example.com", "a b@example.com", "a@b", `${"x".repeat(250)}@example.com`],
      ...["a!b@x.com", "a..b@x.com", ".a@x.com", "a.@x.com", "jane@müller.de", "jane@x.c", "a@x..com"],
      "a@example.com\r\nBcc: everyone@example.com",
    ];
    for (const email of taken) assert.equal((await ask(email)).outcome, "sent", email);
    for (const email of refused) assert.deepEqual(await ask(email), { outcome: "not_an_address", link: null }, email);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.emailAddress(), nearlyEmail), async (email) => {
        // A mailbox that comes up again and again has had its links.
        assert.match((await ask(email)).outcome, /^(sent|not_an_address|too_many)$/);
      }),
      { numRuns: share(300) },
    );
  });

  test("known and unknown addresses are answered alike", async () => {
    await signedIn("known@example.com");
    const sending = openSignIn(on.access, { ...settings, send: async () => {} });
    for (const email of ["known@example.com", "unknown@example.com"])
      assert.deepEqual(await sending.requestLink(email, "10.3.3.3"), { outcome: "sent", link: null });
  });

  test("a mailbox gets ten links in a quarter of an hour, and an address asks for thirty", async () => {
    const ask = async (email: string, address: string) => (await signIn.requestLink(email, address)).outcome;
    for (let turn = 0; turn < 10; turn++) assert.equal(await ask("many@example.com", `10.4.4.${turn}`), "sent");
    assert.equal(await ask("many@example.com", "10.4.4.99"), "too_many");
    // To a server behind a proxy on its own machine that it does not trust, everybody is this machine.
    for (const address of ["10.5.5.5", "127.0.0.1"]) {
      for (let turn = 0; turn < 30; turn++) assert.equal(await ask(`m${turn}@${address}.example`, address), "sent");
      assert.equal(await ask(`m31@${address}.example`, address), "too_many");
    }
  });

  test("mail that cannot be sent is said so, and logged without the link", async () => {
    const failures: unknown[] = [];
    const failing = openSignIn(on.access, {
      ...settings,
      send: () => Promise.reject(new Error("no route to the mail server")),
      onFailure: (error) => failures.push(error),
    });
    assert.deepEqual(await failing.requestLink("a@example.com", "10.6.6.6"), { outcome: "mail_failed", link: null });
    assert.equal(failures.length, 1);
  });

  test("a person whose account is deleted has no session and no link any more", async () => {
    const { cookie } = await signedIn("gone@example.com");
    const pending = await linkFor("gone@example.com");
    assert.equal(await deleteAccount(on.access, "Gone@example.com"), true);
    assert.equal(await signIn.sessionOf(cookie), null);
    assert.equal(await signIn.useLink(pending), null);
    const people = await tables().selectFrom("sign_in_people").select("email").execute();
    assert.ok(people.length > 0 && !people.some(({ email }) => email === "gone@example.com"));
  });
});
