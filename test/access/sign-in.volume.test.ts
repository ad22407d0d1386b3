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
  const ask = (email: string) => signIn.requestLink(email, `10.1.${++addresses >> 8}.${addresses & 255}`);
  const linkFor = async (email: string): Promise<string> => {
    const { outcome, link } = await signIn.requestLink(email, `10.0.0.${++addresses}`);
    assert.equal(outcome, "sent");
    return tokenOf(link);
  };
  const signedIn = async (email: string) => {
    const used = await signIn.useLink(await linkFor(email));
    assert.ok(used !== null);
    return { cookie: cookieOf(used.setCookies), setCookies: used.setCookies, email: used.email };
  };

  beforeAll(async () => {
    signIn = openSignIn(on.access, settings);
  });

  test("a link signs its reader in, once; capitals and spaces do not make another person", async () => {
    const token = await linkFor(" Jane@Example.com ");
    const used = await signIn.useLink(token);
    assert.equal(used?.email, "jane@example.com");
    assert.equal(await signIn.useLink(token), null);
    const session = await signIn.sessionOf(cookieOf(used?.setCookies ?? []));
    assert.equal(session?.email, "jane@example.com");
  });

  test("of one link that is used ten times at once, one use is good", async () => {
    const token = await linkFor("jane@example.com");
    const uses = await Promise.all(Array.from({ length: 10 }, () => signIn.useLink(token)));
    assert.equal(uses.filter((used) => used !== null).length, 1);
  });

  test("an expired link, a made-up one and an empty one are no good", async () => {
    const token = await linkFor("late@example.com");
    const past = new Date(Date.now() - 1000).toISOString();
    await tablesOf<Tables>(on.access.kysely).updateTable("sign_in_links").set({ expiresAt: past }).execute();
    assert.equal(await signIn.useLink(token), null);
    for (const nonsense of ["x", "", "a".repeat(32), "' or 1=1 --", "%00", "\u0000"]) {
      assert.equal(await signIn.useLink(nonsense), null, nonsense);
    }
  });

  test("whose link it is can be asked without using it up, as long as it is good", async () => {
    const token = await linkFor("whose@example.com");
    for (let time = 0; time < 3; time++) assert.equal(await signIn.emailOfLink(token), "whose@example.com");
    assert.equal((await signIn.useLink(token))?.email, "whose@example.com");
    const late = await linkFor("whose@example.com");
    const past = new Date(Date.now() - 1000).toISOString();
    await tablesOf<Tables>(on.access.kysely).updateTable("sign_in_links").set({ expiresAt: past }).execute();
    for (const none of [token, late, "", "\u0000", "' or 1=1 --"]) assert.equal(await signIn.emailOfLink(none), null);
  });

  test("the database holds neither links nor anything that works as a cookie", async () => {
    const token = await linkFor("thief@example.com");
    const { cookie } = await signedIn("thief@example.com");
    const tables = tablesOf<Tables>(on.access.kysely);
    const links = await tables.selectFrom("sign_in_links").selectAll().execute();
    assert.ok(links.length > 0 && !JSON.stringify(links).includes(token));
    for (const { identifier } of links) assert.equal(await signIn.useLink(identifier.split(":").at(-1) ?? ""), null);
    const sessions = await tables.selectFrom("sign_in_sessions").selectAll().execute();
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
    const cleared = await signIn.signOut(first.cookie);
    assert.ok(cleared.some((setCookie) => /Max-Age=0/.test(setCookie)));
    assert.equal(await signIn.sessionOf(first.cookie), null);
    assert.equal((await signIn.sessionOf(second.cookie))?.email, "two@example.com");
  });

  test("a session that somebody set beforehand is not the one that is signed in", async () => {
    const planted = "__Secure-gradeline.session_token=planted.signature";
    assert.equal(await signIn.sessionOf(planted), null);
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
    const known = await sending.requestLink("known@example.com", "10.3.3.3");
    const unknown = await sending.requestLink("unknown@example.com", "10.3.3.3");
    assert.deepEqual(known, unknown);
    assert.deepEqual(known, { outcome: "sent", link: null });
  });

  test("a mailbox gets ten links in a quarter of an hour, and an address asks for thirty", async () => {
    const ask = async (email: string, address: string) => (await signIn.requestLink(email, address)).outcome;
    for (let turn = 0; turn < 10; turn++) assert.equal(await ask("many@example.com", `10.4.4.${turn}`), "sent");
    assert.equal(await ask("many@example.com", "10.4.4.99"), "too_many");
    for (let turn = 0; turn < 30; turn++) assert.equal(await ask(`m${turn}@example.com`, "10.5.5.5"), "sent");
    assert.equal(await ask("m31@example.com", "10.5.5.5"), "too_many");
    // To a server behind a proxy on its own machine that it does not trust, everybody is this machine.
    for (let turn = 0; turn < 30; turn++) assert.equal(await ask(`here${turn}@example.com`, "127.0.0.1"), "sent");
    assert.equal(await ask("here31@example.com", "127.0.0.1"), "too_many");
  });

  test("mail that cannot be sent is said so, and logged without the link", async () => {
    const failures: unknown[] = [];
    const failing = openSignIn(on.access, {
      ...settings,
      send: async () => {
        throw new Error("no route to the mail server");
      },
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
    const people = await tablesOf<Tables>(on.access.kysely).selectFrom("sign_in_people").select("email").execute();
    assert.ok(people.length > 0 && !people.some(({ email }) => email === "gone@example.com"));
  });
});
