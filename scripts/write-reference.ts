/** Writes the pages of books and bet types, and the tables of sports on other pages. Run it when one of those changes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { betTypesPage } from "./reference/bet-types-page.ts";
import { booksPage } from "./reference/books-page.ts";
import {
  consensusPage,
  conventionsPage,
  feedPage,
  overviewPage,
  readmePage,
  specificationPage,
} from "./reference/sport-tables.ts";

const root = join(import.meta.dirname, "..");

/** The text of each page, by its path from the root of the repository. */
export const referencePages: Readonly<Record<string, () => string>> = {
  "README.md": readmePage,
  "docs/api/books.md": booksPage,
  "docs/api/bet-types.md": betTypesPage,
  "docs/api/conventions.md": conventionsPage,
  "docs/api/overview.md": overviewPage,
  "docs/api/consensus.md": consensusPage,
  "docs/feed.md": feedPage,
  "docs/specification.md": specificationPage,
};

if (import.meta.main) {
  for (const [file, text] of Object.entries(referencePages)) writeFileSync(join(root, file), text());
}
