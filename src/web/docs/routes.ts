/** The docs on the server: public, without a key, cacheable, and strict about what a page may load. */
import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { wasUnreadable } from "../../http/unreadable.ts";
import { noLinks, type OperatorLinks } from "../operator-links.ts";
import { type DocsFile, docsFiles } from "./files.ts";
import { renderError } from "./render.ts";

const cacheControl = "public, max-age=900";
const own = ["'self'"];

/** Registers `/`, `/docs`, `/docs/…` and `/llms.txt` on the server that already has the API. */
export function registerDocs(app: FastifyInstance, links: OperatorLinks = noLinks): void {
  app.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: own,
          styleSrc: own,
          // Swagger UI's icons are data URLs of its style sheet.
          imgSrc: [...own, "data:"],
          connectSrc: own,
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      // We speak plain HTTP, where RFC 6797 7.2 forbids the header; the proxy that ends TLS adds it.
      strictTransportSecurity: false,
    });
    for (const [path, file] of docsFiles) {
      const load = once(() => prepare(file, links));
      scope.get(path, async (request, reply) => answer(await load(), request, reply));
    }
    // For now the docs are all there is for people.
    scope.get("/", (_request, reply) => reply.header("cache-control", cacheControl).redirect("/docs"));
    refuseOtherMethods(
      scope,
      ["/", ...docsFiles.keys()].map((path) => ["GET", path] as const),
      (_request, reply) => sendError(reply, links, "Only for reading", "The docs are read with GET or HEAD."),
    );
    scope.register(
      async (below) => {
        below.setNotFoundHandler((request, reply) =>
          wasUnreadable(request)
            ? sendError(
                reply.code(400),
                links,
                "This address cannot be read",
                "There is a percent sign in it that stands for nothing.",
              )
            : sendError(reply.code(404), links, "Page not found", "The docs have no page at this address."),
        );
      },
      { prefix: "/docs" },
    );
  });
}

function sendError(reply: FastifyReply, links: OperatorLinks, title: string, text: string): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(renderError(title, text, links));
}

type Prepared = { readonly type: string; readonly etag: string; readonly plain: Buffer; readonly zipped: Buffer };

/** Read, rendered, hashed and compressed at the first request: a server that nobody reads docs on pays nothing. */
async function prepare({ type, read }: DocsFile, links: OperatorLinks): Promise<Prepared> {
  const plain = Buffer.from(read(links));
  // Weak: compressed or not, it is the same text.
  const etag = `W/"${hash("sha256", plain, "base64url").slice(0, 22)}"`;
  return { type, etag, plain, zipped: await promisify(gzip)(plain) };
}

function answer(file: Prepared, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ etag: file.etag, "cache-control": cacheControl, vary: "Accept-Encoding" });
  if (matches(request.headers["if-none-match"], file.etag)) return reply.code(304).send();
  reply.type(file.type);
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i.test(String(request.headers["accept-encoding"] ?? ""))) {
    return reply.send(file.plain);
  }
  return reply.header("content-encoding", "gzip").send(file.zipped);
}

/** RFC 9110 13.1.2: a list or `*`, compared weakly. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch.trim() === "*" || (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((each) => weak(each) === etag)
  );
}

function weak(etag: string): string {
  return etag.startsWith("W/") ? etag : `W/${etag}`;
}

/** Failing is not remembered. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
