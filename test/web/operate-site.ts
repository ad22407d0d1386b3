/** The pages for operators without a socket, on either engine: real accounts, a real ledger, and mail over SMTP. */
import type { Database } from "../../src/database/engine.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { openServer } from "../../src/serve/open-server.ts";
import { inPlace, openDesk } from "../../src/serve/operating/desk.ts";
import type { ManageDeps } from "../../src/web/manage/frame/visit.ts";
import { openMailbox } from "../e2e/support/mailbox.ts";
import { siteConfig } from "../support/api.ts";
import { gameRecord, items } from "../support/records.ts";
import { TestBrowser, tokenIn } from "./manage-site.ts";

export const disputed = "NBA-20250110-NYK-BOS";
export const ann = "ann@example.com";
export const bob = "bob@example.com";

export type OperateSite = Awaited<ReturnType<typeof openOperateSite>>;

/**
 * @param url a new database, which has one disputed game afterwards.
 * @param work where what takes long is done: a thread takes long to start on a busy machine.
 */
export async function openOperateSite(
  url: string,
  page: (deps: ManageDeps) => ManageDeps = (deps) => deps,
  work: Parameters<typeof openDesk>[2] = inPlace,
) {
  const mailbox = await openMailbox();
  const facts = await openDatabase(url);
  const access = await openAccess(url);
  const records = [gameRecord(), gameRecord({ provider: "espn", game_id: "x1", home_score: 111 })];
  await importItems(facts, items(...records), "2026-01-01T00:00:00Z");
  const manageUrl = "http://127.0.0.1:8080/manage";
  const config = siteConfig({
    MANAGE_URL: manageUrl,
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: "Gradeline <hello@gradeline.example>",
    ADMIN_EMAILS: `Ann@Example.com, ${bob}`,
  });
  const withDesk = ({ operators, ...deps }: ManageDeps): ManageDeps =>
    page({ ...deps, operators: operators ? { ...operators, desk: openDesk(facts, facts, work) } : null });
  const server = await openServer(config, { databases: { facts, access }, page: withDesk });
  await server.app.ready();
  const { app, signIn } = server;
  return {
    access,
    facts,
    app,
    mailbox,
    visitor: () => new TestBrowser(app, "/manage"),
    /** Signs somebody in by the link that is mailed to them. */
    async member(email: string): Promise<TestBrowser> {
      const browser = new TestBrowser(app, "/manage");
      await signIn.requestLink(email, `10.0.0.${Math.ceil(Math.random() * 250)}`);
      const token = new URL(mailbox.linksTo(email).at(-1) ?? "").searchParams.get("token") ?? "";
      browser.keep((await signIn.useLink(token))?.setCookies ?? []);
      return browser;
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await access.close();
      await facts.close();
      await mailbox.close();
    },
  };
}

/** Asks for a deed with the form of a page, and returns the path of the link that is mailed. */
export async function askFor(
  { mailbox }: Pick<OperateSite, "mailbox">,
  { browser, email }: { readonly browser: TestBrowser; readonly email: string },
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const before = mailbox.linksTo(email).length;
  const asked = await browser.post("/operate/ask", { ...form }, "/operate/asked");
  const links = mailbox.linksTo(email);
  if (links.length !== before + 1) throw new Error(`no mail: ${asked.status} ${asked.headers.location}`);
  const { pathname, search } = new URL(links.at(-1) ?? "");
  return `${pathname}${search}`.slice("/manage".length);
}

/** Opens a link and presses its button. */
export async function confirm(browser: TestBrowser, path: string) {
  const { body } = await browser.get(path);
  const token = new URL(path, "http://x.example").searchParams.get("token") ?? "";
  const csrf = tokenIn(body) || tokenIn((await browser.get("/operate/asked")).body);
  return browser.postRaw("/operate/confirm", { csrf, token }, { origin: "null" });
}

export async function rowsOf(database: Database): Promise<readonly Record<string, unknown>[]> {
  const rows = await database.kysely.selectFrom(`${database.part}_audit`).selectAll().orderBy("at").execute();
  return rows.map(({ deed_id: _, at: __, about, ...row }) => ({ ...row, ...JSON.parse(String(about)) }));
}
