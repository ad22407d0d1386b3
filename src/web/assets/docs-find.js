// The search in the docs, for the server and for the browser alike.
export const indexOptions = {
  fields: ["title", "page", "text"],
  storeFields: ["title", "page", "text"],
  searchOptions: { prefix: true, boost: { title: 3, page: 1.5 } },
};

const before = 40;
const length = 160;

/** The best sections for the words of a query: those with all of the words, else those with any, however they are spelled. */
export function find(index, query, most) {
  const strict = index.search(query, { combineWith: "AND" });
  const found = strict.length > 0 ? strict : index.search(query, { combineWith: "OR", fuzzy: 0.2 });
  return found.slice(0, most).map(({ id, title, page, text, terms }) => ({
    url: id,
    title,
    page,
    excerpt: excerptOf(text, terms),
  }));
}

/** The text around the first word that was found, in pieces that are found words or are not. */
function excerptOf(text, terms) {
  const words = terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})`, "giu");
  const at = words.length === 0 ? -1 : text.search(pattern);
  const from = Math.max(0, at - before);
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const isCut = start + length < text.length;
  const cut = isCut ? text.slice(start, start + length).replace(/ [^ ]*$/, "") : text.slice(start);
  const whole = (start > 0 ? "… " : "") + cut + (isCut ? " …" : "");
  if (words.length === 0) return [{ text: whole, isFound: false }];
  return whole
    .split(pattern)
    .map((piece, index) => ({ text: piece, isFound: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}
