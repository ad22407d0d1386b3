/** Links, sessions and leaving: what works once, what never works, and what stays on the screen afterwards. */
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { tablesOf } from "../../src/database/engine.ts";
import { openBrowser, openVisitor } from "../support/browser.ts";
import { openPlace } from "./support/place.ts";
import { openStage } from "./support/stage.ts";
import {
  askForLink,
  createKey,
  followLink,
  sees,
  seesNoAccount,
  sendForm,
  signIn,
  startTrial,
} from "./support/steps.ts";

const { browser, place } = await openStage();

async function isRefused(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await sees(page, "That sign-in link has expired or was used before");
  assert.equal(await page.getByRole("button", { name: "Sign out" }).count(), 0);
}

describe("without mail", () => {
  test("where the operator has it so the link is shown, and it is in the log in any case", async () => {
    await using bare = await openPlace({ hasMail: false, settings: { SHOW_SIGN_IN_LINKS: "1" } });
    await using visitor = await openVisitor(browser);
    const { page } = visitor;
    await page.goto(bare.manageUrl);
    await page.getByLabel("E-mail address").fill("operator@example.com");
    await page.getByRole("button", { name: "Send sign-in link" }).click();
    const link = (await page.getByRole("link", { name: "Open sign-in link" }).getAttribute("href")) ?? "";
    assert.ok(link.startsWith(`${bare.manageUrl}/link?token=`));
    assert.ok(bare.log().includes(link));
    await page.getByRole("link", { name: "Open sign-in link" }).click();
    await page.getByRole("button", { name: "Sign in" }).click();
    await sees(page, "You are signed in as operator@example.com");
    assert.equal(bare.mailbox.linksTo("operator@example.com").length, 0);
  });
});

describe("links", () => {
  test("a link works once, also in another browser", async () => {
    await using visitor = await openVisitor(browser);
    await using thief = await openVisitor(browser);
    const link = await askForLink(visitor.page, place, "once@example.com");
    await followLink(visitor.page, link);
    await visitor.page.getByRole("button", { name: "Sign out" }).waitFor();
    await isRefused(thief.page, link);
  });

  test("a link that was made up, cut or expired leads back to the form", async () => {
    await using visitor = await openVisitor(browser);
    const { page } = visitor;
    const link = await askForLink(page, place, "late@example.com");
    for (const bad of [`${place.manageUrl}/link?token=${"x".repeat(32)}`, link.slice(0, -1)])
      await isRefused(page, bad);
    await page.goto(`${place.manageUrl}/link`);
    await sees(page, "That sign-in link has expired");
    await tablesOf<{ sign_in_links: { expiresAt: unknown } }>(place.access.kysely)
      .updateTable("sign_in_links")
      .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
      .execute();
    await isRefused(page, link);
    await signIn(page, place, "late@example.com");
  });

  test("the mailed link is of MANAGE_URL, whatever Host and X-Forwarded-Host say", async () => {
    const email = "poisoned@example.com";
    const form = await fetch(place.manageUrl);
    const csrf = /name="csrf" value="([^"]*)"/.exec(await form.text())?.[1] ?? "";
    const cookie = form.headers
      .getSetCookie()
      .map((each) => each.split(";", 1)[0])
      .join("; ");
    const tricks: Record<string, string>[] = [
      { host: "evil.example" },
      { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
      { host: "evil.example", origin: "http://evil.example", forwarded: "host=evil.example" },
    ];
    for (const headers of tricks) {
      const status = await post(`${place.manageUrl}/sign-in`, { cookie, ...headers }, { csrf, email });
      assert.equal(status, 303, JSON.stringify(headers));
    }
    const links = place.mailbox.linksTo(email);
    assert.equal(links.length, tricks.length);
    for (const link of links) assert.ok(link.startsWith(`${place.manageUrl}/link?token=`), link);
  });

  test("a mailbox is not flooded: one link too many is not sent, and the page says so", async () => {
    await using visitor = await openVisitor(browser);
    const { page } = visitor;
    const email = "flooded@example.com";
    const tooMany = page.getByText("Too many links were asked for");
    const sent = page.getByRole("heading", { name: "Check your e-mail" });
    let links = 0;
    while (links < 20) {
      await page.goto(place.manageUrl);
      await page.getByLabel("E-mail address").fill(email);
      await page.getByRole("button", { name: "Send sign-in link" }).click();
      await tooMany.or(sent).waitFor();
      if ((await tooMany.count()) > 0) break;
      links++;
    }
    assert.ok(links >= 3 && links < 20, `${links} links`);
    assert.equal(place.mailbox.linksTo(email).length, links);
  });

  test("nothing in an address or a form leads to another site", async () => {
    await using visitor = await openVisitor(browser);
    const { page } = visitor;
    visitor.expects(/^40[04] GET/);
    const { origin } = new URL(place.manageUrl);
    const evil = "https://evil.example";
    for (const path of [
      `/manage?next=${evil}&callbackURL=${evil}&return_to=//evil.example`,
      "/manage//evil.example",
      "/manage/%2F%2Fevil.example",
      "/manage/\\evil.example",
      "/manage/..%2f..%2f/evil.example",
      `/manage/sent?next=${evil}`,
      `/manage/delete?next=${evil}`,
      "//evil.example/manage",
      `/manage/api/auth/sign-in/magic-link?callbackURL=${evil}`,
      `/api/auth/magic-link/verify?token=x&callbackURL=${evil}`,
    ]) {
      await page.goto(origin + path);
      assert.equal(new URL(page.url()).origin, origin, path);
      assert.equal(await page.locator('a[href*="evil.example"]').count(), 0, path);
    }
    const link = await askForLink(page, place, "redirect@example.com");
    await page.goto(`${link}&callbackURL=${evil}&next=//evil.example`);
    const token = new URL(link).searchParams.get("token") ?? "";
    await sendForm(page, `${place.manageUrl}/link`, { token, callbackURL: evil, next: evil });
    assert.equal(page.url(), place.manageUrl);
    await sees(page, "You are signed in as redirect@example.com");
  });
});

describe("two tabs", () => {
  test("both can be used to sign in, and both are signed in then", async () => {
    await using visitor = await openVisitor(browser);
    const first = visitor.page;
    const second = await visitor.tab();
    const links = [
      await askForLink(first, place, "tabs@example.com"),
      await askForLink(second, place, "tabs@example.com"),
    ];
    await followLink(first, links[0] ?? "");
    await sees(first, "You are signed in as tabs@example.com");
    await followLink(second, links[1] ?? "");
    await sees(second, "You are signed in as tabs@example.com");
    await first.reload();
    await sees(first, "You are signed in as tabs@example.com");
  });

  test("a form of before the sign-out changes nothing, neither then nor after signing in again", async () => {
    await using visitor = await openVisitor(browser);
    visitor.expects(/^403 POST/);
    const first = visitor.page;
    await signIn(first, place, "stale@example.com");
    await startTrial(first);
    const stale = [await visitor.tab(), await visitor.tab()];
    for (const tab of stale) await tab.goto(place.manageUrl);
    await first.reload();
    await first.getByRole("button", { name: "Sign out" }).click();
    await sees(first, "You are signed out");
    await stale[0]?.getByRole("button", { name: "Create key" }).click();
    if (stale[0]) await sees(stale[0], "Sign in to see that page");
    await signIn(first, place, "stale@example.com");
    await stale[1]?.getByRole("button", { name: "Create key" }).click();
    if (stale[1]) await sees(stale[1], "This form is out of date");
    await first.reload();
    assert.equal(await first.getByRole("link", { name: /^Revoke/ }).count(), 0);
  });
});

test("after signing out, the back button shows nothing of the account, also with pages kept whole", async () => {
  // Playwright switches off the browser's own memory of pages, which people have.
  const keeping = await openBrowser({ ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  try {
    await using visitor = await openVisitor(keeping);
    visitor.expects(/ERR_CACHE_MISS/);
    const { page } = visitor;
    const email = "back@example.com";
    await place.letIn(visitor.context, email);
    await page.goto(place.manageUrl);
    await startTrial(page);
    const key = await createKey(page, "secret notebook");
    await page.getByRole("link", { name: "Done, I have stored it" }).click();
    await page.getByRole("link", { name: "Delete account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await sees(page, "You are signed out");
    for (let step = 0; step < 5; step++) {
      // The answer to a form is not kept either: the browser says that it would have to send it again.
      await page.goBack().catch((error) => assert.match(String(error), /ERR_CACHE_MISS/));
      await seesNoAccount(page, email, key, "secret notebook", "gl_live_");
    }
  } finally {
    await keeping.close();
  }
});

/** As no browser would send it. */
function post(url: string, headers: Record<string, string>, fields: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const sent = httpRequest(url, { method: "POST", headers: { ...type, ...headers } }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", reject).end(new URLSearchParams(fields).toString());
  });
}
