/** A real browser, and visitors who record every error of a page. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** The path at which Debian and Ubuntu install it. */
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/**
 * The flags that containers need. The browser resolves no host but this one, so that no test depends on another host.
 */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

export function openBrowser(options: { readonly ignoreDefaultArgs?: string[] } = {}): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(`these tests need Chromium at ${executablePath}: apt-get install chromium, or set CHROMIUM`);
  }
  return chromium.launch({ executablePath, args, ...options });
}

export type Visitor = AsyncDisposable & {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opens another tab, which is watched like the first. */
  tab(): Promise<Page>;
  /** Accepts a problem that is intended in this test, such as `403 POST`. */
  expects(problem: RegExp): void;
};

/** Opens a separate browser context for one person. Closing it fails the test when a page had a problem. */
export async function openVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext(options);
  const problems: string[] = [];
  const expected: RegExp[] = [];
  const tab = async (): Promise<Page> => {
    const page = await context.newPage();
    watch(page, problems);
    return page;
  };
  return {
    context,
    page: await tab(),
    tab,
    expects: (problem) => void expected.push(problem),
    async [Symbol.asyncDispose]() {
      await context.close();
      assert.deepEqual(
        problems.filter((problem) => !expected.some((each) => each.test(problem))),
        [],
      );
    },
  };
}

/** Records a page's problems. The console also reports violations of the content security policy as errors. */
function watch(page: Page, problems: string[]): void {
  page.on("console", (message) => {
    // For a refused request the console shows only the status; the response below shows more.
    const isStatus = message.text().startsWith("Failed to load resource: the server responded");
    if (["error", "warning"].includes(message.type()) && !isStatus) problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {}); // the page may be gone already
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // Leaving a page aborts the requests that are still loading.
    if (why !== "net::ERR_ABORTED") problems.push(`failed ${request.method()} ${request.url()} ${why}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400)
      problems.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
}
