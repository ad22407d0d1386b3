/** The page of the sportsbooks, from the registry of the domain. */
import { books, usBooks } from "../../src/domain/books.ts";

export function booksPage(): string {
  const kept = books.filter((book) => !book.usFacing).map(({ bookId }) => bookId);
  return `# Books

Every sportsbook whose odds are published. \`book_id\`, \`book\` (the slug) and \`book_name\` come with every row of odds. The
parameter \`book\` takes ids and slugs, in any case, several with commas between them: \`book=draftkings,2\`.

An id or a slug never changes, and is never given to another book, also when a book is renamed or closes. A book that has
closed stays here, because its history does. Numbers that are missing here (${kept.join(", ")}) belong to books whose customers
are not in the US; their odds are not published.

| book_id | book | book_name |
|---:|---|---|
${usBooks.map(({ bookId, slug, name }) => `| <a id="${slug}"></a>${bookId} | \`${slug}\` | ${name} |`).join("\n")}

Not every book prices every game. A book has a row in \`/v1/odds\` for each game on which it posted at least one full-game
market; \`meta.count\` of \`/v1/odds?sport=nfl&game_id=…\` is the number of books that priced that game.
`;
}
