/** `/clients/`: the packages of the clients, for everybody, with their SHA-256. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag } from "../../http/etag.ts";
import { sendFile, servedFile } from "../../http/send-file.ts";
import type { ExploreParts } from "../explore/parts.ts";
import { registerPages } from "../frame/data-pages.ts";
import { renderSitePage } from "../frame/page.ts";
import { sendProblem } from "../frame/site.ts";
import { type OfferedClient, offeredClients } from "./offered.ts";
import { clientsBody, clientsIndex, clientsPath, clientsSums } from "./page.ts";

/** A version may be replaced by a new program of the server, so a cache asks again after a quarter of an hour. */
const maxAgeS = 900;

export function registerClients(app: FastifyInstance, { frame, apiUrl }: Pick<ExploreParts, "frame" | "apiUrl">): void {
  const sendText = async (reply: FastifyReply, type: string, textOf: (offered: readonly OfferedClient[]) => string) =>
    sendFile(reply, servedFile(`${type}; charset=utf-8`, Buffer.from(textOf(await offeredClients()))), maxAgeS);
  const page = (offered: readonly OfferedClient[]) =>
    renderSitePage(frame, {
      title: "Clients - Gradeline",
      description: "Clients of the Gradeline API for TypeScript, Python and R, with the SHA-256 of each.",
      current: null,
      width: "narrow",
      body: clientsBody(offered, apiUrl),
    });

  async function sendClient(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { file } = request.params as { readonly file: string };
    const client = (await offeredClients()).find((each) => each.file === file || each.newest === file);
    if (client !== undefined) return sendPackage(request, reply, client);
    const [title, advice] = ["There is no such file", "The page of the clients lists what there is."];
    return sendProblem(reply.code(404), frame, title, advice);
  }

  registerPages(app, frame, {
    "/clients": async (_request, reply) => reply.redirect(clientsPath, 308),
    [clientsPath]: (_request, reply) => sendText(reply, "text/html", page),
    [`${clientsPath}index.json`]: (_request, reply) => sendText(reply, "application/json", clientsIndex),
    [`${clientsPath}SHA256SUMS`]: (_request, reply) => sendText(reply, "text/plain", clientsSums),
    [`${clientsPath}:file`]: sendClient,
  });
}

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
  return reply.type(type).send(bytes);
}
