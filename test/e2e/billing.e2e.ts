/** Subscribing, the portal and the webhook, in the whole server, with a Stripe of the tests' own. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { afterAll, test } from "vitest";
import { startTrial } from "../../src/access/accounts.ts";
import { addKey } from "../../src/access/keys/account-keys.ts";
import { openVisitor } from "../support/browser.ts";
import { checkoutCompleted, History, signed, startStripe, type TestEvent, webhookSecret } from "../support/stripe.ts";
import { openStage } from "./support/stage.ts";
import { billingOf } from "./support/states.ts";
import { sees } from "./support/steps.ts";

const dayMs = 86_400_000;
const stripe = await startStripe();
afterAll(() => stripe.close());
const { browser, place } = await openStage({ settings: billingOf(stripe.url) });

/** As Stripe sends it: from nowhere that has a session. */
async function tell(event: TestEvent, secret = webhookSecret): Promise<number> {
  stripe.keep(event);
  const { body, signature } = signed(event, Date.now(), secret);
  const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature };
  const answer = await fetch(`${place.manageUrl}/stripe/events`, {
    method: "POST",
    body: new Uint8Array(body),
    headers,
  });
  return answer.status;
}

/** The address that a click leads away to; nothing answers there. */
async function leadsTo(page: Page, button: string): Promise<string> {
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.isNavigationRequest() && each.url().startsWith("https://")),
    page.getByRole("button", { name: button }).click(),
  ]);
  await page.waitForURL(/^chrome-error:/);
  return request.url();
}

test("Subscribe leads to Checkout, the signed event makes the plan active, and the portal has a button then", async () => {
  await using visitor = await openVisitor(browser);
  visitor.expects(/^failed GET https:\/\/(checkout|billing)\.stripe\.com\//);
  const { page } = visitor;
  const email = "payer@example.com";
  await place.letIn(visitor.context, email);
  await startTrial(place.access, email, new Date(Date.now() - 4 * dayMs));
  const key = (await addKey(place.access, email, "", new Date()))?.key ?? "";
  assert.equal((await place.ask(key)).status, 403);

  await page.goto(place.manageUrl);
  assert.equal(await page.getByRole("button", { name: "Manage or cancel subscription" }).count(), 0);
  assert.match(await leadsTo(page, "Subscribe"), /^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_\d+$/);
  const form = stripe.requests.findLast(({ path }) => path === "/v1/checkout/sessions")?.form ?? {};
  assert.equal(form.client_reference_id, email);
  assert.deepEqual([form.success_url, form.cancel_url], [place.manageUrl, place.manageUrl]);

  await page.goto(place.manageUrl);
  await sees(page, "Welcome back. What was paid or changed on the billing page");
  await page.getByRole("button", { name: "Subscribe" }).waitFor();
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  const subscription = { id: "sub_1", customer: "cus_1", account: email, createdMs: nowMs };
  const history = new History(subscription, { startMs: nowMs, endMs: nowMs + 30 * dayMs });
  const session = { customer: "cus_1", subscription: "sub_1", client_reference_id: email, customer_email: email };
  assert.equal(await tell(checkoutCompleted(nowMs, session)), 200);
  assert.equal(await tell(history.created()), 200);
  await page.goto(place.manageUrl);
  await page.getByText("Active", { exact: true }).waitFor();
  assert.equal((await place.ask(key)).status, 200);
  assert.equal(await page.getByRole("button", { name: "Subscribe" }).count(), 0);
  assert.equal(await leadsTo(page, "Manage or cancel subscription"), "https://billing.stripe.com/p/session/cus_1");

  assert.equal(await tell(history.updated(nowMs + 2000, { status: "past_due" })), 200);
  await page.goto(place.manageUrl);
  await page.getByText("Past due", { exact: true }).waitFor();
  assert.equal(await leadsTo(page, "Update payment"), "https://billing.stripe.com/p/session/cus_1");
  assert.match((await place.ask(key)).message, /past due/);

  assert.equal(await tell(history.deleted(nowMs + 3000)), 200);
  await page.goto(place.manageUrl);
  await page.getByText("Canceled", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Subscribe again" }).waitFor();
  await page.getByRole("button", { name: "Billing history" }).waitFor();
});
