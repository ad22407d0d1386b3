/** The accounts in the databases that are kept of each release: one in every standing, with keys and counts. */
import { deleteAccount, setAccount, startTrial } from "../src/access/accounts.ts";
import { openBilling } from "../src/access/billing/billing.ts";
import { createKey, revokeKey } from "../src/access/keys/operator-keys.ts";
import { addKey } from "../src/access/keys/own-keys.ts";
import { openSignIn } from "../src/access/people/sign-in.ts";
import type { Database } from "../src/database/engine.ts";
import { History, priceId, signed, type TestEvent, webhookSecret } from "../test/support/stripe.ts";

/** The time at which the databases were kept. Tests use it, and the account below, whose key they have. */
export const keptAt = new Date("2026-11-20T12:00:00.000Z");
export const reader = "reader@example.com";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ago = (elapsedMs: number) => new Date(keptAt.getTime() - elapsedMs);

/** Makes the accounts and returns the reader's key. `ask` sends a number of requests with a key, all at one moment. */
export async function makePeople(
  access: Database,
  ask: (key: string, requests: number, at: Date) => Promise<void>,
): Promise<string> {
  // Stripe's API is never asked, so its address need not exist: billing only receives events here.
  const billing = openBilling(access, { secretKey: "sk_test_1", webhookSecret, priceId, apiUrl: "http://127.0.0.1:9" });
  const tell = async (event: TestEvent, at: Date) => {
    const { body, signature } = signed(event, at.getTime());
    const received = await billing.receive(body, signature, at);
    if (!received.ok) throw new Error(received.reason);
  };
  for (const [email, status] of [
    [reader, "active"],
    ["past.due@example.com", "past_due"],
    ["canceled@example.com", "canceled"],
  ] as const) {
    const id = email.replace(/\W.*/, "");
    const startMs = Date.UTC(2026, 10, 5);
    const history = new History(
      { id: `sub_${id}`, customer: `cus_${id}`, account: email, createdMs: startMs },
      { startMs, endMs: Date.UTC(2026, 11, 5) },
    );
    await tell(history.created(), ago(15 * dayMs));
    if (email !== reader) {
      const { key } = await createKey(access, { email, name: "production", now: ago(14 * dayMs) });
      await ask(key, 4, ago(9 * dayMs));
    }
    if (status === "past_due") await tell(history.updated(ago(8 * dayMs).getTime(), { status }), ago(8 * dayMs));
    if (status === "canceled") await tell(history.deleted(ago(7 * dayMs).getTime()), ago(7 * dayMs));
  }
  await startTrial(access, "first.steps@example.com", ago(20 * hourMs));
  const trial = await addKey(access, "first.steps@example.com", "first try", ago(19 * hourMs));
  await ask(trial?.key ?? "", 12, ago(18 * hourMs));
  await startTrial(access, "trial.ended@example.com", ago(9 * dayMs));
  await startTrial(access, "gone@example.com", ago(9 * dayMs));
  await deleteAccount(access, "gone@example.com");
  await setAccount(access, "own.limits@example.com", { requestsPerMinute: 600, requestsPerMonth: 5 }, ago(2 * dayMs));
  await signInTwice(access);

  const old = await createKey(access, { email: reader, name: "old", now: ago(14 * dayMs) });
  const { key } = await createKey(access, { email: reader, name: "production", now: ago(13 * dayMs) });
  await ask(old.key, 40, ago(2 * dayMs));
  await revokeKey(access, { prefix: old.key, now: ago(dayMs) });
  await ask(key, 25, ago(dayMs));
  await ask(key, 5, ago(hourMs));
  // Both are in the last minute and in the same second, so the later count is not in its account's row yet.
  await ask(key, 3, ago(500));
  await ask(key, 4, ago(200));
  return key;
}

/** Signs the reader in, and then asks for one more link, which stays unused. */
async function signInTwice(access: Database): Promise<void> {
  const signIn = openSignIn(access, {
    manageUrl: "https://gradeline.example/manage",
    secret: "only for databases that are kept of releases",
    send: null,
    onUnsent() {}, // The link is used below.
    onFailure(error) {
      throw error;
    },
  });
  const { link } = await signIn.requestLink(reader, "127.0.0.1");
  const used = await signIn.useLink(new URL(link ?? "").searchParams.get("token") ?? "");
  if (used === null) throw new Error("the link does not sign in");
  await signIn.requestLink(reader, "127.0.0.1");
}
