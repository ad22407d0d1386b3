/** `/v1/openapi.json`: public and unmetered [D-25], rendered once. */
import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { addressAskedFor } from "../../http/address.ts";
import { EncodedFile, gzipAnswer, wantsGzip } from "../../http/encodings.ts";
import { matchesEtag } from "../../http/etag.ts";
import { openApiDocument } from "./document.ts";

export const openApiPath = "/v1/openapi.json";

export type OpenApiFacts = {
  readonly manageUrl: string;
  /** Where callers reach the API, as the operator has said; null: the document names the host that it was asked at. */
  readonly apiUrl: string | null;
  /** Whether a caller came by TLS, as the proxies that are trusted say. */
  readonly isByTls: (request: IncomingMessage) => boolean;
};

type Rendered = {
  readonly body: Buffer;
  readonly etag: string;
  /** Headers for caches, names and values in turns. */
  readonly caching: readonly string[];
  readonly gzipped: () => Promise<Buffer>;
};

/** Returns the function that answers GET and HEAD; it adds to the headers that it is given. */
export function openApiSender(
  facts: OpenApiFacts,
): (request: IncomingMessage, response: ServerResponse, headers: readonly string[]) => Promise<void> {
  const rendered = facts.apiUrl === null ? renderedPerHost(facts) : renderedFor(facts.manageUrl, facts.apiUrl);
  return async (request, response, headers) => {
    const { body, etag, caching, gzipped } = rendered(request);
    const { "if-none-match": ifNoneMatch, "accept-encoding": acceptEncoding } = request.headers;
    const sent = [...headers, "etag", etag, ...caching];
    if (matchesEtag(ifNoneMatch, etag)) {
      response.writeHead(304, sent).end();
      return;
    }
    const isCompressed = wantsGzip(acceptEncoding, body.length);
    const bytes = isCompressed ? await gzipped() : body;
    if (isCompressed) sent.push("content-encoding", "gzip");
    sent.push("content-type", "application/json; charset=utf-8", "content-length", String(bytes.length));
    response.writeHead(200, sent).end(bytes);
  };
}

/** The document of an operator who has said where the API is: the same for everybody. */
function renderedFor(manageUrl: string, apiUrl: string): () => Rendered {
  const file = new EncodedFile(Buffer.from(JSON.stringify(openApiDocument({ manageUrl, apiUrl }))));
  const caching = ["cache-control", "public, max-age=900", "vary", "Accept-Encoding"];
  const rendered = { body: file.plain, etag: etagOf(file.plain), caching, gzipped: () => file.gzipped() };
  return () => rendered;
}

/** Stands for the host in the document that is rendered once. */
const hostToCome = "https://host.invalid";

/** The document with the host that it was asked at. Only its caller may keep it: a Host header is whatever a caller writes. */
function renderedPerHost({ manageUrl, isByTls }: OpenApiFacts): (request: IncomingMessage) => Rendered {
  const [before = "", ...after] = JSON.stringify(openApiDocument({ manageUrl, apiUrl: hostToCome })).split(hostToCome);
  const caching = ["cache-control", "private, max-age=900", "vary", "Host, Accept-Encoding"];
  return (request) => {
    const body = Buffer.from([before, ...after].join(addressAskedFor(request, isByTls(request))));
    return { body, etag: etagOf(body), caching, gzipped: () => gzipAnswer(body) };
  };
}

/** The tag is weak: compressed or not, it is the same text. */
function etagOf(body: Buffer): string {
  return `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`;
}
