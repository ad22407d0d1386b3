/** Asks a running server who it takes the doctor for, at its own port or through the proxy before it. */
import { reasonOf } from "../../database/database-error.ts";
import { type DoctorAnswer, doctorHeader, doctorQuestion } from "../../http/doctor-question.ts";

export type AskedServer =
  | ({ readonly kind: "answered" } & DoctorAnswer)
  /** Something answers, and does not know the question: another program, or a Gradeline with another secret. */
  | { readonly kind: "strange"; readonly status: number; readonly isWell: boolean }
  | { readonly kind: "silent"; readonly why: string };

export type Asking = {
  /** Where /healthz is, without a slash at the end. */
  readonly base: string;
  /** What signs sessions there; null where it is not known. */
  readonly secret: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly waitMs: number;
};

/** Never rejects. */
export async function askServer({ base, secret, headers = {}, waitMs }: Asking): Promise<AskedServer> {
  try {
    const question = secret === null ? {} : { [doctorHeader]: doctorQuestion(secret, Date.now()) };
    const answer = await fetch(`${base}/healthz`, {
      headers: { ...headers, ...question },
      redirect: "manual",
      signal: AbortSignal.timeout(waitMs),
    });
    const text = (await answer.text()).slice(0, 2_000);
    if (answer.status !== 200) return { kind: "strange", status: answer.status, isWell: false };
    if (text === "ok\n") return { kind: "strange", status: 200, isWell: true };
    return { kind: "answered", ...(JSON.parse(text) as DoctorAnswer) };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "strange", status: 200, isWell: false };
    return { kind: "silent", why: whyOf(error, waitMs) };
  }
}

/** The cause of a failed fetch says more than its message. */
function whyOf(error: unknown, waitMs: number): string {
  const { name, cause } = error as { readonly name?: string; readonly cause?: unknown };
  if (name === "TimeoutError") return `no answer within ${waitMs / 1000} s`;
  return reasonOf(cause ?? error);
}
