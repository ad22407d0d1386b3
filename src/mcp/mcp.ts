/**
 * `/mcp`: assistants that speak the Model Context Protocol ask here, a message with each request, and are answered with JSON.
 * Nothing is remembered between two messages. A call of a tool that is answered costs one request of the quota; a tool's
 * errors and all other messages cost none.
 */
import type { PostAnswer, Posted } from "../http/posted.ts";
import type { Shelf } from "../query/shelf.ts";
import { tools } from "./definitions.ts";
import { readMessage, Unreadable } from "./message.ts";
import type { Call } from "./talk.ts";

export type McpParts = {
  readonly shelf: Shelf;
  /** Origins of web pages that may ask. */
  readonly origins: readonly string[];
};

const mostBodyBytes = 65_536;
const json = "application/json";

/** The package that speaks the protocol takes a fifth of a second to load, for which no start waits. */
function loadTalk() {
  return import("./talk.ts");
}

export function openMcp({ shelf, origins }: McpParts) {
  async function answer({ headers, body, owner, left, errorOf }: Posted): Promise<PostAnswer> {
    const { answerMessage } = await loadTalk();
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
        // A failure that is not the caller's fault is told as an error of HTTP, so that programs wait and try again.
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

/** The request as the package wants it. Answers are JSON, whatever else the caller would take. */
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
