/**
 * `/mcp`: assistants that speak the Model Context Protocol ask here, a message with each request, and are answered with JSON.
 * Nothing is remembered between two messages. A call of a tool that is answered costs one request of the quota; a tool's
 * errors and all other messages cost none.
 */
import type { PostAnswer, Posted } from "../http/posted.ts";
import type { Shelf } from "../query/shelf.ts";
import { tools } from "./definitions.ts";
import type { Call } from "./talk.ts";

export type McpParts = {
  readonly shelf: Shelf;
  /** Origins of web pages that may ask. */
  readonly origins: readonly string[];
};

const mostBodyBytes = 65_536;
const json = "application/json";

export function openMcp({ shelf, origins }: McpParts) {
  async function answer({ headers, body, owner, left, errorOf }: Posted): Promise<PostAnswer> {
    // The package that speaks the protocol takes a fifth of a second to load, for which no start waits.
    const { answerMessage } = await import("./talk.ts");
    await shelf.whole();
    const snapshot = shelf.current;
    let isAnswered = false;
    let failure: { readonly thrown: unknown } | null = null;

    const call: Call = async (name, given) => {
      const tool = tools.get(name);
      if (tool === undefined) return null;
      try {
        const { sentence, found } = await tool.answer({ given, shelf, snapshot, owner });
        isAnswered = true;
        const dataset = snapshot.isSample ? { dataset: "sample" } : {};
        const text = snapshot.isSample ? `Invented sample data: ${sentence}` : sentence;
        return {
          content: [{ type: "text", text }],
          structuredContent: { ...dataset, ...found, cost: 1, left },
        };
      } catch (thrown) {
        const error = errorOf(thrown);
        if (error.status < 500) return { content: [{ type: "text", text: error.body }], isError: true };
        // A failure that is not the caller's fault is an error of HTTP, so that programs wait and try again.
        failure = { thrown };
        throw thrown;
      }
    };

    try {
      const message = readMessage(headers["content-type"], body);
      const response = await answerMessage(requestOf(headers), message, call);
      if (failure !== null) throw (failure as { readonly thrown: unknown }).thrown;
      const text = await response.text();
      const isCharged = isAnswered && response.ok;
      return { status: response.status, contentType: text === "" ? null : json, body: text, isCharged };
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown;
      return { status: thrown.status, contentType: json, body: thrown.body, isCharged: false };
    }
  }

  return { path: "/mcp", mostBodyBytes, origins, answer };
}

/** The request as the package takes it. Answers are JSON, whatever else the caller would take. */
function requestOf(headers: Posted["headers"]): Request {
  const ofProtocol = Object.entries(headers).filter(([name]) => name.startsWith("mcp-"));
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      ...Object.fromEntries(ofProtocol.map(([name, value]) => [name, String(value)])),
      "content-type": json,
      accept: `${json}, text/event-stream`,
    },
  });
}

/** Codes of JSON-RPC 2.0. */
const parseError = -32700;
const invalidRequest = -32600;
const methodNotFound = -32601;

/** A request is a few objects deep: params, arguments, bets, a bet. */
const mostDepth = 16;
const longestId = 100;

/** A body that is no message, as JSON-RPC answers it. */
class Unreadable extends Error {
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
function readMessage(contentType: string | undefined, body: Buffer): object {
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? "")) {
    throw new Unreadable(415, invalidRequest, "Content-Type must be application/json");
  }
  let message: unknown;
  try {
    message = JSON.parse(utf8.decode(body));
  } catch {
    throw new Unreadable(400, parseError, "the body is no JSON in UTF-8");
  }
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

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1));
}
