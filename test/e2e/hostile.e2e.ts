/** What somebody tries who means no good: names and forms of other sites. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { addKey, listKeys } from "../../src/access/keys/account-keys.ts";
import { openVisitor, type Visitor } from "../support/browser.ts";
import { openStage } from "./support/stage.ts";
import { createKey, sees, sendForm, shownKey } from "./support/steps.ts";

const { browser, place } = await openStage();

/** Signed in, on Standard, at the dashboard. */
async function openMember(email: string): Promise<Visitor> {
  const visitor = await openVisitor(browser);
  await place.letIn(visitor.context, email);
  await setAccount(place.access, email, { plan: "standard" }, new Date());
  await visitor.page.goto(place.manageUrl);
  return visitor;
}

describe("names of keys", () => {
  test("markup is shown as it was typed, on every page that shows it", async () => {
    await using visitor = await openMember("markup@example.com");
    const { page } = visitor;
    const names = [
      "<script>alert(1)</script>",
      '"><img src=x onerror=alert(1)>',
      "'--><svg/onload=alert(1)>",
      "</title>&lt;b&gt; {{7*7}}",
    ];
    for (const name of names) {
      await createKey(page, name);
      await page.getByRole("heading", { name: `Key “${name}” created` }).waitFor();
      await page.goto(place.manageUrl);
      assert.equal(await page.locator(".key-list .key-name").last().innerText(), name);
      for (const action of ["Revoke", "Rename"]) {
        await page.getByRole("link", { name: `${action} ${name}` }).click();
        if (action === "Rename") assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), name);
        else await page.getByRole("heading", { name: `Revoke “${name}”?` }).waitFor();
        await page.goto(place.manageUrl);
      }
    }
    assert.equal(await page.locator("main img, main script, main b").count(), 0);
  });

  test("a name of 10,000 characters is cut, one that is no form at all is refused, and the page stays in its width", async () => {
    await using visitor = await openMember("long@example.com");
    visitor.expects(/^413 POST/);
    const { page } = visitor;
    await page.setViewportSize({ width: 390, height: 800 });
    // The field takes 60; who sends more does not type it there.
    for (const [made, name] of ["W".repeat(10_000), "\u202e\u0000\nturned\u2066"].entries()) {
      await sendForm(page, `${place.manageUrl}/keys`, { form: String(made), name });
      await shownKey(page);
      await page.goto(place.manageUrl);
    }
    assert.deepEqual(await page.locator(".key-list .key-name").allInnerTexts(), ["W".repeat(60), "turned"]);
    const [wide, inner] = await page.evaluate<[number, number]>("[document.documentElement.scrollWidth, innerWidth]");
    assert.ok(wide <= inner, `${wide} px`);
    await sendForm(page, `${place.manageUrl}/keys`, { form: "2", name: "🏈".repeat(10_000) });
    await sees(page, "This form cannot be read");
    assert.equal((await listKeys(place.access, "long@example.com")).length, 2);
  });
});

describe("forms of other sites", () => {
  /** A page that sends a form at once, as an attacker's would, or shows ours in a frame. */
  async function lure(html: string): Promise<{ readonly port: number } & AsyncDisposable> {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(html);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return {
      port: (server.address() as AddressInfo).port,
      async [Symbol.asyncDispose]() {
        await new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        });
      },
    };
  }

  const actions = ["/keys", "/sign-out", "/delete", "/trial", "/subscribe", "/billing", "/sign-in", "/link"];

  // The port is no part of a site: to the first, the browser sends the session.
  for (const host of ["127.0.0.1", "localhost"]) {
    test(`a form that a page on another port of ${host} sends is refused, and the session goes on`, async () => {
      const email = `lured-${host}@example.com`;
      await using visitor = await openMember(email);
      visitor.expects(/^403 POST|favicon/);
      const { page } = visitor;
      await addKey(place.access, email, "kept", new Date());
      const [key] = await listKeys(place.access, email);
      await page.reload();
      const csrf = await page.locator("input[name=csrf]").first().inputValue();
      for (const action of [...actions, `/keys/${key?.keyId}/revoke`]) {
        await using site = await lure(
          `<form method="post" action="${place.manageUrl}${action}">
          <input name="csrf" value="${csrf}"><input name="form" value="1"><input name="email" value="${email}"></form>
          <script>document.forms[0].submit()</script>`,
        );
        await page.goto(`http://${host}:${site.port}/`);
        await sees(page, "This form came from another site");
      }
      await page.goto(place.manageUrl);
      await page.getByRole("link", { name: "Revoke kept" }).waitFor();
      assert.equal((await listKeys(place.access, email)).length, 1);
    });
  }

  test("no other page can hold ours in a frame", async () => {
    await using visitor = await openMember("framed@example.com");
    visitor.expects(/frame-ancestors|favicon|^failed GET .*ERR_BLOCKED_BY_RESPONSE|X-Frame-Options/);
    const { page } = visitor;
    await using site = await lure(`<iframe src="${place.manageUrl}"></iframe>`);
    await page.goto(`http://127.0.0.1:${site.port}/`);
    await page.waitForLoadState();
    for (const frame of page.frames()) assert.ok(!(await frame.content()).includes("API keys"));
  });
});
