/** Reads the body of a request as one message of JSON-RPC, and refuses what no client of ours has a reason to send. */

/** Codes of JSON-RPC 2.0. */
const parseError = -32700;
const invalidRequest = -32600;
const methodNotFound = -32601;

/** A request is a few objects deep: params, arguments, bets, a bet. */
const mostDepth = 16;
const longestId = 100;

/** A body that is no message, as JSON-RPC answers it. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly status: number;
  readonly body: string;

  constructor(status: number, code: number, message: string, id: string | number | null = null) {
    super(message);
    this.status = status;
    this.body = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id });
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** @throws Unreadable */
export function readMessage(contentType: string | undefined, body: Buffer): object {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) {
    throw new Unreadable(415, invalidRequest, "Content-Type must be application/json");
  }
  const message = parsed(body);
  if (Array.isArray(message)) throw new Unreadable(400, invalidRequest, "one message a request: batches are not taken");
  if (typeof message !== "object" || message === null) {
    throw new Unreadable(400, invalidRequest, "the body must be an object, which is a message of JSON-RPC 2.0");
  }
  if (!isWithin(message, mostDepth)) throw new Unreadable(400, invalidRequest, "the message is nested too deep");
  const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
  if (typeof id === "string" && id.length > longestId) {
    throw new Unreadable(400, invalidRequest, `id is longer than ${longestId} characters`);
  }
  // It would be answered with a stream, and nothing here changes that a client could be told of.
  if (method === "subscriptions/listen") {
    const known = typeof id === "string" || typeof id === "number" ? id : null;
    throw new Unreadable(404, methodNotFound, "subscriptions are not offered", known);
  }
  return message;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new Unreadable(400, parseError, "the body is no JSON in UTF-8");
  }
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1));
}
