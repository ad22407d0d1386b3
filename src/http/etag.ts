/** If-None-Match (RFC 9110 13.1.2). */

/** A tag with its opaque part in a group, a comma, white space, or any other character. */
const tokens = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"|,|[ \t]+|./gs;

/** Weak comparison (RFC 9110 8.8.3.2) with every tag of a list. A list with anything else in it matches nothing. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const own = opaqueOf(etag);
  let isMatch = false;
  let wantsComma = false;
  for (const [token, opaque] of ifNoneMatch.matchAll(tokens)) {
    if (token === ",") wantsComma = false;
    else if (opaque !== undefined) {
      if (wantsComma) return false;
      wantsComma = true;
      if (opaque === own) isMatch = true;
    } else if (token.trim() !== "") return false;
  }
  return isMatch;
}

function opaqueOf(etag: string): string {
  return etag.slice(etag.indexOf('"') + 1, -1);
}
