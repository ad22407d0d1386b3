/** Links and leaving: what works once, and what stays on the screen afterwards. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { openBrowser, openVisitor } from "../support/browser.ts";
import { openStage } from "./support/stage.ts";
import { createKey, sees, seesNoAccount, startTrial } from "./support/steps.ts";

const { place } = await openStage();

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
