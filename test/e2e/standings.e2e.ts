/** What the page says in every standing, and that the API's refusals lead to it. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { setAccount, startTrial } from "../../src/access/accounts.ts";
import { addKey } from "../../src/access/keys/account-keys.ts";
import type { Standing } from "../../src/access/plans.ts";
import type { AccessTables } from "../../src/access/tables.ts";
import { tablesOf } from "../../src/database/engine.ts";
import { openVisitor, type Visitor } from "../support/browser.ts";
import { openStage } from "./support/stage.ts";
import { sees } from "./support/steps.ts";

const { browser, place } = await openStage();
/** A server looks once a second for what others have changed. */
const noticedMs = 1_500;

async function keyOf(email: string): Promise<string> {
  return (await addKey(place.access, email, "", new Date()))?.key ?? "";
}

async function isRefused(key: string, says: RegExp): Promise<void> {
  const { status, message } = await place.ask(key);
  assert.equal(status, 403);
  assert.match(message, says);
  assert.ok(message.includes(place.manageUrl), message);
}

async function says({ page }: Visitor, heading: string, label: string): Promise<void> {
  await page.goto(place.manageUrl);
  await page.getByRole("heading", { name: heading }).waitFor();
  await page.getByText(label, { exact: true }).waitFor();
  await sees(page, "Billing is not configured on this server");
  await sees(page, /ask the operator of this server/);
  assert.equal(await page.getByRole("button", { name: /subscribe|payment|subscription/i }).count(), 0);
}

test("a trial that is over is told so, and its keys are led to the page", async () => {
  await using visitor = await openVisitor(browser);
  const email = "over@example.com";
  await place.letIn(visitor.context, email);
  await startTrial(place.access, email, new Date());
  const key = await keyOf(email);
  assert.equal((await place.ask(key)).status, 200);
  await visitor.page.goto(place.manageUrl);
  await sees(visitor.page, /left in your trial/);

  await tablesOf<AccessTables>(place.access.kysely)
    .updateTable("accounts")
    .set({ period_end_ms: Date.now() - 60_000 })
    .where("email", "=", email)
    .execute();
  await visitor.page.waitForTimeout(noticedMs);
  await isRefused(key, /the trial has ended/);
  await says(visitor, "Your trial has ended", "Trial ended");
});

const refusals: readonly [Standing, RegExp, string, string][] = [
  ["past_due", /the subscription is past due/, "Your plan is past due", "Past due"],
  ["canceled", /the subscription was canceled/, "Your plan was canceled", "Canceled"],
];

for (const [standing, message, heading, label] of refusals) {
  test(`${label}: the page says what is wrong, the API refuses and points to it, and all works again afterwards`, async () => {
    await using visitor = await openVisitor(browser);
    const email = `${standing}@example.com`;
    await place.letIn(visitor.context, email);
    await setAccount(place.access, email, { plan: "standard" }, new Date());
    const key = await keyOf(email);
    await setAccount(place.access, email, { standing }, new Date());
    await isRefused(key, message);
    await says(visitor, heading, label);
    await setAccount(place.access, email, { standing: "active" }, new Date());
    await visitor.page.waitForTimeout(noticedMs);
    assert.equal((await place.ask(key)).status, 200);
    await visitor.page.reload();
    await visitor.page.getByText("Active", { exact: true }).waitFor();
  });
}

test("without billing, who has no plan can begin the trial and is told who sets plans", async () => {
  await using visitor = await openVisitor(browser);
  await place.letIn(visitor.context, "none@example.com");
  await visitor.page.goto(place.manageUrl);
  await visitor.page.getByRole("button", { name: "Start the 3-day trial" }).waitFor();
  await sees(visitor.page, "Billing is not configured on this server");
  assert.equal(await visitor.page.getByRole("button", { name: "Subscribe" }).count(), 0);
});
