/** Servers at 127.0.0.1 that answer as a test says or has written down, and ports that nobody has. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";

export type HttpServer = {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  /** Ends connections that are open, too. */
  close(): Promise<void>;
};

export async function startHttp(answer: RequestListener): Promise<HttpServer> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createTcpServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export type Request = { readonly url: string; readonly headers: IncomingHttpHeaders };
export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

export type ScriptedServer = Awaited<ReturnType<typeof scriptedServer>>;

export async function scriptedServer() {
  const requests: Request[] = [];
  let script: Reply[] = [json({})];
  let [now, most] = [0, 0];
  const { url: base, close } = await startHttp((request, response) => {
    requests.push({ url: request.url ?? "", headers: request.headers });
    now += 1;
    most = Math.max(most, now);
    response.on("close", () => {
      now -= 1;
    });
    const reply = script.length > 1 ? script.shift() : script[0];
    reply?.(response, request);
  });
  return {
    /** `http://127.0.0.1:<port>` */
    base,
    requests,
    /** The most requests that were under way at once. */
    mostAtOnce: () => most,
    /** What is answered next, in order; when nothing is left, the last goes on. */
    answers: (...replies: Reply[]) => {
      script = replies;
    },
    close,
  };
}

export function json(value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return (response) =>
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
}

export function status(code: number, headers: Readonly<Record<string, string>> = {}, body = ""): Reply {
  return (response) => response.writeHead(code, headers).end(body);
}
