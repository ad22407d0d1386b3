/** The main way through with Tab and Enter alone; wherever the focus is, it can be seen. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { openVisitor } from "../support/browser.ts";
import { openStage } from "./support/stage.ts";
import { sees, shownKey } from "./support/steps.ts";

const { browser, place } = await openStage();

type Focus = {
  readonly what: string;
  /** A ring around it, at least two pixels wide. */
  readonly hasRing: boolean;
  /** In the window, and nothing lies over it. */
  readonly isSeen: boolean;
};

const focusNow = `(() => {
  const element = document.activeElement;
  const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {
    what: (element === document.body ? "nothing" : label.trim()),
    hasRing: (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none",
    isSeen: at !== null && (element.contains(at) || at.contains(element)),
  };
})()`;

async function tabTo(page: Page, wanted: string): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < 30; press++) {
    await page.keyboard.press("Tab");
    const { what, hasRing, isSeen } = await page.evaluate<Focus>(focusNow);
    if (what !== "nothing") {
      assert.ok(hasRing, `${what} has no ring at ${page.url()}`);
      assert.ok(isSeen, `${what} cannot be seen at ${page.url()}`);
    }
    if (what === wanted) return;
    passed.push(what);
  }
  assert.fail(`Tab does not reach ${wanted}, only ${passed.join(", ")}`);
}

async function press(page: Page, wanted: string): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press("Enter");
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`signing in, creating a key, copying and revoking it need no mouse, in ${colorScheme} colours`, async () => {
    await using visitor = await openVisitor(browser, {
      colorScheme,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const { page } = visitor;
    const email = `keys-${colorScheme}@example.com`;
    await page.goto(place.manageUrl);
    await tabTo(page, "E-mail address");
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await sees(page, "Check your e-mail");
    await page.goto(place.mailbox.linksTo(email).at(-1) ?? "");
    await press(page, "Sign in");
    await sees(page, `You are signed in as ${email}`);
    await press(page, "Start the 3-day trial");
    await sees(page, "Your trial has begun");
    await tabTo(page, "Name of the new key");
    await page.keyboard.type("typed");
    await press(page, "Create key");
    const key = await shownKey(page);
    await press(page, "Copy API key");
    await page.getByText("Copied").first().waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), key);
    await press(page, "Done, I have stored it");
    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
    await press(page, "Show as a table");
    await page.getByRole("table", { name: "Requests per day" }).waitFor();
    await page.reload();
    await press(page, "Revoke typed");
    await page.getByRole("heading", { name: "Revoke “typed”?" }).waitFor();
    await press(page, "Revoke key");
    await sees(page, "The key was revoked");
    await press(page, "Sign out");
    await sees(page, "You are signed out");
  });
}

test("the first Tab offers to skip to the content, and does", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.goto(place.manageUrl);
  await page.keyboard.press("Tab");
  const { what, isSeen } = await page.evaluate<Focus>(focusNow);
  assert.deepEqual([what, isSeen], ["Skip to the content", true]);
  await page.keyboard.press("Enter");
  await tabTo(page, "E-mail address");
});
