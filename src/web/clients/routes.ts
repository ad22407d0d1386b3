/** `/clients/`: the packages of the clients, for everybody, with their SHA-256. */
import { once as eventOf } from "node:events";
import { Worker } from "node:worker_threads";
import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "../../http/representation.ts";
import { servedFile } from "../../http/send.ts";
import { once } from "../frame/kept-pages.ts";
import { answer, Moved, type Page, type PageSite, page, problem, type Visit } from "../frame/recipe.ts";
import { type Html, html } from "../ui/html.ts";
import { card, snippet } from "../ui/parts.ts";
import { countText } from "../ui/words.ts";
import type { OfferedClient } from "./packages.ts";

/** A version may be replaced by a new program of the server, so a cache asks again after a quarter of an hour. */
const maxAgeS = 900;

const clientsPath = "/clients/";

export const clientsPages: readonly Page<PageSite>[] = [
  answer({ at: "/clients", isLimited: false, send: () => Promise.reject(new Moved(clientsPath, 308)) }),
  page({
    at: clientsPath,
    isLimited: false,
    read: async (_visit: Visit) => ({ offered: await offeredClients(), maxAgeS }),
    draw: ({ offered }, { site }) => ({
      title: "Clients - Gradeline",
      description: "Clients of the Gradeline API for TypeScript, Python and R, with the SHA-256 of each.",
      current: null,
      width: "narrow",
      body: clientsBody(offered, site.apiUrl),
    }),
  }),
  page({
    at: `${clientsPath}SHA256SUMS`,
    isLimited: false,
    read: async (_visit: Visit) => ({ offered: await offeredClients(), maxAgeS }),
    draw: ({ offered }) => servedFile("text/plain; charset=utf-8", Buffer.from(clientsSums(offered))),
  }),
  answer({
    at: `${clientsPath}:file`,
    isLimited: false,
    async send({ request, reply, params }) {
      const client = (await offeredClients()).find(({ file, newest }) => [file, newest].includes(params.file ?? ""));
      if (client !== undefined) return sendPackage(request, reply, client);
      throw problem(404, "There is no such file", "The page of the clients lists what there is.");
    },
  }),
];

/** The bytes as they are: they are compressed already, and their SHA-256 is the tag. */
function sendPackage(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, sha256, bytes, file }: OfferedClient,
): FastifyReply {
  const etag = `"${sha256}"`;
  reply.headers({
    etag,
    "cache-control": `public, max-age=${maxAgeS}`,
    "content-disposition": `attachment; filename="${file}"`,
  });
  if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type(type).send(Buffer.from(bytes));
}

/** The text of SHA256SUMS, as `sha256sum --check` takes it. */
function clientsSums(offered: readonly OfferedClient[]): string {
  return offered.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join("");
}

/** The line that installs it; null: it is a file to keep. */
function commandFor({ file, newest }: OfferedClient, apiUrl: string): string | null {
  if (file.endsWith(".tgz")) return `npm i ${apiUrl}${clientsPath}${newest ?? file}`;
  if (file.endsWith(".whl")) return `pip install ${apiUrl}${clientsPath}${file}`;
  if (file.endsWith(".R")) return `source("${apiUrl}${clientsPath}${file}")`;
  return null;
}

/** @param apiUrl without a slash at its end. */
function clientsBody(offered: readonly OfferedClient[], apiUrl: string): Html {
  const cards = offered.map((client) => {
    const command = commandFor(client, apiUrl);
    const body = html`<p><a href="${clientsPath}${client.file}">${client.file}</a>, ${countText(client.bytes.length)} bytes</p>
<p class="hint breakable">SHA-256 <code>${client.sha256}</code></p>
${command === null ? "" : snippet(`install-${client.name}`, client.name, command)}`;
    return card({ id: client.name, title: client.name }, body);
  });
  return html`<h1>Clients</h1>
<p>Programs of ours that call the API for you. <a href="/docs/clients">The docs</a> say what they do, and
<a href="${clientsPath}SHA256SUMS">SHA256SUMS</a> has the digest of each. They come from this server and from no registry of packages: what is called the same there is somebody else’s.</p>
${cards}`;
}

/** The packages that this server offers. A thread of its own makes them, because it takes half a second in which nobody else would be answered. */
const offeredClients = once(async (): Promise<readonly OfferedClient[]> => {
  const worker = new Worker(new URL("./packages.ts", import.meta.url));
  const [packages] = await eventOf(worker, "message");
  return packages;
});
