/** A whole server as an operator starts it, with mail, and a database that a test can look into. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { openSignIn } from "../../../src/access/people/sign-in.ts";
import { type Database, openAccess, openDatabase } from "../../../src/database/engine.ts";
import { madeOnce } from "../../support/once.ts";
import { startCommand } from "../../support/process.ts";
import { runCommand } from "../../support/run-command.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";

const sessionSecret = "a secret that only the browser tests know";

export type Place = AsyncDisposable & {
  /** Where the API is. */
  readonly url: string;
  /** As the server says it. */
  readonly manageUrl: string;
  readonly mailbox: Mailbox;
  readonly access: Database;
  /** What the API answers to a key. */
  ask(key: string): Promise<{ readonly status: number; readonly message: string }>;
  /** Lets a browser be signed in, for tests of something else. */
  letIn(context: BrowserContext, email: string): Promise<void>;
};

export type PlaceOptions = {
  /** Fills the database before the server starts. */
  readonly fill?: (database: Database) => Promise<void>;
  readonly settings?: Readonly<Record<string, string>>;
  /** Whether the server begins with the sample. */
  readonly hasSample?: boolean;
};

async function makeSample(DATABASE_URL: string): Promise<void> {
  await runCommand(["sample"], { DATABASE_URL });
}

export async function openPlace({ fill, settings = {}, hasSample = false }: PlaceOptions = {}): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-e2e-"));
  const mailbox = await openMailbox();
  const DATABASE_URL = join(folder, "gradeline.db");
  if (fill !== undefined) {
    const facts = await openDatabase(DATABASE_URL);
    await fill(facts);
    await facts.close();
  }
  const command = hasSample ? ["serve", "--sample"] : ["serve"];
  const stored = { DATA_DIR: folder, DATABASE_URL };
  // The sports that follow would come when pages are being looked at.
  if (hasSample) copyFileSync(await madeOnce("command-sample.db", makeSample), DATABASE_URL);
  const server = startCommand(command, {
    PORT: "0",
    LOG_LEVEL: "warn",
    ...stored,
    SESSION_SECRET: sessionSecret,
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: "Gradeline <hello@gradeline.example>",
    ...settings,
  });
  const { url, manageUrl } = await server.started;
  const access = await openAccess(DATABASE_URL);
  const signIn = openSignIn(access, {
    manageUrl,
    secret: sessionSecret,
    send: null,
    onUnsent: () => {}, // the test has the link
    onFailure(error) {
      throw error;
    },
  });
  return {
    url,
    manageUrl,
    mailbox,
    access,
    async ask(key) {
      const answer = await fetch(`${url}/v1/sports`, { headers: { authorization: `Bearer ${key}` } });
      const { error } = (await answer.json()) as { error?: { message: string } };
      return { status: answer.status, message: error?.message ?? "" };
    },
    async letIn(context, email) {
      const { link } = await signIn.requestLink(email, email);
      const used = await signIn.useLink(new URL(link ?? "").searchParams.get("token") ?? "");
      for (const cookie of used?.setCookies ?? []) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (cookie.includes("Max-Age=0;")) continue;
        const { hostname } = new URL(manageUrl);
        const path = /; Path=([^;]*)/.exec(cookie)?.[1] ?? "/";
        await context.addCookies([
          { name, value, domain: hostname, path, httpOnly: true, secure: false, sameSite: "Lax" },
        ]);
      }
    },
    async [Symbol.asyncDispose]() {
      await access.close();
      await server.stop();
      await mailbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
