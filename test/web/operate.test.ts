/** The pages for operators: who sees them, what they do, and what nobody can make them do. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { accountIdOf } from "../../src/access/account-id.ts";
import { readAccount, setAccount } from "../../src/access/accounts.ts";
import { listKeys } from "../../src/access/keys/account-keys.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { DatabaseError } from "../../src/database/database-error.ts";
import { listDisputes } from "../../src/operate/decisions/disputes.ts";
import { openDesk } from "../../src/serve/operating/desk.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { long } from "../support/volume.ts";
import { openManageSite, type TestBrowser, tokenIn } from "./manage-site.ts";
import { ann, askFor, bob, confirm, disputed, type OperateSite, openOperateSite, rowsOf } from "./operate-site.ts";

const jane = "jane@example.com";
const pages = ["", "/alarms", "/disputes", "/accounts", `/account?email=${jane}`, "/sign-ins", "/audit", "/asked"];
const minuteMs = 60_000;

for (const name of engineNames) {
  describe(`on ${name}`, () => {
    let engine: TestEngine;
    let site: OperateSite;
    let laterMs = 0;
    let isAway = false;
    let browser: TestBrowser;
    const ask = (form: Record<string, string>) => askFor(site, { browser, email: ann }, form);
    const limits = { deed: "limits", email: jane, per_minute: "500", per_month: "" };
    const perMinute = async () => (await readAccount(site.access, jane, new Date()))?.requestsPerMinute;

    beforeAll(async () => {
      engine = await startEngine(name);
      site = await openOperateSite(await engine.migratedUrl(), ({ operators, ...deps }) => ({
        ...deps,
        // Tests ask for more links than people do.
        allowances: { may: async () => true },
        clock: () => new Date(Date.now() + laterMs),
        operators: operators
          ? {
              ...operators,
              desk: {
                ...operators.desk,
                resolve: (decision) =>
                  isAway ? Promise.reject(new DatabaseError("away")) : operators.desk.resolve(decision),
              },
            }
          : null,
      }));
      await setAccount(site.access, jane, { plan: "standard" }, new Date());
      browser = await site.member(ann);
    });
    afterAll(async () => {
      await site[Symbol.asyncDispose]();
      await engine.close();
    });

    test("whoever is not of the list gets what an address gets at which there is nothing, signed in or not", async () => {
      const member = await site.member(jane);
      for (const each of [site.visitor(), member]) {
        const nothing = await each.get("/nothing");
        for (const path of [...pages, "/confirm?token=x", "/more"]) {
          const answer = await each.get(`/operate${path}`);
          assert.deepEqual([answer.status, answer.body], [404, nothing.body], path);
        }
        for (const path of ["", "/ask", "/confirm", "/sign-in-again", "/accounts"]) {
          for (const type of ["application/x-www-form-urlencoded", "application/json", "text/plain"]) {
            const headers = { "content-type": type, origin: "https://evil.example" };
            const answer = await each.send({ method: "POST", url: `/manage/operate${path}`, headers, payload: "{" });
            assert.deepEqual([answer.status, answer.body], [404, nothing.body], `${path} ${type}`);
          }
        }
        for (const method of ["PUT", "DELETE", "OPTIONS"] as const) {
          const { status } = await each.send({ method, url: "/manage/operate" });
          assert.equal(status, 404, method);
        }
      }
      assert.doesNotMatch((await member.get("")).body, /operate/);
      assert.match((await browser.get("")).body, /href="\/manage\/operate"/);
    });

    test("every page is there for an operator, is kept by no cache and is shown in no frame", async () => {
      for (const path of pages) {
        const { status, headers, body } = await browser.get(`/operate${path}`);
        assert.equal(status, 200, path);
        assert.equal(headers["cache-control"], "no-store");
        assert.equal(headers["referrer-policy"], "same-origin");
        assert.match(String(headers["content-security-policy"]), /frame-ancestors 'none'/);
        assert.doesNotMatch(body, /<style|<script(?! src)| style=| on[a-z]+=|javascript:/);
      }
      assert.match((await browser.get("/operate/accounts?find=JANE")).body, /jane@example\.com/);
      assert.match((await browser.get("/operate/accounts?find=%25")).body, /0 found/);
      assert.equal((await browser.get("/operate/account?email=nobody@example.com")).status, 404);
    });

    test("a change of limits waits for the mailed link, is done once, and stands in the list", async () => {
      const link = await ask({ ...limits, note: "asked by phone" });
      assert.notEqual(await perMinute(), 500);
      for (let scan = 0; scan < 2; scan++) {
        const { body, headers } = await browser.get(link);
        assert.match(
          body,
          /Give jane@example\.com 500 requests a minute for each key and its plan&#39;s requests a month/,
        );
        assert.equal(headers["referrer-policy"], "no-referrer");
      }
      const done = await confirm(browser, link);
      assert.equal(done.headers.location, `/manage/operate/account?email=${encodeURIComponent(jane)}&notice=op_done`);
      assert.equal(await perMinute(), 500);
      const account = accountIdOf(jane);
      const [asked, row] = (await rowsOf(site.access)).slice(-2);
      assert.deepEqual(
        [asked?.deed, asked?.wanted, asked?.who, asked?.account],
        ["link asked", "limits", ann, account],
      );
      assert.deepEqual(row, {
        through: "page",
        who: ann,
        deed: "account set",
        account,
        plan: "standard",
        standing: "active",
        per_minute: 500,
        per_month: null,
        per_minute_before: null,
        per_month_before: null,
        note: "asked by phone",
      });
      await setAccount(site.access, jane, { requestsPerMinute: null }, new Date());
      assert.equal((await confirm(browser, link)).headers.location, "/manage/operate?notice=op_link");
      assert.notEqual(await perMinute(), 500, "a replayed link does nothing");
    });

    test("of one link that is confirmed ten times at once, one does the deed", async () => {
      const link = await ask(limits);
      const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(browser, link)));
      const done = answers.filter(({ headers }) => /op_done/.test(String(headers.location)));
      assert.equal(done.length, 1);
      await setAccount(site.access, jane, { requestsPerMinute: null }, new Date());
    });

    test("a link is of the session that asked: not another operator's, nor after a sign-out or a new sign-in", async () => {
      const other = await site.member(bob);
      const second = await site.member(ann);
      const link = await ask(limits);
      for (const thief of [other, second]) {
        assert.equal((await thief.get(link)).headers.location, "/manage/operate?notice=op_link");
        assert.equal((await confirm(thief, link)).headers.location, "/manage/operate?notice=op_link");
      }
      const nobody = await site.member(jane);
      for (const each of [site.visitor(), nobody]) assert.equal((await each.get(link)).status, 404);
      await browser.post("/sign-out", {}, "/operate/asked");
      assert.equal((await confirm(browser, link)).status, 404);
      browser = await site.member(ann);
      assert.equal((await confirm(browser, link)).headers.location, "/manage/operate?notice=op_link");
      assert.notEqual(await perMinute(), 500);
    });

    test("a link that is late, cut or made up does nothing", async () => {
      const link = await ask(limits);
      for (const bad of [link.slice(0, -1), `${link}x`, "/operate/confirm?token=", "/operate/confirm"]) {
        assert.equal((await browser.get(bad)).headers.location, "/manage/operate?notice=op_link", bad);
      }
      laterMs = 16 * minuteMs;
      assert.equal((await confirm(browser, link)).headers.location, "/manage/operate?notice=op_link");
      laterMs = 0;
      assert.notEqual(await perMinute(), 500);
    });

    test("a form without the session's token, or from another site, is refused, and no mail is sent", async () => {
      const other = await site.member(bob);
      const foreign = tokenIn((await other.get("/operate/asked")).body);
      const own = tokenIn((await browser.get("/operate/asked")).body);
      const link = await ask(limits);
      const token = link.slice(link.indexOf("=") + 1);
      const before = site.mailbox.linksTo(ann).length;
      for (const csrf of ["", "x", foreign]) {
        assert.equal((await browser.postRaw("/operate/ask", { ...limits, csrf })).status, 403);
        assert.equal((await browser.postRaw("/operate/confirm", { token, csrf })).status, 403);
        assert.equal((await browser.postRaw("/operate/sign-in-again", { csrf })).status, 403);
      }
      for (const headers of [
        { "sec-fetch-site": "cross-site" },
        { origin: "https://evil.example" },
        { origin: "null" },
      ]) {
        assert.equal((await browser.postRaw("/operate/ask", { ...limits, csrf: own }, headers)).status, 403);
      }
      assert.equal(site.mailbox.linksTo(ann).length, before);
      assert.notEqual(await perMinute(), 500);
    });

    test("after 30 minutes every page asks for a new sign-in, and no form does anything", async () => {
      laterMs = 31 * minuteMs;
      for (const path of pages) {
        const { status, body } = await browser.get(`/operate${path}`);
        assert.deepEqual([status, /<h1>Sign in again<\/h1>/.test(body)], [403, true], path);
      }
      const csrf = tokenIn((await browser.get("/operate")).body);
      const before = site.mailbox.linksTo(ann).length;
      assert.equal((await browser.postRaw("/operate/ask", { ...limits, csrf })).status, 403);
      assert.equal(site.mailbox.linksTo(ann).length, before);
      const sent = await browser.postRaw("/operate/sign-in-again", { csrf });
      assert.match(sent.body, /Check your e-mail/);
      assert.match(site.mailbox.linksTo(ann).at(-1) ?? "", /\/manage\/link\?token=/);
      laterMs = 29 * minuteMs;
      assert.equal((await browser.get("/operate/sign-ins")).status, 200);
      laterMs = 0;
    });

    test("a dispute is resolved as by the command, and undone", async () => {
      const { body } = await browser.get("/operate/disputes");
      assert.ok(body.includes(disputed));
      assert.match(
        body,
        /<option>canonical<\/option><option>espn<\/option>|<option>espn<\/option><option>canonical<\/option>/,
      );
      const link = await ask({ deed: "resolve", game: disputed.toLowerCase(), provider: "espn", note: "box score" });
      assert.equal((await listDisputes(site.facts))[0]?.decision, null);
      assert.equal((await confirm(browser, link)).headers.location, "/manage/operate/disputes?notice=op_done");
      const [game] = await listDisputes(site.facts);
      assert.deepEqual([game?.open, game?.decision?.provider], [false, "espn"]);
      const row = { through: "page", who: ann, game: disputed, provider: "espn", note: "box score" };
      const [noted] = (await rowsOf(site.facts)).slice(-1);
      assert.deepEqual({ ...noted, stated: null }, { ...row, deed: "resolve", stated: null });
      const again = await ask({ deed: "resolve", game: disputed, provider: "espn" });
      assert.match(String((await confirm(browser, again)).headers.location), /op_unchanged/);
      for (const wrong of [
        { game: disputed, provider: "nflverse" },
        { game: "NBA-20250110-NYK-LAL", provider: "espn" },
      ]) {
        const nothing = await ask({ deed: "resolve", ...wrong });
        assert.match(String((await confirm(browser, nothing)).headers.location), /op_gone/);
      }
      const undo = await ask({ deed: "resolve undo", game: disputed });
      assert.match(String((await confirm(browser, undo)).headers.location), /op_done/);
      assert.equal((await listDisputes(site.facts))[0]?.decision, null);
      assert.equal((await rowsOf(site.facts)).length, 2, "what changed nothing is not noted");
    });

    test("a link whose deed could not be done is good once more", async () => {
      const link = await ask({ deed: "resolve", game: disputed, provider: "espn" });
      isAway = true;
      const failed = await confirm(browser, link);
      isAway = false;
      assert.deepEqual([failed.status, failed.headers["retry-after"]], [503, "10"]);
      assert.match(String((await confirm(browser, link)).headers.location), /op_done/);
      assert.equal((await browser.get(link)).headers.location, "/manage/operate?notice=op_link");
    });

    test("a key is revoked, once, and the list has its id", async () => {
      const { keyId } = await createKey(site.access, { email: jane, now: new Date() });
      assert.ok((await browser.get(`/operate/account?email=${jane}`)).body.includes(keyId));
      const link = await ask({ deed: "key revoke", email: jane, key: keyId });
      assert.match(String((await confirm(browser, link)).headers.location), /op_done/);
      assert.notEqual((await listKeys(site.access, jane)).find((key) => key.keyId === keyId)?.revokedMs, null);
      assert.deepEqual((await rowsOf(site.access)).at(-1), {
        through: "page",
        who: ann,
        deed: "key revoke",
        account: accountIdOf(jane),
        key: keyId,
        note: "",
      });
      const more = await browser.post(
        "/operate/ask",
        { deed: "key revoke", email: jane, key: keyId },
        "/operate/asked",
      );
      assert.equal(more.headers.location, "/manage/operate/accounts?notice=op_gone");
    });

    test("what people write is bounded, is shown as text, and holds neither a key nor a link", async () => {
      const { key } = await createKey(site.access, { email: jane, now: new Date() });
      const note = `<script>alert(1)</script>\r\nBcc: x@evil.example \u202e${key} ${"x".repeat(300)}`;
      const link = await ask({ ...limits, note });
      const shown = (await browser.get(link)).body;
      assert.ok(shown.includes("&#60;script&#62;alert(1)") && !shown.includes("<script>alert"));
      await confirm(browser, link);
      const row = (await rowsOf(site.access)).at(-1);
      const text = String(row?.note);
      assert.ok(text.length <= 200 && !text.includes(key) && text.includes("gl_live_…"), text);
      assert.doesNotMatch(text, /[\p{Cc}\p{Bidi_C}]/u);
      const { body } = await browser.get("/operate/audit");
      assert.ok(body.includes("&#60;script&#62;") && !body.includes("<script>alert"));
      const refused = await browser.post(
        "/operate/ask",
        { ...limits, note: "see https://x.example" },
        "/operate/asked",
      );
      assert.equal(refused.headers.location, "/manage/operate/accounts?notice=op_note");
      await setAccount(site.access, jane, { requestsPerMinute: null }, new Date());
    });

    test("a field that says nothing is refused before any mail is sent", async () => {
      const before = site.mailbox.linksTo(ann).length;
      for (const form of [
        {},
        { ...limits, deed: "constructor" },
        { ...limits, per_minute: "0" },
        { ...limits, per_minute: "-1" },
        { ...limits, per_month: "2147483648" },
        { ...limits, per_month: "1e3" },
        { ...limits, email: "jane@example.com\r\nBcc: x@evil.example" },
        { ...limits, email: "nobody@example.com" },
        { deed: "resolve", game: "<b>", provider: "espn" },
        { deed: "resolve", game: disputed, provider: "Espn\n" },
        { deed: "sign-ins end", email: "" },
      ]) {
        const { status, headers } = await browser.post(
          "/operate/ask",
          form as Record<string, string>,
          "/operate/asked",
        );
        assert.equal(status, 303);
        assert.match(String(headers.location), /notice=op_(?:bad|gone)$/, JSON.stringify(form));
      }
      assert.equal(site.mailbox.linksTo(ann).length, before);
    });

    test("somebody is signed out everywhere, an operator too", async () => {
      const member = await site.member(jane);
      assert.match((await browser.get("/operate/sign-ins")).body, /jane@example\.com/);
      const link = await ask({ deed: "sign-ins end", email: jane });
      assert.match(String((await confirm(browser, link)).headers.location), /op_done/);
      assert.doesNotMatch((await member.get("")).body, /Sign out/);
      const none = await ask({ deed: "sign-ins end", email: jane });
      assert.match(String((await confirm(browser, none)).headers.location), /op_unchanged/);
      const other = await site.member(bob);
      assert.equal((await other.get("/operate/asked")).status, 200);
      await confirm(browser, await ask({ deed: "sign-ins end", email: bob }));
      assert.equal((await other.get("/operate/asked")).status, 404);
    });
  });
}

describe("in a thread of its own", long, () => {
  for (const name of engineNames) {
    test(`a dispute is listed, decided and noted on ${name}`, async () => {
      const engine = await startEngine(name);
      const site = await openOperateSite(await engine.migratedUrl());
      const desk = openDesk(site.facts, site.facts);
      assert.equal((await desk.disputes())[0]?.open, true);
      assert.equal((await desk.nights()).unpublishedImports, 1);
      const decision = { email: ann, gameId: disputed, note: "" };
      assert.equal(await desk.resolve({ ...decision, provider: "espn" }), "done");
      assert.equal(await desk.unresolve({ ...decision, gameId: "NBA-20250110-NYK-LAL" }), "missing");
      assert.equal((await listDisputes(site.facts))[0]?.open, false);
      assert.deepEqual(
        (await desk.deeds(9)).map(({ deed, who }) => [deed, who]),
        [["resolve", ann]],
      );
      await site[Symbol.asyncDispose]();
      await engine.close();
    });
  }
});

describe("on sqlite, once", () => {
  test("links that confirm are counted with those that sign in", async () => {
    const engine = await startEngine("sqlite");
    const site = await openOperateSite(await engine.freshUrl());
    const browser = await site.member(ann);
    const form = { deed: "sign-ins end", email: jane };
    const codes: string[] = [];
    for (let time = 0; time < 10; time++) {
      codes.push(String((await browser.post("/operate/ask", form, "/operate/asked")).headers.location));
    }
    assert.deepEqual(
      codes.map((code) => code.includes("too_many")),
      [...Array.from({ length: 9 }, () => false), true],
    );
    await site[Symbol.asyncDispose]();
    await engine.close();
  });

  test("without ADMIN_EMAILS, or without mail, there is nothing at the address", async () => {
    await using site = await openManageSite();
    const member = await site.member(ann);
    const nothing = await member.get("/nothing");
    for (const path of pages) {
      const { status, body } = await member.get(`/operate${path}`);
      assert.deepEqual([status, body], [404, nothing.body]);
    }
    assert.doesNotMatch((await member.get("")).body, /operate/);
  });
});
