/** `/v1/openapi.json`: public and unmetered [D-25], rendered once. */
import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { addressAskedFor } from "../../http/address.ts";
import { gzipAnswer, matchesEtag, wantsGzip } from "../../http/representation.ts";
import { openApiDocument } from "./document.ts";

export const openApiPath = "/v1/openapi.json";

export type OpenApiFacts = {
  readonly manageUrl: string;
  /** Where callers reach the API, as the operator has said; null: the document names the host that it was asked at. */
  readonly apiUrl: string | null;
  /** Whether a caller came by TLS, as the proxies that are trusted say. */
  readonly isByTls: (request: IncomingMessage) => boolean;
};

/** Stands for the address in the document that is rendered once. */
const addressToCome = "https://host.invalid";

/** Returns the function that answers GET and HEAD; it adds to the headers that it is given. */
export function openApiSender({
  manageUrl,
  apiUrl,
  isByTls,
}: OpenApiFacts): (request: IncomingMessage, response: ServerResponse, headers: readonly string[]) => Promise<void> {
  const parts = JSON.stringify(openApiDocument({ manageUrl, apiUrl: addressToCome })).split(addressToCome);
  // Where nobody has said the address, only the caller may keep the document: a Host header is whatever a caller writes.
  const [cacheControl, vary] =
    apiUrl === null ? ["private, max-age=900", "Host, Accept-Encoding"] : ["public, max-age=900", "Accept-Encoding"];
  return async (request, response, headers) => {
    const body = Buffer.from(parts.join(apiUrl ?? addressAskedFor(request, isByTls(request))));
    const { "if-none-match": ifNoneMatch, "accept-encoding": acceptEncoding } = request.headers;
    // The tag is weak: compressed or not, it is the same text.
    const etag = `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`;
    const sent = [...headers, "etag", etag, "cache-control", cacheControl, "vary", vary];
    if (matchesEtag(ifNoneMatch, etag)) {
      response.writeHead(304, sent).end();
      return;
    }
    const isCompressed = wantsGzip(acceptEncoding, body.length);
    const bytes = isCompressed ? await gzipAnswer(body) : body;
    if (isCompressed) sent.push("content-encoding", "gzip");
    sent.push("content-type", "application/json; charset=utf-8", "content-length", String(bytes.length));
    response.writeHead(200, sent).end(bytes);
  };
}
