/**
 * Signs what a server hands out and takes back from requests: addresses of files, kept questions, and what `gradeline doctor`
 * asks. All of it is signed with the secret of sessions, and for one purpose alone.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export type Purpose = "file" | "question" | "doctor" | "fingerprint";

/** @returns 43 letters. A list in JSON says where each member ends. @param untilMs null: for ever. */
export function sign(secret: string, purpose: Purpose, value: string, untilMs: number | null = null): string {
  const text = JSON.stringify([purpose, value, untilMs]);
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/** In constant time. Whether it has ended is for the caller to say, who knows the words for it. */
export function isSigned(
  signature: string,
  ...signed: readonly [secret: string, purpose: Purpose, value: string, untilMs?: number | null]
): boolean {
  const [right, given] = [Buffer.from(sign(...signed)), Buffer.from(signature)];
  return right.length === given.length && timingSafeEqual(right, given);
}

/** On a request for `/healthz`, which leads through every proxy: who do you take me for? Nobody else is answered. */
export const doctorHeader = "gradeline-doctor";

/** The members are those of the JSON of the answer. */
export type DoctorAnswer = {
  readonly version: string;
  /** The address of who has opened the connection: the doctor itself, or the last proxy. */
  readonly peer: string;
  /** The text that a proxy has written into X-Forwarded-For; null: there was none. */
  readonly forwarded_for: string | null;
  /** The address that counts as the caller's, by TRUST_PROXY. */
  readonly address: string;
};

/** A question that was read on its way is of no use to anybody later. */
const goodForMs = 60_000;

export function doctorQuestion(secret: string, nowMs: number): string {
  const untilMs = nowMs + goodForMs;
  return `${untilMs}.${sign(secret, "doctor", "", untilMs)}`;
}

export function isDoctorQuestion(secret: string, text: unknown, nowMs: number): boolean {
  if (typeof text !== "string" || text.length > 100) return false;
  const [until = "", signature = ""] = text.split(".");
  if (!isSigned(signature, secret, "doctor", "", Number(until))) return false;
  return Math.abs(Number(until) - goodForMs - nowMs) <= goodForMs;
}
