/** The docs on the server: public, without a key, cacheable, and strict about what a page may load. */
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { sendFile, servedFile } from "../../http/send-file.ts";
import { wasUnreadable } from "../../http/unreadable.ts";
import { noLinks, type OperatorLinks } from "../operator-links.ts";
import { docsFiles } from "./files.ts";
import { renderError } from "./render.ts";

const cacheControl = "public, max-age=900";
const own = ["'self'"];

/** The address of this server as the docs' Markdown has it: that of a server which was told nothing. */
const writtenAddress = "http://127.0.0.1:8080";

/**
 * Registers `/docs`, `/docs/…` and `/llms.txt` on the server that already has the API.
 * @param options `apiUrl` is where callers reach this server, without a slash at its end; the samples of the docs say it.
 *   `links` stand in the footer of every page.
 */
export function registerDocs(
  app: FastifyInstance,
  { apiUrl = writtenAddress, links = noLinks }: { readonly apiUrl?: string; readonly links?: OperatorLinks } = {},
): void {
  const ownAddressIn = (content: string | Buffer): string | Buffer =>
    typeof content === "string" ? content.replaceAll(writtenAddress, apiUrl) : content;
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
      // Read, rendered and hashed at the first request: a server that nobody reads docs on pays nothing.
      const load = once(() => servedFile(file.type, Buffer.from(ownAddressIn(file.read(links)))));
      scope.get(path, (_request, reply) => sendFile(reply, load()));
    }
    refuseOtherMethods(
      scope,
      [...docsFiles.keys()].map((path) => ["GET", path] as const),
      (_request, reply) => sendError(reply, links, "Only for reading", "The docs are read with GET or HEAD."),
    );
    scope.register(
      async (below) => {
        below.setNotFoundHandler((request, reply) => {
          if (wasUnreadable(request)) {
            const text = "There is a percent sign in it that stands for nothing.";
            return sendError(reply.code(400), links, "This address cannot be read", text);
          }
          const page = pageWithoutSlash(request);
          if (page !== null) return reply.header("cache-control", cacheControl).redirect(page, 308);
          return sendError(reply.code(404), links, "Page not found", "The docs have no page at this address.");
        });
      },
      { prefix: "/docs" },
    );
  });
}

/** The page that is meant by an address with slashes at its end; null: there is none. It is never taken from the request. */
function pageWithoutSlash({ method, url }: FastifyRequest): string | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const [path = ""] = url.split(/[?#]/, 1);
  const wanted = path.replace(/\/+$/, "");
  return wanted === path ? null : ([...docsFiles.keys()].find((each) => each === wanted) ?? null);
}

function sendError(reply: FastifyReply, links: OperatorLinks, title: string, text: string): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(renderError(title, text, links));
}

/** Failing is not remembered. */
function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
