/** A server at 127.0.0.1 that answers as a test says, and ports that nobody has. */
import { createServer, type RequestListener } from "node:http";
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
