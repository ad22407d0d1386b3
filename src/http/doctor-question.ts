/**
 * The question that `gradeline doctor` puts to the running server: who do you take me for? It is signed with the secret of sessions, so
 * nobody else is answered, and the answer says which headers a proxy has really sent.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

/** On a request for `/healthz`, which leads through every proxy. */
export const doctorHeader = "gradeline-doctor";

/** The members are those of the JSON of the answer. */
export type DoctorAnswer = {
  readonly version: string;
  /** The address of who has opened the connection: the doctor itself, or the last proxy. */
  readonly peer: string;
  /** What a proxy has written into X-Forwarded-For; null: there was none. */
  readonly forwarded_for: string | null;
  /** The address that counts as the caller's, by TRUST_PROXY. */
  readonly address: string;
};

/** A question that was read on its way is of no use to anybody later. */
const goodForMs = 60_000;

export function doctorQuestion(secret: string, nowMs: number): string {
  return `${nowMs}.${signatureOf(secret, String(nowMs))}`;
}

export function isDoctorQuestion(secret: string, text: unknown, nowMs: number): boolean {
  if (typeof text !== "string" || text.length > 100) return false;
  const [askedMs = "", signature = ""] = text.split(".");
  const [wanted, given] = [Buffer.from(signatureOf(secret, askedMs)), Buffer.from(signature)];
  if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return false;
  return Math.abs(nowMs - Number(askedMs)) <= goodForMs;
}

function signatureOf(secret: string, askedMs: string): string {
  return createHmac("sha256", secret).update(`gradeline doctor asks at ${askedMs}`).digest("base64url");
}
