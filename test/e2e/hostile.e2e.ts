/** What other sites try: forms that they send, and frames. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { addKey, listKeys } from "../../src/access/keys/account-keys.ts";
import { openVisitor, type Visitor } from "../support/browser.ts";
import { openStage } from "./support/stage.ts";
import { sees } from "./support/steps.ts";

const { browser, place } = await openStage();

/** Signed in, on Standard, at the dashboard. */
async function openMember(email: string): Promise<Visitor> {
  const visitor = await openVisitor(browser);
  await place.letIn(visitor.context, email);
  await setAccount(place.access, email, { plan: "standard" }, new Date());
  await visitor.page.goto(place.manageUrl);
  return visitor;
}

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
      for (const action of [...actions, `/keys/${key?.keyId}/revoke`]) {
        await using site = await lure(
          `<form method="post" action="${place.manageUrl}${action}">
          <input name="form" value="1"><input name="email" value="${email}"></form>
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
});
