/** The page of the sportsbooks, from the registry of the domain. */
import { type Book, books, usBooks } from "../../src/domain/books.ts";

function row({ bookId, slug, name, formerBooks, formerNames }: Book): string {
  const former = formerBooks.map((each) => `\`${each}\``).join(", ");
  const names = formerNames.map((each) => `${each.name} until ${each.until}`).join(", ");
  return `| <a id="${slug}"></a>${bookId} | \`${slug}\` | ${name} | ${former} | ${names} |`;
}

export function booksPage(): string {
  const kept = books.filter((book) => !book.usFacing).map(({ bookId }) => bookId);
  return `# Books

Every sportsbook whose odds are published. \`book_id\`, \`book\` (the slug) and \`book_name\` come with every row of odds. The
parameter \`book\` takes ids, slugs and names, former ones too, in any case, several with commas between them: \`book=draftkings,2\`.

An id or a slug never changes, and is never given to another book, also when a book is renamed or closes. A book that has
closed stays here, because its history does. Numbers that are missing here (${kept.join(", ")}) belong to books whose customers
are not in the US; their odds are not published.

\`/v1/books\` answers this table to programs, with the seasons in which each book has games, in how many, and in how many of
those it has a closing line or price. [Coverage](/docs/lines#coverage) goes on from there, by period and market.

| book_id | book | book_name | former_books | former_names |
|---:|---|---|---|---|
${usBooks.map(row).join("\n")}

\`former_books\` are the books that a book was called before or has taken over, where that is sure: a slug of this table, whose
rows go on under that slug, or the key that a book had at The Odds API. To follow the customers of Barstool Sportsbook over
the years, ask for \`book=barstool,espnbet\`. Books that only closed are former books of none.

\`former_names\` are names that a book had under the same slug and id, each with the day from which it has another one. Rows of earlier
games have today's name, too: \`espnbet\` is theScore Bet in every season.

Books of several states are one book, as a provider may have a key or a name for some of its states: Caesars in Colorado, New Jersey and Tennessee
(CFBD), Hard Rock Bet in Arizona, Florida and Ohio (\`hardrockbet_az\`, \`_fl\` and \`_oh\` of The Odds API). Where one answer has
two of them with other lines or prices, the book's main key counts.

Not every book prices every game. A book has a row in \`/v1/odds\` for each game on which it posted at least one full-game
market; \`meta.count\` of \`/v1/odds?sport=nfl&game_id=…\` is the number of books that priced that game.
`;
}
