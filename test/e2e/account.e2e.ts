/** From a visitor to a caller of the API and back: without scripts, by a double click, and what stays on the screen afterwards. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "vitest";
import { openBrowser, openVisitor } from "../support/browser.ts";
import { openStage } from "./support/stage.ts";
import { createKey, sees, seesNoAccount, signIn, startTrial } from "./support/steps.ts";

const { browser, place } = await openStage();

test("all of it works with scripts switched off, and there are no buttons that do nothing", async () => {
  await using visitor = await openVisitor(browser, { javaScriptEnabled: false });
  const { page } = visitor;
  await signIn(page, place, "noscript@example.com");
  await startTrial(page);
  const key = await createKey(page, "notebook");
  const curl = await page.getByRole("group", { name: "curl line" }).innerText();
  const { stdout } = await promisify(execFile)("sh", ["-c", `${curl} --silent --show-error --fail`]);
  assert.ok(Array.isArray(JSON.parse(stdout).data));
  assert.equal(await page.getByRole("button", { name: /copy/i }).count(), 0);
  await page.getByRole("link", { name: "Done, I have stored it" }).click();
  await page.getByRole("link", { name: "Revoke notebook" }).click();
  await page.getByRole("heading", { name: "Revoke “notebook”?" }).waitFor();
  assert.ok(!(await page.content()).includes(key), "the key is shown once");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await sees(page, "The key was revoked");
  await page.getByText("Revoked keys (1)").click();
  assert.match(await page.locator("details .rows").innerText(), /notebook/);
  await createKey(page, "another");
  await page.goto(place.manageUrl);
  await page.getByRole("link", { name: "Rename another" }).click();
  await page.getByLabel("Name", { exact: true }).fill("renamed");
  await page.getByRole("button", { name: "Save name" }).click();
  await sees(page, "The key was renamed");
  await page.getByRole("link", { name: "Revoke renamed" }).waitFor();
  await page.getByRole("link", { name: "Delete account" }).click();
  await page.getByLabel(/to confirm/).fill("Noscript@example.com");
  await page.getByRole("button", { name: "Delete account" }).click();
  await sees(page, "Your account and all its keys are deleted");
});

test("a double click on Create key makes one key, and shows it", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  await place.letIn(visitor.context, "double@example.com");
  await page.goto(place.manageUrl);
  await startTrial(page);
  await page.getByRole("button", { name: "Create key" }).dblclick();
  await page.getByRole("heading", { name: "Key created" }).waitFor();
  await page.goto(place.manageUrl);
  assert.equal(await page.getByRole("link", { name: /^Revoke/ }).count(), 1);
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
