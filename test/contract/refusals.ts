/** Checks the promises of every refusal: it has the error envelope and shows nothing internal [D-33]. */
import assert from "node:assert/strict";
import type { Answer } from "../support/api.ts";

/** Stacks, SQL, paths of files, modules and keys. */
const insides =
  /\bat .+:\d+|\.(?:ts|js|mjs)\b|node_modules|node:|\bselect\b.+\bfrom\b|insert into|sqlite|kysely|fastify|FST_|ERR_|Error:|\/(?:work|home|usr|tmp|root)\/|gl_live_[0-9A-Za-z]{5}/i;

export function assertRefusal(answer: Answer, status: number, code: string, shown: string): void {
  assert.equal(answer.status, status, `${shown}: ${answer.text.slice(0, 300)}`);
  assert.equal(answer.headers["content-type"], "application/json; charset=utf-8", shown);
  assert.match(answer.headers["x-request-id"] ?? "", /^req_[A-Za-z0-9_-]{24}$/, shown);
  assert.deepEqual(Object.keys(answer.body), ["error"], shown);
  const { error } = answer.body;
  assert.deepEqual(
    Object.keys(error),
    ["code", "message", "param", "hint"].filter((name) => name in error || name === "code" || name === "message"),
    shown,
  );
  assert.equal(error.code, code, shown);
  assert.equal(typeof error.message, "string", shown);
  assert.doesNotMatch(answer.text, insides, shown);
}

export function assertInvalid(answer: Answer, param: string | undefined, shown: string): void {
  assertRefusal(answer, 400, "invalid_param", shown);
  assert.equal(answer.body.error.param, param, `${shown}: ${answer.text.slice(0, 300)}`);
}
