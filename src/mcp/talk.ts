/**
 * One message of an assistant and its answer. The package speaks the protocol: each message gets a server of its own, which
 * remembers nothing. Clients of 2026-07-28 are served by its handler. For those before, its handler would stream, so that its
 * transport is asked here, which can answer with JSON alone.
 */
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { programVersion } from "../http/version.ts";
import { definitions, instructions } from "./definitions.ts";
import type { Arguments } from "./tool.ts";

const serverInfo = { name: "gradeline", version: programVersion() };
const listed = JSON.parse(JSON.stringify({ tools: definitions })) as ListToolsResult;
/** The tools are those of this version, until an operator starts another. */
const cacheHints = { "tools/list": { ttlMs: 3_600_000 } } as const;

/** @param name of the tool. @param given its arguments. @returns null where there is no such tool. */
export type Call = (name: string, given: Arguments) => Promise<CallToolResult | null>;

/** @param request whose body is `message`, read already. */
export async function answerMessage(request: Request, message: unknown, call: Call): Promise<Response> {
  if (!(await isLegacyRequest(request, message))) {
    const handler = createMcpHandler(() => serverFor(call), { legacy: "reject" });
    return handler.fetch(request, { parsedBody: message });
  }
  const server = serverFor(call);
  // It is no more than a response to this message, so that there are no sessions.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

function serverFor(call: Call): Server {
  const server = new Server(serverInfo, { capabilities: { tools: {} }, instructions, cacheHints });
  server.setRequestHandler("tools/list", () => listed);
  server.setRequestHandler("tools/call", async ({ params }) => {
    const result = await call(params.name, params.arguments ?? {});
    if (result === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no such tool: tools/list has them`);
    return result;
  });
  return server;
}
