/** nginx with one worker, which serves the recorded answers from files, and compressed ones that lie beside them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../support/own-postgres.ts";
import { openAsker } from "../asker.ts";
import { type BenchServer, spawnPinned, written } from "./server.ts";

function configuration(port: number, pagesFolder: string, folder: string): string {
  return `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr notice;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  gzip_static on;
  keepalive_requests 1000000000;
  charset utf-8;
  charset_types application/json text/csv;
  types { application/json json; text/csv csv; }
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port} reuseport; root ${pagesFolder}; }
}
`;
}

export async function startNginx(pagesFolder: string, folder: string): Promise<BenchServer> {
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  // Without it, nginx that was started by root would give its worker a user who may not read the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(file, `${user}${configuration(port, pagesFolder, folder)}`);
  const process_ = spawnPinned(["nginx", "-c", file, "-p", folder], join(folder, "nginx.log"));
  await written(process_, (screen) => (screen.includes("start worker process ") ? true : null));
  const base = `http://127.0.0.1:${port}`;
  const asker = openAsker(base, "none");
  return {
    name: "nginx",
    base,
    pid: process_.pid,
    targets: ({ pages }) =>
      Promise.all(
        pages.map(async ({ filePath, encoding }) => {
          const { status, headers } = await asker.ask(
            filePath,
            encoding === null ? {} : { "accept-encoding": encoding },
          );
          if (status !== 200 || headers["content-encoding"] !== (encoding ?? undefined)) {
            throw new Error(`nginx answered ${status} to ${filePath}`);
          }
          return { path: filePath, etag: String(headers.etag) };
        }),
      ),
    tidy: () => {},
    async close() {
      asker.close();
      await process_.end();
    },
  };
}
