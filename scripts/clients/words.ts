/**
 * What the TypeScript client knows of the words of bettors: those of clients/typescript/words.json, and the spellings of books and
 * teams as the registries of src/domain have them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { namesOf, usBooks } from "../../src/domain/books.ts";
import { houseRules } from "../../src/domain/house-rules.ts";
import { betTypeTable, sportFacts, sports } from "../../src/domain/sports.ts";
import { allTeamsOf } from "../../src/domain/teams/registry.ts";

const root = join(import.meta.dirname, "../..");
const said =
  "clients/typescript/words.json, src/domain/books.ts, src/domain/house-rules.ts and the teams of src/domain/sports";
const command = "node scripts/write-clients.ts";

type Words = { readonly books: Readonly<Record<string, readonly string[]>> };

function knownWords(): unknown {
  const words = JSON.parse(readFileSync(join(root, "clients/typescript/words.json"), "utf8")) as Words;
  const books = Object.fromEntries(
    usBooks.map((book) => [book.slug, [...new Set([book.slug, ...namesOf(book), ...(words.books[book.slug] ?? [])])]]),
  );
  const teams = sports.map((sport) => {
    const { nicknames } = sportFacts[sport];
    const own = allTeamsOf(sport).map((team) => [
      ...[team.abbreviation, team.name, team.city, team.school, team.mascot],
      [...team.formerAbbreviations, ...team.aliases, ...(nicknames[team.abbreviation] ?? [])],
    ]);
    return [sport, own] as const;
  });
  const betTypes = sports.map((sport) => {
    const own = Map.groupBy(sportFacts[sport].betTypes, (name) => {
      const { period, markets } = betTypeTable[name];
      const [market = ""] = markets;
      return `${market.endsWith("team_total") ? "team_total" : market} ${period === "full" ? "game" : period}`;
    });
    return [sport, Object.fromEntries(own)] as const;
  });
  const { consensus = [] } = words.books;
  const returning = houseRules.filter(({ settles }) => settles !== "score");
  return {
    ...words,
    books: { ...books, consensus },
    teams: Object.fromEntries(teams),
    betTypes: Object.fromEntries(betTypes),
    rules: Object.fromEntries(returning.map(({ name, settles }) => [name, settles])),
  };
}

function wordsFile(): string {
  const escaped = JSON.stringify(knownWords()).replaceAll("\\", "\\\\").replaceAll("'", "\\'");
  return `/** Written by \`${command}\` from ${said}. */\nexport const knownText =\n  '${escaped}';\n`;
}

/** The text of each file, by its path below clients/. */
export const wordsFiles: Readonly<Record<string, () => string>> = {
  "typescript/src/grade/known-text.ts": wordsFile,
};
