/** Deleting the account: what is asked, what is gone, and what cannot be had again. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { openVisitor } from "../support/browser.ts";
import { openStage } from "./support/stage.ts";
import { createKey, sees, signIn, startTrial } from "./support/steps.ts";

const { browser, place } = await openStage();

for (const javaScriptEnabled of [true, false]) {
  test(`an account is deleted by typing its address, scripts ${javaScriptEnabled ? "on" : "off"}; its mailbox has had its trial`, async () => {
    await using visitor = await openVisitor(browser, { javaScriptEnabled });
    const { page, context } = visitor;
    const email = `leaving-${javaScriptEnabled}@example.com`;
    await signIn(page, place, email);
    await startTrial(page);
    const key = await createKey(page, "");
    assert.equal((await place.ask(key)).status, 200);
    const session = await context.cookies();

    await page.goto(place.manageUrl);
    await page.getByRole("link", { name: "Delete account" }).click();
    const typed = page.getByLabel(/to confirm/);
    await typed.fill("other@example.com");
    await page.getByRole("button", { name: "Delete account" }).click();
    await sees(page, "Nothing was deleted");
    assert.equal(await typed.getAttribute("aria-invalid"), "true");
    assert.equal((await place.ask(key)).status, 200);

    await typed.fill(email.toUpperCase());
    await page.getByRole("button", { name: "Delete account" }).click();
    await sees(page, "Your account and all its keys are deleted");
    assert.equal((await place.ask(key)).status, 401);

    // Whoever kept the cookie has nothing of it.
    await context.addCookies(session);
    await page.goto(place.manageUrl);
    await page.getByRole("button", { name: "Send sign-in link" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Sign out" }).count(), 0);

    await signIn(page, place, email);
    await sees(page, "This mailbox has had its trial");
    assert.equal(await page.getByRole("button", { name: "Start the 3-day trial" }).count(), 0);
    assert.equal(await page.getByLabel("Name of the new key").count(), 0);
    assert.equal((await place.ask(key)).status, 401);
  });
}
