/**
 * Addresses of pages that cannot be decoded, such as `/manage/%ff`. No route and no hook of ours would meet them: the
 * server answers them by itself, as the API does. Led to a page that is not there, they get a page of ours that says so.
 */
import type { FastifyRequest } from "fastify";

const ofPages = /^(?:[a-z]+:\/\/[^/]*)?\/(manage|docs)\b[^?#]*/i;

/** For the server's `rewriteUrl`: runs before the router. */
export function readableUrl({ url = "/" }: { readonly url?: string | undefined }): string {
  const [path, folder] = url.includes("%") ? (ofPages.exec(url) ?? []) : [];
  if (path === undefined || folder === undefined) return url;
  try {
    decodeURI(path);
    return url;
  } catch {
    return `/${folder.toLowerCase()}/unreadable`;
  }
}

export function wasUnreadable({ originalUrl, url }: FastifyRequest): boolean {
  return originalUrl !== url;
}
