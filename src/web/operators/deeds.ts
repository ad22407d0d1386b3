/** The deeds that the page prepares and a mailed link confirms: how a form is read, what it means in words, and how it is done. */
import { accountIdOf } from "../../access/account-id.ts";
import { readAccount, setLimits } from "../../access/accounts.ts";
import { listKeys } from "../../access/keys/account-keys.ts";
import { withoutKeys } from "../../access/keys/keys.ts";
import { revokeOwnKey } from "../../access/keys/own-keys.ts";
import { isEmail, normalEmail } from "../../access/people/email.ts";
import { endSessions } from "../../access/people/sessions.ts";
import { type DeedFacts, longestValue } from "../../audit/deeds.ts";
import { formValue } from "../manage/frame/visit.ts";
import type { Decided } from "./desk.ts";
import type { OperatorVisit } from "./visit.ts";

export type PageDeed = { readonly note: string } & (
  | { readonly kind: "resolve"; readonly gameId: string; readonly provider: string }
  | { readonly kind: "resolve undo"; readonly gameId: string }
  | {
      readonly kind: "limits";
      readonly email: string;
      /** Null: the limit of the plan. */
      readonly requestsPerMinute: number | null;
      readonly requestsPerMonth: number | null;
    }
  | { readonly kind: "key revoke"; readonly email: string; readonly keyId: string }
  | { readonly kind: "sign-ins end"; readonly email: string }
);

/** The largest number that the headers of limits can hold: int32. */
const largestLimit = 2_147_483_647;

/** Reads a form. The texts are notices: a field says nothing that there can be, or the note has a link. */
export function readDeed(visit: OperatorVisit): PageDeed | "op_bad" | "op_note" {
  const note = noteFrom(formValue(visit, "note"));
  if (note === null) return "op_note";
  const gameId = formValue(visit, "game").toUpperCase();
  const email = normalEmail(formValue(visit, "email"));
  const isGame = /^[A-Z0-9-]{5,60}$/.test(gameId);
  switch (formValue(visit, "deed")) {
    case "resolve": {
      const provider = formValue(visit, "provider");
      return isGame && /^[a-z0-9-]{1,40}$/.test(provider) ? { kind: "resolve", gameId, provider, note } : "op_bad";
    }
    case "resolve undo":
      return isGame ? { kind: "resolve undo", gameId, note } : "op_bad";
    case "limits": {
      const requestsPerMinute = limitFrom(formValue(visit, "per_minute"));
      const requestsPerMonth = limitFrom(formValue(visit, "per_month"));
      if (!isEmail(email) || requestsPerMinute === "bad" || requestsPerMonth === "bad") return "op_bad";
      return { kind: "limits", email, requestsPerMinute, requestsPerMonth, note };
    }
    case "key revoke": {
      const keyId = formValue(visit, "key");
      return isEmail(email) && /^[\w-]{1,40}$/.test(keyId) ? { kind: "key revoke", email, keyId, note } : "op_bad";
    }
    case "sign-ins end":
      return isEmail(email) ? { kind: "sign-ins end", email, note } : "op_bad";
    default:
      return "op_bad";
  }
}

/** Null where it has a link, which never stands in the audit list; a key in it is cut to the beginning that all keys share. */
function noteFrom(text: string): string | null {
  const note = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, longestValue)
    .toWellFormed();
  return note.includes("://") ? null : withoutKeys(note);
}

function limitFrom(text: string): number | null | "bad" {
  const digits = text.trim();
  if (digits === "") return null;
  const limit = Number(digits);
  return /^\d{1,10}$/.test(digits) && limit >= 1 && limit <= largestLimit ? limit : "bad";
}

/** The deed in one sentence, for the mail and for the page of the link. */
export function sentenceOf(deed: PageDeed): string {
  switch (deed.kind) {
    case "resolve":
      return `Take the final score of ${deed.gameId} from ${deed.provider}.`;
    case "resolve undo":
      return `Take back what was decided about ${deed.gameId}.`;
    case "limits":
      return `Give ${deed.email} ${limitText(deed.requestsPerMinute, "a minute for each key")} and ${limitText(deed.requestsPerMonth, "a month")}.`;
    case "key revoke":
      return `Revoke the key ${deed.keyId} of ${deed.email}.`;
    case "sign-ins end":
      return `Sign ${deed.email} out everywhere.`;
  }
}

function limitText(limit: number | null, span: string): string {
  const requests = limit === 1 ? "request" : "requests";
  return limit === null ? `its plan's requests ${span}` : `${limit.toLocaleString("en-US")} ${requests} ${span}`;
}

/** What the audit list says when its link is asked for. */
export function factsOf({ kind: wanted, note, ...deed }: PageDeed): DeedFacts {
  if ("gameId" in deed) {
    return { wanted, game: deed.gameId, ...("provider" in deed ? { provider: deed.provider } : {}), note };
  }
  const account = accountIdOf(deed.email);
  if ("keyId" in deed) return { wanted, account, key: deed.keyId, note };
  if (!("requestsPerMinute" in deed)) return { wanted, account, note };
  return { wanted, account, per_minute: deed.requestsPerMinute, per_month: deed.requestsPerMonth, note };
}

/** Whether there is what the deed is about, so that no link is mailed for nothing. The deed itself looks again. */
export async function hasSubject({ site, now }: OperatorVisit, deed: PageDeed): Promise<boolean> {
  const { access } = site.deps;
  if (deed.kind === "limits") return (await readAccount(access, deed.email, now)) !== null;
  if (deed.kind !== "key revoke") return true;
  const keys = await listKeys(access, deed.email);
  return keys.some(({ keyId, revokedMs }) => keyId === deed.keyId && revokedMs === null);
}

/** Does the deed, in one transaction with its row in the audit list. */
export async function doDeed(visit: OperatorVisit, deed: PageDeed): Promise<Decided> {
  const { site, session, now, operators } = visit;
  const { note } = deed;
  const access = { ...site.deps.access, actor: { through: "page", who: session.email } } as const;
  const decision = { email: session.email, note };
  switch (deed.kind) {
    case "resolve":
      return operators.desk.resolve({ ...decision, gameId: deed.gameId, provider: deed.provider });
    case "resolve undo":
      return operators.desk.unresolve({ ...decision, gameId: deed.gameId });
    case "limits":
      return (await setLimits(access, deed.email, { limits: limitsOf(deed), note }, now)) === null ? "missing" : "done";
    case "key revoke":
      return (await revokeOwnKey(access, deed.email, deed.keyId, now, note)) ? "done" : "missing";
    case "sign-ins end":
      return (await endSessions(access, deed.email, note)) > 0 ? "done" : "unchanged";
  }
}

function limitsOf({ requestsPerMinute, requestsPerMonth }: Extract<PageDeed, { readonly kind: "limits" }>) {
  return { requestsPerMinute, requestsPerMonth };
}

/** The page that lists what a form was about, whatever else it says. */
export function listPageOf(kind: string): "/disputes" | "/sign-ins" | "/accounts" {
  if (kind === "sign-ins end") return "/sign-ins";
  return kind.startsWith("resolve") ? "/disputes" : "/accounts";
}

/** The page to look at afterwards, below that for operators. */
export function pageOf(deed: PageDeed): string {
  if ("gameId" in deed || deed.kind === "sign-ins end") return listPageOf(deed.kind);
  return `/account?email=${encodeURIComponent(deed.email)}`;
}
