/** The pages for operators, on either engine: who sees them, what they show, and that they change nothing. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { resolveDispute } from "../../src/operate/decisions.ts";
import { operatorQuestions, tasksInPlace } from "../../src/serve/threads/archive-tasks.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { gameRecord, items } from "../support/records.ts";
import { assertStrict, openManageSite, type TestBrowser } from "./manage-site.ts";

const disputed = "NBA-20250110-NYK-BOS";
const ann = "ann@example.com";
const jane = "jane@example.com";
/** The local part of an address may have an apostrophe, which ends a word that a shell reads. */
const odd = "o'hara@example.com";
const paths = ["", "/alarms", "/disputes", "/accounts", `/account?email=${jane}`, "/sign-ins", "/audit"];
const minuteMs = 60_000;

async function openOperateSite(url: string) {
  const facts = await openDatabase(url);
  const access = await openAccess(url);
  const records = [gameRecord(), gameRecord({ provider: "espn", game_id: "x1", home_score: 111 })];
  await importItems(facts, items(...records), "2026-01-01T00:00:00Z");
  const time = { laterMs: 0 };
  const site = await openManageSite({
    access,
    facts,
    clock: () => new Date(Date.now() + time.laterMs),
    isMailed: true,
    env: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "hello@gradeline.example", ADMIN_EMAILS: "Ann@Example.com" },
    // A thread takes long to start on a busy machine.
    questions: operatorQuestions(facts, tasksInPlace(facts)),
  });
  return { ...site, facts, time };
}

for (const name of engineNames) {
  describe(`on ${name}`, () => {
    let engine: TestEngine;
    let site: Awaited<ReturnType<typeof openOperateSite>>;
    let browser: TestBrowser;
    const shown = async (path: string) => (await browser.get(`/operate${path}`)).page;

    beforeAll(async () => {
      engine = await startEngine(name);
      site = await openOperateSite(await engine.migratedUrl());
      await setAccount(site.access, jane, { plan: "standard" }, new Date());
      await setAccount(site.access, odd, { plan: "standard" }, new Date());
      browser = await site.member(ann);
    });
    afterAll(async () => {
      await site[Symbol.asyncDispose]();
      await site.access.close();
      await engine.close();
    });

    test("whoever is not of the list gets what an address gets at which there is nothing, signed in or not", async () => {
      const member = await site.member(jane);
      for (const each of [site.browser(), member]) {
        const nothing = await each.get("/nothing");
        for (const path of [...paths, "/more"]) {
          const answer = await each.get(`/operate${path}`);
          assert.deepEqual([answer.status, answer.body], [404, nothing.body], path);
        }
        for (const method of ["POST", "PUT", "DELETE", "OPTIONS"] as const) {
          const { status } = await each.send({ method, url: "/manage/operate" });
          assert.equal(status, 404, method);
        }
      }
      assert.doesNotMatch((await member.get("")).body, /operate/);
      assert.match((await browser.get("")).body, /href="\/manage\/operate"/);
    });

    test("every page is there for an operator, changes nothing, is kept by no cache and is shown in no frame", async () => {
      for (const path of paths) {
        const answer = await browser.get(`/operate${path}`);
        assert.equal(answer.status, 200, path);
        assertStrict(answer, path);
        const forms = [...answer.page.document.querySelectorAll("[method=post]")].map((form) =>
          form.getAttribute("action"),
        );
        assert.deepEqual(forms, ["/manage/sign-out"], path);
      }
      assert.equal((await shown("/accounts?find=JANE")).table("Accounts and use")[0]?.[0], jane);
      assert.match((await shown("/accounts?find=%25")).text("main"), /0 found/);
      assert.equal((await browser.get("/operate/account?email=nobody@example.com")).status, 404);
    });

    test("a page names the commands that change what it shows, and what people chose is one word of them", async () => {
      const { keyId, prefix, lastFour } = await createKey(site.access, { email: jane, now: new Date() });
      const account = await shown(`/account?email=${jane}`);
      assert.ok(account.text(".rows").includes(keyId));
      assert.deepEqual(account.texts("pre"), [
        `gradeline account set ${jane} --requests-per-minute N --requests-per-month N`,
        `gradeline account sign-out ${jane}`,
        `gradeline key revoke ${prefix} --last-four ${lastFour}`,
      ]);
      const commands = (await shown(`/account?email=${odd}`)).texts("pre");
      assert.equal(commands[1], "gradeline account sign-out 'o'\\''hara@example.com'");
      const resolve = `gradeline resolve ${disputed}`;
      const choices = ["espn", "canonical"].map((provider) => `${resolve} --provider ${provider}`);
      assert.deepEqual((await shown("/disputes")).texts("pre").toSorted(), choices.toSorted());
      await resolveDispute(site.facts, disputed, "espn", new Date().toISOString());
      const decided = await shown("/disputes");
      assert.match(decided.text("main"), /Decided for espn/);
      assert.equal(decided.texts("pre").at(-1), `${resolve} --undo`);
      assert.match((await shown("/sign-ins")).text("main"), /ann@example\.com/);
    });

    test("the audit list has what operators did, as text", async () => {
      const actor = { through: "command", who: "<script>alert(1)</script>" } as const;
      await setAccount({ ...site.access, actor }, jane, { requestsPerMinute: 7 }, new Date());
      const [[, who, deed, about = ""] = []] = (await shown("/audit")).cells("main");
      assert.deepEqual([who, deed], [actor.who, "account set"]);
      assert.match(about, /per minute 7/);
    });

    test("after 30 minutes every page asks for a new sign-in", async () => {
      site.time.laterMs = 31 * minuteMs;
      for (const path of paths) {
        const { status, body, page } = await browser.get(`/operate${path}`);
        assert.deepEqual([status, page.text("h1")], [403, "Sign in again"], path);
        assert.doesNotMatch(body, /jane/);
      }
      site.time.laterMs = 29 * minuteMs;
      assert.equal((await browser.get("/operate/sign-ins")).status, 200);
      site.time.laterMs = 0;
    });
  });
}

test("without ADMIN_EMAILS, or without mail, there is nothing at the address", async () => {
  await using site = await openManageSite();
  const member = await site.member(ann);
  const nothing = await member.get("/nothing");
  for (const path of paths) {
    const { status, body } = await member.get(`/operate${path}`);
    assert.deepEqual([status, body], [404, nothing.body]);
  }
  assert.doesNotMatch((await member.get("")).body, /operate/);
});
