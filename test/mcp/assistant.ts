/** Asks `/mcp` as assistants do: message by message without a socket, or with the clients of the protocol's own package. */
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { FastifyInstance } from "fastify";
import { type Answer, send } from "../support/api.ts";

type Site = { readonly app: FastifyInstance; readonly key: string };

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect; the shapes are checked where it matters
export type Found = any;

export const jsonHeaders = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** A message in the form of 2025-11-25. */
export function message(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

export function callOf(name: string, given: object): string {
  return message("tools/call", { name, arguments: given });
}

export function post(
  { app, key }: Site,
  body: string,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${key}` },
): Promise<Answer> {
  return send(app, "POST", "/mcp", { ...jsonHeaders, ...headers }, body);
}

/** What a tool found, which it must answer. */
export async function found(site: Site, name: string, given: object): Promise<Found> {
  const { status, text } = await post(site, callOf(name, given));
  assert.equal(status, 200, text);
  const { result } = JSON.parse(text);
  assert.ok(result !== undefined && result.isError !== true, `${name} ${JSON.stringify(given)}: ${text}`);
  return result.structuredContent;
}

/** The error that a tool answers: the API's own. */
export async function refused(site: Site, name: string, given: object): Promise<Found> {
  const { status, text } = await post(site, callOf(name, given));
  assert.equal(status, 200, text);
  const { result } = JSON.parse(text);
  assert.equal(result?.isError, true, text);
  return JSON.parse(result.content[0].text).error;
}

/** The data of an answer of /v1. */
export async function v1({ app, key }: Site, url: string): Promise<Found> {
  const answer = await send(app, "GET", url, { authorization: `Bearer ${key}` });
  assert.equal(answer.status, 200, `${url}: ${answer.text}`);
  return answer.body;
}

export const revisions = ["2025-11-25", "2026-07-28"] as const;

/** A client of one revision, connected. @param url of the server. */
export async function clientOf(url: string, key: string, revision: (typeof revisions)[number]): Promise<Client> {
  const mode = revision === "2026-07-28" ? { pin: revision } : "legacy";
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  assert.equal(client.getNegotiatedProtocolVersion(), revision);
  return client;
}
